/** The declared names of declarations and their positions in files (contract: conversion 5.8). Does not depend on ids. */
import type { AstNode } from '../../language/generated/tree.js';
import { spanOf } from '../../language/syntax/index.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import { lastSegment, type NameNode, segmentsOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { codeOf } from './code-text.js';
import { isFinalNode } from './keywords.js';

/** `file:line:column` of a node, for messages. */
export function placeOf(node: AstNode): string {
    const document = documentOf(node);
    const { line, column } = document.lines.positionOf(spanOf(node).offset);
    return `${document.name}:${line}:${column}`;
}

/** The declared name of a node, else its short name. */
export function declaredNameOf(node: AstNode): string | undefined {
    const { name, shortName } = node;
    return isFinalNode(node) ? undefined : (name ?? shortName ?? entryNameOf(node));
}

/** The redefinition in a metadata entry without a keyword, `level = 2;` (5.8). */
export function impliedRedefinition(node: AstNode): NameNode | undefined {
    const { name, relationships } = node;
    const [first] = relationships ?? [];
    if (name !== undefined || first?.$type !== 'Redefinition' || !isInAnnotation(node)) {
        return undefined;
    }
    const before = codeOf(documentOf(node).text.slice(spanOf(node).offset, spanOf(first).offset));
    return /(?::>>|redefines)\s*$/.test(before) ? undefined : first;
}

/** The name of such an entry if the metadata's type has no feature with that name, so that it redefines nothing (5.8). */
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
