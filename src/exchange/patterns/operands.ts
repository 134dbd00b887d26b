/**
 * Converts operands for which the grammar has another expression (KerML 8.2.5.8.1). A feature reference expression owns each operand that a
 * control function evaluates itself (ArgumentExpression; 8.4.4.9.6), and the operand of `@@` and `meta` is a metadata access expression
 * (MetadataArgument). Sparse graphs contain only the operand (contract: conversion 6).
 */
import { isExpressionForm } from '../metamodel/facts.js';
import type { GraphElement } from '../graph.js';
import { EVALUATED_APART, OF_METADATA } from '../metamodel/operators.js';
import { become, drop, find, giveTo, make, type Part, type Stored, takeFrom } from './stored.js';

const REFERENCE: Part = { suffix: '_pvalue', membership: 'FeatureValue', metaclass: 'FeatureReferenceExpression' };
const OF_METADATA_ACCESS = { membership: 'FeatureValue', metaclass: 'MetadataAccessExpression' } as const;
const NAME = REFERENCE.metaclass;
const ACCESS = OF_METADATA_ACCESS.metaclass;

/** Turns the operand of a metadata operator into a metadata access expression. */
export function accessMetadata(expression: GraphElement): void {
    const [operand] = OF_METADATA.has(expression.text('operator') ?? '') ? expression.elements('argument') : [];
    if (operand?.metaclass === NAME && operand.elements('ownedRelationship').length === 1) {
        operand.metaclass = ACCESS;
        operand.add('referencedElement', operand.get('referent'));
        operand.set('referent', []);
    } else if (operand?.metaclass === ACCESS) {
        // The grammar has the same metadata access for `A.metadata meta T` as for `A meta T`.
        operand.elements('ownedRelationship').forEach(m => m.identify(m.id.replace(/referencedElement$/, 'referent')));
    }
}

/** Makes a feature reference expression own each operand that the operator's function evaluates itself. */
export function referToOperands(expression: GraphElement, graph: Stored): void {
    const places = expression.metaclass === 'OperatorExpression' ? EVALUATED_APART.get(expression.text('operator')!) : undefined;
    if (places !== undefined) {
        const operands = expression.elements('argument');
        expression.set(
            'argument',
            operands.map((operand, i) => (places.includes(i) ? referTo(operand, graph) : operand))
        );
    }
}

function referTo(operand: GraphElement, graph: Stored): GraphElement {
    const owning = operand.element('owningRelationship')!;
    const parameter = owning.element('owningRelatedElement')!;
    const reference = make(graph, parameter, REFERENCE, takeFrom(graph, parameter, [owning])).add('referent', operand);
    become(owning, 'FeatureMembership');
    giveTo(graph, reference, [owning], 0);
    parameter.element('owningRelationship')!.metaclass = 'FeatureMembership';
    return reference;
}

/** Reverses {@link accessMetadata} and {@link referToOperands} for the operands of an expression. */
export function takeOperands(expression: GraphElement, args: readonly GraphElement[], graph: Stored): void {
    // With `sysx:typeArgument`, the expression already has the form of sparse graphs.
    const isOfMetadata = OF_METADATA.has(expression.text('operator') ?? '') && !expression.has('sysx:typeArgument');
    args.forEach((argument, i) => {
        const [value, reference] = find(graph, argument, REFERENCE);
        const [, access] = find(graph, argument, OF_METADATA_ACCESS);
        if (value !== undefined) {
            takeReferredTo(argument, value, reference, graph);
        } else if (access !== undefined && i === 0 && isOfMetadata) {
            become(access, NAME);
        }
    });
}

/** Removes a feature reference expression that owns an operand, other than a body, as its referent. */
function takeReferredTo(argument: GraphElement, value: GraphElement, reference: GraphElement, graph: Stored): void {
    const relationships = graph.relationshipsOf(reference);
    const owning = relationships.find(r => r.metaclass === 'FeatureMembership' && graph.membersOf(r).some(isExpressionForm));
    if (owning !== undefined) {
        become(owning, 'FeatureValue');
        giveTo(graph, argument, [owning], takeFrom(graph, argument, [value]));
        graph.remove(value, reference);
        relationships.forEach(r => r !== owning && drop(graph, r));
    }
}
