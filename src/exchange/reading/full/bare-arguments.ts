/**
 * Arguments that some tools own without the parameters which the grammar has around them: those of a trigger (SysML 8.2.2.17.3
 * TriggerExpression), a trigger beside the payload whose value it is, and the element that a filter is evaluated on (KerML 8.2.5.8.1
 * SelfReferenceExpression), which sparse graphs leave out (contract: conversion 6). Knows graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { madeFrom, OWNED_LISTS } from './body-references.js';
import { drop, without } from './hidden-parts.js';
import { become, giveTo } from './ownership.js';
import { OwnershipIndex } from './ownership-index.js';

/** The elements of a document with its arguments where the grammar has them. */
export function withArgumentParameters(elements: readonly GraphElement[]): readonly GraphElement[] {
    const owners = elements.filter(e => isKind(e.metaclass, 'InstantiationExpression') || e.metaclass === 'AcceptActionUsage');
    if (owners.length === 0) {
        return elements;
    }
    const ownership = new OwnershipIndex(elements);
    const dropped = new Set<GraphElement>();
    const made = owners.flatMap(owner => {
        if (owner.metaclass === 'AcceptActionUsage') {
            takeTrigger(owner, ownership);
            return [];
        }
        dropSelf(owner, ownership, dropped);
        return owner.metaclass === 'TriggerInvocationExpression' ? parametersAround(owner, ownership) : [];
    });
    return without([...elements, ...made], dropped);
}

/** Puts a parameter around each argument that an expression owns as it is. */
function parametersAround(expression: GraphElement, ownership: OwnershipIndex): readonly GraphElement[] {
    expression.discard(property => OWNED_LISTS.has(property));
    return ownership
        .relationshipsOf(expression)
        .filter(r => r.metaclass === 'ParameterMembership')
        .flatMap(membership => {
            const [argument] = ownership.membersOf(membership);
            if (!isKind(argument?.metaclass ?? '', 'Expression')) {
                return [];
            }
            const parameter = madeFrom(argument, 'parameter', 'Feature').add('direction', 'in');
            const value = madeFrom(argument, 'value', 'FeatureValue');
            emitMembership(membership, expression, parameter);
            emitMembership(value, parameter, argument);
            parameter.add('owningRelationship', membership).add('ownedRelationship', value);
            argument.discard(property => property.startsWith('owning') || property === 'owner');
            argument.set('owningRelationship', [value]);
            return [parameter, value];
        });
}

/** A trigger is the value of the payload (SysML 8.2.2.17.3 PayloadParameter). */
function takeTrigger(accept: GraphElement, ownership: OwnershipIndex): void {
    const [payloadMembership, membership] = ownership.relationshipsOf(accept).filter(r => r.metaclass === 'ParameterMembership');
    const [trigger] = membership === undefined ? [] : ownership.membersOf(membership);
    const [payload] = payloadMembership === undefined ? [] : ownership.membersOf(payloadMembership);
    if (trigger?.metaclass !== 'TriggerInvocationExpression' || payload === undefined) {
        return;
    }
    accept.discard(property => OWNED_LISTS.has(property));
    accept.set(
        'ownedRelationship',
        ownership.relationshipsOf(accept).filter(r => r !== membership)
    );
    become(membership, 'FeatureValue');
    giveTo(payload, [membership], ownership.relationshipsOf(payload).length, ownership);
    emitMembership(membership, payload, trigger);
}

/** Operators of a type whose operand is the element that a filter is evaluated on, where it is not written. */
const WITHOUT_OPERAND: ReadonlySet<string> = new Set(['istype', 'hastype', '@', 'as', '@@', 'meta']);

function dropSelf(expression: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    if (!WITHOUT_OPERAND.has(expression.text('operator') ?? '')) {
        return;
    }
    for (const membership of ownership.relationshipsOf(expression).filter(r => r.metaclass === 'ParameterMembership')) {
        const operands = ownership.membersOf(membership).flatMap(parameter => ownership.ownedThrough(parameter, 'FeatureValue'));
        if (operands.some(operand => isSelf(operand, ownership))) {
            drop(membership, ownership, dropped);
        }
    }
}

/** Whether an expression refers to itself: it owns its result alone. */
function isSelf(expression: GraphElement, ownership: OwnershipIndex): boolean {
    const relationships = ownership.relationshipsOf(expression).filter(r => !r.is('isImplied'));
    return (
        expression.metaclass === 'FeatureReferenceExpression' &&
        relationships.length > 0 &&
        relationships.every(r => r.metaclass === 'ReturnParameterMembership')
    );
}
