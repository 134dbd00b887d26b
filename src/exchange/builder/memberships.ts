/** What a membership says of its two ends, by its metaclass (contract: conversion 5.7). Knows elements of a graph only. */
import { isKind } from '../metamodel/facts.js';
import type { GraphElement } from '../graph.js';
import { Shape } from '../shape.js';

/** The property that names the owned element once more, most special first. */
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

/** What a statement of a membership says: its id, its owner or its member. */
type Part = 'id' | 'owner' | 'member';

export interface MembershipForm {
    readonly shape: Shape;
    readonly parts: readonly Part[];
}

/** What every membership states; then what its metaclass adds. */
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

/** What a membership of a metaclass states of its id, owner and member, in order. */
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

/** States a membership's ends with all that follows from them and from its metaclass. */
export function emitMembership(membership: GraphElement, owner: GraphElement, member: GraphElement): void {
    const { shape, parts } = membershipForm(membership.metaclass);
    membership.begin(
        shape,
        parts.map(part => (part === 'owner' ? owner : part === 'member' ? member : membership.id))
    );
}
