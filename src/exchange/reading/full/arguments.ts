/**
 * Arguments of expressions of a full document as a sparse graph has them (contract: conversion 6): all are parameters of the expression,
 * those of `new`, which the grammar has on its result, and named ones, too (KerML 8.2.5.8.3). Knows graphs only;
 * `derived/arguments.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { takeOperands } from './operands.js';
import { become, giveTo } from './ownership.js';
import type { Ties } from './ties.js';

/** Makes the arguments of an expression its parameters. */
export function takeArguments(expression: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    const relationships = ties.relationshipsOf(expression);
    const own = relationships.filter(r => isArgument(r, ties));
    makeParameters(own, ties);
    takeOperands(
        expression,
        own.flatMap(r => ties.membersOf(r)),
        ties,
        dropped
    );
    if (expression.metaclass === 'ConstructorExpression') {
        takeFromResult(expression, ties);
    } else if (expression.metaclass === 'InvocationExpression' && !expression.has('operand')) {
        // a receiver in front of an arrow stands in front of the function, too
        const isReceived = relationships.findIndex(r => r.metaclass === 'Membership') > relationships.indexOf(own[0]);
        const [receiver] = isReceived ? own.slice(0, 1).flatMap(r => ties.membersOf(r)) : [];
        expression.set('operand', receiver === undefined ? [] : ties.ownedThrough(receiver, 'FeatureValue'));
    }
}

/** Whether a relationship owns a feature for the value that it has. */
function isArgument(relationship: GraphElement, ties: Ties): boolean {
    const [member] = isKind(relationship.metaclass, 'FeatureMembership') ? ties.membersOf(relationship) : [];
    return member?.metaclass === 'Feature' && ties.relationshipsOf(member).some(r => r.metaclass === 'FeatureValue');
}

function makeParameters(memberships: readonly GraphElement[], ties: Ties): void {
    for (const membership of memberships) {
        become(membership, 'ParameterMembership');
        ties.membersOf(membership).forEach(argument => argument.has('direction') || argument.set('direction', ['in']));
    }
}

/** Lists of what an element owns, which follow from its relationships. */
const OWNED_LISTS: ReadonlySet<string> = new Set(['ownedElement', 'ownedMember', 'ownedMembership', 'ownedFeature']);

function takeFromResult(constructor: GraphElement, ties: Ties): void {
    const owning = ties.relationshipsOf(constructor).find(r => r.metaclass === 'ReturnParameterMembership');
    const [result] = owning === undefined ? [] : ties.membersOf(owning);
    if (result === undefined) {
        return;
    }
    const given = ties.relationshipsOf(result).filter(r => isArgument(r, ties));
    result.discard(property => OWNED_LISTS.has(property));
    result.set(
        'ownedRelationship',
        ties.relationshipsOf(result).filter(r => !given.includes(r))
    );
    makeParameters(given, ties);
    giveTo(constructor, given, ties.placeOf(owning!), ties);
}
