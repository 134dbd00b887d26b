/**
 * Converts the multiplicities of ends in the heads of connectors. In the metamodel, a cross feature of the end owns them (KerML 8.2.5.5.1
 * OwnedCrossMultiplicity); in sparse graphs, the end owns the bounds (contract: conversion 8.3).
 */
import type { GraphElement } from '../graph.js';
import { find, giveTo, make, type Part, type Stored, takeFrom } from './stored.js';

const CROSS: Part = { suffix: '_pcrossFeature', membership: 'OwningMembership', metaclass: 'Feature' };
const RANGE: Part = { suffix: '_mult', membership: 'OwningMembership', metaclass: 'MultiplicityRange' };

/** Moves the bounds of an end to a new cross feature, which comes before everything else that the end owns. */
export function ownCrossMultiplicity(end: GraphElement, graph: Stored): void {
    const properties = ['lowerBound', 'upperBound'];
    const bounds = properties.flatMap(property => end.elements(property).flatMap(bound => bound.elements('owningRelationship')));
    takeFrom(graph, end, bounds);
    const range = make(graph, make(graph, end, CROSS, 0), RANGE, 0);
    giveTo(graph, range, bounds, 0);
    properties.forEach(property => range.add(property, end.get(property)));
    end.discard(property => properties.includes(property));
}

/** Moves the bounds of the cross feature to the end. In documents of versions before KerML 1.0, the end owns the range directly. */
export function takeCrossMultiplicity(end: GraphElement, graph: Stored): void {
    const [first] = graph.relationshipsOf(end);
    const [crossing, cross] = find(graph, end, CROSS);
    const [owning, range] = find(graph, cross ?? end, RANGE);
    const isAlone = cross === undefined || graph.relationshipsOf(cross).length === 1;
    if (range !== undefined && isAlone && (crossing ?? owning) === first) {
        takeFrom(graph, end, [first]);
        giveTo(graph, end, graph.relationshipsOf(range), 0);
        graph.remove(first, cross ?? range, owning, range);
    }
}
