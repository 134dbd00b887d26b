/**
 * The interface by which patterns change a graph: ownership by relationships, as documents store it (KerML 8.3.2.1). Patterns convert parts
 * that sparse graphs place differently than the metamodel, in both directions. Depends on graphs only.
 */
import { emitMembership } from '../builder/memberships.js';
import { GraphElement, type Value } from '../graph.js';
import { type MetaclassName, propertyOfMetaclass } from '../metamodel/facts.js';

/** A graph that a pattern changes: the graph of a model (`derived/`) or a document of any tool (`reading/full/`). */
export interface Stored {
    relationshipsOf(owner: GraphElement): readonly GraphElement[];
    membersOf(relationship: GraphElement): readonly GraphElement[];
    /** Replaces the list of relationships that an element owns. */
    order(owner: GraphElement, relationships: readonly GraphElement[]): void;
    /** The id of an element without a name, made from the id of another element (contract: conversion 4.3). */
    idBelow(element: GraphElement, suffix: string): string;
    /** Adds an element to the graph. */
    write(element: GraphElement): void;
    /**
     * Removes elements from the graph. Does not update lists that refer to them: the caller does, or the code that runs after all patterns.
     */
    remove(...elements: readonly GraphElement[]): void;
}

/** A part that only one kind of graph has: the suffix of its id, its membership and its metaclass. */
export interface Part {
    readonly suffix: string;
    readonly membership: MetaclassName;
    readonly metaclass: MetaclassName;
    readonly direction?: 'in' | 'out';
}

/**
 * Makes a part of an element.
 * @param at the index of its membership among the owned relationships
 * @param hangsOn the element from whose id the new ids are made
 */
export function make(graph: Stored, owner: GraphElement, part: Part, at: number, hangsOn = owner): GraphElement {
    const { suffix, metaclass, direction } = part;
    const made = new GraphElement(graph.idBelow(hangsOn, suffix), metaclass, 'node', owner.qualifier);
    const membership = new GraphElement(graph.idBelow(hangsOn, `${suffix}_om`), part.membership, 'node', owner.qualifier);
    emitMembership(membership, owner, made);
    made.add('owningRelationship', membership).add('direction', direction);
    [made, membership].forEach(element => graph.write(element));
    giveTo(graph, owner, [membership], at);
    return made;
}

/** A membership by which an element refers to another one: the suffix of its id, its target and its index. */
interface Reference {
    readonly suffix: string;
    readonly target: Value;
    readonly at: number;
}

/** Makes the membership by which an element refers to another one. @param hangsOn the element from whose id its id is made */
export function refer(graph: Stored, owner: GraphElement, { suffix, target, at }: Reference, hangsOn = owner): void {
    const membership = new GraphElement(graph.idBelow(hangsOn, suffix), 'Membership', 'node', owner.qualifier);
    graph.write(membership.add('memberElement', target));
    giveTo(graph, owner, [membership], at);
}

/**
 * Makes a membership that owns the feature of a chain (KerML 8.2.5.8.3 OwnedFeatureChainMember). Its id is made from that of the given
 * element.
 */
export function makeChain(graph: Stored, { id, qualifier }: GraphElement, suffix: string, steps: readonly Value[]): GraphElement {
    const node = (end: string, metaclass: MetaclassName): GraphElement => {
        const made = new GraphElement(`${id}${suffix}${end}`, metaclass, 'node', qualifier);
        graph.write(made);
        return made;
    };
    const [membership, chain] = [node('', 'OwningMembership'), node('_pchain', 'Feature')];
    membership.add('memberElement', chain).add('ownedRelatedElement', chain);
    chain.add('owningRelationship', membership);
    steps.forEach((step, i) => {
        const link = node(`_pchain_pfc${i}`, 'FeatureChaining').add('chainingFeature', step).add('owningRelatedElement', chain);
        chain.add('ownedRelationship', link).add('chainingFeature', step);
    });
    return membership;
}

/** A part and the relationship that owns it. */
type Found = readonly [relationship: GraphElement, part: GraphElement] | readonly [undefined, undefined];
const NOTHING: Found = [undefined, undefined];

/** The element that the first relationship of a metaclass owns, if it has the given metaclass. */
export function find(
    graph: Stored,
    owner: GraphElement | undefined,
    { membership, metaclass }: Pick<Part, 'membership'> & Partial<Part>
): Found {
    const owning = owner && graph.relationshipsOf(owner).find(r => r.metaclass === membership);
    const member = owning && graph.membersOf(owning).at(0);
    return owning === undefined || member === undefined || member.metaclass !== (metaclass ?? member.metaclass)
        ? NOTHING
        : [owning, member];
}

/** Removes an element with everything that it owns. */
export function drop(graph: Stored, element: GraphElement): void {
    const dropped = new Set([element]);
    for (const part of dropped) {
        [...graph.membersOf(part), ...graph.relationshipsOf(part)].forEach(owned => dropped.add(owned));
    }
    graph.remove(...dropped);
}

/** Changes the metaclass of an element and discards the properties that the new metaclass does not have. */
export function become(element: GraphElement, metaclass: string): void {
    const { metaclass: former } = element;
    const isOfFormer = (property: string): boolean => propertyOfMetaclass(former, property) !== undefined;
    element.metaclass = metaclass;
    element.discard(property => isOfFormer(property) && propertyOfMetaclass(metaclass, property) === undefined);
}

/** Properties by which a membership refers to its owner. */
const OWNER = ['owner', 'owningRelatedElement', 'membershipOwningNamespace'];

/** Removes relationships from an element, to give them to another one. @returns the index of the first */
export function takeFrom(graph: Stored, owner: GraphElement, taken: readonly GraphElement[]): number {
    const relationships = graph.relationshipsOf(owner);
    const isTaken = (relationship: GraphElement): boolean => taken.includes(relationship);
    const at = relationships.findIndex(isTaken);
    graph.order(
        owner,
        relationships.filter(r => !isTaken(r))
    );
    return at < 0 ? relationships.length : at;
}

/** Makes an expression the value of a feature. Its membership becomes the feature value (KerML 8.3.4.10 FeatureValue). */
export function bind(graph: Stored, feature: GraphElement, expression: GraphElement): void {
    const value = expression.element('owningRelationship')!;
    become(value, 'FeatureValue');
    giveTo(graph, feature, [value], graph.relationshipsOf(feature).length);
}

/** Inserts relationships at an index of an element's relationships. */
export function giveTo(graph: Stored, owner: GraphElement, given: readonly GraphElement[], at: number): void {
    const relationships = [...graph.relationshipsOf(owner)];
    relationships.splice(at, 0, ...given);
    graph.order(owner, relationships);
    given.forEach(relationship => emitOwner(graph, relationship, owner));
}

/** States the owner of a relationship. */
function emitOwner(graph: Stored, relationship: GraphElement, owner: GraphElement): void {
    OWNER.filter(property => relationship.has(property)).forEach(property => relationship.set(property, [owner]));
    relationship.set('owningRelatedElement', [owner]);
    // Discards properties that follow from the owner: they are derived again later.
    graph.membersOf(relationship).forEach(member => member.discard(property => property === 'owner' || property === 'owningNamespace'));
}
