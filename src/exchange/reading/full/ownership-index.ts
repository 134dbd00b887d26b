/** Indexes ownership by the relationships between owners and members (KerML 8.3.2.1), whichever side states it. Depends on graphs only. */
import { GraphElement, type Value } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';

/** Properties by which a relationship refers to its owner: the stored one first, then the derived ones. */
const OWNER = ['owningRelatedElement', 'membershipOwningNamespace', 'importOwningNamespace'];
/** Properties by which a relationship refers to its members. */
const OWNED = ['ownedRelatedElement', 'ownedMemberElement'];
/** Properties by which an element refers to its owning relationship. */
const OWNING = ['owningRelationship', 'owningMembership'];

/** The facts about the ownership of an element. */
class Ownership {
    /** the relationships that the element owns */
    relationships: GraphElement[] | undefined;
    /** the elements that the element owns as a relationship */
    members: GraphElement[] | undefined;
    /** the relationship that owns the element */
    owning: GraphElement | undefined;
    /** the owner of the element as a relationship, and its index in the owner's list */
    owner: GraphElement | undefined;
    place = -1;
}

export class OwnershipIndex {
    /** One map, because indexes are made often and most elements have several of these facts. */
    private readonly facts = new Map<GraphElement, Ownership>();

    constructor(elements: readonly GraphElement[]) {
        for (const element of elements) {
            for (const relationship of element.all('ownedRelationship')) {
                this.recordOwner(relationship, element);
            }
        }
        for (const element of elements) {
            if (isKind(element.metaclass, 'Relationship')) {
                for (const property of this.facts.get(element)?.owner === undefined ? OWNER : NO_PROPERTIES) {
                    this.recordOwner(element, element.get(property));
                }
                for (const property of OWNED) {
                    for (const member of element.all(property)) {
                        this.recordMember(member, element);
                    }
                }
                if (isKind(element.metaclass, 'OwningMembership')) {
                    this.recordMember(element.get('memberElement'), element);
                }
            }
        }
        for (const element of elements) {
            for (const property of this.facts.get(element)?.owning === undefined ? OWNING : NO_PROPERTIES) {
                this.recordMember(element, element.get(property));
            }
        }
    }

    private factsOf(element: GraphElement): Ownership {
        let facts = this.facts.get(element);
        if (facts === undefined) {
            this.facts.set(element, (facts = new Ownership()));
        }
        return facts;
    }

    private recordOwner(relationship: Value, owner: Value | undefined): void {
        if (relationship instanceof GraphElement && owner instanceof GraphElement) {
            const facts = this.factsOf(relationship);
            if (facts.owner === undefined) {
                facts.owner = owner;
                facts.place = (this.factsOf(owner).relationships ??= []).push(relationship) - 1;
            }
        }
    }

    private recordMember(member: Value | undefined, relationship: Value | undefined): void {
        if (member instanceof GraphElement && relationship instanceof GraphElement) {
            const facts = this.factsOf(member);
            if (facts.owning === undefined) {
                facts.owning = relationship;
                (this.factsOf(relationship).members ??= []).push(member);
            }
        }
    }

    /** The relationships that an element owns, in order. */
    relationshipsOf(owner: GraphElement): readonly GraphElement[] {
        return this.facts.get(owner)?.relationships ?? NONE;
    }

    /** Sorts the relationships of an owner. @param relationships the same relationships in another order */
    order(owner: GraphElement, relationships: GraphElement[]): void {
        const facts = this.facts.get(owner);
        if (facts !== undefined) {
            facts.relationships = relationships;
            relationships.forEach((relationship, place) => (this.factsOf(relationship).place = place));
        }
    }

    /** The index of a relationship in its owner's list; -1 if it has no owner. */
    placeOf(relationship: GraphElement): number {
        return this.facts.get(relationship)?.place ?? -1;
    }

    /** The elements that a relationship owns, in order. */
    membersOf(relationship: GraphElement): readonly GraphElement[] {
        return this.facts.get(relationship)?.members ?? NONE;
    }

    /** The element that owns a relationship. */
    ownerOf(relationship: GraphElement): GraphElement | undefined {
        return this.facts.get(relationship)?.owner;
    }

    /** The relationship that owns an element. */
    relationshipTo(member: GraphElement): GraphElement | undefined {
        return this.facts.get(member)?.owning;
    }

    /** The owning relationship of an element; for a relationship without one, its owner. */
    outward(element: GraphElement): GraphElement | undefined {
        const facts = this.facts.get(element);
        return facts?.owning ?? facts?.owner;
    }

    /** The owner of an element, if the owning relationship is of a kind. */
    ownerThrough(member: GraphElement, kind: Parameters<typeof isKind>[1]): GraphElement | undefined {
        const relationship = this.relationshipTo(member);
        return relationship !== undefined && isKind(relationship.metaclass, kind) ? this.ownerOf(relationship) : undefined;
    }

    /** The elements that an element owns through relationships of a kind, in order. */
    ownedThrough(owner: GraphElement, kind: Parameters<typeof isKind>[1]): GraphElement[] {
        return this.relationshipsOf(owner)
            .filter(relationship => isKind(relationship.metaclass, kind))
            .flatMap(relationship => this.membersOf(relationship));
    }
}

const NONE: readonly GraphElement[] = [];
const NO_PROPERTIES: readonly string[] = [];

const indexes = new WeakMap<readonly GraphElement[], OwnershipIndex>();

/**
 * The index of a list of elements, which is made once for each list object. A function that changes the owners of elements returns a new
 * list, at least a copy, for which a new index is made. A function that only reorders relationships calls `order`.
 */
export function ownershipAmong(elements: readonly GraphElement[]): OwnershipIndex {
    let index = indexes.get(elements);
    if (index === undefined) {
        indexes.set(elements, (index = new OwnershipIndex(elements)));
    }
    return index;
}
