/**
 * The places of members in a graph that was edited (contract: conversion 4.1, 5.2, 11.3): members come in the order of `sysx:memberIndex`;
 * one without follows the member ahead of it in its owner's list. What has no name is known by its position, so that its id is another one
 * when members ahead of it came or went. Knows graphs only.
 */
import { byPosition, type Graph, type GraphElement } from '../graph.js';
import { encodeName, positionSegment, qualifiedSegments, segmentOf } from '../ids.js';
import { isKind } from '../metamodel/facts.js';

const NO_OWNER = Symbol('roots');

/** Gives the members of each owner the places that they come in, and what is known by its place the id of that. */
export function assignPositions(graph: Graph): void {
    if (!graph.elements.some(e => e.has('sysx:memberIndex'))) {
        return;
    }
    const groups = new Map<GraphElement | typeof NO_OWNER, GraphElement[]>();
    for (const element of graph.elements.filter(isDeclared)) {
        const owner = element.element('owner') ?? element.element('owningNamespace') ?? NO_OWNER;
        const group = groups.get(owner);
        if (group === undefined) {
            groups.set(owner, [element]);
        } else {
            group.push(element);
        }
    }
    const ids = new Map<string, string>();
    const assign = (owner: GraphElement | typeof NO_OWNER, names: Renaming | undefined): void => {
        const members = inOrder(groups.get(owner) ?? [], owner === NO_OWNER ? [] : listOf(owner));
        const taken = new Set<string>();
        members.forEach((member, place) => {
            if (member.integer('sysx:memberIndex') !== place) {
                member.set('sysx:memberIndex', [place]);
            }
            assign(member, renamed(member, segmentAt(member, place, taken), names, ids));
        });
    };
    assign(NO_OWNER, undefined);
    if (ids.size > 0) {
        graph.elements.forEach(element => renewIds(element, ids));
    }
}

/** What the qualified names below an element began with, and what they begin with now. */
interface Renaming {
    readonly from: string;
    readonly to: string;
}

/** A declaration that a body holds, or may hold: parts of others have neither a position nor a name. */
function isDeclared(element: GraphElement): boolean {
    return (
        element.state === 'written' &&
        element.base === 'element' &&
        (element.has('sysx:memberIndex') || (element.has('qualifiedName') && !isKind(element.metaclass, 'ConjugatedPortDefinition')))
    );
}

/** The members that an owner lists, in its order. */
function listOf(owner: GraphElement): readonly GraphElement[] {
    return owner.elements('ownedRelationship').map(relationship => relationship.element('ownedMemberElement') ?? relationship);
}

/** Members by their positions; those without behind the one ahead of them in a list, and what is in no list last. */
function inOrder(members: readonly GraphElement[], list: readonly GraphElement[]): readonly GraphElement[] {
    const placed = members.filter(m => m.has('sysx:memberIndex')).sort(byPosition);
    if (placed.length === members.length) {
        return placed;
    }
    const isPlaced = new Set(placed);
    const others = new Set(members.filter(m => !isPlaced.has(m)));
    const behind = new Map<GraphElement | undefined, GraphElement[]>([undefined, ...placed].map(m => [m, m === undefined ? [] : [m]]));
    let ahead: GraphElement | undefined;
    for (const member of list) {
        if (isPlaced.has(member)) {
            ahead = member;
        } else if (others.delete(member)) {
            behind.get(ahead)!.push(member);
        }
    }
    return [...behind.values(), [...others]].flat();
}

/** What a member is called that is known by its place: that, unless it has a name which is free by now; undefined for all others. */
function segmentAt(member: GraphElement, place: number, taken: Set<string>): string | undefined {
    const own = member.text('declaredName') ?? member.text('declaredShortName');
    const isFree = own !== undefined && !taken.has(own);
    if (isFree) {
        taken.add(own);
    }
    const isPlaced = qualifiedSegments(member.text('qualifiedName') ?? '').at(-1)?.position !== undefined;
    return isPlaced ? (isFree ? segmentOf(own) : positionSegment(place)) : undefined;
}

/** Gives a member its name where that of its owner changed, or its own segment; its id, if that follows from the name, goes to `ids`. */
function renamed(
    member: GraphElement,
    segment: string | undefined,
    above: Renaming | undefined,
    ids: Map<string, string>
): Renaming | undefined {
    const name = member.text('qualifiedName');
    const last = name === undefined ? undefined : qualifiedSegments(name).at(-1);
    if (name === undefined || last === undefined) {
        return undefined;
    }
    const stated = last.position === undefined ? segmentOf(last.name) : positionSegment(last.position);
    const owner = name.slice(0, -stated.length);
    const now = (above !== undefined && owner === `${above.from}::` ? `${above.to}::` : owner) + (segment ?? stated);
    if (now === name) {
        return undefined;
    }
    member.set('qualifiedName', [now]);
    if (member.id === encodeName(name)) {
        ids.set(member.id, encodeName(now));
    }
    return { from: name, to: now };
}

/** Gives an element whose id is made of one that changed the id that is made of the new one. */
function renewIds(element: GraphElement, ids: ReadonlyMap<string, string>): void {
    const { id } = element;
    for (let end = id.length; end > 0; end = id.lastIndexOf('_', end - 1)) {
        const now = ids.get(id.slice(0, end));
        // two digits behind the line are a character of the same name
        if (now !== undefined && !/^_[0-9a-f]{2}/.test(id.slice(end))) {
            element.identify(now + id.slice(end));
            if (element.text('elementId') === id) {
                element.set('elementId', [element.id]);
            }
            return;
        }
    }
}
