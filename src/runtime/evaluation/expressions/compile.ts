/**
 * Compiles each form of expression to a closure over its operands' closures (code.ts): one entry in the table below; names, chains, calls
 * and classification have their own files (KerML 8.4.4.9, contract sheet 4). This file depends on all of them; they get the code of
 * operands from code.ts.
 */
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import type { AstNode } from '../../../language/generated/tree.js';
import { functionFor, type FunctionsByType } from '../../../language/syntax/by-type.js';
import type * as ast from '../../../language/generated/tree.js';
import { collect, filter, operators } from '../functions/index.js';
import { isDefinition, isPackage, owningTypeOf } from '../../../language/semantics/structure.js';
import { articledKind, isUnitDeclaration } from '../model/kinds.js';
import { Run, type RunModel } from '../run.js';
import {
    EMPTY_SEQUENCE,
    EvaluationError,
    INFINITY,
    MeasurementRef,
    Sequence,
    ShapedMeasurementRef,
    type Value,
    describe,
    elementsOf,
    kindOf,
    isNumber,
    parseInteger,
    parseRational,
    sequenceOf
} from '../../values/index.js';
import { bodyCallable, compileConstructor, compileFunctionOperation, compileInvocation, functionOfBody } from './calls.js';
import { compileClassification, compileExtent, compileMetadataAccess, isClassification } from './classification.js';
import type { Frame } from './frame.js';
import { compileReference } from './references.js';
import { type Code, codeOf, constant, failing } from './code.js';
import { compileChain } from './chains.js';
import { targetOf } from './referents.js';
import { withChoices } from './choices.js';
import { multiplicityOf } from './counts.js';
import { callOverload, isOverloadable } from './overloads.js';
import { unitTextOf } from './text.js';

const COMPILERS: FunctionsByType<Code> = {
    LiteralBoolean: (node: ast.LiteralBoolean) => constant(node.value === 'true'),
    LiteralString: (node: ast.LiteralString) => constant(node.value),
    LiteralInteger: (node: ast.LiteralInteger) => constant(parseInteger(node.value)!),
    LiteralReal: (node: ast.LiteralReal) => lazyConstant(() => parseRational(node.value)!),
    LiteralInfinity: () => constant(INFINITY),
    NullExpression: () => constant(null),
    SequenceExpression: compileSequence,
    ConditionalExpression: compileConditional,
    BinaryExpression: compileBinary,
    UnaryExpression: compileUnary,
    BracketExpression: compileBracket,
    IndexExpression: compileIndex,
    CollectExpression: (node: ast.CollectExpression) => {
        const operand = codeOf(node.operand);
        return frame => collect(operand(frame), bodyCallable(node.body, frame, 1, 'collect'), frame.run);
    },
    SelectExpression: (node: ast.SelectExpression) => {
        const operand = codeOf(node.operand);
        return frame => filter('select', operand(frame), bodyCallable(node.body, frame, 1, 'select'), true, frame.run);
    },
    FeatureReferenceExpression: compileReference,
    // `require c;` where c is no constraint: the name itself is the condition
    ReferenceSubsetting: compileReference,
    FeatureChainExpression: compileChain,
    InvocationExpression: compileInvocation,
    FunctionOperationExpression: compileFunctionOperation,
    ConstructorExpression: compileConstructor,
    BodyExpression: (node: ast.BodyExpression) => frame => functionOfBody(node, frame),
    ExtentExpression: compileExtent,
    MetadataAccessExpression: compileMetadataAccess
};

/** Compiles an expression of any kind. */
export function compile(node: AstNode): Code {
    const compiled = functionFor(COMPILERS, node)?.(node);
    return compiled ?? failing(() => new EvaluationError('unsupported operator', `'${node.$type}'`));
}

function lazyConstant(make: () => Value): Code {
    let value: Value | undefined;
    return () => (value ??= make());
}

function compileSequence(node: ast.SequenceExpression): Code {
    const codes = node.elements.map(codeOf);
    if (codes.length === 1) {
        return codes[0];
    }
    if (codes.length === 0) {
        return constant(EMPTY_SEQUENCE);
    }
    return frame => {
        const made = sequenceOf(codes.map(code => code(frame)));
        frame.run.chargeElements(made.elements.length);
        return made;
    };
}

/** Compiles a conditional. An open condition evaluates neither branch; the multiplicity of the result is derived from them. */
function compileConditional(node: ast.ConditionalExpression): Code {
    const [test, then, otherwise] = [node.condition, node.thenBranch, node.elseBranch].map(codeOf);
    return frame => {
        const value = test(frame);
        return value === true
            ? then(frame)
            : value === false
              ? otherwise(frame)
              : operators.conditional(
                    value,
                    () => then(frame),
                    () => otherwise(frame),
                    () => multiplicityOf(node)
                );
    };
}

function compileBinary(node: ast.BinaryExpression): Code {
    const { operator } = node;
    if (isClassification(operator)) {
        return compileClassification(operator, node.left, node.right);
    }
    const left = codeOf(node.left);
    const right = codeOf(node.right);
    const lazy = operators.LAZY_OPERATORS[operator];
    if (lazy !== undefined) {
        return compileLazy(operator, lazy, left, right);
    }
    if (operator === '..') {
        return frame => operators.range(left(frame), right(frame), frame.run);
    }
    switch (operator) {
        // Frequent operators are called directly.
        case '+':
            return chargedText(withOverloads(node, operators.add, left, right));
        case '-':
            return withOverloads(node, operators.subtract, left, right);
        case '*':
            return withOverloads(node, operators.multiply, left, right);
        case '<':
            return withOverloads(node, operators.less, left, right);
        case '<=':
            return withOverloads(node, operators.lessOrEqual, left, right);
        case '>':
            return withOverloads(node, operators.greater, left, right);
        case '>=':
            return withOverloads(node, operators.greaterOrEqual, left, right);
        case '==':
            return equality(node, operators.equal, left, right);
        case '!=':
            return equality(node, operators.notEqual, left, right);
        case '===':
            return frame => withChoices(operators.identical, left(frame), right(frame), frame);
        case '!==':
            return frame => withChoices(operators.notIdentical, left(frame), right(frame), frame);
        default: {
            const implementation = operators.BINARY_OPERATORS[operator];
            return implementation === undefined
                ? failing(() => operators.unsupported(operator))
                : withOverloads(node, implementation, left, right);
        }
    }
}

function compileLazy(operator: string, lazy: (a: Value, right: () => Value) => Value, left: Code, right: Code): Code {
    if (operator === 'and' || operator === '&') {
        return frame => {
            const a = left(frame);
            return a === false ? false : lazy(a, () => right(frame));
        };
    }
    return frame => lazy(left(frame), () => right(frame));
}

/** Charges the length of a string to the element budget, so that a string that doubles in a loop exceeds the budget before the memory. */
function chargedText(code: Code): Code {
    return frame => {
        const value = code(frame);
        if (typeof value === 'string') {
            frame.run.chargeElements(value.length);
        }
        return value;
    };
}

/** Compiles an operator that a function of the model may overload for its operands. */
function withOverloads(node: ast.BinaryExpression, implementation: (a: Value, b: Value) => Value, left: Code, right: Code): Code {
    return frame => {
        const a = left(frame);
        const b = right(frame);
        if (isOverloadable(a) || isOverloadable(b)) {
            const overloaded = callOverload(node, node.operator, [a, b], frame);
            if (overloaded !== undefined) {
                return overloaded;
            }
        }
        return implementation(a, b);
    };
}

/** Compiles `==`, and `!=` as the negation of an overloaded `==`. */
function equality(node: ast.BinaryExpression, implementation: (a: Value, b: Value) => Value, left: Code, right: Code): Code {
    return frame => {
        const a = left(frame);
        const b = right(frame);
        if (isOverloadable(a) && isOverloadable(b)) {
            const overloaded = callOverload(node, '==', [a, b], frame);
            if (overloaded !== undefined) {
                return node.operator === '==' ? overloaded : operators.not(overloaded);
            }
        }
        return withChoices(implementation, a, b, frame);
    };
}

function compileUnary(node: ast.UnaryExpression): Code {
    const { operator } = node;
    if (isClassification(operator)) {
        return compileClassification(operator, undefined, node.operand);
    }
    const operand = codeOf(node.operand);
    switch (operator) {
        case 'not':
            return frame => {
                const value = operand(frame);
                return typeof value === 'boolean' ? !value : operators.not(value);
            };
        case '-':
            return frame => {
                const value = operand(frame);
                return (isOverloadable(value) ? callOverload(node, operator, [value], frame) : undefined) ?? operators.negate(value);
            };
        case '+':
            return frame => {
                const value = operand(frame);
                return (isOverloadable(value) ? callOverload(node, operator, [value], frame) : undefined) ?? operators.unaryPlus(value);
            };
        default:
            return failing(() => operators.unsupported(operator));
    }
}

/** Compiles `n [unit]`. The unit keeps its text in the model. */
function compileBracket(node: ast.BracketExpression): Code {
    const operand = codeOf(node.operand);
    if (node.index.length !== 1) {
        return failing(() => new EvaluationError('not a quantity expression', 'one unit expression is needed'));
    }
    const [unit] = node.index;
    const definition = definitionIn(unit);
    if (definition !== undefined) {
        return failing(
            () =>
                new EvaluationError(
                    'not a quantity expression',
                    `not a measurement unit: ${definition.text} is ${articledKind(definition.target)}`
                )
        );
    }
    const unitCode = codeOf(unit);
    const isFixed = isFixedUnit(unit);
    let known: { readonly model: RunModel; readonly reference: MeasurementRef } | undefined;
    return frame => {
        const value = operand(frame);
        const x = isNumber(value) ? value : vectorLike(value);
        if (known !== undefined && known.model === frame.run.model) {
            return operators.measured(x, known.reference);
        }
        const stated = unitCode(frame);
        if (stated instanceof ShapedMeasurementRef) {
            return operators.measuredInFrame(x, stated);
        }
        const reference = new MeasurementRef(unitValue(stated, unit, frame.run).unit.withText(unitTextOf(unit)));
        if (isFixed) {
            known = { model: frame.run.model, reference };
        }
        return operators.measured(x, reference);
    };
}

/** The first name in a unit expression that denotes a definition or package instead of a unit, with its target. */
function definitionIn(unit: AstNode): { readonly text: string; readonly target: AstNode } | undefined {
    switch (unit.$type) {
        case 'FeatureReferenceExpression': {
            const target = targetOf(unit);
            return target !== undefined && (isDefinition(target) || isPackage(target)) ? { text: unit.text, target } : undefined;
        }
        case 'BinaryExpression':
            return definitionIn(unit.left) ?? definitionIn(unit.right);
        case 'SequenceExpression':
            return unit.elements.map(definitionIn).find(found => found !== undefined);
        default:
            return undefined;
    }
}

/** Whether a unit expression is independent of the object: it names only declared units. */
function isFixedUnit(unit: AstNode): boolean {
    if (unit.$type === 'FeatureReferenceExpression') {
        const target = targetOf(unit);
        return target !== undefined && isUnitDeclaration(target) && owningTypeOf(target) === undefined;
    }
    if (unit.$type === 'BinaryExpression') {
        const { left, right } = unit;
        return isFixedUnit(left) && isFixedUnit(right);
    }
    if (unit.$type === 'SequenceExpression') {
        return unit.elements.every(isFixedUnit);
    }
    return unit.$type.startsWith('Literal');
}

const hasValue = (value: Value): boolean => !['unset', 'undetermined'].includes(kindOf(value));

function unitValue(value: Value, unit: AstNode, run: Run): MeasurementRef {
    if (value instanceof MeasurementRef) {
        return value;
    }
    if (value === 1) {
        return new MeasurementRef(run.units.one);
    }
    const [only] = elementsOf(value);
    if (only instanceof MeasurementRef && elementsOf(value).length === 1) {
        return only;
    }
    // An unbound unit declared by a type is itself the unit.
    const target = unit.$type === 'FeatureReferenceExpression' ? targetOf(unit) : undefined;
    if (target !== undefined && !hasValue(value) && isUnitDeclaration(target)) {
        return new MeasurementRef(run.unitOf(target));
    }
    const text = unitTextOf(unit);
    const advice = typeof value === 'string' ? `: the name of a unit stands in single quotes: '${value}'` : hiddenUnit(text, target, run);
    throw new EvaluationError('not a quantity expression', `not a measurement unit: ${text} is ${describe(value)}${advice}`);
}

/** Explains that a nearer declaration hides the library's unit of that name. */
function hiddenUnit(text: string, target: AstNode | undefined, run: Run): string {
    const hidden = run.units.unitOfSimpleName(text)?.unitId;
    if (target === undefined || hidden === undefined) {
        return '';
    }
    const written = `${hidden.slice(0, hidden.lastIndexOf('::'))}::${text}`;
    return `: ${qualifiedNameOf(target) ?? text} hides the unit ${hidden}, write ${written}`;
}

/** The element of a sequence of one element; other values are unchanged. */
function vectorLike(value: Value): Value {
    return value instanceof Sequence && value.elements.length === 1 ? value.elements[0] : value;
}

function compileIndex(node: ast.IndexExpression): Code {
    const operand = codeOf(node.operand);
    const indexes = node.index.map(codeOf);
    if (indexes.length === 1) {
        const [only] = indexes;
        return frame => {
            const collection = operand(frame);
            const i = only(frame);
            if (
                typeof i === 'number' &&
                collection instanceof Sequence &&
                i >= 1 &&
                i <= collection.elements.length &&
                isPlain(collection.elements)
            ) {
                return collection.elements[i - 1];
            }
            return operators.index(collectionOf(collection, frame), [i]);
        };
    }
    return frame =>
        operators.index(
            collectionOf(operand(frame), frame),
            indexes.map(code => code(frame))
        );
}

/** Whether element positions are list positions: no shaped or open elements. */
function isPlain(elements: readonly Value[]): boolean {
    const [first] = elements;
    return (
        elements.length > 1 &&
        (typeof first !== 'object' || isNumber(first)) &&
        elements.every(e => typeof e !== 'object' || (e !== null && e.kind !== 'undetermined'))
    );
}

/** An index into a collection object counts its elements. */
function collectionOf(value: Value, frame: Frame): Value {
    if (typeof value === 'object' && value !== null && value.kind === 'instance') {
        return frame.run.objects.feature(value, 'elements') ?? value;
    }
    return value;
}
