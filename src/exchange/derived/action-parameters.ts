/**
 * The parameters of actions (SysML 8.2.2.17): sparse graphs have the arguments of `send`, `accept`, `assign`, `terminate` and `for` right
 * below the action (contract: conversion 8.1), the metamodel has a parameter around each whose value it is (NodeParameter, FeatureBinding),
 * and one without a value at a place that the notation skips (EmptyParameterMember). `reading/full/action-parameters.ts` is the other way.
 */
import type { Builder } from '../builder/builder.js';
import type { GraphElement } from '../graph.js';
import { ACTION_PARAMETERS } from '../metamodel/action-parameters.js';
import { ownTarget } from './assignments.js';
import { bind, MEMBERSHIPS } from './ownership.js';

/** Gives the actions of a graph their parameters. */
export function ownActionParameters(builder: Builder): void {
    for (const action of [...builder.graph.elements]) {
        if (action.state === 'written' && Object.hasOwn(ACTION_PARAMETERS, action.metaclass)) {
            ownParameters(builder, action);
        }
        if (action.metaclass === 'AssignmentActionUsage') {
            ownTarget(builder, action);
        }
    }
}

/** Places that are skipped have a parameter only in front of one that is not. */
function ownParameters(builder: Builder, action: GraphElement): void {
    const places = ACTION_PARAMETERS[action.metaclass];
    const given = places.map(({ property }) => action.element(property));
    const count = given.findLastIndex(part => part !== undefined) + 1;
    const former = given.flatMap(part => part?.element('owningMembership') ?? []);
    const memberships = given.slice(0, count).map((part, place) => {
        if (part !== undefined && places[place].kind !== undefined) {
            return part.element('owningMembership')!;
        }
        const parameter = builder.nodeOf(action, `in${place}`, 'ReferenceUsage');
        const membership = builder.unnamed(parameter, 'om', 'ParameterMembership');
        builder.begin(parameter, action, membership).add('direction', 'in');
        builder.writeMembership(membership, action, parameter);
        if (part !== undefined) {
            bind(parameter, part);
        }
        return membership;
    });
    for (const list of [...MEMBERSHIPS, 'ownedFeatureMembership']) {
        replace(action, list, former, memberships);
    }
    replace(
        action,
        'ownedFeature',
        given,
        memberships.map(membership => membership.element('ownedMemberFeature')!)
    );
}

/** Puts values of a property in the place of the first of some. */
function replace(
    element: GraphElement,
    property: string,
    former: readonly (GraphElement | undefined)[],
    values: readonly GraphElement[]
): void {
    const all = element.all(property);
    const isFormer = (value: unknown): boolean => former.some(f => f === value);
    const kept = all.filter(value => !isFormer(value));
    kept.splice(Math.max(all.findIndex(isFormer), 0), 0, ...values);
    element.set(property, kept);
}
