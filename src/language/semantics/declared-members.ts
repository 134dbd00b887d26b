/**
 * The nodes of the syntax tree that are declarations, and their order in their owner: declaring parts of the head, then members of the
 * body, then prefixes (contract: conversion 4.1, 5.8). Resolves nothing.
 */
import type { AstNode } from '../generated/tree.js';
import { type FunctionsByType, functionFor } from '../syntax/by-type.js';
import { spanOf } from '../syntax/index.js';
import { scopeOf } from './world.js';

/** The declaring parts of a head in order; nodes between them and the body are no declarations. */
const PARTS: FunctionsByType<readonly (AstNode | undefined)[]> = {
    FlowUsage: ({ payload }) => [payload],
    TransitionUsage: ({ trigger, effect }) => [trigger, effect],
    IfActionUsage: ({ thenAction, elseAction }) => [thenAction, elseAction],
    WhileLoopActionUsage: ({ bodyAction }) => [bodyAction],
    ForLoopActionUsage: ({ bodyAction }) => [bodyAction]
};
const NONE: readonly AstNode[] = [];

/** The declarations that a node owns, in the order of their positions. */
export function declaredMembersOf(owner: AstNode): readonly AstNode[] {
    const { members = NONE, prefixes = NONE, crossFeature } = owner;
    const head = functionFor(PARTS, owner)?.(owner) ?? NONE;
    const parts = crossFeature === undefined && head.length === 0 ? NONE : [crossFeature, ...head].filter(part => part !== undefined);
    const body = isInlineCondition(owner) ? NONE : members;
    return parts.length === 0 && prefixes.length === 0 ? body : [...parts, ...body, ...prefixes];
}

/** Whether a node ends with a body in braces. */
export function hasBraces(node: AstNode): boolean {
    return scopeOf(node).text.charCodeAt(spanOf(node).end - 1) === 125;
}

/** Whether a usage is a condition in place of a constraint, as `require x > 1;` or `assert x > 1;`; its only member is no body. */
export function isInlineCondition(node: AstNode): boolean {
    const { kind, membership, members } = node;
    return (
        node.$type === 'Usage' &&
        (kind === 'assert' || ((membership === 'require' || membership === 'assume') && kind === undefined)) &&
        members!.length === 1 &&
        members![0].$type === 'ResultExpression' &&
        !hasBraces(node)
    );
}
