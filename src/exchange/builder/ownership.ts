/** How a declaration is owned (contract: conversion 5.7). Knows the syntax tree. */
import type { AstNode } from '../../language/generated/tree.js';
import { membershipOf } from '../../language/semantics/memberships.js';
import type { MetaclassName } from '../metamodel/facts.js';
import { isFinalNode } from './keywords.js';

export type Ownership =
    /** a membership stands between the two */
    | 'membership'
    /** the declaration is a relationship itself, which its owner owns directly */
    | 'self'
    /** an annotation of a relationship, in the relationship's body or in front of it */
    | 'annotation'
    /** another element in the body of a relationship, which owns it directly */
    | 'related';

/** Relationships that are no namespaces: their bodies hold annotations. */
const RELATIONSHIPS = new Set(['Import', 'Alias', 'Dependency', 'Relationship', 'InitialNode']);
const ANNOTATIONS = new Set(['Comment', 'Documentation', 'TextualRepresentation', 'MetadataUsage', 'PrefixMetadata']);

/** The metaclass of the membership between a declaration and its owner; undefined for relationships that are owned directly. */
export function membershipClassOf(node: AstNode): MetaclassName | undefined {
    if (isFinalNode(node)) {
        return undefined;
    }
    if (node.$type === 'ResultExpression') {
        return 'ResultExpressionMembership';
    }
    return isInRelationship(node) && ANNOTATIONS.has(node.$type) ? 'Annotation' : membershipOf(node);
}

function isInRelationship(node: AstNode): boolean {
    return node.$container !== undefined && RELATIONSHIPS.has(node.$container.$type);
}

export function ownershipOf(node: AstNode): Ownership {
    if (isInRelationship(node)) {
        return ANNOTATIONS.has(node.$type) ? 'annotation' : 'related';
    }
    return membershipClassOf(node) === undefined ? 'self' : 'membership';
}
