/**
 * Operands that are not what they seem (KerML 8.2.5.8.1): those that control functions evaluate on their own are referred to by expressions
 * that own them (ArgumentExpression; 8.4.4.9.6), and the operand of `@@` and `meta` is the access to its metadata (MetadataArgument).
 * Sparse graphs have the operand alone (contract: conversion 6).
 */
import { isExpressionForm } from '../metamodel/facts.js';
import type { GraphElement } from '../graph.js';
import { EVALUATED_APART, OF_METADATA } from '../metamodel/operators.js';
import { become, drop, find, giveTo, make, type Part, type Stored, takeFrom } from './stored.js';

const REFERENCE: Part = { suffix: '_pvalue', membership: 'FeatureValue', metaclass: 'FeatureReferenceExpression' };
const OF_METADATA_ACCESS = { membership: 'FeatureValue', metaclass: 'MetadataAccessExpression' } as const;
const NAME = REFERENCE.metaclass;
const ACCESS = OF_METADATA_ACCESS.metaclass;

/** Makes the operands of an operator about metadata accesses to it. */
export function accessMetadata(expression: GraphElement): void {
    const [operand] = OF_METADATA.has(expression.text('operator') ?? '') ? expression.elements('argument') : [];
    if (operand?.metaclass === NAME && operand.elements('ownedRelationship').length === 1) {
        operand.metaclass = ACCESS;
        operand.add('referencedElement', operand.get('referent'));
        operand.set('referent', []);
    } else if (operand?.metaclass === ACCESS) {
        // the grammar has no other access there: `A.metadata meta T` is `A meta T`
        operand.elements('ownedRelationship').forEach(m => m.identify(m.id.replace(/referencedElement$/, 'referent')));
    }
}

/** Refers to the operands of an expression that are evaluated apart. */
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

/** Gives the arguments of an expression their values without expressions between. */
export function takeOperands(expression: GraphElement, args: readonly GraphElement[], graph: Stored): void {
    // where a word of sparse graphs does not say its type, an expression has its operator as the metamodel does
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

/** An expression that owns another one, which no body is around, only refers to it. */
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
