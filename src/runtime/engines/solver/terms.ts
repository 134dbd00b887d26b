/**
 * Terms of the solver's language, with sorts. Functions build them and fold constants; they are written as SMT-LIB 2. Does not depend on
 * models or solvers.
 */
import {
    type Integer,
    Rational,
    addRationals,
    compareRationals,
    divideRationals,
    multiplyRationals,
    negateRational,
    rational,
    remainderOfIntegers,
    subtractRationals
} from '../../values/index.js';

export type Sort = 'Bool' | 'Int' | 'Real' | 'String';

export type Constant = boolean | string | Integer | Rational;

/** A term. Terms are shared, so that a value that is used several times is written once. */
export interface Term {
    readonly sort: Sort;
    /** SMT-LIB name of the operator; without operands, the name of the variable or the text of the constant */
    readonly operator: string;
    readonly operands: readonly Term[];
    readonly constant?: Constant;
}

const of = (sort: Sort, operator: string, ...operands: Term[]): Term => ({ sort, operator, operands });

export const TRUE: Term = { sort: 'Bool', operator: 'true', operands: [], constant: true };
export const FALSE: Term = { sort: 'Bool', operator: 'false', operands: [], constant: false };

export const variable = (name: string, sort: Sort): Term => of(sort, name);

export const boolean = (value: boolean): Term => (value ? TRUE : FALSE);

export function integer(value: Integer): Term {
    const digits = (BigInt(value) < 0n ? -BigInt(value) : BigInt(value)).toString();
    return { sort: 'Int', operator: BigInt(value) < 0n ? `(- ${digits})` : digits, operands: [], constant: value };
}

export function exact(value: Rational): Term {
    const { num, den } = value;
    const magnitude = BigInt(num) < 0n ? -BigInt(num) : BigInt(num);
    const quotient = den === 1 ? `${magnitude}.0` : `(/ ${magnitude}.0 ${den}.0)`;
    return { sort: 'Real', operator: BigInt(num) < 0n ? `(- ${quotient})` : quotient, operands: [], constant: value };
}

/** Returns a string literal. As SMT-LIB 2.6 requires, characters other than printable ASCII are escaped and quotation marks are doubled. */
export function string(value: string): Term {
    const written = [...value]
        .map(c => (c === '"' ? '""' : c === '\\' || c < ' ' || c > '~' ? `\\u{${c.codePointAt(0)!.toString(16)}}` : c))
        .join('');
    return { sort: 'String', operator: `"${written}"`, operands: [], constant: value };
}

/** Returns the exact number of a numeric constant. */
export function ratioOf(constant: Constant): Rational {
    if (constant instanceof Rational) {
        return constant;
    }
    if (typeof constant === 'boolean' || typeof constant === 'string') {
        throw new TypeError('a constant that is no number');
    }
    return rational(constant, 1);
}

/** Converts an Integer term to a Real term. */
export function toReal(term: Term): Term {
    if (term.sort === 'Real') {
        return term;
    }
    return term.constant === undefined ? of('Real', 'to_real', term) : exact(ratioOf(term.constant));
}

/** Converts both operands to the same sort. */
export function unified(a: Term, b: Term): readonly [Term, Term] {
    return a.sort === b.sort ? [a, b] : [toReal(a), toReal(b)];
}

export function not(term: Term): Term {
    if (term.constant !== undefined) {
        return boolean(term.constant === false);
    }
    return term.operator === 'not' ? term.operands[0] : of('Bool', 'not', term);
}

export function and(...terms: readonly Term[]): Term {
    const open = terms.filter(t => t !== TRUE);
    if (open.includes(FALSE)) {
        return FALSE;
    }
    return open.length === 0 ? TRUE : open.length === 1 ? open[0] : of('Bool', 'and', ...open);
}

export function or(...terms: readonly Term[]): Term {
    const open = terms.filter(t => t !== FALSE);
    if (open.includes(TRUE)) {
        return TRUE;
    }
    return open.length === 0 ? FALSE : open.length === 1 ? open[0] : of('Bool', 'or', ...open);
}

export const implies = (a: Term, b: Term): Term => or(not(a), b);
export const xor = (a: Term, b: Term): Term => not(equal(a, b));

export function equal(a: Term, b: Term): Term {
    const [x, y] = isNumeric(a) && isNumeric(b) ? unified(a, b) : [a, b];
    if (x.constant !== undefined && y.constant !== undefined) {
        return boolean(x.operator === y.operator);
    }
    return x === y ? TRUE : of('Bool', '=', x, y);
}

export const isNumeric = ({ sort }: Term): boolean => sort === 'Int' || sort === 'Real';

export function conditional(test: Term, then: Term, otherwise: Term): Term {
    if (test.constant !== undefined) {
        return test.constant === true ? then : otherwise;
    }
    const [a, b] = isNumeric(then) ? unified(then, otherwise) : [then, otherwise];
    return a === b || (a.constant !== undefined && a.operator === b.operator) ? a : of(a.sort, 'ite', test, a, b);
}

/** Returns the exact numbers of two operands; undefined unless both are constants. */
function ratiosOf(a: Term, b: Term): readonly [Rational, Rational] | undefined {
    return a.constant === undefined || b.constant === undefined ? undefined : [ratioOf(a.constant), ratioOf(b.constant)];
}

/** Returns a number as a constant of a sort. */
const constantOf = (sort: Sort, value: Rational): Term => (sort === 'Int' ? integer(value.num) : exact(value));

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
    '<': order => order < 0,
    '<=': order => order <= 0,
    '>': order => order > 0,
    '>=': order => order >= 0
};

/** Compares two numbers with `<`, `<=`, `>` or `>=`. */
export function compare(operator: string, a: Term, b: Term): Term {
    const ratios = ratiosOf(a, b);
    return ratios === undefined ? of('Bool', operator, ...unified(a, b)) : boolean(COMPARISONS[operator](compareRationals(...ratios)));
}

const OPERATIONS = { '+': addRationals, '-': subtractRationals, '*': multiplyRationals } as const;

/** Adds, subtracts or multiplies two numbers. */
export function arithmetic(operator: keyof typeof OPERATIONS, a: Term, b: Term): Term {
    const [x, y] = unified(a, b);
    const ratios = ratiosOf(x, y);
    return ratios === undefined ? of(x.sort, operator, x, y) : constantOf(x.sort, OPERATIONS[operator](...ratios));
}

export const negative = (a: Term): Term =>
    a.constant === undefined ? of(a.sort, '-', a) : constantOf(a.sort, negateRational(ratioOf(a.constant)));

/** Returns the exact quotient of two numbers. */
export function quotient(a: Term, b: Term): Term {
    const ratios = ratiosOf(a, b);
    return ratios === undefined || ratios[1].num === 0 ? of('Real', '/', toReal(a), toReal(b)) : exact(divideRationals(...ratios));
}

/** Returns the remainder as SMT-LIB defines it, which is never negative. */
function modulo(a: Term, b: Term): Term {
    if (a.constant === undefined || b.constant === undefined || ratioOf(b.constant).num === 0) {
        return of('Int', 'mod', a, b);
    }
    const [x, y] = [ratioOf(a.constant).num, ratioOf(b.constant).num];
    const rest = remainderOfIntegers(x, y);
    const size = BigInt(y) < 0n ? -BigInt(y) : BigInt(y);
    return integer(ratioOf(BigInt(rest) < 0n ? BigInt(rest) + size : rest).num);
}

/** Returns the remainder of two Integers with the sign of the dividend, unlike that of SMT-LIB. */
export function remainder(a: Term, b: Term): Term {
    return conditional(compare('>=', a, integer(0)), modulo(a, b), negative(modulo(negative(a), b)));
}

/** Builds a term from an operator and new operands, and folds constants. */
function rebuilt({ sort, operator }: Term, operands: readonly Term[]): Term {
    const [a, b, c] = operands;
    switch (operator) {
        case 'not':
            return not(a);
        case 'and':
            return and(...operands);
        case 'or':
            return or(...operands);
        case '=':
            return equal(a, b);
        case 'ite':
            return conditional(a, b, c);
        case '-':
            return operands.length === 1 ? negative(a) : arithmetic('-', a, b);
        case '+':
        case '*':
            return arithmetic(operator, a, b);
        case '/':
            return quotient(a, b);
        case 'mod':
            return modulo(a, b);
        case 'to_real':
            return toReal(a);
        default:
            return operator in COMPARISONS ? compare(operator, a, b) : of(sort, operator, ...operands);
    }
}

/**
 * Replaces variables in a term by other terms. If all are replaced by constants, the result is a constant. Works without recursion.
 * @param replacements also stores the replaced subterms for later calls
 */
export function substituted(root: Term, replacements: Map<Term, Term>): Term {
    const open: Term[] = [root];
    while (open.length > 0) {
        const term = open[open.length - 1];
        if (replacements.has(term)) {
            open.pop();
            continue;
        }
        const missing = term.operands.filter(o => !replacements.has(o));
        if (missing.length > 0) {
            open.push(...missing);
            continue;
        }
        open.pop();
        const operands = term.operands.map(o => replacements.get(o)!);
        replacements.set(term, operands.every((o, i) => o === term.operands[i]) ? term : rebuilt(term, operands));
    }
    return replacements.get(root)!;
}

/** Writes assertions as a script. Shared subterms are defined once. */
export class ScriptWriter {
    private readonly names = new Map<Term, string>();
    private readonly uses = new Map<Term, number>();
    readonly lines: string[] = [];

    /** @param terms all terms that will be written, from which the shared subterms are determined */
    constructor(terms: readonly Term[]) {
        const open: Term[] = [...terms];
        for (let term = open.pop(); term !== undefined; term = open.pop()) {
            const count = (this.uses.get(term) ?? 0) + 1;
            this.uses.set(term, count);
            if (count === 1) {
                open.push(...term.operands);
            }
        }
    }

    /**
     * Returns the text of a term, and adds lines that define its shared subterms. Works without recursion, because sums may be nested
     * thousands of levels deep.
     */
    text(root: Term): string {
        const texts = new Map<Term, string>();
        const open: Term[] = [root];
        while (open.length > 0) {
            const term = open[open.length - 1];
            if (texts.has(term)) {
                open.pop();
                continue;
            }
            const known = this.names.get(term);
            const missing = known === undefined ? term.operands.filter(o => !texts.has(o)) : [];
            if (missing.length > 0) {
                open.push(...missing);
                continue;
            }
            open.pop();
            texts.set(term, known ?? this.written(term, texts));
        }
        return texts.get(root)!;
    }

    private written(term: Term, texts: ReadonlyMap<Term, string>): string {
        if (term.operands.length === 0) {
            return term.operator;
        }
        const text = `(${term.operator} ${term.operands.map(o => texts.get(o)!).join(' ')})`;
        if (this.uses.get(term)! < 2) {
            return text;
        }
        const name = `shared${this.names.size}`;
        this.names.set(term, name);
        this.lines.push(`(define-fun ${name} () ${term.sort} ${text})`);
        return name;
    }
}

/** Returns terms with all of their subterms, each once. */
export function termsWithin(...roots: readonly Term[]): readonly Term[] {
    const seen = new Set<Term>();
    const open = [...roots];
    for (let term = open.pop(); term !== undefined; term = open.pop()) {
        if (!seen.has(term)) {
            seen.add(term);
            open.push(...term.operands);
        }
    }
    return [...seen];
}

/** Returns the properties of terms that determine the logic of a query. */
function traitsOf(terms: readonly Term[]): ReadonlySet<string> {
    const traits = new Set<string>();
    for (const { sort, operator, operands } of termsWithin(...terms)) {
        traits.add(sort);
        const isNonlinear =
            (operator === '*' && operands.every(o => o.constant === undefined)) ||
            ((operator === '/' || operator === 'mod') && operands[1].constant === undefined);
        if (isNonlinear) {
            traits.add('nonlinear');
        }
    }
    return traits;
}

/** Returns the narrowest logic that covers the terms (contract: verification-and-engines 14). */
export function logicOf(terms: readonly Term[]): string {
    const traits = traitsOf(terms);
    if (traits.has('String')) {
        return 'ALL';
    }
    const arithmetic = traits.has('nonlinear') ? 'N' : 'L';
    if (traits.has('Int') && traits.has('Real')) {
        return `AUF${arithmetic}IRA`;
    }
    if (traits.has('Int')) {
        return `QF_${arithmetic}IA`;
    }
    return traits.has('Real') ? `QF_${arithmetic}RA` : 'QF_UF';
}
