/** Whether a model reads the clock, so that absolute instants matter and not only the times between them. */
import type { AstNode } from '../../../language/generated/tree.js';
import { rootsWith } from '../../../language/semantics/searched-roots.js';
import { visitAll } from '../../../language/syntax/index.js';
import type { RunModel } from '../../evaluation/run.js';

const FOUND = new WeakMap<RunModel, boolean>();

/** Library names whose values are instants or durations. */
const CLOCK = /\b(localClock|currentTime|TimeOf|DurationOf|Clock)\b/;

/** The words of texts that wait for an instant or name a reading of the clock. */
const WORDS = new RegExp(`\\bat\\b|${CLOCK.source}`);

/** Whether any element of the model waits for an instant of the clock, or names a reading of the clock. */
export function readsClock(model: RunModel): boolean {
    let found = FOUND.get(model);
    if (found === undefined) {
        found = false;
        for (const root of rootsWith(model.documents, WORDS)) {
            visitAll(root, node => {
                found ||= namesClock(node);
            });
        }
        FOUND.set(model, found);
    }
    return found;
}

function namesClock(node: AstNode): boolean {
    if (node.$type === 'TriggerExpression') {
        return node.kind === 'at';
    }
    return 'text' in node && typeof node.text === 'string' && CLOCK.test(node.text);
}
