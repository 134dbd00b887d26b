/** Implements {@link Stored} for the documents of any tool, in which either side may state ownership. */
import type { GraphElement } from '../../graph.js';
import { isUuid } from '../../ids.js';
import type { MetaclassName } from '../../metamodel/facts.js';
import type { Stored } from '../../patterns/stored.js';
import { madeFrom, OWNED_LISTS } from './body-references.js';
import { without } from './hidden-parts.js';
import { type OwnershipIndex, ownershipAmong } from './ownership-index.js';
import { nameInId, UuidNames } from './uuid-names.js';

/** Lists of the elements that an owner owns through relationships. */
const OF_MEMBERS: ReadonlySet<string> = new Set(['ownedElement', 'ownedMember']);

export class StoredDocument implements Stored {
    readonly ownership: OwnershipIndex;
    readonly uuids: UuidNames;
    readonly removed = new Set<GraphElement>();
    private readonly written: GraphElement[] = [];
    private readonly ordered = new Map<GraphElement, readonly GraphElement[]>();

    constructor(private readonly elements: readonly GraphElement[]) {
        this.ownership = ownershipAmong(elements);
        this.uuids = new UuidNames(this.ownership);
    }

    /** The current elements of the document: the same list object if nothing was changed. */
    get current(): readonly GraphElement[] {
        const isChanged = this.written.length > 0 || this.ordered.size > 0;
        return without(isChanged ? [...this.elements, ...this.written] : this.elements, this.removed);
    }

    /** Whether the id of an element is made from the name of a declaration. For UUIDs, tries the possible names. */
    isDeclared(element: GraphElement): boolean {
        return (isUuid(element.id) ? this.uuids.idOf(element) : nameInId(element)) !== undefined;
    }

    relationshipsOf(owner: GraphElement): readonly GraphElement[] {
        return this.ordered.get(owner) ?? this.ownership.relationshipsOf(owner);
    }

    membersOf(relationship: GraphElement): readonly GraphElement[] {
        return this.ownership.membersOf(relationship);
    }

    order(owner: GraphElement, relationships: readonly GraphElement[]): void {
        const stated = owner.all('ownedRelationship');
        const isSame = relationships.length === stated.length && relationships.every((relationship, at) => relationship === stated[at]);
        this.ordered.set(owner, relationships);
        // The derived lists of a full document may include elements of other owners, which a sparse graph must not state.
        const own = new Set([...relationships, ...relationships.flatMap(relationship => this.membersOf(relationship))]);
        const isOfOthers = (property: string): boolean => owner.elements(property).some(element => !own.has(element));
        owner.discard(property => OWNED_LISTS.has(property) && (!isSame || OF_MEMBERS.has(property) || isOfOthers(property)));
        owner.set('ownedRelationship', relationships);
    }

    idBelow(element: GraphElement, suffix: string): string {
        return isUuid(element.id) ? this.uuids.idBelow(element, suffix) : `${element.id}${suffix}`;
    }

    write(element: GraphElement): void {
        element.state = 'written';
        this.written.push(element);
    }

    /** Makes an element that the document omits. Its id is derived from the id of an existing element. */
    make(from: GraphElement, suffix: string, metaclass: MetaclassName): GraphElement {
        const made = madeFrom(from, suffix, metaclass);
        this.write(made);
        return made;
    }

    remove(...elements: readonly GraphElement[]): void {
        elements.forEach(element => this.removed.add(element));
    }
}
