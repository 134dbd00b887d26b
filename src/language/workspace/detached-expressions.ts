/**
 * Separately parsed expressions: each is placed in a namespace of a document without being part of it. Its names are resolved in the
 * requested model, although other models may share the document; nothing is memoized on the document.
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
 * Places a separately parsed expression in a namespace of a model, as if it were written there.
 * @param text the text of the expression
 */
export function placeIn(model: World, namespace: AstNode, expression: AstNode, text: string): void {
    Object.assign(expression, { $container: namespace });
    attachScope(expression, new DetachedScope(model, text));
}
