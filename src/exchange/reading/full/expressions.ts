/**
 * Makes the statements about operands, results and invoked elements of a full document's expressions (contract: conversion 6). Depends on
 * graphs only.
 */
import { isExpressionForm } from '../../metamodel/facts.js';
import { GraphElement, type Value } from '../../graph.js';
import { is, put, type FullDocument, type Statements } from './full-document.js';

/** The property by which an expression of this metaclass refers to a feature. */
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

/**
 * A reference, or the name of its target if that is a node, such as a parameter of a body or a loop variable: sparse graphs refer to these
 * by name (contract: conversion 5.4).
 */
export function asNamed(value: Value | undefined, { ownership, nodes }: FullDocument): Value | undefined {
    const isOwned = value instanceof GraphElement && (nodes.bodyOf(value) !== undefined || ownership.outward(value) !== undefined);
    return isOwned && nodes.isNode(value) ? (value.text('declaredName') ?? value.text('name') ?? value) : value;
}

/** States an expression's operands and its reference. */
export function emitExpression(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership } = document;
    if (!isExpressionForm(element)) {
        return;
    }
    const relationships = ownership.relationshipsOf(element);
    const inputs = relationships.filter(r => r.metaclass === 'ParameterMembership').flatMap(r => ownership.membersOf(r));
    const results = ownership.ownedThrough(element, 'ReturnParameterMembership');
    put(stated, 'argument', ...inputs.flatMap(input => ownership.ownedThrough(input, 'FeatureValue')));
    put(stated, 'parameter', ...inputs, ...results);
    put(stated, 'input', ...inputs);
    put(stated, 'result', results[0]);
    const property = referenceOf(element);
    if (property !== undefined) {
        const named = asNamed(relationships.find(r => r.metaclass === 'Membership')?.get('memberElement'), document);
        const owned = relationships
            .filter(r => r.metaclass === 'FeatureMembership' || r.metaclass === 'OwningMembership') // the referent may be a body or a chain
            .flatMap(r => ownership.membersOf(r));
        put(stated, property, named ?? (property === 'referent' ? owned[0] : undefined));
    }
    if (element.metaclass === 'InvocationExpression' && !element.has('operand')) {
        const [callee] = relationships.filter(r => r.metaclass === 'OwningMembership').flatMap(r => ownership.membersOf(r));
        put(stated, 'operand', callee ?? receiverOf(stated, document));
    }
}

/**
 * The receiver of a call with a body as its second argument whose function is known by name only. After an arrow, `xs->collect {…}`, the
 * notation finds functions of the library that no import makes visible.
 */
function receiverOf(stated: Statements, { ownership }: FullDocument): Value | undefined {
    const [receiver, argument, ...others] = stated.get('argument') ?? [];
    const [body] = argument instanceof GraphElement ? ownership.ownedThrough(argument, 'FeatureMembership') : [];
    const isNamed = typeof stated.get('function')?.[0] === 'string';
    return isNamed && others.length === 0 && body?.metaclass === 'Expression' ? receiver : undefined;
}
