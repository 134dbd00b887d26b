/**
 * Who owns whom in a graph, by the relationships that stand between the two (KerML 8.3.2.1): from whichever side it is stated. Knows graphs
 * only.
 */
import { GraphElement, type Value } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';

/** The properties of a relationship that name its owner: the one that the metamodel stores, then those that follow from it. */
const OWNER = ['owningRelatedElement', 'membershipOwningNamespace', 'importOwningNamespace'];
/** Those that name what it owns. */
const OWNED = ['ownedRelatedElement', 'ownedMemberElement'];
/** Those of an element that name the relationship that owns it. */
const OWNING = ['owningRelationship', 'owningMembership'];

export class OwnershipIndex {
    private readonly relationships = new Map<GraphElement, GraphElement[]>();
    private readonly owners = new Map<GraphElement, GraphElement>();
    private readonly owned = new Map<GraphElement, GraphElement[]>();
    /** The places of relationships among those of their owner. */
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

    /** The place of a relationship among those of its owner. */
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

    /** The next element outwards, relationships included. */
    outward(element: GraphElement): GraphElement | undefined {
        return this.owning.get(element) ?? this.owners.get(element);
    }

    /** The element that owns another one through a relationship of a kind. */
    ownerThrough(member: GraphElement, kind: Parameters<typeof isKind>[1]): GraphElement | undefined {
        const relationship = this.owning.get(member);
        return relationship !== undefined && isKind(relationship.metaclass, kind) ? this.owners.get(relationship) : undefined;
    }

    /** What an element owns through relationships of a kind, in order. */
    ownedThrough(owner: GraphElement, kind: Parameters<typeof isKind>[1]): GraphElement[] {
        return this.relationshipsOf(owner)
            .filter(relationship => isKind(relationship.metaclass, kind))
            .flatMap(relationship => this.membersOf(relationship));
    }
}

const NONE: readonly GraphElement[] = [];

/** @returns how many there are now */
function addTo(map: Map<GraphElement, GraphElement[]>, key: GraphElement, value: GraphElement): number {
    const known = map.get(key);
    if (known === undefined) {
        map.set(key, [value]);
        return 1;
    }
    return known.push(value);
}
