/** The outputs and results of a calculation as reported, shaped by their multiplicity (contract sheet 3.4 rule 1). */
import { answered } from '../instances/conform.js';
import type { Slot } from '../model/layout.js';
import { Sequence, Undetermined, Unset, type Value, ValueSet, elementsOf } from '../../values/index.js';
import type { Performance } from './performance.js';
import type { Shape } from './shape.js';
import { resultOfReading } from './usage.js';

/** An output of a performance. @throws EvaluationError of its body */
export function outputOf(performance: Performance, slot: Slot): Value {
    return answered(resultOfReading(performance.read(slot.index)), slot);
}

/** The result of a performance. @throws EvaluationError as {@link Performance.result} */
export function resultOf(performance: Performance): Value {
    return answeredResult(resultOfReading(performance.result()), performance.shape);
}

/**
 * A result shaped by the multiplicity of the return parameter. A result expression alone may have any number of values; a condition has
 * one.
 */
export function answeredResult(value: Value, { result, isCondition }: Shape): Value {
    if (result !== undefined) {
        return answered(value, result);
    }
    const isOne = isCondition || value instanceof Undetermined || value instanceof Unset || value instanceof ValueSet;
    return isOne || value instanceof Sequence ? value : new Sequence(elementsOf(value));
}
