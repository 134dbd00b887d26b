/**
 * Multiplicities of ends in heads of connectors as a sparse graph has them (contract: conversion 8.3): bounds of the end, not of a cross
 * feature that it owns (KerML 8.2.5.5.1 OwnedCrossMultiplicity). Knows graphs only; `derived/crossings.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { decodeName, isUuid } from '../../ids.js';
import { isKind } from '../../metamodel/facts.js';
import { giveTo } from './ownership.js';
import type { OwnershipIndex } from './ownership-index.js';
import type { UuidNames } from './uuid-names.js';

/** Gives an end the bounds of the cross feature that it owns for them. */
export function takeCrossMultiplicity(end: GraphElement, ownership: OwnershipIndex, uuids: UuidNames, dropped: Set<GraphElement>): void {
    const connector = ownership.ownerThrough(end, 'EndFeatureMembership');
    const [owning] = ownership.relationshipsOf(end);
    const [cross] = owning?.metaclass === 'OwningMembership' ? ownership.membersOf(owning) : [];
    if (connector === undefined || !isKind(connector.metaclass, 'Connector') || isDeclared(end, uuids)) {
        return;
    }
    if (cross?.metaclass === 'MultiplicityRange') {
        // before the cross features of KerML 1.0, the range was the end's own
        giveTo(end, ownership.relationshipsOf(cross), 1, ownership);
        [owning, cross].forEach(element => dropped.add(element));
        return;
    }
    if (cross?.metaclass !== 'Feature') {
        return;
    }
    const [membership, ...others] = ownership.relationshipsOf(cross);
    const [range] = membership?.metaclass === 'OwningMembership' ? ownership.membersOf(membership) : [];
    if (range?.metaclass === 'MultiplicityRange' && others.length === 0) {
        giveTo(end, ownership.relationshipsOf(range), 1, ownership);
        [owning, cross, membership, range].forEach(element => dropped.add(element));
    }
}

/** Whether an end stands in a body: its id is made of a name or a position. */
const isDeclared = (end: GraphElement, uuids: UuidNames): boolean => (isUuid(end.id) ? uuids.idOf(end) : decodeName(end.id)) !== undefined;
