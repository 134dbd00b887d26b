/**
 * Graphs by what the metamodel stores of ownership, the relationships alone (KerML 8.3.2.1), whatever else they state: what patterns that
 * sparse graphs have in another place than the metamodel read and change, in both directions. Knows graphs only.
 */
import { emitMembership } from '../builder/memberships.js';
import { GraphElement, type Value } from '../graph.js';
import { type MetaclassName, propertyOfMetaclass } from '../metamodel/facts.js';

/** A graph that a pattern changes: that of a model (`derived/`), or a document of any tool (`reading/full/`). */
export interface Stored {
    relationshipsOf(owner: GraphElement): readonly GraphElement[];
    membersOf(relationship: GraphElement): readonly GraphElement[];
    /** Makes relationships all that an element owns. */
    order(owner: GraphElement, relationships: readonly GraphElement[]): void;
    /** The id of what the notation does not name, by the element that it hangs on (contract: conversion 4.3). */
    idBelow(element: GraphElement, suffix: string): string;
    /** Takes an element into the graph. */
    write(element: GraphElement): void;
    /** Takes elements out of the graph. What refers to them in lists is changed by the caller, or when all patterns are changed. */
    remove(...elements: readonly GraphElement[]): void;
}

/** A part that one of the two kinds of graph has and the other has not: through what it is owned, and what its id ends with. */
export interface Part {
    readonly suffix: string;
    readonly membership: MetaclassName;
    readonly metaclass: MetaclassName;
    readonly direction?: 'in' | 'out';
}

/** Makes a part of an element, whose membership has a place among what the element owns. */
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

/** What an element names: what the id of the membership ends with, and its place among what the element owns. */
interface Reference {
    readonly suffix: string;
    readonly target: Value;
    readonly at: number;
}

/** Makes the membership by which an element names another one. */
export function refer(graph: Stored, owner: GraphElement, { suffix, target, at }: Reference, hangsOn = owner): void {
    const membership = new GraphElement(graph.idBelow(hangsOn, suffix), 'Membership', 'node', owner.qualifier);
    graph.write(membership.add('memberElement', target));
    giveTo(graph, owner, [membership], at);
}

/** Makes a membership with the feature of a chain (KerML 8.2.5.8.3 OwnedFeatureChainMember), which hangs on an element. */
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

/** A part that an element owns, behind the relationship through which it does. */
type Found = readonly [relationship: GraphElement, part: GraphElement] | readonly [undefined, undefined];
const NOTHING: Found = [undefined, undefined];

/** The part that an element owns through a kind of relationship, the first one, if it is of the metaclass given. */
export function find(
    graph: Stored,
    owner: GraphElement | undefined,
    { membership, metaclass }: Pick<Part, 'membership'> & Partial<Part>
): Found {
    const owning = owner && graph.relationshipsOf(owner).find(r => r.metaclass === membership);
    const [member] = owning === undefined ? [] : graph.membersOf(owning);
    return owning === undefined || member === undefined || member.metaclass !== (metaclass ?? member.metaclass)
        ? NOTHING
        : [owning, member];
}

/** Takes an element out of a graph with all that it owns. */
export function drop(graph: Stored, element: GraphElement): void {
    const dropped = new Set([element]);
    for (const part of dropped) {
        [...graph.membersOf(part), ...graph.relationshipsOf(part)].forEach(owned => dropped.add(owned));
    }
    graph.remove(...dropped);
}

/** Makes an element one of another metaclass, without what that has not. */
export function become(element: GraphElement, metaclass: string): void {
    const { metaclass: former } = element;
    const isOfFormer = (property: string): boolean => propertyOfMetaclass(former, property) !== undefined;
    element.metaclass = metaclass;
    element.discard(property => isOfFormer(property) && propertyOfMetaclass(metaclass, property) === undefined);
}

/** What states of a membership who owns it. */
const OWNER = ['owner', 'owningRelatedElement', 'membershipOwningNamespace'];

/** Takes relationships away from an element, so that others have them. @returns the place of the first of them */
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

/** Makes an expression the value of a feature: what was its membership is the value (KerML 8.3.4.10 FeatureValue). */
export function bind(graph: Stored, feature: GraphElement, expression: GraphElement): void {
    const value = expression.element('owningRelationship')!;
    become(value, 'FeatureValue');
    giveTo(graph, feature, [value], graph.relationshipsOf(feature).length);
}

/** Makes relationships an element's own, in front of the place of another one. */
export function giveTo(graph: Stored, owner: GraphElement, given: readonly GraphElement[], at: number): void {
    const relationships = [...graph.relationshipsOf(owner)];
    relationships.splice(at, 0, ...given);
    graph.order(owner, relationships);
    given.forEach(relationship => emitOwner(graph, relationship, owner));
}

/** States who owns a relationship. */
function emitOwner(graph: Stored, relationship: GraphElement, owner: GraphElement): void {
    OWNER.filter(property => relationship.has(property)).forEach(property => relationship.set(property, [owner]));
    relationship.set('owningRelatedElement', [owner]);
    // what follows from the owner is derived again
    graph.membersOf(relationship).forEach(member => member.discard(property => property === 'owner' || property === 'owningNamespace'));
}
