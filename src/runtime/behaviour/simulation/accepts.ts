/** Whether a model has accept actions as steps, in addition to the triggers of transitions. Does not depend on runs. */
import { rootsWith } from '../../../language/semantics/searched-roots.js';
import { visitAll } from '../../../language/syntax/index.js';
import type { RunModel } from '../../evaluation/run.js';

interface Accepts {
    readonly any: boolean;
    readonly conditions: boolean;
}

/** The keyword of accept steps. */
const KEYWORD = /\baccept\b/;

const FOUND = new WeakMap<RunModel, Accepts>();

function acceptsOf(model: RunModel): Accepts {
    let found = FOUND.get(model);
    if (found === undefined) {
        let [any, conditions] = [false, false];
        for (const root of rootsWith(model.documents, KEYWORD)) {
            visitAll(root, node => {
                if (node.$type === 'AcceptActionUsage' && node.$containerProperty !== 'trigger') {
                    any = true;
                    const trigger = node.payload?.value?.expression;
                    conditions ||= trigger?.$type === 'TriggerExpression' && trigger.kind === 'when';
                }
            });
        }
        FOUND.set(model, (found = { any, conditions }));
    }
    return found;
}

/** Whether an accept of the model is a step, which may take a message that no machine holds back. */
export const hasAccepts = (model: RunModel): boolean => acceptsOf(model).any;

/** Whether an accept of the model is a step that waits for a condition. */
export const hasConditionAccepts = (model: RunModel): boolean => acceptsOf(model).conditions;
