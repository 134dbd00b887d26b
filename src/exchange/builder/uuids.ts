/** Derived ids as UUIDs (contract: conversion 4.6): each is made of the id that it would have otherwise and of the UUID of its root. */
import type { AstNode } from '../../language/generated/tree.js';
import { GraphElement } from '../graph.js';
import { encodeName, URL_NAMESPACE, uuid5 } from '../ids.js';
import { NAMESPACES } from '../vocabulary.js';
import type { Builder } from './builder.js';
import type { Identities } from './identities.js';

/** The UUIDs that roots give to what is below them. */
export class RootUuids {
    private readonly packageIds = new Map<AstNode, string>();

    constructor(private readonly identities: Identities) {}

    /** The UUID of the root that a declaration is below. */
    packageIdOf(node: AstNode): string {
        const root = rootOf(node);
        let id = this.packageIds.get(root);
        if (id === undefined) {
            const { qualifiedName, qualifier } = this.identities.of(root)!;
            id = uuid5(URL_NAMESPACE, `${NAMESPACES.elmt}${qualifier === '' ? '' : `${qualifier}:`}${encodeName(qualifiedName)}`);
            this.packageIds.set(root, id);
        }
        return id;
    }

    /** The id of a declaration, unless it is declared or normative. */
    idOf(node: AstNode): string | undefined {
        const identity = this.identities.of(node);
        if (identity === undefined || identity.isDeclared || identity.isNormative) {
            return identity?.id;
        }
        const packageId = this.packageIdOf(node);
        return rootOf(node) === node ? packageId : uuid5(packageId, identity.id);
    }
}

/**
 * Gives the elements of a graph that is complete their UUIDs, those of documents that are not written
 * included. Declared and normative ids stay.
 */
export function giveUuids(builder: Builder): void {
    const { graph, identities } = builder;
    const nodes = new Map<GraphElement, AstNode>();
    builder.known.elements.forEach((element, node) => builder.library.has(element) || nodes.set(element, node));
    const fixed = new Set<GraphElement>();
    const uuids = new RootUuids(identities);
    const ownerOf = (element: GraphElement): GraphElement | undefined =>
        element.element('owner') ?? element.element('owningRelatedElement');
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
    // conjugates of definitions that are not written have no owner to be found by
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
            renamed.set(element, isRoot ? packageId : uuid5(packageId, element.id));
        }
    }
    for (const [element, id] of renamed) {
        element.identify(id);
        if (element.has('elementId')) {
            element.set('elementId', [id]);
        }
    }
}

/** The declaration at the root of a document that a node is below. */
function rootOf(node: AstNode): AstNode {
    let root = node;
    while (root.$container?.$container !== undefined) {
        root = root.$container;
    }
    return root;
}
