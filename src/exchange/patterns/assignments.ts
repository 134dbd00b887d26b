/**
 * Converts the targets of assignments. In sparse graphs, the part before `:=` is one expression (contract: conversion 8.1). The metamodel
 * splits it (SysML 8.2.2.17.5 AssignmentTargetMember, FeatureChainMember): the target parameter has the value of the part before the
 * trailing path of features; a membership refers to the feature of a path with one step, or owns the feature chain of a longer path. The
 * target parameter also owns the features `startingAt` and `accessedFeature` (8.4.13.7).
 */
import { GraphElement, type Value } from '../graph.js';
import { isExpressionForm, isKind } from '../metamodel/facts.js';
import { bind, drop, find, giveTo, make, makeChain, type Part, refer, type Stored, takeFrom } from './stored.js';

const TARGET: Part = { suffix: '_ptarget', membership: 'ParameterMembership', metaclass: 'ReferenceUsage' };
const ACCESSED = ['_pstartingAt', '_paccessedFeature'].map((suffix): Part => ({
    suffix,
    membership: 'FeatureMembership',
    metaclass: 'ReferenceUsage'
}));
const REFERENT = '_preferent';

/** Splits the value of an assignment's first parameter into the value of the target and the referenced feature. */
export function ownTarget(assignment: GraphElement, graph: Stored): void {
    const value = assignment.element('targetArgument');
    const membership = value?.element('owningRelationship')?.element('owningRelatedElement')?.element('owningRelationship');
    const [parameter] = membership === undefined ? [] : graph.membersOf(membership);
    if (value === undefined || membership === undefined || parameter === undefined) {
        return;
    }
    const steps: Value[] = [];
    let target: GraphElement | undefined = value;
    while (target?.metaclass === 'FeatureChainExpression') {
        steps.unshift(target.get('targetFeature')!);
        removeAround(target, graph);
        target = target.element('argument');
    }
    const isName =
        target?.metaclass === 'FeatureReferenceExpression' && graph.relationshipsOf(target).some(r => r.metaclass === 'Membership');
    if (steps.length === 0 && target !== undefined && isName) {
        steps.push(target.get('referent')!);
        removeAround(target, graph);
        target = undefined;
    }
    if (target !== value) {
        graph.order(parameter, []);
    }
    if (target !== undefined && target !== value) {
        bind(graph, parameter, target);
    }
    ACCESSED.reduce((owner, part) => make(graph, owner, part, graph.relationshipsOf(owner).length), parameter);
    const at = graph.relationshipsOf(assignment).indexOf(membership) + 1;
    if (steps.length === 1) {
        refer(graph, assignment, { suffix: REFERENT, target: steps[0], at });
    } else if (steps.length > 1) {
        giveTo(graph, assignment, [makeChain(graph, assignment, REFERENT, steps)], at);
    }
}

/** Removes an expression from the graph but keeps its operand. */
function removeAround(expression: GraphElement, graph: Stored): void {
    const relationships = [...expression.elements('owningRelationship'), ...graph.relationshipsOf(expression)];
    graph.remove(...relationships, ...relationships.flatMap(relationship => graph.membersOf(relationship)));
}

/** Merges the value of an assignment's target and the referenced feature into one expression. */
export function takeTarget(assignment: GraphElement, graph: Stored): void {
    const relationships = graph.relationshipsOf(assignment);
    const first = relationships.findIndex(r => r.metaclass === TARGET.membership);
    const [membership, referent] = relationships.slice(Math.max(first, 0));
    const [parameter] = membership === undefined ? [] : graph.membersOf(membership);
    const steps = referent === undefined ? [] : stepsOf(referent, graph);
    if (steps.length > 0 && isExpressionForm(parameter)) {
        drop(graph, referent); // the expression already contains this reference
    }
    const isNamed = parameter?.has('declaredName') === true || parameter?.has('declaredShortName') === true;
    if (parameter?.metaclass !== TARGET.metaclass || isNamed) {
        return;
    }
    const [binding] = find(graph, parameter, { membership: 'FeatureValue' });
    const accessed = graph.relationshipsOf(parameter).filter(r => r !== binding);
    accessed.forEach(relationship => drop(graph, relationship));
    if (steps.length > 0) {
        graph.remove(membership, parameter, referent);
        graph.membersOf(referent).forEach(chain => drop(graph, chain));
        const at = takeFrom(graph, assignment, [membership]);
        const target = lead(graph, assignment, { owner: assignment, part: TARGET, at }, steps, binding);
        assignment.set('targetArgument', [target]);
    }
}

/** The feature that a membership names, or the steps of the chain that it owns. */
function stepsOf(membership: GraphElement, graph: Stored): readonly Value[] {
    if (membership.metaclass === 'Membership' && !membership.has('memberName') && !membership.has('memberShortName')) {
        return membership.all('memberElement').slice(0, 1);
    }
    const chain = membership.metaclass === 'OwningMembership' ? graph.membersOf(membership) : [];
    return chain
        .flatMap(feature => graph.relationshipsOf(feature))
        .filter(r => isKind(r.metaclass, 'FeatureChaining'))
        .flatMap(link => link.all('chainingFeature').slice(0, 1));
}

/** The place of an expression: its owner, the owning relationship and the index there. */
interface Place {
    readonly owner: GraphElement;
    readonly part: Omit<Part, 'metaclass'>;
    readonly at: number;
}

/**
 * Makes the expression before `:=` from its steps. The relationship `operand` owns the expression before the first step, if there is one.
 */
function lead(
    graph: Stored,
    assignment: GraphElement,
    { owner, part, at }: Place,
    steps: readonly Value[],
    operand: GraphElement | undefined
): GraphElement {
    const slot = part.suffix;
    const makeAt = (of: GraphElement, made: Part, place: number): GraphElement => make(graph, of, made, place, assignment);
    const step = steps.at(-1)!;
    if (steps.length === 1 && operand === undefined) {
        const reference = makeAt(owner, { ...part, metaclass: 'FeatureReferenceExpression' }, at);
        refer(graph, reference, { suffix: `${slot}${REFERENT}`, target: step, at: 0 }, assignment);
        return reference;
    }
    const chain = makeAt(owner, { ...part, metaclass: 'FeatureChainExpression' }, at).add('operator', '.');
    const input: Part = { suffix: `${slot}_pin0`, membership: 'ParameterMembership', metaclass: 'Feature', direction: 'in' };
    const parameter = makeAt(chain, input, 0);
    if (steps.length === 1) {
        giveTo(graph, parameter, [operand!], 0);
    } else {
        const place: Place = { owner: parameter, part: { suffix: `${slot}_pa0`, membership: 'FeatureValue' }, at: 0 };
        lead(graph, assignment, place, steps.slice(0, -1), operand);
    }
    refer(graph, chain, { suffix: `${slot}_ptargetFeature`, target: step, at: 1 }, assignment);
    makeAt(chain, { suffix: `${slot}_pout`, membership: 'ReturnParameterMembership', metaclass: 'Feature', direction: 'out' }, 2);
    return chain;
}
