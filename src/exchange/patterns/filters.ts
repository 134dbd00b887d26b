/**
 * Converts imports with filter conditions. In the metamodel, the import owns a package and imports it; the package owns the conditions and
 * the import of the named element (KerML 8.2.3.4.2 FilterPackage). In sparse graphs, the import owns the conditions (contract: conversion
 * 5.5).
 */
import { GraphElement } from '../graph.js';
import { isKind, type MetaclassName } from '../metamodel/facts.js';
import { become, giveTo, type Stored, takeFrom } from './stored.js';

/** The properties by which an import refers to its target. */
const IMPORTED = ['importedNamespace', 'importedMembership', 'isRecursive'];
const isFilter = ({ metaclass }: GraphElement): boolean => metaclass === 'ElementFilterMembership';

/**
 * Makes an import with conditions own a filter package.
 * @returns the package; undefined if there are no conditions
 */
export function ownFilterPackage(element: GraphElement, graph: Stored): GraphElement | undefined {
    const filters = graph.relationshipsOf(element).filter(isFilter);
    if (filters.length === 0) {
        return undefined;
    }
    const make = (suffix: string, metaclass: MetaclassName): GraphElement => {
        const made = new GraphElement(graph.idBelow(element, suffix), metaclass, 'node', element.qualifier);
        graph.write(made);
        return made;
    };
    // The inner import of an expose is an ordinary import.
    const filterPackage = make('_pfilterPackage', 'Package').add('owningRelationship', element);
    const inner = make('_pfilterPackage_pimport', element.has('importedNamespace') ? 'NamespaceImport' : 'MembershipImport');
    inner.add('owningRelatedElement', filterPackage).add('visibility', 'public'); // the package re-exports its imports
    IMPORTED.forEach(property => {
        inner.set(property, element.all(property));
        element.set(property, []);
    });
    takeFrom(graph, element, filters);
    giveTo(graph, filterPackage, [inner, ...filters], 0);
    element.metaclass = isKind(element.metaclass, 'Expose') ? 'NamespaceExpose' : 'NamespaceImport';
    element.add('importedNamespace', filterPackage).add('ownedRelatedElement', filterPackage);
    return filterPackage;
}

/** Replaces the filter package of an import by its inner import and conditions. */
export function takeFilters(element: GraphElement, graph: Stored): void {
    const [filterPackage] = graph.membersOf(element).filter(member => isKind(member.metaclass, 'Package'));
    const relationships = filterPackage === undefined ? [] : graph.relationshipsOf(filterPackage);
    const inner = relationships.find(r => isKind(r.metaclass, 'Import'));
    if (inner === undefined) {
        return;
    }
    const filters = relationships.filter(r => isKind(r.metaclass, 'ElementFilterMembership'));
    become(element, isKind(element.metaclass, 'Expose') ? inner.metaclass.replace('Import', 'Expose') : inner.metaclass);
    IMPORTED.forEach(property => element.set(property, inner.all(property)));
    element.set('ownedRelatedElement', []);
    giveTo(graph, element, filters, 0);
    filters.forEach(filter => filter.discard(property => property === 'membershipOwningNamespace'));
    graph.remove(filterPackage, inner);
}
