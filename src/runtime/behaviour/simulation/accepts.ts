/** Whether a model has accept steps, beside the triggers of transitions. Does not depend on runs. */
import { rootsWith } from '../../../language/semantics/searched-roots.js';
import { visitAll } from '../../../language/syntax/index.js';
import type { RunModel } from '../../evaluation/run.js';

/** The keyword of accept steps. */
const KEYWORD = /\baccept\b/;

const FOUND = new WeakMap<RunModel, boolean>();

/** Whether an accept of the model is a step, which may take a message that no machine holds back. */
export function hasAccepts(model: RunModel): boolean {
    let found = FOUND.get(model);
    if (found === undefined) {
        found = false;
        for (const root of rootsWith(model.documents, KEYWORD)) {
            visitAll(root, node => {
                found ||= node.$type === 'AcceptActionUsage' && node.$containerProperty !== 'trigger';
            });
        }
        FOUND.set(model, found);
    }
    return found;
}
