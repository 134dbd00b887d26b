/**
 * Computes the statements that a sparse graph contains in addition to the stored properties of an element (contract: conversion 5 to 8).
 * Does from the relationships of a graph what `builder/` does from notation. A derived property that is not in the result is not stated.
 * Depends on graphs only.
 */
import { membershipForm } from '../../builder/memberships.js';
import { GraphElement, type Value } from '../../graph.js';
import { isExpressionForm, propertyOfMetaclass } from '../../metamodel/facts.js';
import { HEAD_LISTS, type HeadKind, headKindOf } from '../../metamodel/heads.js';
import { chainText } from './chains.js';
import { asNamed, emitExpression } from './expressions.js';
import { emitConnector } from './connectors.js';
import { emitFlags } from './flags.js';
import { is, put, type FullDocument, type Statements } from './full-document.js';
import { emitSteps } from './steps.js';
import { emitTerms } from './words.js';

/** The statements about an element that follow from its relationships. */
export function sparseStatements(element: GraphElement, document: FullDocument): Statements {
    const stated: Statements = new Map();
    put(stated, 'elementId', element.text('elementId') ?? element.id);
    const qualifiedName = document.names.of(element);
    stated.set('qualifiedName', qualifiedName === undefined ? [] : [qualifiedName]);
    if (!document.isOfOurs) {
        put(stated, 'sysx:memberIndex', document.names.positionOf(element));
    }
    emitOwner(element, document, stated);
    emitFlags(element, document, stated);
    emitOwned(element, document, stated);
    emitHeads(element, document, stated);
    emitExpression(element, document, stated);
    emitConnector(element, document, stated);
    emitParts(element, document, stated);
    emitSteps(element, document, stated);
    if (!document.isOfOurs) {
        emitTerms(element, document, stated);
    }
    return stated;
}

// --- Ownership ----------------------------------------------------------------------------------------------------------

function emitOwner(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const relationship = ownership.relationshipTo(element);
    if (relationship !== undefined) {
        const owner = ownership.ownerOf(relationship);
        if (is(relationship, 'Annotation')) {
            put(stated, 'owner', owner);
            put(stated, 'owningRelationship', relationship);
        } else if (
            is(relationship, 'OwningMembership') && // an alias owns the elements in its body directly
            !(is(relationship, 'ElementFilterMembership') && !is(element, 'ElementFilterMembership'))
        ) {
            put(stated, 'owningNamespace', owner);
            put(stated, 'owner', owner);
            put(stated, 'owningRelationship', relationship);
            put(stated, 'owningMembership', relationship);
            emitDeclaredEnds(element, stated);
        } else {
            put(stated, 'owner', relationship);
            put(stated, 'owningRelationship', relationship);
            put(stated, 'owningMembership', relationship);
        }
        return;
    }
    put(stated, 'owner', nodes.bodyOf(element) ?? (ownership.outward(element) === undefined ? element.element('owner') : undefined));
    const owner = ownership.ownerOf(element);
    if (owner !== undefined) {
        emitRelationship(element, owner, document, stated);
    } else if (is(element, 'ElementFilterMembership')) {
        put(stated, 'ownedRelatedElement', ...ownership.membersOf(element));
        emitFilter(ownership.membersOf(element)[0], stated); // the owner was a root namespace
    }
}

const emitFilter = (condition: GraphElement | undefined, stated: Statements): void =>
    ['condition', 'memberElement', 'ownedMemberElement'].forEach(property => put(stated, property, condition));

/** The source and target properties of declared relationships (contract: conversion 5.5). */
const DECLARED_ENDS: Readonly<Record<string, readonly [string, string]>> = {
    Specialization: ['specific', 'general'],
    Subclassification: ['specific', 'general'],
    FeatureTyping: ['typedFeature', 'type'],
    Subsetting: ['subsettingFeature', 'subsettedFeature'],
    Redefinition: ['redefiningFeature', 'redefinedFeature'],
    Conjugation: ['conjugatedType', 'originalType'],
    FeatureInverting: ['invertingFeature', 'featureInverted'],
    TypeFeaturing: ['featureOfType', 'featuringType'],
    Disjoining: ['typeDisjoined', 'disjoiningType']
};

function emitDeclaredEnds(element: GraphElement, stated: Statements): void {
    const kind = Object.hasOwn(DECLARED_ENDS, element.metaclass) ? headKindOf(element.metaclass) : undefined;
    if (kind !== undefined) {
        const ends = DECLARED_ENDS[element.metaclass];
        const isInverse = element.metaclass === 'FeatureInverting';
        [kind.source, kind.target].forEach((properties, i) => {
            const end = ends[isInverse ? 1 - i : i];
            put(stated, end, element.get(end) ?? properties.map(property => element.get(property)).find(v => v !== undefined));
        });
    }
}

/** States the ends of a relationship that its owner owns directly. */
function emitRelationship(element: GraphElement, owner: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const [member] = ownership.membersOf(element);
    const kind = headKindOf(element.metaclass);
    put(stated, 'owner', owner);
    put(stated, 'owningRelatedElement', owner);
    put(stated, 'ownedRelatedElement', ...ownership.membersOf(element));
    if (kind !== undefined) {
        emitHeadEnds(element, owner, kind, stated);
    } else if (element.metaclass === 'PortConjugation') {
        const original = element.get('originalPortDefinition') ?? element.get('originalType');
        ['conjugatedPortDefinition', 'conjugatedType', 'owningType', 'source'].forEach(property => put(stated, property, owner));
        ['originalPortDefinition', 'originalType', 'target'].forEach(property => put(stated, property, original));
        put(stated, 'relatedElement', owner, original);
    } else if (is(element, 'Annotation')) {
        ['annotatingElement', 'ownedAnnotatingElement'].forEach(property => put(stated, property, member));
        ['annotatedElement', 'owningAnnotatedElement'].forEach(property => put(stated, property, owner));
    } else if (is(element, 'Import')) {
        put(stated, 'owningNamespace', owner);
        put(stated, 'importOwningNamespace', owner);
    } else if (is(element, 'ElementFilterMembership')) {
        put(stated, 'owningNamespace', nodes.isDeclared(element) ? owner : undefined);
        emitFilter(member, stated);
    } else if (is(element, 'OwningMembership') && member !== undefined) {
        const { shape, parts } = membershipForm(element.metaclass);
        shape.properties.forEach((property, i) => parts[i] !== 'id' && put(stated, property, parts[i] === 'owner' ? owner : member));
    } else if (is(element, 'Membership')) {
        const isDeclared = nodes.isDeclared(element);
        put(stated, isDeclared ? 'owningNamespace' : 'membershipOwningNamespace', owner);
        put(stated, 'memberElement', isDeclared ? element.get('memberElement') : asNamed(element.get('memberElement'), document));
    }
    if (is(element, 'Membership') && !is(element, 'OwningMembership')) {
        // Only an alias gives its member another name; a membership in an expression does not.
        const isAlias = nodes.isDeclared(element);
        stated.set('memberName', isAlias ? element.all('memberName') : []);
        stated.set('memberShortName', isAlias ? element.all('memberShortName') : []);
    }
}

/** States the ends of a head's relationship: the declaration and the target. */
function emitHeadEnds(element: GraphElement, owner: GraphElement, kind: HeadKind, stated: Statements): void {
    const target = kind.target.flatMap(property => element.all(property)).at(0);
    kind.source.forEach(property => put(stated, property, owner));
    kind.target.forEach(property => put(stated, property, target));
    put(stated, 'relatedElement', owner, target === owner ? undefined : target);
    if (element.metaclass === 'ConjugatedPortTyping') {
        const definition = element.element('conjugatedPortDefinition') ?? (target instanceof GraphElement ? target : undefined);
        put(stated, 'conjugatedPortDefinition', definition);
    }
}

/** States the lists of owned elements. */
function emitOwned(element: GraphElement, { ownership, nodes }: FullDocument, stated: Statements): void {
    const relationships = ownership.relationshipsOf(element);
    if (relationships.length === 0) {
        return;
    }
    put(stated, 'ownedRelationship', ...relationships);
    if (propertyOfMetaclass(element.metaclass, 'ownedMembership') !== undefined || element.metaclass.includes(':')) {
        const memberships = relationships.filter(r => is(r, 'Membership'));
        const features = memberships.filter(r => is(r, 'FeatureMembership'));
        const isMember = (member: GraphElement, membership: GraphElement): boolean =>
            nodes.isDeclared(member) ||
            is(member, 'ConjugatedPortDefinition') ||
            (member.metaclass === 'SuccessionAsUsage' && is(membership, 'FeatureMembership'));
        put(stated, 'ownedMembership', ...memberships);
        put(
            stated,
            'ownedMember',
            ...memberships
                .filter(r => is(r, 'OwningMembership') && !is(r, 'ElementFilterMembership'))
                .flatMap(r => ownership.membersOf(r).filter(member => isMember(member, r)))
        );
        put(stated, 'ownedFeature', ...features.flatMap(r => ownership.membersOf(r)));
        put(stated, 'ownedFeatureMembership', ...features);
        put(stated, 'ownedImport', ...relationships.filter(r => is(r, 'Import')));
    }
    put(stated, 'ownedAnnotation', ...relationships.filter(r => is(r, 'Annotation')));
    const heads = relationships.filter(r => headKindOf(r.metaclass) !== undefined);
    if (heads.length > 0) {
        HEAD_LISTS.forEach(list => put(stated, list, ...heads.filter(r => headKindOf(r.metaclass)!.lists.includes(list))));
    }
    if (is(element, 'ConjugatedPortDefinition')) {
        const conjugations = relationships.filter(r => is(r, 'Conjugation'));
        put(stated, 'ownedConjugator', ...conjugations);
        put(stated, 'ownedPortConjugator', ...conjugations);
    }
}

// --- Heads --------------------------------------------------------------------------------------------------------------

/** Properties that sparse graphs state for a head, while in the metamodel their values include inherited ones. */
const COLLAPSED = ['type', 'featuringType'];

/** States the targets of a head's relationships on the declaration itself. */
function emitHeads(element: GraphElement, document: FullDocument, stated: Statements): void {
    const heads = document.ownership.relationshipsOf(element).filter(r => headKindOf(r.metaclass) !== undefined);
    if (is(element, 'Relationship') && !is(element, 'Feature', 'Type')) {
        return;
    }
    const targets = targetsOfHeads(isEndPart(element, document) ? [] : heads);
    for (const [property, values] of targets) {
        const isChained = [...values].some(v => v instanceof GraphElement && isChain(v, document));
        if (isChained && element.has(property) && document.isOfOurs) {
            stated.set(property, element.all(property));
        } else if (!element.has(property) || COLLAPSED.includes(property)) {
            stated.set(
                property,
                [...values].map(v => (v instanceof GraphElement && isChain(v, document) ? chainText(v, element, document.ownership) : v))
            );
        }
    }
    const links = heads.filter(h => h.metaclass === 'FeatureChaining');
    if (links.length > 1 && !element.has('chains') && targets.has('chains')) {
        put(stated, 'chains', chainText(element, element, document.ownership));
    }
    const isReferent =
        element.metaclass === 'Expression' &&
        is(document.ownership.ownerThrough(element, 'FeatureMembership'), 'FeatureReferenceExpression');
    if (isReferent && heads.length === 0) {
        put(stated, 'type', ...element.all('type').slice(0, 1)); // the name of a function instead of a body
    }
    if (element.base === 'node' || document.nodes.isNode(element)) {
        put(stated, 'chainingFeature', ...new Set(links.flatMap(link => link.all('chainingFeature'))));
    }
}

/** The targets of head relationships, grouped by the declaration's property that states them. */
function targetsOfHeads(heads: readonly GraphElement[]): ReadonlyMap<string, ReadonlySet<Value>> {
    const targets = new Map<string, Set<Value>>();
    for (const head of heads) {
        const { property, target } = headKindOf(head.metaclass)!;
        const values = targets.get(property) ?? new Set<Value>();
        targets.set(property, values);
        target
            .flatMap(p => head.all(p))
            .slice(0, 1)
            .forEach(v => values.add(v));
    }
    return targets;
}

/**
 * Whether an element is an end in a head, the feature of a flow end, or the feature of a path. For these, a sparse graph states only the
 * relationships, not their targets.
 */
function isEndPart(element: GraphElement, { ownership, nodes }: FullDocument): boolean {
    const relationship = nodes.isNode(element) ? ownership.relationshipTo(element) : undefined;
    const owner = relationship && ownership.ownerOf(relationship);
    const isOwnedDirectly = relationship !== undefined && !is(relationship, 'Membership');
    const isOfPath = relationship?.metaclass === 'OwningMembership' && is(owner, 'FeatureReferenceExpression');
    return isOwnedDirectly || isOfPath || is(owner, 'Connector', 'FlowEnd');
}

/** Whether a feature is a feature chain that a relationship owns. */
function isChain(feature: GraphElement, { ownership, nodes }: FullDocument): boolean {
    return (
        !nodes.isDeclared(feature) &&
        ownership.relationshipsOf(feature).some(r => r.metaclass === 'FeatureChaining') &&
        !is(ownership.relationshipTo(feature), 'FeatureMembership')
    );
}

// --- Parts --------------------------------------------------------------------------------------------------------------

/** States the parts of an element to which it refers by separate properties. */
function emitParts(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership } = document;
    emitBounds(element, document, stated);
    if (is(element, 'AnnotatingElement')) {
        stated.set('annotatedElement', element.all('annotatedElement'));
    }
    if (element.metaclass === 'PortDefinition') {
        put(
            stated,
            'conjugatedPortDefinition',
            ...ownership.ownedThrough(element, 'OwningMembership').filter(m => is(m, 'ConjugatedPortDefinition'))
        );
    }
    if (is(element, 'ConjugatedPortDefinition')) {
        put(stated, 'originalPortDefinition', ownership.ownerThrough(element, 'OwningMembership'));
    }
    if (element.metaclass === 'Dependency') {
        put(stated, 'source', ...element.all('client'));
        put(stated, 'target', ...element.all('supplier'));
    }
}

/** States the multiplicity of a type and its bounds, which belong to its range or to the type itself. */
function emitBounds(element: GraphElement, document: FullDocument, stated: Statements): void {
    const { ownership, nodes } = document;
    const ranges = ownership
        .ownedThrough(element, 'OwningMembership')
        .filter(m => m.metaclass === 'MultiplicityRange' && !nodes.isDeclared(m));
    put(stated, 'multiplicity', ranges[0]);
    const owned = ownership
        .ownedThrough(element, 'OwningMembership')
        .filter(m => isExpressionForm(m) && ownership.relationshipTo(m)?.metaclass === 'OwningMembership' && m !== element.get('subject'));
    if (!element.has('upperBound') && element.metaclass !== 'MultiplicityRange' && is(element, 'Type') && !isExpressionForm(element)) {
        const upper = ranges[0]?.get('upperBound') ?? owned[owned.length - 1];
        put(stated, 'upperBound', upper);
        put(stated, 'lowerBound', ranges[0]?.get('lowerBound') ?? (owned.length > 1 ? owned[0] : undefined));
    }
    if (element.metaclass === 'MultiplicityRange') {
        const owner = nodes.isDeclared(element) ? element : (ownership.ownerThrough(element, 'OwningMembership') ?? element);
        const upper = owner.get('upperBound') ?? element.get('upperBound') ?? owned[owned.length - 1];
        const lower = owner.get('lowerBound') ?? element.get('lowerBound') ?? (owned.length > 1 ? owned[0] : undefined);
        put(stated, 'lowerBound', lower);
        put(stated, 'upperBound', upper);
        put(stated, 'bound', ...(nodes.isDeclared(element) ? [] : [lower, upper]));
    }
}
