/**
 * VectorFunctions (KerML 9.4.16), VectorCalculations and TensorCalculations (SysML, quantities and units library).
 *
 * These tables give the arithmetic of shaped.ts the library's names and parameter types. Products of quantities stay quantities (a norm
 * keeps its unit), angles are Reals in radians.
 */

import {
    typeMismatch,
    toReal,
    MeasurementRef,
    type ObjectReference,
    Quantity,
    Real,
    ShapedMeasurementRef,
    TensorQuantity,
    type Value,
    Vector,
    VectorQuantity,
    elementsOf,
    isNumber,
    scalarOf,
    describe,
    shaped
} from '../../values/index.js';
import * as operators from './operators.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, packageFunctions } from './registry.js';
import { notEvaluable, sumOf } from './scalar-functions.js';
import { transformTensor, transformVector } from './transformation.js';

type AnyVector = Vector | VectorQuantity;

/** A vector of Reals; a component that is not a number is a type mismatch. */
function cartesian(components: readonly Value[], count?: number): Vector {
    if (count !== undefined && components.length !== count) {
        throw typeMismatch(`a vector of ${count} components from ${components.length} numbers`);
    }
    return new Vector(shaped.vectorOf(components.map(scalarOf)).components.map(toReal));
}

/** The value of `VectorFunctions::cartesianZeroVector`: zero vectors of one, two and three dimensions. */
export const CARTESIAN_ZERO_VECTORS: readonly Vector[] = [1, 2, 3].map(n => new Vector(Array.from({ length: n }, () => new Real(0))));

/** Sums vectors. A flat sequence of numbers does not show where its vectors end, so it is rejected. */
function sumOfVectors(vectors: readonly Value[]): Value {
    if (vectors.some(v => !shaped.isShaped(v))) {
        throw notEvaluable('VectorFunctions::sum', 'a sequence is flat, its elements are no vectors');
    }
    return sumOf(vectors, CARTESIAN_ZERO_VECTORS[2]);
}

const add = ([v, w]: [Value, Value | undefined]): Value => (w === undefined ? operators.unaryPlus(v) : operators.add(v, w));
const subtract = ([v, w]: [Value, Value | undefined]): Value => (w === undefined ? operators.negate(v) : operators.subtract(v, w));
const multiply = ([a, b]: [Value, Value]): Value => operators.multiply(a, b);
const divide = ([a, b]: [Value, Value]): Value => operators.divide(a, b);
const inner = ([v, w]: [AnyVector, AnyVector]): Value => shaped.inner(v, w);
const norm = ([v]: [AnyVector]): Value => shaped.norm(v);
const angle = ([v, w]: [AnyVector, AnyVector]): Value => shaped.angle(v, w);
const isZero = ([v]: [shaped.Shaped]): Value => shaped.isZeroShaped(v);
const isUnit = ([v]: [shaped.Shaped]): Value => shaped.isUnitShaped(v);

const vectorFunctions: FunctionTable = {
    isZeroVector: ['v:Vector', isZero],
    isCartesianZeroVector: ['v:NumericVector', isZero],
    '+': ['v:Vector w:Vector?', add],
    'cartesian+': ['v:NumericVector w:NumericVector?', add],
    '-': ['v:Vector w:Vector?', subtract],
    'cartesian-': ['v:NumericVector w:NumericVector?', subtract],
    sum0: ['coll:Collection zero:Anything', ([c, zero]: [readonly Value[], Value]) => sumOf(c, zero)],
    sum: ['coll:Collection', ([c]: [readonly Value[]]) => sumOfVectors(c)],
    VectorOf: ['components:Collection', ([c]: [readonly Value[]]) => shaped.vectorOf(c.map(scalarOf))],
    CartesianVectorOf: ['components:Collection', ([c]: [readonly Value[]]) => cartesian(c)],
    CartesianThreeVectorOf: ['components:Collection', ([c]: [readonly Value[]]) => cartesian(c, 3)],
    scalarVectorMult: ['x:Scalar v:Vector', multiply],
    cartesianScalarVectorMult: ['x:Real v:NumericVector', multiply],
    vectorScalarMult: ['v:Vector x:Scalar', multiply],
    cartesianVectorScalarMult: ['v:NumericVector x:Real', multiply],
    vectorScalarDiv: ['v:Vector x:Scalar', divide],
    inner: ['v:Vector w:Vector', inner],
    cartesianInner: ['v:NumericVector w:NumericVector', inner],
    norm: ['v:Vector', norm],
    cartesianNorm: ['v:NumericVector', norm],
    angle: ['v:Vector w:Vector', angle],
    cartesianAngle: ['v:NumericVector w:NumericVector', angle]
};

/** Numbers with one unit, or with one unit each (a frame of several units). */
function quantitiesOf(elements: readonly Value[], references: readonly Value[]): Quantity[] {
    if (references.length !== 1 && references.length !== elements.length) {
        throw typeMismatch(`${elements.length} numbers for ${references.length} units`);
    }
    return elements.map((e, i) => {
        const [x, ref] = [scalarOf(e), scalarOf(references[references.length === 1 ? 0 : i])];
        if (!isNumber(x) || !(ref instanceof MeasurementRef)) {
            throw typeMismatch(`a quantity of ${describe(x)} and ${describe(ref)}`);
        }
        return new Quantity(x, ref.unit);
    });
}

/** The units and the dimensions of a measurement reference; of an object its features `mRefs` and `dimensions`. */
function frameOf(ref: Value, context: FunctionContext): { units: readonly Value[]; dimensions?: readonly number[] } {
    const only = scalarOf(ref);
    if (only instanceof ShapedMeasurementRef) {
        return { units: only.mRefs, dimensions: only.dimensions };
    }
    if (only !== null && typeof only === 'object' && only.kind === 'instance' && context.objects !== undefined) {
        const units = elementsOf(context.objects.feature(only, 'mRefs') ?? null);
        const dimensions = elementsOf(context.objects.feature(only, 'dimensions') ?? null).map(d => Number(scalarOf(d)));
        return { units, dimensions };
    }
    return { units: elementsOf(ref) };
}

/** The numbers of a vector, or of a collection. */
function numbersOf(v: Value): readonly Value[] {
    const only = scalarOf(v);
    return only instanceof Vector ? only.components : elementsOf(v);
}

const vectorCalculations: FunctionTable = {
    '[': [
        'elements:Anything mRef:Anything',
        ([elements, ref]: [Value, Value], context: FunctionContext) =>
            new VectorQuantity(quantitiesOf(numbersOf(elements), frameOf(ref, context).units))
    ],
    isZeroVectorQuantity: ['v:VectorQuantity', isZero],
    isUnitVectorQuantity: ['v:VectorQuantity', isUnit],
    '+': ['v:Vector w:Vector', add],
    '-': ['v:Vector w:Vector', subtract],
    scalarVectorMult: ['x:Number v:Vector', multiply],
    vectorScalarMult: ['v:Vector x:Number', multiply],
    scalarQuantityVectorMult: ['x:Scalar v:Vector', multiply],
    vectorScalarQuantityMult: ['v:Vector x:Scalar', multiply],
    vectorScalarDiv: ['v:Vector x:Number', divide],
    vectorScalarQuantityDiv: ['v:Vector x:Scalar', divide],
    inner: ['v:Vector w:Vector', inner],
    outer: ['v:Vector w:Vector', ([v, w]: [AnyVector, AnyVector]) => shaped.outer(v, w)],
    norm: ['v:Vector', norm],
    angle: ['v:Vector w:Vector', angle],
    transform: [
        'transformation:Object sourceVector:Vector',
        ([t, v]: [ObjectReference, AnyVector], context: FunctionContext) => transformVector(t, v, context)
    ]
};

const contract = ([a, b]: [shaped.Shaped, shaped.Shaped]): Value => shaped.contract(a, b);

const tensorCalculations: FunctionTable = {
    '[': [
        'elements:Anything mRef:Anything',
        ([elements, ref]: [Value, Value], context: FunctionContext) => {
            const { units, dimensions } = frameOf(ref, context);
            const components = quantitiesOf(numbersOf(elements), units);
            return shaped.tensorOf(dimensions ?? [components.length], components);
        }
    ],
    isZeroTensorQuantity: ['x:Tensor', isZero],
    isUnitTensorQuantity: ['x:Tensor', isUnit],
    '+': ['x:Tensor y:Tensor', add],
    '-': ['x:Tensor y:Tensor', subtract],
    scalarTensorMult: ['x:Number y:Tensor', multiply],
    TensorScalarMult: ['x:Tensor y:Number', multiply],
    scalarQuantityTensorMult: ['x:Scalar y:Tensor', multiply],
    TensorScalarQuantityMult: ['x:Tensor y:Scalar', multiply],
    tensorVectorMult: ['x:Tensor y:Vector', contract],
    vectorTensorMult: ['x:Vector y:Tensor', contract],
    tensorTensorMult: ['x:Tensor y:Tensor', contract],
    transform: [
        'transformation:Object sourceTensor:Tensor',
        ([t, v]: [ObjectReference, TensorQuantity], context: FunctionContext) => transformTensor(t, v, context)
    ]
};

/** All functions of this file. */
export const VECTOR_FUNCTIONS: readonly LibraryFunction[] = [
    ...packageFunctions('VectorFunctions', vectorFunctions),
    ...packageFunctions('VectorCalculations', vectorCalculations),
    ...packageFunctions('TensorCalculations', tensorCalculations)
];
