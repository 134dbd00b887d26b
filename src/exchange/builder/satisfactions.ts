/**
 * Makes the statements of the subject of `satisfy R by v` (contract: conversion 5.4, 8.3). A name is the subject itself; a path is a
 * reference expression that owns the feature chain (SysML 8.2.2.21.2 SatisfactionReferenceExpression). Depends on syntax trees.
 */
import type * as ast from '../../language/generated/tree.js';
import { textOf } from '../../language/semantics/text.js';
import type { GraphElement } from '../graph.js';
import type { Builder, Later } from './builder.js';
import { linksOf, ownChainings } from './heads.js';

/** States the subject. {@link ownPath} makes the satisfaction own the expression of a path. */
export function emitSubject(builder: Builder, element: GraphElement, subject: ast.Reference): void {
    const isPath = linksOf(subject).length > 1;
    element.add('subject', isPath ? builder.nodeOf(element, 'subject', 'FeatureReferenceExpression') : builder.refer(subject));
}

/** Makes a satisfaction own the expression of a path, and the expression own the feature of the path's chain. */
export function ownPath(builder: Builder, element: GraphElement, subject: ast.Reference, below: Later): void {
    const expression = element.element('subject');
    const links = linksOf(subject);
    if (expression === undefined || links.length < 2) {
        return;
    }
    const membership = builder.own(element, expression, 'OwningMembership');
    below.push(() => {
        builder.begin(expression, element, membership);
        const chain = builder.nodeOf(expression, 'chain', 'Feature');
        expression.add('referent', chain);
        const owning = builder.own(expression, chain, 'OwningMembership');
        expression.add('sysx:sourceText', textOf(subject));
        builder.writeMembership(membership, element, expression);
        builder.begin(chain, expression, owning);
        const chainings = ownChainings(builder, chain, links);
        builder.writeMembership(owning, expression, chain);
        chainings.forEach(chaining => builder.graph.write(chaining));
    });
}
