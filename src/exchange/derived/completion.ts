/**
 * Adds the elements that sparse graphs omit or express by terms of the extension (contract: conversion 6): the memberships of declarations
 * in the bodies of expressions, the result of feature reference expressions (KerML 8.2.5.8.3 EmptyResultMember), and the parameter typed by
 * an operator's type argument (8.2.5.8.1 TypeReferenceMember, TypeResultMember). Then applies the patterns (`patterns/`).
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isList } from '../../language/narrowing.js';
import { lookupVisible } from '../../language/semantics/lookup.js';
import { isExpression } from '../../language/semantics/structure.js';
import type { Builder } from '../builder/builder.js';
import { writeMembership } from '../builder/declarations.js';
import { ownRedefinition, emitRelationship } from '../builder/heads.js';
import { placeOf } from '../builder/members.js';
import { membershipClassOf } from '../builder/ownership.js';
import { cannotConvert, ExpressionText, GraphElement, type Value } from '../graph.js';
import { ACTION_PARAMETERS } from '../metamodel/action-parameters.js';
import { isKind } from '../metamodel/facts.js';
import { HEADS } from '../metamodel/heads.js';
import { ownParameters } from '../patterns/action-parameters.js';
import { placeArguments } from '../patterns/arguments.js';
import { ownTarget } from '../patterns/assignments.js';
import { ownCrossMultiplicity } from '../patterns/crossings.js';
import { accessMetadata, referToOperands } from '../patterns/operands.js';
import { ownSubject } from '../patterns/satisfactions.js';
import { make, type Stored, takeFrom } from '../patterns/stored.js';
import { toGrammar } from '../patterns/transitions.js';
import { EXTENSION } from '../vocabulary.js';
import { placeParts } from './placement.js';
import { StoredGraph } from './stored-graph.js';

/** Operators whose type argument is the type of the result. */
export const CASTS: ReadonlySet<string> = new Set(['as', 'meta']);

/**
 * Completes the graph of a builder.
 * @throws ConversionError for an element of the extension notation, which has no metaclass
 */
export function complete(builder: Builder): void {
    const origins = builder.origins!;
    const graph = new StoredGraph(builder);
    builder.graph.elements.forEach(accessMetadata);
    referToParts(builder);
    const declarations = new Map([...builder.known.elements].map(([node, element]) => [element, node] as const));
    refuseExtensions(builder, declarations);
    builder.graph.elements.filter(e => e.metaclass === 'SatisfyRequirementUsage').forEach(e => ownSubject(e, graph));
    for (const element of [...builder.graph.elements]) {
        if (element.has('sysx:argumentName')) {
            ownArgumentName(builder, element, declarations);
        }
        if (element.has('sysx:bodyParameter') || element.has('sysx:bodyMember')) {
            ownBodyMembers(builder, element);
        }
        if (element.metaclass === 'FeatureReferenceExpression' && !element.has('ownedFeature')) {
            ownResult(builder, element);
        }
        if (element.has('sysx:typeArgument') && !(element.get('sysx:typeArgument') instanceof ExpressionText)) {
            ownTypeArgument(builder, graph, element);
        }
        const type = element.metaclass === 'Expression' && element.base === 'node' ? element.get('type') : undefined;
        if (type !== undefined && !element.has('ownedTyping')) {
            ownTyping(builder, element, type); // the name of a function instead of a body
        }
    }
    ownActionParameters(builder, graph);
    placeParts(builder, graph, declarations);
    for (const element of builder.graph.elements) {
        if (element.metaclass === 'TransitionUsage') {
            toGrammar(element, graph, declarations.get(element) ?? origins.get(element));
        }
    }
    placeCrossFeatures(builder, graph, declarations);
    builder.graph.elements.forEach(
        e => e.state === 'written' && isKind(e.metaclass, 'InstantiationExpression') && placeArguments(e, graph)
    );
    [...builder.graph.elements].forEach(e => referToOperands(e, graph));
}

/** Refuses elements of the extension notation: the graph represents them by classes of the extension, which the standard's form lacks. */
function refuseExtensions({ graph }: Builder, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    const element = graph.elements.find(e => e.state === 'written' && e.metaclass.startsWith(EXTENSION));
    if (element !== undefined) {
        const kind = element.text('sysx:pseudostateKind') ?? element.metaclass.slice(EXTENSION.length);
        const name = element.text('declaredName');
        const node = declarations.get(element);
        throw cannotConvert(
            name === undefined ? `the pseudostate '${kind}'` : `the pseudostate '${kind} ${name}'`,
            'it is an extension of the notation, and the metamodel has no class for it',
            node === undefined ? undefined : placeOf(node)
        );
    }
}

/**
 * Replaces the placeholders for elements without identity, such as parameters of bodies and loop variables, by references to these
 * elements, or by the name if there is no element.
 */
function referToParts({ graph, openReferences, origins }: Builder): void {
    if (openReferences.size === 0) {
        return;
    }
    const elements = new Map<AstNode, GraphElement>();
    origins!.forEach((node, element) => isExpression(node) || elements.set(node, element));
    const targets = new Map<Value, Value>();
    openReferences.forEach(({ placeholder, name }, node) => targets.set(placeholder, elements.get(node) ?? name));
    for (const element of graph.elements) {
        const { properties } = element;
        for (let at = 0; at < properties.length; at++) {
            const object = element.objectAt(at);
            if (isList(object) ? object.some(value => targets.has(value)) : targets.has(object)) {
                element.set(
                    properties[at],
                    element.valuesAt(at).map(value => targets.get(value) ?? value)
                );
            }
        }
    }
}

/** Makes a body own its members in their order, before its result. */
function ownBodyMembers(builder: Builder, body: GraphElement): void {
    const members = ['sysx:bodyParameter', 'sysx:bodyMember'].flatMap(property => body.elements(property));
    members.sort((a, b) => a.integer('sysx:memberIndex')! - b.integer('sysx:memberIndex')!);
    const others = body.all('ownedRelationship');
    body.set('ownedRelationship', []);
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
        writeMembership(builder, membership, body, member, node);
    }
    others.forEach(value => body.add('ownedRelationship', value));
}

/** Makes a named argument redefine its parameter (KerML 8.2.5.8.3 NamedArgument). */
function ownArgumentName(builder: Builder, parameter: GraphElement, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    const call = parameter.element('owner')!;
    const called = call.get('function') ?? call.get('instantiatedType');
    const type = called instanceof GraphElement ? declarations.get(called) : undefined;
    const name = parameter.text('sysx:argumentName')!;
    const feature = type && lookupVisible(type, name);
    const target = feature && builder.elementOf(feature);
    ownRedefinition(builder, parameter, target === undefined ? name : builder.noted(target));
}

/**
 * Adds a parameter after the operands, whose type is the type argument. For a cast, the type argument is the type of the result instead.
 */
function ownTypeArgument(builder: Builder, graph: Stored, expression: GraphElement): void {
    const type = expression.get('sysx:typeArgument')!;
    const result = expression.element('result');
    if (!CASTS.has(expression.text('operator')!)) {
        const at = graph.relationshipsOf(expression).findIndex(r => r === result?.element('owningRelationship'));
        const part = { suffix: `_pin${expression.elements('input').length}`, ...TYPE_PARAMETER } as const;
        ownTyping(builder, make(graph, expression, part, at < 0 ? graph.relationshipsOf(expression).length : at), type);
    } else if (result !== undefined) {
        ownTyping(builder, result, type);
    }
}

const TYPE_PARAMETER = { membership: 'ParameterMembership', metaclass: 'Feature', direction: 'in' } as const;

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

function ownActionParameters(builder: Builder, graph: Stored): void {
    for (const action of [...builder.graph.elements]) {
        if (action.state === 'written' && Object.hasOwn(ACTION_PARAMETERS, action.metaclass)) {
            ownParameters(action, graph);
        }
        if (action.metaclass === 'AssignmentActionUsage') {
            ownTarget(action, graph);
        }
    }
}

/**
 * Moves the cross feature of an end before everything else that the end owns (KerML 8.2.4.3.1 OwnedCrossFeatureMember). In sparse graphs,
 * the cross feature follows the head.
 */
function placeCrossFeatures(builder: Builder, graph: Stored, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    for (const element of [...builder.graph.elements]) {
        const { crossFeature } = declarations.get(element) ?? {};
        const declared = crossFeature && builder.elementOf(crossFeature)?.element('owningRelationship');
        if (declared !== undefined) {
            takeFrom(graph, element, [declared]);
            graph.order(element, [declared, ...graph.relationshipsOf(element)]);
        } else if (element.is('isEnd') && element.has('upperBound')) {
            ownCrossMultiplicity(element, graph);
        }
    }
}
