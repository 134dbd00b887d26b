/** What expressions of a full document state of their operands, results and callees (contract: conversion 6). Knows graphs only. */
import { GraphElement, type Value } from '../../graph.js';
import { isExpressionForm } from './nodes.js';
import { is, put, type Settled, type Statements } from './settled.js';

/** The property that names what an expression of a metaclass refers to. */
function referenceOf(element: GraphElement): string | undefined {
    return is(element, 'FeatureReferenceExpression')
        ? 'referent'
        : is(element, 'FeatureChainExpression')
          ? 'targetFeature'
          : is(element, 'MetadataAccessExpression')
            ? 'referencedElement'
            : is(element, 'ConstructorExpression')
              ? 'instantiatedType'
              : is(element, 'InvocationExpression') && element.metaclass === 'InvocationExpression'
                ? 'function'
                : undefined;
}

/** What a name leads to: nodes, parameters of bodies and variables of loops, stay names (contract: conversion 5.4). */
export function asNamed(value: Value | undefined, { ties, nodes }: Settled): Value | undefined {
    const isOwned = value instanceof GraphElement && (nodes.bodyOf(value) !== undefined || ties.outward(value) !== undefined);
    return isOwned && nodes.isNode(value) ? (value.text('declaredName') ?? value.text('name') ?? value) : value;
}

/** States what an expression owns as its operands, and what it names. */
export function stateExpression(element: GraphElement, document: Settled, stated: Statements): void {
    const { ties } = document;
    if (!isExpressionForm(element)) {
        return;
    }
    const relationships = ties.relationshipsOf(element);
    const inputs = relationships.filter(r => r.metaclass === 'ParameterMembership').flatMap(r => ties.membersOf(r));
    const results = ties.ownedThrough(element, 'ReturnParameterMembership');
    put(stated, 'argument', ...inputs.flatMap(input => ties.ownedThrough(input, 'FeatureValue')));
    put(stated, 'parameter', ...inputs, ...results);
    put(stated, 'input', ...inputs);
    put(stated, 'result', results[0]);
    const property = referenceOf(element);
    if (property !== undefined) {
        const named = asNamed(relationships.find(r => r.metaclass === 'Membership')?.get('memberElement'), document);
        const owned = relationships
            .filter(r => r.metaclass === 'FeatureMembership' || r.metaclass === 'OwningMembership') // of a body, of a chain
            .flatMap(r => ties.membersOf(r));
        put(stated, property, named ?? (property === 'referent' ? owned[0] : undefined));
    }
    if (element.metaclass === 'InvocationExpression' && !element.has('operand')) {
        const [callee] = relationships.filter(r => r.metaclass === 'OwningMembership').flatMap(r => ties.membersOf(r));
        put(stated, 'operand', callee);
    }
}
