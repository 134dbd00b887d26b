/**
 * Splits the feature chain after an expression, `f().b.c`. In the grammar, the expression owns one feature chain for `b.c` (KerML 8.2.5.8.3
 * OwnedFeatureChainMember); sparse graphs have one expression for each step (contract: conversion 6). Depends on graphs only.
 */
import { emitMembership } from '../../builder/memberships.js';
import type { GraphElement } from '../../graph.js';
import { become } from '../../patterns/stored.js';
import { madeFrom, OWNED_LISTS } from './body-references.js';
import { drop } from './hidden-parts.js';
import { type OwnershipIndex, ownershipAmong } from './ownership-index.js';

/** The elements of a document in which each feature chain expression has one step. */
export function withChainSteps(elements: readonly GraphElement[]): readonly GraphElement[] {
    const expressions = elements.filter(e => e.metaclass === 'FeatureChainExpression');
    if (expressions.length === 0) {
        return elements;
    }
    const ownership = ownershipAmong(elements);
    const made: GraphElement[] = [];
    const dropped = new Set<GraphElement>();
    expressions.forEach(expression => made.push(...stepsOf(expression, ownership, dropped)));
    return dropped.size === 0 ? elements : [...elements.filter(e => !dropped.has(e)), ...made];
}

/** Reduces an expression to the last step of its chain. @returns the new expressions for the preceding steps, with their parameters */
function stepsOf(expression: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): readonly GraphElement[] {
    const relationships = ownership.relationshipsOf(expression);
    const argument = relationships.find(r => r.metaclass === 'ParameterMembership');
    const [parameter] = argument === undefined ? [] : ownership.membersOf(argument);
    const value = parameter && ownership.relationshipsOf(parameter).find(r => r.metaclass === 'FeatureValue');
    const owning = relationships.find(
        r => r.metaclass === 'OwningMembership' && ownership.membersOf(r).some(m => chainOf(m, ownership).length > 0)
    );
    if (owning === undefined || value === undefined) {
        return [];
    }
    const [chain] = ownership.membersOf(owning);
    const steps = chainOf(chain, ownership).flatMap(link => link.all('chainingFeature').slice(0, 1));
    drop(chain, ownership, dropped);
    become(owning, 'Membership');
    ['ownedRelatedElement', 'ownedMemberElement', 'target', 'relatedElement'].forEach(property => owning.set(property, []));
    owning.set('memberElement', steps.slice(-1));
    let [operand] = ownership.membersOf(value);
    const made: GraphElement[] = [];
    steps.slice(0, -1).forEach((step, at) => {
        const element = (slot: string, metaclass: string): GraphElement => madeFrom(expression, `${slot}${at}`, metaclass);
        const inner = element('step', 'FeatureChainExpression').add('operator', '.');
        const [membership, feature, bound, target] = [
            element('in', 'ParameterMembership'),
            element('parameter', 'Feature').add('direction', 'in'),
            element('value', 'FeatureValue'),
            element('target', 'Membership').add('memberElement', step).add('owningRelatedElement', inner)
        ];
        emitMembership(membership, inner, feature);
        emitMembership(bound, feature, operand);
        inner.add('ownedRelationship', membership).add('ownedRelationship', target);
        feature.add('owningRelationship', membership).add('ownedRelationship', bound);
        operand.discard(property => property.startsWith('owning') || property === 'owner');
        operand.set('owningRelationship', [bound]);
        operand = inner;
        made.push(inner, membership, feature, bound, target);
    });
    if (made.length > 0) {
        parameter.discard(property => OWNED_LISTS.has(property));
        operand.set('owningRelationship', [value]);
        emitMembership(value, parameter, operand);
    }
    return made;
}

function chainOf(feature: GraphElement, ownership: OwnershipIndex): readonly GraphElement[] {
    return ownership.relationshipsOf(feature).filter(r => r.metaclass === 'FeatureChaining');
}
