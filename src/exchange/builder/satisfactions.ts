/**
 * What is particular to `satisfy R by v` (contract: conversion 5.4, 8.3): a name is the subject itself; a path is a reference expression
 * that owns the chain of its features (SysML 8.2.2.21.2 SatisfactionReferenceExpression). Knows the syntax tree.
 */
import type * as ast from '../../language/generated/tree.js';
import { textOf } from '../../language/semantics/text.js';
import type { GraphElement } from '../graph.js';
import type { Builder, Later } from './builder.js';
import { linksOf, ownChainings } from './heads.js';
import type { Particulars } from './particulars.js';

export const SATISFACTION: Particulars<ast.SatisfyRequirementUsage> = {
    keyword: node => (node.kind === 'assert' ? 'assert' : undefined),
    head: (builder, element, { subject }) => {
        if (subject !== undefined) {
            element.add('subject', linksOf(subject).length > 1 ? pathNodeOf(builder, element) : builder.refer(subject));
        }
    },
    body: (builder, element, { subject, reference }, below) => {
        if (subject !== undefined && linksOf(subject).length > 1) {
            ownPath(builder, element, subject, below);
        }
        if (reference !== undefined) {
            element.add('sysx:endForm', 'satisfy');
        }
    }
};

const pathNodeOf = (builder: Builder, element: GraphElement): GraphElement =>
    builder.nodeOf(element, 'subject', 'FeatureReferenceExpression');

/** Makes a satisfaction own the expression that its path is, and that the feature of the path's chain. */
function ownPath(builder: Builder, element: GraphElement, path: ast.Reference, below: Later): void {
    const expression = element.element('subject')!;
    const membership = builder.own(element, expression, 'OwningMembership');
    below.push(() => {
        builder.begin(expression, element, membership);
        const chain = builder.nodeOf(expression, 'chain', 'Feature');
        expression.add('referent', chain);
        const owning = builder.own(expression, chain, 'OwningMembership');
        expression.add('sysx:sourceText', textOf(path));
        builder.writeMembership(membership, element, expression);
        builder.begin(chain, expression, owning);
        const chainings = ownChainings(builder, chain, linksOf(path));
        builder.writeMembership(owning, expression, chain);
        chainings.forEach(chaining => builder.graph.write(chaining));
    });
}
