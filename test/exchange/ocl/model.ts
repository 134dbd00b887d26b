/**
 * Documents of models with what evaluations ask for beside them: the operations of the standard, the library, implied relationships, and
 * the few operations and ends of associations that have no OCL.
 */
import { propertyOfMetaclass } from '../../../src/exchange/metamodel/facts.js';
import type { MetaclassName } from '../../../src/language/semantics/metaclasses.js';
import type { Json } from '../derived.js';
import type { Condition, Standard } from './constraints.js';
import { Element, Elements, type Scalar } from './elements.js';
import { Evaluator, type OperationBody, type Surroundings } from './evaluator.js';
import { Collection, itemsOf, type Value } from './values.js';
import { Implied } from './implied.js';

/** Lists that hold implied relationships, too. */
const WITH_IMPLIED: Readonly<Record<string, MetaclassName | undefined>> = {
    ownedRelationship: 'Relationship',
    ownedSpecialization: 'Specialization',
    ownedSubclassification: 'Subclassification',
    ownedSubsetting: 'Subsetting',
    ownedRedefinition: 'Redefinition',
    ownedTyping: 'FeatureTyping'
};

/** The library, which all models have. */
export class Library {
    readonly elements = new Elements();
    readonly implied: Implied;
    readonly kept = new Map<string, Value>();

    constructor(readonly standard: Standard) {
        this.implied = new Implied(demandingOf(standard), this.elements);
    }
}

const demandingOf = ({ conditions }: Standard): Condition[] => conditions.filter(c => c.kind === 'check');

type Native = (model: DocumentModel, element: Element, args: readonly Value[], evaluator: Evaluator) => Value;

/** Operations without OCL, and ends of associations that only the other end knows. */
const NATIVE: Readonly<Record<string, Native | undefined>> = {
    resolveGlobal: (model, _element, [name]) => model.membershipNamed(name as string),
    escapedName: (_model, element, _args, evaluator) => {
        const name =
            itemsOf(evaluator.operate(element, 'effectiveName', [])).at(0) ??
            itemsOf(evaluator.operate(element, 'effectiveShortName', [])).at(0);
        return typeof name !== 'string'
            ? null
            : /^[A-Za-z_]\w*$/.test(name)
              ? name
              : `'${name.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}'`;
    },
    valuation: (model, element) =>
        model.values(element, 'ownedRelationship').find(m => m instanceof Element && m.is('FeatureValue')) ?? null,
    sourceConnector: (model, element) => model.thoseWith('Connector', 'sourceFeature', element),
    targetConnector: (model, element) => model.thoseWith('Connector', 'targetFeature', element),
    outgoingTransition: (model, element) => model.thoseWith('TransitionUsage', 'source', element),
    incomingTransition: (model, element) => model.thoseWith('TransitionUsage', 'target', element),
    owningVariationDefinition: (model, element) => model.variationOf(element, 'Definition'),
    owningVariationUsage: (model, element) => model.variationOf(element, 'Usage')
};

/** A document and what it is evaluated with. */
export class DocumentModel implements Surroundings {
    readonly own: readonly Element[];
    readonly evaluator: Evaluator;
    private readonly elements: Elements;
    private readonly implied: Implied;

    constructor(
        private readonly library: Library,
        document: readonly Json[]
    ) {
        this.elements = new Elements(library.elements);
        this.own = this.elements.add(document);
        this.implied = new Implied(demandingOf(library.standard), this.elements, library.implied);
        this.evaluator = new Evaluator(this, library.kept);
    }

    isOfLibrary(element: Element): boolean {
        return !this.elements.isOwn(element);
    }

    operation(metaclass: MetaclassName, name: string): OperationBody | undefined {
        return this.library.standard.operation(metaclass, name);
    }

    native(element: Element, name: string, args: readonly Value[], evaluator: Evaluator): Value | undefined {
        return NATIVE[name]?.(this, element, args, evaluator);
    }

    values(element: Element, property: string): readonly Scalar[] {
        const stated = this.elements.valuesOf(element, property);
        if (property === 'featuringType' && element.is('Feature') && this.values(element, 'isVariable')[0] === true) {
            // the snapshots alone: the owning type stands behind them because `owningType` subsets `featuringType`
            const [owner] = this.values(element, 'owningType');
            return stated.filter(t => t !== owner);
        }
        const kind = WITH_IMPLIED[property];
        if (kind === undefined || !element.is('Type')) {
            return stated;
        }
        return [...stated, ...this.implied.of(element, this.evaluator).filter(r => r.is(kind))];
    }

    isMany(element: Element, property: string): boolean {
        return propertyOfMetaclass(element.metaclass, property)?.isMany === true;
    }

    membershipNamed(name: string): Value {
        const element = this.elements.named(name);
        return element === undefined ? null : (this.values(element, 'owningRelationship')[0] ?? null);
    }

    thoseWith(kind: MetaclassName, property: string, element: Element): Value {
        return new Collection(this.own.filter(e => e.is(kind) && this.values(e, property).includes(element)));
    }

    variationOf(element: Element, kind: 'Definition' | 'Usage'): Value {
        const [membership] = this.values(element, 'owningRelationship');
        const owner =
            membership instanceof Element && membership.is('VariantMembership')
                ? this.values(membership, 'owningRelatedElement')[0]
                : undefined;
        return owner instanceof Element && owner.is(kind) ? owner : null;
    }
}
