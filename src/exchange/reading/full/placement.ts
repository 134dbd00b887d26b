/**
 * Converts the parts that a full document places differently than a sparse graph (contract: conversion 5.5, 6, 8.1): the patterns of
 * `patterns/`, feature chains as sources of transitions, and annotations of other elements. Removes conjugates to which nothing refers and
 * features that represent snapshots of types. `derived/placement.ts` does the reverse. Depends on graphs only.
 */
import type { GraphElement } from '../../graph.js';
import { ACTION_PARAMETERS } from '../../metamodel/action-parameters.js';
import { isKind } from '../../metamodel/facts.js';
import { isWrapper } from '../../json/wrapper.js';
import { headKindOf } from '../../metamodel/heads.js';
import { takeParameters } from '../../patterns/action-parameters.js';
import { takeArguments } from '../../patterns/arguments.js';
import { takeTarget } from '../../patterns/assignments.js';
import { giveBounds } from '../../patterns/bounds.js';
import { takeCrossMultiplicity } from '../../patterns/crossings.js';
import { takeFilters } from '../../patterns/filters.js';
import { takeSubject } from '../../patterns/satisfactions.js';
import { become, drop } from '../../patterns/stored.js';
import { makeSuccession } from '../../patterns/target-successions.js';
import { toSparse } from '../../patterns/transitions.js';
import { chainText } from './chains.js';
import { OF_BODY } from './nodes.js';
import type { OwnershipIndex } from './ownership-index.js';
import { StoredDocument } from './stored-document.js';
import { nameOf } from './uuid-names.js';

/**
 * The elements of a document in which actions own their arguments directly, as in sparse graphs, instead of parameters with these values.
 */
export function withoutActionParameters(elements: readonly GraphElement[]): readonly GraphElement[] {
    const actions = elements.filter(e => Object.hasOwn(ACTION_PARAMETERS, e.metaclass));
    if (actions.length === 0) {
        return elements;
    }
    const targets = new StoredDocument(elements);
    actions.filter(e => e.metaclass === 'AssignmentActionUsage').forEach(e => takeTarget(e, targets));
    const document = new StoredDocument(targets.current);
    actions.forEach(e => takeParameters(e, document));
    return document.current;
}

/** The elements of a document with all other parts placed as in a sparse graph. */
export function withSparsePlacement(elements: readonly GraphElement[]): readonly GraphElement[] {
    const document = new StoredDocument(elements);
    const referred = new Set(
        elements
            .filter(e => isKind(e.metaclass, 'Specialization'))
            .flatMap(e => ['conjugatedPortDefinition', 'general', 'type', 'superclassifier', 'target'].map(p => e.element(p)))
    );
    elements.forEach(element => place(element, document, referred));
    return document.current;
}

function place(element: GraphElement, document: StoredDocument, referred: ReadonlySet<GraphElement | undefined>): void {
    const { ownership } = document;
    if (element.metaclass === 'MultiplicityRange') {
        giveBoundsOf(element, document);
    } else if (isKind(element.metaclass, 'Import')) {
        takeFilters(element, document);
    } else if (isKind(element.metaclass, 'InstantiationExpression')) {
        takeArguments(element, document);
    } else if (element.metaclass === 'TransitionUsage') {
        placeTransition(element, document);
    } else if (element.is('isEnd')) {
        const connector = ownership.ownerThrough(element, 'EndFeatureMembership');
        if (connector !== undefined && isKind(connector.metaclass, 'Connector') && !document.isDeclared(element)) {
            takeCrossMultiplicity(element, document);
        }
    } else if (element.metaclass === 'SatisfyRequirementUsage') {
        takeSubject(element, document, p => nameOf(p) !== undefined || document.isDeclared(p) || p.has('sysx:memberIndex'));
    } else if (isKind(element.metaclass, 'AnnotatingElement')) {
        takeAnnotations(element, document);
    } else if (headKindOf(element.metaclass) !== undefined && ownership.relationshipTo(element) !== undefined) {
        takeChainedEnds(element, document);
    } else if ((element.metaclass === 'ConjugatedPortDefinition' && !referred.has(element)) || isImpliedMultiplicity(element, ownership)) {
        [ownership.relationshipTo(element)].forEach(membership => membership && drop(document, membership));
    } else if (isSnapshots(element, ownership)) {
        drop(document, element);
    }
}

/** Makes a transition a target succession, or gives it the parameters of sparse graphs. */
function placeTransition(transition: GraphElement, document: StoredDocument): void {
    takeSource(transition, document);
    const isInState = isOfState(transition, document.ownership);
    if (!makeSuccession(transition, document, isInState && !isBehindEntry(transition, document.ownership))) {
        toSparse(transition, document, isInState);
    }
}

/** Whether a state owns a transition. Such transitions cannot be recognized by their parameter, because some tools omit it. */
function isOfState(transition: GraphElement, ownership: OwnershipIndex): boolean {
    const owner = ownership.ownerThrough(transition, 'FeatureMembership');
    return owner !== undefined && (isKind(owner.metaclass, 'StateUsage') || isKind(owner.metaclass, 'StateDefinition'));
}

/** Whether the entry action of the state precedes the transition and is therefore its source (SysML 8.2.2.18.2 EntryTransitionMember). */
function isBehindEntry(transition: GraphElement, ownership: OwnershipIndex): boolean {
    const membership = ownership.relationshipTo(transition)!;
    const before = ownership.relationshipsOf(ownership.ownerOf(membership)!).slice(0, ownership.placeOf(membership));
    const isConnecting = (r: GraphElement): boolean =>
        ownership.membersOf(r).some(member => isKind(member.metaclass, 'TransitionUsage') || isKind(member.metaclass, 'Succession'));
    return [...before].reverse().find(r => !isConnecting(r))?.metaclass === 'StateSubactionMembership';
}

/**
 * Whether an element is the default multiplicity of a usage (SysML 7.6.3), which subsets `exactlyOne` by implication only. The notation
 * gives every multiplicity without bounds a name or a subsetting.
 */
function isImpliedMultiplicity(element: GraphElement, ownership: OwnershipIndex): boolean {
    return element.metaclass === 'Multiplicity' && nameOf(element) === undefined && ownership.relationshipsOf(element).length === 0;
}

/** Moves the bounds of an unnamed range to the element that owns the range. */
function giveBoundsOf(range: GraphElement, document: StoredDocument): void {
    const membership = document.ownership.relationshipTo(range);
    const owner = membership && document.ownership.ownerOf(membership);
    if (owner !== undefined && nameOf(range) === undefined) {
        giveBounds(range, owner, membership!, document);
    }
}

/** Replaces a feature chain that is the source of a transition by its text. */
function takeSource(transition: GraphElement, document: StoredDocument): void {
    const { ownership } = document;
    const [membership] = ownership.relationshipsOf(transition);
    const [chain] = membership?.metaclass === 'OwningMembership' ? ownership.membersOf(membership) : [];
    if (chain !== undefined && ownership.relationshipsOf(chain).some(r => r.metaclass === 'FeatureChaining')) {
        become(membership, 'Membership');
        membership.set('memberElement', [chainText(chain, transition, ownership)]);
        drop(document, chain);
    }
}

/** Replaces the feature chains at the ends of a declared relationship by their texts. */
function takeChainedEnds(relationship: GraphElement, document: StoredDocument): void {
    const { ownership } = document;
    for (const chain of ownership.membersOf(relationship)) {
        if (ownership.relationshipsOf(chain).some(r => r.metaclass === 'FeatureChaining')) {
            const text = chainText(chain, relationship, ownership);
            const ends = relationship.properties.filter(p => !OF_BODY.has(p) && relationship.get(p) === chain);
            ends.forEach(p => relationship.set(p, [text]));
            drop(document, chain);
        }
    }
}

/** States the annotated elements of an `about`. An element that annotates its owner states no annotated element. */
function takeAnnotations(element: GraphElement, document: StoredDocument): void {
    const { ownership } = document;
    const annotations = ownership.relationshipsOf(element).filter(r => r.metaclass === 'Annotation' && ownership.membersOf(r).length === 0);
    if (annotations.length > 0) {
        element.set(
            'annotatedElement',
            annotations.flatMap(annotation => annotation.all('annotatedElement').slice(0, 1))
        );
        document.remove(...annotations);
        return;
    }
    const relationship = ownership.relationshipTo(element);
    const [only, ...others] = element.elements('annotatedElement');
    const isOwner = only !== undefined && (isWrapper(only) || (relationship !== undefined && only === ownership.ownerOf(relationship)));
    if (isOwner && others.length === 0) {
        element.set('annotatedElement', []);
    }
}

const SNAPSHOTS = 'Occurrences::Occurrence::snapshots';

/**
 * Whether an element is a feature without an owner that redefines `Occurrences::Occurrence::snapshots`: such features are the featuring
 * types of variable features (KerML 8.4.4.3).
 */
function isSnapshots(element: GraphElement, ownership: OwnershipIndex): boolean {
    const isOwned = element.metaclass !== 'Feature' || ownership.outward(element) !== undefined;
    const redefinition = isOwned ? undefined : ownership.relationshipsOf(element).find(r => r.metaclass === 'Redefinition');
    return redefinition?.element('redefinedFeature')?.text('qualifiedName') === SNAPSHOTS;
}
