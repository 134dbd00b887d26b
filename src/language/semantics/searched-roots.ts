/** Which documents of a model a search for what some words declare has to read. Knows no document but its text. */
import type { AstNode } from '../generated/tree.js';

/** A document as far as it is searched: its text, and its root, which a document that was made again parses when it is read. */
export interface SearchedText {
    readonly root: AstNode;
    readonly text: string;
}

/**
 * The roots of the documents in whose text a pattern is found, in their order; the others are not parsed for the search.
 * @param pattern what a text has wherever it declares what is searched for: the keyword of it
 */
export function rootsWith(documents: readonly SearchedText[], pattern: RegExp): readonly AstNode[] {
    return documents.filter(({ text }) => pattern.test(text)).map(({ root }) => root);
}
