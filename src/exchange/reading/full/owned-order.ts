/**
 * Sorts the owned relationships of elements. A full document has them in textual order, with annotations before the head (`#M part p;`),
 * followed by the relationships of the head. A sparse graph has both after the members (contract: conversion 5.1, 5.4, 5.8), except in flow
 * ends. For an element without such relationships, annotations before the head cannot be distinguished from those in the body by their
 * order, but by the positions in their ids. Depends on graphs only.
 */
import type { GraphElement } from '../../graph.js';
import { decodeName, isUuid, qualifiedSegments } from '../../ids.js';
import { isExpressionForm, isKind } from '../../metamodel/facts.js';
import { headKindOf, HEADS } from '../../metamodel/heads.js';
import { type OwnershipIndex, ownershipAmong } from './ownership-index.js';
import { nameInId, UuidNames } from './uuid-names.js';

/** Sorts the relationships as in a sparse graph and states the keyword `#` of annotations before a head. */
export function orderOwned(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ownership = ownershipAmong(elements);
    const uuids = new UuidNames(ownership);
    for (const element of elements) {
        const relationships = ownership.relationshipsOf(element);
        if (relationships.length > 0) {
            const prefixes = prefixesOf(element, ownership, uuids);
            prefixes.forEach(relationship => prefixOf(relationship, ownership)!.set('sysx:declaredKeyword', ['#']));
            emitInBody(element, ownership);
            const heads = relationships.filter(isHead).sort((a, b) => placeOf(a) - placeOf(b));
            const conjugate = relationships.filter(r => ownership.membersOf(r).some(isConjugate));
            const rest = relationships.filter(r => !isHead(r) && !prefixes.includes(r) && !conjugate.includes(r));
            const others = [...ranked(element, rest, ownership), ...prefixes, ...conjugate];
            const ordered = element.metaclass === 'FlowEnd' ? [...heads, ...others] : [...others, ...heads];
            element.set('ownedRelationship', ordered);
            ownership.order(element, ordered);
        }
    }
    return elements;
}

/**
 * Sorts relationships other than those of the head: moves the reference of an expression before its operands, the trigger and effect of a
 * transition between its succession and its body, and the cross feature of an end after its bounds and value.
 */
function ranked(element: GraphElement, relationships: readonly GraphElement[], ownership: OwnershipIndex): readonly GraphElement[] {
    if (element.metaclass === 'TransitionUsage') {
        const isDeclared = (r: GraphElement): boolean => r.metaclass === 'TransitionFeatureMembership' && r.text('kind') !== 'guard';
        const others = relationships.filter(r => !isDeclared(r));
        const body = others.findIndex(r => ownership.membersOf(r).some(m => m.metaclass === 'SuccessionAsUsage')) + 1 || others.length;
        return [...others.slice(0, body), ...relationships.filter(isDeclared), ...others.slice(body)];
    }
    const isFirst = isExpressionForm(element)
        ? (r: GraphElement): boolean => r.metaclass === 'Membership'
        : crossOf(element, ownership) !== undefined
          ? (r: GraphElement): boolean => ownership.membersOf(r).some(isValueOrBound)
          : undefined;
    return isFirst === undefined ? relationships : [...relationships.filter(isFirst), ...relationships.filter(r => !isFirst(r))];
}

/** Whether an element is a value, a bound, or a range that is not declared. */
const isValueOrBound = (member: GraphElement): boolean =>
    isExpressionForm(member) ||
    (member.metaclass === 'MultiplicityRange' && !member.has('declaredName') && !member.has('declaredShortName'));

const isHead = ({ metaclass }: GraphElement): boolean => headKindOf(metaclass) !== undefined;
const isConjugate = ({ metaclass }: GraphElement): boolean => isKind(metaclass, 'ConjugatedPortDefinition');
const ORDER = Object.values(HEADS);
const placeOf = ({ metaclass }: GraphElement): number => ORDER.indexOf(headKindOf(metaclass)!);

/** The actions whose parameters are the bodies of branches and loops (SysML 8.2.2.17.7 ActionBodyParameter). */
const BRANCHING = ['IfActionUsage', 'LoopActionUsage'] as const;

/**
 * Whether the grammar has annotations before the head of an element (SysML 8.2.2.6.2 UsagePrefix): not of relationships, except for
 * dependencies and types, nor of references, transitions, enumerated values, actions of states, nor bodies of conditions and loops.
 */
function mayHavePrefixes(element: GraphElement, ownership: OwnershipIndex): boolean {
    const { metaclass } = element;
    const membership = ownership.relationshipTo(element);
    const owner = membership && ownership.ownerOf(membership);
    if (metaclass === 'ReferenceUsage') {
        return membership?.metaclass === 'SubjectMembership';
    }
    const isPlain =
        metaclass === 'TransitionUsage' ||
        membership?.metaclass === 'StateSubactionMembership' ||
        (membership?.metaclass === 'VariantMembership' && owner?.metaclass === 'EnumerationDefinition') ||
        (membership?.metaclass === 'ParameterMembership' && owner !== undefined && BRANCHING.some(kind => isKind(owner.metaclass, kind)));
    return !isPlain && (metaclass === 'Dependency' || isKind(metaclass, 'Namespace') || !isKind(metaclass, 'Relationship'));
}

function prefixesOf(element: GraphElement, ownership: OwnershipIndex, uuids: UuidNames): readonly GraphElement[] {
    if (!mayHavePrefixes(element, ownership)) {
        return [];
    }
    const cross = crossOf(element, ownership);
    const relationships = ownership.relationshipsOf(element).filter(r => r !== cross);
    const first = relationships.findIndex(r => prefixOf(r, ownership) === undefined);
    const leading = first < 0 ? relationships : relationships.slice(0, first);
    const behind = relationships.slice(leading.length);
    const isInFront =
        isKindless(element) || behind.some(isHead) || behind.slice(0, 1).some(r => isPart(ownership.membersOf(r).at(0) ?? r, uuids));
    let inBody = cross === undefined ? 0 : 1;
    return leading.filter(relationship => {
        const prefix = prefixOf(relationship, ownership)!;
        const at = positionOf(prefix, uuids);
        const isPlacedInFront = at === undefined ? !isDeclaredId(prefix, relationship, uuids) : at !== inBody || relationships.length === 1;
        const isPrefix = isInFront || isPlacedInFront;
        inBody += isPrefix ? 0 : 1;
        return isPrefix;
    });
}

/**
 * Whether the notation declares the id of an annotation, which is possible only in a body. If so, the id of the membership is made from it
 * (contract: conversion 4.3, 4.4).
 */
function isDeclaredId(prefix: GraphElement, relationship: GraphElement, uuids: UuidNames): boolean {
    return isUuid(relationship.id) ? uuids.isMadeBelowRoot(relationship, `${prefix.id}_om`) : relationship.id === `${prefix.id}_om`;
}

/**
 * The membership of an end's cross feature, which precedes the end's annotations. Some tools write it after them; in KerML, such a
 * membership is that of a member of the body (`member feature f;`).
 */
function crossOf(end: GraphElement, ownership: OwnershipIndex): GraphElement | undefined {
    const relationships = end.is('isEnd') ? ownership.relationshipsOf(end) : [];
    const isUsage = isKind(end.metaclass, 'Usage');
    const first = relationships.find(r => !isUsage || prefixOf(r, ownership) === undefined);
    return first !== undefined && mayCross(first, ownership) ? first : undefined;
}

/** Whether a relationship owns a feature as it would own a cross feature. */
function mayCross(relationship: GraphElement, ownership: OwnershipIndex): boolean {
    const [member] = relationship.metaclass === 'OwningMembership' ? ownership.membersOf(relationship) : [];
    const isFeature = member !== undefined && isKind(member.metaclass, 'Feature') && !isKind(member.metaclass, 'MetadataFeature');
    return isFeature && !isValueOrBound(member);
}

/** States `sysx:hasBody` for features that an end owns after its head, which are therefore in its body (contract: conversion 5.9). */
function emitInBody(end: GraphElement, ownership: OwnershipIndex): void {
    const inBody =
        end.is('isEnd') && crossOf(end, ownership) === undefined ? ownership.relationshipsOf(end).filter(r => mayCross(r, ownership)) : [];
    inBody.flatMap(r => ownership.membersOf(r)).forEach(member => member.set('sysx:hasBody', [false]));
}

/** The annotation that a relationship owns, if `#` and its type express it completely. */
function prefixOf(relationship: GraphElement, ownership: OwnershipIndex): GraphElement | undefined {
    const [member, ...others] =
        relationship.metaclass === 'OwningMembership' || relationship.metaclass === 'Annotation' ? ownership.membersOf(relationship) : [];
    const isPlain =
        member !== undefined &&
        others.length === 0 &&
        isKind(member.metaclass, 'MetadataFeature') &&
        !member.has('declaredName') &&
        !member.has('declaredShortName') &&
        ownership.relationshipsOf(member).every(r => r.metaclass === 'FeatureTyping') &&
        ownership.relationshipsOf(member).length === 1;
    return isPlain ? member : undefined;
}

/**
 * Whether an element is a plain definition or usage, which has a user-defined keyword, `#M`, instead of another keyword (SysML 8.2.2.27).
 */
const isKindless = ({ metaclass }: GraphElement): boolean => metaclass === 'Definition' || metaclass === 'Usage';

/** Whether an element is not a member of a body: its id is not made from a name. */
const isPart = (element: GraphElement, uuids: UuidNames): boolean => nameOfId(element, uuids) === undefined;

/** The qualified name from which an id is made. */
function nameOfId(element: GraphElement, uuids: UuidNames): string | undefined {
    const id = isUuid(element.id) ? uuids.idOf(element) : undefined;
    return id === undefined ? nameInId(element) : decodeName(id);
}

/** The position from which the id of an unnamed member is made. */
const positionOf = (member: GraphElement, uuids: UuidNames): number | undefined =>
    qualifiedSegments(nameOfId(member, uuids) ?? '').at(-1)?.position;
