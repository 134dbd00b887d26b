/** What is known of the evaluation of the standard's OCL: what is not read, what no model here has, and where documents deviate. */

export const UNREAD: readonly string[] = [];

/** Derivations of which no element of the models here decides anything. */
export const NOT_EVALUATED: readonly string[] = [];

/** Derivations that documents deviate from, and why. */
export const DEVIATIONS: ReadonlyMap<string, string> = new Map([
    [
        'deriveTypeInheritedMembership',
        'ends have no members of what they cross; values, cross features and arguments of conditions not all that is implied for them'
    ],
    ['deriveFeatureType', 'connectors of structures are of the structure, and of what is implied beside it'],
    ['deriveConnectorDefaultFeaturingType', 'connectors between features of other features'],
    ['deriveUsageMayTimeVary', 'bindings, which are self links, between features that vary'],
    ['deriveInvocationExpressionArgument', 'a list of more than two operands is one expression'],
    ['deriveViewUsageExposedElement', 'the conditions of views are evaluated, which the OCL of operations does not'],
    [
        'deriveWhileLoopActionUsageWhileArgument',
        'a loop without a condition names the parameter of the library, since the schema wants one'
    ],
    ['deriveConstructorExpressionArgument', 'features are counted in another order where types own and inherit them']
]);
