/**
 * Coordinate transformations of vectors and tensors: the objects of `MeasurementReferences::CoordinateTransformation`.
 *
 * A transformation places its target frame in its source frame. Transforming returns the components in the target frame, so `source =
 * rotation * target + origin` is solved for the target. Objects are read through `FunctionContext.objects`.
 */

import {
    domainError,
    typeMismatch,
    divide,
    isZero,
    multiply,
    subtract,
    toDouble,
    asPlainNumber,
    type Num,
    type ObjectReference,
    Quantity,
    Real,
    type RealNumber,
    TensorQuantity,
    type Value,
    Vector,
    VectorQuantity,
    elementsOf,
    isNumber,
    isRealNumber,
    scalarOf,
    describe,
    shaped
} from '../../values/index.js';
import type { FunctionContext, ObjectAccess } from './registry.js';

const PACKAGE = 'MeasurementReferences';

/** A linear map and an origin: `source = matrix * target + origin`. Row-major; the origin may carry units. */
interface Placement {
    readonly dimension: number;
    readonly matrix: readonly RealNumber[];
    readonly origin: readonly (Num | Quantity)[];
}

/** The vector's components in the target frame of the transformation. */
export function transformVector(
    transformation: ObjectReference,
    v: Vector | VectorQuantity,
    context: FunctionContext
): Vector | VectorQuantity {
    const placement = placementOf(transformation, context);
    const n = placement.dimension;
    if (v.components.length !== n) {
        throw typeMismatch(`a transformation of ${n} dimensions and a vector of ${v.components.length} components`);
    }
    const shifted = v.components.map((c, i) => (isBareZero(placement.origin[i]) ? c : shaped.minus(c, placement.origin[i])));
    const result = shaped.matrixProduct(inverse(placement.matrix, n), shifted, n, n, 1);
    return result.every(c => c instanceof Quantity) ? new VectorQuantity(result) : shaped.vectorOf(result);
}

/** Transforms a tensor to the target frame: inverse * tensor * transposed inverse for rank two, like a free vector for rank one. */
export function transformTensor(transformation: ObjectReference, t: TensorQuantity, context: FunctionContext): TensorQuantity {
    const { matrix, dimension: n } = placementOf(transformation, context);
    if (t.dimensions.length > 2 || t.dimensions.some(d => d !== n)) {
        throw typeMismatch(`a transformation of ${n} dimensions and a tensor of shape ${t.dimensions.join(' x ')}`);
    }
    const inverted = inverse(matrix, n);
    let components: readonly (Num | Quantity)[] = shaped.matrixProduct(inverted, t.components, n, n, t.components.length / n);
    if (t.dimensions.length === 2) {
        components = shaped.matrixProduct(components, transposed(inverted, n), n, n, n);
    }
    return shaped.tensorOfComponents(t.dimensions, components, t.components);
}

const isBareZero = (x: Num | Quantity): boolean => !(x instanceof Quantity) && isZero(x);

function placementOf(t: ObjectReference, context: FunctionContext): Placement {
    const { objects } = context;
    if (objects === undefined) {
        throw typeMismatch('a coordinate transformation needs objects');
    }
    if (objects.isOf(t, `${PACKAGE}::AffineTransformationMatrix3d`)) {
        const matrix = objectFeature(objects, t, 'rotationMatrix');
        const shift = objectFeature(objects, t, 'translationVector');
        return { dimension: 3, matrix: componentsOf(objects, matrix).map(plain), origin: componentsOf(objects, shift) };
    }
    if (objects.isOf(t, `${PACKAGE}::CoordinateFramePlacement`)) {
        const origin = componentsOf(objects, objectFeature(objects, t, 'origin'));
        const directions = elementsOf(objectFeature(objects, t, 'basisDirections')).map(d => componentsOf(objects, d).map(plain));
        const n = origin.length;
        // Basis directions are the columns of the map from target to source components.
        const matrix = directions.length === 0 ? identity(n) : transposed(directions.flat(), n);
        return { dimension: n, matrix, origin };
    }
    if (objects.isOf(t, `${PACKAGE}::TranslationRotationSequence`)) {
        return elementsOf(objectFeature(objects, t, 'elements'))
            .map(step => stepOf(objects, step))
            .reduce(composed);
    }
    throw typeMismatch('not a coordinate transformation');
}

function stepOf(objects: ObjectAccess, step: Value): Placement {
    const s = scalarOf(step);
    if (s === null || typeof s !== 'object' || s.kind !== 'instance') {
        throw typeMismatch(`a translation or rotation, got ${describe(s)}`);
    }
    if (objects.isOf(s, `${PACKAGE}::Translation`)) {
        const origin = componentsOf(objects, objectFeature(objects, s, 'translationVector'));
        return { dimension: origin.length, matrix: identity(origin.length), origin };
    }
    const axis = componentsOf(objects, objectFeature(objects, s, 'axisDirection')).map(c => toDouble(plain(c)));
    const turned = scalarOf(objectFeature(objects, s, 'angle'));
    const theta = turned instanceof Quantity ? asPlainNumber(turned) : turned;
    if (theta === undefined || !isRealNumber(theta) || axis.length !== 3) {
        throw typeMismatch('a rotation needs an axis of three components and an angle');
    }
    return { dimension: 3, matrix: rotation(axis, toDouble(theta)), origin: [0, 0, 0] };
}

/** The composition of a, then b relative to the resulting frame (intrinsic order). */
function composed(a: Placement, b: Placement): Placement {
    const n = a.dimension;
    const moved = shaped.matrixProduct(a.matrix, b.origin, n, n, 1);
    return {
        dimension: n,
        matrix: shaped.matrixProduct(a.matrix, b.matrix, n, n, n),
        origin: moved.map((c, i) => (isBareZero(c) ? a.origin[i] : isBareZero(a.origin[i]) ? c : shaped.plus(a.origin[i], c)))
    };
}

/** Rodrigues' rotation about an axis, counter-clockwise by theta radians. */
function rotation(axis: readonly number[], theta: number): RealNumber[] {
    const length = Math.hypot(...axis);
    if (length === 0) {
        throw domainError('a rotation about a zero axis');
    }
    const [x, y, z] = axis.map(c => c / length);
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    const d = 1 - c;
    return [
        c + x * x * d,
        x * y * d - z * s,
        x * z * d + y * s,
        y * x * d + z * s,
        c + y * y * d,
        y * z * d - x * s,
        z * x * d - y * s,
        z * y * d + x * s,
        c + z * z * d
    ].map(m => new Real(m));
}

function identity(n: number): RealNumber[] {
    return Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0));
}

function transposed(matrix: readonly RealNumber[], n: number): RealNumber[] {
    return matrix.map((_, i) => matrix[(i % n) * n + Math.floor(i / n)]);
}

/** Gauss-Jordan over numbers, exact for exact matrices. */
function inverse(matrix: readonly RealNumber[], n: number): RealNumber[] {
    const rows = Array.from({ length: n }, (_, i) => [...matrix.slice(i * n, i * n + n), ...identity(n).slice(i * n, i * n + n)]);
    for (let col = 0; col < n; col++) {
        const size = (r: number): number => Math.abs(toDouble(rows[r][col]));
        let pivot = col;
        for (let r = col + 1; r < n; r++) {
            pivot = size(r) > size(pivot) ? r : pivot;
        }
        if (isZero(rows[pivot][col])) {
            throw domainError('a coordinate transformation without an inverse');
        }
        [rows[col], rows[pivot]] = [rows[pivot], rows[col]];
        const head = rows[col][col];
        rows[col] = rows[col].map(x => divide(x, head));
        for (let r = 0; r < n; r++) {
            const factor = rows[r][col];
            if (r !== col && !isZero(factor)) {
                rows[r] = rows[r].map((x, k) => subtract(x, multiply(factor, rows[col][k])));
            }
        }
    }
    return rows.flatMap(row => row.slice(n));
}

function objectFeature(objects: ObjectAccess, object: ObjectReference, name: string): Value {
    const value = objects.feature(object, name);
    if (value === undefined) {
        throw typeMismatch(`the transformation has no ${name}`);
    }
    return value;
}

/** The components of a vector value, of an object with `elements`, or of a plain collection. */
function componentsOf(objects: ObjectAccess, v: Value): readonly (Num | Quantity)[] {
    const only = scalarOf(v);
    if (shaped.isShaped(only)) {
        return only.components;
    }
    const list =
        only !== null && typeof only === 'object' && only.kind === 'instance'
            ? elementsOf(objectFeature(objects, only, 'elements'))
            : only !== null && typeof only === 'object' && only.kind === 'array'
              ? only.elements
              : elementsOf(v);
    return list.map(e => {
        const c = scalarOf(e);
        if (!isNumber(c) && !(c instanceof Quantity)) {
            throw typeMismatch(`a component of a transformation is ${describe(c)}`);
        }
        return c;
    });
}

/** The number of a direction or matrix entry: of a quantity its value of dimension one, else its magnitude. */
function plain(c: Num | Quantity): RealNumber {
    const number = c instanceof Quantity ? (asPlainNumber(c) ?? c.magnitude) : c;
    if (!isRealNumber(number)) {
        throw typeMismatch(`a direction or matrix entry of a transformation is ${describe(number)}`);
    }
    return number;
}
