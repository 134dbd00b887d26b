/**
 * The picture of a run (`run --svg`): the diagram of the behaviour at each moment, or the tree of choices and outcomes of an exploration.
 */
import type { ActionResult, StateResult } from '../runtime/behaviour/index.js';
import type { Model } from '../language/workspace/workspace.js';
import { drawOutcomes, drawView, framesOf, isRefused, renderView } from '../views/index.js';
import { displayed } from '../runtime/evaluation/index.js';
import { SourceError } from './sources.js';

/** Draws a run. @param id of the behaviour */
export function pictureOfRun(model: Model, id: string, kind: 'action' | 'state', result: ActionResult | StateResult): Promise<string> {
    const { exploration, moments } = result;
    if (exploration !== undefined) {
        return drawOutcomes(id, exploration, displayed);
    }
    const view = renderView(model, `#${kind}:${id}`);
    if (isRefused(view)) {
        throw new SourceError(view.message);
    }
    return drawView(view, { frames: framesOf(view, moments) });
}
