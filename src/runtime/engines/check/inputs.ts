/** Finds the unbound inputs of a searched behaviour. */
import { isInput } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import { EvaluationError, Sequence, Unset, type Value } from '../../values/index.js';
import type { SearchedRun } from '../../behaviour/index.js';

/** Whether a stated multiplicity has the lower bound 0. */
function isOptional(slot: Slot): boolean {
    const { range, lower } = boundsOf(slot);
    return range !== undefined && lower === 0;
}

const isVacant = (value: Value): boolean =>
    value === null || value instanceof Unset || (value instanceof Sequence && value.vacancy !== undefined);

/** Returns the names of the behaviour's inputs that need a value and have none. */
export function unboundInputsOf(run: SearchedRun): readonly string[] {
    const { frame } = run;
    return frame.layout.slots
        .filter(slot => slot.isModelled && slot.names.length > 0 && isInput(slot.feature) && !isOptional(slot))
        .filter(({ index }) =>
            run.previewed(() => {
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
