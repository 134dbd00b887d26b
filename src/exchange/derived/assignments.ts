/**
 * Targets of assignments: sparse graphs have what stands in front of `:=` as one expression (contract: conversion 8.1), the metamodel as a
 * target, which is everything in front of the first feature of a path that is not one itself, and the membership that names the feature or
 * owns the chain of features behind it (SysML 8.2.2.17.5 AssignmentTargetMember, FeatureChainMember). The target has features for the time
 * and the feature that are accessed (8.4.13.7). `reading/full/assignments.ts` is the other way.
 */
import type { Builder } from '../builder/builder.js';
import { chainThrough } from '../builder/heads.js';
import type { GraphElement, Value } from '../graph.js';
import { bind, MEMBERSHIPS } from './ownership.js';

/** Divides the value of the first parameter of an assignment into a target and what it refers to. */
export function ownTarget(builder: Builder, assignment: GraphElement): void {
    const value = assignment.element('targetArgument');
    const parameter = value?.element('owner');
    if (value === undefined || parameter === undefined) {
        return;
    }
    const steps: Value[] = [];
    let target: GraphElement | undefined = value;
    while (target?.metaclass === 'FeatureChainExpression') {
        steps.unshift(target.get('targetFeature')!);
        drop(target);
        target = target.element('argument');
    }
    if (steps.length === 0 && target?.elements('ownedRelationship').some(isNaming) && target.metaclass === 'FeatureReferenceExpression') {
        steps.push(target.get('referent')!);
        drop(target);
        target = undefined;
    }
    if (target !== value) {
        MEMBERSHIPS.forEach(list => parameter.set(list, []));
    }
    if (target !== undefined && target !== value) {
        bind(parameter, target);
    }
    ownAccessed(builder, parameter);
    if (steps.length > 0) {
        ownReferent(builder, assignment, parameter, steps);
    }
}

/** Whether a relationship only names what it is about. */
const isNaming = ({ metaclass }: GraphElement): boolean => metaclass === 'Membership';

/** Takes an expression that is a value out of the graph, but for its operand. */
function drop(expression: GraphElement): void {
    const memberships = [...expression.elements('owningMembership'), ...expression.elements('ownedRelationship')];
    const parts = memberships.flatMap(membership => membership.elements('ownedRelatedElement'));
    [...memberships, ...parts].forEach(element => (element.state = 'external'));
}

/** The features of a target for the occurrence and the feature that are accessed. */
function ownAccessed(builder: Builder, parameter: GraphElement): void {
    let owner = parameter;
    for (const slot of ['startingAt', 'accessedFeature']) {
        const feature = builder.nodeOf(owner, slot, 'ReferenceUsage');
        const membership = builder.own(owner, feature, 'FeatureMembership');
        builder.begin(feature, owner, membership);
        builder.writeMembership(membership, owner, feature);
        owner = feature;
    }
}

/** What an assignment refers to: a feature by its name, or a chain of features that it owns. */
function ownReferent(builder: Builder, assignment: GraphElement, parameter: GraphElement, steps: readonly Value[]): void {
    const isChain = steps.length > 1;
    const membership = builder.nodeOf(assignment, 'referent', isChain ? 'OwningMembership' : 'Membership');
    const chain = isChain ? builder.nodeOf(membership, 'chain', 'Feature') : undefined;
    builder.graph
        .write(membership)
        .add('elementId', membership.id)
        .add('owner', assignment)
        .add('memberElement', chain ?? steps[0]);
    membership.add('owningRelatedElement', assignment).add('membershipOwningNamespace', assignment);
    if (chain !== undefined) {
        membership.add('ownedRelatedElement', chain);
        chainThrough(builder, membership, chain, steps).forEach(e => builder.graph.write(e));
    }
    for (const list of MEMBERSHIPS) {
        const values = [...assignment.all(list)];
        values.splice(values.indexOf(parameter.element('owningMembership')!) + 1, 0, membership);
        assignment.set(list, values);
    }
}
