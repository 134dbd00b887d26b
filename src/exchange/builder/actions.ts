/**
 * Makes the statements of actions (contract: conversion 8.1): their arguments, targets, conditions and bodies, as properties of the
 * extension and of the metamodel. Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import type { GraphElement } from '../graph.js';
import { type Builder, elementMetaclass, type Later } from './builder.js';
import { emitDeclaration } from './declarations.js';
import { type ExpressionPosition, ownExpression } from './expressions.js';
import type { ParticularsByType } from './particulars.js';

/** The position in which an action owns an argument, and the action's properties that refer to the argument. */
interface ArgumentPosition extends ExpressionPosition {
    readonly properties: readonly string[];
}

function argument(slot: string, ...properties: string[]): ArgumentPosition {
    return { slot, membership: 'ParameterMembership', properties };
}

const PAYLOAD = argument('payload', 'sysx:payload', 'payloadArgument');
const SENDER = argument('sender', 'senderArgument');
/** The port of `send x via p;`: `sysx:receiver` refers to it as well, because no receiver is written. */
const ONLY_SENDER = argument('sender', 'sysx:receiver', 'senderArgument');
const RECEIVER = argument('receiver', 'sysx:receiver', 'receiverArgument');
const ACCEPTING_RECEIVER = argument('receiverArgument', 'receiverArgument');
const ASSIGNMENT_TARGET = argument('target', 'sysx:target', 'targetArgument');
const ASSIGNED_VALUE = argument('value', 'value', 'valueExpression');
const TERMINATED = argument('expression', 'sysx:expression', 'terminatedOccurrenceArgument');
const IF_CONDITION = argument('condition', 'sysx:condition', 'ifArgument');
const WHILE_CONDITION = argument('whileCondition', 'sysx:whileCondition', 'whileArgument');
const UNTIL_CONDITION = argument('untilCondition', 'sysx:untilCondition', 'untilArgument');
const FOR_COLLECTION = argument('collection', 'sysx:collection', 'seqArgument');

/** Makes an action own an argument, if it has one. */
function emitArgument(
    builder: Builder,
    element: GraphElement,
    expression: AstNode | undefined,
    position: ArgumentPosition,
    below: Later
): void {
    if (expression !== undefined) {
        const owned = ownExpression(builder, element, expression, position, below);
        position.properties.forEach(property => element.add(property, owned));
    }
}

/** The statements of actions by node type. */
export const ACTIONS: ParticularsByType = {
    AcceptActionUsage: {
        keyword: (node: ast.AcceptActionUsage) => (node.kind === undefined ? 'accept' : undefined),
        body: emitAccept
    },
    SendActionUsage: {
        body: (builder, element, node: ast.SendActionUsage, below) => {
            const { payload, sender, receiver } = node;
            emitArgument(builder, element, payload, PAYLOAD, below);
            emitArgument(builder, element, sender, receiver === undefined ? ONLY_SENDER : SENDER, below);
            element.flag('sysx:isVia', sender !== undefined && receiver === undefined);
            emitArgument(builder, element, receiver, RECEIVER, below);
        }
    },
    AssignmentActionUsage: {
        body: (builder, element, { target, assigned }: ast.AssignmentActionUsage, below) => {
            emitArgument(builder, element, target, ASSIGNMENT_TARGET, below);
            emitArgument(builder, element, assigned, ASSIGNED_VALUE, below);
        }
    },
    TerminateActionUsage: {
        body: (builder, element, { target }: ast.TerminateActionUsage, below) => emitArgument(builder, element, target, TERMINATED, below)
    },
    IfActionUsage: {
        body: (builder, element, node: ast.IfActionUsage, below) => {
            emitArgument(builder, element, node.guard, IF_CONDITION, below);
            element.add('thenAction', builder.partOf(node.thenAction)).add('elseAction', builder.partOf(node.elseAction));
            emitBranch(element, node);
        }
    },
    WhileLoopActionUsage: {
        keyword: (node: ast.WhileLoopActionUsage) => (node.loopKind === 'loop' ? 'loop' : undefined),
        body: (builder, element, node: ast.WhileLoopActionUsage, below) => {
            emitArgument(builder, element, node.condition, WHILE_CONDITION, below);
            emitArgument(builder, element, node.until, UNTIL_CONDITION, below);
            element.add('bodyAction', builder.partOf(node.bodyAction));
        }
    },
    ForLoopActionUsage: {
        body: (builder, element, node: ast.ForLoopActionUsage, below) => {
            const variable = ownParameter(builder, element, 'loopVariable', node.variable, below);
            element.add('sysx:loopVariable', variable).add('loopVariable', variable);
            emitArgument(builder, element, node.sequence, FOR_COLLECTION, below);
            element.add('bodyAction', builder.partOf(node.bodyAction));
        }
    }
};

const BRANCHES: Readonly<Record<string, string>> = { thenAction: 'then', elseAction: 'else', bodyAction: 'body' };

/** States which part of an `if` or a loop an action is: `then`, `else` or `body`. Does nothing for other actions. */
export function emitBranch(element: GraphElement, node: AstNode): void {
    element.add('sysx:branchKind', BRANCHES[node.$containerProperty ?? '']);
}

/** Makes an action own its payload or its loop variable. These have no identity, so references to them remain names (5.4). */
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
    emitArgument(builder, element, receiver, ACCEPTING_RECEIVER, below);
}
