/** The namespace in which a name at an offset is looked up, also in text with syntax errors. */
import type { AstNode } from '../language/generated/tree.js';
import { nodeAt } from '../language/positions/places.js';
import { isNamespace } from '../language/semantics/structure.js';
import type { OpenPlace } from '../language/syntax/continuations.js';
import type { Document } from '../language/workspace/document.js';

/**
 * The namespace whose body contains an offset; in a transition the transition itself, since its guard and effect see the accepted payload.
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

/** The innermost namespace that contains a brace; the root if there is none. */
function bodyOwnerAt(document: Document, brace: number): AstNode {
    let node: AstNode | undefined = brace < 0 ? undefined : nodeAt(document, brace);
    while (node !== undefined && !(isNamespace(node) && node.$offset <= brace && node.$end > brace)) {
        node = node.$container;
    }
    return node ?? document.root;
}
