/**
 * The specializations that the standard implies (KerML 8.4.2): what the constraints `check…` demand of an element and it has not. Derived
 * documents have no implied relationships, so those that the operations of types go by stand beside the document here.
 */
import type { MetaclassName } from '../../../src/language/semantics/metaclasses.js';
import type { Condition } from './constraints.js';
import { Element, type Elements, Undecidable } from './elements.js';
import type { Evaluator } from './evaluator.js';
import { OclError, type Value } from './values.js';
import type { Json } from '../derived.js';

/** Calls of a condition that demand a general of the element itself. */
const DEMANDS: Readonly<Record<string, 'Specialization' | 'Redefinition' | undefined>> = {
    specializes: 'Specialization',
    specializesFromLibrary: 'Specialization',
    redefines: 'Redefinition',
    redefinesFromLibrary: 'Redefinition'
};

interface Demand {
    readonly kind: 'Specialization' | 'Redefinition';
    readonly general: Element;
}

export class Implied {
    private readonly known = new Map<Element, readonly Element[]>();
    private readonly open = new Set<Element>();

    constructor(
        private readonly conditions: readonly Condition[],
        private readonly elements: Elements,
        /** those of the elements of the library, of which all models' are the same */
        private readonly ofLibrary?: Implied
    ) {}

    /** The implied relationships of an element. */
    of(element: Element, evaluator: Evaluator): readonly Element[] {
        const owner = this.elements.isOwn(element) || this.ofLibrary === undefined ? this : this.ofLibrary;
        return owner.impliedBy(element, evaluator);
    }

    private impliedBy(element: Element, evaluator: Evaluator): readonly Element[] {
        const known = this.known.get(element);
        if (known !== undefined) {
            return known;
        }
        if (this.open.has(element)) {
            evaluator.provisional++;
            return [];
        }
        this.open.add(element);
        try {
            const found = this.needed(element, this.demandsOf(element, evaluator), evaluator);
            const relationships = found.map((demand, i) => relationshipOf(element, demand, i));
            this.known.set(element, relationships);
            return relationships;
        } finally {
            this.open.delete(element);
        }
    }

    private demandsOf(element: Element, evaluator: Evaluator): Demand[] {
        const demands: Demand[] = [];
        for (const { metaclass, expression } of this.conditions) {
            if (!element.is(metaclass)) {
                continue;
            }
            try {
                evaluator.demands(expression, element, (name, [argument]) => {
                    const kind = DEMANDS[name];
                    const general = kind === undefined ? undefined : this.generalOf(argument);
                    if (kind !== undefined && general !== undefined && general !== element) {
                        demands.push({ kind, general });
                    }
                });
            } catch (error) {
                if (!(error instanceof Undecidable || error instanceof OclError)) {
                    throw error;
                }
            }
        }
        return demands;
    }

    private generalOf(argument: Value): Element | undefined {
        if (typeof argument === 'string') {
            const named = this.elements.named(argument);
            if (named === undefined) {
                throw new OclError(`no ${argument} in the library`);
            }
            return named;
        }
        return argument instanceof Element ? argument : undefined;
    }

    /** Those that no other relationship of the element makes superfluous. */
    private needed(element: Element, demands: readonly Demand[], evaluator: Evaluator): Demand[] {
        const stated = this.elements
            .valuesOf(element, 'ownedRelationship')
            .filter(r => r instanceof Element)
            .filter(r => r.is('Specialization'))
            .flatMap(r => [...this.elements.valuesOf(r, 'general')])
            .filter(g => g instanceof Element);
        const redefined = demands.filter(d => d.kind === 'Redefinition').map(d => d.general);
        const found: Demand[] = [];
        const seen = new Set(stated);
        for (const demand of [...demands].sort((a, b) => Number(b.kind === 'Redefinition') - Number(a.kind === 'Redefinition'))) {
            const others = [...stated, ...redefined, ...demands.map(d => d.general)].filter(g => g !== demand.general);
            const isSuperfluous = (): boolean =>
                others.some(g => specializes(evaluator, g, demand.general) && !specializes(evaluator, demand.general, g));
            if (!seen.has(demand.general) && (demand.kind === 'Redefinition' || !isSuperfluous())) {
                seen.add(demand.general);
                found.push(demand);
            }
        }
        return found;
    }
}

function specializes(evaluator: Evaluator, type: Element, general: Element): boolean {
    try {
        return evaluator.operate(type, 'specializes', [general]) === true;
    } catch (error) {
        if (error instanceof Undecidable) {
            return false;
        }
        throw error;
    }
}

const TERMS: readonly (readonly [kind: MetaclassName, specific: string, general: string])[] = [
    ['Specialization', 'specific', 'general'],
    ['Subclassification', 'subclassifier', 'superclassifier'],
    ['FeatureTyping', 'typedFeature', 'type'],
    ['Subsetting', 'subsettingFeature', 'subsettedFeature'],
    ['Redefinition', 'redefiningFeature', 'redefinedFeature']
];

function relationshipOf(specific: Element, { kind, general }: Demand, place: number): Element {
    const ofFeature = general.is('Feature') ? (kind === 'Redefinition' ? kind : 'Subsetting') : 'FeatureTyping';
    const metaclass: MetaclassName = specific.is('Feature')
        ? ofFeature
        : specific.is('Classifier')
          ? 'Subclassification'
          : 'Specialization';
    const id = `${specific.id} implied ${place}`;
    const json: Json = {
        '@type': metaclass,
        '@id': id,
        isImplied: true,
        ownedRelationship: [],
        owningRelatedElement: { '@id': specific.id }
    };
    const relationship = new Element(id, metaclass, json);
    for (const [term, from, to] of TERMS) {
        if (relationship.is(term)) {
            json[from] = { '@id': specific.id };
            json[to] = { '@id': general.id };
        }
    }
    return relationship;
}
