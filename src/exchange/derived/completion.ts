/**
 * What the metamodel has and sparse graphs leave out or say in words of the extension (contract: conversion 6): the memberships of what the
 * body of an expression declares, the result of an expression that names a feature (KerML 8.2.5.8.3 EmptyResultMember), and the typed
 * parameter behind an operator that names a type (8.2.5.8.1 TypeReferenceMember, TypeResultMember).
 */
import type { AstNode } from '../../language/generated/tree.js';
import { lookupVisible } from '../../language/semantics/lookup.js';
import { resolve } from '../../language/semantics/names.js';
import { isExpression } from '../../language/semantics/structure.js';
import type { Builder } from '../builder/builder.js';
import { ownRedefinition, emitRelationship } from '../builder/heads.js';
import { membershipClassOf } from '../builder/ownership.js';
import { ExpressionText, GraphElement, type Value } from '../graph.js';
import { HEADS } from '../metamodel/heads.js';
import { isExpressionForm } from '../reading/full/nodes.js';
import { ownActionParameters } from './action-parameters.js';
import { placeArguments } from './arguments.js';
import { placeCrossFeatures } from './crossings.js';
import { accessMetadata, referToOperands } from './operands.js';
import { ownSubject } from './satisfactions.js';
import { placeParts } from './placement.js';
import { dropSourceParameter, orderTransition } from './transitions.js';

/** Operators whose type is that of their result. */
export const CASTS: ReadonlySet<string> = new Set(['as', 'meta']);

/** Completes the graph that a builder has made. */
export function complete(builder: Builder): void {
    const origins = builder.origins!;
    accessMetadata(builder.graph.elements);
    const elements = new Map<AstNode, GraphElement>();
    origins.forEach((node, element) => isExpression(node) || elements.set(node, element));
    const declarations = new Map([...builder.known.elements].map(([node, element]) => [element, node] as const));
    builder.graph.elements.filter(e => e.metaclass === 'SatisfyRequirementUsage').forEach(e => ownSubject(builder, e));
    for (const element of [...builder.graph.elements]) {
        if (element.has('sysx:argumentName')) {
            ownArgumentName(builder, element, declarations);
        }
        if (isExpressionForm(element)) {
            referToParts(element, origins.get(element), elements);
        }
        if (element.has('sysx:bodyParameter') || element.has('sysx:bodyMember')) {
            ownBodyMembers(builder, element);
        }
        if (element.metaclass === 'FeatureReferenceExpression' && !element.has('ownedFeature')) {
            ownResult(builder, element);
        }
        if (element.has('sysx:typeArgument') && !(element.get('sysx:typeArgument') instanceof ExpressionText)) {
            ownTypeArgument(builder, element);
        }
        const type = element.metaclass === 'Expression' && element.base === 'node' ? element.get('type') : undefined;
        if (type !== undefined && !element.has('ownedTyping')) {
            ownTyping(builder, element, type); // a function's name in the place of a body
        }
    }
    ownActionParameters(builder);
    placeParts(builder, declarations);
    for (const element of builder.graph.elements) {
        if (element.metaclass === 'TransitionUsage') {
            orderTransition(element);
            dropSourceParameter(element, declarations.get(element) ?? origins.get(element));
        }
    }
    placeCrossFeatures(builder, declarations);
    placeArguments(builder.graph.elements);
    referToOperands(builder);
}

/** Names of what has no identity, parameters of bodies and variables of loops, become references. */
function referToParts(expression: GraphElement, node: AstNode | undefined, elements: ReadonlyMap<AstNode, GraphElement>): void {
    for (const property of ['referent', 'referencedElement', 'targetFeature', 'function']) {
        const name = node?.$type === 'FeatureChainExpression' ? node.feature : node;
        if (name?.text === undefined || typeof expression.get(property) !== 'string') {
            continue;
        }
        const target = resolve(name);
        const element = target && elements.get(target);
        if (element !== undefined) {
            expression.set(property, [element]);
            const memberships = expression.elements('ownedMembership').filter(m => m.metaclass === 'Membership');
            memberships.forEach(m => m.set('memberElement', [element]));
        }
    }
}

/** The members of a body in their order, in front of its result. */
function ownBodyMembers(builder: Builder, body: GraphElement): void {
    const members = ['sysx:bodyParameter', 'sysx:bodyMember'].flatMap(property => body.elements(property));
    members.sort((a, b) => a.integer('sysx:memberIndex')! - b.integer('sysx:memberIndex')!);
    const others = new Map(['ownedRelationship', 'ownedMembership', 'ownedFeature', 'ownedFeatureMembership'].map(p => [p, body.all(p)]));
    others.forEach((_, property) => body.set(property, []));
    for (const member of members) {
        const node = builder.origins!.get(member)!;
        const metaclass = membershipClassOf(node);
        if (metaclass === undefined) {
            body.add('ownedRelationship', member);
            member.add('owningRelatedElement', body);
            continue;
        }
        const membership = builder.own(body, member, metaclass);
        member.add('owningNamespace', body).add('owningRelationship', membership).add('owningMembership', membership);
        builder.writeMembership(membership, body, member).add('visibility', node.visibility);
    }
    others.forEach((values, property) => values.forEach(value => body.add(property, value)));
}

/** A named argument redefines the parameter that it is for (KerML 8.2.5.8.3 NamedArgument). */
function ownArgumentName(builder: Builder, parameter: GraphElement, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    const call = parameter.element('owner')!;
    const called = call.get('function') ?? call.get('instantiatedType');
    const type = called instanceof GraphElement ? declarations.get(called) : undefined;
    const name = parameter.text('sysx:argumentName')!;
    const feature = type && lookupVisible(type, name);
    const target = feature && builder.elementOf(feature);
    ownRedefinition(builder, parameter, target === undefined ? name : builder.noted(target));
}

/** A parameter that the type of the operator types, behind the operands; of a cast it is the result. */
function ownTypeArgument(builder: Builder, expression: GraphElement): void {
    const type = expression.get('sysx:typeArgument')!;
    const operands = expression.elements('input').length;
    const result = expression.element('result');
    const typed = CASTS.has(expression.text('operator')!) ? result : ownParameter(builder, expression, operands, result);
    if (typed === undefined) {
        return;
    }
    ownTyping(builder, typed, type);
}

function ownTyping(builder: Builder, typed: GraphElement, type: Value): void {
    const typing = builder.unnamed(typed, 'ft0', 'FeatureTyping');
    typed.add('ownedRelationship', typing);
    HEADS.FeatureTyping.lists.forEach(list => typed.add(list, typing));
    emitRelationship(builder.graph.write(typing), typed, HEADS.FeatureTyping, type);
}

function ownResult(builder: Builder, expression: GraphElement): void {
    const result = builder.nodeOf(expression, 'out', 'Feature');
    const membership = builder.own(expression, result, 'ReturnParameterMembership');
    builder.begin(result, expression, membership).add('direction', 'out');
    builder.writeMembership(membership, expression, result);
    expression.add('parameter', result).add('result', result);
}

function ownParameter(builder: Builder, expression: GraphElement, place: number, result: GraphElement | undefined): GraphElement {
    const parameter = builder.nodeOf(expression, `in${place}`, 'Feature');
    const membership = builder.own(expression, parameter, 'ParameterMembership');
    builder.begin(parameter, expression, membership).add('direction', 'in');
    builder.writeMembership(membership, expression, parameter);
    // in front of the result
    for (const property of ['ownedRelationship', 'ownedMembership', 'ownedFeature', 'ownedFeatureMembership']) {
        const values = [...expression.all(property)];
        const isOfResult = (v: unknown): boolean => v === result || v === result?.get('owningMembership');
        const at = values.findIndex(isOfResult);
        if (at >= 0) {
            values.splice(at, 0, values.pop()!);
            expression.set(property, values);
        }
    }
    return parameter;
}
