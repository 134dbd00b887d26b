/**
 * Converts `if g then b;` and `else b;` in the body of an action. In sparse graphs, they are successions (contract: conversion 8.1); in the
 * metamodel, they are transitions that own a guard and a succession (SysML 8.2.2.17.8 GuardedTargetSuccession, DefaultTargetSuccession).
 */
import type { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';
import { become, find, giveTo, make, type Part, type Stored, takeFrom } from './stored.js';

const SUCCESSION: Part = { suffix: '_psuccession', membership: 'OwningMembership', metaclass: 'SuccessionAsUsage' };

/** Whether an element is a succession with a guard or an `else`. */
export const isTargetSuccession = (element: GraphElement): boolean =>
    element.metaclass === SUCCESSION.metaclass && (element.has('sysx:guard') || element.is('sysx:isElse'));

/** Properties of a succession that refer to its ends. */
const OF_ENDS = ['connectorEnd', 'relatedFeature', 'sourceFeature', 'targetFeature'];

/** Makes a target succession a transition, which owns a succession with the original ends. */
export function makeTransition(element: GraphElement, graph: Stored): void {
    const ends = element.elements('connectorEnd').flatMap(end => end.elements('owningRelationship'));
    const at = takeFrom(graph, element, ends);
    element.metaclass = 'TransitionUsage';
    for (const guard of element.elements('sysx:guard')) {
        const membership = guard.element('owningRelationship')!;
        membership.metaclass = 'TransitionFeatureMembership';
        membership.add('kind', 'guard');
    }
    element.add('source', element.get('sourceFeature')).add('target', element.get('targetFeature'));
    const succession = make(graph, element, SUCCESSION, Math.max(at, graph.relationshipsOf(element).length));
    element.add('succession', succession);
    giveTo(graph, succession, ends, 0);
    for (const property of OF_ENDS) {
        succession.set(property, element.all(property));
        element.set(property, []);
    }
}

/**
 * Makes a transition a succession if it has no other parts than a guard and a succession. Transitions of states have a parameter, and
 * transitions that name their source have a membership for it.
 * @param isOfState whether the source of the transition is a step of a state other than its entry action
 * @returns whether it is a succession now
 */
export function makeSuccession(transition: GraphElement, graph: Stored, isOfState: boolean): boolean {
    const memberships = graph.relationshipsOf(transition).filter(r => isKind(r.metaclass, 'Membership'));
    const [guard, ...others] = memberships.filter(r => r.metaclass === 'TransitionFeatureMembership');
    const isOther = memberships.some(r => r.metaclass === 'Membership' || isKind(r.metaclass, 'ParameterMembership'));
    const [owning, succession] = find(graph, transition, SUCCESSION);
    const isGuarded = guard === undefined || guard.text('kind') === 'guard';
    if (owning === undefined || isOther || isOfState || others.length > 0 || !isGuarded) {
        return false;
    }
    become(transition, SUCCESSION.metaclass);
    if (guard !== undefined) {
        become(guard, 'FeatureMembership');
    }
    transition.set('sysx:isElse', guard === undefined ? [true] : []);
    graph.remove(owning, succession);
    giveTo(graph, transition, graph.relationshipsOf(succession), takeFrom(graph, transition, [owning]));
    return true;
}
