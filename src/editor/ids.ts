/** Finds elements in several models by the ids that clients send. */
import type { AstNode } from '../language/generated/tree.js';
import { elementOfId } from '../views/index.js';
import type { EditorModels } from './models.js';

/**
 * The element of an id in one of the models.
 * @param uri of a document whose model is searched first
 */
export function elementAmong(models: EditorModels, id: string, uri?: string): AstNode | undefined {
    const own = uri === undefined ? undefined : elementOfId(models.modelOf(uri), id);
    if (own !== undefined) {
        return own;
    }
    for (const model of models.all) {
        const found = elementOfId(model, id);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}
