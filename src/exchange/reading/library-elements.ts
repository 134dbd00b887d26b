/**
 * References to elements that a document does not hold: those that the standard library has by their ids become stubs, as if the document
 * had explained them (contract: conversion 4.8). Knows graphs only; who knows the library says what an id means.
 */
import { GraphElement } from '../graph.js';
import { foldUuid } from '../ids.js';

/** What the library has by an id. */
export interface LibraryElement {
    readonly metaclass: string;
    readonly qualifiedName?: string;
    readonly declaredName?: string;
    /** the id of what a membership is of */
    readonly memberId?: string;
    /** the id of the port definition that a conjugate is of */
    readonly originalId?: string;
}

/** The library, by the ids of its elements and of their memberships. */
export type LibraryById = (id: string) => LibraryElement | undefined;

/**
 * States what the library has by the id of an element that nothing is stated of, and of what that is of.
 * @param elementOf the element of a document by its id
 * @returns the elements of the library, which are stubs from now on
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
