/**
 * Assigns new positions to the members of an edited graph (contract: conversion 4.1, 5.2, 11.3). Members are sorted by `sysx:memberIndex`;
 * a member without it follows its predecessor in the owner's list. Unnamed elements are identified by position, so their ids change when
 * the members before them change. Depends on graphs only.
 */
import { byPosition, type Graph, type GraphElement } from '../graph.js';
import { encodeName, positionSegment, qualifiedSegments, segmentOf } from '../ids.js';
import { isKind } from '../metamodel/facts.js';

const NO_OWNER = Symbol('roots');

/** Assigns positions to all members, and new ids to the elements that are identified by position. */
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
    graph.elements.forEach(element => renewIds(element, ids));
}

/** The old and the new prefix of the qualified names below an element. */
interface Renaming {
    readonly from: string;
    readonly to: string;
}

/**
 * Whether an element is a declaration in a body. Other elements have neither a position nor a qualified name, except conjugated port
 * definitions.
 */
function isDeclared(element: GraphElement): boolean {
    return (
        element.state === 'written' &&
        element.base === 'element' &&
        (element.has('sysx:memberIndex') || (element.has('qualifiedName') && !isKind(element.metaclass, 'ConjugatedPortDefinition')))
    );
}

/** The members that an owner lists, in the list's order. */
function listOf(owner: GraphElement): readonly GraphElement[] {
    return owner.elements('ownedRelationship').map(relationship => relationship.element('ownedMemberElement') ?? relationship);
}

/**
 * Sorts members by position. A member without a position follows its predecessor in the list, or comes last if the list does not contain
 * it.
 */
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

/**
 * The new segment of a member that is identified by position: its position, or its name if no other member has that name any more;
 * undefined for other members.
 */
function segmentAt(member: GraphElement, place: number, taken: Set<string>): string | undefined {
    const own = member.text('declaredName') ?? member.text('declaredShortName');
    const isFree = own !== undefined && !taken.has(own);
    if (isFree) {
        taken.add(own);
    }
    const isPlaced = qualifiedSegments(member.text('qualifiedName') ?? '').at(-1)?.position !== undefined;
    return isPlaced ? (isFree ? segmentOf(own) : positionSegment(place)) : undefined;
}

/**
 * Renames a member if the name of its owner or its own segment changed. Records the new id in `ids` if the old id followed from the name.
 */
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

/** Gives an element a new id if its id begins with an id that changed. */
function renewIds(element: GraphElement, ids: ReadonlyMap<string, string>): void {
    const { id } = element;
    for (let end = id.length; end > 0; end = id.lastIndexOf('_', end - 1)) {
        const now = ids.get(id.slice(0, end));
        // An underscore with two hex digits encodes a character, so the name continues and is not the renamed one.
        if (now !== undefined && !/^_[0-9a-f]{2}/.test(id.slice(end))) {
            element.identify(now + id.slice(end));
            if (element.text('elementId') === id) {
                element.set('elementId', [element.id]);
            }
            return;
        }
    }
}
