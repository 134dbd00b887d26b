/**
 * The domains of features: their featuring types, the features that they can access, whether they vary in time, and their direction within
 * a type (KerML 8.3.3.3.4, 8.3.3.1.10, SysML 8.3.6.4). Does not depend on findings; the validation uses this file.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { directionOf, featuringOwnerOf, isComposite, type Direction } from './features.js';
import { isKerML, isMetaclass } from './metaclass.js';
import { resolve, resolveEachSegment } from './names.js';
import { conformsTo, conformsToLibrary, declaredSpecializationsOf, generalsOf, redefinedFeaturesOf } from './specialization.js';
import {
    Fact,
    factsOf,
    isFeature,
    isNamespace,
    isOwnedCrossFeature,
    isType,
    type NameNode,
    ownedMembersOf,
    owningNamespaceOf,
    segmentsOf
} from './structure.js';
import { libraryElement } from './world.js';

const NONE: readonly AstNode[] = Object.freeze([]);

// --- Chains -------------------------------------------------------------------------------------------------------------

/** The features of a feature chain in order: `a::b.c` has `a::b` and `c`. One element for a plain name; undefined for unresolved steps. */
export function chainOf(name: NameNode): readonly (AstNode | undefined)[] {
    const segments = segmentsOf(name.text);
    if (segments.length === 1) {
        return [resolve(name)];
    }
    const reached = resolveEachSegment(name);
    return reached.filter((_, i) => i === segments.length - 1 || segments[i + 1].separator === '.');
}

/** The first feature of a feature chain, which determines where the chain is featured. */
export function firstOf(name: NameNode): AstNode | undefined {
    return segmentsOf(name.text).length === 1 ? resolve(name) : chainOf(name)[0];
}

/** The features that `chains` lists for a feature (KerML 8.3.3.3.5). */
export function chainingFeaturesOf(feature: AstNode): readonly (AstNode | undefined)[] {
    const { relationships } = feature;
    let chain: (AstNode | undefined)[] | undefined;
    for (const r of relationships ?? []) {
        if (r.$type === 'FeatureChaining') {
            (chain ??= []).push(...chainOf(r));
        }
    }
    return chain ?? NONE;
}

// --- Featuring types ----------------------------------------------------------------------------------------------------

/** The featuring types of a feature, its domain; an empty list means that it applies to anything (KerML `Feature::featuringType`). */
export function featuringTypesOf(feature: AstNode): readonly AstNode[] {
    const facts = factsOf(feature);
    if (facts.featuring === undefined) {
        // A cyclic request for the domain under computation contributes nothing.
        facts.featuring = NONE;
        facts.featuring = computeFeaturing(feature);
    }
    return facts.featuring;
}

function computeFeaturing(feature: AstNode): readonly AstNode[] {
    if (feature.$containerProperty === 'crossFeature') {
        return oppositeTypesOf(feature.$container!);
    }
    const found: AstNode[] = [];
    const owner = isFeature(feature) ? domainOf(feature) : undefined;
    if (owner !== undefined && isVariant(feature) && isFeature(owner)) {
        // A variant applies where its variation does, and not within it (SysML checkUsageVariationUsageTypeFeaturing).
        found.push(...featuringTypesOf(owner));
    } else if (owner !== undefined) {
        found.push(owner);
    } else if (feature.membership !== 'member') {
        found.push(...domainOfPart(feature));
    }
    for (const r of feature.relationships ?? NONE) {
        if (r.$type === 'TypeFeaturing') {
            add(found, resolve(r));
        }
    }
    for (const r of featuringElements(feature)) {
        if (resolve(r.source) === feature) {
            add(found, resolve(r.target));
        }
    }
    if (found.length === 0 && isOwnedCrossFeature(feature)) {
        // instead of the featuring that checkFeatureOwnedCrossFeatureTypeFeaturing implies
        return oppositeTypesOf(feature.$container!);
    }
    const [first] = chainingFeaturesOf(feature);
    if (first !== undefined && first !== feature) {
        featuringTypesOf(first).forEach(t => add(found, t));
    }
    return found.length === 0 ? NONE : found.slice();
}

function add(list: AstNode[], element: AstNode | undefined): void {
    if (element !== undefined && !list.includes(element)) {
        list.push(element);
    }
}

const isVariant = (feature: AstNode): boolean => feature.membership === 'variant';

/** The type that contains a declared feature. */
function domainOf(feature: AstNode): AstNode | undefined {
    const owner = isVariant(feature) ? feature.$container : featuringOwnerOf(feature);
    return owner !== undefined && isType(owner) ? owner : undefined;
}

/**
 * The domain of an expression or a part of a notation: the enclosing type. A value or a bound of a multiplicity has the domain of its
 * feature rather than the feature itself (KerML checkFeatureValueExpressionTypeFeaturing, checkMultiplicityRangeExpressionTypeFeaturing).
 */
function domainOfPart(node: AstNode): readonly AstNode[] {
    if (isFeature(node) && node.$containerProperty === 'members') {
        return NONE; // a member that is not featured by its owner
    }
    for (let n = node.$container; n !== undefined; n = n.$container) {
        if ((n.$type === 'FeatureValue' || n.$type === 'MultiplicityRange') && n.$container !== undefined) {
            const owner = n.$container;
            return isFeature(owner) ? featuringTypesOf(owner) : NONE;
        }
        if (isNamespace(n)) {
            return isType(n) ? [n] : NONE;
        }
    }
    return NONE;
}

/** The types of the other ends of an association or connector: the domain of an end's cross feature. */
function oppositeTypesOf(end: AstNode): readonly AstNode[] {
    const owner = end.$container;
    return owner === undefined
        ? NONE
        : ownedMembersOf(owner)
              .filter(m => m !== end && m.isEnd === true)
              .flatMap(m =>
                  declaredSpecializationsOf(m)
                      .filter(r => r.$type === 'FeatureTyping')
                      .map(r => resolve(r))
              )
              .filter(t => t !== undefined);
}

const FEATURING_ELEMENTS = new Fact<readonly ast.Relationship[]>('featuring elements');

/** The `featuring a by B` elements in the namespace of a feature. */
function featuringElements(feature: AstNode): readonly ast.Relationship[] {
    const namespace = isKerML(feature) ? owningNamespaceOf(feature) : undefined;
    if (namespace === undefined) {
        return [];
    }
    let elements = FEATURING_ELEMENTS.of(namespace);
    if (elements === undefined) {
        elements = ownedMembersOf(namespace).filter((m): m is ast.Relationship => m.$type === 'Relationship' && m.kind === 'featuring');
        FEATURING_ELEMENTS.set(namespace, elements);
    }
    return elements;
}

// --- Access -------------------------------------------------------------------------------------------------------------

/** KerML `Type::isCompatibleWith`: specialization, or features without features of their own that redefine a common one. */
export function isCompatibleWith(type: AstNode, other: AstNode): boolean {
    return (
        conformsTo(type, other) ||
        (isFeature(type) &&
            isFeature(other) &&
            !hasOwnFeatures(type) &&
            !hasOwnFeatures(other) &&
            shareRedefined(type, other) &&
            canAccess(type, other))
    );
}

function hasOwnFeatures(type: AstNode): boolean {
    return ownedMembersOf(type).some(m => isFeature(m));
}

function shareRedefined(a: AstNode, b: AstNode): boolean {
    const redefined = allRedefinedFeaturesOf(a);
    return redefined.size > 0 && [...allRedefinedFeaturesOf(b)].some(f => redefined.has(f));
}

/** The features that a feature redefines, directly or indirectly (KerML `Feature::allRedefinedFeatures`), without the feature itself. */
export function allRedefinedFeaturesOf(feature: AstNode): ReadonlySet<AstNode> {
    const all = new Set<AstNode>();
    const work = [...redefinedFeaturesOf(feature)];
    for (let f = work.pop(); f !== undefined; f = work.pop()) {
        if (f !== feature && !all.has(f)) {
            all.add(f);
            work.push(...redefinedFeaturesOf(f));
        }
    }
    return all;
}

/** KerML `Feature::isFeaturedWithin`; `type` undefined tests whether the feature applies to anything. */
export function isFeaturedWithin(feature: AstNode, type: AstNode | undefined): boolean {
    const featuring = featuringTypesOf(feature);
    return type === undefined
        ? featuring.every(t => t === libraryElement(feature, 'Base::Anything'))
        : featuring.every(t => isCompatibleWith(type, t));
}

/** KerML `Feature::canAccess`: the other feature applies to a featuring type of this one, directly or through features. */
export function canAccess(feature: AstNode, other: AstNode, seen = new Set<AstNode>()): boolean {
    if (seen.has(feature)) {
        return false;
    }
    seen.add(feature);
    const featuring = featuringTypesOf(feature);
    return featuring.length === 0
        ? isFeaturedWithin(other, undefined)
        : featuring.some(t => isFeaturedWithin(other, t) || (isFeature(t) && canAccess(t, other, seen)));
}

/** The featuring types of a feature and, where these are features, their featuring types. */
export function allFeaturingTypesOf(feature: AstNode): ReadonlySet<AstNode> {
    const all = new Set<AstNode>();
    const work = [...featuringTypesOf(feature)];
    for (let t = work.pop(); t !== undefined; t = work.pop()) {
        if (!all.has(t)) {
            all.add(t);
            if (isFeature(t)) {
                work.push(...featuringTypesOf(t));
            }
        }
    }
    return all;
}

// --- Time and direction ---------------------------------------------------------------------------------------------------

/** Whether the values of a feature may vary over time: declared in KerML, derived in SysML (Usage::mayTimeVary). */
export function isVariable(feature: AstNode): boolean {
    if (!isMetaclass(feature, 'Usage')) {
        const { isVariable: written, isConstant } = feature;
        return written === true || isConstant === true;
    }
    const owner = featuringOwnerOf(feature);
    return (
        owner !== undefined &&
        conformsToLibrary(owner, 'Occurrences::Occurrence') &&
        feature.portionKind === undefined &&
        !conformsToLibrary(feature, 'Links::SelfLink') &&
        !conformsToLibrary(feature, 'Occurrences::HappensLink') &&
        !(isComposite(feature) && conformsToLibrary(feature, 'Actions::Action'))
    );
}

/** The conjugated direction. */
export const CONJUGATE: Readonly<Record<Direction, Direction>> = { in: 'out', out: 'in', inout: 'inout' };

/**
 * The direction of a feature within a type that owns or inherits it (KerML `Type::directionOf`); each conjugation in between reverses it.
 */
export function directionWithin(type: AstNode, feature: AstNode): Direction | undefined {
    const direction = directionOf(feature);
    return direction === undefined ? undefined : conjugatedWithin(type, feature, direction, new Set());
}

function conjugatedWithin(type: AstNode, feature: AstNode, own: Direction, excluded: Set<AstNode>): Direction | undefined {
    if (featuringOwnerOf(feature) === type) {
        return own;
    }
    if (excluded.has(type)) {
        return undefined;
    }
    excluded.add(type);
    const conjugated = declaredSpecializationsOf(type)
        .filter(r => r.$type === 'Conjugation' || r.isConjugated === true)
        .map(r => resolve(r));
    for (const general of generalsOf(type)) {
        const direction = conjugatedWithin(general, feature, own, excluded);
        if (direction !== undefined) {
            return conjugated.includes(general) ? CONJUGATE[direction] : direction;
        }
    }
    return undefined;
}
