/**
 * The kinds of relationships in the heads of declarations (contract: conversion 5.4, 5.5): the properties of their two ends, and the lists
 * of the declaration that contain them.
 */
export interface HeadKind {
    /** the property of the declaration that refers to the targets */
    readonly property: string;
    readonly suffix: string;
    /** the properties of the relationship that refer to the declaration and to the target */
    readonly source: readonly string[];
    readonly target: readonly string[];
    /** the lists of the declaration that contain the relationship, besides `ownedRelationship` */
    readonly lists: readonly string[];
}

/** The kinds by metaclass, which is also the type of their syntax nodes, in canonical order (5.4). */
export const HEADS: Readonly<Record<string, HeadKind>> = {
    FeatureTyping: {
        property: 'type',
        suffix: 'ft',
        source: ['typedFeature', 'owningFeature', 'specific', 'source'],
        target: ['type', 'general', 'target'],
        lists: ['ownedTyping', 'ownedSpecialization']
    },
    Specialization: {
        property: 'specializes',
        suffix: 'sp',
        source: ['specific', 'source'],
        target: ['general', 'target'],
        lists: ['ownedSpecialization']
    },
    Subclassification: {
        property: 'specializes',
        suffix: 'sc',
        source: ['subclassifier', 'owningClassifier', 'specific', 'source'],
        target: ['superclassifier', 'general', 'target'],
        lists: ['ownedSubclassification', 'ownedSpecialization']
    },
    Subsetting: {
        property: 'subsets',
        suffix: 'ss',
        source: ['subsettingFeature', 'owningFeature', 'specific', 'source'],
        target: ['subsettedFeature', 'general', 'target'],
        lists: ['ownedSubsetting', 'ownedSpecialization']
    },
    Redefinition: {
        property: 'redefines',
        suffix: 'rd',
        source: ['redefiningFeature', 'subsettingFeature', 'owningFeature', 'specific', 'source'],
        target: ['redefinedFeature', 'subsettedFeature', 'general', 'target'],
        lists: ['ownedRedefinition', 'ownedSubsetting', 'ownedSpecialization']
    },
    ReferenceSubsetting: {
        property: 'references',
        suffix: 'rs',
        source: ['referencingFeature', 'subsettingFeature', 'owningFeature', 'specific', 'source'],
        target: ['referencedFeature', 'subsettedFeature', 'general', 'target'],
        lists: ['ownedReferenceSubsetting', 'ownedSubsetting', 'ownedSpecialization']
    },
    CrossSubsetting: {
        property: 'crosses',
        suffix: 'cs',
        source: ['crossingFeature', 'subsettingFeature', 'owningFeature', 'specific', 'source'],
        target: ['crossedFeature', 'subsettedFeature', 'general', 'target'],
        lists: ['ownedSubsetting', 'ownedCrossSubsetting', 'ownedSpecialization']
    },
    Disjoining: {
        property: 'disjointFrom',
        suffix: 'dj',
        source: ['typeDisjoined', 'owningType', 'source'],
        target: ['disjoiningType', 'target'],
        lists: ['ownedDisjoining']
    },
    Intersecting: {
        property: 'intersects',
        suffix: 'in',
        source: ['typeIntersected', 'source'],
        target: ['intersectingType', 'target'],
        lists: ['ownedIntersecting']
    },
    Differencing: {
        property: 'differences',
        suffix: 'df',
        source: ['typeDifferenced', 'source'],
        target: ['differencingType', 'target'],
        lists: ['ownedDifferencing']
    },
    FeatureInverting: {
        property: 'inverseOf',
        suffix: 'fi',
        source: ['featureInverted', 'owningFeature', 'source'],
        target: ['invertingFeature', 'target'],
        lists: ['ownedFeatureInverting']
    },
    Unioning: {
        property: 'unions',
        suffix: 'un',
        source: ['typeUnioned', 'source'],
        target: ['unioningType', 'target'],
        lists: ['ownedUnioning']
    },
    FeatureChaining: {
        property: 'chains',
        suffix: 'fc',
        source: ['featureChained', 'source'],
        target: ['chainingFeature', 'target'],
        lists: ['ownedFeatureChaining']
    },
    TypeFeaturing: {
        property: 'featuringType',
        suffix: 'tf',
        source: ['featureOfType', 'owningFeatureOfType', 'source'],
        target: ['featuringType', 'target'],
        lists: ['ownedTypeFeaturing']
    },
    Conjugation: {
        property: 'conjugates',
        suffix: 'cj',
        source: ['conjugatedType', 'owningType', 'source'],
        target: ['originalType', 'target'],
        lists: ['ownedConjugator']
    }
};
/** The lists of a declaration in canonical order (5.1, 12). */
export const HEAD_LISTS = [
    ...new Set(['ownedTyping', 'ownedSubclassification', 'ownedRedefinition', 'ownedReferenceSubsetting', 'ownedSubsetting'])
].concat(
    'ownedCrossSubsetting',
    'ownedSpecialization',
    'ownedDisjoining',
    'ownedIntersecting',
    'ownedDifferencing',
    'ownedFeatureInverting',
    'ownedUnioning',
    'ownedFeatureChaining',
    'ownedTypeFeaturing',
    'ownedConjugator'
);

/** The kind of a head's relationship, by metaclass; undefined for any other metaclass. */
export function headKindOf(metaclass: string): HeadKind | undefined {
    return Object.hasOwn(HEADS, metaclass) ? HEADS[metaclass] : metaclass === 'ConjugatedPortTyping' ? HEADS.FeatureTyping : undefined;
}
