/** How elements of a full document become parts of others, or elements of another metaclass. Knows graphs only. */
import type { GraphElement } from '../../graph.js';
import { propertyOfMetaclass } from '../../metamodel/facts.js';
import type { OwnershipIndex } from './ownership-index.js';

/** Makes an element one of another metaclass, without what that has not. */
export function become(element: GraphElement, metaclass: string): void {
    const { metaclass: former } = element;
    const isOfFormer = (property: string): boolean => propertyOfMetaclass(former, property) !== undefined;
    element.metaclass = metaclass;
    element.discard(property => isOfFormer(property) && propertyOfMetaclass(metaclass, property) === undefined);
}

/** What states of a membership who owns it. */
const OWNER = ['owner', 'owningRelatedElement', 'membershipOwningNamespace'];

/** Makes relationships an element's own, in front of the place of another one. */
export function giveTo(owner: GraphElement, given: readonly GraphElement[], at: number, ownership: OwnershipIndex): void {
    const relationships = [...ownership.relationshipsOf(owner)];
    relationships.splice(at, 0, ...given);
    owner.set('ownedRelationship', relationships);
    given.forEach(relationship => emitOwner(relationship, owner, ownership));
}

/** States who owns a relationship. */
export function emitOwner(relationship: GraphElement, owner: GraphElement, ownership: OwnershipIndex): void {
    OWNER.filter(property => relationship.has(property)).forEach(property => relationship.set(property, [owner]));
    relationship.set('owningRelatedElement', [owner]);
    // what follows from the owner is derived again
    ownership.membersOf(relationship).forEach(member => member.discard(property => property === 'owner' || property === 'owningNamespace'));
}
