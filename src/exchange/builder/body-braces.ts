/**
 * Determines which declarations have a body, and whether it is in braces (contract: conversion 5.2, `hasBody`). Depends on syntax trees.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { hasBraces } from '../../language/semantics/declared-members.js';

/** Types of nodes without a body of their own. Braces in their text belong to a part, such as the branch of an `if`. */
const WITHOUT = new Set([
    'Comment',
    'Documentation',
    'TextualRepresentation',
    'PrefixMetadata',
    'ElementFilter',
    'ResultExpression',
    'IfActionUsage',
    'WhileLoopActionUsage',
    'ForLoopActionUsage',
    'CallTrigger'
]);
/** Properties of the syntax tree that contain parts of a declaration's head, which have no body. */
const PARTS = new Set(['crossFeature', 'payload', 'trigger', 'variable']);

export function statesBody(node: AstNode): boolean {
    const place = node.$containerProperty ?? '';
    return !WITHOUT.has(node.$type) && !PARTS.has(place) && (place !== 'effect' || hasBraces(node));
}

export function isBodyInBraces(node: AstNode): boolean {
    return hasBraces(node);
}
