/**
 * Finds derived values of a full document that contradict its stored properties (KerML 8.3.2.1, 8.3.2.4): names, lists of owned elements,
 * and types. The stored properties take precedence, and the user gets a warning. Missing derived values are not a contradiction. Depends on
 * graphs only.
 */
import { segmentsOf } from '../../../language/semantics/structure.js';
import { GraphElement } from '../../graph.js';
import { qualifiedSegments } from '../../ids.js';
import { isKind, type MetaclassName } from '../../metamodel/facts.js';
import { hasWrongTypes, type ImplyingTypes } from './type-disagreements.js';

/** A derived property whose stated value contradicts the stored properties. */
export interface Disagreement {
    readonly element: GraphElement;
    readonly property: string;
}

/** The contradictions in these elements, except in root namespaces. */
export function disagreementsIn(elements: readonly GraphElement[]): readonly Disagreement[] {
    const paths = new Map<GraphElement, readonly string[] | undefined>();
    const implying: ImplyingTypes = new Map();
    const found: Disagreement[] = [];
    const note = (element: GraphElement, properties: readonly string[]): void =>
        properties.forEach(property => found.push({ element, property }));
    for (const element of elements) {
        note(element, wrongNames(element, paths));
        note(element, wrongLists(element));
        if (hasWrongTypes(element, implying)) {
            note(element, ['type']);
        }
    }
    return found;
}

// --- Names --------------------------------------------------------------------------------------------------------------

function wrongNames(element: GraphElement, paths: Map<GraphElement, readonly string[] | undefined>): string[] {
    const declared = element.text('declaredName');
    if (declared === undefined) {
        return []; // it may take its name from a redefined feature
    }
    const name = element.text('name');
    const qualified = element.text('qualifiedName');
    const path = qualified === undefined ? undefined : pathOf(element, paths);
    return [
        ...(name === undefined || name === declared ? [] : ['name']),
        ...(path === undefined || isPath(qualified!, path) ? [] : ['qualifiedName'])
    ];
}

function isPath(qualifiedName: string, path: readonly string[]): boolean {
    const isSame = (segments: readonly { readonly name: string }[]): boolean =>
        segments.length === path.length && segments.every(({ name }, i) => name === path[i]);
    // Names in the notation have escapes such as `
    // `; accepts names with and without them.
    return isSame(qualifiedSegments(qualifiedName)) || isSame(segmentsOf(qualifiedName));
}

/** The declared names from the root to an element; undefined if one of them is unknown. */
function pathOf(element: GraphElement, paths: Map<GraphElement, readonly string[] | undefined>): readonly string[] | undefined {
    if (!paths.has(element)) {
        paths.set(element, undefined); // the result if the element owns itself
        const name = element.text('declaredName');
        const namespace = element.element('owningRelationship')?.element('owningRelatedElement');
        const outer = isRoot(element) ? [] : namespace && pathOf(namespace, paths);
        paths.set(element, name === undefined || outer === undefined ? undefined : [...outer, name]);
    }
    return paths.get(element);
}

/**
 * Whether an element has no owner. An element with a qualified name of several segments is not a root: its owner is in another document.
 */
const isRoot = (element: GraphElement): boolean =>
    !OWNERS.some(property => element.has(property)) && qualifiedSegments(element.text('qualifiedName') ?? '').length < 2;

const OWNERS = ['owner', 'owningNamespace', 'owningRelationship', 'owningMembership', 'owningRelatedElement'];

// --- Lists --------------------------------------------------------------------------------------------------------------

/** A derived list, the relationships that it is derived from, and whether it contains these or their owned elements. */
const LISTS: readonly (readonly [string, MetaclassName, 'relationships' | 'owned'])[] = [
    ['ownedElement', 'Relationship', 'owned'],
    ['ownedMembership', 'Membership', 'relationships'],
    ['ownedMember', 'OwningMembership', 'owned'],
    ['ownedFeatureMembership', 'FeatureMembership', 'relationships'],
    ['ownedFeature', 'FeatureMembership', 'owned'],
    ['ownedImport', 'Import', 'relationships']
];

function wrongLists(element: GraphElement): string[] {
    const relationships = element.elements('ownedRelationship');
    if (relationships.length === 0 || relationships.some(r => !isComplete(r))) {
        return [];
    }
    return LISTS.filter(([property, kind, holds]) => {
        const stated = element.all(property);
        if (stated.length === 0) {
            return false;
        }
        const among = relationships.filter(r => isKind(r.metaclass, kind));
        const follows = holds === 'owned' ? among.flatMap(r => r.all('ownedRelatedElement')) : among;
        return stated.length !== follows.length || stated.some((value, i) => value !== follows[i]);
    }).map(([property]) => property);
}

/** Whether the document states a relationship together with its owned elements. */
const isComplete = (relationship: GraphElement): boolean =>
    relationship.metaclass !== '' && (!isKind(relationship.metaclass, 'OwningMembership') || relationship.has('ownedRelatedElement'));
