/** The source text of nodes. */
import type { AstNode } from '../generated/tree.js';
import { spanOf } from '../syntax/index.js';
import type { Document } from '../workspace/document.js';
import { scopeOf } from './world.js';

/** The document of a node. */
export function documentOf(node: AstNode): Document {
    return scopeOf(node) as Document;
}

/** The text of a node as written, in a document or in a separately parsed expression. */
export function textOf(node: AstNode): string {
    const { offset, end } = spanOf(node);
    return scopeOf(node).text.slice(offset, end);
}
