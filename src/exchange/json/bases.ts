/**
 * Which elements of an element form are nodes of expressions and ends: JSON tells the two kinds of IRIs not apart (contract: conversion
 * 9.2, 9.4). A node has neither a qualified name nor a position; its relationships follow it. Knows graphs only.
 */
import { isUuid } from '../ids.js';
import { type GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { headKindOf } from '../metamodel/heads.js';
import { hasSlot } from '../reading/slots.js';

/** Finds the nodes among the elements and makes them such. */
export function placeInBases(elements: readonly GraphElement[]): void {
    const keys = new Set(elements.map(e => e.key));
    const decided = new Map<GraphElement, boolean>();
    const isNode = (element: GraphElement): boolean => {
        let answer = decided.get(element);
        if (answer === undefined) {
            decided.set(element, false);
            answer = isCandidate(element) && followed(element) && hasNodeId(element, keys);
            decided.set(element, answer);
        }
        return answer;
    };
    const followed = (element: GraphElement): boolean => {
        if (!isRelationship(element)) {
            return element.metaclass !== 'MultiplicityRange' || ownerIsNode(element);
        }
        const member = element.element('ownedMemberElement') ?? element.element('ownedRelatedElement');
        const isHead = headKindOf(element.metaclass) !== undefined; // relationships of heads own the features of their chains
        return member !== undefined && !isHead ? isNode(member) : element.metaclass === 'Membership' || ownerIsNode(element);
    };
    const ownerIsNode = (element: GraphElement): boolean => {
        const owner = element.element('owner') ?? element.element('owningRelatedElement');
        return owner !== undefined && isNode(owner);
    };
    for (const element of elements) {
        if (isNode(element)) {
            element.identify(element.id, 'node');
        }
    }
}

function isCandidate(element: GraphElement): boolean {
    return !element.has('qualifiedName') && !element.is('isLibraryElement');
}

/** Relationships that are no features. */
function isRelationship({ metaclass }: GraphElement): boolean {
    return isKind(metaclass, 'Relationship') && !isKind(metaclass, 'Feature') && !isKind(metaclass, 'Type');
}

/** Whether an id has the grammar of nodes. */
function hasNodeId({ key, id }: GraphElement, keys: ReadonlySet<string>): boolean {
    return isUuid(id) || hasSlot(key, keys);
}
