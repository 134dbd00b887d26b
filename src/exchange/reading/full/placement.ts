/**
 * What a full document has in another place than a sparse graph, which says the same of it (contract: conversion 5.5, 6, 8.1): the
 * bounds of a range, the package of an import with conditions, a chain as the source of a transition, the subject of a satisfaction, what
 * annotations are about, conjugates that nothing refers to, and the features that stand for the snapshots of types. Knows graphs only;
 * `derived/placement.ts` is the other way.
 */
import type { GraphElement } from '../../graph.js';
import { isKind } from '../../metamodel/facts.js';
import { isWrapper } from '../../json/wrapper.js';
import { headKindOf } from '../../metamodel/heads.js';
import { takeArguments } from './arguments.js';
import { chainText } from './chains.js';
import { takeCrossMultiplicity } from './crossings.js';
import { drop, without } from './hidden-parts.js';
import { isExpressionForm, OF_BODY } from './nodes.js';
import { become, giveTo } from './ownership.js';
import { takeSubject } from './satisfactions.js';
import { makeSuccession } from './target-successions.js';
import { Ties } from './ties.js';
import { makeParameters } from './transitions.js';
import { nameOf, UuidNames } from './uuid-names.js';

/** The elements of a document as a sparse graph places them. */
export function withSparsePlacement(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ties = new Ties(elements);
    const uuids = new UuidNames(ties);
    const dropped = new Set<GraphElement>();
    const made: GraphElement[] = [];
    const referred = new Set(
        elements
            .filter(e => isKind(e.metaclass, 'Specialization'))
            .flatMap(e => ['conjugatedPortDefinition', 'general', 'type', 'superclassifier', 'target'].map(p => e.element(p)))
    );
    for (const element of elements) {
        if (element.metaclass === 'MultiplicityRange') {
            giveBounds(element, ties);
        } else if (isKind(element.metaclass, 'Import')) {
            takeFilters(element, ties, dropped);
        } else if (isKind(element.metaclass, 'InstantiationExpression')) {
            takeArguments(element, ties, dropped);
        } else if (element.metaclass === 'TransitionUsage') {
            takeSource(element, ties, dropped);
            if (!makeSuccession(element, ties, dropped)) {
                made.push(...makeParameters(element, ties, uuids));
            }
        } else if (element.is('isEnd')) {
            takeCrossMultiplicity(element, ties, uuids, dropped);
        } else if (element.metaclass === 'SatisfyRequirementUsage') {
            takeSubject(element, ties, uuids, dropped);
        } else if (isKind(element.metaclass, 'AnnotatingElement')) {
            takeAnnotations(element, ties, dropped);
        } else if (headKindOf(element.metaclass) !== undefined && ties.relationshipTo(element) !== undefined) {
            takeChainedEnds(element, ties, dropped);
        } else if (element.metaclass === 'ConjugatedPortDefinition' && !referred.has(element)) {
            drop(ties.relationshipTo(element), ties, dropped);
        } else if (isSnapshots(element, ties)) {
            drop(element, ties, dropped);
        } else if (isImpliedMultiplicity(element, ties)) {
            drop(ties.relationshipTo(element), ties, dropped);
        }
    }
    return without(made.length === 0 ? elements : [...elements, ...made], dropped);
}

/**
 * Whether an element is the default multiplicity of a usage (SysML 7.6.3), which subsets `exactlyOne` by implication alone:
 * notation has a name or a subsetting in every multiplicity without bounds.
 */
function isImpliedMultiplicity(element: GraphElement, ties: Ties): boolean {
    return element.metaclass === 'Multiplicity' && nameOf(element) === undefined && ties.relationshipsOf(element).length === 0;
}

/** Lists of what an element owns, which follow from its relationships. */
const OWNED_LISTS: ReadonlySet<string> = new Set(['ownedElement', 'ownedMember', 'ownedMembership']);

/** The bounds of a range without a name hang on what the range is of. */
function giveBounds(range: GraphElement, ties: Ties): void {
    const membership = ties.relationshipTo(range);
    const owner = membership && ties.ownerOf(membership);
    const bounds = ties.relationshipsOf(range).filter(r => ties.membersOf(r).some(isExpressionForm));
    if (owner === undefined || range.has('declaredName') || range.has('declaredShortName')) {
        return;
    }
    range.discard(property => OWNED_LISTS.has(property));
    range.set(
        'ownedRelationship',
        ties.relationshipsOf(range).filter(r => !bounds.includes(r))
    );
    if (bounds.length === 0) {
        return;
    }
    giveTo(owner, bounds, ties.placeOf(membership!), ties);
    const [first, last] = bounds.flatMap(bound => ties.membersOf(bound));
    range.set('lowerBound', bounds.length > 1 ? [first] : []);
    range.set('upperBound', bounds.length > 1 ? [last] : [first]);
}

/** What an import says of what it imports. */
const IMPORTED = ['importedNamespace', 'importedMembership', 'isRecursive'];

/** An import of a package of its own, which has conditions, imports what that imports, and has its conditions. */
function takeFilters(element: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    const [filterPackage] = ties.membersOf(element).filter(member => isKind(member.metaclass, 'Package'));
    const relationships = filterPackage === undefined ? [] : ties.relationshipsOf(filterPackage);
    const inner = relationships.find(r => isKind(r.metaclass, 'Import'));
    if (inner === undefined) {
        return;
    }
    const filters = relationships.filter(r => isKind(r.metaclass, 'ElementFilterMembership'));
    become(element, isKind(element.metaclass, 'Expose') ? inner.metaclass.replace('Import', 'Expose') : inner.metaclass);
    IMPORTED.forEach(property => element.set(property, inner.all(property)));
    element.set('ownedRelatedElement', []);
    giveTo(element, filters, 0, ties);
    filters.forEach(filter => filter.discard(property => property === 'membershipOwningNamespace'));
    dropped.add(filterPackage).add(inner);
}

/** A transition from a chain that it owns is one from the chain's text. */
function takeSource(transition: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    const [membership] = ties.relationshipsOf(transition);
    const [chain] = membership?.metaclass === 'OwningMembership' ? ties.membersOf(membership) : [];
    if (chain !== undefined && ties.relationshipsOf(chain).some(r => r.metaclass === 'FeatureChaining')) {
        become(membership, 'Membership');
        membership.set('memberElement', [chainText(chain, transition, ties)]);
        drop(chain, ties, dropped);
    }
}

/** A relationship that is a declaration of its own relates the texts of the chains that it owns. */
function takeChainedEnds(relationship: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    for (const chain of ties.membersOf(relationship)) {
        if (ties.relationshipsOf(chain).some(r => r.metaclass === 'FeatureChaining')) {
            const text = chainText(chain, relationship, ties);
            const ends = relationship.properties.filter(p => !OF_BODY.has(p) && relationship.get(p) === chain);
            ends.forEach(p => relationship.set(p, [text]));
            drop(chain, ties, dropped);
        }
    }
}

/** What is `about` elements names them; what annotates its owner anyway names nothing. */
function takeAnnotations(element: GraphElement, ties: Ties, dropped: Set<GraphElement>): void {
    const annotations = ties.relationshipsOf(element).filter(r => r.metaclass === 'Annotation' && ties.membersOf(r).length === 0);
    if (annotations.length > 0) {
        element.set(
            'annotatedElement',
            annotations.flatMap(annotation => annotation.all('annotatedElement').slice(0, 1))
        );
        annotations.forEach(annotation => dropped.add(annotation));
        return;
    }
    const relationship = ties.relationshipTo(element);
    const [only, ...others] = element.elements('annotatedElement');
    const isOwner = only !== undefined && (isWrapper(only) || (relationship !== undefined && only === ties.ownerOf(relationship)));
    if (isOwner && others.length === 0) {
        element.set('annotatedElement', []);
    }
}

const SNAPSHOTS = 'Occurrences::Occurrence::snapshots';

/** A feature that nothing owns and that redefines the snapshots of occurrences: a domain of features that vary in time (KerML 8.4.4.3). */
function isSnapshots(element: GraphElement, ties: Ties): boolean {
    const isOwned = element.metaclass !== 'Feature' || ties.outward(element) !== undefined;
    const redefinition = isOwned ? undefined : ties.relationshipsOf(element).find(r => r.metaclass === 'Redefinition');
    return redefinition?.element('redefinedFeature')?.text('qualifiedName') === SNAPSHOTS;
}
