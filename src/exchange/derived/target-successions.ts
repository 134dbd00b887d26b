/**
 * `if g then b;` and `else b;` in the body of an action: sparse graphs have them as successions (contract: conversion 8.1), the metamodel
 * as transitions that own a guard and a succession (SysML 8.2.2.17.8 GuardedTargetSuccession, DefaultTargetSuccession).
 * `reading/full/target-successions.ts` is the other way.
 */
import type { Builder } from '../builder/builder.js';
import type { GraphElement } from '../graph.js';
import { emitNamespace } from './ownership.js';

/** Whether a succession has a guard or is taken where no other one is. */
export const isTargetSuccession = (element: GraphElement): boolean =>
    element.metaclass === 'SuccessionAsUsage' && (element.has('sysx:guard') || element.is('sysx:isElse'));

/** What a succession states of its ends. */
const OF_ENDS = ['connectorEnd', 'relatedFeature', 'sourceFeature', 'targetFeature'];
/** Lists of what an element owns, and what its memberships state of it. */
const OWNED = ['ownedRelationship', 'ownedMembership', 'ownedFeature', 'ownedFeatureMembership'];
const OWNER = ['owner', 'owningRelatedElement', 'membershipOwningNamespace', 'owningType'];

/** Makes such a succession a transition, which owns one from an empty end to the target. */
export function makeTransition(builder: Builder, element: GraphElement): void {
    const ends = element.elements('connectorEnd');
    const memberships = ends.flatMap(end => end.element('owningMembership') ?? []);
    element.metaclass = 'TransitionUsage';
    for (const list of OWNED) {
        element.set(
            list,
            element.all(list).filter(value => ![...ends, ...memberships].some(e => e === value))
        );
    }
    for (const guard of element.elements('sysx:guard')) {
        const membership = guard.element('owningMembership')!;
        membership.metaclass = 'TransitionFeatureMembership';
        membership.add('kind', 'guard').add('transitionFeature', guard);
        element.add('guardExpression', guard);
    }
    element.add('source', element.get('sourceFeature')).add('target', element.get('targetFeature'));
    const succession = builder.nodeOf(element, 'succession', 'SuccessionAsUsage');
    const membership = builder.own(element, succession, 'OwningMembership');
    element.add('succession', succession);
    builder.begin(succession, element, membership);
    builder.writeMembership(membership, element, succession);
    for (const property of OF_ENDS) {
        succession.set(property, element.all(property));
        element.set(property, []);
    }
    ends.forEach((end, i) => {
        ['ownedRelationship', 'ownedMembership', 'ownedFeatureMembership'].forEach(list => succession.add(list, memberships[i]));
        succession.add('ownedFeature', end);
        OWNER.forEach(property => memberships[i].set(property, [succession]));
        emitNamespace(end, succession);
    });
}
