/**
 * What expressions of a full document own and sparse graphs say otherwise (contract: conversion 6): the result of an expression that names
 * a feature, the parameter that an operator's type types, and the memberships in the body of an expression. Knows graphs only.
 */
import { GraphElement, type Value } from '../../graph.js';
import { entryFor } from '../../../language/closed-lists.js';
import { isKind } from '../../metamodel/facts.js';
import { Ties } from './ties.js';

/** Operators that name a type: for each whether it types the result, else a parameter. */
const TYPED: Readonly<Record<string, boolean>> = {
    istype: false,
    hastype: false,
    '@': false,
    '@@': false,
    all: false,
    as: true,
    meta: true
};

/** The elements of a document without such parts; what they say is stated in the words of sparse graphs. */
export function withoutHiddenParts(elements: readonly GraphElement[]): readonly GraphElement[] {
    const expressions = elements.filter(e => isKind(e.metaclass, 'Expression'));
    if (expressions.length === 0) {
        return elements;
    }
    const ties = new Ties(elements);
    const dropped = new Set<GraphElement>();
    for (const expression of expressions) {
        if (expression.metaclass === 'FeatureReferenceExpression') {
            dropResult(expression, ties, dropped);
        }
        const isOfResult = entryFor(TYPED, expression.text('operator'));
        if (isOfResult !== undefined && !expression.has('sysx:typeArgument')) {
            takeType(expression, isOfResult, ties, dropped);
        }
        if (isReferredTo(expression, ties)) {
            takeFunction(expression, ties, dropped);
        }
        if (isKind(expression.metaclass, 'InstantiationExpression')) {
            takeArgumentNames(expression, ties, dropped);
        }
    }
    return without(elements, dropped);
}

/** Elements without some of them, which the others refer to no longer. */
export function without(elements: readonly GraphElement[], dropped: ReadonlySet<GraphElement>): readonly GraphElement[] {
    if (dropped.size === 0) {
        return elements;
    }
    const kept = elements.filter(e => !dropped.has(e));
    const isKept = (value: Value): boolean => !(value instanceof GraphElement && dropped.has(value));
    for (const element of kept) {
        for (const property of element.properties.filter(p => !element.all(p).every(isKept))) {
            element.set(property, element.all(property).filter(isKept));
        }
    }
    return kept;
}

/** Takes an element away with all that it owns. */
export function drop(element: GraphElement | undefined, ties: Ties, dropped: Set<GraphElement>): void {
    if (element !== undefined && !dropped.has(element)) {
        dropped.add(element);
        ties.membersOf(element).forEach(member => drop(member, ties, dropped));
        ties.relationshipsOf(element).forEach(relationship => drop(relationship, ties, dropped));
    }
}

/** A name has no body whose result it could have: what it answers is what it names. */
function dropResult(expression: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    if (ties.ownedThrough(expression, 'FeatureMembership').every(member => !isKind(member.metaclass, 'Expression'))) {
        ties.relationshipsOf(expression)
            .filter(r => r.metaclass === 'ReturnParameterMembership')
            .forEach(r => drop(r, ties, dropped));
        expression.discard(property => property === 'result' || property === 'parameter');
    }
}

function takeType(expression: GraphElement, isOfResult: boolean, ties: Ties, dropped: Set<GraphElement>): void {
    const kind = isOfResult ? 'ReturnParameterMembership' : 'ParameterMembership';
    for (const membership of ties.relationshipsOf(expression).filter(r => r.metaclass === kind)) {
        const parameter = ties.membersOf(membership).at(0);
        const relationships = parameter === undefined ? [] : ties.relationshipsOf(parameter);
        const typing = relationships.find(r => r.metaclass === 'FeatureTyping');
        const type = typing?.get('type') ?? typing?.get('general');
        if (typing !== undefined && type !== undefined && !relationships.some(r => r.metaclass === 'FeatureValue')) {
            expression.set('sysx:typeArgument', [type]);
            drop(isOfResult ? typing : membership, ties, dropped);
        }
    }
}

/** Whether an expression is a body, or a function's name in the place of one: a reference owns it that names nothing. */
function isReferredTo(expression: GraphElement, ties: Ties): boolean {
    const owner = ties.ownerThrough(expression, 'FeatureMembership');
    return expression.metaclass === 'Expression' && owner?.metaclass === 'FeatureReferenceExpression' && !expression.has('sysx:hasBody');
}

function takeFunction(expression: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    const relationships = ties.relationshipsOf(expression);
    const [typing] = relationships.filter(r => r.metaclass === 'FeatureTyping');
    if (relationships.some(r => isKind(r.metaclass, 'Membership'))) {
        takeMembers(expression, ties, dropped);
    } else if (typing !== undefined) {
        expression.set('type', typing.all('type'));
        drop(typing, ties, dropped);
        stateReceiver(expression, ties);
    }
}

/** The name of a function as an argument stands behind an arrow, whatever is in front of it: `x->f g`. */
function stateReceiver(named: GraphElement, ties: Ties): void {
    const reference = ties.ownerThrough(named, 'FeatureMembership')!;
    const parameter = ties.ownerThrough(reference, 'FeatureValue');
    const call = parameter && ties.ownerThrough(parameter, 'ParameterMembership');
    if (call?.metaclass === 'InvocationExpression' && !call.has('operand')) {
        const [first, second, ...others] = ties.ownedThrough(call, 'ParameterMembership').filter(p => p.metaclass === 'Feature');
        const isLast = second === parameter && others.every(p => ties.ownerThrough(p, 'ReturnParameterMembership') === call);
        call.set('operand', isLast ? ties.ownedThrough(first, 'FeatureValue') : []);
    }
}

/** A parameter that redefines one is an argument by its name (KerML 8.2.5.8.3 NamedArgument). */
function takeArgumentNames(call: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    for (const parameter of ties.ownedThrough(call, 'ParameterMembership')) {
        const redefinition = ties.relationshipsOf(parameter).find(r => r.metaclass === 'Redefinition');
        const target = redefinition?.get('redefinedFeature');
        const name = typeof target === 'object' && 'metaclass' in target ? (target.text('declaredName') ?? target.text('name')) : target;
        if (redefinition !== undefined && typeof name === 'string') {
            parameter.set('sysx:argumentName', [name]);
            drop(redefinition, ties, dropped);
        }
    }
}

/** The members of a body, or of a member of one, are its own without memberships between. */
function takeMembers(owner: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    const isOfBody = owner.metaclass === 'Expression';
    const declarations = ties.relationshipsOf(owner).filter(r => r.metaclass !== 'FeatureValue' && isDeclaring(r, ties, isOfBody));
    declarations.forEach((membership, index) => {
        const [member] = ties.membersOf(membership);
        if (membership.metaclass === 'ResultExpressionMembership') {
            owner.set('sysx:resultExpression', [member]);
            return;
        }
        const isParameter = isOfBody && member.has('direction');
        owner.add(isParameter ? 'sysx:bodyParameter' : 'sysx:bodyMember', member);
        member.set('sysx:memberIndex', [index]);
        member.discard(property => OWNING.has(property));
        member.set('owner', [owner]);
        member.set(
            'visibility',
            membership.all('visibility').filter(v => v !== 'public')
        );
        dropped.add(membership);
        takeMembers(member, ties, dropped);
    });
}

/** What ties a member to a membership. */
const OWNING = new Set([
    'owningNamespace',
    'owningRelationship',
    'owningMembership',
    'owningFeatureMembership',
    'owningType',
    'qualifiedName'
]);

/** Whether a membership is that of a declaration: values and multiplicities stand in a head. */
function isDeclaring(membership: GraphElement, ties: Ties, isOfBody: boolean): boolean {
    const member = ties.membersOf(membership).at(0);
    return (
        member !== undefined &&
        isKind(membership.metaclass, 'OwningMembership') &&
        member.metaclass !== 'MultiplicityRange' &&
        (isOfBody || !isKind(member.metaclass, 'Expression'))
    );
}
