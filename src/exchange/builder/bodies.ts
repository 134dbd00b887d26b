/**
 * Bodies of expressions, `{ in y : Real; y + x }` (contract: conversion 6). Their parameters, members and results are nodes without
 * qualified names.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { cannotConvert, type GraphElement } from '../graph.js';
import { type Builder, elementMetaclass, type Later } from './builder.js';
import { emitDeclaration } from './declarations.js';
import { type ExpressionPosition, ownExpression } from './expressions.js';
import { isImpliedByMembership } from './keywords.js';
import { ownershipOf } from './ownership.js';

/** Writes the `Expression` of a body, its membership, and everything that the body owns. */
export function writeBody(
    builder: Builder,
    body: GraphElement,
    owner: GraphElement,
    membership: GraphElement,
    node: ast.BodyExpression
): void {
    builder.begin(body, owner, membership);
    builder.origins?.set(body, node);
    const below: Later = [];
    emitBody(builder, body, node.members, below);
    builder.writeMembership(membership, owner, body);
    below.forEach(write => write());
}

function emitBody(builder: Builder, body: GraphElement, members: readonly AstNode[], below: Later): void {
    body.add('sysx:hasBody', true);
    members.forEach((member, index) => {
        if (member.$type === 'ResultExpression') {
            emitResult(builder, body, member, below);
            return;
        }
        const isParameter = member.direction !== undefined;
        const property = isParameter ? 'bodyParameter' : 'bodyMember';
        const element = builder.nodeOf(body, `${property}${index}`, elementMetaclass(member));
        body.add(`sysx:${property}`, element);
        below.push(() => writeBodyMember(builder, element, body, member, index));
    });
}

const RESULT: ExpressionPosition = { slot: 'resultExpression', membership: 'ResultExpressionMembership' };

/** The result expression of a body, or of a declaration in a body. */
export function emitResult(builder: Builder, body: GraphElement, { expression, isReturn }: ast.ResultExpression, below: Later): void {
    if (body.has('sysx:resultExpression')) {
        throw cannotConvert('the body of an expression', 'it has two results');
    }
    const result = ownExpression(builder, body, expression, RESULT, below);
    body.add('sysx:resultExpression', result);
    if (isReturn) {
        below.push(() => result.add('sysx:declaredKeyword', 'return'));
    }
}

/**
 * Writes a member of a body, or a member of such a member. The member states its owner and visibility itself, because it has no membership.
 */
export function writeBodyMember(builder: Builder, element: GraphElement, owner: GraphElement, member: AstNode, index: number): void {
    builder.origins?.set(element, member);
    builder.graph.write(element).add('elementId', element.id).add('sysx:memberIndex', index).add('owner', owner);
    if (ownershipOf(member) !== 'self') {
        element.add('visibility', member.visibility); // emitDeclaration states the visibility of a relationship
    }
    // Outside of a body, the metaclass of the membership implies this keyword.
    element.add('sysx:declaredPrefix', member.membership ?? (isImpliedByMembership(member) ? member.kind : undefined));
    emitDeclaration(builder, element, member);
}
