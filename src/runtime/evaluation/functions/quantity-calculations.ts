/**
 * QuantityCalculations and MeasurementRefCalculations (SysML, quantities and units library).
 *
 * The operators use the arithmetic of quantity.ts; this file adds the library's names, conversions and rounding.
 */

import {
    EvaluationError,
    typeMismatch,
    Complex,
    MeasurementRef,
    type Num,
    Quantity,
    type RealNumber,
    type Value,
    isNumber,
    scalarOf,
    numbers,
    quantities
} from '../../values/index.js';
import * as operators from './operators.js';
import { type FunctionContext, type FunctionTable, type LibraryFunction, packageFunctions } from './registry.js';
import { maximum, minimum, numericOperators, productOf, sumOf, toText } from './scalar-functions.js';

type Measured = Quantity | RealNumber;

const magnitudeOf = (x: Measured): Num => (x instanceof Quantity ? x.magnitude : x);

function realMagnitude(x: Measured): RealNumber {
    const magnitude = magnitudeOf(x);
    if (magnitude instanceof Complex) {
        throw typeMismatch('a Complex magnitude has no order');
    }
    return magnitude;
}

/** A function of the magnitude that keeps the unit. */
function inUnit(f: (x: RealNumber) => RealNumber) {
    return ([x]: [Measured]): Value => {
        const magnitude = f(realMagnitude(x));
        return x instanceof Quantity ? new Quantity(magnitude, x.unit) : magnitude;
    };
}

/** The number in the unit `one` of the context's system of units. */
function dimensionOne([x]: [RealNumber], context: FunctionContext): Value {
    if (context.units === undefined) {
        throw new EvaluationError('not a measurement unit', 'MeasurementReferences::one');
    }
    return new Quantity(x, context.units.unit('MeasurementReferences::one'));
}

const quantityCalculations: FunctionTable = {
    ...numericOperators('Quantity', ['%']),
    '[': ['!num:Anything mRef:Anything', ([x, ref]: [Value, Value]) => operators.measured(x, ref)],
    isZero: ['x:Quantity', ([x]: [Measured]) => numbers.isZero(magnitudeOf(x))],
    isUnit: ['x:Quantity', ([x]: [Measured]) => numbers.numbersEqual(magnitudeOf(x), 1)],
    abs: ['x:Quantity', inUnit(numbers.absolute)],
    max: ['x:Quantity y:Quantity', ([x, y]: [Value, Value]) => maximum(x, y)],
    min: ['x:Quantity y:Quantity', ([x, y]: [Value, Value]) => minimum(x, y)],
    '==': ['!x:Anything? y:Anything?', ([x, y]: [Value | undefined, Value | undefined]) => operators.equal(x ?? null, y ?? null)],
    sqrt: ['x:Quantity', ([x]: [Measured]) => (x instanceof Quantity ? quantities.squareRootOfQuantity(x) : numbers.squareRoot(x))],
    floor: ['x:Quantity', inUnit(numbers.floor)],
    round: ['x:Quantity', inUnit(numbers.round)],
    ToString: ['x:Quantity', ([x]: [Value]) => toText(x)],
    ToInteger: ['x:Quantity', ([x]: [Measured]) => numbers.truncate(realMagnitude(x))],
    ToRational: ['x:Quantity', ([x]: [Measured]) => numbers.exactRatio(realMagnitude(x))],
    ToReal: ['x:Quantity', ([x]: [Measured]) => numbers.toReal(realMagnitude(x))],
    ToDimensionOneValue: ['x:Ordered', dimensionOne],
    sum: ['collection:Collection', ([c]: [readonly Value[]]) => sumOf(c)],
    product: ['collection:Collection', ([c]: [readonly Value[]]) => productOf(c)],
    ConvertQuantity: [
        'x:Quantity targetMRef:Unit',
        ([x, ref]: [Measured, MeasurementRef]) =>
            quantities.convertQuantity(x instanceof Quantity ? x : new Quantity(x, ref.unit.system.one), ref.unit)
    ]
};

const measurementRefCalculations: FunctionTable = {
    '*': ['x:Unit y:Unit', ([x, y]: [Value, Value]) => operators.multiply(x, y)],
    '/': ['x:Unit y:Unit', ([x, y]: [Value, Value]) => operators.divide(x, y)],
    '**': ['x:Unit y:Ordered', ([x, y]: [Value, Value]) => operators.power(x, y)],
    '^': ['x:Unit y:Ordered', ([x, y]: [Value, Value]) => operators.power(x, y)],
    ToString: ['x:Unit', ([x]: [Value]) => toText(x)]
};

/** All functions of this file. */
export const QUANTITY_FUNCTIONS: readonly LibraryFunction[] = [
    ...packageFunctions('QuantityCalculations', quantityCalculations),
    ...packageFunctions('MeasurementRefCalculations', measurementRefCalculations)
];

/** `q.num`: the magnitude of a quantity; undefined for other values. */
export function numOf(v: Value): Value | undefined {
    const x = scalarOf(v);
    return x instanceof Quantity ? x.magnitude : isNumber(x) ? x : undefined;
}

/** `q.mRef`: the unit of a quantity; undefined for other values. */
export function mRefOf(v: Value): Value | undefined {
    const x = scalarOf(v);
    return x instanceof Quantity ? new MeasurementRef(x.unit) : undefined;
}
