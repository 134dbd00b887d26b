/**
 * Finds a contradiction in a graph that could not be written. It explains the failure better than the difference between the graph and its
 * notation (contract: conversion 4.1, 11.2, 12.2). Depends on graphs only.
 */
import { cannotConvert, type ConversionError, type Graph, type GraphElement } from '../graph.js';
import { encodeName, qualifiedSegments, uuid5 } from '../ids.js';

/** The first contradiction between two statements about the same fact; undefined if there is none. */
export function contradictionOf(graph: Graph): ConversionError | undefined {
    for (const element of graph.elements) {
        const target = TARGETS[element.metaclass];
        const aim = target === undefined || element.has('sysx:memberIndex') ? undefined : contradictingTarget(element, ...target);
        if (aim !== undefined) {
            return cannotConvert(`the element ${element.key}`, aim);
        }
        const qualified = element.state === 'written' && element.has('sysx:memberIndex') ? element.text('qualifiedName') : undefined;
        const why = qualified === undefined ? undefined : contradictingName(element, qualified);
        if (why !== undefined) {
            return cannotConvert(`the element ${element.key}`, `its qualifiedName is ${qualified}, ${why}`);
        }
        if (qualified !== undefined && isMisplaced(graph, element, qualified)) {
            const id = `its id is not the UUID of ${qualified}, which is its position among the members of its owner`;
            return cannotConvert(`the element ${element.key}`, `${id}: preceding members were added, removed or reordered`);
        }
    }
    return undefined;
}

/** For each head relationship: its target property, and the declaration's property that states the same target (contract 5.4, 5.5). */
const TARGETS: Readonly<Record<string, readonly [target: string, property: string]>> = {
    FeatureTyping: ['type', 'type'],
    Subclassification: ['superclassifier', 'specializes'],
    Subsetting: ['subsettedFeature', 'subsets'],
    Redefinition: ['redefinedFeature', 'redefines'],
    ReferenceSubsetting: ['referencedFeature', 'references']
};

function contradictingTarget(relationship: GraphElement, target: string, property: string): string | undefined {
    const source = relationship.element('owner') ?? relationship.element('owningRelatedElement');
    const [aim] = relationship.elements(target);
    const stated = source?.elements(property) ?? [];
    // The feature of a chain is a node, while the property of the declaration is a text.
    return aim === undefined || aim.base === 'node' || stated.length === 0 || stated.includes(aim)
        ? undefined
        : `its ${target} is ${aim.key}, but the ${property} of ${source?.key} is ${stated.map(e => e.key).join(', ')}`;
}

const NAMES = ['declaredName', 'memberName', 'declaredShortName', 'memberShortName'];

function contradictingName(element: GraphElement, qualified: string): string | undefined {
    const last = qualifiedSegments(qualified).at(-1);
    const property = NAMES.find(name => element.has(name));
    if (property !== undefined && last?.position === undefined && last?.name !== element.text(property)) {
        return `but its ${property} is ${element.text(property)}`;
    }
    const owner = (element.element('owner') ?? element.element('owningNamespace'))?.text('qualifiedName');
    return owner === undefined || qualified.startsWith(`${owner}::`) ? undefined : `but that of its owner is ${owner}`;
}

/** Whether an element is identified by its position but has a UUID made for another position (contract 4.6). */
function isMisplaced(graph: Graph, element: GraphElement, qualified: string): boolean {
    if (graph.uuidRoots.size === 0 || element.is('sysx:declaredId') || qualifiedSegments(qualified).at(-1)?.position === undefined) {
        return false;
    }
    let root = element;
    for (let owner = root.element('owner'); owner !== undefined; owner = owner.element('owner')) {
        root = owner;
    }
    const packageId = root === element ? undefined : graph.uuidRoots.get(root)?.packageId;
    return packageId !== undefined && element.id !== uuid5(packageId, encodeName(qualified));
}
