/** Maps syntax nodes of expressions to the metaclasses of graph nodes (contract: conversion 6). */
import type { AstNode } from '../../language/generated/tree.js';
import { metaclassOf } from '../../language/semantics/metaclass.js';
import type { MetaclassName } from '../metamodel/facts.js';

/** The expression inside parentheses. */
export function unwrapped(node: AstNode): AstNode {
    let inner = node;
    while (inner.$type === 'SequenceExpression' && inner.elements.length === 1) {
        [inner] = inner.elements;
    }
    return inner;
}

/** The metaclass of an expression's node. A body is the referent of a feature reference expression (KerML 8.2.5.8.3, ExpressionBody). */
export function nodeMetaclass(node: AstNode): MetaclassName {
    switch (node.$type) {
        case 'BodyExpression':
        case 'Reference':
            return 'FeatureReferenceExpression';
        default:
            return metaclassOf(node);
    }
}
