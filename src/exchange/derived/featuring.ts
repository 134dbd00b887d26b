/**
 * Derives the featuring types of features (KerML deriveFeatureFeaturingType) and the default featuring type of connectors
 * (deriveConnectorDefaultFeaturingType). The snapshots of the owning type feature a variable feature
 * (checkFeatureFeatureMembershipTypeFeaturing).
 */
import { isExpressionForm } from '../metamodel/facts.js';
import type { AstNode } from '../../language/generated/tree.js';
import { featuringOwnerOf } from '../../language/semantics/features.js';
import { chainingFeaturesOf, featuringTypesOf, isCompatibleWith, isVariable } from '../../language/semantics/featuring.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { isFeature } from '../../language/semantics/structure.js';
import type { GraphElement } from '../graph.js';
import type { Derivation, Rule } from './derivation.js';
import { distinct, is } from './forms.js';
import { isCrossFeature } from './generals.js';

export const featuringType: Rule = (d, e) => {
    const node = d.featureNode(e);
    const found = node !== undefined && node.$type !== 'PrefixMetadata' ? domainsOf(d, node) : domainsOfPart(d, e);
    const isApart = found.length === 0 && is(e, 'Connector') && e.state === 'written';
    return isApart ? d.of(e, 'defaultFeaturingType') : found; // checkConnectorTypeFeaturing
};

/**
 * The featuring types of a declaration. For a variable feature they include the owning type as well as its snapshots, because `owningType`
 * subsets `featuringType`.
 */
function domainsOf(d: Derivation, node: AstNode): GraphElement[] {
    const owner = featuringOwnerOf(node);
    if (isVariable(node) && owner !== undefined) {
        return distinct([...d.elementsOf([owner]).map(type => d.snapshots.of(type)), ...d.elementsOf(featuringTypesOf(node))]);
    }
    const { $container: variation } = node;
    if (node.membership === 'variant' && variation !== undefined && !isFeature(variation)) {
        return []; // a variant membership features nothing; checkUsageVariationUsageTypeFeaturing is about variation usages
    }
    const [first] = node.membership === 'variant' && variation !== undefined ? [variation] : chainingFeaturesOf(node);
    const within = first !== undefined && first !== node && isFeature(first) && isVariable(first) ? domainsOf(d, first) : [];
    return distinct([...within, ...d.elementsOf(featuringTypesOf(node))]);
}

/**
 * The featuring types of an element without a declaration. An expression or range that belongs to a feature has the featuring types of that
 * feature (checkExpressionTypeFeaturing, checkMultiplicityTypeFeaturing).
 */
function domainsOfPart(d: Derivation, e: GraphElement): GraphElement[] {
    const owner = d.element(e, 'owningType');
    if (owner !== undefined && d.of(e, 'isVariable')[0] === true) {
        return [d.snapshots.of(owner), owner];
    }
    if (isCrossFeature(d, e)) {
        return domainsOfCross(d, d.element(e, 'owner')!);
    }
    const stated = d.elements(e, 'ownedTypeFeaturing').flatMap(f => d.elements(f, 'featuringType'));
    const [first] = d.elements(e, 'chainingFeature');
    const isBeside = e.metaclass === 'MultiplicityRange' || (isExpressionForm(e) && d.of(e, 'owningFeatureMembership').length === 0);
    const [feature] = first !== undefined ? [first] : isBeside ? d.elements(e, 'owningNamespace', 'Feature') : [];
    return [...stated, ...(feature === undefined ? d.elements(e, 'owningType') : d.elements(feature, 'featuringType'))];
}

/**
 * The featuring types of a cross feature, which are the types of the other end (checkFeatureOwnedCrossFeatureTypeFeaturing). With several
 * other ends, the featuring type would be an implied feature for the Cartesian product of their types; documents without implied
 * relationships do not contain it.
 */
function domainsOfCross(d: Derivation, end: GraphElement): GraphElement[] {
    const others = d.elements(end, 'owningType').flatMap(connector => d.elements(connector, 'endFeature').filter(other => other !== end));
    return others.length === 1 ? d.elements(others[0], 'type') : [];
}

// --- Connectors ---------------------------------------------------------------------------------------------------------

/** The innermost type that features all related features, directly or through other features. */
export const defaultFeaturingType: Rule = (d, e) => {
    const related = d.of(e, 'relatedFeature');
    const features = d.elements(e, 'relatedFeature', 'Feature');
    if (features.length < related.length) {
        d.unknown();
    }
    const common = distinct(features.flatMap(f => closure(d, f))).filter(t => features.every(f => isFeaturedWithin(d, f, t)));
    return common.filter(t => !common.some(other => other !== t && closure(d, other).includes(t))).slice(0, 1);
};

/** The direct and indirect featuring types of a feature, without the feature itself unless a cycle includes it; nothing for other types. */
function closure(d: Derivation, type: GraphElement): GraphElement[] {
    const found = new Set<GraphElement>();
    const work = [type];
    for (let at = work.pop(); at !== undefined; at = work.pop()) {
        for (const t of is(at, 'Feature') ? d.elements(at, 'featuringType') : []) {
            if (!found.has(t)) {
                found.add(t);
                work.unshift(t);
            }
        }
    }
    return [...found];
}

/** KerML 8.3.3.3.4 isFeaturedWithin. */
function isFeaturedWithin(d: Derivation, feature: GraphElement, type: GraphElement): boolean {
    const [first = feature] = d.elements(feature, 'chainingFeature');
    const owner = d.of(first, 'isVariable')[0] === true ? d.element(first, 'owningType') : undefined;
    return (
        (owner !== undefined && specializes(d, type, owner)) || d.elements(feature, 'featuringType').every(t => isCompatible(d, type, t))
    );
}

function specializes(d: Derivation, type: GraphElement, general: GraphElement): boolean {
    const isSnapshots = d.snapshots.typeOf(type) !== undefined;
    const node = isSnapshots ? d.snapshots.base : d.typeSyntax(type);
    const other = d.typeSyntax(general);
    return type === general || (node !== undefined && other !== undefined && conformsTo(node, other));
}

/** KerML 8.3.3.3.4 isCompatibleWith. The snapshots of a type are compatible with those of its generals. */
function isCompatible(d: Derivation, type: GraphElement, other: GraphElement): boolean {
    const [own, others] = [d.snapshots.typeOf(type), d.snapshots.typeOf(other)];
    if (own !== undefined) {
        return others === undefined
            ? specializes(d, type, other) || isCompatible(d, own, other)
            : [own, ...closure(d, own)].some(t => isCompatible(d, t, others));
    }
    const [node, otherNode] = [d.typeSyntax(type), d.typeSyntax(other)];
    return specializes(d, type, other) || (node !== undefined && otherNode !== undefined && isCompatibleWith(node, otherNode));
}
