/**
 * Cross features of ends, in front of all that an end owns (KerML 8.2.4.3.1 OwnedCrossFeatureMember): sparse graphs have those of
 * declarations behind heads, and of those that ends of connectors have for a multiplicity (8.2.5.5.1 OwnedCrossMultiplicity) the bounds
 * alone (contract: conversion 8.3). `reading/full/crossings.ts` is the other way.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type { Builder } from '../builder/builder.js';
import type { GraphElement, Value } from '../graph.js';
import { giveBound, MEMBERSHIPS } from './ownership.js';

/** Places the cross features of a graph. */
export function placeCrossFeatures(builder: Builder, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    for (const element of [...builder.graph.elements]) {
        const { crossFeature } = declarations.get(element) ?? {};
        const declared = crossFeature && builder.elementOf(crossFeature)?.element('owningMembership');
        if (declared !== undefined) {
            MEMBERSHIPS.forEach(list => element.set(list, [declared, ...element.all(list).filter(m => m !== declared)]));
        } else if (element.is('isEnd') && element.has('upperBound')) {
            ownCrossMultiplicity(builder, element);
        }
    }
}

/** The bounds of an end in the head of a connector are those of a feature that it owns. */
function ownCrossMultiplicity(builder: Builder, end: GraphElement): void {
    const bounds = ['lowerBound', 'upperBound'].flatMap(property => end.elements(property));
    const moved: readonly Value[] = bounds.map(bound => bound.element('owningMembership')!);
    const cross = builder.nodeOf(end, 'crossFeature', 'Feature');
    const range = builder.unnamed(cross, 'mult', 'MultiplicityRange');
    const memberships = MEMBERSHIPS.map(list => end.all(list).filter(m => !moved.includes(m)));
    MEMBERSHIPS.forEach(list => end.set(list, []));
    for (const [owner, part] of [
        [end, cross],
        [cross, range]
    ] as const) {
        const membership = builder.own(owner, part, 'OwningMembership');
        builder.begin(part, owner, membership);
        builder.writeMembership(membership, owner, part);
    }
    MEMBERSHIPS.forEach((list, i) => memberships[i].forEach(m => end.add(list, m)));
    MEMBERSHIPS.forEach(list => moved.forEach(m => range.add(list, m)));
    bounds.forEach(bound => giveBound(range, bound));
    ['lowerBound', 'upperBound'].forEach(property => range.add(property, end.get(property)));
    end.discard(property => property === 'lowerBound' || property === 'upperBound');
}
