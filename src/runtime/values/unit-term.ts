/**
 * The algebra of unit terms: an exact scale times powers of base units.
 *
 * A term is the reduction of a unit: `km/h` is 5/18 times metre^1 second^-1. Does not depend on declarations or the spelling of units.
 */

import type { Integer } from './integer.js';
import {
    ONE,
    Rational,
    addRationals,
    divideRationals,
    multiplyRationals,
    negateRational,
    powerOfRational,
    rationalsEqual
} from './rational.js';

/** A power of one base unit; the exponent is not zero. */
export interface UnitFactor {
    /** qualified canonical name of the unit's declaration (`SI::metre`) */
    readonly unitId: string;
    readonly exponent: Rational;
}

/** A reduced unit: scale > 0, factors ordered by `unitId`, each base unit once. */
export interface UnitTerm {
    readonly scale: Rational;
    readonly factors: readonly UnitFactor[];
}

/** Dimension one with scale one. */
export const UNITY: UnitTerm = { scale: ONE, factors: [] };

/** A normalized term from factors in any order, repeated ones summed and zero exponents dropped. */
export function unitTerm(scale: Rational, factors: readonly UnitFactor[]): UnitTerm {
    const sums = new Map<string, Rational>();
    for (const { unitId, exponent } of factors) {
        const before = sums.get(unitId);
        sums.set(unitId, before === undefined ? exponent : addRationals(before, exponent));
    }
    const kept = [...sums].filter(([, exponent]) => exponent.num !== 0).map(([unitId, exponent]) => ({ unitId, exponent }));
    kept.sort((a, b) => (a.unitId < b.unitId ? -1 : 1));
    return { scale, factors: kept };
}

/** The product of two terms; exponents of equal units are added. */
export function multiplyTerms(a: UnitTerm, b: UnitTerm): UnitTerm {
    const scale = multiplyRationals(a.scale, b.scale);
    if (b.factors.length === 0) {
        return { scale, factors: a.factors };
    }
    return unitTerm(scale, [...a.factors, ...b.factors]);
}

/** The quotient of two terms; exponents of equal units are subtracted. */
export function divideTerms(a: UnitTerm, b: UnitTerm): UnitTerm {
    const inverse = b.factors.map(({ unitId, exponent }) => ({ unitId, exponent: negateRational(exponent) }));
    return unitTerm(divideRationals(a.scale, b.scale), [...a.factors, ...inverse]);
}

/**
 * The term to a power; undefined when the scale has no exact power of that exponent (a root that is not rational).
 */
export function powerOfTerm(a: UnitTerm, exponent: Rational): UnitTerm | undefined {
    const scale = exactPower(a.scale, exponent);
    if (scale === undefined) {
        return undefined;
    }
    return unitTerm(
        scale,
        a.factors.map(f => ({ unitId: f.unitId, exponent: multiplyRationals(f.exponent, exponent) }))
    );
}

/** Same base units with the same exponents. */
export function sameDimension(a: UnitTerm, b: UnitTerm): boolean {
    return (
        a === b ||
        a.factors === b.factors ||
        (a.factors.length === b.factors.length &&
            a.factors.every((f, i) => f.unitId === b.factors[i].unitId && rationalsEqual(f.exponent, b.factors[i].exponent)))
    );
}

/** Same dimension and same scale. */
export function termsEqual(a: UnitTerm, b: UnitTerm): boolean {
    return a === b || (rationalsEqual(a.scale, b.scale) && sameDimension(a, b));
}

/** A text that is equal for equal dimensions. */
export function dimensionKey(term: UnitTerm): string {
    return term.factors.map(f => `${f.unitId}^${f.exponent.num}/${f.exponent.den}`).join('·');
}

/** scale ** exponent where the root is exact, else undefined. */
export function exactPower(scale: Rational, exponent: Rational): Rational | undefined {
    const num = exactRoot(scale.num, exponent.den);
    const den = exactRoot(scale.den, exponent.den);
    return num === undefined || den === undefined ? undefined : powerOfRational(new Rational(num, den), exponent.num);
}

/** The n-th root of x >= 0 where it is an Integer. */
function exactRoot(x: Integer, n: Integer): Integer | undefined {
    if (n === 1 || x === 0 || x === 1) {
        return x;
    }
    const guess = Math.round(Number(x) ** (1 / Number(n)));
    return Number.isSafeInteger(guess) && BigInt(guess) ** BigInt(n) === BigInt(x) ? guess : undefined;
}
