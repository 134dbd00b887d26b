/** Places where names refer to elements of the model and not to values: queries and blocks of documents (contract: views 6.2, 7.2). */
import type { AstNode } from '../generated/tree.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { isType } from '../semantics/structure.js';

/**
 * Types whose values refer to elements of the model: queries of documents, the subject of a diagram, the target of a reference (contract
 * views 6.2, 7.2, 7.3).
 */
const NAMING_ELEMENTS = ['DocumentQueries::Query', 'DocumentQueries::Diagram', 'DocumentQueries::Ref'];

/**
 * Whether an expression belongs to a query or block of a document, whose names refer to elements of the model (contract views 6.2, 6.4).
 */
export function isInQuery(node: AstNode): boolean {
    for (let n = node.$container; n !== undefined; n = n.$container) {
        const type = n;
        if (isType(type) && NAMING_ELEMENTS.some(name => conformsToLibrary(type, name))) {
            return true;
        }
    }
    return false;
}

/** Whether an expression refers to an element, and the declared types accept elements of any kind. */
export function givesElement(value: AstNode, declared: readonly AstNode[]): boolean {
    return declared.some(type => conformsToLibrary(type, 'KerML::Root::Element')) && isInQuery(value);
}
