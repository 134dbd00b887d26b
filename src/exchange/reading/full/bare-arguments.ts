/**
 * Arguments that some tools own without the parameters which the grammar has around them: those of a trigger (SysML 8.2.2.17.3
 * TriggerExpression), a trigger beside the payload whose value it is, and the element that a filter is evaluated on (KerML 8.2.5.8.1
 * SelfReferenceExpression), which sparse graphs leave out (contract: conversion 6). Knows graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { become, drop, find, giveTo, takeFrom } from '../../patterns/stored.js';
import { OWNED_LISTS } from './body-references.js';
import { StoredDocument } from './stored-document.js';

const PARAMETER = 'ParameterMembership';

/** The elements of a document with its arguments where the grammar has them. */
export function withArgumentParameters(elements: readonly GraphElement[]): readonly GraphElement[] {
    const owners = elements.filter(e => isKind(e.metaclass, 'InstantiationExpression') || e.metaclass === 'AcceptActionUsage');
    if (owners.length === 0) {
        return elements;
    }
    const document = new StoredDocument(elements);
    for (const owner of owners) {
        if (owner.metaclass === 'AcceptActionUsage') {
            takeTrigger(owner, document);
        } else {
            dropSelf(owner, document);
        }
        if (owner.metaclass === 'TriggerInvocationExpression') {
            ownParameters(owner, document);
        }
    }
    return document.current;
}

/** Puts a parameter around each argument that an expression owns as it is. */
function ownParameters(expression: GraphElement, document: StoredDocument): void {
    const memberships = document.relationshipsOf(expression).filter(r => r.metaclass === PARAMETER);
    for (const membership of memberships) {
        const [argument] = document.membersOf(membership);
        if (isKind(argument?.metaclass ?? '', 'Expression')) {
            const parameter = document.make(argument, 'parameter', 'Feature').add('direction', 'in');
            const value = document.make(argument, 'value', 'FeatureValue');
            emitMembership(membership, expression, parameter);
            emitMembership(value, parameter, argument);
            parameter.add('owningRelationship', membership).add('ownedRelationship', value);
            argument.discard(property => property.startsWith('owning') || property === 'owner');
            argument.set('owningRelationship', [value]);
        }
    }
    expression.discard(property => OWNED_LISTS.has(property));
}

/** A trigger is the value of the payload (SysML 8.2.2.17.3 PayloadParameter). */
function takeTrigger(accept: GraphElement, document: StoredDocument): void {
    const [payloadMembership, membership] = document.relationshipsOf(accept).filter(r => r.metaclass === PARAMETER);
    const [trigger] = membership === undefined ? [] : document.membersOf(membership);
    const [payload] = payloadMembership === undefined ? [] : document.membersOf(payloadMembership);
    if (trigger?.metaclass === 'TriggerInvocationExpression' && payload !== undefined) {
        takeFrom(document, accept, [membership]);
        become(membership, 'FeatureValue');
        giveTo(document, payload, [membership], document.relationshipsOf(payload).length);
        emitMembership(membership, payload, trigger);
    }
}

/** Operators of a type whose operand is the element that a filter is evaluated on, where it is not written. */
const WITHOUT_OPERAND: ReadonlySet<string> = new Set(['istype', 'hastype', '@', 'as', '@@', 'meta']);

function dropSelf(expression: GraphElement, document: StoredDocument): void {
    if (!WITHOUT_OPERAND.has(expression.text('operator') ?? '')) {
        return;
    }
    for (const membership of document.relationshipsOf(expression).filter(r => r.metaclass === PARAMETER)) {
        const operands = document.membersOf(membership).map(parameter => find(document, parameter, { membership: 'FeatureValue' })[1]);
        if (operands.some(operand => operand !== undefined && isSelf(operand, document))) {
            drop(document, membership);
        }
    }
}

/** Whether an expression refers to itself: it owns its result alone. */
function isSelf(expression: GraphElement, document: StoredDocument): boolean {
    const relationships = document.relationshipsOf(expression).filter(r => !r.is('isImplied'));
    return (
        expression.metaclass === 'FeatureReferenceExpression' &&
        relationships.length > 0 &&
        relationships.every(r => r.metaclass === 'ReturnParameterMembership')
    );
}
