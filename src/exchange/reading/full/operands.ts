/**
 * Operands of a full document as a sparse graph has them (contract: conversion 6): without the expressions that refer to those that are
 * evaluated apart, or access their metadata (KerML 8.2.5.8.1). Knows graphs only; `derived/operands.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { OF_METADATA } from '../../metamodel/operators.js';
import { drop } from './hidden-parts.js';
import { isExpressionForm } from './nodes.js';
import { become, giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';

/** Gives the arguments of an expression their values without expressions between. */
export function takeOperands(
    expression: GraphElement,
    args: readonly GraphElement[],
    ownership: OwnershipIndex,
    dropped: Set<GraphElement>
): void {
    args.forEach((argument, i) => {
        const value = ownership.relationshipsOf(argument).find(r => r.metaclass === 'FeatureValue')!;
        const [operand] = ownership.membersOf(value);
        if (operand?.metaclass === 'FeatureReferenceExpression') {
            takeReferredTo(argument, value, operand, ownership, dropped);
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
    ownership: OwnershipIndex,
    dropped: Set<GraphElement>
): void {
    const relationships = ownership.relationshipsOf(reference);
    const owning = relationships.find(r => r.metaclass === 'FeatureMembership' && ownership.membersOf(r).some(isExpressionForm));
    if (owning !== undefined) {
        become(owning, 'FeatureValue');
        giveTo(argument, [owning], ownership.placeOf(value), ownership);
        dropped.add(value).add(reference);
        relationships.forEach(r => r !== owning && drop(r, ownership, dropped));
    }
}
