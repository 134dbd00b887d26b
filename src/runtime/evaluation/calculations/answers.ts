/**
 * What a calculation answers to those who asked for it: outputs and results in the shape of their multiplicity (contract sheet 3.4 rule 1).
 */
import { answered } from '../instances/conform.js';
import type { Slot } from '../model/layout.js';
import { Sequence, Undetermined, Unset, type Value, ValueSet, elementsOf } from '../../values/index.js';
import type { Performance } from './performance.js';
import type { Shape } from './shape.js';
import { resultOfReading } from './usage.js';

/** An output of a run. @throws what its body throws */
export function outputOf(performance: Performance, slot: Slot): Value {
    return answered(resultOfReading(performance.read(slot.index)), slot);
}

/** The result of a run. @throws as {@link Performance.result} */
export function resultOf(performance: Performance): Value {
    return answeredResult(resultOfReading(performance.result()), performance.shape);
}

/** A result by the multiplicity of the return parameter; a bare result expression has any number of values, those of conditions one. */
export function answeredResult(value: Value, { result, isCondition }: Shape): Value {
    if (result !== undefined) {
        return answered(value, result);
    }
    const isOne = isCondition || value instanceof Undetermined || value instanceof Unset || value instanceof ValueSet;
    return isOne || value instanceof Sequence ? value : new Sequence(elementsOf(value));
}
