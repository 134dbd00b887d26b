/** The source text of unit expressions. */
import type { AstNode } from '../../../language/generated/tree.js';
import { textOf } from '../../../language/semantics/text.js';

/** The text of a unit expression as a client sees it: as written, without line breaks. */
export function unitTextOf(node: AstNode): string {
    return textOf(node).replace(/\s+/g, ' ').trim();
}
