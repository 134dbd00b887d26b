/**
 * The operators: from symbol to an implementation over operand values, dispatched by their kinds.
 *
 * Each function tests the frequent kinds first, so that compiled code calls it directly. Open operands (`undetermined`) stay open
 * unless the other operand decides. Classification operators need the model and live with the evaluator.
 * (Contract sheet, sections 4.4 to 4.10.)
 */

import { divisionByZero, EvaluationError, indexOutOfRange, typeMismatch } from '../values/errors.js';
import { addIntegers } from '../values/integer.js';
import * as numbers from '../values/numbers.js';
import * as quantities from '../values/quantity.js';
import * as shaped from '../values/shaped.js';
import { compareStrings, valuesEqual, valuesIdentical } from '../values/equality.js';
import { describe } from '../values/text.js';
import { divideUnits, multiplyUnits, powerOfUnit } from '../values/units.js';
import {
    ArrayValue, EMPTY_SEQUENCE, MeasurementRef, type Num, type OpenCategory, Quantity, Real, Sequence, Undetermined, type Value, ValueSet,
    Vector, VectorQuantity, elementsOf, isEmptyValue, isInteger, isNumber, isRealNumber, kindOf, scalarOf, sequenceOf,
} from '../values/value.js';

const MAX = Number.MAX_SAFE_INTEGER;

type Binary = (a: Value, b: Value) => Value;

/** Charged for every collection that is made; see `FunctionContext`. */
export interface ElementBudget {
    /** @throws collection element limit exceeded */
    chargeElements(count: number): void;
}

// ---------------------------------------------------------------------------------------------- failures and open operands

function undefinedFor(operator: string, a: Value, b?: Value): EvaluationError {
    const unbounded = [a, b].some(v => v !== undefined && v !== null && kindOf(v) === 'infinity');
    if (unbounded) {
        return typeMismatch(`operator '${operator}' is not defined for the unbounded value '*': it is not a number`);
    }
    return typeMismatch(`operator '${operator}' is not defined for ${describe(a)}${b === undefined ? '' : ` and ${describe(b)}`}`);
}

/** What an operand is known to be, open or not. */
function categoryOf(v: Value): OpenCategory | undefined {
    if (v instanceof Undetermined) {
        return v.category;
    }
    switch (kindOf(v)) {
        case 'integer':
        case 'rational':
        case 'real':
        case 'complex': return 'number';
        case 'string': return 'string';
        case 'boolean': return 'boolean';
        case 'quantity': return 'quantity';
        case 'vector':
        case 'vectorQuantity':
        case 'tensorQuantity': return 'vector';
        default: return 'other';
    }
}

const ADMITTED: Readonly<Record<string, readonly OpenCategory[]>> = {
    '+': ['number', 'quantity', 'vector', 'string'], '-': ['number', 'quantity', 'vector'], '*': ['number', 'quantity', 'vector'],
    '/': ['number', 'quantity', 'vector'], '%': ['number'], '**': ['number', 'quantity'], '..': ['number'],
    '<': ['number', 'quantity', 'string'],
};

/** An open result, after the failures that do not depend on what is open. */
function openResult(operator: string, a: Value, b: Value | undefined, rule = operator): Undetermined {
    const operands = b === undefined ? [a] : [a, b];
    const categories = operands.map(categoryOf).filter(c => c !== undefined);
    const admitted = ADMITTED[rule];
    const strings = categories.filter(c => c === 'string').length;
    if (categories.some(c => !admitted.includes(c)) || (strings > 0 && strings < categories.length)) {
        throw undefinedFor(operator, a, b);
    }
    if ((operator === '/' || operator === '%') && b !== undefined && isZeroNumber(b)) {
        throw divisionByZero();
    }
    return undeterminedFrom(operands, categories.length > 0 && categories.every(c => c === 'number') ? 'number' : undefined);
}

function isZeroNumber(v: Value): boolean {
    return isNumber(v) ? numbers.isZero(v) : v instanceof Quantity && numbers.isZero(v.magnitude);
}

/** The open result of an operation over open operands: the first one's reason, one value unless an operand may be empty. */
export function undeterminedFrom(operands: readonly Value[], category?: OpenCategory): Undetermined {
    const open = operands.map(firstOpen).filter(v => v !== undefined);
    const mayBeEmpty = open.some(v => v.lower === 0);
    return new Undetermined(open[0].reason, mayBeEmpty ? 0 : 1, 1, category);
}

/** The first undetermined part of a value. */
export function firstOpen(v: Value): Undetermined | undefined {
    if (v instanceof Undetermined) {
        return v;
    }
    if (v instanceof Sequence || v instanceof ValueSet) {
        return v.elements.find(e => e instanceof Undetermined);
    }
    return undefined;
}

// ---------------------------------------------------------------------------------------------- arithmetic

function isMeasured(a: Value, b: Value): boolean {
    return (a instanceof Quantity && (b instanceof Quantity || isNumber(b))) || (b instanceof Quantity && isNumber(a));
}

/** The common slow path: unwraps operands, then numbers, quantities, the operator's own kinds, open operands. */
function dispatch(
    operator: string, a: Value, b: Value, overNumbers: (x: Num, y: Num) => Value,
    overQuantities: ((x: quantities.NumberOrQuantity, y: quantities.NumberOrQuantity) => Value) | undefined,
    others: (x: Value, y: Value) => Value | undefined,
): Value {
    const x = scalarOf(a);
    const y = scalarOf(b);
    if (isNumber(x) && isNumber(y)) {
        return overNumbers(x, y);
    }
    if (overQuantities !== undefined && isMeasured(x, y)) {
        return overQuantities(x as Quantity, y as Quantity);
    }
    const other = others(x, y);
    if (other !== undefined) {
        return other;
    }
    if (x instanceof Undetermined || y instanceof Undetermined) {
        return openResult(operator, x, y, ADMITTED[operator] === undefined ? '<' : operator);
    }
    throw undefinedFor(operator, x, y);
}

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
    return dispatch('+', a, b, numbers.add, quantities.addQuantities, (x, y) => {
        if (typeof x === 'string' && typeof y === 'string') {
            return x + y;
        }
        return shaped.isShaped(x) && shaped.isShaped(y) ? shaped.addShaped(x, y) : undefined;
    });
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
    return dispatch('-', a, b, numbers.subtract, quantities.subtractQuantities,
        (x, y) => shaped.isShaped(x) && shaped.isShaped(y) ? shaped.subtractShaped(x, y) : undefined);
}

const isScalar = (v: Value): v is Num | Quantity => isNumber(v) || v instanceof Quantity;

/** `a * b`: numbers, quantities, units, and a number or quantity with a vector or tensor. */
export function multiply(a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number') {
        const r = a * b;
        return r <= MAX && r >= -MAX ? r + 0 : numbers.multiply(a, b);
    }
    if (a instanceof Real && b instanceof Real) {
        return numbers.real(a.value * b.value);
    }
    return dispatch('*', a, b, numbers.multiply, quantities.multiplyQuantities, (x, y) => {
        if (isScalar(x) && shaped.isShaped(y)) {
            return shaped.mapShaped(y, c => shaped.times(x, c));
        }
        if (shaped.isShaped(x) && isScalar(y)) {
            return shaped.mapShaped(x, c => shaped.times(c, y));
        }
        return x instanceof MeasurementRef && y instanceof MeasurementRef ? new MeasurementRef(multiplyUnits(x.unit, y.unit)) : undefined;
    });
}

/** `a / b`: numbers (Integers give a Rational), quantities, units, and a vector or tensor by a number or quantity. */
export function divide(a: Value, b: Value): Value {
    if (a instanceof Real && b instanceof Real && b.value !== 0) {
        return numbers.real(a.value / b.value);
    }
    return dispatch('/', a, b, numbers.divide, quantities.divideQuantities, (x, y) => {
        if (shaped.isShaped(x) && isScalar(y)) {
            return shaped.mapShaped(x, c => shaped.over(c, y));
        }
        if (y instanceof MeasurementRef && x === 1) {
            return new MeasurementRef(divideUnits(y.unit.system.one, y.unit));
        }
        return x instanceof MeasurementRef && y instanceof MeasurementRef ? new MeasurementRef(divideUnits(x.unit, y.unit)) : undefined;
    });
}

/** `a % b`: truncating remainder of numbers that are not Complex. */
export function remainder(a: Value, b: Value): Value {
    if (typeof a === 'number' && typeof b === 'number' && b !== 0) {
        return (a % b) + 0;
    }
    return dispatch('%', a, b, (x, y) => {
        if (!isRealNumber(x) || !isRealNumber(y)) {
            throw undefinedFor('%', x, y);
        }
        return numbers.remainder(x, y);
    }, undefined, () => undefined);
}

/** `a ** b`: numbers; quantities and units with a number as exponent. */
export function power(a: Value, b: Value): Value {
    return dispatch('**', a, b, numbers.power, (x, y) => {
        const exponent = y instanceof Quantity ? quantities.asPlainNumber(y) : y;
        if (!(x instanceof Quantity) || exponent === undefined || y instanceof Quantity || !isRealNumber(exponent)) {
            throw undefinedFor('**', x, y);
        }
        return quantities.powerOfQuantity(x, exponent);
    }, (x, y) => {
        if (!(x instanceof MeasurementRef) || !isRealNumber(y)) {
            return undefined;
        }
        const unit = powerOfUnit(x.unit, numbers.exactRatio(y));
        if (unit === undefined) {
            throw new EvaluationError('undetermined unit conversion', `${x.unit.text} has no exact power`);
        }
        return new MeasurementRef(unit);
    });
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
        return shaped.mapShaped(x, c => c instanceof Quantity ? quantities.negateQuantity(c) : numbers.negate(c));
    }
    return unaryRest('-', x);
}

/** Prefix `+`: the operand itself, which must be a number, quantity, vector or tensor. */
export function unaryPlus(a: Value): Value {
    const x = scalarOf(a);
    return isScalar(x) || shaped.isShaped(x) ? x : unaryRest('+', x);
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
    if (isMeasured(x, y)) {
        const order = quantities.compareQuantities(x as Quantity, y as Quantity);
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

function refuseUnset(v: Value): void {
    if (v !== null && kindOf(v) === 'unset') {
        scalarOf(v);
    }
}

/** The outcome of a test of two values, open when a part of either is open. */
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
 * The Boolean an operand is, or the open value it is.
 * @throws type mismatch: `left operand of 'and' must be Boolean, got a string`
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

/** A short-circuiting operator: `decides` is the left value that settles the result, `settled` that result. */
function shortCircuit(operator: string, decides: boolean, settled: boolean, settlesRight: boolean) {
    return (a: Value, right: () => Value): Value => {
        const x = booleanOf(a, `left operand of '${operator}'`);
        if (x === decides) {
            return settled;
        }
        const y = booleanOf(right(), `right operand of '${operator}'`);
        if (typeof x === 'boolean') {
            return y;
        }
        return y === settlesRight ? settled : undeterminedFrom([x, y], 'boolean');
    };
}

/** `and`, `&`: false decides on either side; the right operand is evaluated only where the left one does not. */
export const and = shortCircuit('and', false, false, false);
/** `or`, `|`: true decides. */
export const or = shortCircuit('or', true, true, true);
/** `implies`: a false left or true right operand decides for true. */
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

/** `if`: only the selected branch is evaluated; with an open condition neither is. */
export function conditional(test: Value, then: () => Value, otherwise: () => Value): Value {
    const x = booleanOf(test, "condition of 'if'");
    return x instanceof Undetermined ? new Undetermined(x.reason, 0, Infinity) : x ? then() : otherwise();
}

/** `??`: the right operand, evaluated only when the left one is empty. */
export function coalesce(a: Value, right: () => Value): Value {
    refuseUnset(a);
    if (isEmptyValue(a)) {
        return right();
    }
    return a instanceof Undetermined && a.lower === 0 ? new Undetermined(a.reason, 0, a.upper) : a;
}

// ---------------------------------------------------------------------------------------------- collections

/** `a .. b`: the Integers from a to b inclusive; the empty sequence when a > b. */
export function range(a: Value, b: Value, budget: ElementBudget): Value {
    const low = scalarOf(a);
    const high = scalarOf(b);
    if (low instanceof Undetermined || high instanceof Undetermined) {
        const open = openResult('..', low, high);
        return new Undetermined(open.reason, 0, Infinity, 'number');
    }
    if (!isInteger(low) || !isInteger(high)) {
        throw undefinedFor('..', low, high);
    }
    if (low > high) {
        return EMPTY_SEQUENCE;
    }
    const count = Number(BigInt(high) - BigInt(low)) + 1;
    budget.chargeElements(count);
    const elements: Value[] = [];
    for (let i = 0; i < count; i++) {
        elements.push(addIntegers(low, i));
    }
    return new Sequence(elements);
}

/** `(a, b, …)`: the flat sequence of the operands' elements. */
export function sequence(parts: readonly Value[], budget: ElementBudget): Value {
    const made = sequenceOf(parts);
    budget.chargeElements(made.elements.length);
    return made;
}

/**
 * `s#(i, …)`: one-based; arrays, vectors and tensors take one index for each dimension.
 * @throws index out of range; type mismatch for an index that is no Integer
 */
export function index(collection: Value, indexes: readonly Value[]): Value {
    const positions = indexes.map(v => scalarOf(v));
    if (positions.some(p => p instanceof Undetermined) || collection instanceof Undetermined) {
        return openIndex(collection, positions);
    }
    for (const p of positions) {
        if (!isInteger(p)) {
            throw typeMismatch(`an index must be an Integer, got ${describe(p)}`);
        }
    }
    const at = positions.map(Number);
    const only = collection instanceof Sequence && collection.elements.length === 1 ? collection.elements[0] : collection;
    if (only instanceof ArrayValue) {
        return shaped.elementAt(only.dimensions, only.elements, at);
    }
    if (shaped.isShaped(only)) {
        return shaped.elementAt<Value>(shaped.dimensionsOf(only), only.components, at);
    }
    if (at.length !== 1) {
        throw typeMismatch(`${at.length} indexes for a sequence`);
    }
    refuseUnset(collection);
    const elements = elementsOf(collection);
    return elementOfSequence(elements, at[0]);
}

/** Element i of a flat list in which open elements may stand for several. */
function elementOfSequence(elements: readonly Value[], i: number): Value {
    const open = elements.findIndex(e => e instanceof Undetermined && !(e.lower === 1 && e.upper === 1));
    if (i >= 1 && (open < 0 || i <= open)) {
        if (i <= elements.length) {
            return elements[i - 1];
        }
    } else if (i >= 1 && open >= 0) {
        return undeterminedFrom(elements.slice(open, open + 1));
    }
    throw indexOutOfRange(`sequence index ${i} is outside 1..${elements.length}`);
}

function openIndex(collection: Value, positions: readonly Value[]): Value {
    const position = positions[0];
    if (collection instanceof Undetermined && isInteger(position) && positions.length === 1) {
        if (position < 1 || position > collection.upper) {
            throw indexOutOfRange(`sequence index ${position} is outside 1..${collection.upper === Infinity ? '*' : collection.upper}`);
        }
        return new Undetermined(collection.reason, position <= collection.lower ? 1 : 0, 1, collection.category, collection.type);
    }
    const wrong = positions.find(p => !isInteger(p) && !(p instanceof Undetermined && (p.category ?? 'number') === 'number'));
    if (wrong !== undefined) {
        throw typeMismatch(`an index must be an Integer, got ${describe(wrong)}`);
    }
    return undeterminedFrom([collection, ...positions]);
}

/** `x [u]`: a number or vector with a measurement reference. */
export function measured(value: Value, reference: Value): Value {
    const x = scalarOf(value);
    const ref = scalarOf(reference);
    if (x instanceof Undetermined || ref instanceof Undetermined) {
        return undeterminedFrom([x, ref], 'quantity');
    }
    if (!(ref instanceof MeasurementRef)) {
        throw new EvaluationError('not a quantity expression', `not a measurement unit: ${describe(ref)}`);
    }
    if (isNumber(x)) {
        return new Quantity(x, ref.unit);
    }
    if (x instanceof Vector) {
        return new VectorQuantity(x.components.map(c => new Quantity(c, ref.unit)));
    }
    throw new EvaluationError('not a quantity expression', `${describe(x)} takes no unit`);
}

/** `~`, which the libraries leave abstract. */
export function unsupported(operator: string): EvaluationError {
    return new EvaluationError('unsupported operator', `'${operator}'`);
}

/** Operators whose operands are all evaluated, by symbol. */
export const BINARY_OPERATORS: Readonly<Record<string, Binary>> = {
    '+': add, '-': subtract, '*': multiply, '/': divide, '%': remainder, '**': power, '^': power,
    '<': less, '<=': lessOrEqual, '>': greater, '>=': greaterOrEqual,
    '==': equal, '!=': notEqual, '===': identical, '!==': notIdentical, 'xor': xor,
};

/** Prefix operators, by symbol. */
export const UNARY_OPERATORS: Readonly<Record<string, (a: Value) => Value>> = { '+': unaryPlus, '-': negate, 'not': not };

/** Operators that evaluate their right operand only where the left one does not decide, by symbol. */
export const LAZY_OPERATORS: Readonly<Record<string, (a: Value, right: () => Value) => Value>> = {
    'and': and, '&': and, 'or': or, '|': or, 'implies': implies, '??': coalesce,
};
