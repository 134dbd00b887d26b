/**
 * Translates features to terms. Decides which free features are variables of the query, which values they may take, and which features are
 * derived. The frames are the evaluator's own, so that a witness can be written into them and replayed.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { type Feature, featureValueOf, isFeature, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { ConditionFrame, isSubject, objectOf } from '../../evaluation/calculations/conditions.js';
import { type Frame, frameWithName, type Place } from '../../evaluation/expressions/frame.js';
import { connectedTo } from '../../evaluation/instances/bindings.js';
import { evaluatedBounds } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { categoryOf, declaredTypesOf, enumerationsOf, literalsOf, type ValueCategory, variantsOf } from '../../evaluation/model/kinds.js';
import { type Slot, layoutOf, subsettersOf } from '../../evaluation/model/layout.js';
import { boundsOf, isManyValued } from '../../evaluation/model/slot-bounds.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import { literalOf } from '../../evaluation/expressions/literals.js';
import type { Run } from '../../evaluation/run.js';
import { EvaluationError, type Unit, type Value, nearestDouble, rationalOfDouble, ONE, unitTerm } from '../../values/index.js';
import {
    type Arithmetic,
    type Case,
    collected,
    known,
    type Meaning,
    number,
    type Symbolic,
    type SymbolicTerm,
    Untranslatable,
    asTerm
} from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';
import { CHOSEN, type Range, RANGES } from './ranges.js';
import { isOfVariant, readsFeatures } from './stated-values.js';

/** An enumeration literal or variant that a variable may have as its value. */
export interface Choice {
    readonly id: string;
    readonly number: number;
    readonly value: Value;
}

/** A feature that is free in the query. */
export interface Variable {
    /** qualified name of the feature, after the feature chain to it */
    readonly name: string;
    readonly feature: Feature;
    readonly frame: Frame;
    readonly index: number;
    /** position among several values of one feature, from 1 */
    readonly position?: { readonly at: number; readonly of: number };
    readonly term: Term;
    readonly meaning: Meaning;
    readonly domain: Term;
    /** for an enumeration or variation */
    readonly choices?: readonly Choice[];
    readonly isVariation: boolean;
    /** base units of a quantity */
    readonly unit?: Unit;
    /** the value that the model states but the query need not respect */
    readonly declared?: { readonly expression: AstNode; readonly value: () => Symbolic };
}

/** The value of a feature, with the conditions under which it is defined. */
interface Known {
    readonly value: Symbolic;
    readonly sides: readonly Term[];
}

/** `declared`: the query respects values that the model states. `free`: it uses only the types of the features. */
export type Standpoint = 'declared' | 'free';

/** Translates the sources of derived features. */
export interface Translator {
    expression(expression: AstNode, frame: Frame): Symbolic;
    /** translates the result of a calculation usage without a stated value */
    result(calculation: AstNode, holder: Frame): Symbolic;
    /** translates the truth value of a constraint or requirement */
    conditions(element: AstNode, frame: ConditionFrame): Symbolic;
}

/**
 * Returns the feature with the same name around a condition, or of its subject. A condition without a stated value for its feature refers
 * to that one.
 */
function namesakeOf({ outer, subject }: ConditionFrame, { names }: Slot): Place | undefined {
    const name = names.at(0);
    const find = (frame: Frame | undefined): Place | undefined => (name === undefined ? undefined : frameWithName(frame, name));
    return find(outer) ?? find(subject instanceof Instance ? subject : undefined);
}

export class Features {
    readonly variables: Variable[] = [];
    private readonly bound: (readonly [Place, Place])[] = [];
    private readonly equalities: { readonly a: Place; readonly b: Place; readonly term: Term }[] = [];
    private readonly refused = new Map<Slot, string>();
    private readonly values = new Map<Frame, Map<number, Known | 'pending'>>();
    /** frames of calls and of conditions, with their labels; the evaluator creates a new frame for each evaluation */
    private readonly performances = new Map<Frame, string>();

    constructor(
        private readonly run: Run,
        private readonly standpoint: Standpoint,
        private readonly arithmetic: Arithmetic,
        private readonly translator: Translator
    ) {}

    /** Passes an argument to a parameter of a calculation or body. */
    give(frame: Frame, index: number, value: Symbolic): void {
        const slot = frame.layout.slots[index];
        const held = this.conforming(value, slot);
        if (held.kind === 'value') {
            // The evaluator computes known values, and it reads them from the frame.
            frame.write(index, held.value);
        }
        this.valuesOf(frame).set(index, { value: held, sides: [] });
    }

    /** Records the frame of a call or condition. Its features have the values that the model states; a witness cannot set them. */
    perform(frame: Frame, label: string): void {
        this.performances.set(frame, label);
    }

    /** Lets a feature have any value of its type, regardless of the value that the model states. @throws Untranslatable */
    release(frame: Frame, index: number): Symbolic {
        const value = this.free(frame, frame.layout.slots[index], undefined);
        this.valuesOf(frame).set(index, { value, sides: [] });
        return value;
    }

    /** Returns a symbol for a feature that changes. It is later replaced by the term for its value at some time. */
    changing(frame: Frame, index: number, name: string, initial: SymbolicTerm | undefined): SymbolicTerm {
        const slot = frame.layout.slots[index];
        const isTyped = enumerationsOf(slot.feature).length > 0 || categoryOf(slot.feature) !== 'any';
        const { sort, meaning } = isTyped || initial === undefined ? this.typeOf(frame, slot) : { ...initial, sort: initial.term.sort };
        const value: SymbolicTerm = { kind: 'term', term: terms.variable(name, sort), meaning };
        this.valuesOf(frame).set(index, { value, sides: [] });
        return value;
    }

    /** Makes reading a feature an error. */
    refuse(frame: Frame, index: number, why: string): void {
        this.refused.set(frame.layout.slots[index], why);
    }

    /**
     * Forgets derived terms, so that they are derived again from the current terms of other features. Free features keep their variables.
     */
    restart(): void {
        const free = this.variables.map(({ frame, index }) => [frame, index, this.valuesOf(frame).get(index)] as const);
        this.values.clear();
        for (const [frame, index, value] of free) {
            if (value !== undefined) {
                this.valuesOf(frame).set(index, value);
            }
        }
    }

    /** Converts a value to the type of a feature. @throws Untranslatable for an incompatible value */
    held(value: Symbolic, frame: Frame, index: number): SymbolicTerm {
        return asTerm(this.conforming(value, frame.layout.slots[index]), this.arithmetic.choices);
    }

    private valuesOf(frame: Frame): Map<number, Known | 'pending'> {
        let values = this.values.get(frame);
        if (values === undefined) {
            this.values.set(frame, (values = new Map<number, Known | 'pending'>()));
        }
        return values;
    }

    /** Returns the value of a feature. @throws Untranslatable */
    read(frame: Frame, index: number): Symbolic {
        const values = this.valuesOf(frame);
        const present = values.get(index);
        if (present === 'pending') {
            throw new Untranslatable(`cyclic feature value dependency: ${frame.nameOfSlot(frame.layout.slots[index])}`);
        }
        if (present !== undefined) {
            return this.used(present);
        }
        values.set(index, 'pending');
        try {
            const computed = this.arithmetic.apart(() => this.computed(frame, index));
            values.set(index, computed);
            return this.used(computed);
        } finally {
            if (values.get(index) === 'pending') {
                values.delete(index);
            }
        }
    }

    /** Returns a value where it is read, and requires that it is defined there. */
    private used({ value, sides }: Known): Symbolic {
        sides.forEach(side => this.arithmetic.require(side));
        return value;
    }

    private computed(frame: Frame, index: number): Symbolic {
        const slot = frame.layout.slots[index];
        const why = this.refused.get(slot);
        if (why !== undefined) {
            throw new Untranslatable(why);
        }
        if (frame instanceof ConditionFrame && isSubject(slot)) {
            return this.subject(frame, slot);
        }
        const nature = natureOf(slot);
        const stated = slot.chain.find(f => f.value !== undefined)?.value;
        if (nature === 'constraint') {
            return this.judged(frame, slot);
        }
        const isUnstated = stated === undefined && frame instanceof ConditionFrame && nature !== 'calculation';
        const other = (isUnstated ? namesakeOf(frame, slot) : undefined) ?? (nature === 'value' ? this.connect(frame, slot) : undefined);
        if (other !== undefined) {
            return this.read(other.frame, other.index);
        }
        const counts = stated !== undefined && this.counts(frame, stated);
        switch (nature) {
            case 'calculation':
                return stated === undefined
                    ? this.translator.result(slot.feature, frame)
                    : this.translator.expression(stated.expression, frame);
            case 'object':
            case 'connector':
            case 'behavior':
            case 'reference':
                return stated === undefined ? this.object(frame, slot) : this.translator.expression(stated.expression, frame);
            case 'variation':
                return counts
                    ? this.selection(frame, slot, this.translator.expression(stated.expression, frame))
                    : this.variation(frame, slot, stated?.expression);
            default:
                return counts
                    ? this.conforming(this.translator.expression(stated.expression, frame), slot)
                    : this.free(frame, slot, stated?.expression);
        }
    }

    /** The truth value of a constraint that is read. */
    private judged(frame: Frame, { feature, names }: Slot): Symbolic {
        const inner = new ConditionFrame(this.run, layoutOf(feature), frame, objectOf(frame));
        this.perform(inner, names[0] ?? 'a condition');
        return this.translator.conditions(feature, inner);
    }

    /**
     * Records the bindings of a feature, which become equalities of the query.
     * @returns the feature of an outer object with which this feature is identical; undefined without one
     */
    private connect(frame: Frame, slot: Slot): Place | undefined {
        const connected = connectedTo(frame, slot);
        if (connected === undefined) {
            return undefined;
        }
        if (connected.isFed && slot.chain.every(f => f.value === undefined)) {
            throw new Untranslatable(`the item flow to ${slot.names[0] ?? ''} is not translated`);
        }
        for (const other of connected.others) {
            if (other === undefined) {
                throw new Untranslatable(`an end of the binding of ${slot.names[0] ?? ''} cannot be resolved`);
            }
            this.bound.push([{ frame, index: slot.index }, other]);
        }
        return connected.redefinition;
    }

    /** Returns the bindings as conditions of the query. Reading their ends may add further ones. */
    bindings(): readonly Term[] {
        for (const [a, b] of this.bound.splice(0)) {
            const known = this.equalities.find(e => isSame(e.a, b) && isSame(e.b, a));
            if (known === undefined) {
                const term = this.arithmetic.equal(this.read(a.frame, a.index), this.read(b.frame, b.index));
                this.equalities.push({ a, b, term });
            }
        }
        return this.bound.length > 0 ? this.bindings() : this.equalities.map(e => e.term);
    }

    /**
     * Whether the query respects a stated value. It always respects values from the library, values that define a variant, and values
     * derived from other features.
     */
    private counts(
        frame: Frame,
        { expression, isDefault, isInitial, $container }: NonNullable<ReturnType<typeof featureValueOf>>
    ): boolean {
        return (
            this.standpoint === 'declared' ||
            this.performances.has(frame) ||
            scopeOf($container).isLibrary ||
            isOfVariant(frame) ||
            (isDefault !== true && isInitial !== true && readsFeatures(expression))
        );
    }

    private subject(frame: ConditionFrame, slot: Slot): Symbolic {
        const index = slot.index;
        // It is the subject of the requirement around it, or bound to that: the object is made where it is read.
        const bound = frame.isSet(index) ? undefined : this.boundSubject(frame, slot);
        let value: Value | undefined;
        try {
            value = frame.read(index);
        } catch (error) {
            if (!(error instanceof EvaluationError)) {
                throw error;
            }
        }
        return value instanceof Instance && !value.isOpen ? known(value) : (bound ?? this.freshObject(frame, slot));
    }

    private boundSubject(frame: ConditionFrame, { chain }: Slot): Symbolic | undefined {
        const stated = chain.find(f => f.value !== undefined)?.value;
        if (stated !== undefined) {
            return this.translator.expression(stated.expression, frame);
        }
        for (let outer = frame.outer; outer instanceof ConditionFrame; outer = outer.outer) {
            const own = outer.layout.slots.find(isSubject);
            if (own !== undefined) {
                return this.read(outer, own.index);
            }
        }
        return undefined;
    }

    private freshObject(frame: Frame, slot: Slot): Symbolic {
        const via = { index: slot.index, position: 1 };
        // A declaration that adds nothing to what it redefines (`subject c;`) has the features of that.
        const declaration = slot.chain.find(f => f.relationships?.length !== 0 || ownedMembersOf(f).length > 0) ?? slot.feature;
        const object = new Instance(this.run, layoutOf(declaration), slot.feature, frame, { via });
        frame.write(slot.index, object);
        return known(object);
    }

    /**
     * Creates the objects of a feature, as many as its multiplicity requires, as the evaluator does. @throws Untranslatable for an open
     * number of objects
     */
    private object(frame: Frame, slot: Slot): Symbolic {
        const { lower, upper } = evaluatedBounds(slot, frame);
        const name = slot.names[0] ?? '';
        if (lower !== upper && !boundsOf(slot).isAnyNumber) {
            throw new Untranslatable(`the number of objects of ${name} is open (${lower}..${upper === Infinity ? '*' : upper})`);
        }
        if (natureOf(slot) === 'reference') {
            return this.freshObject(frame, slot);
        }
        const value = frame.read(slot.index);
        const isOpen = typeof value === 'object' && value !== null && (value.kind === 'undetermined' || value.kind === 'unset');
        return isOpen ? this.freshObject(frame, slot) : known(value);
    }

    /** Converts a value to the type of a feature: a number is rounded for a Real. @throws Untranslatable for an incompatible value */
    private conforming(value: Symbolic, slot: Slot): Symbolic {
        const category = categoryOf(slot.feature);
        if (value.kind === 'many') {
            return { kind: 'many', elements: value.elements.map(e => this.conforming(e, slot)) };
        }
        if (!NUMERIC.has(category) || (value.kind === 'value' && value.value === null)) {
            return value;
        }
        const { term, meaning } = asTerm(value, this.arithmetic.choices);
        if (!terms.isNumeric(term)) {
            return value;
        }
        if (WHOLE.has(category)) {
            if (term.sort !== 'Int') {
                throw new Untranslatable(`${slot.names[0] ?? 'the feature'} must be ${category}, and its value need not be`);
            }
            return value;
        }
        if (category !== 'real' || meaning.kind === 'real') {
            return value;
        }
        if (term.constant === undefined) {
            this.arithmetic.round(term.sort !== 'Int');
            return number(terms.toReal(term), true);
        }
        return number(terms.exact(rationalOfDouble(nearestDouble(terms.ratioOf(term.constant)))), true);
    }

    /** Returns a value for a feature that may have any value of its type. */
    private free(frame: Frame, slot: Slot, stated: AstNode | undefined): Symbolic {
        const performed = this.performances.get(frame);
        if (performed !== undefined) {
            throw new Untranslatable(`${slot.names[0] ?? 'a feature'} has no value in ${performed}`);
        }
        const { lower, upper } = evaluatedBounds(slot, frame);
        const contributing = stated === undefined ? subsettersOf(frame.layout).get(slot.index) : undefined;
        if (contributing !== undefined && contributing.length > 0) {
            return collected(contributing.map(index => this.read(frame, index)));
        }
        if (slot.chain.some(f => (f.relationships ?? []).some(r => REFERRING.has(r.$type)))) {
            throw new Untranslatable(`the reference of ${slot.names[0] ?? ''} to another feature is not translated`);
        }
        if (boundsOf(slot).isAnyNumber || (lower === 1 && upper === 1)) {
            return this.declare(frame, slot, { stated });
        }
        if (lower !== upper) {
            const range = `${lower}..${upper === Infinity ? '*' : upper}`;
            throw new Untranslatable(`the number of values of ${slot.names[0] ?? ''} is open (${range})`);
        }
        if (stated !== undefined) {
            return this.translator.expression(stated, frame);
        }
        const elements = Array.from({ length: lower }, (_, i) => this.declare(frame, slot, { position: { at: i + 1, of: lower } }));
        return { kind: 'many', elements };
    }

    private declare(frame: Frame, slot: Slot, { stated, position }: { stated?: AstNode; position?: Variable['position'] }): Symbolic {
        const { feature } = slot;
        const own = nameAt(frame, slot);
        const name = position === undefined ? own : `${own}[${position.at}]`;
        const { sort, meaning, unit, domain, choices } = this.typeOf(frame, slot);
        const term = terms.variable(`v${this.variables.length}`, sort);
        this.variables.push({
            name,
            feature,
            frame,
            index: slot.index,
            ...(position && { position }),
            term,
            meaning,
            domain: choices === undefined ? domain(term) : among(term, choices),
            ...(choices && { choices }),
            isVariation: false,
            ...(unit && { unit }),
            ...(stated && {
                declared: { expression: stated, value: () => this.conforming(this.translator.expression(stated, frame), slot) }
            })
        });
        return { kind: 'term', term, meaning };
    }

    /** Returns the possible values of a feature, with the literals of an enumeration. @throws Untranslatable */
    private typeOf(frame: Frame, slot: Slot): Range & { readonly choices?: readonly Choice[] } {
        const [enumeration] = enumerationsOf(slot.feature);
        return enumeration === undefined
            ? this.rangeOf(frame, slot)
            : { ...CHOSEN, choices: literalsOf(enumeration).map(l => this.literal(l)) };
    }

    private literal(literal: AstNode): Choice {
        const value = literalOf(literal, this.run.model);
        return { id: value.literalId, number: this.arithmetic.choices.of(value.literalId), value };
    }

    /** Returns the possible values of a feature with a declared type. @throws Untranslatable for a type that has no equivalent sort */
    private rangeOf(frame: Frame, slot: Slot): Range {
        const category = categoryOf(slot.feature);
        const range = RANGES[category];
        if (range !== undefined) {
            return range;
        }
        const name = nameAt(frame, slot);
        if (category !== 'quantity') {
            throw new Untranslatable(
                category === 'any'
                    ? `${name} has no type: declare one (Boolean, String, a number, a quantity, an enumeration)`
                    : `${name} is of a type that is not translated (${category})`
            );
        }
        const unit = declaredTypesOf(slot.feature)
            .map(type => this.run.unitOfQuantityType(type))
            .find(u => u !== undefined);
        if (unit === undefined || unit.isScale) {
            throw new Untranslatable(`${name} is a quantity whose unit is ${unit === undefined ? 'not known' : 'a scale'}`);
        }
        const base = unit.system.compose(unit.term.factors);
        return unit.term.factors.length === 0
            ? RANGES.number!
            : {
                  sort: 'Real',
                  meaning: { kind: 'quantity', dimension: unitTerm(ONE, unit.term.factors), isReal: false },
                  unit: base,
                  domain: () => terms.TRUE
              };
    }

    private selection(frame: Frame, slot: Slot, value: Symbolic): Symbolic {
        if (value.kind === 'term' || value.kind === 'many') {
            return value;
        }
        const choices = this.variantsAt(frame, slot);
        const { term } = asTerm(value, this.arithmetic.choices);
        const cases = choices.map(c => ({ guard: terms.equal(term, terms.integer(c.number)), value: known(c.value) }));
        const chosen = cases.filter(c => c.guard !== terms.FALSE);
        return {
            kind: 'cases',
            cases: chosen,
            choice: { kind: 'term', term, meaning: { kind: 'choice' } }
        };
    }

    /** Returns the value of a variation whose variant is free. */
    private variation(frame: Frame, slot: Slot, stated: AstNode | undefined): Symbolic {
        const { lower, upper } = evaluatedBounds(slot, frame);
        if (!boundsOf(slot).isAnyNumber && (lower !== 1 || upper !== 1)) {
            throw new Untranslatable(`the variation ${slot.names[0] ?? ''} selects other than one variant`);
        }
        const choices = this.variantsAt(frame, slot);
        const term = terms.variable(`v${this.variables.length}`, 'Int');
        const meaning = { kind: 'choice' } as const;
        const name = nameAt(frame, slot);
        this.variables.push({
            name,
            feature: slot.feature,
            frame,
            index: slot.index,
            term,
            meaning,
            domain: among(term, choices),
            choices,
            isVariation: true,
            ...(stated && {
                declared: { expression: stated, value: () => asTerm(this.translator.expression(stated, frame), this.arithmetic.choices) }
            })
        });
        const cases: Case[] = choices.map(c => ({ guard: terms.equal(term, terms.integer(c.number)), value: known(c.value) }));
        return { kind: 'cases', cases, choice: { kind: 'term', term, meaning } };
    }

    private variantsAt(frame: Frame, slot: Slot): readonly Choice[] {
        return variantsOf(slot.feature).map(variant => {
            const id = qualifiedNameOf(variant) ?? nameOf(variant) ?? '';
            const via = { index: slot.index, position: 1 };
            const value = new Instance(this.run, layoutOf(variant), variant, frame, { variant, via });
            return { id, number: this.arithmetic.choices.of(id), value };
        });
    }
}

const NUMERIC: ReadonlySet<ValueCategory> = new Set(['natural', 'positive', 'integer', 'rational', 'real', 'number', 'quantity']);
const WHOLE: ReadonlySet<ValueCategory> = new Set(['natural', 'positive', 'integer']);
const REFERRING: ReadonlySet<string> = new Set(['ReferenceSubsetting', 'FeatureChaining']);

const among = (term: Term, choices: readonly Choice[]): Term => terms.or(...choices.map(c => terms.equal(term, terms.integer(c.number))));

const isSame = (a: Place, b: Place): boolean => a.frame === b.frame && a.index === b.index;

/** Returns the qualified name of a feature, after the feature chain to its object. */
export function nameAt(frame: Frame, slot: Slot): string {
    const own = slot.names[0] ?? '';
    if (frame instanceof Instance && frame.via !== undefined && frame.outer !== undefined) {
        const holder = frame.outer.layout.slots[frame.via.index];
        const place = isManyValued(holder) ? `[${frame.via.position}]` : '';
        return `${nameAt(frame.outer, holder)}${place}.${own}`;
    }
    if (frame instanceof Instance && isFeature(frame.type)) {
        return `${qualifiedNameOf(frame.type) ?? nameOf(frame.type) ?? ''}.${own}`;
    }
    return qualifiedNameOf(slot.feature) ?? own;
}
