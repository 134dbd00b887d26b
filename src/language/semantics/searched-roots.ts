/** Selects the documents that a search for declarations with a keyword must read, by their text. */
import type { AstNode } from '../generated/tree.js';

/** A document with its text and its root. Reading the root of a changed document may parse its text. */
export interface SearchedText {
    readonly root: AstNode;
    readonly text: string;
}

/**
 * Returns the roots of the documents whose text matches a pattern, in document order. The search does not parse the other documents.
 * @param pattern matches every text that may contain the declarations: their keyword
 */
export function rootsWith(documents: readonly SearchedText[], pattern: RegExp): readonly AstNode[] {
    return documents.filter(({ text }) => pattern.test(text)).map(({ root }) => root);
}
