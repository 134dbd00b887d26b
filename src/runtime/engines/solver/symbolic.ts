/**
 * Symbolic values of expressions that depend on free features: a solver term, a known value, a list of symbolic values, or several cases
 * with conditions. Quantities are terms in base units. Does not depend on the syntax.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { textOf } from '../../../language/semantics/text.js';
import {
    EnumLiteral,
    ONE,
    Quantity,
    type Rational,
    Real,
    UNITY,
    type UnitTerm,
    type Value,
    describe,
    divideTerms,
    elementsOf,
    exactRatio,
    isInteger,
    isRealNumber,
    multiplyRationals,
    multiplyTerms,
    sameDimension,
    unitTerm
} from '../../values/index.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { variantOf } from '../../evaluation/expressions/choices.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';

/** A construct or value that cannot be expressed in the solver's language. The text names it. */
export class Untranslatable extends Error {
    /** @param node the innermost expression that contains it */
    constructor(
        override readonly cause: string,
        readonly node?: AstNode
    ) {
        super(node === undefined ? cause : `${cause} (in ${textOf(node).trim()})`);
    }
}

/** The meaning of a term beyond its sort. */
export type Meaning =
    /** an Integer, or a number with exact values */
    | { readonly kind: 'number' }
    /** a number that the evaluator represents in binary64, so that computations with it are rounded */
    | { readonly kind: 'real' }
    /** magnitude of a quantity in base units */
    | { readonly kind: 'quantity'; readonly dimension: UnitTerm; readonly isReal: boolean }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'string' }
    /** the number of a literal or of a variant; `literals`: the possible literals, for an enumeration whose literals have values */
    | { readonly kind: 'choice'; readonly literals?: readonly EnumLiteral[] };

export interface SymbolicTerm {
    readonly kind: 'term';
    readonly term: Term;
    readonly meaning: Meaning;
}

export type Symbolic =
    | SymbolicTerm
    | { readonly kind: 'value'; readonly value: Value }
    | { readonly kind: 'many'; readonly elements: readonly Symbolic[] }
    /** several cases, exactly one of whose guards is true; for a variation, `choice` is the number of its variant */
    | { readonly kind: 'cases'; readonly cases: readonly Case[]; readonly choice?: SymbolicTerm };

export interface Case {
    readonly guard: Term;
    readonly value: Symbolic;
}

const BOOLEAN: Meaning = { kind: 'boolean' };
const NUMBER: Meaning = { kind: 'number' };

export const truth = (term: Term): SymbolicTerm => ({ kind: 'term', term, meaning: BOOLEAN });
export const number = (term: Term, isReal = false): SymbolicTerm => ({ kind: 'term', term, meaning: isReal ? { kind: 'real' } : NUMBER });
export const known = (value: Value): Symbolic => ({ kind: 'value', value });

/** Returns the elements of a value that may be a collection. */
export function elementsIn(symbolic: Symbolic): readonly Symbolic[] {
    if (symbolic.kind === 'many') {
        return symbolic.elements;
    }
    return symbolic.kind === 'value' ? elementsOf(symbolic.value).map(known) : [symbolic];
}

/** Joins parts to a flat collection. */
export function collected(parts: readonly Symbolic[]): Symbolic {
    const elements = parts.flatMap(elementsIn);
    return elements.length === 1 ? elements[0] : { kind: 'many', elements };
}

/** Assigns numbers to literals and variants. */
export class ChoiceNumbers {
    private readonly numbers = new Map<string, number>();

    of(id: string): number {
        let found = this.numbers.get(id);
        if (found === undefined) {
            this.numbers.set(id, (found = this.numbers.size));
        }
        return found;
    }

    term(id: string, meaning: Meaning = { kind: 'choice' }): SymbolicTerm {
        return { kind: 'term', term: terms.integer(this.of(id)), meaning };
    }
}

/** Returns the magnitude of a quantity in base units. @throws Untranslatable for a point on a scale */
export function inBaseUnits({ magnitude, unit }: Quantity): Rational {
    if (unit.isScale) {
        throw new Untranslatable(`a point on the measurement scale ${unit.text} is not translated`);
    }
    if (!isRealNumber(magnitude)) {
        throw new Untranslatable('a complex magnitude is not translated');
    }
    return multiplyRationals(exactRatio(magnitude), unit.term.scale);
}

/** Converts a single known value or term to a term. @throws Untranslatable */
export function asTerm(symbolic: Symbolic, choices: ChoiceNumbers): SymbolicTerm {
    if (symbolic.kind === 'term') {
        return symbolic;
    }
    if (symbolic.kind === 'cases') {
        return symbolic.choice ?? joined(symbolic.cases, choices);
    }
    const elements = elementsIn(symbolic);
    if (elements.length !== 1) {
        throw new Untranslatable(`${elements.length === 0 ? 'no value' : 'a collection'} in place of one value is not translated`);
    }
    const [only] = elements;
    return only.kind === 'value' ? termOfValue(only.value, choices) : asTerm(only, choices);
}

function termOfValue(value: Value, choices: ChoiceNumbers): SymbolicTerm {
    if (typeof value === 'boolean') {
        return truth(terms.boolean(value));
    }
    if (typeof value === 'string') {
        return { kind: 'term', term: terms.string(value), meaning: { kind: 'string' } };
    }
    if (isInteger(value)) {
        return number(terms.integer(value));
    }
    if (isRealNumber(value)) {
        return number(terms.exact(exactRatio(value)), value instanceof Real);
    }
    if (value instanceof Quantity) {
        const meaning = {
            kind: 'quantity',
            dimension: unitTerm(ONE, value.unit.term.factors),
            isReal: value.magnitude instanceof Real
        } as const;
        return { kind: 'term', term: terms.exact(inBaseUnits(value)), meaning };
    }
    if (value instanceof EnumLiteral) {
        return choices.term(value.literalId, meaningOf([value]));
    }
    const variant = variantOf(value);
    if (variant !== undefined) {
        return choices.term(qualifiedNameOf(variant) ?? '');
    }
    throw new Untranslatable(`${describe(value)} is not translated`);
}

/** The meaning of a term whose value is one of several literals. */
export function meaningOf(literals: readonly EnumLiteral[]): Meaning {
    return literals.length > 0 && literals.every(l => l.value !== undefined) ? { kind: 'choice', literals } : { kind: 'choice' };
}

/**
 * The scalar of a literal, if its enumeration gives its literals values; other terms are unchanged. Like the evaluator, this converts a
 * literal that is compared, computed or assigned together with another kind of value.
 */
export function scalarOfTerm(symbolic: SymbolicTerm, choices: ChoiceNumbers): SymbolicTerm {
    const { term, meaning } = symbolic;
    if (meaning.kind !== 'choice' || meaning.literals === undefined) {
        return symbolic;
    }
    const cases = meaning.literals.map(l => ({
        guard: terms.equal(term, terms.integer(choices.of(l.literalId))),
        value: known(l.value!)
    }));
    return joined(cases, choices);
}

/** Returns one term for values that conditions select. @throws Untranslatable if they are of different kinds */
function joined(cases: readonly Case[], choices: ChoiceNumbers): SymbolicTerm {
    const own = cases.map(({ value }) => asTerm(value, choices));
    const parts = own.every(p => p.meaning.kind === 'choice') ? own : own.map(p => scalarOfTerm(p, choices));
    const meaning = parts.map(p => p.meaning).reduce(joinedMeaning);
    const isOfReals = parts.some(p => p.term.sort === 'Real');
    const [last, ...others] = parts.map(p => (isOfReals ? terms.toReal(p.term) : p.term)).reverse();
    const guards = cases.map(c => c.guard).reverse();
    return { kind: 'term', term: others.reduce((rest, term, i) => terms.conditional(guards[i + 1], term, rest), last), meaning };
}

function joinedMeaning(a: Meaning, b: Meaning): Meaning {
    if (isNumeric(a) && isNumeric(b)) {
        return dimensioned(commonDimension(a, b), isReal(a) || isReal(b));
    }
    if (a.kind !== b.kind) {
        throw new Untranslatable(`values of several kinds (${a.kind}, ${b.kind}) are not translated`);
    }
    if (a.kind !== 'choice' || b.kind !== 'choice' || a.literals === undefined) {
        return a;
    }
    return b.literals === undefined ? b : { kind: 'choice', literals: [...new Set([...a.literals, ...b.literals])] };
}

const isNumeric = ({ kind }: Meaning): boolean => kind === 'number' || kind === 'real' || kind === 'quantity';
const isReal = (meaning: Meaning): boolean => meaning.kind === 'real' || (meaning.kind === 'quantity' && meaning.isReal);
const dimensionOf = (meaning: Meaning): UnitTerm => (meaning.kind === 'quantity' ? meaning.dimension : UNITY);

function dimensioned(dimension: UnitTerm, isReal: boolean): Meaning {
    if (dimension.factors.length > 0) {
        return { kind: 'quantity', dimension, isReal };
    }
    return isReal ? { kind: 'real' } : NUMBER;
}

function commonDimension(a: Meaning, b: Meaning): UnitTerm {
    const [x, y] = [dimensionOf(a), dimensionOf(b)];
    if (!sameDimension(x, y)) {
        throw new Untranslatable('quantities of different dimensions are compared or added');
    }
    return x;
}

/** Whether a term is a literal zero, which is compatible with every dimension (contract: verification-and-engines 4.10). */
const isBareZero = ({ term, meaning }: SymbolicTerm): boolean =>
    meaning.kind !== 'quantity' &&
    term.constant !== undefined &&
    terms.equal(terms.toReal(term), terms.exact(exactRatio(0))).constant === true;

/** The operators of numbers and quantities. Records whether the evaluator would round. */
export class Arithmetic {
    /** conditions under which all evaluated expressions are defined */
    private defined = new Set<Term>();
    /** condition under which the currently translated expression is evaluated */
    private guard = terms.TRUE;
    private rounds = false;

    constructor(readonly choices: ChoiceNumbers) {}

    /** Conditions under which all evaluated expressions are defined; for example, no divisor is zero. */
    get sides(): readonly Term[] {
        return [...this.defined];
    }

    /** Translates an expression that is evaluated only if a condition holds. */
    under<T>(condition: Term, work: () => T): T {
        const outer = this.guard;
        this.guard = terms.and(outer, condition);
        try {
            return work();
        } finally {
            this.guard = outer;
        }
    }

    /**
     * Translates an expression that is evaluated in several places. Each place must {@link require} the returned conditions under which it
     * is defined.
     */
    apart<T>(work: () => T): { readonly value: T; readonly sides: readonly Term[] } {
        const { guard, defined } = this;
        this.guard = terms.TRUE;
        this.defined = new Set();
        try {
            return { value: work(), sides: [...this.defined] };
        } finally {
            this.guard = guard;
            this.defined = defined;
        }
    }

    /** Records a condition under which the currently translated expression is defined. */
    require(side: Term): void {
        const guarded = terms.implies(this.guard, side);
        if (guarded !== terms.TRUE) {
            this.defined.add(guarded);
        }
    }

    /** Whether the evaluator computes something in binary64 where the query is exact. */
    get isRounded(): boolean {
        return this.rounds;
    }

    /** Records that the evaluator rounds a number here. */
    round(isRounded: boolean): void {
        this.rounds ||= isRounded;
    }

    private numbers(operator: string, left: Symbolic, right: Symbolic): readonly [SymbolicTerm, SymbolicTerm] {
        const [a, b] = [this.scalar(left), this.scalar(right)];
        if (!isNumeric(a.meaning) || !isNumeric(b.meaning)) {
            throw new Untranslatable(`operator '${operator}' of a ${a.meaning.kind} and a ${b.meaning.kind} is not translated`);
        }
        return [a, b];
    }

    private scalar(symbolic: Symbolic): SymbolicTerm {
        return scalarOfTerm(asTerm(symbolic, this.choices), this.choices);
    }

    /** Translates `+ - * / %`. @throws Untranslatable */
    binary(operator: string, left: Symbolic, right: Symbolic): SymbolicTerm {
        const [a, b] = this.numbers(operator, left, right);
        const real = isReal(a.meaning) || isReal(b.meaning);
        this.rounds ||= real;
        switch (operator) {
            case '+':
            case '-': {
                const dimension = commonDimension(a.meaning, b.meaning);
                return { kind: 'term', term: terms.arithmetic(operator, a.term, b.term), meaning: dimensioned(dimension, real) };
            }
            case '*': {
                const dimension = multiplyTerms(dimensionOf(a.meaning), dimensionOf(b.meaning));
                return { kind: 'term', term: terms.arithmetic('*', a.term, b.term), meaning: dimensioned(dimension, real) };
            }
            case '/': {
                this.divides(b);
                const dimension = divideTerms(dimensionOf(a.meaning), dimensionOf(b.meaning));
                return { kind: 'term', term: terms.quotient(a.term, b.term), meaning: dimensioned(dimension, real) };
            }
            default:
                if (a.term.sort !== 'Int' || b.term.sort !== 'Int') {
                    throw new Untranslatable(`operator '${operator}' is translated for Integers only`);
                }
                this.divides(b);
                return number(terms.remainder(a.term, b.term));
        }
    }

    private divides({ term }: SymbolicTerm): void {
        const isZero = terms.equal(term, terms.integer(0));
        if (isZero.constant === true) {
            throw new Untranslatable('division by zero');
        }
        if (isZero.constant === undefined) {
            this.require(terms.not(isZero));
        }
    }

    negative(operand: Symbolic): SymbolicTerm {
        const [a] = this.numbers('-', operand, known(0));
        return { ...a, term: terms.negative(a.term) };
    }

    /** Translates `< <= > >=`. @throws Untranslatable */
    compare(operator: string, left: Symbolic, right: Symbolic): Term {
        const [a, b] = this.numbers(operator, left, right);
        if (!isBareZero(a) && !isBareZero(b)) {
            commonDimension(a.meaning, b.meaning);
        }
        return terms.compare(operator, a.term, b.term);
    }

    /** Translates `==`. @throws Untranslatable */
    equal(left: Symbolic, right: Symbolic): Term {
        const [xs, ys] = [elementsIn(left), elementsIn(right)];
        if (xs.length !== 1 || ys.length !== 1) {
            return xs.length === ys.length ? terms.and(...xs.map((x, i) => this.equal(x, ys[i]))) : terms.FALSE;
        }
        const sides = [asTerm(left, this.choices), asTerm(right, this.choices)];
        const areChoices = sides.every(s => s.meaning.kind === 'choice');
        const [a, b] = areChoices ? sides : sides.map(s => scalarOfTerm(s, this.choices));
        if (isNumeric(a.meaning) && isNumeric(b.meaning)) {
            if (!isBareZero(a) && !isBareZero(b)) {
                commonDimension(a.meaning, b.meaning);
            }
            return terms.equal(a.term, b.term);
        }
        if (a.meaning.kind !== b.meaning.kind) {
            throw new Untranslatable(`equality of a ${a.meaning.kind} and a ${b.meaning.kind} is not translated`);
        }
        return terms.equal(a.term, b.term);
    }
}

/** Converts a condition to a term. @throws Untranslatable if it is not Boolean */
export function asCondition(symbolic: Symbolic, choices: ChoiceNumbers): Term {
    const { term, meaning } = asTerm(symbolic, choices);
    if (meaning.kind !== 'boolean') {
        throw new Untranslatable(`a ${meaning.kind} in place of a Boolean is not translated`);
    }
    return term;
}
