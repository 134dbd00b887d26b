/**
 * Handles documents that state an empty text as the name of elements without a name. `''` is a valid name in the notation. Therefore an
 * empty text counts as "no name" only in documents that also state it for owning memberships, which the notation cannot name. Depends on
 * graphs only.
 */
import type { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

const NAMES = ['declaredName', 'declaredShortName', 'name', 'shortName', 'qualifiedName'];

const hasEmpty = (element: GraphElement, property: string): boolean => element.get(property) === '';

/** Removes empty names from the elements of such a document. */
export function discardEmptyNames(elements: readonly GraphElement[]): void {
    const meansNone = elements.some(e => isKind(e.metaclass, 'OwningMembership') && NAMES.some(property => hasEmpty(e, property)));
    if (meansNone) {
        elements.forEach(e => e.discard(property => NAMES.includes(property) && hasEmpty(e, property)));
    }
}
