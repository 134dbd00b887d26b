/** Determines how a declaration is owned (contract: conversion 5.7). Depends on syntax trees. */
import type { AstNode } from '../../language/generated/tree.js';
import { membershipOf } from '../../language/semantics/memberships.js';
import type { MetaclassName } from '../metamodel/facts.js';
import { isFinalNode } from './keywords.js';

export type Ownership =
    /** through a membership */
    | 'membership'
    /** directly, because the declaration is a relationship itself */
    | 'self'
    /** through an annotation: annotates a relationship, in its body or before it */
    | 'annotation'
    /** directly by a relationship, in its body */
    | 'related';

/** Types of relationships that are not namespaces; their bodies contain annotations. */
const RELATIONSHIPS = new Set(['Import', 'Alias', 'Dependency', 'Relationship', 'InitialNode']);
const ANNOTATIONS = new Set(['Comment', 'Documentation', 'TextualRepresentation', 'MetadataUsage', 'PrefixMetadata']);

/** The metaclass of the membership between a declaration and its owner; undefined for directly owned relationships. */
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
