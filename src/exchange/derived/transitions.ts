/**
 * What transitions own, in the order of their notation (SysML 8.2.2.18.3 TransitionUsage, 8.2.2.17.8 GuardedSuccession): sparse graphs have
 * triggers and effects behind the succession, and a parameter in every transition (contract: conversion 8.2).
 * `reading/full/transitions.ts` is the other way.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type { GraphElement } from '../graph.js';

const LISTS = ['ownedRelationship', 'ownedMembership', 'ownedFeature', 'ownedFeatureMembership'];

/** Orders what a transition owns. */
export function orderTransition(transition: GraphElement): void {
    const succession = transition.element('succession')?.element('owningMembership');
    const features = transition.elements('ownedFeatureMembership').filter(m => m.metaclass === 'TransitionFeatureMembership');
    const ranks = ['trigger', 'guard', 'effect'];
    const ordered = features.sort((a, b) => ranks.indexOf(a.text('kind') ?? '') - ranks.indexOf(b.text('kind') ?? ''));
    for (const list of LISTS.slice(0, 2)) {
        const others = transition.elements(list).filter(m => !ordered.includes(m));
        others.splice(succession === undefined ? others.length : others.indexOf(succession), 0, ...ordered);
        transition.set(list, others);
    }
}

/** Whether a transition is `first a if g then b` in an action, which has no parameter for its source. */
export function isOfAction({ kind, trigger, effect }: AstNode): boolean {
    return (kind === 'first' || kind === 'succession') && trigger === undefined && effect === undefined;
}

/** Takes the parameter for its source from a transition of an action (SysML 8.2.2.17.8 GuardedSuccession). */
export function dropSourceParameter(transition: GraphElement, node: AstNode | undefined): void {
    if (node === undefined || !isOfAction(node)) {
        return;
    }
    const [parameter] = transition.elements('ownedFeature').filter(f => f.element('owningMembership')?.metaclass === 'ParameterMembership');
    const dropped: readonly unknown[] = [parameter, parameter?.element('owningMembership')];
    for (const element of dropped as GraphElement[]) {
        element.state = 'external';
    }
    LISTS.forEach(list =>
        transition.set(
            list,
            transition.all(list).filter(value => !dropped.includes(value))
        )
    );
}
