/**
 * Appends whole declarations to the body of an owner, for callers that write notation themselves: records of runs, imported data. Resolves
 * no names.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { documentOf } from '../../language/semantics/text.js';
import { indentUnitOf, lineEndOf, placeAtEnd } from '../text/layout.js';
import { spliced } from '../text/splices.js';

/**
 * The text of the owner's document with declarations appended to the owner's body.
 * @param owner a namespace, or the root of a document
 * @param lines of the declarations, without indentation
 * @returns undefined if the owner cannot have a body
 */
export function withDeclarations(owner: AstNode, lines: readonly string[]): string | undefined {
    const document = documentOf(owner);
    const { text } = document;
    const layout = { text, document, eol: lineEndOf(text), unit: indentUnitOf(text), bodies: 'opened' as const };
    const place = placeAtEnd(layout, owner, lines);
    return place === undefined ? undefined : spliced(text, [place]);
}
