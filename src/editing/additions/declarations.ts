/** Whole declarations behind those of an owner, for who writes notation itself: records of runs, imported data. Resolves no name. */
import type { AstNode } from '../../language/generated/tree.js';
import { documentOf } from '../../language/semantics/text.js';
import { indentUnitOf, lineEndOf, placeAtEnd } from '../text/layout.js';
import { spliced } from '../text/splices.js';

/**
 * The text of an owner's document with declarations at the end of its body.
 * @param owner a namespace, or the root of a document
 * @param lines of the declarations, written from the left margin
 * @returns undefined for an owner that can have no body
 */
export function withDeclarations(owner: AstNode, lines: readonly string[]): string | undefined {
    const document = documentOf(owner);
    const { text } = document;
    const layout = { text, document, eol: lineEndOf(text), unit: indentUnitOf(text), bodies: 'opened' as const };
    const place = placeAtEnd(layout, owner, lines);
    return place === undefined ? undefined : spliced(text, [place]);
}
