/**
 * Exact Integers of any size.
 * || An Integer is a JavaScript number when it is a safe integer, otherwise a bigint; it is never negative zero. Every function keeps this
 * form, so equality of Integers is `===` and the common case allocates nothing. Does not depend on other kinds of values.
 */

import { arithmeticOverflow } from './errors.js';

/** a number iff |x| <= 2^53 - 1 (and not -0), else a bigint */
export type Integer = number | bigint;

const MAX = Number.MAX_SAFE_INTEGER;
const BIG_MAX = BigInt(MAX);

/** Decimal digits an Integer may have. */
const EXACT_DIGIT_LIMIT = 1_000_000;
/** {@link EXACT_DIGIT_LIMIT} in bits. */
const EXACT_BIT_LIMIT = Math.floor(EXACT_DIGIT_LIMIT * Math.log2(10));
const EXACT_LIMIT = 1n << BigInt(EXACT_BIT_LIMIT);
const LEAST_EXACT = -EXACT_LIMIT;

/** The failure of an exact number that exceeds {@link EXACT_BIT_LIMIT}. */
function tooManyDigits(): Error {
    return arithmeticOverflow(`exact number needs more than ${EXACT_DIGIT_LIMIT} digits`);
}

/** The canonical form of an exact whole number; fails beyond the bit limit. */
export function integer(x: bigint): Integer {
    if (x <= BIG_MAX && x >= -BIG_MAX) {
        return Number(x);
    }
    if (x >= EXACT_LIMIT || x <= LEAST_EXACT) {
        throw tooManyDigits();
    }
    return x;
}

/** The Integer equal to a finite whole double. */
export function integerOfWholeDouble(x: number): Integer {
    return x <= MAX && x >= -MAX ? x + 0 : integer(BigInt(x));
}

/** Reads canonical or padded decimal digits with an optional sign; undefined for other text. */
export function parseInteger(text: string): Integer | undefined {
    const start = text[0] === '+' || text[0] === '-' ? 1 : 0;
    if (start === text.length || endOfDigits(text, start) < text.length) {
        return undefined;
    }
    return text.length < 16 ? Number(text) + 0 : integer(BigInt(text));
}

/**
 * The end of the decimal digits that start at an offset. Uses no regular expression: literals are read at any recursion depth, and V8 ends
 * the process if it has to compile a regular expression near the end of the stack.
 */
export function endOfDigits(text: string, start: number): number {
    let end = start;
    while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) {
        end++;
    }
    return end;
}

/** `a + b`, exact. */
export function addIntegers(a: Integer, b: Integer): Integer {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a + b;
        if (r <= MAX && r >= -MAX) {
            return r;
        }
    }
    return integer(BigInt(a) + BigInt(b));
}

/** `a - b`, exact. */
export function subtractIntegers(a: Integer, b: Integer): Integer {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a - b;
        if (r <= MAX && r >= -MAX) {
            return r;
        }
    }
    return integer(BigInt(a) - BigInt(b));
}

/** `a * b`, exact. @throws EvaluationError when the result would have too many digits */
export function multiplyIntegers(a: Integer, b: Integer): Integer {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a * b;
        if (r <= MAX && r >= -MAX) {
            return r + 0;
        }
    }
    // The product of two Integers has at most twice the digits, so it is computed before its size is checked.
    return integer(BigInt(a) * BigInt(b));
}

/** Quotient truncated toward zero; the divisor is not zero. */
export function quotient(a: Integer, b: Integer): Integer {
    if (typeof a === 'number' && typeof b === 'number') {
        return (a - (a % b)) / b + 0;
    }
    return integer(BigInt(a) / BigInt(b));
}

/** Remainder with the sign of the dividend; the divisor is not zero. */
export function remainderOfIntegers(a: Integer, b: Integer): Integer {
    if (typeof a === 'number' && typeof b === 'number') {
        return (a % b) + 0;
    }
    return integer(BigInt(a) % BigInt(b));
}

/** `-a`; zero has no sign. */
export function negateInteger(a: Integer): Integer {
    return typeof a === 'number' ? 0 - a : -a;
}

/** The absolute value. */
export function absoluteInteger(a: Integer): Integer {
    return typeof a === 'number' ? Math.abs(a) : a < 0n ? -a : a;
}

/** Greatest common divisor, not negative. */
export function gcdOfIntegers(a: Integer, b: Integer): Integer {
    if (typeof a === 'number' && typeof b === 'number') {
        let x = Math.abs(a);
        let y = Math.abs(b);
        while (y !== 0) {
            const r = x % y;
            x = y;
            y = r;
        }
        return x;
    }
    const x = BigInt(a);
    const y = BigInt(b);
    return gcdOfBigs(x < 0n ? -x : x, y < 0n ? -y : y);
}

/** Number of leading bits in Lehmer's steps; a double holds them exactly with their cofactors. */
const LEADING_BITS = 50;

/**
 * Lehmer's algorithm: computes many steps of Euclid's algorithm on the leading bits, which reduces seconds to milliseconds for numbers of a
 * hundred thousand bits.
 */
function gcdOfBigs(a: bigint, b: bigint): Integer {
    let [x, y] = a < b ? [b, a] : [a, b];
    let shift = bitLength(x) - LEADING_BITS;
    while (y > BIG_MAX) {
        let xh = Number(x >> BigInt(shift));
        while (xh < 2 ** (LEADING_BITS - 1)) {
            // a logarithm just below a whole number is rounded to it
            shift = Math.max(0, shift - Math.max(1, LEADING_BITS - 1 - Math.floor(Math.log2(xh || 1))));
            xh = Number(x >> BigInt(shift));
        }
        const [p, q, r, s] = leadingSteps(xh, Number(y >> BigInt(shift)));
        [x, y] = q === 0 ? [y, x % y] : [BigInt(p) * x + BigInt(q) * y, BigInt(r) * x + BigInt(s) * y];
    }
    return y === 0n ? integer(x) : gcdOfIntegers(Number(y), Number(x % y));
}

/** The steps that the leading bits determine, as a matrix (Collins' condition); q is 0 for none. */
function leadingSteps(x: number, y: number): readonly [p: number, q: number, r: number, s: number] {
    let [p, q, r, s] = [1, 0, 0, 1];
    while (y + r !== 0 && y + s !== 0) {
        const quotientBelow = Math.floor((x + p) / (y + r));
        if (quotientBelow !== Math.floor((x + q) / (y + s))) {
            break;
        }
        [p, r] = [r, p - quotientBelow * r];
        [q, s] = [s, q - quotientBelow * s];
        [x, y] = [y, x - quotientBelow * y];
    }
    return [p, q, r, s];
}

/** `a ** n` for n >= 0, within the bit limit. */
export function powerOfInteger(a: Integer, n: Integer): Integer {
    if (a === 0 || a === 1) {
        return n === 0 ? 1 : a;
    }
    if (a === -1) {
        return BigInt(n) % 2n === 0n ? 1 : -1;
    }
    if (typeof n !== 'number') {
        throw tooManyDigits();
    }
    if (typeof a === 'number') {
        const r = a ** n;
        if (r <= MAX && r >= -MAX) {
            return smallPower(a, n);
        }
    }
    if ((bitLength(BigInt(a)) - 1) * n > EXACT_BIT_LIMIT) {
        throw tooManyDigits();
    }
    return integer(BigInt(a) ** BigInt(n));
}

/** Exact because every intermediate stays below the (safe) result in size. */
function smallPower(a: number, n: number): number {
    let result = 1;
    for (let i = 0; i < n; i++) {
        result *= a;
    }
    return result;
}

/** Bits of |x|; 0 for 0. */
export function bitLength(x: bigint): number {
    const magnitude = x < 0n ? -x : x;
    if (magnitude === 0n) {
        return 0;
    }
    const hex = magnitude.toString(16);
    return (hex.length - 1) * 4 + 32 - Math.clz32(parseInt(hex[0], 16));
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compareIntegers(a: Integer, b: Integer): number {
    return a < b ? -1 : a > b ? 1 : 0;
}
