/**
 * Makes the root namespaces of the element form, which Turtle does not contain (contract: conversion 9.3). Each document has one, which
 * owns the roots of the document. Depends on graphs only.
 */
import { byPosition, type Graph, GraphElement } from '../graph.js';
import { MEMBERSHIP_OF, uuid5 } from '../ids.js';
import { isKind } from '../metamodel/facts.js';
import { standardPackageId } from '../normative.js';

/** The parts of the element form that the graph does not contain. */
export interface Wrapping {
    /** the root namespaces and their memberships, which precede all other elements */
    readonly elements: readonly GraphElement[];
    /** additional statements of each root, directly after its id */
    readonly ownerships: ReadonlyMap<GraphElement, readonly (readonly [string, GraphElement])[]>;
}

/** The id of a root's namespace (suffix `ns`) or membership (suffix `om`). */
function wrapperId(graph: Graph, root: GraphElement, suffix: string): string {
    const name = root.text('declaredName');
    if (suffix === 'om' && name !== undefined && root.id === standardPackageId(name)) {
        return uuid5(root.id, name + MEMBERSHIP_OF);
    }
    const uuids = graph.uuidRoots.get(root);
    return uuids === undefined ? `${root.id}_${suffix}` : uuid5(uuids.packageId, `${uuids.id}_${suffix}`);
}

/** Wraps the roots of a graph, with one namespace for each document. */
export function wrapRoots(graph: Graph): Wrapping {
    const taken = new Set(graph.elements.map(e => e.key));
    const ownerships = new Map<GraphElement, (readonly [string, GraphElement])[]>();
    const groups = new Map<string, GraphElement[]>();
    for (const root of graph.elements.filter(isBareRoot).sort(byPosition)) {
        const document = root.text('sysx:sourceDocument') ?? '';
        const group = groups.get(document);
        if (group === undefined) {
            groups.set(document, [root]);
        } else {
            group.push(root);
        }
    }
    const unnamed = (root: GraphElement, suffix: string, metaclass: string): GraphElement => {
        const element = new GraphElement(wrapperId(graph, root, suffix), metaclass, 'element', root.qualifier);
        while (taken.has(element.key)) {
            element.identify(`${element.id}_${suffix}`);
        }
        taken.add(element.key);
        element.state = 'written';
        return element.add('elementId', element.id);
    };
    const namespaces: GraphElement[] = [];
    const memberships: GraphElement[] = [];
    for (const roots of groups.values()) {
        const namespace = unnamed(roots[0], 'ns', 'Namespace');
        namespaces.push(namespace);
        const owned = roots.map(root => {
            const membership = isDirect(root) ? undefined : unnamed(root, 'om', 'OwningMembership');
            ownerships.set(root, ownershipsOf(root, namespace, membership));
            return { root, membership };
        });
        owned.forEach(({ root, membership }) => namespace.add('ownedRelationship', membership ?? root));
        owned.forEach(
            ({ root, membership }) =>
                isKind((membership ?? root).metaclass, 'Membership') && namespace.add('ownedMembership', membership ?? root)
        );
        owned.forEach(({ root, membership }) => membership !== undefined && namespace.add('ownedMember', root));
        owned.forEach(({ root }) => isKind(root.metaclass, 'Import') && namespace.add('ownedImport', root));
        for (const { root, membership } of owned) {
            if (membership !== undefined) {
                memberships.push(emitMembership(membership, namespace, root).add('visibility', root.get('visibility')));
            }
        }
    }
    return { elements: [...namespaces, ...memberships], ownerships };
}

/** Whether a namespace owns a root directly, without a membership. */
function isDirect({ metaclass }: GraphElement): boolean {
    return isKind(metaclass, 'Import') || isKind(metaclass, 'Membership');
}

/** Whether the element form states a root's property on its membership. */
export function isOfMembership(root: GraphElement, property: string): boolean {
    return property === 'visibility' && !isDirect(root);
}

function ownershipsOf(
    root: GraphElement,
    namespace: GraphElement,
    membership: GraphElement | undefined
): (readonly [string, GraphElement])[] {
    return membership === undefined
        ? [
              ['owner', namespace],
              ['owningNamespace', namespace],
              ['owningRelatedElement', namespace],
              [isKind(root.metaclass, 'Import') ? 'importOwningNamespace' : 'membershipOwningNamespace', namespace]
          ]
        : [
              ['owner', namespace],
              ['owningNamespace', namespace],
              ['owningRelationship', membership],
              ['owningMembership', membership]
          ];
}

function emitMembership(membership: GraphElement, namespace: GraphElement, root: GraphElement): GraphElement {
    return membership
        .add('owner', namespace)
        .add('memberElement', root)
        .add('ownedMemberElement', root)
        .add('ownedRelatedElement', root)
        .add('owningRelatedElement', namespace)
        .add('membershipOwningNamespace', namespace);
}

const OWNERS = ['owner', 'owningNamespace', 'owningMembership', 'owningRelationship', 'owningRelatedElement'];

/** Whether an element of the model has no owner. Excludes library stubs and wrappers. */
export function isBareRoot(element: GraphElement): boolean {
    return element.state === 'written' && element.base === 'element' && !OWNERS.some(p => element.has(p)) && !isWrapper(element);
}

/** Whether an element is a namespace without a name, an owner and a body. */
export function isWrapper(element: GraphElement): boolean {
    return (
        element.metaclass === 'Namespace' &&
        !['declaredName', 'declaredShortName', 'qualifiedName', 'owner', 'owningNamespace', 'sysx:hasBody'].some(p => element.has(p))
    );
}
