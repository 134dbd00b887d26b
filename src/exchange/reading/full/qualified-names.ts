/**
 * Computes the positions and qualified names that a sparse graph states for the declarations of a full document (contract: conversion 4.1,
 * 5.2). Depends on graphs only.
 */
import { byPosition, type GraphElement } from '../../graph.js';
import { decodeName, encodeName, isUuid, positionSegment, qualifiedSegments, segmentOf } from '../../ids.js';
import { isKind } from '../../metamodel/facts.js';
import type { Nodes } from './nodes.js';
import type { OwnershipIndex } from './ownership-index.js';
import { isOwnershipOrAnnotation, nameOf } from './uuid-names.js';

export class QualifiedNames {
    private readonly placed = new Set<GraphElement>();
    private readonly segments = new Map<GraphElement, string>();
    private readonly positions = new Map<GraphElement, number>();
    private readonly members = new Map<GraphElement, GraphElement[]>();
    private readonly names = new Map<GraphElement, string | undefined>();

    constructor(
        private readonly ownership: OwnershipIndex,
        private readonly nodes: Nodes,
        elements: readonly GraphElement[]
    ) {
        for (const owner of elements) {
            const declared = [
                ...ownership.relationshipsOf(owner).flatMap(r => [r, ...ownership.membersOf(r)]),
                ...ownership.membersOf(owner)
            ].filter(member => nodes.isDeclared(member) && this.ownerOf(member) === owner);
            if (declared.length > 0) {
                this.members.set(owner, [...new Set(declared)]);
            }
        }
        this.place(
            elements.filter(e => ownership.outward(e) === undefined && nodes.isDeclared(e)),
            undefined
        );
        elements.forEach(owner => this.placeIn(owner));
    }

    /** Assigns positions to the declarations of an element, after those of its owners. */
    private placeIn(owner: GraphElement): void {
        const members = this.members.get(owner);
        if (members === undefined || this.placed.has(owner)) {
            return;
        }
        this.placed.add(owner);
        const outer = this.ownerOf(owner);
        if (outer !== undefined) {
            this.placeIn(outer);
        }
        this.place(members, owner);
    }

    /** The declarations in the head and body of an element. */
    membersOf(element: GraphElement): readonly GraphElement[] {
        return this.members.get(element) ?? [];
    }

    private place(members: GraphElement[], owner: GraphElement | undefined): void {
        const taken = new Set<string>();
        if (members.every(m => m.has('sysx:memberIndex'))) {
            members.sort(byPosition);
        } else if (owner !== undefined) {
            this.sortAsStated(members, owner);
        }
        members.forEach((member, at) => {
            const position = member.integer('sysx:memberIndex') ?? at;
            const name = nameOf(member);
            const isNew = name !== undefined && !taken.has(name);
            if (isNew) {
                taken.add(name);
            }
            this.positions.set(member, position);
            this.segments.set(member, isNew ? segmentOf(name) : positionSegment(position));
        });
    }

    /** Moves unnamed members to the positions in their ids; the other members fill the remaining positions in order. */
    private sortAsStated(members: GraphElement[], owner: GraphElement): void {
        const stated = new Map<number, GraphElement>();
        const name = this.of(owner);
        const others = members.filter(member => {
            const at = name === undefined || nameOf(member) !== undefined ? undefined : this.statedPosition(member, name, members.length);
            const isStated = at !== undefined && !stated.has(at);
            if (isStated) {
                stated.set(at, member);
            }
            return !isStated;
        });
        if (stated.size > 0) {
            const rest = others.values();
            members.forEach((_, at) => (members[at] = stated.get(at) ?? rest.next().value!));
        }
    }

    /** The position from which a member's id is made (contract: conversion 4.2, 4.6). */
    private statedPosition(member: GraphElement, owner: string, count: number): number | undefined {
        const id = isUuid(member.id) ? (this.isMixed(member) ? this.nodes.uuids.idOf(member) : undefined) : member.id;
        const [last] = qualifiedSegments((id === undefined ? undefined : decodeName(id)) ?? '').slice(-1);
        const at = last?.position;
        return at !== undefined && at < count && id === encodeName(`${owner}::${positionSegment(at)}`) ? at : undefined;
    }

    /** Whether the order of declarations is unknown, because the member's owner is a relationship with two lists of owned elements. */
    private isMixed(member: GraphElement): boolean {
        const owner = this.ownerOf(member)!;
        return (
            isKind(owner.metaclass, 'Relationship') &&
            this.ownership.membersOf(owner).length > 0 &&
            this.ownership.relationshipsOf(owner).length > 0
        );
    }

    /** The element that declares a member. For a member of a relationship's body, that is the relationship. */
    ownerOf(member: GraphElement): GraphElement | undefined {
        const relationship = this.ownership.relationshipTo(member);
        if (relationship === undefined) {
            return this.ownership.ownerOf(member);
        }
        return isOwnershipOrAnnotation(relationship) ? this.ownership.ownerOf(relationship) : relationship;
    }

    /** The position of a declaration among its siblings. */
    positionOf(element: GraphElement): number | undefined {
        return this.positions.get(element);
    }

    /** The qualified name of a declaration or of a declaration's conjugate; undefined for any other element. */
    of(element: GraphElement): string | undefined {
        if (!this.names.has(element)) {
            this.names.set(element, undefined); // the result if the element owns itself
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
