/**
 * Determines which flags of a full document a sparse graph states: those that the notation writes, and not those that are implied
 * (contract: conversion 5.3). Depends on graphs only.
 */
import { isExpressionForm } from '../../metamodel/facts.js';
import { type GraphElement, NumberText } from '../../graph.js';
import { DIRECTIONS, isReferentialAnyway } from '../redundant.js';
import { is, put, type FullDocument, type Statements } from './full-document.js';

/** States flags only if they are not implied. */
export function emitFlags(element: GraphElement, document: FullDocument, stated: Statements): void {
    FOLLOWING.forEach(property => stated.set(property, []));
    const isNamedEnd = element.is('isEnd') && document.nodes.isNode(element) && document.nodes.bodyOf(element) === undefined;
    stated.set('name', isNamedEnd ? element.all('declaredName') : []);
    if (element.has('direction')) {
        keep(stated, element, 'direction', isDirectionStated(element, document));
    }
    if (is(element, 'Usage')) {
        emitUsageFlags(element, document, stated);
    } else if (is(element, 'Feature')) {
        keep(stated, element, 'isVariable', !element.is('isConstant')); // `const` implies it
        // a sparse graph states both for `portion` (5.3)
        put(stated, 'isComposite', element.is('isComposite') || element.is('isPortion') || undefined);
    }
    if (is(element, 'Type')) {
        emitTypeFlags(element, stated);
    }
    if (is(element, 'Expose')) {
        keep(stated, element, 'isImportAll', false);
        keep(stated, element, 'visibility', false);
    } else if (!is(element, 'Import')) {
        keep(stated, element, 'visibility', element.text('visibility') !== 'public');
    }
    const value = element.get('value');
    if (element.metaclass === 'LiteralRational' && typeof value === 'number') {
        stated.set('value', [new NumberText(`${value}.0`, 'decimal')]); // other tools omit the point
    }
    if (element.has('reqId')) {
        put(stated, 'declaredShortName', element.text('declaredShortName') ?? element.text('reqId'));
        keep(stated, element, 'reqId', false);
    }
}

/** Flags that follow from other statements. */
const FOLLOWING = ['isLibraryElement', 'isImpliedIncluded', 'isImplied'];

/** States the element's values of a property, or that there are none. */
function keep(stated: Statements, element: GraphElement, property: string, isKept: boolean): void {
    stated.set(property, isKept ? element.all(property) : []);
}

/**
 * Whether a sparse graph states the direction of an element: for a node if it is a parameter, for a declaration if the membership does not
 * imply the direction.
 */
function isDirectionStated(element: GraphElement, document: FullDocument): boolean {
    if (document.nodes.isNode(element)) {
        return isParameterNode(element, document);
    }
    const membership = document.ownership.relationshipTo(element);
    if (membership === undefined) {
        return true;
    }
    return !isDirectionImplied(element, membership, document.ownership.ownerOf(membership));
}

/** Whether a membership implies the direction of its member: `subject s`, `return r`, the action of a branch or loop. */
export function isDirectionImplied(element: GraphElement, membership: GraphElement, owner: GraphElement | undefined): boolean {
    const isBranch = membership.metaclass === 'ParameterMembership' && is(owner, 'ActionUsage') && is(element, 'ActionUsage');
    return element.text('direction') === (isBranch ? 'in' : DIRECTIONS[membership.metaclass]);
}

/** Whether a usage is referential. Uses the stored `isComposite` (SysML 8.3.6.4); falls back on the derived `isReference`. */
export function isReference(usage: GraphElement): boolean {
    return usage.has('isComposite') ? !usage.is('isComposite') : usage.is('isReference');
}

function emitUsageFlags(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const membership = ownership.relationshipTo(element);
    const isReferential = isReferentialAnyway(element, membership, membership && ownership.ownerOf(membership));
    const isReferenceStated =
        nodes.bodyOf(element) === undefined
            ? isReference(element) && !nodes.isNode(element) && (!isReferential || isBehindCrossFeature(element, document))
            : element.is('isReference'); // takeMembership set it by the membership, which was dropped
    put(stated, 'isReference', isReferenceStated || undefined);
    keep(stated, element, 'isComposite', false);
    keep(stated, element, 'isVariable', false);
    keep(stated, element, 'isConstant', !element.is('isEnd')); // an end implies it
    put(stated, 'isPortion', element.is('isPortion') || element.has('portionKind') || undefined); // SysML 8.3.9.6
}

function emitTypeFlags(element: GraphElement, stated: Statements): void {
    const isEnumeration = element.metaclass === 'EnumerationDefinition';
    keep(stated, element, 'isAbstract', !element.is('isVariation') && !isEnumeration);
    stated.set('isConjugated', is(element, 'ConjugatedPortDefinition') ? [true] : []);
    if (isEnumeration) {
        keep(stated, element, 'isVariation', false);
    }
    if (is(element, 'ConnectionDefinition')) {
        keep(stated, element, 'isSufficient', false);
    }
}

/** Whether a reference usage is an end after a cross feature, which the notation writes with `ref`. */
function isBehindCrossFeature(element: GraphElement, { ownership }: FullDocument): boolean {
    const isCrossFeature = (member: GraphElement): boolean =>
        is(member, 'Feature') &&
        !is(member, 'Multiplicity', 'MetadataFeature') &&
        !is(ownership.relationshipTo(member), 'FeatureMembership', 'FeatureValue');
    return (
        element.metaclass === 'ReferenceUsage' &&
        element.is('isEnd') &&
        ownership.ownedThrough(element, 'OwningMembership').some(isCrossFeature)
    );
}

/**
 * Whether a node is a parameter of an expression, a transition or a body. Other nodes are parts of actions that stand for a parameter, such
 * as arguments.
 */
function isParameterNode(element: GraphElement, { ownership, nodes }: FullDocument): boolean {
    const membership = ownership.relationshipTo(element);
    const owner = membership && ownership.ownerOf(membership);
    return (
        nodes.bodyOf(element) !== undefined || owner === undefined || isExpressionForm(owner) || is(owner, 'TransitionUsage', 'Expression')
    );
}
