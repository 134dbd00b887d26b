/**
 * Expressions that are asked of a model: they stand in a namespace of a document without being part of it. What they name is looked up in
 * the model that is asked, although the document may be shared with other models; nothing of them is remembered on the document.
 */
import type { AstNode } from '../generated/tree.js';
import { attachScope, type Scope, type World } from '../semantics/world.js';

class DetachedScope implements Scope {
    readonly isLibrary = false;
    readonly language = 'sysml';

    constructor(
        private readonly model: World,
        readonly text: string
    ) {}

    lookupGlobal(name: string): readonly AstNode[] {
        return this.model.lookupGlobal(name);
    }

    libraryElement(qualifiedName: string): AstNode | undefined {
        return this.model.libraryElement(qualifiedName);
    }
}

/**
 * Puts a separately parsed expression into a namespace of a model, as if it were written there.
 * @param text what the expression was parsed from
 */
export function placeIn(model: World, namespace: AstNode, expression: AstNode, text: string): void {
    Object.assign(expression, { $container: namespace });
    attachScope(expression, new DetachedScope(model, text));
}
