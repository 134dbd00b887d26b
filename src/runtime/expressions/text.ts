/** The source text of expressions: of a document's node, or of an expression that was parsed on its own. */
import type { AstNode } from 'langium';
import { textOf } from '../../language/semantics/text.js';
import { spanOf } from '../../language/syntax/index.js';

/** Texts of expressions that belong to no document, by their root node. */
const ownTexts = new WeakMap<AstNode, string>();

/** Says which text a separately parsed expression was read from. */
export function attachText(expression: AstNode, text: string): void {
    ownTexts.set(expression, text);
}

/** The text of a node as written. */
export function sourceTextOf(node: AstNode): string {
    for (let n: AstNode | undefined = node; n !== undefined; n = n.$container) {
        const text = ownTexts.get(n);
        if (text !== undefined) {
            const { offset, end } = spanOf(node);
            return text.slice(offset, end);
        }
    }
    return textOf(node);
}

/** The text of a unit expression as a client sees it: as written, without line breaks. */
export function unitTextOf(node: AstNode): string {
    return sourceTextOf(node).replace(/\s+/g, ' ').trim();
}
