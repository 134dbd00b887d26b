/**
 * Converts the ownership of the arguments of expressions. In sparse graphs, all are parameters of the expression, after the invoked element
 * (contract: conversion 6). In the grammar, the result of `new` owns its arguments (KerML 8.2.5.8.3 ConstructorResult), named arguments are
 * owned by feature memberships (NamedArgumentMember), and the expression before a dot or an arrow precedes the feature or function
 * (8.2.5.8.2).
 */
import type { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { takeOperands } from './operands.js';
import { become, find, giveTo, type Stored, takeFrom } from './stored.js';

const RESULT = { membership: 'ReturnParameterMembership', metaclass: 'Feature' } as const;

/** Places the arguments of an expression as the grammar does. */
export function placeArguments(expression: GraphElement, graph: Stored): void {
    orderReceiver(expression, graph);
    const given = expression.elements('input');
    const named = given.filter(argument => argument.has('sysx:argumentName'));
    named.forEach(argument => become(argument.element('owningRelationship')!, 'FeatureMembership'));
    const [, result] = expression.metaclass === 'ConstructorExpression' ? find(graph, expression, RESULT) : [];
    if (result !== undefined) {
        named.forEach(argument => argument.set('direction', [])); // a named argument redefines a feature, not a parameter
        const memberships = given.map(argument => argument.element('owningRelationship')!);
        takeFrom(graph, expression, memberships);
        giveTo(graph, result, memberships, 0);
        expression.set('input', []);
        expression.set('parameter', [result]);
    }
}

/** Moves the expression before a dot or an arrow (the receiver) before the membership of the feature or function. */
function orderReceiver(expression: GraphElement, graph: Stored): void {
    const [receiver] = expression.elements('argument');
    if (expression.metaclass === 'FeatureChainExpression' || (receiver !== undefined && expression.element('operand') === receiver)) {
        const [reference, parameter, ...others] = graph.relationshipsOf(expression);
        graph.order(expression, [parameter, reference, ...others]);
    }
}

/** Makes the arguments of an expression its parameters. */
export function takeArguments(expression: GraphElement, graph: Stored): void {
    const relationships = graph.relationshipsOf(expression);
    const own = argumentsOf(expression, graph);
    makeParameters(own, graph);
    const features = own.flatMap(r => graph.membersOf(r));
    takeOperands(expression, features, graph);
    const [returning, result] = expression.metaclass === 'ConstructorExpression' ? find(graph, expression, RESULT) : [];
    if (returning !== undefined) {
        const given = argumentsOf(result, graph);
        takeFrom(graph, result, given);
        makeParameters(given, graph);
        giveTo(graph, expression, given, relationships.indexOf(returning));
    } else if (expression.metaclass === 'InvocationExpression' && !expression.has('operand')) {
        // If the first argument precedes the function, it is written before an arrow.
        const isReceived = relationships.findIndex(r => r.metaclass === 'Membership') > relationships.indexOf(own[0]);
        const values = isReceived ? features.slice(0, 1).flatMap(feature => graph.relationshipsOf(feature)) : [];
        expression.set(
            'operand',
            values.filter(r => r.metaclass === 'FeatureValue').flatMap(value => graph.membersOf(value))
        );
    }
}

/** The relationships through which an element owns features with values. */
function argumentsOf(owner: GraphElement, graph: Stored): readonly GraphElement[] {
    return graph.relationshipsOf(owner).filter(relationship => {
        const [member] = isKind(relationship.metaclass, 'FeatureMembership') ? graph.membersOf(relationship) : [];
        return member?.metaclass === 'Feature' && graph.relationshipsOf(member).some(r => r.metaclass === 'FeatureValue');
    });
}

function makeParameters(memberships: readonly GraphElement[], graph: Stored): void {
    for (const membership of memberships) {
        become(membership, 'ParameterMembership');
        graph.membersOf(membership).forEach(argument => argument.has('direction') || argument.set('direction', ['in']));
    }
}
