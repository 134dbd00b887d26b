/**
 * Derives the properties of elements, namespaces, types and features (KerML 8.3). Each row is a property of the metaclass that declares it.
 */
import { type Direction, directionOf, isComposite } from '../../language/semantics/features.js';
import { CONJUGATE, directionWithin, isVariable } from '../../language/semantics/featuring.js';
import { resolve } from '../../language/semantics/names.js';
import { namingNodeOf } from '../../language/semantics/owned-members.js';
import { nameOf } from '../../language/semantics/naming.js';
import { conformsToLibrary, redefinedFeaturesOf } from '../../language/semantics/specialization.js';
import { isImport } from '../../language/semantics/structure.js';
import { GraphElement } from '../graph.js';
import type { Derivation, Rule, Values } from './derivation.js';
import { typesInOrder } from './clause-order.js';
import { conjugatedTypes } from './conjugates.js';
import { featuringType } from './featuring.js';
import { generalsOfElement, impliedRedefinitions, redefinedByOwned, typesThrough } from './generals.js';
import { collect, collectAll, distinct, first, is, one, owningFeature, owningRelated, ownerThatIs, select } from './forms.js';
import { quoted } from '../../runtime/values/index.js';
import { ofKind } from './kinds.js';

// --- Elements -----------------------------------------------------------------------------------------------------------

/**
 * The feature from which a feature without a declared name takes its name: the first one that it redefines, explicitly or by implication
 * (KerML 8.3.3.3.4 namingFeature).
 */
function namingFeature(d: Derivation, e: GraphElement): GraphElement | undefined {
    const isNamed = e.has('declaredName') || e.has('declaredShortName') || !is(e, 'Feature');
    const [redefinition] = isNamed || e.state !== 'written' ? [] : d.elements(e, 'ownedRedefinition');
    if (redefinition !== undefined || isNamed || e.state !== 'written') {
        return redefinition && d.element(redefinition, 'redefinedFeature');
    }
    return payloadOfTrigger(d, e) ?? d.elementsOf(impliedRedefinitions(d, e).slice(0, 1))[0];
}

/**
 * The second parameter of a transition takes its name from the payload that the trigger accepts (SysML 8.3.6.3
 * ReferenceUsage::namingFeature).
 */
function payloadOfTrigger(d: Derivation, e: GraphElement): GraphElement | undefined {
    const owner = e.metaclass === 'ReferenceUsage' ? d.element(e, 'owningType') : undefined;
    const isSecond =
        is(owner, 'TransitionUsage') && d.elements(owner, 'ownedFeature').filter(f => d.of(f, 'direction')[0] === 'in')[1] === e;
    const [trigger] = isSecond ? d.elements(owner, 'triggerAction') : [];
    return trigger && d.element(trigger, 'payloadParameter');
}

export const name: Rule = (d, e) => {
    const node = d.nodeOf(e);
    if (node !== undefined && !is(e, 'Membership')) {
        return one(nameOf(node));
    }
    const naming = namingFeature(d, e);
    return naming === undefined ? one(e.text('declaredName')) : d.of(naming, 'name');
};

const shortName: Rule = (d, e) => {
    const node = d.featureNode(e);
    const own = e.text('declaredShortName');
    if (own !== undefined || e.has('declaredName')) {
        return one(own);
    }
    const naming = node && namingNodeOf(node);
    const target = naming === undefined ? node && redefinedFeaturesOf(node).at(0) : resolve(naming);
    const named = target === undefined ? namingFeature(d, e) : d.elementsOf([target])[0];
    return named === undefined || named === e ? [] : d.of(named, 'shortName');
};

const qualifiedName: Rule = (d, e) => {
    const namespace = d.element(e, 'owningNamespace');
    const own = [...d.of(e, 'name'), ...d.of(e, 'shortName')].find(name => typeof name === 'string');
    if (namespace === undefined || own === undefined) {
        return [];
    }
    const [name] = d.of(e, 'name');
    const [namesake] = d.elements(namespace, 'ownedMember').filter(m => d.of(m, 'name')[0] === name);
    if (name !== undefined && namesake !== e) {
        return [];
    }
    if (d.element(namespace, 'owningNamespace') === undefined && d.of(namespace, 'owner').length === 0) {
        return [quoted(own)];
    }
    const [outer] = d.of(namespace, 'qualifiedName');
    return typeof outer === 'string' ? [`${outer}::${quoted(own)}`] : [];
};

/**
 * Whether an element is in a library package: it is one, or its owner is in one. The recursion is short, because owners are written first.
 */
const isLibraryElement: Rule = (d, e) => {
    if (is(e, 'LibraryPackage')) {
        return [true];
    }
    const owner = d.element(e, 'owningRelationship') ?? d.element(e, 'owningRelatedElement');
    return owner === undefined ? [false] : d.of(owner, 'isLibraryElement');
};

const annotation: Rule = (d, e) => [...d.of(e, 'owningAnnotatingRelationship'), ...d.of(e, 'ownedAnnotatingRelationship')];

const annotatedElement: Rule = (d, e) => {
    const stated = d.stated(e, 'annotatedElement');
    const annotated = stated.length > 0 ? stated : d.elements(e, 'annotation').flatMap(a => [...d.of(a, 'annotatedElement')]);
    return annotated.length > 0 ? annotated : d.of(e, 'owningNamespace');
};

export const ELEMENTS: Readonly<Record<string, Rule>> = {
    'Element.elementId': (_d, e) => [e.id],
    'Element.owner': collect('owningRelationship', 'owningRelatedElement'),
    'Element.ownedElement': collect('ownedRelationship', 'ownedRelatedElement'),
    'Element.owningMembership': select('owningRelationship', 'OwningMembership'),
    'Element.owningNamespace': collect('owningMembership', 'membershipOwningNamespace'),
    'Element.name': name,
    'Element.shortName': shortName,
    'Element.qualifiedName': qualifiedName,
    'Element.isLibraryElement': isLibraryElement,
    'Element.documentation': select('ownedElement', 'Documentation'),
    'Element.textualRepresentation': select('ownedElement', 'TextualRepresentation'),
    'Element.ownedAnnotation': (d, e) =>
        d.elements(e, 'ownedRelationship', 'Annotation').filter(a => d.of(a, 'annotatedElement').includes(e)),
    'Relationship.relatedElement': (d, e) => [...d.of(e, 'source'), ...d.of(e, 'target')],
    'AnnotatingElement.annotatedElement': annotatedElement,
    'AnnotatingElement.annotation': annotation,
    'AnnotatingElement.owningAnnotatingRelationship': select('owningRelationship', 'Annotation'),
    'AnnotatingElement.ownedAnnotatingRelationship': (d, e) =>
        d.elements(e, 'ownedRelationship', 'Annotation').filter(a => !d.of(a, 'annotatedElement').includes(e)),
    'Documentation.documentedElement': (d, e) => d.of(e, 'owner'),
    'TextualRepresentation.representedElement': (d, e) => d.of(e, 'owner'),
    'Annotation.annotatingElement': (d, e) => {
        const owned = d.of(e, 'ownedAnnotatingElement');
        return owned.length > 0 ? owned : d.of(e, 'owningAnnotatingElement');
    },
    'Annotation.ownedAnnotatingElement': first(select('ownedRelatedElement', 'AnnotatingElement')),
    'Annotation.owningAnnotatedElement': ownerThatIs('annotatedElement'),
    'Annotation.owningAnnotatingElement': (d, e) => (d.of(e, 'ownedAnnotatingElement').length > 0 ? [] : owningRelated(d, e))
};

// --- Namespaces ---------------------------------------------------------------------------------------------------------

const importedMembership: Rule = (d, e) => {
    const node = d.nodeOf(e);
    const filtered = node === undefined && e.metaclass === 'Package' ? d.syntaxOf(e) : undefined;
    if (filtered !== undefined && isImport(filtered)) {
        return d.membershipsOf(d.members.admittedBy(filtered));
    }
    return node === undefined ? [] : distinct(d.membershipsOf(d.members.importedBy(node)));
};

const importedElement: Rule = (d, e) => {
    const [imported] = is(e, 'NamespaceImport') ? d.of(e, 'importedNamespace') : d.of(e, 'importedMembership');
    return imported instanceof GraphElement && !is(e, 'NamespaceImport')
        ? d.of(imported, 'memberElement')
        : imported === undefined
          ? []
          : [imported];
};

export const NAMESPACES: Readonly<Record<string, Rule>> = {
    'Namespace.ownedImport': select('ownedRelationship', 'Import'),
    'Namespace.ownedMembership': select('ownedRelationship', 'Membership'),
    'Namespace.ownedMember': collect('ownedMembership', 'ownedMemberElement', 'OwningMembership'),
    'Namespace.importedMembership': importedMembership,
    'Type.inheritedMembership': (d, e) => {
        const node = d.typeNode(e);
        if (node !== undefined && !is(e, 'Connector')) {
            return d.inheritedMemberships(d.members.inheritedBy(node));
        }
        const generals = generalsOfElement(d, e) ?? d.unknown();
        return d.inheritedMemberships(d.members.inheritedFrom(generals, redefinedByOwned(d, e)));
    },
    'Namespace.membership': (d, e) =>
        d.ends.joined(
            [...d.of(e, 'ownedMembership'), ...d.of(e, 'importedMembership')],
            is(e, 'Type') ? d.of(e, 'inheritedMembership') : []
        ),
    'Namespace.member': collect('membership', 'memberElement'),
    'Import.importOwningNamespace': owningRelated,
    // An expose imports all members regardless of visibility, and makes them visible only to its view (SysML 8.3.26.2).
    'Expose.isImportAll': () => [true],
    'Expose.visibility': () => ['protected'],
    'Import.importedElement': importedElement,
    'Membership.memberElementId': (d, e) => d.elements(e, 'memberElement').map(m => m.id),
    'Membership.membershipOwningNamespace': owningRelated,
    'OwningMembership.ownedMemberElement': first((d, e) => d.of(e, 'ownedRelatedElement')),
    'OwningMembership.ownedMemberElementId': (d, e) => d.elements(e, 'ownedMemberElement').map(m => m.id),
    'OwningMembership.ownedMemberName': collect('ownedMemberElement', 'name'),
    'OwningMembership.ownedMemberShortName': collect('ownedMemberElement', 'shortName'),
    'Package.filterCondition': collect('ownedMembership', 'condition', 'ElementFilterMembership')
};

// --- Types and features -------------------------------------------------------------------------------------------------

/** The implicit direction of a parameter (KerML 8.3.4.6.5 ParameterMembership::parameterDirection). */
function parameterDirection(d: Derivation, e: GraphElement): string | undefined {
    const membership = d.element(e, 'owningMembership');
    if (is(membership, 'ReturnParameterMembership')) {
        return 'out';
    }
    return is(membership, 'ParameterMembership') ? 'in' : undefined;
}

const isDirection = (value: unknown): value is Direction => value === 'in' || value === 'out' || value === 'inout';

/** The features with a direction in their owner. Other features have none in any type. */
const withDirection = (d: Derivation, values: Values): GraphElement[] => ofKind(values).filter(f => d.of(f, 'direction').length > 0);

/**
 * The direction of a feature within a type (KerML 8.3.3.1.10 directionOf). For a type without a declaration, its generals determine the
 * direction.
 * @returns the function of the type's features
 */
function directionsIn(d: Derivation, e: GraphElement): (feature: GraphElement) => unknown {
    const original = d.element(e, 'originalPortDefinition');
    const node = d.typeNode(original ?? e);
    const types = node === undefined ? generalsOfElement(d, e) : [node];
    return f => {
        const feature = d.featureNode(f);
        const isOwn = node === undefined && d.of(f, 'owningType').includes(e);
        if (types === undefined || feature === undefined || isOwn) {
            return conjugated(original, d.of(f, 'direction')[0]);
        }
        return conjugated(original, types.map(type => directionWithin(type, feature)).find(isDirection));
    };
}

const conjugated = (original: GraphElement | undefined, direction: unknown): unknown =>
    original !== undefined && isDirection(direction) ? CONJUGATE[direction] : direction;

/** The features that have one of the directions within a type. */
const directed =
    (base: 'feature' | 'directedFeature', ...directions: readonly string[]): Rule =>
    (d, e) => {
        const features = ofKind(d.ends.image(d.of(e, base), 'direction', values => withDirection(d, values)));
        if (features.length === 0) {
            return features;
        }
        const directionIn = directionsIn(d, e);
        return features.filter(f => {
            const direction = directionIn(f);
            return isDirection(direction) && directions.includes(direction);
        });
    };

/**
 * The types of a feature: those that the semantic model finds, in the order of its own typings; for a feature without a declaration, the
 * types of its generals.
 */
export const type: Rule = (d, e) => {
    const node = d.featureNode(e);
    if (node !== undefined) {
        const types = conjugatedTypes(d, [node], d.elementsOf(typesInOrder(node)));
        const own = e.state === 'written' ? d.elements(e, 'ownedTyping').flatMap(typing => d.elements(typing, 'type')) : [];
        return distinct([...own.filter(t => types.includes(t)), ...types]);
    }
    const generals = generalsOfElement(d, e);
    if (generals !== undefined) {
        return conjugatedTypes(d, generals, d.elementsOf(typesThrough(generals)));
    }
    const general = d.elements(e, 'ownedSpecialization').flatMap(s => d.elements(s, 'general'));
    return general.length === 0 ? d.unknown() : distinct(general.flatMap(g => (is(g, 'Feature') ? [...d.of(g, 'type')] : [g])));
};

/**
 * Whether an end or parameter without a declaration may vary in time (SysML mayTimeVary): its owning type is an occurrence, and the feature
 * is neither a SelfLink nor a HappensLink. Such a feature is never composite or a portion, which the standard also considers.
 */
function mayVary(d: Derivation, e: GraphElement): boolean {
    const [owner] = d.elements(e, 'owningType');
    const generals = owner && generalsOfElement(d, owner);
    return (
        (generals ?? []).some(t => conformsToLibrary(t, 'Occurrences::Occurrence')) &&
        !(generalsOfElement(d, e) ?? []).some(
            t => conformsToLibrary(t, 'Links::SelfLink') || conformsToLibrary(t, 'Occurrences::HappensLink')
        )
    );
}

const crossFeature: Rule = (d, e) => {
    const crossing = d.element(e, 'ownedCrossSubsetting');
    const crossed = crossing && d.element(crossing, 'crossedFeature');
    return crossed === undefined ? [] : d.of(crossed, 'chainingFeature').slice(1, 2);
};

export const TYPES: Readonly<Record<string, Rule>> = {
    'Type.isConjugated': (d, e) => [d.of(e, 'ownedConjugator').length > 0],
    'Type.isAbstract': (d, e) => [e.is('isAbstract') || d.of(e, 'isVariation')[0] === true],
    'Definition.isVariation': (_d, e) => [e.is('isVariation') || is(e, 'EnumerationDefinition')],
    // For connection definitions, SysML redefines the default as true (SysML 8.3.13.2).
    'ConnectionDefinition.isSufficient': () => [true],
    'Type.ownedSpecialization': (d, e) => d.elements(e, 'ownedRelationship', 'Specialization').filter(s => d.of(s, 'specific').includes(e)),
    'Type.ownedFeatureMembership': select('ownedRelationship', 'FeatureMembership'),
    'Type.ownedFeature': collect('ownedFeatureMembership', 'ownedMemberFeature'),
    'Type.ownedEndFeature': (d, e) => d.elements(e, 'ownedFeature').filter(f => d.of(f, 'isEnd')[0] === true),
    'Type.featureMembership': (d, e) =>
        d.ends.joined(d.of(e, 'ownedFeatureMembership'), d.selected(e, 'inheritedMembership', 'FeatureMembership')),
    'Type.feature': collect('featureMembership', 'ownedMemberFeature'),
    'Type.inheritedFeature': collect('inheritedMembership', 'ownedMemberFeature', 'FeatureMembership'),
    'Type.endFeature': (d, e) =>
        d.ends.image(d.of(e, 'feature'), 'isEnd', values => ofKind(values).filter(f => d.of(f, 'isEnd')[0] === true)),
    'Type.directedFeature': directed('feature', 'in', 'out', 'inout'),
    'Type.input': directed('directedFeature', 'in', 'inout'),
    'Type.output': directed('directedFeature', 'out', 'inout'),
    'Type.multiplicity': first(select('ownedMember', 'Multiplicity')),
    'Type.differencingType': collect('ownedDifferencing', 'differencingType'),
    'Type.intersectingType': collect('ownedIntersecting', 'intersectingType'),
    'Type.unioningType': collect('ownedUnioning', 'unioningType'),
    'Specialization.owningType': ownerThatIs('specific'),
    'Conjugation.owningType': ownerThatIs('conjugatedType'),
    'Disjoining.owningType': ownerThatIs('typeDisjoined'),
    'Differencing.typeDifferenced': owningRelated,
    'Intersecting.typeIntersected': owningRelated,
    'Unioning.typeUnioned': owningRelated,
    'FeatureTyping.owningFeature': ownerThatIs('typedFeature'),
    'Subclassification.owningClassifier': ownerThatIs('subclassifier'),
    'Subsetting.owningFeature': ownerThatIs('subsettingFeature'),
    'ReferenceSubsetting.referencingFeature': owningRelated,
    'CrossSubsetting.crossingFeature': owningRelated,
    'FeatureChaining.featureChained': owningRelated,
    'FeatureInverting.owningFeature': ownerThatIs('featureInverted'),
    'TypeFeaturing.owningFeatureOfType': ownerThatIs('featureOfType'),
    'Feature.type': type,
    'Feature.featuringType': featuringType,
    'Feature.crossFeature': crossFeature,
    'Feature.chainingFeature': collectAll('ownedFeatureChaining', 'chainingFeature'),
    'Feature.featureTarget': (d, e) => {
        const chain = d.of(e, 'chainingFeature');
        return chain.length === 0 ? [e] : chain.slice(-1);
    },
    'Feature.ownedFeatureInverting': (d, e) =>
        d.elements(e, 'ownedRelationship', 'FeatureInverting').filter(i => d.of(i, 'featureInverted').includes(e)),
    'Feature.ownedTypeFeaturing': (d, e) =>
        d.elements(e, 'ownedRelationship', 'TypeFeaturing').filter(f => d.of(f, 'featureOfType').includes(e)),
    'Feature.owningFeatureMembership': select('owningMembership', 'FeatureMembership'),
    'Feature.owningType': collect('owningFeatureMembership', 'owningType'),
    'FeatureMembership.owningType': owningRelated,
    'Feature.endOwningType': (d, e) => (d.of(e, 'isEnd')[0] === true ? d.of(e, 'owningType') : []),
    'Feature.direction': (d, e) => {
        const node = d.featureNode(e);
        return one(node === undefined ? (e.text('direction') ?? parameterDirection(d, e)) : directionOf(node));
    },
    'Feature.isComposite': (d, e) => {
        const node = d.featureNode(e) ?? (is(e, 'Usage') ? d.featureSyntax(e) : undefined);
        // Sparse graphs state `isComposite` for every portion (contract: conversion 5.3); in the metamodel this holds only for usages.
        const isStated = e.is('isComposite') && !(e.is('isPortion') && !is(e, 'Usage'));
        return [isStated || (node !== undefined && isComposite(node))];
    },
    // An end in SysML that varies in time is implicitly constant (SysML 8.3.6.4).
    'Usage.isConstant': (d, e) => [e.is('isConstant') || (d.of(e, 'isEnd')[0] === true && d.of(e, 'mayTimeVary')[0] === true)],
    'Usage.isReference': (d, e) => [d.of(e, 'isComposite')[0] !== true],
    'Feature.isVariable': (d, e) => {
        const node = d.featureNode(e);
        return [node === undefined ? e.is('isVariable') || (is(e, 'Usage') && mayVary(d, e)) : isVariable(node)];
    },
    'Usage.mayTimeVary': (d, e) => d.of(e, 'isVariable'),
    'Usage.owningDefinition': owningFeature('Definition'),
    'Usage.owningUsage': owningFeature('Usage'),
    'MultiplicityRange.bound': (d, e) => [...d.of(e, 'lowerBound'), ...d.of(e, 'upperBound')]
};
