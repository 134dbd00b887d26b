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
import { OwnershipIndex } from './ownership-index.js';
import { makeParameters } from './transitions.js';
import { nameOf, UuidNames } from './uuid-names.js';

/** The elements of a document as a sparse graph places them. */
export function withSparsePlacement(elements: readonly GraphElement[]): readonly GraphElement[] {
    const ownership = new OwnershipIndex(elements);
    const uuids = new UuidNames(ownership);
    const dropped = new Set<GraphElement>();
    const made: GraphElement[] = [];
    const referred = new Set(
        elements
            .filter(e => isKind(e.metaclass, 'Specialization'))
            .flatMap(e => ['conjugatedPortDefinition', 'general', 'type', 'superclassifier', 'target'].map(p => e.element(p)))
    );
    for (const element of elements) {
        if (element.metaclass === 'MultiplicityRange') {
            giveBounds(element, ownership);
        } else if (isKind(element.metaclass, 'Import')) {
            takeFilters(element, ownership, dropped);
        } else if (isKind(element.metaclass, 'InstantiationExpression')) {
            takeArguments(element, ownership, dropped);
        } else if (element.metaclass === 'TransitionUsage') {
            takeSource(element, ownership, dropped);
            if (!makeSuccession(element, ownership, dropped)) {
                made.push(...makeParameters(element, ownership, uuids));
            }
        } else if (element.is('isEnd')) {
            takeCrossMultiplicity(element, ownership, uuids, dropped);
        } else if (element.metaclass === 'SatisfyRequirementUsage') {
            takeSubject(element, ownership, uuids, dropped);
        } else if (isKind(element.metaclass, 'AnnotatingElement')) {
            takeAnnotations(element, ownership, dropped);
        } else if (headKindOf(element.metaclass) !== undefined && ownership.relationshipTo(element) !== undefined) {
            takeChainedEnds(element, ownership, dropped);
        } else if (element.metaclass === 'ConjugatedPortDefinition' && !referred.has(element)) {
            drop(ownership.relationshipTo(element), ownership, dropped);
        } else if (isSnapshots(element, ownership)) {
            drop(element, ownership, dropped);
        } else if (isImpliedMultiplicity(element, ownership)) {
            drop(ownership.relationshipTo(element), ownership, dropped);
        }
    }
    return without(made.length === 0 ? elements : [...elements, ...made], dropped);
}

/**
 * Whether an element is the default multiplicity of a usage (SysML 7.6.3), which subsets `exactlyOne` by implication alone:
 * notation has a name or a subsetting in every multiplicity without bounds.
 */
function isImpliedMultiplicity(element: GraphElement, ownership: OwnershipIndex): boolean {
    return element.metaclass === 'Multiplicity' && nameOf(element) === undefined && ownership.relationshipsOf(element).length === 0;
}

/** Lists of what an element owns, which follow from its relationships. */
const OWNED_LISTS: ReadonlySet<string> = new Set(['ownedElement', 'ownedMember', 'ownedMembership']);

/** The bounds of a range without a name hang on what the range is of. */
function giveBounds(range: GraphElement, ownership: OwnershipIndex): void {
    const membership = ownership.relationshipTo(range);
    const owner = membership && ownership.ownerOf(membership);
    const bounds = ownership.relationshipsOf(range).filter(r => ownership.membersOf(r).some(isExpressionForm));
    if (owner === undefined || range.has('declaredName') || range.has('declaredShortName')) {
        return;
    }
    range.discard(property => OWNED_LISTS.has(property));
    range.set(
        'ownedRelationship',
        ownership.relationshipsOf(range).filter(r => !bounds.includes(r))
    );
    if (bounds.length === 0) {
        return;
    }
    giveTo(owner, bounds, ownership.placeOf(membership!), ownership);
    const [first, last] = bounds.flatMap(bound => ownership.membersOf(bound));
    range.set('lowerBound', bounds.length > 1 ? [first] : []);
    range.set('upperBound', bounds.length > 1 ? [last] : [first]);
}

/** What an import says of what it imports. */
const IMPORTED = ['importedNamespace', 'importedMembership', 'isRecursive'];

/** An import of a package of its own, which has conditions, imports what that imports, and has its conditions. */
function takeFilters(element: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    const [filterPackage] = ownership.membersOf(element).filter(member => isKind(member.metaclass, 'Package'));
    const relationships = filterPackage === undefined ? [] : ownership.relationshipsOf(filterPackage);
    const inner = relationships.find(r => isKind(r.metaclass, 'Import'));
    if (inner === undefined) {
        return;
    }
    const filters = relationships.filter(r => isKind(r.metaclass, 'ElementFilterMembership'));
    become(element, isKind(element.metaclass, 'Expose') ? inner.metaclass.replace('Import', 'Expose') : inner.metaclass);
    IMPORTED.forEach(property => element.set(property, inner.all(property)));
    element.set('ownedRelatedElement', []);
    giveTo(element, filters, 0, ownership);
    filters.forEach(filter => filter.discard(property => property === 'membershipOwningNamespace'));
    dropped.add(filterPackage).add(inner);
}

/** A transition from a chain that it owns is one from the chain's text. */
function takeSource(transition: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    const [membership] = ownership.relationshipsOf(transition);
    const [chain] = membership?.metaclass === 'OwningMembership' ? ownership.membersOf(membership) : [];
    if (chain !== undefined && ownership.relationshipsOf(chain).some(r => r.metaclass === 'FeatureChaining')) {
        become(membership, 'Membership');
        membership.set('memberElement', [chainText(chain, transition, ownership)]);
        drop(chain, ownership, dropped);
    }
}

/** A relationship that is a declaration of its own relates the texts of the chains that it owns. */
function takeChainedEnds(relationship: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    for (const chain of ownership.membersOf(relationship)) {
        if (ownership.relationshipsOf(chain).some(r => r.metaclass === 'FeatureChaining')) {
            const text = chainText(chain, relationship, ownership);
            const ends = relationship.properties.filter(p => !OF_BODY.has(p) && relationship.get(p) === chain);
            ends.forEach(p => relationship.set(p, [text]));
            drop(chain, ownership, dropped);
        }
    }
}

/** What is `about` elements names them; what annotates its owner anyway names nothing. */
function takeAnnotations(element: GraphElement, ownership: OwnershipIndex, dropped: Set<GraphElement>): void {
    const annotations = ownership.relationshipsOf(element).filter(r => r.metaclass === 'Annotation' && ownership.membersOf(r).length === 0);
    if (annotations.length > 0) {
        element.set(
            'annotatedElement',
            annotations.flatMap(annotation => annotation.all('annotatedElement').slice(0, 1))
        );
        annotations.forEach(annotation => dropped.add(annotation));
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

/** A feature that nothing owns and that redefines the snapshots of occurrences: a domain of features that vary in time (KerML 8.4.4.3). */
function isSnapshots(element: GraphElement, ownership: OwnershipIndex): boolean {
    const isOwned = element.metaclass !== 'Feature' || ownership.outward(element) !== undefined;
    const redefinition = isOwned ? undefined : ownership.relationshipsOf(element).find(r => r.metaclass === 'Redefinition');
    return redefinition?.element('redefinedFeature')?.text('qualifiedName') === SNAPSHOTS;
}
