/**
 * Rules of subsetting (KerML 8.3.3.3.10): accessible features, uniqueness, constancy, multiplicity. Redefinitions follow them too;
 * redefinition.ts has the rules of redefinition only.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { canAccess, firstOf, isVariable } from '../semantics/featuring.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { type Bounds, declaredBoundsOf } from '../semantics/multiplicity.js';
import { resolve } from '../semantics/names.js';
import { notationNameOf } from '../semantics/naming.js';
import { redefinedFeaturesOf } from '../semantics/specialization.js';
import { type Feature, isFeature, isOwnedCrossFeature, type NameNode } from '../semantics/structure.js';
import { knownFeatureTypes } from './expression-facts.js';
import { areSeparate } from './separation.js';
import type { Check, CheckTable } from './check.js';

/** A subsetting with its two features, where both are known. */
interface Pair {
    readonly subsetting: Feature;
    readonly subsetted: Feature;
}

function pairOf(node: NameNode): Pair | undefined {
    const subsetting = node.$container;
    const subsetted = resolve(node);
    return subsetting !== undefined && subsetted !== undefined && isFeature(subsetting) && isFeature(subsetted)
        ? { subsetting, subsetted }
        : undefined;
}

/** validateSubsettingFeaturingTypes, also for redefinitions: the owner must have the redefined feature. */
const canAccessTarget: Check<NameNode> = (node, context) => {
    const feature = node.$container!;
    const target = firstOf(node);
    if (target === undefined || !isFeature(target) || !isFeature(feature) || isOwnedCrossFeature(feature) || canAccess(feature, target)) {
        return;
    }
    if (node.$type === 'Redefinition') {
        context.report(
            'error',
            'redefinition-no-inherited',
            'A redefined feature must be one that the owner of the redefining feature inherits or can access',
            node
        );
    } else {
        context.report('error', 'subsetting-featuring-types', 'Must be an accessible feature (use dot notation for nesting)', node);
    }
};

/** validateSubsettingFeaturingTypes, for a subsetting or redefinition that is an element of its own. */
const elementCanAccessTarget: Check<ast.Relationship> = (node, context) => {
    const { kind, source, target } = node;
    if (kind !== 'subset' && kind !== 'redefinition') {
        return;
    }
    // A chain has the domain of its first feature.
    const [from, to] = [firstOf(source), firstOf(target)];
    if (from !== undefined && to !== undefined && isFeature(from) && isFeature(to) && !canAccess(from, to)) {
        context.report('error', 'subsetting-featuring-types', 'Must be an accessible feature (use dot notation for nesting)', target);
    }
};

/** validateSubsettingUniquenessConformance. */
const conformsInUniqueness: Check<NameNode> = (node, context) => {
    const pair = pairOf(node);
    if (pair !== undefined && pair.subsetting.isNonunique && 'isNonunique' in pair.subsetted && !pair.subsetted.isNonunique) {
        context.report('error', 'subsetting-uniqueness-conformance', 'A nonunique feature cannot subset or redefine a unique one', node);
    }
};

/** validateSubsettingConstantConformance. */
const conformsInConstancy: Check<NameNode> = (node, context) => {
    const pair = pairOf(node);
    if (
        pair !== undefined &&
        pair.subsetted.isConstant &&
        !pair.subsetting.isConstant &&
        !pair.subsetting.isEnd &&
        isVariable(pair.subsetting)
    ) {
        context.report(
            'error',
            'subsetting-constancy-conformance',
            'A variable feature that subsets or redefines a constant one must be constant',
            node
        );
    }
};

/** The bounds that a feature declares or inherits from a redefined one; undefined where none declares any. */
function statedBoundsOf(feature: AstNode, seen = new Set<AstNode>()): Bounds | undefined {
    seen.add(feature);
    const own = declaredBoundsOf(feature);
    if (own !== undefined) {
        return own;
    }
    for (const redefined of redefinedFeaturesOf(feature)) {
        const bounds = seen.has(redefined) ? undefined : statedBoundsOf(redefined, seen);
        if (bounds !== undefined) {
            return bounds;
        }
    }
    return undefined;
}

/** validateSubsettingMultiplicityConformance, validateRedefinitionMultiplicityConformance: only for bounds that are literals. */
const conformsInMultiplicity: Check<NameNode> = (node, context) => {
    const pair = pairOf(node);
    const own = pair === undefined ? undefined : declaredBoundsOf(pair.subsetting);
    if (pair === undefined || own === undefined) {
        return;
    }
    const other: Partial<Bounds> = statedBoundsOf(pair.subsetted) ?? {};
    if ((own.upper ?? 0) > (other.upper ?? Infinity)) {
        context.report(
            'warning',
            'subsetting-multiplicity',
            'A subsetting or redefining feature should not have a larger upper bound',
            node
        );
    }
    if (node.$type === 'Redefinition' && !pair.subsetting.isEnd && (own.lower ?? Infinity) < (other.lower ?? 0)) {
        context.report('warning', 'redefinition-multiplicity', 'A redefining feature should not have a smaller lower bound', node);
    }
};

const isJudgedType = (type: AstNode): boolean => isMetaclass(type, 'DataType') || isMetaclass(type, 'ItemDefinition');

/** A feature whose declared type shares no value with that of the subsetted feature (`subsetting-type`). */
const conformsInType: Check<NameNode> = (node, context) => {
    const pair = pairOf(node);
    if (pair === undefined || node.text.includes('.')) {
        return;
    }
    const typings = (pair.subsetting.relationships ?? []).filter(r => r.$type === 'FeatureTyping');
    const own = typings.map(r => resolve(r)).filter(t => t !== undefined);
    const other = own.every(isJudgedType) ? knownFeatureTypes(pair.subsetted) : [];
    // Models often express membership in an abstract definition by subsetting only.
    if (other.every(t => isJudgedType(t) && !t.isAbstract) && areSeparate(own, other, context, pair.subsetting)) {
        const names = (types: readonly AstNode[]): string => types.map(t => notationNameOf(t) ?? '').join(', ');
        context.report(
            'warning',
            'subsetting-type',
            `'${node.text}' holds values of type ${names(other)}, and this feature those of ${names(own)}: no value is of both`,
            node
        );
    }
};

const CHECKS: readonly Check<NameNode>[] = [canAccessTarget, conformsInUniqueness, conformsInConstancy, conformsInMultiplicity];

export const subsettingChecks: CheckTable = {
    Subsetting: [...CHECKS, conformsInType],
    ReferenceSubsetting: CHECKS,
    Redefinition: CHECKS,
    Relationship: [elementCanAccessTarget]
};
