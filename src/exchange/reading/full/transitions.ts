/**
 * Parameters that a sparse graph has in every transition (contract: conversion 8.2), and the grammar not in those of actions, `first a if g
 * then b` (SysML 8.2.2.17.8 GuardedSuccession). Knows graphs only; `derived/transitions.ts` is the other way.
 */
import { emitMembership } from '../../builder/memberships.js';
import { GraphElement } from '../../graph.js';
import { isUuid } from '../../ids.js';
import { isKind } from '../../metamodel/facts.js';
import { headKindOf } from '../../metamodel/heads.js';
import { giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';
import type { UuidNames } from './uuid-names.js';

/**
 * Makes the parameters that a transition has not.
 * @returns the elements that are made
 */
export function makeParameters(transition: GraphElement, ownership: OwnershipIndex, uuids: UuidNames): readonly GraphElement[] {
    const relationships = ownership.relationshipsOf(transition);
    const parameters = relationships.filter(r => r.metaclass === 'ParameterMembership').length;
    const isTriggered = relationships.some(r => r.metaclass === 'TransitionFeatureMembership' && r.text('kind') === 'trigger');
    const made: GraphElement[] = [];
    for (let at = parameters; at < (isTriggered ? 2 : 1); at++) {
        made.push(...makeParameter(transition, at, uuids));
    }
    const source = relationships.findIndex(r => r.metaclass === 'Membership' || r.metaclass === 'OwningMembership');
    giveTo(
        transition,
        made.filter(e => e.metaclass === 'ParameterMembership'),
        source + 1 + parameters,
        ownership
    );
    if (parameters === 0 && !isTriggered && !isOfState(transition, ownership)) {
        const isDeclared = transition.has('declaredName') || transition.has('declaredShortName') || relationships.some(isHead);
        transition.set('sysx:declaredKeyword', [isDeclared ? 'succession' : 'first']);
    }
    return made;
}

/** Whether a transition is one of a state: some tools leave its parameter out, too. */
export function isOfState(transition: GraphElement, ownership: OwnershipIndex): boolean {
    const owner = ownership.ownerThrough(transition, 'FeatureMembership');
    return owner !== undefined && (isKind(owner.metaclass, 'StateUsage') || isKind(owner.metaclass, 'StateDefinition'));
}

const isHead = ({ metaclass }: GraphElement): boolean => headKindOf(metaclass) !== undefined;

function makeParameter(transition: GraphElement, at: number, uuids: UuidNames): readonly GraphElement[] {
    const slot = `_pin${at}`;
    const idOf = (suffix: string): string => (isUuid(transition.id) ? uuids.idBelow(transition, suffix) : `${transition.id}${suffix}`);
    const parameter = new GraphElement(idOf(slot), 'ReferenceUsage', 'node', transition.qualifier);
    const membership = new GraphElement(idOf(`${slot}_om`), 'ParameterMembership', 'node', transition.qualifier);
    emitMembership(membership, transition, parameter);
    parameter.add('direction', 'in').add('owningRelationship', membership);
    [membership, parameter].forEach(element => (element.state = 'written'));
    return [membership, parameter];
}
