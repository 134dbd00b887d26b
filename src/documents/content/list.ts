/** The documents that a model declares. */
import { nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import type { AstNode } from '../../language/generated/tree.js';
import type { QueryContext } from '../query-context.js';
import { allElements } from '../elements.js';
import { fileOf, isDocument, textOf } from './parts.js';

export interface DeclaredDocument {
    /** the declaration */
    readonly element: AstNode;
    /** qualified name, in the spelling of ids */
    readonly id: string;
    /** qualified name in the textual notation */
    readonly name: string;
    readonly title: string;
    /** name of its file without extension; other documents refer to it by this name */
    readonly file: string;
}

/** The documents in the order of declaration, without abstract ones, which are only specialized and never rendered. */
export function documentsOf(context: QueryContext): DeclaredDocument[] {
    return [...allElements(context)]
        .filter(e => isDocument(e) && e.isAbstract !== true)
        .map(element => ({
            element,
            id: qualifiedNameOf(element) ?? '',
            name: notationNameOf(element) ?? '',
            title: titleOf(context, element),
            file: fileOf(element)
        }));
}

/** The title, or the name of a document whose title cannot be determined. */
function titleOf(context: QueryContext, element: AstNode): string {
    return textOf(context, element, 'title') ?? nameOf(element) ?? '';
}
