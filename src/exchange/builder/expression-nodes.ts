/** Which nodes of the syntax tree are nodes of an expression in the graph, and of what metaclass (contract: conversion 6). */
import type { AstNode } from '../../language/generated/tree.js';
import { metaclassOf } from '../../language/semantics/metaclass.js';
import type { MetaclassName } from '../metamodel/facts.js';

/** The expression that parentheses enclose. */
export function unwrapped(node: AstNode): AstNode {
    let inner = node;
    while (inner.$type === 'SequenceExpression' && inner.elements.length === 1) {
        [inner] = inner.elements;
    }
    return inner;
}

/** The metaclass of an expression's node: a body is referred to (KerML 8.2.5.8.3, ExpressionBody). */
export function nodeMetaclass(node: AstNode): MetaclassName {
    switch (node.$type) {
        case 'BodyExpression':
        case 'Reference':
            return 'FeatureReferenceExpression';
        default:
            return metaclassOf(node);
    }
}
