/**
 * Transitions of actions that begin at the step in front, `if g then b;` and `else b;` (SysML 8.2.2.17.8), as sparse graphs have them:
 * successions (contract: conversion 8.1). Knows graphs only; `derived/target-successions.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { become, giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';

/**
 * Makes a transition a succession, where it is one by its parts: one of a state has an empty parameter, one with a source names it.
 * @returns whether it is one
 */
export function makeSuccession(transition: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): boolean {
    const memberships = ownership.relationshipsOf(transition).filter(r => isKind(r.metaclass, 'Membership'));
    const [guard, ...others] = memberships.filter(r => r.metaclass === 'TransitionFeatureMembership');
    const owning = memberships.find(r => ownership.membersOf(r).some(member => member.metaclass === 'SuccessionAsUsage'));
    const isOther = memberships.some(r => r.metaclass === 'Membership' || isKind(r.metaclass, 'ParameterMembership'));
    if (owning === undefined || isOther || others.length > 0 || (guard !== undefined && guard.text('kind') !== 'guard')) {
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
