/** Which declarations have a body, and whether it is written in braces (contract: conversion 5.2, `hasBody`). Knows the syntax tree. */
import type { AstNode } from '../../language/generated/tree.js';
import { hasBraces } from '../../language/semantics/declared-members.js';

/** Types of nodes without a body of their own: what is in braces behind them is a part's. */
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
/** Places of parts that are no statements. */
const PARTS = new Set(['crossFeature', 'payload', 'trigger', 'variable']);

export function statesBody(node: AstNode): boolean {
    const place = node.$containerProperty ?? '';
    return !WITHOUT.has(node.$type) && !PARTS.has(place) && (place !== 'effect' || hasBraces(node));
}

export function isBodyInBraces(node: AstNode): boolean {
    return hasBraces(node);
}
