/** The namespace in which a name at a place is looked up, in broken text too. */
import type { AstNode } from '../language/generated/tree.js';
import { nodeAt } from '../language/positions/places.js';
import { isNamespace } from '../language/semantics/structure.js';
import type { OpenPlace } from '../language/syntax/continuations.js';
import type { Document } from '../language/workspace/document.js';

/**
 * The namespace whose body contains a place, or a transition in it, whose guard and effect see what it accepts.
 * @param start offset of the name
 */
export function scopeAt(document: Document, { brace }: OpenPlace, start: number): AstNode {
    const owner = bodyOwnerAt(document, brace);
    const { text } = document;
    let last = start - 1;
    while (last > brace && /\s/.test(text[last])) {
        last--;
    }
    let transition: AstNode | undefined = nodeAt(document, last);
    while (transition !== undefined && transition !== owner && transition.$type !== 'TransitionUsage') {
        transition = transition.$container;
    }
    return transition ?? owner;
}

/** The namespace whose body begins with the given brace; an expression's body begins with its own. */
function bodyOwnerAt(document: Document, brace: number): AstNode {
    let node: AstNode | undefined = brace < 0 ? undefined : nodeAt(document, brace);
    while (node !== undefined && !(isNamespace(node) && node.$offset <= brace && node.$end > brace)) {
        node = node.$container;
    }
    return node ?? document.root;
}
