/**
 * Which nodes of the syntax tree are declarations of the graph, and their order in their owner: the members of its body behind the parts of
 * its head that declare something, prefixes last (contract: conversion 4.1, 5.8). Knows no ids.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { spanOf } from '../../language/syntax/index.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { lastSegment, type NameNode, segmentsOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { codeOf } from './code-text.js';
import { isFinalNode } from './keywords.js';

/** Parts of a head that are declarations, in their order; what is written between them and the body are nodes. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
    FlowUsage: ['payload'],
    TransitionUsage: ['trigger', 'effect'],
    IfActionUsage: ['thenAction', 'elseAction'],
    WhileLoopActionUsage: ['bodyAction'],
    ForLoopActionUsage: ['bodyAction']
};
const NONE: readonly AstNode[] = [];

/** The declarations that a node owns, in the order of their positions. */
export function declaredMembersOf(owner: AstNode): readonly AstNode[] {
    const { members = NONE, prefixes = NONE, crossFeature } = owner;
    const parts: AstNode[] = crossFeature === undefined ? [] : [crossFeature];
    for (const part of PARTS[owner.$type] ?? []) {
        const node = (owner as unknown as Record<string, AstNode | undefined>)[part];
        if (node !== undefined) {
            parts.push(node);
        }
    }
    const body = isInlineCondition(owner) ? NONE : members;
    return parts.length === 0 && prefixes.length === 0 ? body : [...parts, ...body, ...prefixes];
}

/** Whether a node ends with a body in braces. */
export function hasBraces(node: AstNode): boolean {
    return documentOf(node).text.charCodeAt(spanOf(node).end - 1) === 125;
}

/** `require x > 1;`, `assert x > 1;`: the condition itself in place of a constraint; its only member is no body. */
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

/** `file:line:column` of a node, for messages. */
export function placeOf(node: AstNode): string {
    const document = documentOf(node);
    const { line, column } = document.lines.positionOf(spanOf(node).offset);
    return `${document.name}:${line}:${column}`;
}

/** The name that a declaration gives itself, its short name where it has no other. */
export function declaredNameOf(node: AstNode): string | undefined {
    const { name, shortName } = node;
    return isFinalNode(node) ? undefined : (name ?? shortName ?? entryNameOf(node));
}

/** The redefinition that an entry in the body of an annotation is without a word for it, `level = 2;` (5.8). */
export function impliedRedefinition(node: AstNode): NameNode | undefined {
    const { name, relationships } = node;
    const [first] = relationships ?? [];
    if (name !== undefined || first?.$type !== 'Redefinition' || !isInAnnotation(node)) {
        return undefined;
    }
    const before = codeOf(documentOf(node).text.slice(spanOf(node).offset, spanOf(first).offset));
    return /(?::>>|redefines)\s*$/.test(before) ? undefined : first;
}

/** The name of such an entry where the annotation's type has no feature of that name: then it redefines nothing (5.8). */
export function entryNameOf(node: AstNode): string | undefined {
    const implied = impliedRedefinition(node);
    return implied === undefined || segmentsOf(implied.text).length > 1 || memberElement(resolve(implied)) !== undefined
        ? undefined
        : lastSegment(implied.text);
}

function isInAnnotation(node: AstNode): boolean {
    let owner = node.$container;
    while (owner?.$type === 'Usage') {
        owner = owner.$container;
    }
    return owner?.$type === 'MetadataUsage';
}
