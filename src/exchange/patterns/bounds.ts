/**
 * Converts the bounds of an unnamed multiplicity range. In the metamodel, the range owns them (KerML 8.3.4.11.3); in sparse graphs, the
 * owner of the range does (contract: conversion 5.5).
 */
import { isExpressionForm } from '../metamodel/facts.js';
import type { GraphElement } from '../graph.js';
import { giveTo, type Stored, takeFrom } from './stored.js';

/** Makes a range own its bounds. */
export function takeBounds(range: GraphElement, graph: Stored): void {
    for (const bound of range.elements('bound')) {
        const membership = bound.element('owningRelationship');
        const owner = membership?.element('owningRelatedElement');
        if (membership !== undefined && owner !== undefined && owner !== range) {
            takeFrom(graph, owner, [membership]);
            giveTo(graph, range, [membership], graph.relationshipsOf(range).length);
            owner.discard(property => property === 'lowerBound' || property === 'upperBound');
        }
    }
}

/** Makes the owner of a range own its bounds. */
export function giveBounds(range: GraphElement, owner: GraphElement, membership: GraphElement, graph: Stored): void {
    const bounds = graph.relationshipsOf(range).filter(r => graph.membersOf(r).some(isExpressionForm));
    takeFrom(graph, range, bounds);
    if (bounds.length > 0) {
        giveTo(graph, owner, bounds, graph.relationshipsOf(owner).indexOf(membership));
        const [first, last] = bounds.flatMap(bound => graph.membersOf(bound));
        range.set('lowerBound', bounds.length > 1 ? [first] : []);
        range.set('upperBound', bounds.length > 1 ? [last] : [first]);
    }
}
