/** Whether a model has accept steps, beside the triggers of transitions. Does not depend on runs. */
import { visitAll } from '../../../language/syntax/index.js';
import type { RunModel } from '../../evaluation/run.js';

const FOUND = new WeakMap<RunModel, boolean>();

/** Whether an accept of the model is a step, which may take a message that no machine holds back. */
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
