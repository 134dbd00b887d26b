/**
 * Completes the ownership of a sparse graph where only one side states it (contract: conversion 5.2, 5.7), so that clients that add
 * elements need not state it on both sides. Depends on graphs only.
 */
import type { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { OwnershipIndex } from './full/ownership-index.js';

/** Whether an element states its owning relationship but not its owner. */
export function isOwnerOpen(element: GraphElement): boolean {
    return !element.has('owner') && (element.element('owningRelationship') ?? element.element('owningRelatedElement')) !== undefined;
}

/** Whether an element states its owner, directly or by a relationship. */
export function namesOwner(element: GraphElement): boolean {
    return ['owner', 'owningRelationship', 'owningRelatedElement'].some(property => element.has(property));
}

/** States the stored owner properties (KerML 8.3.2.1) of elements that only appear in the lists of their owners. */
export function emitStoredOwners(elements: readonly GraphElement[]): void {
    for (const element of elements) {
        element
            .elements('ownedRelationship')
            .forEach(owned => owned.has('owningRelatedElement') || owned.add('owningRelatedElement', element));
        element
            .elements('ownedRelatedElement')
            .forEach(owned => owned.has('owningRelationship') || owned.add('owningRelationship', element));
    }
}

/** States the owners of elements without `owner`, which follow from their relationships. */
export function emitOwners(elements: readonly GraphElement[]): void {
    const ownership = new OwnershipIndex(elements);
    for (const element of elements) {
        if (element.has('owner')) {
            continue;
        }
        const relationship = ownership.relationshipTo(element);
        const owner =
            relationship === undefined
                ? ownership.ownerOf(element)
                : isKind(relationship.metaclass, 'Membership')
                  ? ownership.ownerOf(relationship)
                  : relationship;
        if (owner === undefined) {
            continue;
        }
        element.set('owner', [owner]);
        if (relationship === undefined) {
            element.set('owningRelatedElement', [owner]);
        } else {
            element.set('owningRelationship', [relationship]);
            element.set('owningMembership', [relationship]);
        }
        const isMember = relationship !== undefined || isKind(element.metaclass, 'Import');
        if (isMember && owner.base === element.base && isKind(owner.metaclass, 'Namespace')) {
            element.set('owningNamespace', [owner]);
        }
    }
}
