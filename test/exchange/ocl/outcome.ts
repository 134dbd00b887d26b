/** What is known of the evaluation of the standard's OCL: what is not read, what no model here has, and where documents deviate. */

export const UNREAD: readonly string[] = ['checkTransitionUsageTransitionFeatureSpecialization'];

/** Derivations of which no element of the models here decides anything. */
export const NOT_EVALUATED: readonly string[] = [];

const OPEN = 'not yet judged';

/** Derivations that documents deviate from, and why. */
export const DEVIATIONS: ReadonlyMap<string, string> = new Map([
    ['deriveTypeInheritedMembership', 'memberships of multiplicities and conjugates are not inherited'],
    ['deriveFeatureType', OPEN],
    ['deriveConnectorDefaultFeaturingType', OPEN],
    ['deriveUsageMayTimeVary', OPEN],
    ['deriveInvocationExpressionArgument', OPEN],
    ['deriveTransitionUsageSource', OPEN],
    ['deriveViewUsageExposedElement', OPEN],
    ['deriveElementName', 'parameters of expressions have no effective name'],
    ['deriveElementQualifiedName', 'ends without a name of their own have none either'],
    ['deriveConstructorExpressionArgument', 'arguments without a name redefine by implication, which no constraint demands of them']
]);
