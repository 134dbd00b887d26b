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
    /** what was found for elements while those that it may depend on were not yet known */
    private readonly tentative = new Map<Element, readonly Element[]>();

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
        const tentative = this.open.has(element) ? [] : this.tentative.get(element);
        if (tentative !== undefined) {
            evaluator.provisional++;
            return tentative;
        }
        this.open.add(element);
        const before = evaluator.provisional;
        try {
            const found = this.needed(element, this.demandsOf(element, evaluator), evaluator);
            const relationships = found.map((demand, i) => relationshipOf(element, demand, i));
            const isWhole = evaluator.provisional === before || this.open.size === 1;
            (isWhole ? this.known : this.tentative).set(element, relationships);
            return relationships;
        } finally {
            this.open.delete(element);
            if (this.open.size === 0) {
                this.tentative.clear();
            }
        }
    }

    /** What the constraints of an element, and of what owns it, demand of it. */
    private demandsOf(element: Element, evaluator: Evaluator): Demand[] {
        const demands: Demand[] = [];
        const [owner] = this.elements.valuesOf(element, 'owner');
        for (const subject of owner instanceof Element ? [element, owner] : [element]) {
            for (const condition of this.conditions.filter(c => subject.is(c.metaclass))) {
                this.collect(condition, subject, element, evaluator, demands);
            }
        }
        return demands;
    }

    private collect({ expression }: Condition, subject: Element, element: Element, evaluator: Evaluator, demands: Demand[]): void {
        try {
            evaluator.demands(expression, subject, (target, name, [argument]) => {
                const kind = target === element ? DEMANDS[name] : undefined;
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
