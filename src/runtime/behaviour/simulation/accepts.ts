/** Whether a model has steps that take messages themselves, beside the triggers of transitions. Knows no run. */
import { visitAll } from '../../../language/syntax/index.js';
import type { RunModel } from '../../evaluation/run.js';

const FOUND = new WeakMap<RunModel, boolean>();

/** Whether some accept is a step, so that a message which no machine holds back may still be taken. */
export function hasAccepts(model: RunModel): boolean {
    let found = FOUND.get(model);
    if (found === undefined) {
        found = false;
        for (const { root } of model.documents) {
            visitAll(root, node => {
                found ||= node.$type === 'AcceptActionUsage' && node.$containerProperty !== 'trigger';
            });
        }
        FOUND.set(model, found);
    }
    return found;
}
