/**
 * Operands that are not what they seem (KerML 8.2.5.8.1): those that control functions evaluate on their own are referred to by expressions
 * that own them (ArgumentExpression; 8.4.4.9.6), and the operand of `@@` and `meta` is the access to its metadata (MetadataArgument).
 * Sparse graphs have the operand alone (contract: conversion 6). `reading/full/operands.ts` is the other way.
 */
import type { Builder } from '../builder/builder.js';
import { emitMembership } from '../builder/memberships.js';
import type { GraphElement } from '../graph.js';
import { EVALUATED_APART, OF_METADATA } from '../metamodel/operators.js';
import { MEMBERSHIPS, emitNamespace } from './ownership.js';

/** Makes the operands of operators about metadata accesses to it. */
export function accessMetadata(elements: readonly GraphElement[]): void {
    for (const element of elements) {
        const [operand] = OF_METADATA.has(element.text('operator') ?? '') ? element.elements('argument') : [];
        if (operand?.metaclass === 'FeatureReferenceExpression' && operand.elements('ownedRelationship').length === 1) {
            operand.metaclass = 'MetadataAccessExpression';
            operand.add('referencedElement', operand.get('referent'));
            operand.set('referent', []);
        } else if (operand?.metaclass === 'MetadataAccessExpression') {
            // the grammar has no other access there: `A.metadata meta T` is `A meta T`
            operand.elements('ownedMembership').forEach(m => m.identify(m.id.replace(/referencedElement$/, 'referent')));
        }
    }
}

/** Refers to the operands that are evaluated apart. */
export function referToOperands(builder: Builder): void {
    for (const element of [...builder.graph.elements]) {
        const places = element.metaclass === 'OperatorExpression' ? EVALUATED_APART.get(element.text('operator')!) : undefined;
        if (places !== undefined) {
            const operands = element.elements('argument');
            element.set(
                'argument',
                operands.map((operand, i) => (places.includes(i) ? referTo(builder, operand) : operand))
            );
        }
    }
}

function referTo(builder: Builder, operand: GraphElement): GraphElement {
    const parameter = operand.element('owner')!;
    const owning = operand.element('owningMembership')!;
    const reference = builder.nodeOf(parameter, 'value', 'FeatureReferenceExpression');
    const value = builder.unnamed(reference, 'om', 'FeatureValue');
    builder.begin(reference, parameter, value).add('referent', operand);
    builder.writeMembership(value, parameter, reference);
    for (const list of MEMBERSHIPS) {
        parameter.set(
            list,
            parameter.all(list).map(relationship => (relationship === owning ? value : relationship))
        );
        reference.add(list, owning);
    }
    reference.add('ownedFeature', operand).add('ownedFeatureMembership', owning);
    owning.metaclass = 'FeatureMembership';
    emitMembership(owning, reference, operand);
    emitNamespace(operand, reference);
    parameter.element('owningMembership')!.metaclass = 'FeatureMembership';
    return reference;
}
