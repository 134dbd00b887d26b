/**
 * Translates features to terms. Decides which features are variables of the query, and which are derived. The frames are the evaluator's
 * own, so that a witness can be written into them and replayed.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { featureValueOf, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { ConditionFrame, isSubject, objectOf } from '../../evaluation/calculations/conditions.js';
import { type Frame, frameWithName, type Place } from '../../evaluation/expressions/frame.js';
import { connectedTo } from '../../evaluation/instances/bindings.js';
import { evaluatedBounds } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { categoryOf, enumerationsOf, type ValueCategory } from '../../evaluation/model/kinds.js';
import { type Slot, layoutOf, subsettersOf } from '../../evaluation/model/layout.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import type { Run } from '../../evaluation/run.js';
import { EvaluationError, type Value, nearestDouble, rationalOfDouble } from '../../values/index.js';
import {
    type Arithmetic,
    collected,
    known,
    type Meaning,
    number,
    scalarOfTerm,
    type Symbolic,
    type SymbolicTerm,
    Untranslatable,
    asTerm
} from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';
import { isOfVariant, readsFeatures } from './stated-values.js';
import { type Variable, Variables } from './variables.js';

/** The value of a feature, with the conditions under which it is defined. */
interface Known {
    readonly value: Symbolic;
    readonly sides: readonly Term[];
}

/** `declared`: the query keeps values that the model states. `free`: it uses only the types of the features. */
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
 * Returns the feature with the same name in the scope of a condition, or of its subject. A condition whose feature has no stated value
 * refers to that feature.
 */
function namesakeOf({ outer, subject }: ConditionFrame, { names }: Slot): Place | undefined {
    const name = names.at(0);
    const find = (frame: Frame | undefined): Place | undefined => (name === undefined ? undefined : frameWithName(frame, name));
    return find(outer) ?? find(subject instanceof Instance ? subject : undefined);
}

export class Features {
    private readonly free: Variables;
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
    ) {
        this.free = new Variables(run, arithmetic.choices);
    }

    /** The free features that have been read. */
    get variables(): readonly Variable[] {
        return this.free.all;
    }

    /** Passes an argument to a parameter of a calculation or body. */
    give(frame: Frame, index: number, value: Symbolic): void {
        const slot = frame.layout.slots[index];
        const held = this.conforming(value, slot);
        if (held.kind === 'value') {
            // The evaluator computes with known values, and reads them from the frame.
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
        const value = this.any(frame, frame.layout.slots[index], undefined);
        this.valuesOf(frame).set(index, { value, sides: [] });
        return value;
    }

    /** Returns a symbol for a feature that changes. It is later replaced by the term for its value at some time. */
    changing(frame: Frame, index: number, name: string, initial: SymbolicTerm | undefined): SymbolicTerm {
        const slot = frame.layout.slots[index];
        const isTyped = enumerationsOf(slot.feature).length > 0 || categoryOf(slot.feature) !== 'any';
        const { sort, meaning } =
            isTyped || initial === undefined ? this.free.typeOf(frame, slot) : { ...initial, sort: initial.term.sort };
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
                    ? this.free.selection(frame, slot, this.translator.expression(stated.expression, frame))
                    : this.variation(frame, slot, stated?.expression);
            default:
                return counts
                    ? this.conforming(this.translator.expression(stated.expression, frame), slot)
                    : this.any(frame, slot, stated?.expression);
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
        // It is the subject of the enclosing requirement, or bound to it: its object is created when it is read.
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
        // A declaration that adds nothing to the feature that it redefines (`subject c;`) has the features of that feature.
        const declaration = slot.chain.find(f => f.relationships?.length !== 0 || ownedMembersOf(f).length > 0) ?? slot.feature;
        const object = new Instance(this.run, layoutOf(declaration), slot.feature, frame, { via });
        frame.write(slot.index, object);
        return known(object);
    }

    /**
     * Creates as many objects of a feature as its multiplicity requires, like the evaluator. @throws Untranslatable for an open number of
     * objects
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
        if (value.kind === 'value' && value.value === null) {
            return value;
        }
        const meaning = this.free.literalsOf(slot)?.meaning;
        if (meaning !== undefined) {
            return this.literalFor(value, slot, meaning);
        }
        if (!NUMERIC.has(category)) {
            return value;
        }
        const { choices } = this.arithmetic;
        const own = asTerm(value, choices);
        const scalar = scalarOfTerm(own, choices);
        const { term } = scalar;
        if (!terms.isNumeric(term)) {
            return value;
        }
        const held = scalar === own ? value : scalar;
        if (WHOLE.has(category)) {
            if (term.sort !== 'Int') {
                throw new Untranslatable(`${slot.names[0] ?? 'the feature'} must be ${category}, and its value need not be`);
            }
            return held;
        }
        if (category !== 'real' || scalar.meaning.kind === 'real') {
            return held;
        }
        if (term.constant === undefined) {
            this.arithmetic.round(term.sort !== 'Int');
            return number(terms.toReal(term), true);
        }
        return number(terms.exact(rationalOfDouble(nearestDouble(terms.ratioOf(term.constant)))), true);
    }

    /** Returns the literal that equals a value; requires that there is one. @throws Untranslatable if the literals have no values */
    private literalFor(value: Symbolic, slot: Slot, meaning: Meaning): Symbolic {
        const { choices } = this.arithmetic;
        const symbolic = asTerm(value, choices);
        if (symbolic.meaning.kind === 'choice' || meaning.kind !== 'choice' || meaning.literals === undefined) {
            return value;
        }
        const literals = meaning.literals.map(l => choices.term(l.literalId, meaning));
        const cases = literals.map(l => ({ guard: this.arithmetic.equal(l, symbolic), value: l }));
        const isLiteral = terms.or(...cases.map(c => c.guard));
        if (isLiteral === terms.FALSE) {
            throw new Untranslatable(`the value of ${slot.names[0] ?? 'a feature'} is no literal of its enumeration`);
        }
        this.arithmetic.require(isLiteral);
        return asTerm({ kind: 'cases', cases }, choices);
    }

    /** Returns a value for a feature that may have any value of its type. */
    private any(frame: Frame, slot: Slot, stated: AstNode | undefined): Symbolic {
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
            return this.free.feature(frame, slot, { declared: this.declared(frame, slot, stated) });
        }
        if (lower !== upper) {
            const range = `${lower}..${upper === Infinity ? '*' : upper}`;
            throw new Untranslatable(`the number of values of ${slot.names[0] ?? ''} is open (${range})`);
        }
        if (stated !== undefined) {
            return this.translator.expression(stated, frame);
        }
        const elements = Array.from({ length: lower }, (_, i) => this.free.feature(frame, slot, { position: { at: i + 1, of: lower } }));
        return { kind: 'many', elements };
    }

    /** A value that the model states for a free feature. */
    private declared(frame: Frame, slot: Slot, expression: AstNode | undefined): Variable['declared'] {
        return expression && { expression, value: () => this.conforming(this.translator.expression(expression, frame), slot) };
    }

    /** Returns the value of a variation whose variant is free. */
    private variation(frame: Frame, slot: Slot, stated: AstNode | undefined): Symbolic {
        const { lower, upper } = evaluatedBounds(slot, frame);
        if (!boundsOf(slot).isAnyNumber && (lower !== 1 || upper !== 1)) {
            throw new Untranslatable(`the variation ${slot.names[0] ?? ''} selects other than one variant`);
        }
        const value = (): Symbolic => asTerm(this.translator.expression(stated!, frame), this.arithmetic.choices);
        return this.free.variation(frame, slot, stated && { expression: stated, value });
    }
}

const NUMERIC: ReadonlySet<ValueCategory> = new Set(['natural', 'positive', 'integer', 'rational', 'real', 'number', 'quantity']);
const WHOLE: ReadonlySet<ValueCategory> = new Set(['natural', 'positive', 'integer']);
const REFERRING: ReadonlySet<string> = new Set(['ReferenceSubsetting', 'FeatureChaining']);

const isSame = (a: Place, b: Place): boolean => a.frame === b.frame && a.index === b.index;
