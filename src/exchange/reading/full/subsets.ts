/**
 * Reads a part of a project (contract: conversion 9.4): elements whose owners the document does not contain become roots. Depends on graphs
 * only.
 */
import { GraphElement, type Value } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';

/** The properties by which an element refers to its owner or its owning relationship. */
const OWNERS = [
    'owner',
    'owningNamespace',
    'owningRelationship',
    'owningMembership',
    'owningRelatedElement',
    'membershipOwningNamespace',
    'importOwningNamespace'
];

/** The roots of a part of a project, and the memberships of roots, which graphs do not contain. */
interface Subset {
    readonly roots: readonly GraphElement[];
    readonly memberships: ReadonlySet<GraphElement>;
}

/**
 * Removes references to absent owners.
 * @param isAbsent whether a document refers to an element that neither it nor the library contains
 */
export function takeSubset(elements: readonly GraphElement[], isAbsent: (element: GraphElement) => boolean): Subset {
    const isCut = (value: Value | undefined): value is GraphElement => value instanceof GraphElement && isAbsent(value);
    const roots = elements.filter(element => OWNERS.some(property => isCut(element.get(property))));
    const memberships = new Set(roots.filter(root => isKind(root.metaclass, 'OwningMembership')));
    const freed = elements.filter(e => OWNERS.some(p => memberships.has(e.element(p)!)));
    for (const member of freed) {
        if (!member.has('visibility')) {
            member.add('visibility', member.element('owningRelationship')?.get('visibility'));
        }
    }
    const all = [...new Set([...roots.filter(root => !memberships.has(root)), ...freed])];
    all.forEach(element => OWNERS.forEach(property => element.set(property, [])));
    memberships.forEach(membership => membership.discard(property => property !== 'memberElement'));
    return { roots: all, memberships };
}
