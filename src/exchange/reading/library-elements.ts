/**
 * Makes stubs of referenced elements that a document does not contain but the standard library does, as if the document contained these
 * stubs (contract: conversion 4.8). Depends on graphs only; the caller looks ids up in the library.
 */
import { GraphElement } from '../graph.js';
import { foldUuid } from '../ids.js';

/** The library's entry for an id. */
export interface LibraryElement {
    readonly metaclass: string;
    readonly qualifiedName?: string;
    readonly declaredName?: string;
    /** the id of a membership's member element */
    readonly memberId?: string;
    /** the id of the original port definition of a conjugate */
    readonly originalId?: string;
}

/** Looks up the library's elements and memberships by id. */
export type LibraryById = (id: string) => LibraryElement | undefined;

/**
 * Makes a stub of an element without statements if its id is that of a library element; also makes a stub of its member element or original
 * port definition.
 * @param elementOf finds an element of the document by id
 * @returns the new stubs
 */
export function explainById(element: GraphElement, library: LibraryById, elementOf: (id: string) => GraphElement): readonly GraphElement[] {
    const id = foldUuid(element.id);
    const known = element.qualifier === '' && element.metaclass === '' ? library(id) : undefined;
    if (known === undefined) {
        return [];
    }
    element.identify(id);
    element.metaclass = known.metaclass;
    element.add('elementId', id);
    const others = (['memberId', 'originalId'] as const).flatMap(key => {
        const otherId = known[key];
        const other = otherId === undefined ? undefined : elementOf(otherId);
        element.add(key === 'memberId' ? 'memberElement' : 'originalPortDefinition', other);
        return other === undefined ? [] : explainById(other, library, elementOf);
    });
    element.add('qualifiedName', known.qualifiedName).add('declaredName', known.declaredName).add('isLibraryElement', true);
    return [element, ...others];
}
