/** Variations and their variants (SysML 8.3.6, 8.3.8): the members of a variation, the place of a variant, the generals of a variation. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolve } from '../semantics/names.js';
import { declaredSpecializationsOf, supertypesOf } from '../semantics/specialization.js';
import { isFeature, owningNamespaceOf, owningTypeOf } from '../semantics/structure.js';
import { headOf, isVariation } from './usage-facts.js';
import { USAGE_NODES } from './usage-typing.js';
import type { Check, CheckTable } from './check.js';

/**
 * `validateDefinitionVariationOwnedFeatureMembership`, `validateUsageVariationOwnedFeatureMembership`: code `variation-member-not-variant`.
 */
const isVariantOfVariation: Check<ast.Usage> = (node, context) => {
    const { membership, $containerProperty } = node;
    const owner = $containerProperty === 'members' && membership !== 'variant' ? owningTypeOf(node) : undefined;
    if (owner !== undefined && owner.isVariation && owner === node.$container && !isParameter(node)) {
        context.report('error', 'variation-member-not-variant', 'a usage owned by a variation must be a variant', headOf(node));
    }
};

/** Whether a usage is a parameter or an objective, which a variation may own besides its variants. */
function isParameter({ kind, membership, direction }: ast.Usage): boolean {
    return (
        direction !== undefined ||
        membership === 'return' ||
        kind === 'subject' ||
        kind === 'actor' ||
        kind === 'stakeholder' ||
        kind === 'objective'
    );
}

/**
 * Whether a type may have variants: it is a variation, or a usage that is typed by, redefines or subsets one. A usage typed by an
 * enumeration may not, since only the enumeration declares its values.
 */
function isInVariationPoint(owner: AstNode): boolean {
    return (
        isVariation(owner) ||
        (isFeature(owner) && [...supertypesOf(owner)].some(t => isVariation(t) && !isMetaclass(t, 'EnumerationDefinition')))
    );
}

/** `validateVariantMembershipOwningNamespace`: code `variant-outside-variation`. */
const isInVariation: Check<ast.Usage> = (node, context) => {
    if (node.membership !== 'variant') {
        return;
    }
    const owner = owningNamespaceOf(node);
    if (owner === undefined || !isInVariationPoint(owner)) {
        context.report('error', 'variant-outside-variation', 'a variant must be owned by a variation', headOf(node));
    }
};

/** `validateDefinitionVariationSpecialization`, `validateUsageVariationSpecialization`: code `variation-specialization`. */
const specializesNoVariation: Check = (node, context) => {
    if (!isVariation(node)) {
        return;
    }
    for (const specialization of declaredSpecializationsOf(node)) {
        const general = resolve(specialization);
        if (
            general !== undefined &&
            general !== node &&
            (general.$type === 'Definition' || isFeature(general)) &&
            isVariation(general) &&
            isMetaclass(general, general.$type === 'Definition' ? 'Definition' : 'Usage')
        ) {
            // It would add values to those that the general allows (SysML 7.8.1). Models that run do so: only strict mode forbids it.
            const areEnumerations = [node, general].every(t => isMetaclass(t, 'EnumerationDefinition'));
            const severity = areEnumerations && !context.strict ? 'warning' : 'error';
            const [one, other] = areEnumerations ? ['an enumeration', 'enumeration'] : ['a variation', 'variation'];
            context.report(severity, 'variation-specialization', `${one} must not specialize another ${other}`, specialization);
        }
    }
};

export const variationChecks: CheckTable = {
    ...Object.fromEntries(
        [...USAGE_NODES, 'InitialNode', 'TargetSuccession'].map(type => [
            type,
            [isVariantOfVariation, isInVariation, specializesNoVariation]
        ])
    ),
    Definition: [specializesNoVariation]
};
