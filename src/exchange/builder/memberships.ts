/** The statements of memberships about their ends, by metaclass (contract: conversion 5.7). Depends on graph elements only. */
import { isKind } from '../metamodel/facts.js';
import type { GraphElement } from '../graph.js';
import { Shape } from '../shape.js';

/** The additional property that refers to the owned element, most specific metaclass first. */
export const OWNED_AS: readonly (readonly [Parameters<typeof isKind>[1], string])[] = [
    ['SubjectMembership', 'ownedSubjectParameter'],
    ['ActorMembership', 'ownedActorParameter'],
    ['StakeholderMembership', 'ownedStakeholderParameter'],
    ['ObjectiveMembership', 'ownedObjectiveRequirement'],
    ['FramedConcernMembership', 'ownedConcern'],
    ['RequirementVerificationMembership', 'ownedRequirement'],
    ['RequirementConstraintMembership', 'ownedConstraint'],
    ['ViewRenderingMembership', 'ownedRendering'],
    ['StateSubactionMembership', 'action'],
    ['TransitionFeatureMembership', 'transitionFeature'],
    ['ResultExpressionMembership', 'ownedResultExpression'],
    ['VariantMembership', 'ownedVariantUsage'],
    ['ElementFilterMembership', 'condition']
];

/** The value of a statement: the id, the owner or the member. */
type Part = 'id' | 'owner' | 'member';

export interface MembershipForm {
    readonly shape: Shape;
    readonly parts: readonly Part[];
}

/** The statements of all memberships; metaclasses add further ones. */
const COMMON: readonly (readonly [string, Part])[] = [
    ['elementId', 'id'],
    ['owner', 'owner'],
    ['memberElement', 'member'],
    ['ownedMemberElement', 'member'],
    ['ownedRelatedElement', 'member'],
    ['owningRelatedElement', 'owner'],
    ['membershipOwningNamespace', 'owner']
];

const forms = new Map<string, MembershipForm>();

/** The properties of a membership metaclass, in order, and the value of each. */
export function membershipForm(metaclass: string): MembershipForm {
    let form = forms.get(metaclass);
    if (form === undefined) {
        const statements = [...COMMON];
        if (isKind(metaclass, 'FeatureMembership')) {
            statements.push(['ownedMemberFeature', 'member'], ['owningType', 'owner']);
        }
        if (isKind(metaclass, 'ParameterMembership')) {
            statements.push(['ownedMemberParameter', 'member']);
        }
        if (isKind(metaclass, 'FeatureValue')) {
            statements.push(['featureWithValue', 'owner'], ['value', 'member']);
        }
        const [, property] = OWNED_AS.find(([kind]) => isKind(metaclass, kind)) ?? [];
        if (property !== undefined) {
            statements.push([property, 'member']);
        }
        form = { shape: Shape.of(statements.map(([name]) => name)), parts: statements.map(([, part]) => part) };
        forms.set(metaclass, form);
    }
    return form;
}

/** States the ends of a membership with all properties that follow from them and the metaclass. */
export function emitMembership(membership: GraphElement, owner: GraphElement, member: GraphElement): void {
    const { shape, parts } = membershipForm(membership.metaclass);
    membership.begin(
        shape,
        parts.map(part => (part === 'owner' ? owner : part === 'member' ? member : membership.id))
    );
}
