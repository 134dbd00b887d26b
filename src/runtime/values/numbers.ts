/**
 * Arithmetic, order and equality of the four kinds of numbers.
 *
 * Integer and Rational stay exact, Real is a finite binary64 number, Complex a pair of doubles. The result kinds follow the contract's
 * table (`/` of Integers is a Rational; a Real operand gives a Real). Does not depend on units or the spelling of operators.
 */

import { arithmeticOverflow, divisionByZero, domainError } from './errors.js';
import {
    type Integer,
    absoluteInteger,
    addIntegers,
    compareIntegers,
    integerOfWholeDouble,
    multiplyIntegers,
    negateInteger,
    powerOfInteger,
    remainderOfIntegers,
    subtractIntegers
} from './integer.js';
import {
    Rational,
    addRationals,
    compareRationalWithDouble,
    compareRationals,
    divideRationals,
    exactDouble,
    finiteDouble,
    floorRational,
    multiplyRationals,
    nearestDouble,
    negateRational,
    powerOfRational,
    rational,
    rationalOfDouble,
    remainderOfRationals,
    roundRational,
    subtractRationals,
    truncateRational
} from './rational.js';
import { Complex, type Num, Real, type RealNumber } from './value.js';

/** A Real; `arithmetic overflow` when the double is not finite. */
export function real(value: number): Real {
    if (value - value !== 0) {
        throw arithmeticOverflow();
    }
    return new Real(value);
}

/** A Complex; `arithmetic overflow` when a part is not finite. */
export function complex(re: number, im: number): Complex {
    if (re - re !== 0 || im - im !== 0) {
        throw arithmeticOverflow('result is not a finite Complex');
    }
    return new Complex(re, im);
}

/** An Integer or Rational as Rational. */
function asRational(v: Integer | Rational): Rational {
    return typeof v === 'object' ? v : new Rational(v, 1);
}

/** The exact value of a number that is not Complex as Rational; that of a Real is the value of its double. */
export function exactRatio(v: RealNumber): Rational {
    return v instanceof Real ? rationalOfDouble(v.value) : asRational(v);
}

/**
 * The double of a number for binary64 arithmetic, rounded once.
 * @throws EvaluationError arithmetic overflow when it is not finite, or a nonzero Rational would become zero
 */
export function toDouble(v: RealNumber): number {
    if (typeof v === 'number') {
        return v;
    }
    if (v instanceof Real) {
        return v.value;
    }
    return finiteDouble(asRational(v));
}

function asComplex(v: Num): Complex {
    return v instanceof Complex ? v : new Complex(toDouble(v), 0);
}

/** The number as a Real, rounded once. */
export function toReal(v: RealNumber): Real {
    return v instanceof Real ? v : new Real(toDouble(v));
}

/** `a + b` in the more general kind of the operands: Integer, Rational, Real, Complex. */
export function add(a: RealNumber, b: RealNumber): RealNumber;
export function add(a: Num, b: Num): Num;
export function add(a: Num, b: Num): Num {
    if (typeof a !== 'object' && typeof b !== 'object') {
        return addIntegers(a, b);
    }
    if (a instanceof Complex || b instanceof Complex) {
        const [x, y] = [asComplex(a), asComplex(b)];
        return complex(x.re + y.re, x.im + y.im);
    }
    if (a instanceof Real || b instanceof Real) {
        return real(toDouble(a) + toDouble(b));
    }
    return addRationals(asRational(a), asRational(b));
}

/** `a - b` in the more general kind of the operands: Integer, Rational, Real, Complex. */
export function subtract(a: RealNumber, b: RealNumber): RealNumber;
export function subtract(a: Num, b: Num): Num;
export function subtract(a: Num, b: Num): Num {
    if (typeof a !== 'object' && typeof b !== 'object') {
        return subtractIntegers(a, b);
    }
    if (a instanceof Complex || b instanceof Complex) {
        const [x, y] = [asComplex(a), asComplex(b)];
        return complex(x.re - y.re, x.im - y.im);
    }
    if (a instanceof Real || b instanceof Real) {
        return real(toDouble(a) - toDouble(b));
    }
    return subtractRationals(asRational(a), asRational(b));
}

/** `a * b` in the more general kind of the operands: Integer, Rational, Real, Complex. */
export function multiply(a: RealNumber, b: RealNumber): RealNumber;
export function multiply(a: Num, b: Num): Num;
export function multiply(a: Num, b: Num): Num {
    if (typeof a !== 'object' && typeof b !== 'object') {
        return multiplyIntegers(a, b);
    }
    if (a instanceof Complex || b instanceof Complex) {
        return multiplyComplex(asComplex(a), asComplex(b));
    }
    if (a instanceof Real || b instanceof Real) {
        return real(toDouble(a) * toDouble(b));
    }
    return multiplyRationals(asRational(a), asRational(b));
}

/** `division by zero` for a zero divisor of any kind. */
export function divide(a: RealNumber, b: RealNumber): RealNumber;
export function divide(a: Num, b: Num): Num;
export function divide(a: Num, b: Num): Num {
    if (isZero(b)) {
        throw divisionByZero();
    }
    if (typeof a !== 'object' && typeof b !== 'object') {
        return rational(a, b);
    }
    if (a instanceof Complex || b instanceof Complex) {
        return divideComplex(asComplex(a), asComplex(b));
    }
    if (a instanceof Real || b instanceof Real) {
        return real(toDouble(a) / toDouble(b));
    }
    return divideRationals(asRational(a), asRational(b));
}

function multiplyComplex(x: Complex, y: Complex): Complex {
    return complex(x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re);
}

/** Scaled by the larger part of the divisor, so that no square overflows. */
function divideComplex(x: Complex, y: Complex): Complex {
    if (Math.abs(y.re) >= Math.abs(y.im)) {
        const ratio = y.im / y.re;
        const scale = y.re + y.im * ratio;
        return complex((x.re + x.im * ratio) / scale, (x.im - x.re * ratio) / scale);
    }
    const ratio = y.re / y.im;
    const scale = y.re * ratio + y.im;
    return complex((x.re * ratio + x.im) / scale, (x.im * ratio - x.re) / scale);
}

/** Truncating remainder with the sign of the dividend; not for Complex. */
export function remainder(a: RealNumber, b: RealNumber): RealNumber {
    if (isZero(b)) {
        throw divisionByZero();
    }
    if (typeof a !== 'object' && typeof b !== 'object') {
        return remainderOfIntegers(a, b);
    }
    if (a instanceof Real || b instanceof Real) {
        return real(toDouble(a) % toDouble(b));
    }
    return remainderOfRationals(asRational(a), asRational(b));
}

/**
 * `a ** b`: exact for an exact base and an Integer exponent, else Real, else Complex.
 * @throws arithmetic domain error for zero to a negative power and a negative base with a fractional exponent
 */
export function power(a: Num, b: Num): Num {
    if (a instanceof Complex || b instanceof Complex) {
        return powerOfComplex(asComplex(a), b);
    }
    if (isZero(a) && sign(b) < 0) {
        throw domainError('zero to a negative power');
    }
    if (!(a instanceof Real) && (typeof b === 'number' || typeof b === 'bigint')) {
        return typeof a !== 'object' && b >= 0 ? powerOfInteger(a, b) : powerOfRational(asRational(a), b);
    }
    const base = toDouble(a);
    const exponent = toDouble(b);
    if (base < 0 && !Number.isInteger(exponent)) {
        throw domainError('negative base with a fractional exponent');
    }
    return real(base ** exponent);
}

function powerOfComplex(base: Complex, exponent: Num): Complex {
    const whole = exponent instanceof Complex ? undefined : toDouble(exponent);
    if (whole !== undefined && Number.isInteger(whole) && Math.abs(whole) <= 64) {
        if (base.re === 0 && base.im === 0 && whole < 0) {
            throw domainError('zero to a negative power');
        }
        let result = new Complex(1, 0);
        for (let i = 0; i < Math.abs(whole); i++) {
            result = multiplyComplex(result, base);
        }
        if (whole >= 0) {
            return result;
        }
        if (isZero(result)) {
            throw divisionByZero();
        }
        return divideComplex(new Complex(1, 0), result);
    }
    const w = asComplex(exponent);
    if (base.re === 0 && base.im === 0) {
        if (w.re > 0) {
            return new Complex(0, 0);
        }
        throw domainError('zero to a power without positive real part');
    }
    const logModulus = Math.log(Math.hypot(base.re, base.im));
    const argument = Math.atan2(base.im, base.re);
    const modulus = Math.exp(w.re * logModulus - w.im * argument);
    const angle = w.im * logModulus + w.re * argument;
    return complex(modulus * Math.cos(angle), modulus * Math.sin(angle));
}

/** `-a`, in the same kind. */
export function negate(a: RealNumber): RealNumber;
export function negate(a: Num): Num;
export function negate(a: Num): Num {
    if (typeof a !== 'object') {
        return negateInteger(a);
    }
    if (a instanceof Rational) {
        return negateRational(a);
    }
    return a instanceof Real ? new Real(-a.value) : new Complex(-a.re, -a.im);
}

/** The modulus for a Complex (a Real); otherwise the kind is kept. */
export function absolute(a: Num): RealNumber {
    if (typeof a !== 'object') {
        return absoluteInteger(a);
    }
    if (a instanceof Rational) {
        return new Rational(absoluteInteger(a.num), a.den);
    }
    return a instanceof Real ? new Real(Math.abs(a.value)) : real(Math.hypot(a.re, a.im));
}

/** Whether a number is zero, of any kind; a Complex with both parts zero. */
export function isZero(a: Num): boolean {
    if (typeof a !== 'object') {
        return a === 0;
    }
    return a instanceof Rational ? a.num === 0 : a instanceof Real ? a.value === 0 : a.re === 0 && a.im === 0;
}

/** -1, 0 or 1. */
export function sign(a: RealNumber): number {
    if (a instanceof Real) {
        return Math.sign(a.value);
    }
    const n = typeof a === 'object' ? a.num : a;
    return n < 0 ? -1 : n > 0 ? 1 : 0;
}

/** Mathematical order, exact for all kinds: negative, zero or positive. */
export function compareNumbers(a: RealNumber, b: RealNumber): number {
    if (typeof a !== 'object' && typeof b !== 'object') {
        return compareIntegers(a, b);
    }
    if (a instanceof Real) {
        if (b instanceof Real) {
            return a.value - b.value;
        }
        return -compareNumbers(b, a);
    }
    if (b instanceof Real) {
        if (typeof a !== 'object') {
            return a < b.value ? -1 : a > b.value ? 1 : 0;
        }
        return compareRationalWithDouble(a, b.value);
    }
    return compareRationals(asRational(a), asRational(b));
}

/** Mathematical equality for all kinds; a Complex equals a number when its imaginary part is zero. */
export function numbersEqual(a: Num, b: Num): boolean {
    if (a instanceof Complex) {
        return b instanceof Complex ? a.re === b.re && a.im === b.im : complexEquals(a, b);
    }
    return b instanceof Complex ? complexEquals(b, a) : compareNumbers(a, b) === 0;
}

function complexEquals(z: Complex, x: RealNumber): boolean {
    return z.im === 0 && compareNumbers(x, new Real(z.re)) === 0;
}

/** Toward zero. */
export function truncate(a: RealNumber): Integer {
    return a instanceof Real ? integerOfWholeDouble(Math.trunc(a.value)) : truncateRational(asRational(a));
}

/** Toward minus infinity. */
export function floor(a: RealNumber): Integer {
    return a instanceof Real ? integerOfWholeDouble(Math.floor(a.value)) : floorRational(asRational(a));
}

/** Halves away from zero. */
export function round(a: RealNumber): Integer {
    return roundRational(exactRatio(a));
}

/** Square root as a Real; `arithmetic domain error` for a negative number. */
export function squareRoot(a: RealNumber): Real {
    if (sign(a) < 0) {
        throw domainError('square root of a negative number');
    }
    return new Real(Math.sqrt(toDouble(a)));
}

/** A hash key that is equal for equal numbers of all kinds: the double where one holds the number exactly. */
export function numberKey(a: Num): number | bigint | string {
    if (typeof a !== 'object') {
        if (typeof a === 'number') {
            return a;
        }
        const d = Number(a);
        return Number.isFinite(d) && BigInt(d) === a ? d : a;
    }
    if (a instanceof Real) {
        return a.value + 0;
    }
    if (a instanceof Complex) {
        return a.im === 0 ? a.re + 0 : `c${a.re + 0},${a.im + 0}`;
    }
    if (a.den === 1) {
        return numberKey(a.num);
    }
    return exactDouble(a) ?? `r${a.num}/${a.den}`;
}

/** The nearest double of any number, for ordering hints only (may be infinite). */
export function approximate(a: RealNumber): number {
    return a instanceof Real ? a.value : nearestDouble(asRational(a));
}
