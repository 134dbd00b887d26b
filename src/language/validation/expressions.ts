/**
 * Expressions (KerML 8.3.4.8, 8.3.4.9, SysML 8.3.17): operands, conditions, arguments, casts, quantities, and values of features. A finding is
 * made only when the types are known.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { resultTypesOf } from '../semantics/expression-types.js';
import { isKerML, isMetaclass } from '../semantics/metaclass.js';
import { labelName } from '../semantics/labels.js';
import { lookupVisible } from '../semantics/lookup.js';
import { resolve } from '../semantics/names.js';
import { lookupNameOf } from '../semantics/owned-members.js';
import { nameOf, qualifiedNameOf } from '../semantics/naming.js';
import { isFeature, isType, lastSegment, type NameNode } from '../semantics/structure.js';
import { areUnrelated, fits, inputsOf, isAccessibleFrom, isInvocable, isKnownNotToBe, isKnownToBe, knownFeatureTypes, knownTypesOf, QUANTITY, referentOf } from './expression-facts.js';
import { areIncommensurable, isIncommensurableWith } from './dimensions.js';
import type { Check, CheckContext, CheckTable } from './check.js';

const BOOLEAN = 'ScalarValues::Boolean';
const STRING = 'ScalarValues::String';
const INSTANT = 'Time::TimeInstantValue';

// --- Conditions and operands --------------------------------------------------------------------------------------------

function requireBoolean(expression: AstNode | undefined, words: string, context: CheckContext): void {
    if (expression !== undefined && isKnownNotToBe(expression, BOOLEAN)) {
        context.report('error', 'type.expr', `${words} must be Boolean`, expression);
    }
}

/** `validateTransitionFeatureMembershipGuardExpression` and the conditions of if and loop actions. */
const hasBooleanConditions: Check = (node, context) => {
    const { guard, condition, until } = node as Partial<ast.IfActionUsage & ast.WhileLoopActionUsage>;
    requireBoolean(guard, node.$type === 'TransitionUsage' ? 'a guard' : 'a condition', context);
    requireBoolean(condition, 'a condition', context);
    requireBoolean(until, 'a condition', context);
};

const LOGICAL: ReadonlySet<string> = new Set(['and', 'or', 'xor', 'implies', '&', '|', 'not']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '**', '^']);
const ORDERING: ReadonlySet<string> = new Set(['<', '>', '<=', '>=']);
const EQUALITY: ReadonlySet<string> = new Set(['==', '!=']);

/** The library declares no function of this operator for the type (KerML 9.4): Boolean and String do not calculate, String only joins and compares. */
function rejects(operator: string, operand: AstNode): boolean {
    if (LOGICAL.has(operator)) {
        return isKnownNotToBe(operand, BOOLEAN);
    }
    if (ARITHMETIC.has(operator)) {
        return isKnownToBe(operand, BOOLEAN) || (operator !== '+' && isKnownToBe(operand, STRING));
    }
    return ORDERING.has(operator) && isKnownToBe(operand, BOOLEAN);
}

const hasFittingOperands: Check = (node, context) => {
    const { left, operator, right } = node as ast.BinaryExpression;
    let fits = true;
    for (const operand of [left, right]) {
        if (rejects(operator, operand)) {
            fits = false;
            context.report('error', 'type.expr', `'${operator}' does not apply to this operand`, operand);
        }
    }
    if (fits) {
        compareOperands(node as ast.BinaryExpression, context);
    }
};

/** Sums, orderings and equalities of values that have no type in common: quantities of different kinds, or things that are never equal. */
function compareOperands({ left, operator, right }: ast.BinaryExpression, context: CheckContext): void {
    const isComparison = EQUALITY.has(operator);
    if (!isComparison && operator !== '+' && operator !== '-' && !ORDERING.has(operator)) {
        return;
    }
    if (areIncommensurable(left, right)) {
        context.report('warning', 'type.expr', `'${operator}' between quantities of different dimensions`, right);
        return;
    }
    const isNull = left.$type === 'NullExpression' || right.$type === 'NullExpression';
    const areQuantities = [left, right].every(e => isKnownToBe(e, QUANTITY));
    if (isComparison && !isNull && !areQuantities && areUnrelated(knownTypesOf(left), knownTypesOf(right))) {
        context.report('warning', 'type.expr', `the operands have no value in common: '${operator}' is always ${operator === '==' ? 'false' : 'true'}`, right);
    }
}

const hasFittingOperand: Check = (node, context) => {
    const { operator, operand } = node as ast.UnaryExpression;
    if (operator === 'not' ? rejects('not', operand) : (operator === '-' || operator === '+') && rejects('-', operand)) {
        context.report('error', 'type.expr', `'${operator}' does not apply to this operand`, operand);
    }
};

const hasBooleanChoice: Check = (node, context) => requireBoolean((node as ast.ConditionalExpression).condition, 'a condition', context);

/** `validateOperatorExpressionCastConformance`: a cast between types that share no value. */
const castsToRelated: Check = (node, context) => {
    const { left, operator, right } = node as ast.BinaryExpression;
    if (operator === 'as' && areUnrelated(knownTypesOf(left), resultTypesOf(right).filter(t => t.$type === 'Definition'))) {
        context.report('warning', 'type.expr', 'the type of a cast must be related to that of its operand', right);
    }
};

// --- Brackets and indexes -----------------------------------------------------------------------------------------------

/** `validateOperatorExpressionBracketOperator` (KerML), `validateOperatorExpressionQuantity` (SysML). */
const hasUnitInBrackets: Check = (node, context) => {
    const { index } = node as ast.BracketExpression;
    if (isKerML(node)) {
        context.report('warning', 'type.expr', 'use `#(…)` for an index', index[0]);
    } else if (index.length === 1 && isKnownNotToBe(index[0], 'MeasurementReferences::TensorMeasurementReference')) {
        // Mostly a feature of the model hides the unit of its name.
        const meant = index[0].$type === 'FeatureReferenceExpression' ? resolve(index[0] as NameNode) : undefined;
        const name = meant === undefined ? undefined : qualifiedNameOf(meant);
        const advice = name !== undefined ? `, and '${lastSegment((index[0] as NameNode).text)}' is ${name}` : index[0].$type === 'LiteralInteger' ? '; an index is written `#(…)`' : '';
        context.report('warning', 'type.expr', `what stands in brackets behind a number must be a unit${advice}`, index[0]);
    }
};

/** An index outside of a sequence whose elements are written out as literals. */
const isInRange: Check = (node, context) => {
    const { operand, index } = node as ast.IndexExpression;
    if (operand.$type !== 'SequenceExpression' || index.length !== 1 || index[0].$type !== 'LiteralInteger') {
        return;
    }
    const { elements } = operand as ast.SequenceExpression;
    const i = Number((index[0] as ast.LiteralInteger).value);
    if (elements.length > 1 && elements.every(e => e.$type.startsWith('Literal')) && (i < 1 || i > elements.length)) {
        context.report('error', 'type.expr', `the index is outside of 1 to ${elements.length}`, index[0]);
    }
};

// --- References ---------------------------------------------------------------------------------------------------------

const TYPE_OPERATORS: ReadonlySet<string> = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/** Whether a name in an expression stands for an element itself instead of a feature's values: an operand of a type operator, a called function … */
function namesElement(node: AstNode): boolean {
    const container = node.$container!;
    switch (container.$type) {
        case 'BinaryExpression': {
            const { operator, left } = container as ast.BinaryExpression;
            return TYPE_OPERATORS.has(operator) && (left !== node || operator === 'meta' || operator === '@@');
        }
        case 'UnaryExpression':
            return TYPE_OPERATORS.has((container as ast.UnaryExpression).operator);
        case 'InvocationExpression':
            return (container as ast.InvocationExpression).target === node;
        case 'SequenceExpression':
            return (container as ast.SequenceExpression).elements.length === 1 && namesElement(container);
        default:
            return container.$type === 'MetadataAccessExpression';
    }
}

/** Whether an expression is a filter condition, which is evaluated on elements of the model. */
function isInFilter(node: AstNode): boolean {
    let n = node;
    while (n.$container !== undefined && n.$containerProperty !== 'filters' && n.$type !== 'ElementFilter' && n.$containerProperty !== 'members') {
        n = n.$container;
    }
    return n.$containerProperty === 'filters' || n.$type === 'ElementFilter';
}

/** Whether a name is what a classification asks about: an element and its metadata, as in a filter, when it is no feature. */
function isClassified(node: AstNode): boolean {
    const { $type, operator, left } = node.$container as ast.BinaryExpression;
    return $type === 'BinaryExpression' && left === node && CLASSIFICATIONS.has(operator);
}
const CLASSIFICATIONS: ReadonlySet<string> = new Set(['@', '@@', 'istype', 'hastype']);

/**
 * `validateFeatureReferenceExpressionReferentIsFeature` (`feature-reference-referent`), and that the referent is one of a type around the
 * expression (`feature-reference-featuring-types`; KerML 8.4.4.9.3).
 */
const refersToFeature: Check = (node, context) => {
    if (namesElement(node)) {
        return;
    }
    const referent = resolve(node as NameNode);
    if (referent === undefined) {
        return;
    }
    if (!isFeature(referent) && !isMetaclass(referent, 'Feature')) {
        if (isClassified(node)) {
            return;
        }
        context.report('error', 'feature-reference-referent', `'${(node as NameNode).text}' is no feature`, node);
    } else if (!isAccessibleFrom(node, referent) && !isInFilter(node)) {
        context.report('error', 'feature-reference-featuring-types', `'${(node as NameNode).text}' is not accessible here: use dot notation for nesting`, node);
    }
};

/** Whether an expression is what a send sends. */
function isPayload(node: AstNode): boolean {
    return node.$containerProperty === 'payload' && node.$container!.$type === 'SendActionUsage';
}

// --- Invocations ----------------------------------------------------------------------------------------------------------

/** `validateInvocationExpressionInstantiatedType` (`invocation-not-behavior`) and the rules of its arguments (`type.expr`). */
const invokesBehavior: Check = (node, context) => {
    const { target, arguments: args } = node as ast.InvocationExpression;
    const type = referentOf(target);
    if (type === undefined) {
        return;
    }
    if (type.$type === 'Definition' && isPayload(node) && !isInvocable(type)) {
        context.report(context.strict ? 'error' : 'warning', 'nonstandard-notation',
            `an object that is sent without 'new' is an extension: the standard notation is 'send new ${(target as NameNode).text}(…)'`, target);
        return;
    }
    if (!isType(type) || !isInvocable(type)) {
        context.report('error', 'invocation-not-behavior', 'only a behavior, or a feature typed by one, can be invoked', target);
        return;
    }
    checkArguments(type, args, 0, context);
};

/** `a->f(b)` is `f(a, b)`. */
const operatesByFunction: Check = (node, context) => {
    const { function: called, arguments: args, body, functionReference } = node as ast.FunctionOperationExpression;
    const type = resolve(called);
    if (type === undefined) {
        return;
    }
    if (!isType(type) || !isInvocable(type)) {
        context.report('error', 'invocation-not-behavior', `'${called.text}' is no function`, called);
    } else if (body === undefined && functionReference === undefined) {
        checkArguments(type, args, 1, context);
    }
};

/** Named arguments bind the parameter of that name, others the one at their place; `first` places are taken already. */
function checkArguments(type: AstNode, args: readonly ast.Argument[], first: number, context: CheckContext): void {
    const { features, names } = inputsOf(type);
    const bound = new Set<string>();
    args.forEach((argument, i) => {
        if (argument.name === undefined) {
            const parameter = features[first + i] as AstNode | undefined;
            if (parameter === undefined) {
                context.report('error', 'type.expr', `there are ${features.length} parameters only`, argument.value);
            } else if (args.every(a => a.name === undefined)) {
                checkArgumentType(parameter, argument.value, context);
            }
            return;
        }
        const name = labelName(type, argument.name);
        reportDuplicate(argument, name, bound, context);
        if (!names.has(name)) {
            context.report('error', 'type.expr', `there is no parameter '${argument.name}'`, argument);
        }
        const parameter = features.find(f => lookupNameOf(f) === name);
        if (parameter !== undefined) {
            checkArgumentType(parameter, argument.value, context);
        }
    });
}

function reportDuplicate(argument: ast.Argument, name: string, bound: Set<string>, context: CheckContext): void {
    if (bound.has(name)) {
        context.report('error', 'type.expr', `'${name}' is bound twice`, argument);
    }
    bound.add(name);
}

function checkArgumentType(parameter: AstNode, value: AstNode, context: CheckContext): void {
    checkFit(value, knownFeatureTypes(parameter), 'the argument does not conform to its parameter', context);
}

/** `validateConstructorExpressionNoDuplicateFeatureRedefinition`, `validateInstantiationExpressionInstantiatedType`. */
const constructsType: Check = (node, context) => {
    const { type, arguments: args } = node as ast.ConstructorExpression;
    const target = resolve(type);
    if (target !== undefined && !isType(target)) {
        context.report('error', 'type.expr', `'${type.text}' is no type`, type);
    }
    const bound = new Set<string>();
    for (const argument of args.filter(a => a.name !== undefined)) {
        const name = target === undefined ? argument.name! : labelName(target, argument.name!);
        reportDuplicate(argument, name, bound, context);
        if (target !== undefined && isType(target) && lookupVisible(target, name) === undefined) {
            context.report('error', 'unresolved', `'${argument.name}' could not be resolved in '${type.text}'`, argument);
        }
    }
};

// --- Triggers and values ------------------------------------------------------------------------------------------------

const DURATION = 'ISQBase::DurationValue';

/**
 * `validateTriggerInvocationExpression{After,At,When}Argument`. A run counts bare numbers as seconds and compares a duration with the reading of the clock
 * (contract: behaviour 7), so these are errors in strict mode only.
 */
const hasFittingArgument: Check = (node, context) => {
    const { kind, argument } = node as ast.TriggerExpression;
    if (kind === 'when') {
        requireBoolean(argument, 'what a trigger waits for', context);
    } else if (kind === 'at' && (isKnownNotToBe(argument, INSTANT) || isNumber(argument))) {
        const isReading = isNumber(argument) || isKnownToBe(argument, DURATION);
        context.report(isReading && !context.strict ? 'warning' : 'error', 'type.expr', 'the time of a trigger must be a time instant', argument);
    } else if (kind === 'after' && (isKnownNotToBe(argument, DURATION) || isNumber(argument))) {
        context.report(isNumber(argument) && !context.strict ? 'warning' : 'error', 'type.expr', 'the delay of a trigger must be a duration', argument);
    }
};

function isNumber(expression: AstNode): boolean {
    return isKnownToBe(expression, 'ScalarValues::Number');
}

function checkFit(value: AstNode, declared: readonly AstNode[], words: string, context: CheckContext): void {
    if (!fits(value, declared)) {
        const [found, wanted] = [knownTypesOf(value), declared].map(types => [...new Set(types.map(nameOf))].join(', '));
        context.report('error', 'type.expr', `${words}: it is of type ${found}, not of ${wanted}`, value);
    } else if (isIncommensurableWith(value, declared)) {
        context.report('warning', 'type.expr', `${words}: it is a quantity of another dimension`, value);
    }
}

/** A value and its feature have a type in common: `validateBindingConnectorTypeConformance` for feature values, an error. */
const conformsToFeature: Check = (node, context) => {
    const feature = node.$container as AstNode as ast.Usage;
    // A variant is an instance of its enumeration, its value one of what the enumeration specializes.
    if (!isMetaclass(feature, 'EnumerationUsage')) {
        checkFit((node as ast.FeatureValue).expression, knownFeatureTypes(feature), 'the value does not conform to its feature', context);
    }
};

/** An assigned value has a type in common with the feature that it is assigned to. */
const assignsConforming: Check = (node, context) => {
    const { target, assigned } = node as ast.AssignmentActionUsage;
    checkFit(assigned, knownTypesOf(target), 'the value does not conform to the feature that it is assigned to', context);
};

export const expressionChecks: CheckTable = {
    TransitionUsage: [hasBooleanConditions],
    IfActionUsage: [hasBooleanConditions],
    WhileLoopActionUsage: [hasBooleanConditions],
    BinaryExpression: [hasFittingOperands, castsToRelated],
    UnaryExpression: [hasFittingOperand],
    ConditionalExpression: [hasBooleanChoice],
    BracketExpression: [hasUnitInBrackets],
    IndexExpression: [isInRange],
    FeatureReferenceExpression: [refersToFeature],
    InvocationExpression: [invokesBehavior],
    FunctionOperationExpression: [operatesByFunction],
    ConstructorExpression: [constructsType],
    TriggerExpression: [hasFittingArgument],
    FeatureValue: [conformsToFeature],
    AssignmentActionUsage: [assignsConforming]
};
