/**
 * Makes the features that represent the snapshots of types, which feature the variable features of these types (KerML 8.3.3.3.4
 * isFeaturingType, 8.4.4.3). In the standard, implied type featurings own these features. Our documents contain no implied relationships,
 * so the features have no owner.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type { Builder } from '../builder/builder.js';
import { emitRelationship } from '../builder/heads.js';
import { GraphElement } from '../graph.js';
import { uuid5 } from '../ids.js';
import { HEADS } from '../metamodel/heads.js';

const OCCURRENCE = 'Occurrences::Occurrence';

export class Snapshots {
    private readonly features = new Map<GraphElement, GraphElement>();
    private readonly types = new Map<GraphElement, GraphElement>();

    constructor(
        private readonly builder: Builder,
        private readonly hasUuids: boolean
    ) {}

    /** The feature `Occurrences::Occurrence::snapshots` of the library. */
    get base(): AstNode {
        return this.builder.model.libraryElement(`${OCCURRENCE}::snapshots`)!;
    }

    /** The type whose snapshots an element represents; undefined for any other element. */
    typeOf(element: GraphElement): GraphElement | undefined {
        return this.types.get(element);
    }

    /** The feature for the snapshots of a type. Adds it to the graph on first request. */
    of(type: GraphElement): GraphElement {
        const { builder } = this;
        const base = builder.noted(builder.elementOf(this.base)!);
        if (type === builder.elementOf(builder.model.libraryElement(OCCURRENCE)!)) {
            return base;
        }
        let feature = this.features.get(type);
        if (feature === undefined) {
            feature = new GraphElement(this.idOf(type, 'snapshots'), 'Feature', 'node', type.qualifier);
            this.features.set(type, feature);
            this.types.set(feature, type);
            builder.graph.write(feature);
            this.own(feature, type, 'Redefinition', base);
            this.own(feature, type, 'TypeFeaturing', builder.noted(type));
        }
        return feature;
    }

    private own(feature: GraphElement, type: GraphElement, kind: 'Redefinition' | 'TypeFeaturing', target: GraphElement): void {
        const id = this.idOf(type, `snapshots_${HEADS[kind].suffix}0`);
        const relationship = this.builder.graph.write(new GraphElement(id, kind, 'node', type.qualifier));
        feature.add('ownedRelationship', relationship);
        emitRelationship(relationship, feature, HEADS[kind], target);
    }

    private idOf(type: GraphElement, slot: string): string {
        return this.hasUuids ? uuid5(type.id, slot) : `${type.id}_p${slot}`;
    }
}
