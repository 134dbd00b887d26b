/**
 * Replaces derived ids by UUIDs (contract: conversion 4.6). Each UUID is made from the UUID of the root and the id that the element would
 * have otherwise.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { GraphElement } from '../graph.js';
import type { Builder } from './builder.js';
import { RootUuids } from './root-uuids.js';

/**
 * Gives all elements of a complete graph their UUIDs, including those of documents that are not written. Keeps declared and normative ids.
 */
export function giveUuids(builder: Builder): void {
    const { graph, identities } = builder;
    const nodes = new Map<GraphElement, AstNode>();
    builder.known.elements.forEach((element, node) => builder.library.has(element) || nodes.set(element, node));
    const fixed = new Set<GraphElement>();
    const uuids = new RootUuids(identities);
    const ownerOf = (element: GraphElement): GraphElement | undefined =>
        element.element('owner') ?? element.element('owningRelationship') ?? element.element('owningRelatedElement');
    const declarations = new Map<GraphElement, AstNode | undefined>();
    const declarationOf = (element: GraphElement): AstNode | undefined => {
        const chain: GraphElement[] = [];
        let at: GraphElement | undefined = element;
        while (at !== undefined && !declarations.has(at) && !nodes.has(at)) {
            chain.push(at);
            at = ownerOf(at);
        }
        const node = at === undefined ? undefined : (nodes.get(at) ?? declarations.get(at));
        chain.forEach(e => declarations.set(e, node));
        return node;
    };
    for (const [element, node] of nodes) {
        const { isDeclared, isNormative } = identities.of(node)!;
        if (isDeclared || isNormative) {
            fixed.add(element);
        }
    }
    // A conjugate of a definition in a document that is not written states no owner, so its declaration is recorded here.
    builder.conjugates.forEach(({ element, definition }, original) => builder.library.has(original) || nodes.set(element, definition));
    builder.known.memberships.forEach((membership, node) => {
        const identity = identities.of(node);
        if (identity === undefined || identity.isNormative || builder.library.has(membership)) {
            fixed.add(membership);
        } else if (!nodes.has(membership)) {
            nodes.set(membership, node);
        }
    });
    const renamed = new Map<GraphElement, string>();
    for (const element of new Set([...graph.elements, ...nodes.keys()])) {
        const node = nodes.get(element) ?? declarationOf(element);
        if (element.state === 'stub' || node === undefined) {
            continue;
        }
        const packageId = uuids.packageIdOf(node);
        const isRoot = node.$container?.$container === undefined && builder.elementOf(node) === element;
        if (isRoot) {
            graph.uuidRoots.set(element, { id: element.id, packageId });
        }
        if (!fixed.has(element)) {
            renamed.set(element, isRoot ? packageId : uuids.below(node, element.id));
        }
    }
    for (const [element, id] of renamed) {
        element.identify(id);
        element.set('elementId', [id]);
    }
}
