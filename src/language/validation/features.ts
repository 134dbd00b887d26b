/**
 * Rules of single features (KerML 8.3.3.3, 8.3.4.7, 8.3.4.10): chains, ends and cross features, variable and constant features, values,
 * results. Other files have the rules of subsetting, redefinition and connectors.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resultParameterOf, scalarTypesOf } from '../semantics/expression-types.js';
import { featuringOwnerOf, ownedEndsOf } from '../semantics/features.js';
import { allRedefinedFeaturesOf, chainingFeaturesOf, chainOf, isFeaturedWithin, isVariable } from '../semantics/featuring.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import { isKind } from '../semantics/metaclasses.js';
import { declaredBoundsOf } from '../semantics/multiplicity.js';
import { conformsTo, conformsToLibrary, generalsOf, redefinedFeaturesOf, supertypesOf, typesOf } from '../semantics/specialization.js';
import { nameOf, qualifiedNameOf } from '../semantics/naming.js';
import { featureValueOf, isFeature, type NameNode, ownedCrossFeatureOf } from '../semantics/structure.js';
import { scopeOf } from '../semantics/world.js';
import { knownFeatureTypes } from './expression-facts.js';
import { checkDimension } from './fit.js';
import { sourceText } from './literal-numbers.js';
import { checksOfTypes, type Check, type CheckContext, type CheckTable } from './check.js';
import { USAGE_TYPES } from './specialization.js';

const relationshipsOf = (feature: AstNode): readonly ast.OwnedRelationship[] => feature.relationships ?? [];

// --- Chains -------------------------------------------------------------------------------------------------------------

/** validateFeatureChainingFeatureNotOne, …ChainingFeaturesNotSelf, …ChainingFeatureConformance. */
const chains: Check = (node, context) => {
    const chaining = relationshipsOf(node).filter(r => r.$type === 'FeatureChaining');
    if (chaining.length === 0) {
        return;
    }
    const features = chainingFeaturesOf(node);
    if (features.length === 1) {
        context.report('error', 'chaining-feature-not-one', 'A feature cannot have only one chaining feature', chaining[0]);
    }
    if (features.includes(node)) {
        const at = chaining.find(r => chainOf(r).includes(node)) ?? chaining[0];
        context.report('error', 'chaining-features-not-self', 'A feature cannot have itself in its feature chain', at);
    }
    reportBrokenStep(features, chaining[chaining.length - 1], context);
};

/** A name that is a feature chain. Only a step that is a qualified name can resolve to a feature that the previous step does not have. */
const chainedName: Check<NameNode> = (node, context) => {
    const { text } = node;
    if (text.includes('.') && text.includes('::', text.indexOf('.'))) {
        reportBrokenStep(chainOf(node), node, context);
    }
};

function reportBrokenStep(chain: readonly (AstNode | undefined)[], at: AstNode, context: CheckContext): void {
    for (let i = 1; i < chain.length; i++) {
        const before = chain[i - 1];
        const step = chain[i];
        if (
            before !== undefined &&
            step !== undefined &&
            isFeature(before) &&
            isFeature(step) &&
            step !== before &&
            !isFeaturedWithin(step, before)
        ) {
            context.report(
                'error',
                'chaining-feature-conformance',
                'Each step of a feature chain must be a feature of the step before',
                at
            );
            return;
        }
    }
}

// --- Ends ---------------------------------------------------------------------------------------------------------------

/** Keywords that an end cannot have. */
const NO_END_MODIFIERS = [
    ['isDerived', 'derived'],
    ['isAbstract', 'abstract'],
    ['isComposite', 'composite'],
    ['isPortion', 'a portion']
] as const;

/**
 * validateFeatureEndNoDirection, validateFeatureEndNotDerivedAbstractCompositeOrPortion, validateFeatureEndIsConstant,
 * validateFeatureEndFeatureMultiplicity. An end of SysML that may vary is constant without a keyword (SysML 8.4.2.2).
 */
const isPlainEnd: Check<ast.Usage> = (end, context) => {
    if (!end.isEnd) {
        return;
    }
    if (end.direction !== undefined) {
        context.report('error', 'end-feature-direction', 'An end feature cannot have a direction', end);
    }
    for (const [flag, word] of NO_END_MODIFIERS) {
        if (end[flag]) {
            context.report('error', 'end-feature-modifier', `An end feature cannot be ${word}`, end);
        }
    }
    if (end.portionKind !== undefined) {
        context.report('error', 'end-feature-modifier', 'An end feature cannot be a portion', end);
    }
    if (end.isVariable && !end.isConstant) {
        context.report('error', 'end-feature-not-constant', "An end feature cannot vary: write 'const' instead of 'var'", end);
    }
    const bounds = declaredBoundsOf(end);
    if (bounds?.lower !== undefined && bounds.upper !== undefined && (bounds.lower !== 1 || bounds.upper !== 1)) {
        context.report('warning', 'end-feature-multiplicity', 'An end feature should have multiplicity 1..1', end);
    }
};

/** The cross feature of an end: the one declared before it, a member that is not its feature, or the last step of the crossed chain. */
function crossFeatureOf(end: AstNode): AstNode | undefined {
    const owned = ownedCrossFeatureOf(end);
    if (owned !== undefined) {
        return owned;
    }
    const crossing = relationshipsOf(end).find(r => r.$type === 'CrossSubsetting');
    return crossing === undefined ? undefined : chainOf(crossing)[1];
}

const sameTypes = (a: readonly AstNode[], b: readonly AstNode[]): boolean => a.length === b.length && a.every(t => b.includes(t));

/** validateFeatureCrossFeatureType, validateFeatureCrossFeatureSpecialization, validateCrossSubsettingCrossedFeature, …CrossingFeature. */
const crosses: Check<ast.Usage> = (end, context) => {
    const crossings = relationshipsOf(end).filter(r => r.$type === 'CrossSubsetting');
    for (const crossing of crossings) {
        const ends = ownerEnds(end);
        if (!end.isEnd || ends.length < 2) {
            context.report(
                'error',
                'cross-subsetting-crossing-feature',
                'Only one of two or more end features can cross a feature',
                crossing
            );
        } else if (!crossesOppositeEnd(end, ends, crossing)) {
            context.report(
                'error',
                'cross-subsetting-chain',
                'A crossed feature must be a feature of the opposite end (use dot notation)',
                crossing
            );
        }
    }
    const cross = end.isEnd ? crossFeatureOf(end) : undefined;
    if (cross === undefined) {
        return;
    }
    if (crossings.length > 0 && cross !== chainOf(crossings[0])[1]) {
        context.report('error', 'owned-cross-feature', 'An end that owns a cross feature cannot cross another feature', crossings[0]);
    }
    // An untyped cross feature has the types of its end by implication (checkFeatureOwnedCrossFeatureSpecialization).
    const at = crossings[0] ?? cross;
    if (relationshipsOf(cross).some(r => r.$type === 'FeatureTyping') && !sameTypes(typesOf(cross), typesOf(end))) {
        context.report('error', 'cross-feature-type', 'A cross feature must have the types of its end feature', at);
    }
    if (crossings.length === 0) {
        return; // an owned cross feature specializes those of the redefined ends by implication
    }
    for (const redefined of redefinedFeaturesOf(end)) {
        const other = crossFeatureOf(redefined);
        if (other !== undefined && other !== cross && !conformsTo(cross, other)) {
            context.report(
                'error',
                'cross-feature-specialization',
                'A cross feature must specialize the cross feature of the redefined end',
                at
            );
        }
    }
};

function ownerEnds(end: AstNode): readonly (AstNode | undefined)[] {
    const owner = featuringOwnerOf(end);
    return owner === undefined ? [] : ownedEndsOf(owner);
}

function crossesOppositeEnd(end: AstNode, ends: readonly (AstNode | undefined)[], crossing: NameNode): boolean {
    const chain = chainOf(crossing);
    return chain.length === 2 && (ends.length !== 2 || chain[0] === undefined || chain[0] === ends.find(e => e !== end));
}

// --- Relationships that a feature has once ----------------------------------------------------------------------------------

const ONCE = [
    ['ReferenceSubsetting', 'reference-subsetting-at-most-one', 'A feature can reference only one feature'],
    ['CrossSubsetting', 'cross-subsetting-at-most-one', 'A feature can cross only one feature']
] as const;

/** validateFeatureOwnedReferenceSubsetting, validateFeatureOwnedCrossSubsetting. */
const refersOnce: Check = (node, context) => {
    for (const [type, code, message] of ONCE) {
        const owned = relationshipsOf(node).filter(r => r.$type === type);
        const hasReference = type === 'ReferenceSubsetting' && node.reference !== undefined;
        for (const second of hasReference ? owned : owned.slice(1)) {
            context.report('error', code, message, second);
        }
    }
};

// --- Time -----------------------------------------------------------------------------------------------------------------

/** validateFeatureIsVariable, validateFeaturePortionNotVariable, validateFeatureConstantIsVariable, validateFeatureValueIsInitial. */
const varies: Check<ast.Usage> = (feature, context) => {
    const isSysML = isMetaclass(feature, 'Usage');
    if (!isSysML && (feature.isVariable || feature.isConstant)) {
        const owner = featuringOwnerOf(feature);
        if (owner === undefined || !conformsToLibrary(owner, 'Occurrences::Occurrence')) {
            context.report('error', 'variable-feature-owner', 'A variable feature must be owned by a type of occurrences', feature);
        }
        if (feature.isPortion) {
            context.report('error', 'portion-not-variable', 'A portion cannot be variable', feature);
        }
    } else if (isSysML && feature.isConstant && !isVariable(feature)) {
        context.report('error', 'constant-not-variable', 'Only a feature that may vary in time can be constant', feature);
    }
    if (feature.value?.isInitial === true && !isVariable(feature)) {
        context.report(
            'error',
            'initial-value-not-variable',
            'Only a feature that may vary in time can have an initial value',
            feature.value
        );
    }
};

// --- Values -----------------------------------------------------------------------------------------------------------------

/** The feature and its value, for messages: the feature's name, because its line may change without a change of this document. */
function boundText(feature: AstNode, value: ast.FeatureValue): string {
    const text = scopeOf(feature).isLibrary ? '' : sourceText(value.expression).replace(/\s+/g, ' ');
    const shown = text === '' || text.length > LONGEST_VALUE ? undefined : text;
    const name = `'${qualifiedNameOf(feature) ?? nameOf(feature) ?? ''}'`;
    if (value.isInitial) {
        return `${name} has ${shown === undefined ? 'an initial value' : `the initial value ${shown}`}, which`;
    }
    return `${name} is bound${shown === undefined ? '' : ` to ${shown}`} and`;
}
/** Values with more characters are not repeated in messages. */
const LONGEST_VALUE = 40;

/** validateFeatureValueOverriding; and a value of a feature that no name can reach. */
const hasOverridableValue: Check<ast.Usage> = (node, context) => {
    const { value, name, shortName, relationships } = node;
    if (value === undefined) {
        return;
    }
    for (const redefined of allRedefinedFeaturesOf(node)) {
        const bound = featureValueOf(redefined);
        if (bound !== undefined && !bound.isDefault) {
            context.report(
                context.strict || context.document.language === 'kerml' ? 'error' : 'warning',
                'feature-value-overriding',
                `${boundText(redefined, bound)} cannot be overridden: a value that may be is written 'default' there`,
                value
            );
            break;
        }
    }
    if (name === undefined && shortName === undefined && relationships.filter(r => r.$type === 'Redefinition').length > 1) {
        context.report(
            'warning',
            'redefinition-no-derived-name',
            'A value of an unnamed feature that redefines several features is reachable by no name: declare a name',
            value
        );
    }
};

// --- Results ----------------------------------------------------------------------------------------------------------------

const isFunctionLike = (type: AstNode): boolean => {
    const metaclass = metaclassOrUndefined(type);
    return metaclass !== undefined && (isKind(metaclass, 'Function') || isKind(metaclass, 'Expression'));
};

/** validateFunctionResultParameterMembership, validateFunctionResultExpressionMembership, and the same of Expression. */
const hasOneResult: Check<ast.Type | ast.BodyExpression> = (node, context) => {
    const { members } = node;
    let returned = false;
    let result: AstNode | undefined;
    for (const member of members) {
        if (member.membership === 'return') {
            if (returned && isFunctionLike(node)) {
                context.report('error', 'only-one-return-parameter', 'Only one return parameter is allowed', member);
            }
            returned = true;
        } else if (member.$type === 'ResultExpression' && !member.isReturn) {
            // `return e;` is a statement of the extension notation: there may be several.
            if (result !== undefined || inheritsResultExpression(node)) {
                context.report('error', 'result-expression-at-most-one', 'Only one result expression is allowed', member);
            }
            result = member;
        }
    }
    if (result === undefined && isFunctionLike(node) && inheritsTwoResults(node)) {
        context.report('error', 'result-expression-at-most-one', 'Only one result expression is allowed: two are inherited', node);
    }
};

/** Whether a type inherits several result expressions. */
function inheritsTwoResults(type: AstNode): boolean {
    const generals = generalsOf(type);
    if (generals.length < 2) {
        return false;
    }
    const owners = new Set(generals.map(general => [...supertypesOf(general)].find(hasResultExpression)).filter(o => o !== undefined));
    return owners.size > 1 && [...owners].every(o => [...owners].every(p => p === o || !conformsTo(o, p)));
}

const hasResultExpression = (type: AstNode): boolean => (type.members ?? []).some(m => m.$type === 'ResultExpression' && !m.isReturn);

/**
 * validateBindingConnectorTypeConformance for the binding of a result expression to the result parameter. expressions.ts checks conditions.
 */
const answersResultType: Check<ast.ResultExpression> = (node, context) => {
    const { expression } = node;
    const owner = node.$container;
    const result = isMetaclass(owner, 'Predicate') || isMetaclass(owner, 'BooleanExpression') ? undefined : resultParameterOf(owner);
    const words = 'the result does not conform to what is returned';
    if (result === undefined || checkDimension(expression, knownFeatureTypes(result), words, context)) {
        return;
    }
    const declared = typesOf(result);
    const actual = declared.length === 0 ? [] : scalarTypesOf(expression);
    if (declared.length > 0 && actual.length > 0 && !actual.some(a => declared.some(d => conformsTo(a, d) || conformsTo(d, a)))) {
        context.report('warning', 'bound-feature-types', 'The result should have a type conforming to the result parameter', expression);
    }
};

/** Whether a general of a type, direct or not, has a result expression. */
function inheritsResultExpression(type: AstNode): boolean {
    for (const general of supertypesOf(type)) {
        if (general !== type && (general.members ?? []).some(m => m.$type === 'ResultExpression')) {
            return true;
        }
    }
    return false;
}

const FEATURE_CHECKS: readonly Check<ast.Usage>[] = [chains, crosses, refersOnce, isPlainEnd, varies, hasOverridableValue, hasOneResult];
/** Relationships of features whose target may be a chain. */
const CHAINABLE = [
    'FeatureTyping',
    'Subsetting',
    'ReferenceSubsetting',
    'Redefinition',
    'ConnectorEnd',
    'FeatureReferenceExpression'
] as const;

export const featureChecks: CheckTable = {
    ...checksOfTypes(USAGE_TYPES, FEATURE_CHECKS),
    ...checksOfTypes(CHAINABLE, [chainedName]),
    Definition: [hasOneResult],
    ResultExpression: [answersResultType],
    BodyExpression: [hasOneResult]
};
