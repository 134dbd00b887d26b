/**
 * Operands of a full document as a sparse graph has them (contract: conversion 6): without the expressions that refer to those that are
 * evaluated apart, or access their metadata (KerML 8.2.5.8.1). Knows graphs only; `derived/operands.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { OF_METADATA } from '../../metamodel/operators.js';
import { drop } from './hidden-parts.js';
import { isExpressionForm } from './nodes.js';
import { become, giveTo } from './ownership.js';
import type { Ties } from './ties.js';

/** Gives the arguments of an expression their values without expressions between. */
export function takeOperands(expression: GraphElement, args: readonly GraphElement[], ties: Ties, dropped: Set<GraphElement>): void {
    args.forEach((argument, i) => {
        const value = ties.relationshipsOf(argument).find(r => r.metaclass === 'FeatureValue')!;
        const [operand] = ties.membersOf(value);
        if (operand?.metaclass === 'FeatureReferenceExpression') {
            takeReferredTo(argument, value, operand, ties, dropped);
        } else if (operand?.metaclass === 'MetadataAccessExpression' && i === 0 && isOfMetadata(expression)) {
            become(operand, 'FeatureReferenceExpression');
        }
    });
}

/** Whether an expression has its operator as the metamodel does, where a word of sparse graphs does not say its type. */
const isOfMetadata = (expression: GraphElement): boolean =>
    OF_METADATA.has(expression.text('operator') ?? '') && !expression.has('sysx:typeArgument');

/** An expression that owns another one, which no body is around, only refers to it. */
function takeReferredTo(
    argument: GraphElement,
    value: GraphElement,
    reference: GraphElement,
    ties: Ties,
    dropped: Set<GraphElement>
): void {
    const relationships = ties.relationshipsOf(reference);
    const owning = relationships.find(r => r.metaclass === 'FeatureMembership' && ties.membersOf(r).some(isExpressionForm));
    if (owning !== undefined) {
        become(owning, 'FeatureValue');
        giveTo(argument, [owning], ties.placeOf(value), ties);
        dropped.add(value).add(reference);
        relationships.forEach(r => r !== owning && drop(r, ties, dropped));
    }
}
