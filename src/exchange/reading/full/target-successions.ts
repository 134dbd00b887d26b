/**
 * Transitions of actions that begin at the step in front, `if g then b;` and `else b;` (SysML 8.2.2.17.8), as sparse graphs have them:
 * successions (contract: conversion 8.1). Knows graphs only; `derived/target-successions.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { become, giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';
import { isOfState } from './transitions.js';

/**
 * Makes a transition a succession, where it is one by its parts: one of a state has an empty parameter, one with a source names it.
 * @returns whether it is one
 */
export function makeSuccession(transition: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): boolean {
    const memberships = ownership.relationshipsOf(transition).filter(r => isKind(r.metaclass, 'Membership'));
    const [guard, ...others] = memberships.filter(r => r.metaclass === 'TransitionFeatureMembership');
    const owning = memberships.find(r => ownership.membersOf(r).some(member => member.metaclass === 'SuccessionAsUsage'));
    const isOther = memberships.some(r => r.metaclass === 'Membership' || isKind(r.metaclass, 'ParameterMembership'));
    if (
        owning === undefined ||
        isOther ||
        (isOfState(transition, ownership) && !isBehindEntry(transition, ownership)) ||
        others.length > 0 ||
        (guard !== undefined && guard.text('kind') !== 'guard')
    ) {
        return false;
    }
    const [succession] = ownership.membersOf(owning);
    become(transition, 'SuccessionAsUsage');
    if (guard !== undefined) {
        become(guard, 'FeatureMembership');
    }
    transition.set('sysx:isElse', guard === undefined ? [true] : []);
    dropped.add(owning).add(succession);
    giveTo(transition, ownership.relationshipsOf(succession), memberships.indexOf(owning) + 1, ownership);
    return true;
}

/** Whether what begins at a transition of a state is the entry of that, in front (SysML 8.2.2.18.2 EntryTransitionMember). */
function isBehindEntry(transition: GraphElement, ownership: OwnershipIndex): boolean {
    const membership = ownership.relationshipTo(transition)!;
    const before = ownership.relationshipsOf(ownership.ownerOf(membership)!).slice(0, ownership.placeOf(membership));
    const isConnecting = (r: GraphElement): boolean =>
        ownership.membersOf(r).some(member => isKind(member.metaclass, 'TransitionUsage') || isKind(member.metaclass, 'Succession'));
    return [...before].reverse().find(r => !isConnecting(r))?.metaclass === 'StateSubactionMembership';
}
