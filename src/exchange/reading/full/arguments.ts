/**
 * Arguments of expressions of a full document as a sparse graph has them (contract: conversion 6): all are parameters of the expression,
 * those of `new`, which the grammar has on its result, and named ones, too (KerML 8.2.5.8.3). Knows graphs only;
 * `derived/arguments.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { takeOperands } from './operands.js';
import { become, giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';

/** Makes the arguments of an expression its parameters. */
export function takeArguments(expression: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    const relationships = ownership.relationshipsOf(expression);
    const own = relationships.filter(r => isArgument(r, ownership));
    makeParameters(own, ownership);
    takeOperands(
        expression,
        own.flatMap(r => ownership.membersOf(r)),
        ownership,
        dropped
    );
    if (expression.metaclass === 'ConstructorExpression') {
        takeFromResult(expression, ownership);
    } else if (expression.metaclass === 'InvocationExpression' && !expression.has('operand')) {
        // a receiver in front of an arrow stands in front of the function, too
        const isReceived = relationships.findIndex(r => r.metaclass === 'Membership') > relationships.indexOf(own[0]);
        const [receiver] = isReceived ? own.slice(0, 1).flatMap(r => ownership.membersOf(r)) : [];
        expression.set('operand', receiver === undefined ? [] : ownership.ownedThrough(receiver, 'FeatureValue'));
    }
}

/** Whether a relationship owns a feature for the value that it has. */
function isArgument(relationship: GraphElement, ownership: OwnershipIndex): boolean {
    const [member] = isKind(relationship.metaclass, 'FeatureMembership') ? ownership.membersOf(relationship) : [];
    return member?.metaclass === 'Feature' && ownership.relationshipsOf(member).some(r => r.metaclass === 'FeatureValue');
}

function makeParameters(memberships: readonly GraphElement[], ownership: OwnershipIndex): void {
    for (const membership of memberships) {
        become(membership, 'ParameterMembership');
        ownership.membersOf(membership).forEach(argument => argument.has('direction') || argument.set('direction', ['in']));
    }
}

/** Lists of what an element owns, which follow from its relationships. */
const OWNED_LISTS: ReadonlySet<string> = new Set(['ownedElement', 'ownedMember', 'ownedMembership', 'ownedFeature']);

function takeFromResult(constructor: GraphElement, ownership: OwnershipIndex): void {
    const owning = ownership.relationshipsOf(constructor).find(r => r.metaclass === 'ReturnParameterMembership');
    const [result] = owning === undefined ? [] : ownership.membersOf(owning);
    if (result === undefined) {
        return;
    }
    const given = ownership.relationshipsOf(result).filter(r => isArgument(r, ownership));
    result.discard(property => OWNED_LISTS.has(property));
    result.set(
        'ownedRelationship',
        ownership.relationshipsOf(result).filter(r => !given.includes(r))
    );
    makeParameters(given, ownership);
    giveTo(constructor, given, ownership.placeOf(owning!), ownership);
}
