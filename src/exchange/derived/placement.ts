/**
 * What a sparse graph states in another place than the metamodel has it: the bounds of a range (contract: conversion 5.5; KerML 8.3.4.11.3),
 * the conditions of an import (KerML 8.2.3.4.2 FilterPackage), what an assignment refers to (SysML 8.2.2.17.5 AssignmentNode) and conjugates
 * that nothing refers to (SysML 8.2.2.12 note 1).
 */
import type { AstNode } from '../../language/generated/tree.js';
import type { Builder } from '../builder/builder.js';
import { writeMissingConjugates } from '../builder/conjugates.js';
import { GraphElement } from '../graph.js';
import { isKind } from '../metamodel/facts.js';

/** Places the parts of a graph as the metamodel has them. */
export function placeParts(builder: Builder, declarations: ReadonlyMap<GraphElement, AstNode>): void {
    for (const element of [...builder.graph.elements]) {
        if (element.state !== 'written') {
            continue;
        }
        if (element.metaclass === 'MultiplicityRange') {
            takeBounds(element);
        } else if (isKind(element.metaclass, 'Import') && element.has('ownedRelationship')) {
            ownFilterPackage(builder, element, declarations.get(element)!);
        } else if (element.metaclass === 'AssignmentActionUsage') {
            ownReferent(builder, element);
        }
    }
    writeMissingConjugates(builder);
}

/** Lists of what a namespace owns that hold memberships. */
const MEMBERSHIPS = ['ownedRelationship', 'ownedMembership'];

/** A range behind a feature owns the bounds that sparse graphs have the feature own. */
function takeBounds(range: GraphElement): void {
    for (const bound of range.elements('bound')) {
        const owner = bound.element('owner');
        const membership = bound.element('owningMembership');
        if (owner === undefined || membership === undefined || owner === range) {
            continue;
        }
        for (const list of MEMBERSHIPS) {
            owner.set(
                list,
                owner.all(list).filter(m => m !== membership)
            );
            range.add(list, membership);
        }
        ['owner', 'owningRelatedElement', 'membershipOwningNamespace'].forEach(property => membership.set(property, [range]));
        ['owner', 'owningNamespace'].forEach(property => bound.set(property, [range]));
        owner.discard(property => property === 'lowerBound' || property === 'upperBound');
    }
}

/** An import with conditions imports a package of its own, which imports what is named and has the conditions. */
function ownFilterPackage(builder: Builder, element: GraphElement, declaration: AstNode): void {
    const filters = element.elements('ownedRelationship').filter(r => r.metaclass === 'ElementFilterMembership');
    if (filters.length === 0) {
        return;
    }
    const filterPackage = builder.nodeOf(element, 'filterPackage', 'Package');
    const inner = builder.nodeOf(filterPackage, 'import', element.metaclass);
    builder.origins!.set(filterPackage, declaration);
    builder.graph.write(filterPackage).add('elementId', filterPackage.id).add('owner', element).add('owningRelationship', element);
    builder.graph.write(inner).add('elementId', inner.id).add('owner', filterPackage).add('owningRelatedElement', filterPackage);
    inner.add('visibility', 'public'); // the package shows what it imports
    for (const property of ['importedNamespace', 'importedMembership', 'isRecursive']) {
        inner.set(property, element.all(property));
        element.set(property, []);
    }
    filterPackage.add('ownedRelationship', inner);
    for (const filter of filters) {
        MEMBERSHIPS.forEach(list => filterPackage.add(list, filter));
        filter.set('owner', [filterPackage]);
        filter.set('owningRelatedElement', [filterPackage]);
    }
    element.metaclass = 'NamespaceImport';
    element.set(
        'ownedRelationship',
        element.all('ownedRelationship').filter(r => !filters.includes(r as GraphElement))
    );
    element.add('importedNamespace', filterPackage).add('ownedRelatedElement', filterPackage);
}

/** An assignment refers to the feature that it sets by a membership behind its target. */
function ownReferent(builder: Builder, assignment: GraphElement): void {
    const target = assignment.element('targetArgument');
    const referent = target?.get(target.metaclass === 'FeatureChainExpression' ? 'targetFeature' : 'referent');
    if (!(referent instanceof GraphElement)) {
        return;
    }
    const membership = builder.nodeOf(assignment, 'referent', 'Membership');
    builder.graph.write(membership).add('elementId', membership.id).add('owner', assignment).add('memberElement', referent);
    membership.add('owningRelatedElement', assignment).add('membershipOwningNamespace', assignment);
    for (const list of MEMBERSHIPS) {
        const values = [...assignment.all(list)];
        values.splice(values.indexOf(target!.element('owningMembership')!) + 1, 0, membership);
        assignment.set(list, values);
    }
}
