/**
 * Restores the parameters of arguments that some tools omit (contract: conversion 6): makes the argument of a trigger the value of a
 * parameter (SysML 8.2.2.17.3 TriggerExpression), and a trigger the value of the payload parameter. Removes the reference to the element on
 * which a filter is evaluated (KerML 8.2.5.8.1 SelfReferenceExpression), because sparse graphs omit it. Depends on graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { become, drop, find, giveTo, takeFrom } from '../../patterns/stored.js';
import { OWNED_LISTS } from './body-references.js';
import { StoredDocument } from './stored-document.js';

const PARAMETER = 'ParameterMembership';

/** The elements of a document with arguments in the grammar's form. */
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

/** Makes each argument that an expression owns directly the value of a new parameter. */
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

/** Makes a trigger the value of the payload parameter (SysML 8.2.2.17.3 PayloadParameter). */
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

/** Classification operators, whose operand may be implicit: the element on which a filter is evaluated. */
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

/** Whether an expression is a self reference, which owns only its result. */
function isSelf(expression: GraphElement, document: StoredDocument): boolean {
    const relationships = document.relationshipsOf(expression).filter(r => !r.is('isImplied'));
    return (
        expression.metaclass === 'FeatureReferenceExpression' &&
        relationships.length > 0 &&
        relationships.every(r => r.metaclass === 'ReturnParameterMembership')
    );
}
