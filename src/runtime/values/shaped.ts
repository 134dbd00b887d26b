/**
 * Vectors, vector quantities and tensors: componentwise arithmetic, products and indexing.
 *
 * Uses the arithmetic of numbers and quantities; does not depend on the model.
 */

import { type EvaluationError, domainError, indexOutOfRange, typeMismatch } from './errors.js';
import { absolute, add, divide, isZero, multiply, numbersEqual, real, subtract, toDouble } from './numbers.js';
import { type NumberOrQuantity, addQuantities, divideQuantities, magnitudeIn, multiplyQuantities, subtractQuantities } from './quantity.js';
import { describe } from './text.js';
import {
    ArrayValue,
    Complex,
    type Num,
    Quantity,
    Real,
    type RealNumber,
    TensorQuantity,
    type Value,
    Vector,
    VectorQuantity,
    isNumber,
    isRealNumber
} from './value.js';

/** A value with numeric components. */
export type Shaped = Vector | VectorQuantity | TensorQuantity;

/** Whether a value has a shape: a vector, a vector quantity or a tensor quantity. */
export function isShaped(v: Value): v is Shaped {
    return v instanceof Vector || v instanceof VectorQuantity || v instanceof TensorQuantity;
}

/** `a + b` over numbers and quantities. */
export function plus(a: RealNumber, b: RealNumber): RealNumber;
export function plus(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity;
export function plus(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    return isNumber(a) && isNumber(b) ? add(a, b) : addQuantities(a, b);
}

/** `a - b` over numbers and quantities. */
export function minus(a: RealNumber, b: RealNumber): RealNumber;
export function minus(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity;
export function minus(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    return isNumber(a) && isNumber(b) ? subtract(a, b) : subtractQuantities(a, b);
}

/** `a * b` over numbers and quantities. */
export function times(a: RealNumber, b: RealNumber): RealNumber;
export function times(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity;
export function times(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    return isNumber(a) && isNumber(b) ? multiply(a, b) : multiplyQuantities(a, b);
}

/** `a / b` over numbers and quantities. */
export function over(a: RealNumber, b: RealNumber): RealNumber;
export function over(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity;
export function over(a: NumberOrQuantity, b: NumberOrQuantity): NumberOrQuantity {
    return isNumber(a) && isNumber(b) ? divide(a, b) : divideQuantities(a, b);
}

/** A numeric vector; a component that is not an Integer, Rational or Real is a type mismatch. */
export function vectorOf(components: readonly Value[]): Vector {
    return new Vector(
        components.map((c, i) => {
            if (!isRealNumber(c)) {
                throw typeMismatch(`vector component is not a number: component ${i + 1} is ${describe(c)}`);
            }
            return c;
        })
    );
}

/** A tensor quantity; the components must fill the positive extents. */
export function tensorOf(dimensions: readonly number[], components: readonly Quantity[]): TensorQuantity {
    const bad = dimensions.findIndex(d => d <= 0);
    if (bad >= 0) {
        throw typeMismatch(`tensor dimension is not positive: dimension ${bad + 1} is ${dimensions[bad]}`);
    }
    const count = dimensions.reduce((a, b) => a * b, 1);
    if (count !== components.length) {
        throw typeMismatch(`tensor components do not fill its dimensions: ${components.length} for ${dimensions.join(' x ') || 'rank 0'}`);
    }
    return new TensorQuantity(dimensions, components);
}

/** The dimensions of a shaped value; a vector has one. */
export function dimensionsOf(v: Shaped): readonly number[] {
    return v instanceof TensorQuantity ? v.dimensions : [v.components.length];
}

/** A value of the given shape: numbers make a vector, quantities a vector quantity or tensor. */
function reshaped(like: Shaped, components: readonly NumberOrQuantity[]): Shaped {
    if (!(like instanceof TensorQuantity) && components.every(c => isRealNumber(c))) {
        return new Vector(components);
    }
    const quantities = asQuantities(components, like.components);
    return like instanceof TensorQuantity ? new TensorQuantity(like.dimensions, quantities) : new VectorQuantity(quantities);
}

/** A tensor quantity of computed components. Bare numbers get dimension one in the system of units of the components or operands. */
export function tensorOfComponents(
    dimensions: readonly number[],
    components: readonly NumberOrQuantity[],
    operands: readonly NumberOrQuantity[]
): TensorQuantity {
    return new TensorQuantity(dimensions, asQuantities(components, operands));
}

function asQuantities(components: readonly NumberOrQuantity[], operands: readonly NumberOrQuantity[]): readonly Quantity[] {
    return components.map(c => {
        if (c instanceof Quantity) {
            return c;
        }
        const unit = [...components, ...operands].find(other => other instanceof Quantity)?.unit;
        if (c instanceof Complex || unit === undefined) {
            throw typeMismatch(`vector component is not a number: ${describe(c)}`);
        }
        return new Quantity(c, unit.system.one);
    });
}

/** Applies an operation to each component. */
export function mapShaped(v: Shaped, operation: (c: NumberOrQuantity) => NumberOrQuantity): Shaped {
    return reshaped(v, v.components.map(operation));
}

function zip(operator: string, a: Shaped, b: Shaped, operation: (x: NumberOrQuantity, y: NumberOrQuantity) => NumberOrQuantity): Shaped {
    const [x, y] = [dimensionsOf(a), dimensionsOf(b)];
    if (a instanceof TensorQuantity !== b instanceof TensorQuantity || x.length !== y.length || x.some((d, i) => d !== y[i])) {
        throw typeMismatch(`operator '${operator}' is not defined for shapes ${x.join(' x ')} and ${y.join(' x ')}`);
    }
    return reshaped(
        a,
        a.components.map((c, i) => operation(c, b.components[i]))
    );
}

/** Componentwise sum of equal shapes. */
export function addShaped(a: Shaped, b: Shaped): Shaped {
    return zip('+', a, b, plus);
}

/** Componentwise difference of equal shapes. */
export function subtractShaped(a: Shaped, b: Shaped): Shaped {
    return zip('-', a, b, minus);
}

/** Inner product of vectors of one dimension: a number, or a quantity for vector quantities. */
export function inner(a: Vector | VectorQuantity, b: Vector | VectorQuantity): NumberOrQuantity {
    if (a.components.length !== b.components.length) {
        throw differentLengths(a, b);
    }
    const products = a.components.map((c, i) => times(c, b.components[i]));
    return products.length === 0 ? 0 : products.reduce(plus);
}

function differentLengths(a: Shaped, b: Shaped): EvaluationError {
    return typeMismatch(`inner product of vectors of ${a.components.length} and ${b.components.length} components`);
}

function innerOfNumbers(a: readonly RealNumber[], b: readonly RealNumber[]): RealNumber {
    return a.reduce<RealNumber>((sum, x, i) => add(sum, multiply(x, b[i])), 0);
}

/** Outer product: row i, column j is a_i * b_j. */
export function outer(a: Vector | VectorQuantity, b: Vector | VectorQuantity): ArrayValue | TensorQuantity {
    const products = a.components.flatMap(x => b.components.map(y => times(x, y)));
    const dimensions = [a.components.length, b.components.length];
    return products.every(p => p instanceof Quantity) ? new TensorQuantity(dimensions, products) : new ArrayValue(dimensions, products);
}

/** The components as numbers: those of a vector quantity in the first one's unit. */
function numbersOf(v: Vector | VectorQuantity): readonly RealNumber[] {
    if (v instanceof Vector) {
        return v.components;
    }
    const { unit } = v.components[0];
    return v.components.map(c => requireReal(magnitudeIn(c, unit)));
}

/** Length of a vector: a Real, or a quantity in the first component's unit. */
export function norm(v: Vector | VectorQuantity): NumberOrQuantity {
    const length = real(Math.hypot(...numbersOf(v).map(toDouble)));
    return v instanceof Vector ? length : new Quantity(length, v.components[0].unit);
}

/** The angle between two nonzero vectors of one dimension, in radians; units cancel. */
export function angle(a: Vector | VectorQuantity, b: Vector | VectorQuantity): Real {
    const [x, y] = [numbersOf(a), numbersOf(b)];
    if (x.length !== y.length) {
        throw differentLengths(a, b);
    }
    const lengths = Math.sqrt(toDouble(multiply(innerOfNumbers(x, x), innerOfNumbers(y, y))));
    if (lengths === 0) {
        throw domainError('the angle of a zero vector');
    }
    return real(Math.acos(Math.min(1, Math.max(-1, toDouble(innerOfNumbers(x, y)) / lengths))));
}

/** Whether every component is zero. */
export function isZeroShaped(v: Shaped): boolean {
    return v.components.every(c => isZero(c instanceof Quantity ? c.magnitude : c));
}

/** Whether a vector has length one, or a tensor a Frobenius norm of one, in its own unit. */
export function isUnitShaped(v: Shaped): boolean {
    const squares = v.components.map(c => {
        const magnitude = absolute(c instanceof Quantity ? c.magnitude : c);
        return multiply(magnitude, magnitude);
    });
    return squares.length > 0 && numbersEqual(squares.reduce(add), 1);
}

/** Matrix product of row-major components: (rows x shared) times (shared x columns). */
export function matrixProduct(
    a: readonly RealNumber[],
    b: readonly RealNumber[],
    rows: number,
    shared: number,
    columns: number
): RealNumber[];
export function matrixProduct(
    a: readonly NumberOrQuantity[],
    b: readonly NumberOrQuantity[],
    rows: number,
    shared: number,
    columns: number
): NumberOrQuantity[];
export function matrixProduct(
    a: readonly NumberOrQuantity[],
    b: readonly NumberOrQuantity[],
    rows: number,
    shared: number,
    columns: number
): NumberOrQuantity[] {
    const result: NumberOrQuantity[] = [];
    for (let i = 0; i < rows; i++) {
        for (let j = 0; j < columns; j++) {
            let sum = times(a[i * shared], b[j]);
            for (let k = 1; k < shared; k++) {
                sum = plus(sum, times(a[i * shared + k], b[k * columns + j]));
            }
            result.push(sum);
        }
    }
    return result;
}

/** Contraction of the last index of a with the first index of b (matrix times vector, vector times matrix, matrix times matrix). */
export function contract(a: Shaped, b: Shaped): Shaped | NumberOrQuantity {
    const [x, y] = [dimensionsOf(a), dimensionsOf(b)];
    const shared = x.at(-1);
    if (shared === undefined || shared !== y[0]) {
        throw typeMismatch(`product of shapes ${x.join(' x ')} and ${y.join(' x ')}`);
    }
    const product = matrixProduct(a.components, b.components, a.components.length / shared, shared, b.components.length / shared);
    const dimensions = [...x.slice(0, -1), ...y.slice(1)];
    if (dimensions.length === 0) {
        return product[0];
    }
    if (dimensions.length === 1) {
        return reshaped(new Vector([]), product);
    }
    return tensorOfComponents(dimensions, product, [...a.components, ...b.components]);
}

/**
 * The element of a row-major shape at one-based indexes, one for each dimension.
 * @throws index out of range, type mismatch for a wrong number of indexes
 */
export function elementAt<T>(dimensions: readonly number[], elements: readonly T[], indexes: readonly number[]): T {
    if (dimensions.length !== indexes.length) {
        throw typeMismatch(`${indexes.length} index(es) for ${dimensions.length} dimension(s)`);
    }
    let position = 0;
    dimensions.forEach((extent, d) => {
        const index = indexes[d];
        if (index < 1 || index > extent) {
            throw indexOutOfRange(`index ${index} of dimension ${d + 1} is outside 1..${extent}`);
        }
        position = position * extent + index - 1;
    });
    return elements[position];
}

function requireReal(n: Num): RealNumber {
    if (n instanceof Complex) {
        throw typeMismatch('a Complex is no vector component');
    }
    return n;
}
