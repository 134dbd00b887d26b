/**
 * The operators: implementations by symbol, dispatched by the kinds of the operands.
 *
 * Each function tests the frequent kinds first, so that compiled code calls it directly. An open operand (`undetermined`) gives an open
 * result unless the other operand determines it. Classification operators depend on the model and belong to the evaluator. (Contract sheet,
 * sections 4.4 to 4.10.)
 */

import {
    EvaluationError,
    typeMismatch,
    addIntegers,
    compareStrings,
    valuesEqual,
    valuesIdentical,
    describe,
    divideUnits,
    multiplyUnits,
    powerOfUnit,
    MeasurementRef,
    type Num,
    Quantity,
    Real,
    Undetermined,
    type Value,
    isEmptyValue,
    isNumber,
    isRealNumber,
    kindOf,
    scalarOf,
    numbers,
    quantities,
    shaped
} from '../../values/index.js';
import { ADMITTED, firstOpen, openResult, refuseUnset, undefinedFor, undeterminedFrom } from './open-operands.js';

const MAX = Number.MAX_SAFE_INTEGER;

type Binary = (a: Value, b: Value) => Value;

// ---------------------------------------------------------------------------------------------- arithmetic

function isMeasurable(v: Value): v is quantities.NumberOrQuantity {
    return v instanceof Quantity || isNumber(v);
}

/** The implementations of a binary operator by the kinds of its operands. */
interface OperatorForms {
    readonly operator: string;
    readonly overNumbers: (x: Num, y: Num) => Value;
    readonly overQuantities?: (x: quantities.NumberOrQuantity, y: quantities.NumberOrQuantity) => Value;
    /** further operands of this operator; undefined for operands that it is not defined for */
    readonly others?: (x: Value, y: Value) => Value | undefined;
}

/** The common slow path: unwraps operands, then handles numbers, quantities, the operator's other operands and open operands. */
function dispatch({ operator, overNumbers, overQuantities, others }: OperatorForms, a: Value, b: Value): Value {
    const x = scalarOf(a);
    const y = scalarOf(b);
    if (isNumber(x) && isNumber(y)) {
        return overNumbers(x, y);
    }
    if (overQuantities !== undefined && isMeasurable(x) && isMeasurable(y)) {
        return overQuantities(x, y);
    }
    const other = others?.(x, y);
    if (other !== undefined) {
        return other;
    }
    if (x instanceof Undetermined || y instanceof Undetermined) {
        return openResult(operator, x, y, ADMITTED[operator] === undefined ? '<' : operator);
    }
    throw undefinedFor(operator, x, y);
}

const ADDITION: OperatorForms = {
    operator: '+',
    overNumbers: numbers.add,
    overQuantities: quantities.addQuantities,
    others: (x, y) => {
        if (typeof x === 'string' && typeof y === 'string') {
            return x + y;
        }
        return shaped.isShaped(x) && shaped.isShaped(y) ? shaped.addShaped(x, y) : undefined;
    }
};

const SUBTRACTION: OperatorForms = {
    operator: '-',
    overNumbers: numbers.subtract,
    overQuantities: quantities.subtractQuantities,
    others: (x, y) => (shaped.isShaped(x) && shaped.isShaped(y) ? shaped.subtractShaped(x, y) : undefined)
};

const MULTIPLICATION: OperatorForms = {
    operator: '*',
    overNumbers: numbers.multiply,
    overQuantities: quantities.multiplyQuantities,
    others: (x, y) => {
        if (isMeasurable(x) && shaped.isShaped(y)) {
            return shaped.mapShaped(y, c => shaped.times(x, c));
        }
        if (shaped.isShaped(x) && isMeasurable(y)) {
            return shaped.mapShaped(x, c => shaped.times(c, y));
        }
        return x instanceof MeasurementRef && y instanceof MeasurementRef ? new MeasurementRef(multiplyUnits(x.unit, y.unit)) : undefined;
    }
};

const DIVISION: OperatorForms = {
    operator: '/',
    overNumbers: numbers.divide,
    overQuantities: quantities.divideQuantities,
    others: (x, y) => {
        if (shaped.isShaped(x) && isMeasurable(y)) {
            return shaped.mapShaped(x, c => shaped.over(c, y));
        }
        if (y instanceof MeasurementRef && x === 1) {
            return new MeasurementRef(divideUnits(y.unit.system.one, y.unit));
        }
        return x instanceof MeasurementRef && y instanceof MeasurementRef ? new MeasurementRef(divideUnits(x.unit, y.unit)) : undefined;
    }
};

const REMAINDER: OperatorForms = {
    operator: '%',
    overNumbers: (x, y) => {
        if (!isRealNumber(x) || !isRealNumber(y)) {
            throw undefinedFor('%', x, y);
        }
        return numbers.remainder(x, y);
    }
};

const EXPONENTIATION: OperatorForms = {
    operator: '**',
    overNumbers: numbers.power,
    overQuantities: (x, y) => {
        const exponent = y instanceof Quantity ? quantities.asPlainNumber(y) : y;
        if (!(x instanceof Quantity) || exponent === undefined || y instanceof Quantity || !isRealNumber(exponent)) {
            throw undefinedFor('**', x, y);
        }
        return quantities.powerOfQuantity(x, exponent);
    },
    others: (x, y) => {
        if (!(x instanceof MeasurementRef) || !isRealNumber(y)) {
            return undefined;
        }
        const unit = powerOfUnit(x.unit, numbers.exactRatio(y));
        if (unit === undefined) {
            throw new EvaluationError('undetermined unit conversion', `${x.unit.text} has no exact power`);
        }
        return new MeasurementRef(unit);
    }
};

/** `a + b`: numbers, quantities, strings, vectors and tensors. */
export function add(a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a + b;
        return r <= MAX && r >= -MAX ? r : addIntegers(a, b);
    }
    if (a instanceof Real && b instanceof Real) {
        return numbers.real(a.value + b.value);
    }
    if (typeof a === 'string' && typeof b === 'string') {
        return a + b;
    }
    return dispatch(ADDITION, a, b);
}

/** `a - b`: numbers, quantities, vectors and tensors. */
export function subtract(a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a - b;
        return r <= MAX && r >= -MAX ? r : numbers.subtract(a, b);
    }
    if (a instanceof Real && b instanceof Real) {
        return numbers.real(a.value - b.value);
    }
    return dispatch(SUBTRACTION, a, b);
}

/** `a * b`: numbers, quantities, units, and a number or quantity with a vector or tensor. */
export function multiply(a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a * b;
        return r <= MAX && r >= -MAX ? r + 0 : numbers.multiply(a, b);
    }
    if (a instanceof Real && b instanceof Real) {
        return numbers.real(a.value * b.value);
    }
    return dispatch(MULTIPLICATION, a, b);
}

/** `a / b`: numbers (Integers give a Rational), quantities, units, and a vector or tensor by a number or quantity. */
export function divide(a: Value, b: Value): Value {
    if (a instanceof Real && b instanceof Real && b.value !== 0) {
        return numbers.real(a.value / b.value);
    }
    return dispatch(DIVISION, a, b);
}

/** `a % b`: truncating remainder of numbers that are not Complex. */
export function remainder(a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number' && b !== 0) {
        return (a % b) + 0;
    }
    return dispatch(REMAINDER, a, b);
}

/** `a ** b`: numbers; quantities and units with a number as exponent. */
export function power(a: Value, b: Value): Value {
    return dispatch(EXPONENTIATION, a, b);
}

/** Prefix `-`: keeps kind and unit. */
export function negate(a: Value): Value {
    if (typeof a === 'number') {
        return 0 - a;
    }
    const x = scalarOf(a);
    if (isNumber(x)) {
        return numbers.negate(x);
    }
    if (x instanceof Quantity) {
        return quantities.negateQuantity(x);
    }
    if (shaped.isShaped(x)) {
        return shaped.mapShaped(x, c => (c instanceof Quantity ? quantities.negateQuantity(c) : numbers.negate(c)));
    }
    return unaryRest('-', x);
}

/** Prefix `+`: the operand itself, which must be a number, quantity, vector or tensor. */
export function unaryPlus(a: Value): Value {
    const x = scalarOf(a);
    return isMeasurable(x) || shaped.isShaped(x) ? x : unaryRest('+', x);
}

function unaryRest(operator: string, x: Value): Value {
    if (x instanceof Undetermined && x.category !== 'string') {
        return openResult(operator, x, undefined);
    }
    throw undefinedFor(operator, x);
}

// ---------------------------------------------------------------------------------------------- order and equality

/**
 * Orders two numbers (`*` above all finite ones), two strings or two commensurable quantities; undefined for an open operand.
 * @throws type mismatch naming the operator
 */
function compare(operator: string, a: Value, b: Value): number | Undetermined {
    const x = scalarOf(a);
    const y = scalarOf(b);
    if (isRealNumber(x) && isRealNumber(y)) {
        return numbers.compareNumbers(x, y);
    }
    if (typeof x === 'string' && typeof y === 'string') {
        return compareStrings(x, y);
    }
    if (isMeasurable(x) && isMeasurable(y) && (x instanceof Quantity || y instanceof Quantity)) {
        const order = quantities.compareQuantities(x, y);
        if (order !== undefined) {
            return order;
        }
    }
    const [left, right] = [kindOf(x) === 'infinity', kindOf(y) === 'infinity'];
    if ((left || isRealNumber(x)) && (right || isRealNumber(y))) {
        return Number(left) - Number(right);
    }
    if (x instanceof Undetermined || y instanceof Undetermined) {
        const operands = [x, y].filter(v => kindOf(v) !== 'infinity');
        return openResult(operator, operands[0], operands[1], '<');
    }
    throw undefinedFor(operator, x, y);
}

function ordered(operator: string, test: (order: number) => boolean): Binary {
    return (a, b) => {
        const order = compare(operator, a, b);
        return order instanceof Undetermined ? new Undetermined(order.reason, order.lower, order.upper, 'boolean') : test(order);
    };
}

const slowLess = ordered('<', order => order < 0);
const slowLessOrEqual = ordered('<=', order => order <= 0);
const slowGreater = ordered('>', order => order > 0);
const slowGreaterOrEqual = ordered('>=', order => order >= 0);

export function less(a: Value, b: Value): Value {
    return typeof a === 'number' && typeof b === 'number' ? a < b : slowLess(a, b);
}

export function lessOrEqual(a: Value, b: Value): Value {
    return typeof a === 'number' && typeof b === 'number' ? a <= b : slowLessOrEqual(a, b);
}

export function greater(a: Value, b: Value): Value {
    return typeof a === 'number' && typeof b === 'number' ? a > b : slowGreater(a, b);
}

export function greaterOrEqual(a: Value, b: Value): Value {
    return typeof a === 'number' && typeof b === 'number' ? a >= b : slowGreaterOrEqual(a, b);
}

/** The result of a test of two values; open when a part of either is open. */
function tested(a: Value, b: Value, test: (a: Value, b: Value) => boolean): Value {
    refuseUnset(a);
    refuseUnset(b);
    if (firstOpen(a) !== undefined || firstOpen(b) !== undefined) {
        return undeterminedFrom([a, b], 'boolean');
    }
    return test(a, b);
}

export function equal(a: Value, b: Value): Value {
    return typeof a === 'number' && typeof b === 'number' ? a === b : tested(a, b, valuesEqual);
}

export function notEqual(a: Value, b: Value): Value {
    return typeof a === 'number' && typeof b === 'number' ? a !== b : tested(a, b, (x, y) => !valuesEqual(x, y));
}

export function identical(a: Value, b: Value): Value {
    return tested(a, b, valuesIdentical);
}

export function notIdentical(a: Value, b: Value): Value {
    return tested(a, b, (x, y) => !valuesIdentical(x, y));
}

// ---------------------------------------------------------------------------------------------- Booleans

/**
 * The Boolean or open value of an operand.
 * @throws EvaluationError type mismatch: `left operand of 'and' must be Boolean, got a string`
 */
export function booleanOf(v: Value, role: string): boolean | Undetermined {
    if (typeof v === 'boolean') {
        return v;
    }
    const x = scalarOf(v);
    if (typeof x === 'boolean') {
        return x;
    }
    if (x instanceof Undetermined && (x.category === undefined || x.category === 'boolean')) {
        return x;
    }
    throw typeMismatch(`${role} must be Boolean, got ${describe(x)}`);
}

/**
 * A short-circuiting operator.
 * @param decides the left value that determines the result
 * @param decided that result
 * @param decidingRight the right value that determines the result for an open left operand
 */
function shortCircuit(operator: string, decides: boolean, decided: boolean, decidingRight: boolean) {
    return (a: Value, right: () => Value): Value => {
        const x = booleanOf(a, `left operand of '${operator}'`);
        if (x === decides) {
            return decided;
        }
        const y = booleanOf(right(), `right operand of '${operator}'`);
        if (typeof x === 'boolean') {
            return y;
        }
        return y === decidingRight ? decided : undeterminedFrom([x, y], 'boolean');
    };
}

/** `and`, `&`: false on either side determines the result; the right operand is evaluated only if the left one does not. */
export const and = shortCircuit('and', false, false, false);
/** `or`, `|`: true on either side determines the result. */
export const or = shortCircuit('or', true, true, true);
/** `implies`: true for a false left or a true right operand. */
export const implies = shortCircuit('implies', false, true, true);

export function xor(a: Value, b: Value): Value {
    const x = booleanOf(a, "left operand of 'xor'");
    const y = booleanOf(b, "right operand of 'xor'");
    return typeof x === 'boolean' && typeof y === 'boolean' ? x !== y : undeterminedFrom([x, y], 'boolean');
}

export function not(a: Value): Value {
    const x = booleanOf(a, "operand of 'not'");
    return typeof x === 'boolean' ? !x : x;
}

/** The least and greatest number of values. */
export interface Count {
    readonly lower: number;
    readonly upper: number;
}

const ANY_COUNT: Count = { lower: 0, upper: Infinity };

/**
 * `if`: evaluates only the selected branch. For an open condition it evaluates neither; the result then has the number of values given by
 * `count`.
 */
export function conditional(test: Value, then: () => Value, otherwise: () => Value, count: () => Count = () => ANY_COUNT): Value {
    const x = booleanOf(test, "condition of 'if'");
    if (x instanceof Undetermined) {
        const { lower, upper } = count();
        return new Undetermined(x.reason, lower, upper);
    }
    return x ? then() : otherwise();
}

/** `??`: the right operand, evaluated only when the left one is empty. */
export function coalesce(a: Value, right: () => Value): Value {
    refuseUnset(a);
    if (isEmptyValue(a)) {
        return right();
    }
    return a instanceof Undetermined && a.lower === 0 ? new Undetermined(a.reason, 0, a.upper) : a;
}

export { type ElementBudget, index, measured, measuredInFrame, range, sequence } from './collection-operators.js';
export { firstOpen, undeterminedFrom } from './open-operands.js';

/** The failure of an operator without an implementation, such as `~`, which the libraries leave abstract. */
export function unsupported(operator: string): EvaluationError {
    return new EvaluationError('unsupported operator', `'${operator}'`);
}

/** Operators whose operands are all evaluated, by symbol. */
export const BINARY_OPERATORS: Readonly<Record<string, Binary>> = {
    '+': add,
    '-': subtract,
    '*': multiply,
    '/': divide,
    '%': remainder,
    '**': power,
    '^': power,
    '<': less,
    '<=': lessOrEqual,
    '>': greater,
    '>=': greaterOrEqual,
    '==': equal,
    '!=': notEqual,
    '===': identical,
    '!==': notIdentical,
    xor: xor
};

/** Prefix operators, by symbol. */
export const UNARY_OPERATORS: Readonly<Record<string, (a: Value) => Value>> = { '+': unaryPlus, '-': negate, not: not };

/** Operators that evaluate their right operand only if the left one does not determine the result, by symbol. */
export const LAZY_OPERATORS: Readonly<Record<string, (a: Value, right: () => Value) => Value>> = {
    and: and,
    '&': and,
    or: or,
    '|': or,
    implies: implies,
    '??': coalesce
};
