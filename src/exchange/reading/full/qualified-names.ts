/**
 * Positions and qualified names of the declarations of a full document, as a sparse graph states them (contract: conversion
 * 4.1, 5.2). Knows graphs only.
 */
import { byPosition, type GraphElement } from '../../graph.js';
import { positionSegment, segmentOf } from '../../ids.js';
import { isKind } from '../../metamodel/facts.js';
import type { Nodes } from './nodes.js';
import type { Ties } from './ties.js';

export class QualifiedNames {
    private readonly segments = new Map<GraphElement, string>();
    private readonly positions = new Map<GraphElement, number>();
    private readonly members = new Map<GraphElement, GraphElement[]>();
    private readonly names = new Map<GraphElement, string | undefined>();

    constructor(
        private readonly ties: Ties,
        nodes: Nodes,
        elements: readonly GraphElement[]
    ) {
        for (const owner of elements) {
            const declared = [...ties.relationshipsOf(owner).flatMap(r => [r, ...ties.membersOf(r)]), ...ties.membersOf(owner)].filter(
                member => nodes.isDeclared(member) && this.ownerOf(member) === owner
            );
            if (declared.length > 0) {
                this.members.set(owner, [...new Set(declared)]);
            }
        }
        const roots = elements.filter(e => ties.outward(e) === undefined && nodes.isDeclared(e));
        for (const list of [roots, ...this.members.values()]) {
            this.place(list);
        }
    }

    /** What an element declares, in its head and its body. */
    membersOf(element: GraphElement): readonly GraphElement[] {
        return this.members.get(element) ?? [];
    }

    private place(members: GraphElement[]): void {
        const taken = new Set<string>();
        if (members.every(m => m.has('sysx:memberIndex'))) {
            members.sort(byPosition);
        }
        members.forEach((member, at) => {
            const position = member.integer('sysx:memberIndex') ?? at;
            const name = declaredName(member);
            const isNew = name !== undefined && !taken.has(name);
            if (isNew) {
                taken.add(name);
            }
            this.positions.set(member, position);
            this.segments.set(member, isNew ? segmentOf(name) : positionSegment(position));
        });
    }

    /** The element in which one is declared: a relationship for what stands in its body. */
    ownerOf(member: GraphElement): GraphElement | undefined {
        const relationship = this.ties.relationshipTo(member);
        if (relationship === undefined) {
            return this.ties.ownerOf(member);
        }
        const isTie = isKind(relationship.metaclass, 'Membership') || isKind(relationship.metaclass, 'Annotation');
        return isTie ? this.ties.ownerOf(relationship) : relationship;
    }

    /** The position of a declaration among those of its owner. */
    positionOf(element: GraphElement): number | undefined {
        return this.positions.get(element);
    }

    /** The qualified name of a declaration, or of the conjugate of one; undefined for every other element. */
    of(element: GraphElement): string | undefined {
        if (!this.names.has(element)) {
            this.names.set(element, undefined); // what owns itself has none
            this.names.set(element, this.find(element));
        }
        return this.names.get(element);
    }

    private find(element: GraphElement): string | undefined {
        const owner = this.ownerOf(element);
        const outer = owner && this.of(owner);
        if (isKind(element.metaclass, 'ConjugatedPortDefinition')) {
            const name =
                element.text('declaredName') ?? (owner?.has('declaredName') === true ? `~${owner.text('declaredName')}` : undefined);
            return outer === undefined || name === undefined ? undefined : `${outer}::${name}`;
        }
        const segment = this.segments.get(element);
        return segment === undefined ? undefined : owner === undefined ? segment : outer === undefined ? undefined : `${outer}::${segment}`;
    }
}

/** The name that a declaration gives itself, its short name where it has no other. */
function declaredName(element: GraphElement): string | undefined {
    const isMembership = isKind(element.metaclass, 'Membership');
    return isMembership
        ? (element.text('memberName') ?? element.text('memberShortName'))
        : (element.text('declaredName') ?? element.text('declaredShortName'));
}
