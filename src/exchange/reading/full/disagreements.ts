/**
 * Derived values of a full document that do not follow from what it stores (KerML 8.3.2.1, 8.3.2.4): names, lists of what is owned, and
 * types. What is stored is read; who has the document is warned of the others. What it leaves out is no disagreement. Knows graphs only.
 */
import { segmentsOf } from '../../../language/semantics/structure.js';
import { GraphElement } from '../../graph.js';
import { qualifiedSegments } from '../../ids.js';
import { isKind, type MetaclassName } from '../../metamodel/facts.js';
import { hasWrongTypes } from './type-disagreements.js';

/** What an element states that does not follow. */
export interface Disagreement {
    readonly element: GraphElement;
    readonly property: string;
}

/** The disagreements of elements as they are stated, root namespaces aside. */
export function disagreementsIn(elements: readonly GraphElement[]): readonly Disagreement[] {
    const paths = new Map<GraphElement, readonly string[] | undefined>();
    return elements.flatMap(element => {
        const wrong = [...wrongNames(element, paths), ...wrongLists(element), ...(hasWrongTypes(element) ? ['type'] : [])];
        return wrong.map(property => ({ element, property }));
    });
}

// --- Names --------------------------------------------------------------------------------------------------------------

function wrongNames(element: GraphElement, paths: Map<GraphElement, readonly string[] | undefined>): string[] {
    const declared = element.text('declaredName');
    if (declared === undefined) {
        return []; // it may have the name of what it redefines
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
    // names of the notation have escapes, `\n` for the end of a line
    return [qualifiedSegments(qualifiedName), segmentsOf(qualifiedName)].some(
        segments => segments.length === path.length && segments.every(({ name }, i) => name === path[i])
    );
}

/** The declared names from a root to an element; undefined where one of them is not known. */
function pathOf(element: GraphElement, paths: Map<GraphElement, readonly string[] | undefined>): readonly string[] | undefined {
    if (!paths.has(element)) {
        paths.set(element, undefined); // what owns itself has none
        const name = element.text('declaredName');
        const namespace = element.element('owningRelationship')?.element('owningRelatedElement');
        const outer = isRoot(element) ? [] : namespace && pathOf(namespace, paths);
        paths.set(element, name === undefined || outer === undefined ? undefined : [...outer, name]);
    }
    return paths.get(element);
}

/** Whether an element is owned by none: what is of another document may be stated without its owner. */
const isRoot = (element: GraphElement): boolean =>
    !OWNERS.some(property => element.has(property)) && qualifiedSegments(element.text('qualifiedName') ?? '').length < 2;

const OWNERS = ['owner', 'owningNamespace', 'owningRelationship', 'owningMembership', 'owningRelatedElement'];

// --- Lists --------------------------------------------------------------------------------------------------------------

/** A list, the relationships that it follows from, and whether it holds these or what they own. */
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

/** Whether a relationship is stated with what it owns. */
const isComplete = (relationship: GraphElement): boolean =>
    relationship.metaclass !== '' && (!isKind(relationship.metaclass, 'OwningMembership') || relationship.has('ownedRelatedElement'));
