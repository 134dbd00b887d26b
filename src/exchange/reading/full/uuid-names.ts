/**
 * Finds the names from which a document's UUIDs are made, if they are made like ours (contract: conversion 4.6), by trying candidates.
 * These names show whether an element is declared in a body or in a head, which the metamodel does not express. Depends on graphs only.
 */
import type { GraphElement } from '../../graph.js';
import { decodeName, encodeName, isUuid, positionSegment, qualifiedSegments, segmentOf, URL_NAMESPACE, uuid5 } from '../../ids.js';
import { isKind } from '../../metamodel/facts.js';
import { NAMESPACES } from '../../vocabulary.js';
import type { OwnershipIndex } from './ownership-index.js';

/** The slots of expressions and of the members of their bodies. */
const SLOTS =
    'referent value resultExpression condition guard payload sender receiver receiverArgument target collection expression whileCondition untilCondition operand lowerBound upperBound'.split(
        ' '
    );
const NUMBERED_SLOTS = ['a', 'bodyMember', 'bodyParameter'];

export class UuidNames {
    private readonly ids = new Map<GraphElement, string | undefined>();
    private readonly positionIds = new Map<GraphElement, ReadonlyMap<string, string>>();
    private readonly nodeIds = new Map<GraphElement, string | undefined>();

    constructor(private readonly ownership: OwnershipIndex) {}

    /** The qualified form of a declaration's id; undefined if its UUID is not made from one. */
    idOf(element: GraphElement): string | undefined {
        if (!this.ids.has(element)) {
            this.ids.set(element, undefined); // the result if the element owns itself
            this.ids.set(element, this.find(element));
        }
        return this.ids.get(element);
    }

    /** Whether the UUID of an element is made from an id; undefined if that cannot be determined. */
    hasId(element: GraphElement, id: string | undefined): boolean | undefined {
        const root = this.rootOf(element);
        return id === undefined || !isUuid(root.id) ? undefined : uuid5(root.id, id) === element.id;
    }

    /** Whether the UUID of an element is made from an id below its root, whose own id may be declared. */
    isMadeBelowRoot(element: GraphElement, id: string): boolean {
        const root = this.rootOf(element);
        const name = nameOf(root);
        const made = name === undefined ? [] : [uuid5(URL_NAMESPACE, `${NAMESPACES.elmt}${encodeName(segmentOf(name))}`)];
        return [root.id, ...made].some(namespace => isUuid(namespace) && uuid5(namespace, id) === element.id);
    }

    /** The UUID for a part of an element with a UUID. It is made as in contract 4.6 if the UUID of the element is. */
    idBelow(element: GraphElement, suffix: string): string {
        const id = this.idOf(element) ?? this.nodeIdOf(element);
        return id === undefined ? uuid5(element.id, suffix) : uuid5(this.rootOf(element).id, `${id}${suffix}`);
    }

    /**
     * The qualified form of a node's id, which ends with a slot (contract: conversion 4.3). Finds only nodes that may contain bodies of
     * expressions.
     */
    private nodeIdOf(element: GraphElement): string | undefined {
        if (!this.nodeIds.has(element)) {
            this.nodeIds.set(element, undefined);
            this.nodeIds.set(element, this.findNode(element));
        }
        return this.nodeIds.get(element);
    }

    private findNode(element: GraphElement): string | undefined {
        const owner = this.elementAround(element);
        // The id of the value of a parameter consists of the id of the parameter's owner and a slot.
        for (const holder of [owner, owner && this.elementAround(owner)]) {
            const outer = holder && (this.idOf(holder) ?? this.nodeIdOf(holder));
            const count = holder === undefined ? 0 : this.ownership.relationshipsOf(holder).length;
            const slots = [...SLOTS, ...NUMBERED_SLOTS.flatMap(slot => Array.from({ length: count + 1 }, (_, i) => `${slot}${i}`))];
            const slot = outer === undefined ? undefined : slots.find(s => this.hasId(element, `${outer}_p${s}`) === true);
            if (slot !== undefined) {
                return `${outer}_p${slot}`;
            }
        }
        return undefined;
    }

    private elementAround(element: GraphElement): GraphElement | undefined {
        const relationship = this.ownership.relationshipTo(element);
        return relationship && this.ownership.ownerOf(relationship);
    }

    private find(element: GraphElement): string | undefined {
        const owner = this.declaringOwner(element);
        const name = nameOf(element);
        if (owner === undefined) {
            return isUuid(element.id) && name !== undefined ? encodeName(segmentOf(name)) : undefined;
        }
        const outer = this.idOf(owner);
        if (outer === undefined) {
            return undefined;
        }
        const named = name === undefined ? undefined : `${outer}__${encodeName(segmentOf(name))}`;
        if (named !== undefined && this.hasId(element, named) === true) {
            return named;
        }
        return this.positionIdsIn(owner, outer).get(element.id);
    }

    /** The qualified forms of the ids of an owner's unnamed members by UUID. They are computed once for each owner. */
    private positionIdsIn(owner: GraphElement, outer: string): ReadonlyMap<string, string> {
        let ids = this.positionIds.get(owner);
        if (ids === undefined) {
            const root = this.rootOf(owner).id;
            const count = isUuid(root) ? this.ownership.relationshipsOf(owner).length + this.ownership.membersOf(owner).length : 0;
            ids = new Map(
                Array.from({ length: count }, (_, at) => {
                    const id = `${outer}__${encodeName(positionSegment(at))}`;
                    return [uuid5(root, id), id];
                })
            );
            this.positionIds.set(owner, ids);
        }
        return ids;
    }

    /** The element that declares another one. For a member of a relationship's body, that is the relationship. */
    private declaringOwner(element: GraphElement): GraphElement | undefined {
        const relationship = this.ownership.relationshipTo(element);
        return relationship === undefined || isOwnershipOrAnnotation(relationship)
            ? this.ownership.ownerOf(relationship ?? element)
            : relationship;
    }

    private rootOf(element: GraphElement): GraphElement {
        let root = element;
        for (let at = this.ownership.outward(root); at !== undefined; at = this.ownership.outward(root)) {
            root = at;
        }
        return root;
    }
}

/** Whether a relationship only connects a declaration to its owner and is not itself a declaration. */
export const isOwnershipOrAnnotation = ({ metaclass }: GraphElement): boolean =>
    isKind(metaclass, 'OwningMembership') || isKind(metaclass, 'Annotation');

/** The declared name of an element, else its short name; for a membership, its member name. */
export function nameOf(element: GraphElement): string | undefined {
    const isMembership = isKind(element.metaclass, 'Membership');
    return isMembership
        ? (element.text('memberName') ?? element.text('memberShortName'))
        : (element.text('declaredName') ?? element.text('declaredShortName'));
}

/**
 * The qualified name that the id of a declaration encodes (contract: conversion 4.2); undefined unless it ends with the name of the
 * declaration or with a position: an id of another tool, such as `n17`, may decode to any text.
 */
export function nameInId(element: GraphElement): string | undefined {
    const name = isUuid(element.id) ? undefined : decodeName(element.id);
    const last = name === undefined ? undefined : qualifiedSegments(name).at(-1);
    return last !== undefined && (last.position !== undefined || last.name === nameOf(element)) ? name : undefined;
}
