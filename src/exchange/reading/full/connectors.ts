/** What connectors and transitions of a full document state of their ends and parts (contract: conversion 8.2, 8.3). Knows graphs only. */
import { ExpressionText, GraphElement, type Value } from '../../graph.js';
import { chainText } from './chains.js';
import { is, put, type Settled, type Statements } from './settled.js';

/** States the ends of a connector and what they relate, the parts of a transition. */
export function stateConnector(element: GraphElement, document: Settled, stated: Statements): void {
    if (is(element, 'Connector')) {
        stateEnds(element, document, stated);
    }
    if (is(element, 'Flow')) {
        const payload = document.ties.ownedThrough(element, 'FeatureMembership').find(m => m.metaclass === 'PayloadFeature');
        put(stated, 'payloadFeature', payload);
    }
    if (element.metaclass === 'TransitionUsage') {
        stateTransition(element, document, stated);
    }
}

function stateEnds(element: GraphElement, document: Settled, stated: Statements): void {
    const { ties, nodes } = document;
    const ends = ties
        .relationshipsOf(element)
        .filter(r => is(r, 'EndFeatureMembership') || r.metaclass === 'ParameterMembership')
        .flatMap(r => ties.membersOf(r))
        .filter(end => nodes.isNode(end));
    const related = ends.map(end => relatedBy(end, document) ?? sourceOf(element, ends, end, document));
    put(stated, 'connectorEnd', ...ends);
    put(stated, 'relatedFeature', ...new Set(related));
    if (ends.length === 2) {
        put(stated, 'sourceFeature', related[0]);
        put(stated, 'targetFeature', related[1]);
    }
}

/** What an end relates: what it refers to, or the feature of a flow. */
export function relatedBy(end: GraphElement, { ties }: Settled): Value | undefined {
    const subsetting = ties.relationshipsOf(end).find(r => r.metaclass === 'ReferenceSubsetting');
    const stated = subsetting?.get('referencedFeature');
    if (stated !== undefined || end.metaclass !== 'FlowEnd') {
        return stated;
    }
    return ties
        .ownedThrough(end, 'FeatureMembership')
        .flatMap(feature => ties.relationshipsOf(feature).filter(r => r.metaclass === 'Redefinition'))
        .map(redefinition => redefinition.get('redefinedFeature'))[0];
}

/** The source of an end that refers to nothing: the step in front, also of a transition that names its own source. */
function sourceOf(element: GraphElement, ends: readonly GraphElement[], end: GraphElement, document: Settled): Value | undefined {
    if (end !== ends[0] || ends.length !== 2) {
        return undefined;
    }
    const transition = document.ties.ownerThrough(element, 'OwningMembership');
    const isOfTransition = is(transition, 'TransitionUsage') && document.ties.relationshipTo(element)?.metaclass === 'OwningMembership';
    return (isOfTransition ? undefined : element.get('sourceFeature')) ?? previousStep(element, document);
}

/**
 * The step in front of a succession: the nearest earlier member that is a feature and neither a connector nor
 * a transition, or what `first` names.
 */
function previousStep(element: GraphElement, document: Settled): Value | undefined {
    const { ties, steps } = document;
    const membership = ties.relationshipTo(element);
    const owner = membership && ties.ownerOf(membership);
    if (owner === undefined) {
        return undefined;
    }
    if (is(owner, 'TransitionUsage')) {
        return previousStep(owner, document);
    }
    let ofOwner = steps.get(owner);
    if (ofOwner === undefined) {
        steps.set(owner, (ofOwner = stepsIn(owner, document)));
    }
    return ofOwner[ties.placeOf(membership!)];
}

/** The step in front of each relationship of an owner. */
function stepsIn(owner: GraphElement, { ties, nodes }: Settled): (Value | undefined)[] {
    let step: Value | undefined;
    return ties.relationshipsOf(owner).map(relationship => {
        const before = step;
        const [member] = is(relationship, 'FeatureMembership') ? ties.membersOf(relationship) : [];
        if (relationship.metaclass === 'Membership' && nodes.isDeclared(relationship)) {
            step = relationship.get('memberElement');
        } else if (member !== undefined && nodes.isDeclared(member) && !is(member, 'Connector', 'TransitionUsage')) {
            step = member;
        }
        return before;
    });
}

function stateTransition(element: GraphElement, { ties, nodes }: Settled, stated: Statements): void {
    const relationships = ties.relationshipsOf(element);
    for (const [kind, property] of [
        ['trigger', 'triggerAction'],
        ['guard', 'guardExpression'],
        ['effect', 'effectAction']
    ] as const) {
        const membership = relationships.find(r => r.metaclass === 'TransitionFeatureMembership' && r.text('kind') === kind);
        put(stated, property, ...(membership === undefined ? [] : ties.membersOf(membership)));
    }
    const succession = relationships
        .filter(r => r.metaclass === 'OwningMembership')
        .flatMap(r => ties.membersOf(r))
        .find(m => m.metaclass === 'SuccessionAsUsage' && nodes.isNode(m));
    put(stated, 'succession', succession);
    const source = relationships.find(r => r.metaclass === 'Membership' && !nodes.isDeclared(r));
    put(stated, 'source', source?.get('memberElement') ?? element.get('source'));
    put(stated, 'target', targetOf(element, succession, ties));
}

/** What a transition leads to: as it is stated, unless its succession leads to a chain, of which that is the last step only. */
function targetOf(element: GraphElement, succession: GraphElement | undefined, ties: Settled['ties']): Value | undefined {
    const stated = element.get('target');
    const [, end] = succession === undefined ? [] : ties.ownedThrough(succession, 'EndFeatureMembership');
    const related = end && ties.relationshipsOf(end).find(r => r.metaclass === 'ReferenceSubsetting');
    const referenced = related?.get('referencedFeature');
    const isChain = referenced instanceof GraphElement && ties.relationshipsOf(referenced).some(r => r.metaclass === 'FeatureChaining');
    return isChain && !(stated instanceof ExpressionText) ? chainText(referenced, element, ties) : (stated ?? referenced);
}
