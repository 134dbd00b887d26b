/** Indexes ownership by the relationships between owners and members (KerML 8.3.2.1), whichever side states it. Depends on graphs only. */
import { GraphElement, type Value } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';

/** Properties by which a relationship refers to its owner: the stored one first, then the derived ones. */
const OWNER = ['owningRelatedElement', 'membershipOwningNamespace', 'importOwningNamespace'];
/** Properties by which a relationship refers to its members. */
const OWNED = ['ownedRelatedElement', 'ownedMemberElement'];
/** Properties by which an element refers to its owning relationship. */
const OWNING = ['owningRelationship', 'owningMembership'];

export class OwnershipIndex {
    private readonly relationships = new Map<GraphElement, GraphElement[]>();
    private readonly owners = new Map<GraphElement, GraphElement>();
    private readonly owned = new Map<GraphElement, GraphElement[]>();
    /** The index of each relationship in its owner's list. */
    private readonly places = new Map<GraphElement, number>();
    private readonly owning = new Map<GraphElement, GraphElement>();

    constructor(elements: readonly GraphElement[]) {
        for (const element of elements) {
            for (const relationship of element.all('ownedRelationship')) {
                this.recordOwner(relationship, element);
            }
        }
        for (const element of elements) {
            if (isKind(element.metaclass, 'Relationship')) {
                OWNER.forEach(property => this.recordOwner(element, element.get(property)));
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
            OWNING.forEach(property => this.recordMember(element, element.get(property)));
        }
    }

    private recordOwner(relationship: Value, owner: Value | undefined): void {
        if (relationship instanceof GraphElement && owner instanceof GraphElement && !this.owners.has(relationship)) {
            this.owners.set(relationship, owner);
            this.places.set(relationship, addTo(this.relationships, owner, relationship) - 1);
        }
    }

    private recordMember(member: Value | undefined, relationship: Value | undefined): void {
        if (member instanceof GraphElement && relationship instanceof GraphElement && !this.owning.has(member)) {
            this.owning.set(member, relationship);
            addTo(this.owned, relationship, member);
        }
    }

    /** The relationships that an element owns, in order. */
    relationshipsOf(owner: GraphElement): readonly GraphElement[] {
        return this.relationships.get(owner) ?? NONE;
    }

    /** The index of a relationship in its owner's list; -1 if it has no owner. */
    placeOf(relationship: GraphElement): number {
        return this.places.get(relationship) ?? -1;
    }

    /** The elements that a relationship owns, in order. */
    membersOf(relationship: GraphElement): readonly GraphElement[] {
        return this.owned.get(relationship) ?? NONE;
    }

    /** The element that owns a relationship. */
    ownerOf(relationship: GraphElement): GraphElement | undefined {
        return this.owners.get(relationship);
    }

    /** The relationship that owns an element. */
    relationshipTo(member: GraphElement): GraphElement | undefined {
        return this.owning.get(member);
    }

    /** The next element outwards: the owning relationship of an element, or the owner of a relationship. */
    outward(element: GraphElement): GraphElement | undefined {
        return this.owning.get(element) ?? this.owners.get(element);
    }

    /** The owner of an element, if the owning relationship is of a kind. */
    ownerThrough(member: GraphElement, kind: Parameters<typeof isKind>[1]): GraphElement | undefined {
        const relationship = this.owning.get(member);
        return relationship !== undefined && isKind(relationship.metaclass, kind) ? this.owners.get(relationship) : undefined;
    }

    /** The elements that an element owns through relationships of a kind, in order. */
    ownedThrough(owner: GraphElement, kind: Parameters<typeof isKind>[1]): GraphElement[] {
        return this.relationshipsOf(owner)
            .filter(relationship => isKind(relationship.metaclass, kind))
            .flatMap(relationship => this.membersOf(relationship));
    }
}

const NONE: readonly GraphElement[] = [];

const indexes = new WeakMap<readonly GraphElement[], OwnershipIndex>();

/**
 * The index of a list of elements, which is made once for each list. Whoever changes ownership among elements hands on another list of
 * them, if only a copy.
 */
export function ownershipAmong(elements: readonly GraphElement[]): OwnershipIndex {
    let index = indexes.get(elements);
    if (index === undefined) {
        indexes.set(elements, (index = new OwnershipIndex(elements)));
    }
    return index;
}

/** @returns the new number of values */
function addTo(map: Map<GraphElement, GraphElement[]>, key: GraphElement, value: GraphElement): number {
    const known = map.get(key);
    if (known === undefined) {
        map.set(key, [value]);
        return 1;
    }
    return known.push(value);
}
