/**
 * Whether what a graph refers to has a name (contract: conversion 9.4, 12.2): its qualified name, or names up to the root. An id is never
 * read as a name. Knows graphs only.
 */
import { cannotConvert, type Graph, type GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

/** Properties whose value the notation writes as a name. */
const NAMING =
    'type specializes subsets redefines references crosses disjointFrom intersects differences inverseOf unions conjugates annotatedElement featuringType general ' +
    'superclassifier subsettedFeature redefinedFeature referencedFeature crossedFeature chainingFeature importedNamespace client supplier';
const NAMING_PROPERTIES = NAMING.split(' ');

/** @throws ConversionError naming the element that is referred to */
export function checkReferredNames(graph: Graph): void {
    const named = new Set<GraphElement>();
    const check = (from: GraphElement, property: string): void => {
        for (const target of from.elements(property)) {
            if (!named.has(target)) {
                if (isDeclaration(target) && !isNamed(target)) {
                    throw cannotConvert(
                        target.key,
                        `${from.key} refers to it by its ${property}, and it has neither a qualifiedName nor a name`
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

/** Elements that a body declares; a feature that a relationship owns is the chain that it is written as. */
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
