/** The documents that a model declares. */
import { nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import type { AstNode } from '../../language/generated/tree.js';
import type { Asking } from '../asking.js';
import { allElements } from '../elements.js';
import { fileOf, isDocument, textOf } from './parts.js';

export interface DeclaredDocument {
    /** the declaration */
    readonly element: AstNode;
    /** qualified name, as ids spell it */
    readonly id: string;
    /** as notation spells it */
    readonly name: string;
    readonly title: string;
    /** name of its file without an extension, by which other documents refer to it */
    readonly file: string;
}

/** In the order of declaration; abstract ones, which others specialize, are not rendered by themselves. */
export function documentsOf(asking: Asking): DeclaredDocument[] {
    return [...allElements(asking)]
        .filter(e => isDocument(e) && e.isAbstract !== true)
        .map(element => ({
            element,
            id: qualifiedNameOf(element) ?? '',
            name: notationNameOf(element) ?? '',
            title: titleOf(asking, element),
            file: fileOf(element)
        }));
}

/** The title, or the name of a document whose title cannot be determined. */
function titleOf(asking: Asking, element: AstNode): string {
    return textOf(asking, element, 'title') ?? nameOf(element) ?? '';
}
