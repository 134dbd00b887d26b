/**
 * Makes the statements of transitions (contract: conversion 8.2) and of the guarded successions of actions (8.1). Depends on syntax trees.
 *
 * Where the contract leaves the form open, `sysx:transitionSyntax` depends on where the source is written: `first` after that keyword,
 * `source` directly after the keyword of the transition, `to` before `to`, `then` after `then`; `none` if no source is written.
 * `sysx:declaredKeyword` is the first keyword (`transition` is not stated).
 */
import type * as ast from '../../language/generated/tree.js';
import { spanOf } from '../../language/syntax/index.js';
import type { GraphElement, Value } from '../graph.js';
import type { Builder, Later } from './builder.js';
import { codeBefore, isThenTransition, previousStep, emitThen } from './connectors.js';
import { type ExpressionPosition, ownExpression } from './expressions.js';
import { isGuardedSuccession } from './keywords.js';
import type { ParticularsByType } from './particulars.js';

/** The statements of transitions by node type. */
export const TRANSITIONS: ParticularsByType = {
    TransitionUsage: {
        keyword: keywordOf,
        body: (builder, element, node: ast.TransitionUsage, below) =>
            isGuardedSuccession(node) ? emitGuardedSuccession(builder, element, node, below) : emitTransition(builder, element, node, below)
    }
};

/** The first keyword of a transition, except `transition`. */
function keywordOf(node: ast.TransitionUsage): string | undefined {
    const { kind, isElse, trigger } = node;
    return kind !== undefined
        ? kind === 'transition'
            ? undefined
            : kind
        : isElse
          ? 'else'
          : isThenTransition(node)
            ? 'then'
            : trigger !== undefined
              ? 'accept'
              : 'if';
}

const SUCCESSION_GUARD: ExpressionPosition = { slot: 'guard', membership: 'FeatureMembership' };
const TRANSITION_GUARD: ExpressionPosition = {
    slot: 'guard',
    membership: 'TransitionFeatureMembership',
    decorate: membership => membership.add('kind', 'guard')
};

/** States `if g then b;` or `else b;` of an action: a succession from the preceding step. */
function emitGuardedSuccession(builder: Builder, element: GraphElement, node: ast.TransitionUsage, below: Later): void {
    if (node.guard !== undefined) {
        element.add('sysx:guard', ownExpression(builder, element, node.guard, SUCCESSION_GUARD, below));
    }
    element.flag('sysx:isElse', node.isElse);
    emitThen(builder, element, node, { end: node.target }, below);
}

function emitTransition(builder: Builder, element: GraphElement, node: ast.TransitionUsage, below: Later): void {
    const { source, target, trigger, guard, effect } = node;
    const previous = source === undefined ? previousStep(node) : undefined;
    const from: Value | undefined = source !== undefined ? builder.refer(source) : previous && builder.namedBy(previous);
    element.add('source', from).add('target', builder.refer(target));
    element.flag('sysx:isElse', node.isElse).add('sysx:transitionSyntax', syntaxOf(node));
    if (from !== undefined) {
        ownSource(builder, element, from, below);
    }
    ownEmptyParameter(builder, element, 0, below);
    if (trigger !== undefined) {
        ownEmptyParameter(builder, element, 1, below);
        element.add('triggerAction', builder.partOf(trigger));
    }
    if (guard !== undefined) {
        const owned = ownExpression(builder, element, guard, TRANSITION_GUARD, below);
        element.add('sysx:guard', owned).add('guardExpression', owned);
    }
    if (effect !== undefined) {
        const action = builder.partOf(effect);
        element.add('effectAction', action).add('sysx:effectMember', action).add('sysx:hasEffect', true);
    }
    ownSuccession(builder, element, node, below);
}

function syntaxOf(node: ast.TransitionUsage): string {
    const { source } = node;
    if (source === undefined) {
        return 'none';
    }
    if (isThenTransition(node)) {
        return 'then';
    }
    const [word] = /[a-z]*$/.exec(codeBefore(node, spanOf(source).offset).trimEnd())!;
    const behind = codeBefore(node, spanOf(node.target).offset).slice(spanOf(source).end - spanOf(node).offset);
    return word === 'first' ? 'first' : /^\s*to\s*$/.test(behind) ? 'to' : 'source';
}

/** Makes a transition own the membership that refers to its source. */
function ownSource(builder: Builder, element: GraphElement, source: Value, below: Later): void {
    const membership = builder.nodeOf(element, 'source', 'Membership');
    element.add('ownedRelationship', membership).add('ownedMembership', membership);
    below.push(() =>
        builder
            .beginRelationship(membership)
            .add('owner', element)
            .add('memberElement', source)
            .add('owningRelatedElement', element)
            .add('membershipOwningNamespace', element)
    );
}

function ownEmptyParameter(builder: Builder, element: GraphElement, i: number, below: Later): void {
    const parameter = builder.nodeOf(element, `in${i}`, 'ReferenceUsage');
    const membership = builder.own(element, parameter, 'ParameterMembership');
    below.push(() => {
        builder.begin(parameter, element, membership).add('direction', 'in');
        builder.writeMembership(membership, element, parameter);
    });
}

/** Makes a transition own its succession, from an end without a reference to the target. */
function ownSuccession(builder: Builder, element: GraphElement, node: ast.TransitionUsage, below: Later): void {
    const succession = builder.nodeOf(element, 'succession', 'SuccessionAsUsage');
    const membership = builder.own(element, succession, 'OwningMembership');
    element.add('succession', succession);
    below.push(() => {
        const nested: Later = [];
        builder.begin(succession, element, membership);
        emitThen(builder, succession, node, { end: node.target }, nested);
        builder.writeMembership(membership, element, succession);
        nested.forEach(write => write());
    });
}
