/**
 * Expressions (KerML 8.3.4.8, 8.3.4.9, SysML 8.3.17): operands, conditions, arguments, casts, quantities, and values of features. A check
 * reports a finding only when the types are known.
 */
import type { AstNode } from '../generated/tree.js';
import { referentOf } from '../semantics/referents.js';
import type * as ast from '../generated/tree.js';
import { resultParameterOf, resultTypesOf } from '../semantics/expression-types.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { resolve } from '../semantics/names.js';
import { isFeaturedWithin } from '../semantics/featuring.js';
import { conformsToLibrary, typesOf } from '../semantics/specialization.js';
import { textOf } from '../semantics/text.js';
import { isFeature, isType, type NameNode } from '../semantics/structure.js';
import {
    areUnrelated,
    hasTypeByValue,
    inputsOf,
    isAccessibleFrom,
    isKnownNotToBe,
    isKnownToBe,
    knownTypesOf,
    statedTypesOf,
    QUANTITY
} from './expression-facts.js';
import { areIncommensurable, dimensionText, hasDimension, isZero } from './dimensions.js';
import { isInQuery } from './element-names.js';
import { checkFit } from './fit.js';
import { adviceForNoFeature, adviceForOperand } from './advice.js';
import { described } from './wording.js';
import type { Check, CheckContext, CheckTable } from './check.js';
import { isQueryDefault } from './query-parameters.js';

const BOOLEAN = 'ScalarValues::Boolean';
const STRING = 'ScalarValues::String';
const INSTANT = 'Time::TimeInstantValue';

const LOGICAL: ReadonlySet<string> = new Set(['and', 'or', 'xor', 'implies', '&', '|', 'not']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '**', '^']);
const ORDERING: ReadonlySet<string> = new Set(['<', '>', '<=', '>=']);
const EQUALITY: ReadonlySet<string> = new Set(['==', '!=']);

// --- Conditions and operands --------------------------------------------------------------------------------------------

function requireBoolean(
    expression: AstNode | undefined,
    words: string,
    context: CheckContext,
    severity: 'error' | 'warning' = 'error'
): void {
    if (expression !== undefined && (isKnownNotToBe(expression, BOOLEAN) || calculates(expression))) {
        context.report(isKnownByValue(expression) ? 'warning' : severity, 'type.expr', `${words} must be Boolean`, expression);
    }
}

/** Whether an expression computes a number, a quantity or a text, whatever the types of its operands. */
function calculates(expression: AstNode): boolean {
    const { operator } = expression;
    return (expression.$type === 'BinaryExpression' || expression.$type === 'UnaryExpression') && ARITHMETIC.has(operator ?? '');
}

/** `validateTransitionFeatureMembershipGuardExpression` and the conditions of if and loop actions. */
const hasBooleanConditions: Check = (node, context) => {
    const { guard, condition, until } = node;
    requireBoolean(guard, node.$type === 'TransitionUsage' ? 'a guard' : 'a condition', context);
    requireBoolean(condition, 'a condition', context);
    requireBoolean(until, 'a condition', context);
};

/** The result of a constraint or predicate must be Boolean, and so must the result of a body that a function evaluates for each element. */
const hasBooleanResult: Check<ast.ResultExpression> = (node, context) => {
    const owner = node.$container;
    if (owner === undefined) {
        return;
    }
    if (owner.$type === 'BodyExpression') {
        if (isConditionOfElements(owner)) {
            // only a warning: no constraint of the standards requires it, and their own models have sums there
            requireBoolean(node.expression, 'the condition on each element', context, 'warning');
        }
    } else if (isMetaclass(owner, 'Predicate') || isMetaclass(owner, 'BooleanExpression')) {
        requireBoolean(node.expression, 'a condition', context);
    }
};

/**
 * Whether a body is the argument for a function parameter with a Boolean result: `v->select { … }`, `->exists`, `v.?{ … }` (KerML 9.4.17).
 */
function isConditionOfElements({ $container: owner, $containerProperty: property }: ast.BodyExpression): boolean {
    if (owner?.$type === 'SelectExpression') {
        return true;
    }
    const called = owner?.$type === 'FunctionOperationExpression' && property === 'body' ? resolve(owner.function) : undefined;
    const parameter = called === undefined || !isType(called) ? undefined : inputsOf(called).features[1];
    const result = parameter && resultParameterOf(parameter);
    return result !== undefined && typesOf(result).some(t => conformsToLibrary(t, BOOLEAN));
}

/** `validateFeatureChainExpressionFeatureConformance`: each step must be a feature of the operand before it. */
const stepsToFeature: Check<ast.FeatureChainExpression> = (node, context) => {
    const { operand, feature } = node;
    const target = resolve(feature);
    if (target === undefined || isInQuery(node)) {
        return;
    }
    if (!isFeature(target) && !isMetaclass(target, 'Feature')) {
        context.report('error', 'feature-reference-referent', `'${feature.text}' is ${described(target)}, no feature`, feature);
    } else if (feature.text.includes('::')) {
        const owners = resultTypesOf(operand);
        if (owners.length > 0 && !owners.some(owner => isFeaturedWithin(target, owner))) {
            context.report(
                'error',
                'feature-reference-featuring-types',
                `'${feature.text}' is no feature of the operand before it: use dot notation for nesting`,
                feature
            );
        }
    }
};

/** Whether the type of an operand is known only from the value of an untyped feature. */
function isKnownByValue(operand: AstNode): boolean {
    const referent = referentOf(operand);
    return referent !== undefined && hasTypeByValue(referent);
}

/**
 * Whether the library has no function of this operator for the type (KerML 9.4): Boolean has no arithmetic, String only concatenation and
 * comparison.
 */
function rejects(operator: string, operand: AstNode): boolean {
    if (LOGICAL.has(operator)) {
        return isKnownNotToBe(operand, BOOLEAN);
    }
    if (ARITHMETIC.has(operator)) {
        return isKnownToBe(operand, BOOLEAN) || (operator !== '+' && isKnownToBe(operand, STRING));
    }
    return ORDERING.has(operator) && isKnownToBe(operand, BOOLEAN);
}

const hasFittingOperands: Check<ast.BinaryExpression> = (node, context) => {
    const { left, operator, right } = node;
    let fits = true;
    for (const operand of [left, right]) {
        if (rejects(operator, operand)) {
            fits = false;
            const severity = isKnownByValue(operand) ? 'warning' : 'error';
            context.report(severity, 'type.expr', `'${operator}' does not apply to this operand${adviceForOperand(operand)}`, operand);
        }
    }
    const takesTexts = operator === '+' || ORDERING.has(operator);
    const text = takesTexts && fits ? [left, right].find(o => isKnownToBe(o, STRING)) : undefined;
    const other = text === left ? right : left;
    if (text !== undefined && isKnownNotToBe(other, STRING)) {
        const severity = isKnownByValue(left) || isKnownByValue(right) ? 'warning' : 'error';
        const does = operator === '+' ? 'joins two texts or adds' : 'compares two texts or';
        context.report(severity, 'type.expr', `'${operator}' ${does} two numbers: one operand is a text, the other is none`, other);
    } else if (fits) {
        compareOperands(node, context);
    }
};

/** Checks sums, orderings and equalities of values without a common type: quantities of different kinds, or things that are never equal. */
function compareOperands({ left, operator, right }: ast.BinaryExpression, context: CheckContext): void {
    const isComparison = EQUALITY.has(operator);
    const isSum = operator === '+' || operator === '-';
    if (!isComparison && !isSum && !ORDERING.has(operator)) {
        return;
    }
    if (areIncommensurable(left, right)) {
        context.report(
            'warning',
            'type.expr',
            `'${operator}' between quantities of different dimensions, ${dimensionText(left)} and ${dimensionText(right)}`,
            right
        );
        return;
    }
    const number = [left, right].find(operand => isNumber(operand) && (isSum || !isZero(operand)));
    const quantity = number === left ? right : left;
    if (number !== undefined && hasDimension(quantity)) {
        context.report(
            'warning',
            'type.expr',
            `'${operator}' between ${dimensionText(quantity)} and a number: the number needs a unit`,
            number
        );
        return;
    }
    const isNull = left.$type === 'NullExpression' || right.$type === 'NullExpression';
    const areQuantities = [left, right].every(e => isKnownToBe(e, QUANTITY));
    if (isComparison && !isNull && !areQuantities && areUnrelated(knownTypesOf(left), knownTypesOf(right))) {
        context.report(
            'warning',
            'type.expr',
            `the operands have no value in common: '${operator}' is always ${operator === '==' ? 'false' : 'true'}`,
            right
        );
    }
}

const hasFittingOperand: Check<ast.UnaryExpression> = (node, context) => {
    const { operator, operand } = node;
    if (operator === 'not' ? rejects('not', operand) : (operator === '-' || operator === '+') && rejects('-', operand)) {
        const severity = isKnownByValue(operand) ? 'warning' : 'error';
        context.report(severity, 'type.expr', `'${operator}' does not apply to this operand`, operand);
    }
};

const hasBooleanChoice: Check<ast.ConditionalExpression> = (node, context) => requireBoolean(node.condition, 'a condition', context);

/** `validateOperatorExpressionCastConformance`: a cast between types that share no value. */
const castsToRelated: Check<ast.BinaryExpression> = (node, context) => {
    const { left, operator, right } = node;
    if (
        operator === 'as' &&
        right.$type !== 'BinaryExpression' &&
        areUnrelated(
            knownTypesOf(left),
            resultTypesOf(right).filter(t => t.$type === 'Definition')
        )
    ) {
        context.report('warning', 'type.expr', 'the type of a cast must be related to that of its operand', right);
    }
};

// --- References ---------------------------------------------------------------------------------------------------------

const TYPE_OPERATORS: ReadonlySet<string> = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/**
 * Whether a name in an expression refers to an element itself and not to a feature's values: an operand of a type operator, a called
 * function …
 */
function namesElement(node: AstNode): boolean {
    const container = node.$container!;
    switch (container.$type) {
        case 'BinaryExpression': {
            const { operator, left } = container;
            return TYPE_OPERATORS.has(operator) && (left !== node || operator === 'meta' || operator === '@@');
        }
        case 'UnaryExpression':
            return TYPE_OPERATORS.has(container.operator);
        case 'InvocationExpression':
            return container.target === node;
        case 'SequenceExpression':
            return container.elements.length === 1 && namesElement(container);
        default:
            return container.$type === 'MetadataAccessExpression';
    }
}

/** Whether an expression is a filter condition, which is evaluated on elements of the model. */
function isInFilter(node: AstNode): boolean {
    let n = node;
    while (
        n.$container !== undefined &&
        n.$containerProperty !== 'filters' &&
        n.$type !== 'ElementFilter' &&
        n.$containerProperty !== 'members'
    ) {
        n = n.$container;
    }
    return n.$containerProperty === 'filters' || n.$type === 'ElementFilter';
}

/**
 * Whether a name is the operand of a classification that tests an element and its metadata, as in a filter: the name of an element that is
 * no feature.
 */
function isClassified(node: AstNode): boolean {
    const { $container: operation } = node;
    return operation?.$type === 'BinaryExpression' && operation.left === node && CLASSIFICATIONS.has(operation.operator);
}
const CLASSIFICATIONS: ReadonlySet<string> = new Set(['@', '@@', 'istype', 'hastype']);

/**
 * `validateFeatureReferenceExpressionReferentIsFeature` (`feature-reference-referent`); and the referent must be a feature of a type that
 * contains the expression (`feature-reference-featuring-types`; KerML 8.4.4.9.3).
 */
const refersToFeature: Check<NameNode> = (node, context) => {
    if (namesElement(node)) {
        return;
    }
    const referent = resolve(node);
    if (referent === undefined) {
        return;
    }
    if (!isFeature(referent) && !isMetaclass(referent, 'Feature')) {
        if (isClassified(node) || isInQuery(node)) {
            return;
        }
        context.report(
            'error',
            'feature-reference-referent',
            `'${node.text}' is ${described(referent)}, no feature${adviceForNoFeature(node, referent)}`,
            node
        );
    } else if (!isAccessibleFrom(node, referent) && !isInFilter(node) && !isInQuery(node)) {
        context.report(
            'error',
            'feature-reference-featuring-types',
            `'${node.text}' is not accessible here: use dot notation for nesting`,
            node
        );
    }
};

// --- Triggers and values ------------------------------------------------------------------------------------------------

const DURATION = 'ISQBase::DurationValue';

/**
 * `validateTriggerInvocationExpression{After,At,When}Argument`. Execution reads bare numbers as seconds and compares a duration with the
 * clock (contract: behaviour 7), so these are errors in strict mode only.
 */
const hasFittingArgument: Check<ast.TriggerExpression> = (node, context) => {
    const { kind, argument } = node;
    if (kind === 'when') {
        requireBoolean(argument, 'what a trigger waits for', context);
    } else if (kind === 'at' && (isKnownNotToBe(argument, INSTANT) || isNumber(argument))) {
        const isReading = isNumber(argument) || isKnownToBe(argument, DURATION);
        context.report(
            isReading && !context.strict ? 'warning' : 'error',
            'type.expr',
            `the time of a trigger must be a time instant: a duration from now is waited for by 'after ${lengthText(argument)}'`,
            argument
        );
    } else if (kind === 'after' && (isKnownNotToBe(argument, DURATION) || isNumber(argument))) {
        context.report(
            isNumber(argument) && !context.strict ? 'warning' : 'error',
            'type.expr',
            isNumber(argument)
                ? `the delay of a trigger must be a duration: write 'after ${lengthText(argument)}'`
                : 'the delay of a trigger must be a duration',
            argument
        );
    }
};

/** The text of an argument, with `[s]` added to a bare number. */
const lengthText = (argument: AstNode): string => `${textOf(argument)}${isNumber(argument) ? ' [s]' : ''}`;

function isNumber(expression: AstNode): boolean {
    return isKnownToBe(expression, 'ScalarValues::Number');
}

/** A value and its feature must share a type: `validateBindingConnectorTypeConformance` for feature values, an error. */
const conformsToFeature: Check<ast.FeatureValue> = (node, context) => {
    const feature = node.$container;
    // An enumerated value is an instance of its enumeration; its own value conforms to what the enumeration specializes.
    if (!isMetaclass(feature, 'EnumerationUsage') && !isQueryDefault(node)) {
        checkFit(node.expression, typesOf(feature), 'the value does not conform to its feature', context);
    }
};

/** An assigned value must share a type with the feature that it is assigned to. */
const assignsConforming: Check<ast.AssignmentActionUsage> = (node, context) => {
    const { target, assigned } = node;
    checkFit(assigned, statedTypesOf(target), 'the value does not conform to the feature that it is assigned to', context);
};

export const expressionChecks: CheckTable = {
    TransitionUsage: [hasBooleanConditions],
    IfActionUsage: [hasBooleanConditions],
    WhileLoopActionUsage: [hasBooleanConditions],
    BinaryExpression: [hasFittingOperands, castsToRelated],
    UnaryExpression: [hasFittingOperand],
    ConditionalExpression: [hasBooleanChoice],
    FeatureReferenceExpression: [refersToFeature],
    FeatureChainExpression: [stepsToFeature],
    ResultExpression: [hasBooleanResult],
    TriggerExpression: [hasFittingArgument],
    FeatureValue: [conformsToFeature],
    AssignmentActionUsage: [assignsConforming]
};
