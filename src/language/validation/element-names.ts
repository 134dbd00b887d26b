/**
 * Places where names stand for elements of the model and not for values: queries of documents, and blocks of documents
 * (contract: views 6.2, 7.2).
 */
import type { AstNode } from '../generated/tree.js';
import { conformsToLibrary } from '../semantics/specialization.js';
import { isType } from '../semantics/structure.js';

/**
 * What binds names as elements of the model: queries of documents, what a diagram shows, where a reference
 * leads (contract views 6.2, 7.2, 7.3).
 */
const NAMING_ELEMENTS = ['DocumentQueries::Query', 'DocumentQueries::Diagram', 'DocumentQueries::Ref'];

/**
 * Whether an expression belongs to a query of documents, or to a block of one, whose names stand for elements of the model
 * (contract views 6.2, 6.4).
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

/** Whether an expression gives an element to what takes elements of any kind. */
export function givesElement(value: AstNode, declared: readonly AstNode[]): boolean {
    return declared.some(type => conformsToLibrary(type, 'KerML::Root::Element')) && isInQuery(value);
}
