/** Inputs of a searched behaviour that nothing binds. */
import { isInput } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import { EvaluationError, Sequence, Unset, type Value } from '../../values/index.js';
import type { SearchedRun } from '../../behaviour/index.js';

/** Whether a multiplicity that is stated allows for no value. */
function isOptional(slot: Slot): boolean {
    const { range, lower } = boundsOf(slot);
    return range !== undefined && lower === 0;
}

const isVacant = (value: Value): boolean =>
    value === null || value instanceof Unset || (value instanceof Sequence && value.vacancy !== undefined);

/** Names of the behaviour's inputs that need a value and have none. */
export function unboundInputsOf(run: SearchedRun): readonly string[] {
    const { frame } = run;
    return frame.layout.slots
        .filter(slot => slot.isModelled && slot.names.length > 0 && isInput(slot.feature) && !isOptional(slot))
        .filter(({ index }) =>
            run.looked(() => {
                try {
                    return isVacant(frame.read(index));
                } catch (error) {
                    if (error instanceof EvaluationError) {
                        return false;
                    }
                    throw error;
                }
            })
        )
        .map(slot => slot.names[0]);
}
