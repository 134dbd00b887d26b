/**
 * `satisfy R by v`: the subject parameter of the satisfaction, which is bound to the feature by a reference expression (SysML 8.2.2.21.2
 * SatisfactionSubjectMember). Sparse graphs name the feature, or the expression of a path (contract: conversion 5.4, 8.3).
 * `reading/full/satisfactions.ts` is the other way.
 */
import type { Builder, Later } from '../builder/builder.js';
import { emitReference } from '../builder/expressions.js';
import { GraphElement } from '../graph.js';
import { bind, MEMBERSHIPS } from './ownership.js';

/** Makes a satisfaction own the parameter that is bound to its subject. */
export function ownSubject(builder: Builder, satisfaction: GraphElement): void {
    const subject = satisfaction.get('subject');
    if (subject === undefined) {
        return;
    }
    const isPath = subject instanceof GraphElement && subject.metaclass === 'FeatureReferenceExpression' && subject.base === 'node';
    const parameter = builder.nodeOf(satisfaction, 'in0', 'ReferenceUsage');
    const membership = builder.own(satisfaction, parameter, 'SubjectMembership');
    placeBehindHead(satisfaction, membership, isPath ? subject.element('owningMembership') : undefined);
    builder.begin(parameter, satisfaction, membership);
    builder.writeMembership(membership, satisfaction, parameter);
    if (isPath) {
        bind(parameter, subject);
        return;
    }
    const below: Later = [];
    const expression = builder.nodeOf(satisfaction, 'subject', 'FeatureReferenceExpression');
    const value = builder.own(parameter, expression, 'FeatureValue');
    builder.begin(expression, parameter, value);
    emitReference({ builder, element: expression, later: below }, 'referent', 'referent', subject);
    builder.writeMembership(value, parameter, expression);
    below.forEach(write => write());
    satisfaction.set('subject', [expression]);
}

/** Puts a membership in front of those of the body, in the place of another one where it is given. */
function placeBehindHead(satisfaction: GraphElement, membership: GraphElement, former: GraphElement | undefined): void {
    for (const list of MEMBERSHIPS) {
        const others = satisfaction.elements(list).filter(m => m !== membership && m !== former);
        const at = others.findIndex(isOfBody);
        others.splice(at < 0 ? others.length : at, 0, membership);
        satisfaction.set(list, others);
    }
}

/** Whether a relationship is that of a member of the body, or of the succession to one. */
function isOfBody(relationship: GraphElement): boolean {
    const member = relationship.element('memberElement') ?? relationship;
    return member.has('sysx:memberIndex') || member.has('sysx:targetMember');
}
