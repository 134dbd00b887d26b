/**
 * Checks that each element to which the notation must refer by name has a name (contract: conversion 9.4, 12.2): a qualified name, or the
 * names of the element and its owners. An id is never used as a name. Depends on graphs only.
 */
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

/** Properties whose values the notation writes as names. */
const NAMING =
    'type specializes subsets redefines references crosses disjointFrom intersects differences inverseOf unions conjugates annotatedElement featuringType general ' +
    'superclassifier subsettedFeature redefinedFeature referencedFeature crossedFeature chainingFeature importedNamespace client supplier';
const NAMING_PROPERTIES = NAMING.split(' ');

/** @throws ConversionError naming the referenced element without a name */
export function checkReferredNames(graph: Graph): void {
    const named = new Set<GraphElement>();
    const check = (from: GraphElement, property: string): void => {
        for (const target of from.elements(property)) {
            if (!named.has(target)) {
                if (isDeclaration(target) && !isNamed(target)) {
                    throw cannotConvert(
                        target.key,
                        `${from.key} refers to it by its ${property}, but it has neither a qualifiedName nor a name`
                    );
                }
                named.add(target);
            }
        }
    };
    for (const element of graph.elements) {
        NAMING_PROPERTIES.forEach(property => element.has(property) && check(element, property));
        if (isKind(element.metaclass, 'Membership') && !isKind(element.metaclass, 'OwningMembership')) {
            check(element, 'memberElement');
        }
    }
}

/** Whether an element is declared in a body. A feature that a relationship owns is written as a feature chain instead. */
function isDeclaration(element: GraphElement): boolean {
    const owner = element.element('owner');
    return (
        element.state === 'written' &&
        element.base === 'element' &&
        (isKind(element.metaclass, 'Namespace') || !isKind(element.metaclass, 'Relationship')) &&
        (owner === undefined || isKind(owner.metaclass, 'Namespace'))
    );
}

function isNamed(element: GraphElement): boolean {
    const seen = new Set<GraphElement>();
    for (let at: GraphElement | undefined = element; at !== undefined && !seen.has(at); at = ownerOf(at)) {
        seen.add(at);
        if (at.has('qualifiedName')) {
            return true;
        }
        if (!at.has('declaredName') && !at.has('declaredShortName')) {
            return false;
        }
    }
    return true;
}

function ownerOf(element: GraphElement): GraphElement | undefined {
    const relationship = element.element('owningMembership') ?? element.element('owningRelationship');
    return element.element('owner') ?? element.element('owningNamespace') ?? relationship?.element('owningRelatedElement');
}
