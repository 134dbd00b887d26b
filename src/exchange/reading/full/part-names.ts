/**
 * Replaces references to elements that have no identity in sparse graphs by their names (contract: conversion 5.4): the ends in the heads
 * of connectors, and declarations in the bodies of expressions. An end without a declared name has the name of the end at the same position
 * of a general, which it redefines (KerML checkFeatureEndRedefinition). Depends on graphs only.
 */
import { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { headKindOf } from '../../metamodel/heads.js';
import type { Nodes } from './nodes.js';
import type { OwnershipIndex } from './ownership-index.js';
import { nameOf } from './uuid-names.js';

/** The names of the ends of `Links::BinaryLink`. */
const BINARY_ENDS = ['source', 'target'] as const;

/** The properties by which elements other than the relationships of heads refer to declarations. */
const REFERRING: Readonly<Record<string, readonly string[]>> = {
    Membership: ['memberElement'],
    NamespaceImport: ['importedNamespace'],
    Annotation: ['annotatedElement'],
    Comment: ['annotatedElement']
};

/** Replaces the parts to which a specialization, a chaining, a membership, an import or an annotation refers by their names. */
export function nameParts(element: GraphElement, nodes: Nodes, ownership: OwnershipIndex): void {
    const { metaclass } = element;
    for (const property of REFERRING[metaclass] ?? headKindOf(metaclass)?.target ?? []) {
        const values = element.all(property);
        const named = values.map(value => (value instanceof GraphElement ? nameOfPart(value, nodes, ownership) : undefined) ?? value);
        if (named.some((value, i) => value !== values[i])) {
            element.set(property, named);
        }
    }
}

function nameOfPart(part: GraphElement, nodes: Nodes, ownership: OwnershipIndex): string | undefined {
    if (nodes.bodyOf(part) !== undefined) {
        return nameOf(part);
    }
    return part.is('isEnd') && nodes.isNode(part) ? nameOfEnd(part, ownership) : undefined;
}

function nameOfEnd(end: GraphElement, ownership: OwnershipIndex): string | undefined {
    const membership = ownership.relationshipTo(end);
    const connector = membership && ownership.ownerOf(membership);
    if (end.has('declaredName') || connector === undefined) {
        return end.text('declaredName');
    }
    const ends = endsOf(connector, ownership);
    const place = ends.indexOf(end);
    return inheritedName(connector, place, ownership, new Set()) ?? (ends.length > 2 ? undefined : BINARY_ENDS[place]);
}

const endsOf = (owner: GraphElement, ownership: OwnershipIndex): readonly GraphElement[] =>
    ownership.ownedThrough(owner, 'EndFeatureMembership');

/** The name of the end at a position that a connector or a connection definition inherits; undefined if the document has none. */
function inheritedName(owner: GraphElement, place: number, ownership: OwnershipIndex, seen: Set<GraphElement>): string | undefined {
    if (seen.has(owner)) {
        return undefined;
    }
    seen.add(owner);
    for (const general of generalsOf(owner, ownership)) {
        const end = endsOf(general, ownership).at(place);
        const name = (end && (nameOf(end) ?? redefinedName(end, ownership))) ?? inheritedName(general, place, ownership, seen);
        if (name !== undefined) {
            return name;
        }
    }
    return undefined;
}

function redefinedName(end: GraphElement, ownership: OwnershipIndex): string | undefined {
    const redefinition = ownership.relationshipsOf(end).find(r => r.metaclass === 'Redefinition');
    const redefined = redefinition?.element('redefinedFeature');
    return redefined && nameOf(redefined);
}

function generalsOf(owner: GraphElement, ownership: OwnershipIndex): readonly GraphElement[] {
    return ownership.relationshipsOf(owner).flatMap(r => {
        const [property] = isKind(r.metaclass, 'Specialization') ? (headKindOf(r.metaclass)?.target ?? []) : [];
        const general = property === undefined ? undefined : r.get(property);
        return general instanceof GraphElement ? [general] : [];
    });
}
