/**
 * Names of documents that state an empty text where there is no name. `''` is a name of the notation, so an empty text means that there is
 * none only in documents that state it of owning memberships, too: no notation names these. Knows graphs only.
 */
import type { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

const NAMES = ['declaredName', 'declaredShortName', 'name', 'shortName', 'qualifiedName'];

const hasEmpty = (element: GraphElement, property: string): boolean => element.get(property) === '';

/** Takes empty names away from elements where they say that there is no name. */
export function discardEmptyNames(elements: readonly GraphElement[]): void {
    const meansNone = elements.some(e => isKind(e.metaclass, 'OwningMembership') && NAMES.some(property => hasEmpty(e, property)));
    if (meansNone) {
        elements.forEach(e => e.discard(property => NAMES.includes(property) && hasEmpty(e, property)));
    }
}
