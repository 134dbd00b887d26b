/**
 * Checks that the statements about ownership are consistent (contract: conversion 5.7): memberships agree with their ends, the ends agree
 * with their memberships, and no element owns itself. Depends on graphs only.
 */
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

/** Properties of an owning membership that refer to the owned element. */
const MEMBER_ENDS = ['memberElement', 'ownedMemberElement', 'ownedRelatedElement', 'ownedMemberFeature', 'ownedMemberParameter'];
/** Properties of an owning membership that refer to the owner. */
const OWNER_ENDS = ['membershipOwningNamespace', 'owningRelatedElement', 'owningType', 'owner'];

/** @throws ConversionError naming the element at fault */
export function checkOwnership(graph: Graph): void {
    const owners = new Map<GraphElement, GraphElement>();
    for (const element of graph.elements) {
        if (element.state === 'written' && isKind(element.metaclass, 'Membership')) {
            checkMembership(element, owners);
        }
    }
    for (const element of graph.elements) {
        checkOwned(element, owners.get(element));
    }
    checkCycles(graph);
}

function checkMembership(membership: GraphElement, owners: Map<GraphElement, GraphElement>): void {
    if (!isKind(membership.metaclass, 'OwningMembership')) {
        if (!membership.has('memberElement')) {
            throw cannotConvert(membership.key, 'the membership has no memberElement');
        }
        return;
    }
    const member = theOne(membership, MEMBER_ENDS, 'member');
    if (member === undefined) {
        throw cannotConvert(membership.key, memberAsText(membership) ?? 'the membership states no member');
    }
    theOne(membership, OWNER_ENDS, 'owner');
    const other = owners.get(member);
    if (other !== undefined) {
        throw cannotConvert(member.key, `two memberships own it: ${other.key} and ${membership.key}`);
    }
    owners.set(member, membership);
}

/** The message for a member that is stated as text, such as its id, instead of a reference; undefined if there is none. */
function memberAsText(membership: GraphElement): string | undefined {
    const property = MEMBER_ENDS.find(end => membership.text(end) !== undefined);
    return property === undefined ? undefined : `its ${property} is the text '${membership.text(property)}', not a reference to an element`;
}

/** The single element to which these properties refer; undefined if there is none. @throws ConversionError if they refer to several */
function theOne(membership: GraphElement, properties: readonly string[], what: string): GraphElement | undefined {
    let found: GraphElement | undefined;
    for (const property of properties) {
        for (const value of membership.elements(property)) {
            if (found !== undefined && value !== found) {
                throw cannotConvert(membership.key, `its properties refer to two elements as its ${what}: ${found.key} and ${value.key}`);
            }
            found = value;
        }
    }
    return found;
}

function checkOwned(element: GraphElement, membership: GraphElement | undefined): void {
    const stated = element.element('owningMembership') ?? element.element('owningRelationship');
    if (stated !== undefined && membership !== undefined && stated !== membership) {
        throw cannotConvert(element.key, `it refers to ${stated.key} as its membership, but ${membership.key} refers to it as its member`);
    }
    if (membership === undefined) {
        const names = stated !== undefined && isKind(stated.metaclass, 'OwningMembership') && stated.element('memberElement');
        if (names !== undefined && names !== false && names !== element) {
            throw cannotConvert(element.key, `it refers to ${stated.key} as its membership, but that owns ${names.key}`);
        }
        return;
    }
    const claimed = membership.element('membershipOwningNamespace') ?? membership.element('owningRelatedElement');
    for (const property of ['owner', 'owningNamespace']) {
        const owner = element.element(property);
        if (owner !== undefined && claimed !== undefined && owner !== claimed && owner !== membership) {
            throw cannotConvert(element.key, `its ${property} is ${owner.key}, but the owner of its membership is ${claimed.key}`);
        }
    }
}

/** The owner of an element, which one of several properties states. */
function outward(element: GraphElement): GraphElement | undefined {
    return element.element('owner') ?? element.element('owningNamespace') ?? element.element('owningRelatedElement');
}

function checkCycles(graph: Graph): void {
    const safe = new Set<GraphElement>();
    for (const element of graph.elements) {
        const chain = new Set<GraphElement>();
        for (let at: GraphElement | undefined = element; at !== undefined && !safe.has(at); at = outward(at)) {
            if (chain.has(at)) {
                throw cannotConvert(at.key, 'it owns itself, directly or indirectly');
            }
            chain.add(at);
        }
        chain.forEach(e => safe.add(e));
    }
}
