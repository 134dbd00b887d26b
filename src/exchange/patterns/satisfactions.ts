/**
 * Converts the subject of `satisfy R by v`. In the metamodel, a feature reference expression is the value of a subject parameter (SysML
 * 8.2.2.21.2 SatisfactionSubjectMember); in sparse graphs, the satisfaction refers to the feature, or owns the expression of a path
 * (contract: conversion 5.4, 8.3).
 */
import { GraphElement, type Value } from '../graph.js';
import { become, bind, drop, find, giveTo, make, type Part, refer, type Stored, takeFrom } from './stored.js';

const SUBJECT: Part = { suffix: '_pin0', membership: 'SubjectMembership', metaclass: 'ReferenceUsage' };
const REFERENCE: Part = { suffix: '_psubject', membership: 'FeatureValue', metaclass: 'FeatureReferenceExpression' };

/** Makes a satisfaction own its subject parameter, before the members of its body. */
export function ownSubject(satisfaction: GraphElement, graph: Stored): void {
    const subject = satisfaction.get('subject');
    if (subject === undefined) {
        return;
    }
    if (isPath(subject)) {
        takeFrom(graph, satisfaction, subject.elements('owningRelationship'));
    }
    const relationships = graph.relationshipsOf(satisfaction);
    const at = relationships.findIndex(isOfBody);
    const parameter = make(graph, satisfaction, SUBJECT, at < 0 ? relationships.length : at);
    if (isPath(subject)) {
        bind(graph, parameter, subject);
    } else {
        const expression = make(graph, parameter, REFERENCE, 0, satisfaction);
        refer(graph, expression.add('referent', subject), { suffix: '_preferent', target: subject, at: 0 });
        satisfaction.set('subject', [expression]);
    }
}

const isPath = (subject: Value): subject is GraphElement =>
    subject instanceof GraphElement && subject.metaclass === REFERENCE.metaclass && subject.base === 'node';

/** Whether a relationship owns a member of the body, or the succession for a `then` before a member. */
function isOfBody(relationship: GraphElement): boolean {
    const member = relationship.element('memberElement') ?? relationship;
    return member.has('sysx:memberIndex') || member.has('sysx:targetMember');
}

/**
 * Replaces the subject parameter of a satisfaction by its value, if the parameter owns nothing else.
 * @param isDeclared whether a parameter is known to be declared in the body
 */
export function takeSubject(satisfaction: GraphElement, graph: Stored, isDeclared: (parameter: GraphElement) => boolean): void {
    const [membership, parameter] = find(graph, satisfaction, SUBJECT);
    const [value, expression] = find(graph, parameter, REFERENCE);
    if (parameter === undefined || value === undefined || isDeclared(parameter)) {
        return;
    }
    const isOther = graph.relationshipsOf(parameter).length > 1 || value.is('isDefault') || value.is('isInitial');
    const [reference] = isOther ? [] : graph.relationshipsOf(expression);
    if (reference?.metaclass === 'Membership') {
        drop(graph, membership);
        satisfaction.set('subject', reference.all('memberElement'));
    } else if (reference?.metaclass === 'OwningMembership') {
        graph.remove(membership, parameter);
        become(value, 'OwningMembership');
        giveTo(graph, satisfaction, [value], graph.relationshipsOf(satisfaction).indexOf(membership));
        satisfaction.set('subject', [expression]);
    }
}
