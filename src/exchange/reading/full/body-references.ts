/**
 * Makes a feature reference expression own each body that is used as a value, `xs->select {in x; x > 1}`, as in the grammar (KerML
 * 8.2.5.8.3 BodyExpression). Some tools omit the reference expression. Depends on graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import { GraphElement } from '../../graph.js';
import { isUuid, uuid5 } from '../../ids.js';
import { ownershipAmong } from './ownership-index.js';

/** The elements of a document in which feature reference expressions own all bodies. */
export function withBodyReferences(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ownership = ownershipAmong(elements);
    const made: GraphElement[] = [];
    for (const body of elements.filter(e => e.metaclass === 'Expression')) {
        const value = ownership.relationshipTo(body);
        const feature = value?.metaclass === 'FeatureValue' ? ownership.ownerOf(value) : undefined;
        if (value !== undefined && feature !== undefined) {
            const reference = madeFrom(body, 'reference', 'FeatureReferenceExpression');
            const membership = madeFrom(body, 'membership', 'FeatureMembership');
            emitMembership(membership, reference, body);
            reference.add('owningRelationship', value).add('ownedRelationship', membership);
            body.discard(property => property.startsWith('owning') || property === 'owner');
            body.set('owningRelationship', [membership]);
            emitMembership(value, feature, reference);
            feature.discard(property => OWNED_LISTS.has(property));
            made.push(reference, membership);
        }
    }
    return made.length === 0 ? elements : [...elements, ...made];
}

/** Derived lists of owned elements. */
export const OWNED_LISTS: ReadonlySet<string> = new Set(['ownedElement', 'ownedMember', 'ownedMembership', 'ownedFeature']);

/** Makes an element that a document omits. Its id is derived from the id of an existing element. */
export function madeFrom({ id, qualifier }: GraphElement, suffix: string, metaclass: string): GraphElement {
    const element = new GraphElement(isUuid(id) ? uuid5(id, suffix) : `${id}_p${suffix}`, metaclass, 'element', qualifier);
    element.state = 'written';
    return element;
}
