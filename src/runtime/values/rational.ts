/**
 * Exact Rationals in lowest terms, and their exact relation to binary64.
 *
 * A whole Rational (`6 / 3`) stays a Rational with denominator 1: its kind is part of the value. Depends only on Integers.
 */

import { arithmeticOverflow, divisionByZero } from './errors.js';
import {
    type Integer,
    addIntegers,
    bitLength,
    compareIntegers,
    endOfDigits,
    gcdOfIntegers,
    integer,
    multiplyIntegers,
    negateInteger,
    parseInteger,
    powerOfInteger,
    quotient,
    subtractIntegers
} from './integer.js';

const MAX = Number.MAX_SAFE_INTEGER;
/**
 * Limit of the bits of numerator and denominator together. It is lower than that of an Integer, because reduction computes a greatest
 * common divisor, which takes minutes for numbers of a million digits.
 */
const BIT_LIMIT = 1_000_000;
const HALF_LIMIT = 1n << BigInt(BIT_LIMIT / 2);
/** Limit of a numerator or denominator before reduction. */
const UNREDUCED_LIMIT = 1n << BigInt(BIT_LIMIT);
/** Constants, since each negation would allocate a hundred kilobytes. */
const [LEAST_HALF, LEAST_UNREDUCED] = [-HALF_LIMIT, -UNREDUCED_LIMIT];

const isTooLong = (x: Integer): boolean => typeof x === 'bigint' && (x >= UNREDUCED_LIMIT || x <= LEAST_UNREDUCED);

const tooManyBits = (): Error => arithmeticOverflow(`exact number needs more than ${BIT_LIMIT} bits`);

/** A ratio with coprime numerator and denominator and a positive denominator. Create one with {@link rational}. */
export class Rational {
    declare readonly kind: 'rational';
    constructor(
        readonly num: Integer,
        readonly den: Integer
    ) {}
}
(Rational.prototype as { kind: string }).kind = 'rational';

/** The Rational 0. */
export const ZERO = new Rational(0, 1);
/** The Rational 1. */
export const ONE = new Rational(1, 1);

/** The Rational num/den in lowest terms; `division by zero` for a zero denominator. */
export function rational(num: Integer, den: Integer): Rational {
    if (den === 0) {
        throw divisionByZero();
    }
    if (den === 1) {
        return new Rational(num, 1);
    }
    if (isTooLong(num) || isTooLong(den)) {
        throw tooManyBits();
    }
    const divisor = gcdOfIntegers(num, den);
    let n = divisor === 1 ? num : quotient(num, divisor);
    let d = divisor === 1 ? den : quotient(den, divisor);
    if (d < 0) {
        n = negateInteger(n);
        d = negateInteger(d);
    }
    if (typeof n === 'bigint' || typeof d === 'bigint') {
        checkSize(n, d);
    }
    return new Rational(n, d);
}

function checkSize(n: Integer, d: Integer): void {
    if (n < HALF_LIMIT && n > LEAST_HALF && d < HALF_LIMIT) {
        return;
    }
    if (bitLength(BigInt(n)) + bitLength(BigInt(d)) > BIT_LIMIT) {
        throw tooManyBits();
    }
}

/** Whether every factor and product of the cross multiplication is a safe integer. */
function crossSafe(a: SmallRational, b: SmallRational): boolean {
    return Math.abs(a.num) * b.den <= MAX && Math.abs(b.num) * a.den <= MAX && a.den * b.den <= MAX;
}

/** A Rational of two numbers, no bigints. */
type SmallRational = Rational & { readonly num: number; readonly den: number };

function isSmall(r: Rational): r is SmallRational {
    return typeof r.num === 'number' && typeof r.den === 'number';
}

/** `a + b`, exact, in lowest terms. */
export function addRationals(a: Rational, b: Rational): Rational {
    if (a.den === b.den) {
        return rational(addIntegers(a.num, b.num), a.den);
    }
    if (isSmall(a) && isSmall(b) && crossSafe(a, b)) {
        return rational(addIntegers(a.num * b.den, b.num * a.den), a.den * b.den);
    }
    const common = gcdOfIntegers(a.den, b.den);
    const sum = addIntegers(multiplyIntegers(a.num, quotient(b.den, common)), multiplyIntegers(b.num, quotient(a.den, common)));
    return crossReduced(sum, common, quotient(a.den, common), b.den);
}

/**
 * `num / (den * other)` in lowest terms, if all common divisors of `num` and `den * other` divide `common`, which divides `other`. Reducing
 * by common divisors of the operands is cheaper than reducing the result, whose numbers are longer (Knuth, TAOCP 2, 4.5.1).
 */
function crossReduced(num: Integer, common: Integer, den: Integer, other: Integer): Rational {
    const divisor = gcdOfIntegers(num, common);
    const [n, d] = [quotient(num, divisor), multiplyIntegers(den, quotient(other, divisor))];
    checkSize(n, d);
    return new Rational(n, d);
}

/** `a - b`, exact, in lowest terms. */
export function subtractRationals(a: Rational, b: Rational): Rational {
    return addRationals(a, new Rational(negateInteger(b.num), b.den));
}

/** `a * b`, exact, in lowest terms. */
export function multiplyRationals(a: Rational, b: Rational): Rational {
    if (isSmall(a) && isSmall(b)) {
        return rational(multiplyIntegers(a.num, b.num), multiplyIntegers(a.den, b.den));
    }
    const [left, right] = [gcdOfIntegers(a.num, b.den), gcdOfIntegers(b.num, a.den)];
    const num = multiplyIntegers(quotient(a.num, left), quotient(b.num, right));
    const den = multiplyIntegers(quotient(a.den, right), quotient(b.den, left));
    checkSize(num, den);
    return new Rational(num, den);
}

/** `division by zero` when b is zero. */
export function divideRationals(a: Rational, b: Rational): Rational {
    if (b.num === 0 || (isSmall(a) && isSmall(b))) {
        return rational(multiplyIntegers(a.num, b.den), multiplyIntegers(a.den, b.num));
    }
    return multiplyRationals(a, b.num < 0 ? new Rational(negateInteger(b.den), negateInteger(b.num)) : new Rational(b.den, b.num));
}

/** Exact remainder of truncating division: the sign of the dividend. */
export function remainderOfRationals(a: Rational, b: Rational): Rational {
    const whole = truncateRational(divideRationals(a, b));
    return subtractRationals(a, multiplyRationals(b, new Rational(whole, 1)));
}

/** `-a`. */
export function negateRational(a: Rational): Rational {
    return new Rational(negateInteger(a.num), a.den);
}

/** `a ** n`, exact, for any Integer n; a is not zero when n is negative. */
export function powerOfRational(a: Rational, n: Integer): Rational {
    if (n < 0) {
        return powerOfRational(divideRationals(ONE, a), negateInteger(n));
    }
    const num = powerOfInteger(a.num, n);
    const den = powerOfInteger(a.den, n);
    checkSize(num, den);
    return new Rational(num, den);
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compareRationals(a: Rational, b: Rational): number {
    if (a.den === b.den) {
        return compareIntegers(a.num, b.num);
    }
    return compareIntegers(multiplyIntegers(a.num, b.den), multiplyIntegers(b.num, a.den));
}

/** Whether two Rationals are equal; both are in lowest terms. */
export function rationalsEqual(a: Rational, b: Rational): boolean {
    return a.num === b.num && a.den === b.den;
}

/** Toward zero. */
export function truncateRational(a: Rational): Integer {
    return a.den === 1 ? a.num : quotient(a.num, a.den);
}

/** Toward minus infinity. */
export function floorRational(a: Rational): Integer {
    const whole = truncateRational(a);
    return a.den === 1 || a.num >= 0 ? whole : subtractIntegers(whole, 1);
}

/** Halves away from zero. */
export function roundRational(a: Rational): Integer {
    const half = rational(1, 2);
    return a.num < 0 ? negateInteger(roundRational(negateRational(a))) : floorRational(addRationals(a, half));
}

/** The double nearest to num/den (ties to even); may be infinite or zero. */
export function nearestDouble(a: Rational): number {
    if (typeof a.num === 'number' && typeof a.den === 'number') {
        return a.num / a.den;
    }
    const negative = a.num < 0;
    const n = negative ? -BigInt(a.num) : BigInt(a.num);
    const d = BigInt(a.den);
    // The quotient lies in [2^(e-1), 2^(e+1)); its last kept bit has weight 2^low, at least the smallest subnormal.
    const e = bitLength(n) - bitLength(d);
    let low = Math.max(e - 53, -1074);
    let [q, exactness] = scaledQuotient(n, d, low);
    if (q >= 1n << 53n && low === e - 53) {
        low++;
        [q, exactness] = scaledQuotient(n, d, low);
    }
    if (exactness > 0 || (exactness === 0 && (q & 1n) === 1n)) {
        q++;
    }
    const magnitude = low > 900 ? Number(q) * 2 ** 900 * 2 ** (low - 900) : Number(q) * 2 ** low;
    return negative ? -magnitude : magnitude;
}

/** floor(n / d / 2^low), and the comparison of the remainder with one half (-1 below, 0 tie, 1 above). */
function scaledQuotient(n: bigint, d: bigint, low: number): [bigint, number] {
    const num = low < 0 ? n << BigInt(-low) : n;
    const den = low > 0 ? d << BigInt(low) : d;
    const q = num / den;
    const twice = (num - q * den) * 2n;
    return [q, twice > den ? 1 : twice === den ? 0 : -1];
}

/**
 * The nearest double of a value that must become Real.
 * @throws arithmetic overflow when it is not finite, or when a nonzero value would become zero
 */
export function finiteDouble(a: Rational): number {
    const d = nearestDouble(a);
    if (!Number.isFinite(d)) {
        throw arithmeticOverflow();
    }
    if (d === 0 && a.num !== 0) {
        throw arithmeticOverflow('nonzero Rational is too small for a Real');
    }
    return d;
}

const bytes = new DataView(new ArrayBuffer(8));

/** The Rational equal to a finite double. */
export function rationalOfDouble(d: number): Rational {
    if (Number.isSafeInteger(d)) {
        return new Rational(d + 0, 1);
    }
    bytes.setFloat64(0, d);
    const high = bytes.getUint32(0);
    const exponentBits = (high >>> 20) & 0x7ff;
    const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bytes.getUint32(4));
    const mantissa = exponentBits === 0 ? fraction : fraction | (1n << 52n);
    const exponent = (exponentBits === 0 ? 1 : exponentBits) - 1075;
    const signed = d < 0 ? -mantissa : mantissa;
    return exponent >= 0
        ? new Rational(integer(signed << BigInt(exponent)), 1)
        : rational(integer(signed), integer(1n << BigInt(-exponent)));
}

/** The double that equals the Rational, or undefined when none does. */
export function exactDouble(a: Rational): number | undefined {
    if (typeof a.den === 'number' ? Number.isInteger(Math.log2(a.den)) : (a.den & (a.den - 1n)) === 0n) {
        const d = nearestDouble(a);
        return Number.isFinite(d) && rationalsEqual(rationalOfDouble(d), a) ? d : undefined;
    }
    return undefined;
}

/** Compares a Rational with a finite double, exactly. */
export function compareRationalWithDouble(a: Rational, d: number): number {
    const near = nearestDouble(a);
    // Rounding is monotonic: unequal rounded values decide the order, equal ones do not.
    return near < d ? -1 : near > d ? 1 : compareRationals(a, rationalOfDouble(d));
}

/**
 * Reads `12`, `0.1`, `.5`, `1e3`, `25E-3`, `1/3` with an optional sign as the exact Rational; undefined for other text.
 * @throws arithmetic overflow beyond the bit limit of exact numbers
 */
export function parseRational(text: string): Rational | undefined {
    const start = text[0] === '+' || text[0] === '-' ? 1 : 0;
    const end = endOfDigits(text, start);
    return text[end] === '/' ? parseRatio(text, start, end) : parseDecimal(text, start, end);
}

/** Reads `1/3`; the digits of the numerator are between `start` and `slash`. */
function parseRatio(text: string, start: number, slash: number): Rational | undefined {
    const den = parseInteger(text.slice(slash + 1));
    const isUnsigned = endOfDigits(text, slash + 1) === text.length;
    return start < slash && isUnsigned && den !== undefined && den !== 0 ? rational(parseInteger(text.slice(0, slash))!, den) : undefined;
}

/** Reads `12`, `0.1`, `.5`, `1e3`; the digits of the whole part are between `start` and `end`. */
function parseDecimal(text: string, start: number, end: number): Rational | undefined {
    const whole = text.slice(start, end);
    const mantissaEnd = text[end] === '.' ? endOfDigits(text, end + 1) : end;
    const fraction = text.slice(end + 1, mantissaEnd);
    const hasPower = text[mantissaEnd] === 'e' || text[mantissaEnd] === 'E';
    const power10 = hasPower ? parseInteger(text.slice(mantissaEnd + 1)) : 0;
    const hasDigits = fraction !== '' || (whole !== '' && mantissaEnd === end);
    if (!hasDigits || power10 === undefined || (!hasPower && mantissaEnd < text.length)) {
        return undefined;
    }
    const exponent = Number(power10) - fraction.length;
    if (Math.abs(exponent) > BIT_LIMIT) {
        throw tooManyBits();
    }
    const digits = integer(BigInt(`${whole}${fraction}`));
    const signed = text[0] === '-' ? negateInteger(digits) : digits;
    const power = powerOfInteger(10, Math.abs(exponent));
    return exponent < 0 ? rational(signed, power) : new Rational(multiplyIntegers(signed, power), 1);
}
