/**
 * Makes the statements about ends and parts of the connectors and transitions of a full document (contract: conversion 8.2, 8.3). Depends
 * on graphs only.
 */
import { ExpressionText, GraphElement, type Value } from '../../graph.js';
import { chainText } from './chains.js';
import { asNamed } from './expressions.js';
import { is, put, type FullDocument, type Statements } from './full-document.js';

/** States a connector's ends and related features, or a transition's parts. */
export function emitConnector(element: GraphElement, document: FullDocument, stated: Statements): void {
    if (is(element, 'Connector')) {
        emitEnds(element, document, stated);
    }
    if (is(element, 'Flow')) {
        const payload = document.ownership.ownedThrough(element, 'FeatureMembership').find(m => m.metaclass === 'PayloadFeature');
        put(stated, 'payloadFeature', payload);
    }
    if (element.metaclass === 'TransitionUsage') {
        emitTransition(element, document, stated);
    }
}

function emitEnds(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const ends = ownership
        .relationshipsOf(element)
        .filter(r => is(r, 'EndFeatureMembership') || r.metaclass === 'ParameterMembership')
        .flatMap(r => ownership.membersOf(r))
        .filter(end => nodes.isNode(end));
    const related = ends.map(end => relatedBy(end, document) ?? sourceOf(element, ends, end, document));
    put(stated, 'connectorEnd', ...ends);
    put(stated, 'relatedFeature', ...new Set(related.map(feature => asNamed(feature, document))));
    if (ends.length === 2) {
        put(stated, 'sourceFeature', related[0]);
        put(stated, 'targetFeature', related[1]);
    }
}

/** The feature that an end relates: its referenced feature or, for a flow end, the feature of the flow. */
export function relatedBy(end: GraphElement, { ownership }: FullDocument): Value | undefined {
    const subsetting = ownership.relationshipsOf(end).find(r => r.metaclass === 'ReferenceSubsetting');
    const stated = subsetting?.get('referencedFeature');
    if (stated !== undefined || end.metaclass !== 'FlowEnd') {
        return stated;
    }
    return ownership
        .ownedThrough(end, 'FeatureMembership')
        .flatMap(feature => ownership.relationshipsOf(feature).filter(r => r.metaclass === 'Redefinition'))
        .map(redefinition => redefinition.get('redefinedFeature'))[0];
}

/**
 * The related feature of a first end without a reference: the preceding step. For the succession of a transition, it is the step before the
 * transition, even if the transition names another source.
 */
function sourceOf(element: GraphElement, ends: readonly GraphElement[], end: GraphElement, document: FullDocument): Value | undefined {
    if (end !== ends[0] || ends.length !== 2) {
        return undefined;
    }
    const transition = document.ownership.ownerThrough(element, 'OwningMembership');
    const isOfTransition =
        is(transition, 'TransitionUsage') && document.ownership.relationshipTo(element)?.metaclass === 'OwningMembership';
    const stated = isOfTransition ? undefined : element.get('sourceFeature');
    // The preceding step that other tools state may differ from the meaning of the notation.
    return document.isOfOurs ? (stated ?? previousStep(element, document)) : (previousStep(element, document) ?? stated);
}

/** The step before a succession: the nearest earlier member that is a feature but no connector or transition, or the target of `first`. */
function previousStep(element: GraphElement, document: FullDocument): Value | undefined {
    const { ownership, steps } = document;
    const membership = ownership.relationshipTo(element);
    const owner = membership && ownership.ownerOf(membership);
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
    return ofOwner[ownership.placeOf(membership!)];
}

/** The preceding step for each relationship of an owner. */
function stepsIn(owner: GraphElement, { ownership, nodes }: FullDocument): (Value | undefined)[] {
    let step: Value | undefined;
    return ownership.relationshipsOf(owner).map(relationship => {
        const before = step;
        const [member] = is(relationship, 'FeatureMembership') ? ownership.membersOf(relationship) : [];
        if (relationship.metaclass === 'Membership' && nodes.isDeclared(relationship)) {
            step = relationship.get('memberElement');
        } else if (member !== undefined && nodes.isDeclared(member) && !is(member, 'Connector', 'TransitionUsage')) {
            step = member;
        }
        return before;
    });
}

/** The source of a transition without a named source: the preceding step. */
function sourceBefore(element: GraphElement, document: FullDocument): Value | undefined {
    const stated = element.get('source');
    return document.isOfOurs ? stated : (previousStep(element, document) ?? (stated === element ? undefined : stated));
}

function emitTransition(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const relationships = ownership.relationshipsOf(element);
    for (const [kind, property] of [
        ['trigger', 'triggerAction'],
        ['guard', 'guardExpression'],
        ['effect', 'effectAction']
    ] as const) {
        const membership = relationships.find(r => r.metaclass === 'TransitionFeatureMembership' && r.text('kind') === kind);
        put(stated, property, ...(membership === undefined ? [] : ownership.membersOf(membership)));
    }
    const succession = relationships
        .filter(r => r.metaclass === 'OwningMembership')
        .flatMap(r => ownership.membersOf(r))
        .find(m => m.metaclass === 'SuccessionAsUsage' && nodes.isNode(m));
    put(stated, 'succession', succession);
    const source = relationships.find(r => r.metaclass === 'Membership' && !nodes.isDeclared(r));
    put(stated, 'source', asNamed(source?.get('memberElement') ?? sourceBefore(element, document), document));
    put(stated, 'target', asNamed(targetOf(element, succession, ownership), document));
}

/**
 * The target of a transition. If the target of the succession is a feature chain, the stated target is only its last step, so the text of
 * the chain is used instead.
 */
function targetOf(element: GraphElement, succession: GraphElement | undefined, ownership: FullDocument['ownership']): Value | undefined {
    const stated = element.get('target');
    const [, end] = succession === undefined ? [] : ownership.ownedThrough(succession, 'EndFeatureMembership');
    const related = end && ownership.relationshipsOf(end).find(r => r.metaclass === 'ReferenceSubsetting');
    const referenced = related?.get('referencedFeature');
    const isChain =
        referenced instanceof GraphElement && ownership.relationshipsOf(referenced).some(r => r.metaclass === 'FeatureChaining');
    return isChain && !(stated instanceof ExpressionText) ? chainText(referenced, element, ownership) : (stated ?? referenced);
}
