/**
 * Determines which elements of the element form are nodes of expressions or ends, because JSON does not distinguish their IRIs from those
 * of other elements (contract: conversion 9.2, 9.4). A node has no qualified name, and its relationships are nodes, too. Depends on graphs
 * only.
 */
import { isUuid } from '../ids.js';
import { type GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { headKindOf } from '../metamodel/heads.js';
import { hasSlot } from '../reading/slots.js';

/** Sets the base of those elements that are nodes to `node`. */
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
        const isHead = headKindOf(element.metaclass) !== undefined; // it may own the feature of a chain, which is a node
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

/** Whether an element is a relationship but neither a feature nor another type. */
function isRelationship({ metaclass }: GraphElement): boolean {
    return isKind(metaclass, 'Relationship') && !isKind(metaclass, 'Feature') && !isKind(metaclass, 'Type');
}

/** Whether an id may be that of a node. */
function hasNodeId({ key, id }: GraphElement, keys: ReadonlySet<string>): boolean {
    return isUuid(id) || hasSlot(key, keys);
}
