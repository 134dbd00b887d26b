/**
 * Arithmetic, conversion and comparison of quantities.
 *
 * Magnitudes follow the arithmetic of numbers, units compose, and a result in a composed unit is converted to the coherent unit of its
 * dimension. Points on a measurement scale convert through the scale's anchor. (Contract sheet, section 4.10.)
 */

import { EvaluationError, domainError, typeMismatch } from './errors.js';
import {
    absolute,
    add,
    compareNumbers,
    divide,
    exactRatio,
    isZero,
    multiply,
    negate,
    numbersEqual,
    power,
    real,
    sign,
    subtract
} from './numbers.js';
import { ONE, Rational, divideRationals, rationalsEqual, subtractRationals } from './rational.js';
import { sameDimension } from './unit-term.js';
import { type Unit, divideUnits, multiplyUnits, powerOfUnit } from './units.js';
import { Complex, type Num, Quantity, Real, type RealNumber, type Value } from './value.js';

/** A quantity, or a bare number, which is a quantity of dimension one. */
export type NumberOrQuantity = Num | Quantity;

function incommensurable(a: Unit, b: Unit): EvaluationError {
    const named = (u: Unit): string => (u.text === '1' ? 'dimension one' : u.text);
    return new EvaluationError('incommensurable units', `${named(a)} and ${named(b)}`);
}

/**
 * The magnitude times an exact ratio. Integers stay Integers under a whole ratio; a Real is multiplied by the ratio's numerator and divided
 * by its denominator, to avoid rounding the ratio first.
 */
function scaled(magnitude: Num, ratio: Rational): Num {
    if (magnitude instanceof Real && typeof ratio.num === 'number' && typeof ratio.den === 'number') {
        return real((magnitude.value * ratio.num) / ratio.den);
    }
    return ratio.den === 1 ? (ratio.num === 1 ? magnitude : multiply(magnitude, ratio.num)) : multiply(magnitude, ratio);
}

/**
 * The magnitude of `q` in another unit of its dimension, exact for exact magnitudes.
 * @param asDifference ignore the anchors of scales
 * @throws incommensurable units
 */
export function magnitudeIn(q: Quantity, unit: Unit, asDifference = false): Num {
    if (q.unit === unit) {
        return q.magnitude;
    }
    if (!sameDimension(q.unit.term, unit.term)) {
        throw incommensurable(unit, q.unit);
    }
    const ratio = divideRationals(q.unit.term.scale, unit.term.scale);
    const magnitude = scaled(q.magnitude, ratio);
    if (asDifference || (q.unit.scale === undefined && unit.scale === undefined)) {
        return magnitude;
    }
    const none = new Rational(0, 1);
    const shift = divideRationals(subtractRationals(q.unit.scale?.offset ?? none, unit.scale?.offset ?? none), unit.term.scale);
    return shift.num === 0 ? magnitude : add(magnitude, shift.den === 1 ? shift.num : shift);
}

/** A quantity in the usual unit of its dimension (`J`, not `kg⋅m²⋅s⁻²`); any other value is returned unchanged. */
export function inConventionalUnit(value: Value): Value {
    return value instanceof Quantity ? convertQuantity(value, value.unit.system.conventional(value.unit)) : value;
}

/** The quantity in another unit of its dimension. */
export function convertQuantity(q: Quantity, unit: Unit): Quantity {
    return new Quantity(magnitudeIn(q, unit), unit);
}

/** The number equal to a quantity of dimension one; undefined for another dimension. */
export function asPlainNumber(q: Quantity): Num | undefined {
    return q.unit.term.factors.length === 0 && !q.unit.isScale ? scaled(q.magnitude, q.unit.term.scale) : undefined;
}

/** Both operands as quantities; a bare number is a quantity of dimension one. */
function paired(a: NumberOrQuantity, b: NumberOrQuantity): [Quantity, Quantity] {
    if (a instanceof Quantity) {
        return [a, b instanceof Quantity ? b : new Quantity(b, a.unit.system.one)];
    }
    if (b instanceof Quantity) {
        return [new Quantity(a, b.unit.system.one), b];
    }
    throw new TypeError('two bare numbers are in no system of units');
}

/** A result in the unit `1` is a bare number. */
function reduced(magnitude: Num, unit: Unit): NumberOrQuantity {
    return unit === unit.system.one ? magnitude : new Quantity(magnitude, unit);
}

/** The sum in the unit of the left operand. @throws EvaluationError for incommensurable units, and for two points on scales */
export function addQuantities(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    const [x, y] = paired(a, b);
    if (x.unit.isScale && y.unit.isScale) {
        throw typeMismatch(`operator '+' is not defined for two points on measurement scales (${x.unit.text}, ${y.unit.text})`);
    }
    return reduced(add(x.magnitude, magnitudeIn(y, x.unit, x.unit.isScale)), x.unit);
}

/** The difference of two points on a scale is a quantity in the scale's own unit. */
export function subtractQuantities(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    const [x, y] = paired(a, b);
    const bothPoints = x.unit.isScale && y.unit.isScale;
    const difference = subtract(x.magnitude, magnitudeIn(y, x.unit, x.unit.isScale && !bothPoints));
    return reduced(difference, bothPoints ? x.unit.scale!.unit : x.unit);
}

/** The reduction of a composed unit: to a bare number or a unit, with the ratio that multiplies the magnitude. */
interface Reduction {
    readonly ratio: Rational;
    readonly unit: Unit | undefined;
}

function reductionOf(unit: Unit): Reduction {
    if (unit.term.factors.length === 0) {
        if (unit.named.length === 0) {
            return { ratio: unit.term.scale, unit: undefined };
        }
        const kept = unit.system.compose(unit.named);
        const exact =
            unit.named.length === 1 && rationalsEqual(unit.named[0].exponent, ONE) ? unit.system.unit(unit.named[0].unitId) : kept;
        return { ratio: divideRationals(unit.term.scale, kept.term.scale), unit: exact };
    }
    const coherent = unit.system.coherent(unit);
    return { ratio: divideRationals(unit.term.scale, coherent.term.scale), unit: coherent };
}

/** Reductions by left and right operand, held as long as their units. */
type Reductions = WeakMap<Unit, WeakMap<Unit, Reduction>>;
const products: Reductions = new WeakMap();
const quotients: Reductions = new WeakMap();

function reductionOfPair(known: Reductions, a: Unit, b: Unit, compose: (a: Unit, b: Unit) => Unit): Reduction {
    let right = known.get(a);
    if (right === undefined) {
        known.set(a, (right = new WeakMap()));
    }
    let reduction = right.get(b);
    if (reduction === undefined) {
        right.set(b, (reduction = reductionOf(compose(a, b))));
    }
    return reduction;
}

/** A result in a composed unit: a bare number when every base unit cancels, else in the coherent unit of its dimension. */
function composed(magnitude: Num, { ratio, unit }: Reduction): NumberOrQuantity {
    return unit === undefined ? scaled(magnitude, ratio) : new Quantity(scaled(magnitude, ratio), unit);
}

/** The product in the product of the units. @throws EvaluationError for a point on a measurement scale */
export function multiplyQuantities(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    if (!(a instanceof Quantity)) {
        return b instanceof Quantity ? withoutPoint(b, '*', q => new Quantity(multiply(a, q.magnitude), q.unit)) : multiply(a, b);
    }
    if (!(b instanceof Quantity)) {
        return withoutPoint(a, '*', q => new Quantity(multiply(q.magnitude, b), q.unit));
    }
    return composed(multiply(a.magnitude, b.magnitude), reductionOfPair(products, a.unit, b.unit, multiplyUnits));
}

/** The quotient in the quotient of the units. @throws EvaluationError for a point on a measurement scale, and a zero divisor */
export function divideQuantities(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    if (!(b instanceof Quantity)) {
        return a instanceof Quantity ? withoutPoint(a, '/', q => new Quantity(divide(q.magnitude, b), q.unit)) : divide(a, b);
    }
    const [x] = paired(a, b);
    return composed(divide(x.magnitude, b.magnitude), reductionOfPair(quotients, x.unit, b.unit, divideUnits));
}

function withoutPoint(q: Quantity, operator: string, result: (q: Quantity) => Quantity): Quantity {
    if (q.unit.isScale) {
        throw typeMismatch(`operator '${operator}' is not defined for a point on the measurement scale ${q.unit.text}`);
    }
    return result(q);
}

/** A quantity to the power of a bare number (the caller reduces exponents of dimension one). */
export function powerOfQuantity(q: Quantity, exponent: RealNumber): NumberOrQuantity {
    const ratio = exactRatio(exponent);
    if (ratio.den === 1 && ratio.num === 1) {
        return q;
    }
    const unit = powerOfUnit(q.unit, ratio);
    if (unit !== undefined) {
        return composed(power(q.magnitude, exponent), reductionOf(unit));
    }
    // The scale has no exact root: move it into the magnitude, whose power may be a Real.
    const base = q.unit.system.coherent(q.unit);
    const rooted = powerOfUnit(base, ratio);
    const magnitude = magnitudeIn(q, base);
    if (rooted === undefined) {
        const unscaled = unscaledUnit(base);
        return composed(power(magnitudeIn(q, unscaled), exponent), reductionOf(powerOfUnit(unscaled, ratio)!));
    }
    return composed(power(magnitude, exponent), reductionOf(rooted));
}

/** The product of irreducible units of a unit's dimension, with scale one. */
function unscaledUnit(unit: Unit): Unit {
    return unit.system.compose(unit.term.factors);
}

/** `arithmetic domain error` unless every exponent of the unit is even. */
export function squareRootOfQuantity(q: Quantity): NumberOrQuantity {
    const even = q.unit.term.factors.every(f => f.exponent.den === 1 && BigInt(f.exponent.num) % 2n === 0n);
    if (!even || q.unit.named.some(f => BigInt(f.exponent.num) % 2n !== 0n)) {
        throw domainError(`square root of a quantity in ${q.unit.text}, whose exponents are not even`);
    }
    if (q.magnitude instanceof Complex || sign(q.magnitude) < 0) {
        throw domainError('square root of a negative number');
    }
    return powerOfQuantity(q, new Rational(1, 2));
}

/** The quantity with the opposite magnitude, in the same unit. */
export function negateQuantity(q: Quantity): Quantity {
    return new Quantity(negate(q.magnitude), q.unit);
}

/** The quantity with the absolute magnitude, in the same unit. */
export function absoluteQuantity(q: Quantity): Quantity {
    return new Quantity(absolute(q.magnitude), q.unit);
}

/**
 * Orders two quantities: the right one is converted into the left one's unit. A bare zero adopts the other side's unit.
 * @throws incommensurable units; undefined for Complex magnitudes, which have no order
 */
export function compareQuantities(a: NumberOrQuantity, b: NumberOrQuantity): number | undefined {
    const [left, right] = comparable(a, b);
    return left instanceof Complex || right instanceof Complex ? undefined : compareNumbers(left, right);
}

/** Equality after conversion; `incommensurable units` for different dimensions. */
export function quantitiesEqual(a: NumberOrQuantity, b: NumberOrQuantity): boolean {
    const [left, right] = comparable(a, b);
    return numbersEqual(left, right);
}

/** Both magnitudes in the left operand's unit. */
function comparable(a: NumberOrQuantity, b: NumberOrQuantity): [Num, Num] {
    if (!(a instanceof Quantity) && b instanceof Quantity && isZero(a)) {
        return [a, b.magnitude];
    }
    if (a instanceof Quantity && !(b instanceof Quantity) && isZero(b)) {
        return [a.magnitude, b];
    }
    const [x, y] = paired(a, b);
    return [x.magnitude, magnitudeIn(y, x.unit)];
}

/** Whether two quantities have the same dimension (a bare number has dimension one). */
export function commensurable(a: NumberOrQuantity, b: NumberOrQuantity): boolean {
    if (!(a instanceof Quantity) && !(b instanceof Quantity)) {
        return true;
    }
    const [x, y] = paired(a, b);
    return sameDimension(x.unit.term, y.unit.term);
}

/** The magnitude in base units: exact for exact magnitudes, rounded once for a Real. */
export function baseMagnitude(q: Quantity): Num {
    const base = scaled(q.magnitude, q.unit.term.scale);
    return q.unit.scale === undefined ? base : add(base, q.unit.scale.offset);
}
