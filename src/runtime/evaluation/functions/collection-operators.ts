/** Operators that create or index collections, and the bracket operator of quantities. (Contract sheet 4.8, 4.10.) */

import {
    EvaluationError,
    indexOutOfRange,
    typeMismatch,
    addIntegers,
    describe,
    ArrayValue,
    EMPTY_SEQUENCE,
    type Integer,
    MeasurementRef,
    Quantity,
    Sequence,
    type ShapedMeasurementRef,
    TensorQuantity,
    Undetermined,
    type Value,
    Vector,
    VectorQuantity,
    elementsOf,
    isInteger,
    isNumber,
    scalarOf,
    sequenceOf,
    shaped
} from '../../values/index.js';
import { openResult, refuseUnset, undefinedFor, undeterminedFrom } from './open-operands.js';

/** The budget that is charged for every new collection; see `FunctionContext`. */
export interface ElementBudget {
    /** @throws collection element limit exceeded */
    chargeElements(count: number): void;
}

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
 * @throws index out of range; type mismatch for an index that is not an Integer
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

/** Element i of a flat list whose open elements may stand for several values. */
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

/** Whether an open value may be one vector, tensor, array or list: an index then counts its elements. */
function mayBeShaped({ lower, upper, category }: Undetermined): boolean {
    return lower <= 1 && upper >= 1 && (category === undefined || category === 'vector' || category === 'quantity');
}

/** The element at a place of an open value. */
function elementOfOpen(collection: Undetermined, position: Integer): Undetermined {
    const { reason, lower, upper, category, type } = collection;
    const isShaped = mayBeShaped(collection);
    const most = isShaped ? Infinity : upper;
    if (position < 1 || position > most) {
        throw indexOutOfRange(`sequence index ${position} is outside 1..${most === Infinity ? '*' : most}`);
    }
    if (!isShaped) {
        return new Undetermined(reason, position <= lower ? 1 : 0, 1, category, type);
    }
    const ofElements = upper === 1 ? 'number' : undefined;
    return new Undetermined(reason, 0, 1, category === 'vector' ? ofElements : category);
}

function openIndex(collection: Value, positions: readonly Value[]): Value {
    const position = positions[0];
    if (collection instanceof Undetermined && isInteger(position) && positions.length === 1) {
        return elementOfOpen(collection, position);
    }
    const wrong = positions.find(p => !isInteger(p) && !(p instanceof Undetermined && (p.category ?? 'number') === 'number'));
    if (wrong !== undefined) {
        throw typeMismatch(`an index must be an Integer, got ${describe(wrong)}`);
    }
    return undeterminedFrom([collection, ...positions]);
}

/**
 * `(a, b, …) [frame]`: each component in the unit of its position. @throws EvaluationError not a quantity expression when their numbers
 * differ
 */
export function measuredInFrame(value: Value, { reason, dimensions, mRefs }: ShapedMeasurementRef): Value {
    const numbers = value instanceof Vector ? value.components : elementsOf(value).map(e => scalarOf(e));
    if (numbers.length !== mRefs.length || !numbers.every(isNumber)) {
        throw new EvaluationError('not a quantity expression', `a ${reason} takes ${mRefs.length} numbers, got ${describe(value)}`);
    }
    const components = mRefs.map(({ unit }, i) => new Quantity(numbers[i], unit));
    return dimensions.length > 1 ? new TensorQuantity(dimensions, components) : new VectorQuantity(components);
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
