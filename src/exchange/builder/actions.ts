/**
 * Statements of actions (contract: conversion 8.1): what they send, assign, test and repeat, in the words of the extension and, beside
 * them, of the metamodel. Knows the syntax tree.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import type { GraphElement } from '../graph.js';
import { type Builder, elementMetaclass, type Later } from './builder.js';
import { emitDeclaration } from './declarations.js';
import { ownExpression } from './expressions.js';
import type { ParticularsByType } from './particulars.js';

/** Makes an action own an argument, and names it by the properties. */
function emitArgument(
    builder: Builder,
    element: GraphElement,
    slot: string,
    expression: AstNode | undefined,
    properties: readonly string[],
    below: Later
): void {
    if (expression !== undefined) {
        const owned = ownExpression(builder, element, slot, expression, 'ParameterMembership', below);
        properties.forEach(property => element.add(property, owned));
    }
}

/** The statements of actions by the type of their node. */
export const ACTIONS: ParticularsByType = {
    AcceptActionUsage: {
        keyword: (node: ast.AcceptActionUsage) => (node.kind === undefined ? 'accept' : undefined),
        body: emitAccept
    },
    SendActionUsage: {
        body: (builder, element, node: ast.SendActionUsage, below) => {
            const { payload, sender, receiver } = node;
            emitArgument(builder, element, 'payload', payload, ['sysx:payload', 'payloadArgument'], below);
            emitArgument(
                builder,
                element,
                'sender',
                sender,
                receiver === undefined ? ['sysx:receiver', 'senderArgument'] : ['senderArgument'],
                below
            );
            element.flag('sysx:isVia', sender !== undefined && receiver === undefined);
            emitArgument(builder, element, 'receiver', receiver, ['sysx:receiver', 'receiverArgument'], below);
        }
    },
    AssignmentActionUsage: {
        body: (builder, element, { target, assigned }: ast.AssignmentActionUsage, below) => {
            emitArgument(builder, element, 'target', target, ['sysx:target', 'targetArgument'], below);
            emitArgument(builder, element, 'value', assigned, ['value', 'valueExpression'], below);
        }
    },
    TerminateActionUsage: {
        body: (builder, element, { target }: ast.TerminateActionUsage, below) =>
            emitArgument(builder, element, 'expression', target, ['sysx:expression', 'terminatedOccurrenceArgument'], below)
    },
    IfActionUsage: {
        body: (builder, element, node: ast.IfActionUsage, below) => {
            emitArgument(builder, element, 'condition', node.guard, ['sysx:condition', 'ifArgument'], below);
            element.add('thenAction', builder.partOf(node.thenAction)).add('elseAction', builder.partOf(node.elseAction));
            emitBranch(element, node);
        }
    },
    WhileLoopActionUsage: {
        keyword: (node: ast.WhileLoopActionUsage) => (node.loopKind === 'loop' ? 'loop' : undefined),
        body: (builder, element, node: ast.WhileLoopActionUsage, below) => {
            emitArgument(builder, element, 'whileCondition', node.condition, ['sysx:whileCondition', 'whileArgument'], below);
            emitArgument(builder, element, 'untilCondition', node.until, ['sysx:untilCondition', 'untilArgument'], below);
            element.add('bodyAction', builder.partOf(node.bodyAction));
        }
    },
    ForLoopActionUsage: {
        body: (builder, element, node: ast.ForLoopActionUsage, below) => {
            const variable = ownParameter(builder, element, 'loopVariable', node.variable, below);
            element.add('sysx:loopVariable', variable).add('loopVariable', variable);
            emitArgument(builder, element, 'collection', node.sequence, ['sysx:collection', 'seqArgument'], below);
            element.add('bodyAction', builder.partOf(node.bodyAction));
        }
    }
};

const BRANCHES: Readonly<Record<string, string>> = { thenAction: 'then', elseAction: 'else', bodyAction: 'body' };

/** Which branch of a statement an action is. */
export function emitBranch(element: GraphElement, node: AstNode): void {
    element.add('sysx:branchKind', BRANCHES[node.$containerProperty ?? '']);
}

/** A parameter of a statement: no element of its own, so that names that lead to it stay names (5.4). */
function ownParameter(builder: Builder, owner: GraphElement, slot: string, node: AstNode, below: Later): GraphElement {
    const isVariable = slot === 'loopVariable';
    const parameter = builder.nodeOf(owner, slot, elementMetaclass(node));
    builder.origins?.set(parameter, node);
    const membership = builder.own(owner, parameter, isVariable ? 'FeatureMembership' : 'ParameterMembership');
    below.push(() => {
        builder.begin(parameter, owner, membership).flag('isAccept', !isVariable);
        emitDeclaration(builder, parameter, node, undefined, () => builder.writeMembership(membership, owner, parameter));
    });
    return parameter;
}

function emitAccept(builder: Builder, element: GraphElement, node: ast.AcceptActionUsage, below: Later): void {
    const { payload, receiver, kind } = node;
    if (payload !== undefined) {
        const parameter = ownParameter(builder, element, 'payload', payload, below);
        element.add('payloadParameter', parameter);
        if (payload.$type === 'CallTrigger') {
            element.add('sysx:trigger', payload.operation).add('sysx:triggerKeyword', 'call');
        } else if (kind === 'when') {
            element.add('sysx:triggerKeyword', 'when').add('sysx:trigger', parameter);
        }
    }
    emitArgument(builder, element, 'receiverArgument', receiver, ['receiverArgument'], below);
}
