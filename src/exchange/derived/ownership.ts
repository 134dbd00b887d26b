/**
 * How parts of a sparse graph come to be owned by something else, as the metamodel has them. Knows graphs only; `reading/full/ownership.ts`
 * is the other way.
 */
import { emitMembership } from '../builder/memberships.js';
import type { GraphElement } from '../graph.js';

/** Lists of what a namespace owns that hold memberships. */
export const MEMBERSHIPS = ['ownedRelationship', 'ownedMembership'];

/** Makes an expression the value of a feature: what was its membership is the value (KerML 8.3.4.10 FeatureValue). */
export function bind(feature: GraphElement, expression: GraphElement): void {
    const value = expression.element('owningMembership')!;
    value.metaclass = 'FeatureValue';
    emitMembership(value, feature, expression);
    MEMBERSHIPS.forEach(list => feature.add(list, value));
    emitNamespace(expression, feature);
}

/** States what a range owns a bound through, whose membership its lists have (KerML 8.3.4.11.3 bound). */
export function giveBound(range: GraphElement, bound: GraphElement): void {
    const membership = bound.element('owningMembership')!;
    ['owner', 'owningRelatedElement', 'membershipOwningNamespace'].forEach(property => membership.set(property, [range]));
    emitNamespace(bound, range);
}

/** States whose member an element is. */
export function emitNamespace(member: GraphElement, namespace: GraphElement): void {
    ['owner', 'owningNamespace'].forEach(property => member.set(property, [namespace]));
}
