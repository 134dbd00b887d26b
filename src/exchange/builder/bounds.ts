/** The bounds of a declaration's or an end's multiplicity (contract: conversion 5.5). */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import type { GraphElement } from '../graph.js';
import type { Builder, Later } from './builder.js';
import { type ExpressionPosition, ownExpression } from './expressions.js';

/**
 * States the bounds of a multiplicity on the feature, which owns their expressions, and on the multiplicity range that the feature owns
 * (5.5). A multiplicity that is itself the declaration has no separate range.
 */
export function emitBounds(builder: Builder, element: GraphElement, node: AstNode, below: Later): void {
    const { multiplicity, range } = node;
    const written = multiplicity ?? range;
    if (written === undefined) {
        return;
    }
    const bounds = ownBounds(builder, element, written, below);
    if (range !== undefined) {
        return;
    }
    const mult = builder.unnamed(element, 'mult', 'MultiplicityRange');
    builder.origins?.set(mult, written);
    const membership = builder.own(element, mult, 'OwningMembership');
    element.add('multiplicity', mult);
    below.push(() => {
        builder.begin(mult, element, membership);
        bounds.forEach(([property, bound]) => mult.add(property, bound));
        bounds.forEach(([, bound]) => mult.add('bound', bound));
        builder.writeMembership(membership, element, mult);
    });
}

const LOWER_BOUND: ExpressionPosition = { slot: 'lowerBound', membership: 'OwningMembership' };
const UPPER_BOUND: ExpressionPosition = { slot: 'upperBound', membership: 'OwningMembership' };

/** Makes an element own the bounds of a range. `[n]` has an upper bound only. */
export function ownBounds(
    builder: Builder,
    element: GraphElement,
    { bounds }: ast.MultiplicityRange,
    below: Later
): readonly (readonly [string, GraphElement])[] {
    const [first, last] = bounds;
    const written: readonly (readonly [ExpressionPosition, AstNode])[] =
        last === undefined
            ? [[UPPER_BOUND, first]]
            : [
                  [LOWER_BOUND, first],
                  [UPPER_BOUND, last]
              ];
    return written.map(([position, bound]) => {
        const owned = ownExpression(builder, element, bound, position, below);
        element.add(position.slot, owned);
        return [position.slot, owned] as const;
    });
}
