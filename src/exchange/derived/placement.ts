/**
 * Moves the elements that sparse graphs place differently than the metamodel: bounds and filter conditions (`patterns/`), feature chains as
 * sources of transitions, and annotations of other elements. Adds the conjugates to which nothing refers (SysML 8.2.2.12 note 1).
 * `reading/full/placement.ts` does the reverse.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import type { Builder } from '../builder/builder.js';
import { writeMissingConjugates } from '../builder/conjugates.js';
import { chainElements, linksOf } from '../builder/heads.js';
import { ExpressionText, GraphElement, type Value } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { headKindOf } from '../metamodel/heads.js';
import { takeBounds } from '../patterns/bounds.js';
import { ownFilterPackage } from '../patterns/filters.js';
import type { Stored } from '../patterns/stored.js';
import { isTargetSuccession, makeTransition } from '../patterns/target-successions.js';

/** Places the parts of a graph as the metamodel does. */
export function placeParts(builder: Builder, graph: Stored, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    for (const element of [...builder.graph.elements]) {
        if (element.state !== 'written') {
            continue;
        }
        const declaration = declarations.get(element);
        if (element.metaclass === 'MultiplicityRange') {
            takeBounds(element, graph);
        } else if (isKind(element.metaclass, 'Import') && element.has('ownedRelationship')) {
            const filterPackage = ownFilterPackage(element, graph);
            if (filterPackage !== undefined) {
                builder.origins!.set(filterPackage, declaration!);
            }
        } else if (isTargetSuccession(element)) {
            makeTransition(element, graph);
        } else if (element.metaclass === 'TransitionUsage') {
            ownSource(builder, element, declaration ?? builder.origins?.get(element));
        } else if (isKind(element.metaclass, 'AnnotatingElement')) {
            ownAnnotations(builder, element);
        } else if (declaration?.$type === 'Relationship') {
            ownChainedEnds(builder, element, declaration);
        }
    }
    builder.graph.elements.forEach(orderOwned);
    writeMissingConjugates(builder);
}

/**
 * Sorts the owned relationships in textual order: annotations before the head, the relationships of the head, then the rest (SysML
 * 8.2.2.6.2 UsagePrefix, FeatureSpecializationPart). In sparse graphs, the first two follow the members (contract: conversion 5.1, 5.8).
 */
function orderOwned(owner: GraphElement): void {
    const isPrefix = (relationship: GraphElement): boolean =>
        relationship.elements('ownedRelatedElement').some(member => member.text('sysx:declaredKeyword') === '#');
    const rankOf = (relationship: Value): number => {
        if (!(relationship instanceof GraphElement)) {
            return 2;
        }
        return isPrefix(relationship) ? 0 : isHeadOf(relationship, owner) ? 1 : 2;
    };
    const values = owner.all('ownedRelationship');
    if (values.length > 1) {
        owner.set(
            'ownedRelationship',
            [...values].sort((a, b) => rankOf(a) - rankOf(b))
        );
    }
}

/** Whether a relationship belongs to the head of its owner. */
const isHeadOf = (relationship: GraphElement, owner: GraphElement): boolean =>
    headKindOf(relationship.metaclass) !== undefined && relationship.element('owningRelatedElement') === owner;

/** Makes a transition own the feature chain that is its source (SysML 8.2.2.18.3 TransitionSourceMember). */
function ownSource(builder: Builder, transition: GraphElement, node: AstNode | undefined): void {
    const source = node?.source;
    const membership = transition.elements('ownedRelationship').find(m => m.get('memberElement') instanceof ExpressionText);
    if (membership === undefined || source === undefined) {
        return;
    }
    const chain = builder.nodeOf(membership, 'chain', 'Feature');
    membership.metaclass = 'OwningMembership';
    membership.set('memberElement', [chain]);
    membership.add('ownedRelatedElement', chain);
    chainElements(builder, membership, chain, linksOf(source)).forEach(e => builder.graph.write(e));
}

/** Makes a declared relationship own the feature chains at its ends (KerML 8.2.4.1.2 and others: OwnedFeatureChain). */
function ownChainedEnds(builder: Builder, relationship: GraphElement, { source, target }: ast.Relationship): void {
    for (const property of relationship.properties) {
        const value = relationship.get(property);
        const end = value instanceof ExpressionText ? [source, target].find(name => name.text === value.text) : undefined;
        if (end !== undefined) {
            const chain = builder.nodeOf(relationship, property, 'Feature');
            relationship.set(property, [chain]);
            relationship.add('ownedRelatedElement', chain);
            chainElements(builder, relationship, chain, linksOf(end)).forEach(e => builder.graph.write(e));
        }
    }
}

/** Makes an element with `about` own an annotation for each annotated element (KerML 8.2.3.3.2, SysML 8.2.2.4.2). */
function ownAnnotations(builder: Builder, element: GraphElement): void {
    const annotations = element.elements('annotatedElement').map((annotated, i) => {
        const annotation = builder.nodeOf(element, `annotation${i}`, 'Annotation');
        builder.graph.write(annotation).add('elementId', annotation.id).add('owner', element).add('owningRelatedElement', element);
        return annotation.add('annotatedElement', annotated);
    });
    const relationships = [...element.elements('ownedRelationship')];
    const heads = relationships.map(r => headKindOf(r.metaclass) !== undefined);
    relationships.splice(heads.lastIndexOf(true) + 1, 0, ...annotations);
    element.set('ownedRelationship', relationships);
}
