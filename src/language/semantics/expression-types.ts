/**
 * The result types of expressions (KerML 8.4.4.9), where the model determines them: for resolving `expression.feature`, typing features by
 * their values and checking types. An empty list means unknown.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isOfLibrary } from './cycles.js';
import { isMetaclass } from './metaclass.js';
import { factsOf, isExpression, isFeature, isType, ownedMembersOf, owningNamespaceOf } from './structure.js';
import { lookupInheritable } from './lookup.js';
import { overloadsOf } from './library-overloads.js';
import { memberElement, resolve } from './names.js';
import { conformsTo, conformsToLibrary, generalsOf, typesOf } from './specialization.js';
import { libraryElement, scopeOf } from './world.js';

const NONE: readonly AstNode[] = Object.freeze([]);

/** Operators whose result is a Boolean. */
const BOOLEAN_OPERATORS = new Set([
    '==',
    '!=',
    '===',
    '!==',
    '<',
    '>',
    '<=',
    '>=',
    'and',
    'or',
    'xor',
    'implies',
    'not',
    '&',
    '|',
    'istype',
    'hastype',
    '@',
    '@@'
]);
const CASTS = new Set(['as', 'meta']);
/** Control and sequence functions that return elements of their first argument. */
const ELEMENT_PRESERVING = new Set([
    'select',
    'reject',
    'selectOne',
    'including',
    'includingAt',
    'excluding',
    'excludingAt',
    'subsequence',
    'head',
    'tail',
    'last',
    'union',
    'intersection',
    'minimize',
    'maximize',
    'reduce'
]);
const LITERALS: Record<string, string> = {
    LiteralBoolean: 'ScalarValues::Boolean',
    LiteralString: 'ScalarValues::String',
    LiteralReal: 'ScalarValues::Rational',
    LiteralInfinity: 'ScalarValues::Positive'
};

const inProgress = new Set<AstNode>();

/** Shared lists of one library element, which many expressions have as their types. */
const singletons = new WeakMap<AstNode, readonly AstNode[]>();

function shared(types: readonly AstNode[]): readonly AstNode[] {
    if (types.length !== 1 || !isOfLibrary(types[0])) {
        return types;
    }
    let list = singletons.get(types[0]);
    if (list === undefined) {
        singletons.set(types[0], (list = types));
    }
    return list;
}

/**
 * The features or types of an expression's values: for a reference the feature itself, whose members a chain accesses; for a cast the type;
 * for an invocation the result parameter of the function, or the type that it constructs.
 */
export function resultTypesOf(expression: AstNode): readonly AstNode[] {
    const facts = factsOf(expression);
    if (facts.resultTypes !== undefined) {
        return facts.resultTypes;
    }
    if (inProgress.has(expression)) {
        return NONE;
    }
    inProgress.add(expression);
    try {
        const types = shared(compute(expression));
        if (inProgress.size === 1 || types.length > 0) {
            facts.resultTypes = types;
        }
        return types;
    } finally {
        inProgress.delete(expression);
    }
}

function compute(expression: AstNode): readonly AstNode[] {
    switch (expression.$type) {
        case 'FeatureReferenceExpression': {
            const target = resolve(expression);
            return expression.text === 'this' && target !== undefined && scopeOf(target).isLibrary
                ? [...performerOf(expression), target]
                : list(target);
        }
        case 'FeatureChainExpression':
            return list(resolve(expression.feature));
        case 'SequenceExpression':
            return unionOf(expression.elements);
        case 'ConditionalExpression': {
            const { thenBranch, elseBranch } = expression;
            return unionOf([thenBranch, elseBranch]);
        }
        case 'IndexExpression':
            return resultTypesOf(expression.operand);
        case 'SelectExpression':
            return resultTypesOf(expression.operand);
        case 'CollectExpression':
            return bodyResult(expression.body);
        case 'BodyExpression':
            return bodyResult(expression);
        case 'ConstructorExpression':
            return list(resolve(expression.type));
        case 'InvocationExpression': {
            const [called] = resultTypesOf(expression.target);
            return isOverloaded(expression.target, called) ? NONE : invocationResult(called);
        }
        case 'FunctionOperationExpression':
            return functionOperationResult(expression);
        case 'BinaryExpression':
            return binaryResult(expression);
        case 'UnaryExpression': {
            const { operator, operand } = expression;
            return CASTS.has(operator)
                ? resultTypesOf(operand)
                : BOOLEAN_OPERATORS.has(operator)
                  ? library(expression, 'ScalarValues::Boolean')
                  : operator === '-'
                    ? negated(expression, resultTypesOf(operand))
                    : resultTypesOf(operand);
        }
        case 'ExtentExpression':
            return list(resolve(expression));
        case 'BracketExpression':
            return quantityResult(expression);
        case 'MetadataAccessExpression':
            return library(expression, 'Metaobjects::Metaobject');
        case 'LiteralInteger':
            return library(expression, isZero(expression.value) ? 'ScalarValues::Natural' : 'ScalarValues::Positive');
        default:
            return expression.$type in LITERALS ? library(expression, LITERALS[expression.$type]) : NONE;
    }
}

/** The type of `this` in a behaviour: the nearest enclosing type that is no behaviour (Performances::Performance::this). */
function performerOf(node: AstNode): readonly AstNode[] {
    let owner = owningNamespaceOf(node);
    if (owner !== undefined && isInValueOf(owner, node)) {
        // The value of a feature belongs to the owner of the feature.
        owner = owningNamespaceOf(owner);
    }
    while (owner !== undefined && (isMetaclass(owner, 'Behavior') || isMetaclass(owner, 'Step') || isExpression(owner))) {
        owner = owningNamespaceOf(owner);
    }
    return owner !== undefined && isType(owner) ? [owner] : NONE;
}

function isInValueOf(feature: AstNode, node: AstNode): boolean {
    let n: AstNode | undefined = node;
    while (n !== undefined && n !== feature && n.$type !== 'FeatureValue') {
        n = n.$container;
    }
    return n?.$type === 'FeatureValue';
}

function list(element: AstNode | undefined): readonly AstNode[] {
    return element === undefined ? NONE : [element];
}

function library(node: AstNode, name: string): readonly AstNode[] {
    return list(libraryElement(node, name));
}

function unionOf(expressions: readonly AstNode[]): readonly AstNode[] {
    const [first] = expressions;
    if (expressions.length === 1) {
        return resultTypesOf(first);
    }
    const found: AstNode[] = [];
    for (const e of expressions) {
        for (const t of resultTypesOf(e)) {
            if (!found.includes(t)) {
                found.push(t);
            }
        }
    }
    return found;
}

/** The result of a function body: its result expression, else its return parameter. */
function bodyResult(body: AstNode): readonly AstNode[] {
    for (const member of ownedMembersOf(body)) {
        if (member.$type === 'ResultExpression') {
            return resultTypesOf(member.expression);
        }
        if (member.membership === 'return') {
            return [member];
        }
    }
    return NONE;
}

/** The result parameter of a function or of a feature typed by one; a type that is no behavior is constructed. */
function invocationResult(target: AstNode | undefined): readonly AstNode[] {
    if (target === undefined) {
        return NONE;
    }
    const result = resultParameterOf(target);
    return result !== undefined ? typedResult(target, result) : [target];
}

/** A result parameter without its own type has the type of the function's result expression. */
function typedResult(owner: AstNode, result: AstNode): readonly AstNode[] {
    const types = typesOf(result);
    const anything = libraryElement(result, 'Base::Anything');
    if (types.length === 0 || types.every(t => t === anything)) {
        const body = bodyResult(owner);
        if (body.length > 0 && body[0] !== result) {
            return body;
        }
    }
    return [result];
}

const resultsInProgress = new Set<AstNode>();

/** The result parameter of a function, calculation or expression, owned or inherited. */
export function resultParameterOf(type: AstNode): AstNode | undefined {
    if (resultsInProgress.has(type)) {
        return undefined;
    }
    resultsInProgress.add(type);
    try {
        for (const member of ownedMembersOf(type)) {
            if (member.membership === 'return') {
                return member;
            }
        }
        for (const general of generalsOf(type)) {
            const result = resultParameterOf(general);
            if (result !== undefined) {
                return result;
            }
        }
        return undefined;
    } finally {
        resultsInProgress.delete(type);
    }
}

function functionOperationResult(expression: ast.FunctionOperationExpression): readonly AstNode[] {
    const called = resolve(expression.function);
    const name = called?.name;
    if (name !== undefined && ELEMENT_PRESERVING.has(name)) {
        return resultTypesOf(expression.operand);
    }
    if (name === 'collect' && expression.body !== undefined) {
        return bodyResult(expression.body);
    }
    return isOverloaded(expression.function, called) ? NONE : invocationResult(called);
}

/** Whether the arguments of a call select among several library functions. */
function isOverloaded(name: AstNode, called: AstNode | undefined): boolean {
    return called !== undefined && name.text !== undefined && overloadsOf(name, called).length > 0;
}

function binaryResult(expression: ast.BinaryExpression): readonly AstNode[] {
    const { operator, left, right } = expression;
    if (CASTS.has(operator)) {
        return resultTypesOf(right);
    }
    if (BOOLEAN_OPERATORS.has(operator)) {
        return library(expression, 'ScalarValues::Boolean');
    }
    if (operator === '??') {
        return unionOf([left, right]);
    }
    if (operator === '..') {
        return library(expression, 'ScalarValues::Integer');
    }
    return arithmeticResult(expression, scalarTypesOf(left), scalarTypesOf(right));
}

/** The definitions that type an expression's values. */
export function scalarTypesOf(expression: AstNode): readonly AstNode[] {
    const found: AstNode[] = [];
    for (const t of resultTypesOf(expression)) {
        for (const type of isFeature(t) ? typesOf(t) : [t]) {
            if (!found.includes(type)) {
                found.push(type);
            }
        }
    }
    return found;
}

/** The number types from specific to general; arithmetic gives the most general type of its operands. */
const NUMBERS = ['Positive', 'Natural', 'Integer', 'Rational', 'Real', 'Complex', 'Number', 'NumericalValue'];

function arithmeticResult(expression: ast.BinaryExpression, left: readonly AstNode[], right: readonly AstNode[]): readonly AstNode[] {
    if (left.length !== 1 || right.length !== 1) {
        return NONE;
    }
    const a = numberRank(left[0]);
    const b = numberRank(right[0]);
    if (a >= 0 && b >= 0) {
        let rank = Math.max(a, b);
        if (expression.operator === '/' && rank < 3) {
            rank = 3;
        } else if (expression.operator === '-' && rank < 2) {
            rank = 2;
        }
        return library(expression, `ScalarValues::${NUMBERS[rank]}`);
    }
    const string = libraryElement(expression, 'ScalarValues::String');
    if (expression.operator === '+' && string !== undefined && conformsTo(left[0], string)) {
        return [string];
    }
    return left[0] === right[0] && (expression.operator === '+' || expression.operator === '-') ? left : NONE;
}

/** The type of a negation: Integer for a Natural operand. */
function negated(expression: AstNode, operand: readonly AstNode[]): readonly AstNode[] {
    const rank = operand.length === 1 ? numberRank(operand[0]) : -1;
    return rank >= 0 && rank < 2 ? library(expression, 'ScalarValues::Integer') : operand;
}

function numberRank(type: AstNode): number {
    return NUMBERS.findIndex(number => conformsToLibrary(type, `ScalarValues::${number}`));
}

/** The type of `n [unit]`: the quantity value type of the unit. */
function quantityResult(expression: ast.BracketExpression): readonly AstNode[] {
    const unit = expression.index.at(0);
    for (const t of unit === undefined ? NONE : resultTypesOf(unit)) {
        for (const type of isFeature(t) ? typesOf(t) : [t]) {
            const { name } = type;
            // The quantity type of a unit type has the same prefix in the same package: `MassUnit` measures `MassValue`.
            if (name?.endsWith('Unit') === true && type.$container !== undefined) {
                const value = memberElement(lookupInheritableOf(type.$container, `${name.slice(0, -4)}Value`));
                if (value !== undefined && isType(value)) {
                    return [value];
                }
            }
        }
    }
    return library(expression, 'Quantities::ScalarQuantityValue');
}

function lookupInheritableOf(namespace: AstNode, name: string): AstNode | undefined {
    return lookupInheritable(namespace, name);
}

/** Whether the digits of a literal spell zero. No regular expression: see isBasicName. */
function isZero(digits: string): boolean {
    return Number(digits) === 0;
}
