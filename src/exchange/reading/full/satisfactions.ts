/**
 * `satisfy R by v` as sparse graphs have it (contract: conversion 5.4, 8.3): the feature that the subject parameter is bound to, or the
 * reference expression that owns the chain of a path. Knows graphs only; `derived/satisfactions.ts` is the other way.
 */
import { decodeName, isUuid } from '../../ids.js';
import type { GraphElement } from '../../graph.js';
import { drop } from './hidden-parts.js';
import { become, giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';
import { nameOf, type UuidNames } from './uuid-names.js';

/** Takes the subject parameter of a satisfaction that has nothing but the reference to what it is bound to. */
export function takeSubject(satisfaction: GraphElement, ownership: OwnershipIndex, uuids: UuidNames, dropped: Set<GraphElement>): void {
    const membership = ownership.relationshipsOf(satisfaction).find(r => r.metaclass === 'SubjectMembership');
    const [parameter] = membership === undefined ? [] : ownership.membersOf(membership);
    const [value, ...others] = parameter === undefined ? [] : ownership.relationshipsOf(parameter);
    const [expression] = value?.metaclass === 'FeatureValue' ? ownership.membersOf(value) : [];
    if (
        expression?.metaclass !== 'FeatureReferenceExpression' ||
        others.length > 0 ||
        nameOf(parameter) !== undefined ||
        value.is('isDefault') ||
        value.is('isInitial') ||
        isDeclared(parameter, uuids)
    ) {
        return;
    }
    const [reference] = ownership.relationshipsOf(expression);
    if (reference?.metaclass === 'Membership') {
        drop(membership, ownership, dropped);
        satisfaction.set('subject', reference.all('memberElement'));
    } else if (reference?.metaclass === 'OwningMembership') {
        dropped.add(membership!).add(parameter);
        become(value, 'OwningMembership');
        giveTo(satisfaction, [value], ownership.placeOf(membership!), ownership);
        satisfaction.set('subject', [expression]);
    }
}

/** Whether a parameter is known to be declared in the body, by its position or by its id. */
function isDeclared(parameter: GraphElement, uuids: UuidNames): boolean {
    const isNamed = isUuid(parameter.id) ? uuids.idOf(parameter) !== undefined : decodeName(parameter.id) !== undefined;
    return isNamed || parameter.has('sysx:memberIndex');
}
