/**
 * Makes the statements of expressions, which are trees of nodes in a graph (contract: conversion 6). A table by type of syntax node defines
 * the statements; operands, invoked elements and bodies have ids with the slots of 4.3. Evaluates nothing.
 *
 * Where the contract leaves the form open:
 * - Parentheses around one expression make no node. `(a, b)` is an operator expression `,` with one operand for each element; so is an
 *   index with several expressions.
 * - The type after `istype`, `hastype`, `@`, `@@`, `as`, `meta` and `all` is `sysx:typeArgument`, not an operand.
 * - `x->f(y)` has the operands x and y, and its `operand` also refers to x. `x.f(y)` refers to x only by `operand`; x is then a separate
 *   node (`_poperand`).
 * - A body or the name of a function as an argument is a feature reference expression that owns an `Expression` (`_preferent`). For the
 *   name of a function, the function is the type of that `Expression`.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { functionFor, type FunctionsByType } from '../../language/syntax/by-type.js';
import type * as ast from '../../language/generated/tree.js';
import { SequenceExpression } from '../../language/generated/nodes.js';
import { memberElement, resolve } from '../../language/semantics/names.js';
import type { NameNode } from '../../language/semantics/structure.js';
import { textOf } from '../../language/semantics/text.js';
import { cannotConvert, ExpressionText, type GraphElement, NumberText, numberValue, type Value } from '../graph.js';
import type { MetaclassName } from '../metamodel/facts.js';
import { exactDecimal, isExactDouble, MAX_ZEROS } from '../numbers.js';
import { type Builder, type Later, unquotedName } from './builder.js';
import { writeBody } from './bodies.js';
import { placeOf } from './members.js';
import { nodeMetaclass, unwrapped } from './expression-nodes.js';

/** An operand: its node and, for a named argument, its name. */
interface Operand {
    readonly node: AstNode;
    readonly name?: string;
}

/** The form of a node in the graph, determined by its syntax node. */
interface Form {
    readonly operands: readonly Operand[];
    readonly operator?: string;
    /** makes the statements specific to the form */
    readonly state?: (expression: Expression) => void;
    /** whether it has a result parameter; by default, whether it has operands */
    readonly hasResult?: boolean;
    /** whether the first operand precedes an arrow, as in `x->f(y)` */
    readonly isReceived?: boolean;
}

/** A node being built. */
export interface Expression {
    readonly builder: Builder;
    readonly element: GraphElement;
    readonly later: Later;
}

/** The position in which an element owns an expression. */
export interface ExpressionPosition {
    /** the slot in the expression's id, such as `value` */
    readonly slot: string;
    /** the metaclass of the membership between the two */
    readonly membership: MetaclassName;
    /** adds statements specific to that membership */
    readonly decorate?: (membership: GraphElement) => void;
}

/**
 * Makes an element own an expression in one of its positions. The element lists the membership now; the expression and everything below it
 * are written later.
 */
export function ownExpression(
    builder: Builder,
    owner: GraphElement,
    expression: AstNode,
    { slot, membership: metaclass, decorate }: ExpressionPosition,
    later: Later
): GraphElement {
    const node = unwrapped(expression);
    const element = builder.nodeOf(owner, slot, nodeMetaclass(node));
    const membership = builder.own(owner, element, metaclass);
    later.push(() => {
        builder.begin(element, owner, membership);
        emitExpression(builder, element, node);
        builder.writeMembership(membership, owner, element);
        decorate?.(membership);
    });
    return element;
}

/** Makes a relationship own an expression directly, without a membership. */
export function ownExpressionDirectly(
    builder: Builder,
    owner: GraphElement,
    slot: string,
    expression: AstNode,
    later: Later
): GraphElement {
    const node = unwrapped(expression);
    const element = builder.nodeOf(owner, slot, nodeMetaclass(node));
    later.push(() => {
        builder.graph.write(element).add('elementId', element.id);
        element.add('owner', owner).add('owningRelationship', owner).add('owningMembership', owner);
        emitExpression(builder, element, node);
    });
    return element;
}

/** Makes the statements of an expression and writes everything below it. The caller has begun its element. */
export function emitExpression(builder: Builder, element: GraphElement, expression: AstNode): void {
    const below: Later = [];
    emitForm(builder, element, expression, below);
    element.add('sysx:sourceText', textOf(expression));
    below.forEach(write => write());
}

/** The part of {@link emitExpression} for an element that has further statements after those of the expression. */
export function emitForm(builder: Builder, element: GraphElement, expression: AstNode, below: Later): void {
    const node = unwrapped(expression);
    builder.origins?.set(element, node);
    const form = functionFor(FORMS, node)?.(node);
    if (form === undefined) {
        throw new Error(`no form of a ${node.$type}`);
    }
    if (form.operator !== undefined) {
        element.add('operator', form.operator);
    }
    form.state?.({ builder, element, later: below });
    const parameters: GraphElement[] = [];
    form.operands.forEach((operand, i) => {
        parameters.push(ownOperand(builder, element, operand, i, below));
    });
    if (form.isReceived === true) {
        element.add('operand', element.get('argument'));
    }
    const hasResult = form.hasResult ?? form.operands.length > 0;
    const result = hasResult ? ownResult(builder, element, below) : undefined;
    parameters.forEach(p => element.add('parameter', p));
    if (result !== undefined) {
        element.add('parameter', result);
    }
    parameters.forEach(p => element.add('input', p));
    element.add('result', result);
}

/** Operand i: a parameter of the expression that owns the operand as its value. */
function ownOperand(builder: Builder, element: GraphElement, { node, name }: Operand, i: number, later: Later): GraphElement {
    const parameter = builder.nodeOf(element, `in${i}`, 'Feature');
    const membership = builder.own(element, parameter, 'ParameterMembership');
    const operandNode = unwrapped(node);
    const operand = builder.nodeOf(element, `a${i}`, nodeMetaclass(operandNode));
    element.add('argument', operand);
    later.push(() => {
        builder.begin(parameter, element, membership);
        parameter.add('direction', 'in').add('sysx:argumentName', name === undefined ? undefined : unquotedName(name));
        const value = builder.own(parameter, operand, 'FeatureValue');
        builder.writeMembership(membership, element, parameter);
        builder.begin(operand, parameter, value);
        emitExpression(builder, operand, operandNode);
        builder.writeMembership(value, parameter, operand);
    });
    return parameter;
}

function ownResult(builder: Builder, element: GraphElement, later: Later): GraphElement {
    const result = builder.nodeOf(element, 'out', 'Feature');
    const membership = builder.own(element, result, 'ReturnParameterMembership');
    later.push(() => {
        builder.begin(result, element, membership).add('direction', 'out');
        builder.writeMembership(membership, element, result);
    });
    return result;
}

/** States a reference of an expression and its membership (`_preferent`, `_pfunction`, `_ptargetFeature`). */
export function emitReference({ builder, element, later }: Expression, property: string, slot: string, value: Value): void {
    element.add(property, value);
    const membership = builder.nodeOf(element, slot, 'Membership');
    element.add('ownedRelationship', membership).add('ownedMembership', membership);
    later.push(() => {
        builder
            .beginRelationship(membership)
            .add('owner', element)
            .add('memberElement', value)
            .add('owningRelatedElement', element)
            .add('membershipOwningNamespace', element);
    });
}

/** The index of an expression. Several expressions are joined to a sequence. */
function indexOf(node: ast.BracketExpression | ast.IndexExpression): AstNode {
    return node.index.length === 1 ? node.index[0] : sequenceOf(node.index, node);
}

/** A sequence expression at the place of its elements. */
function sequenceOf(elements: readonly ast.Expression[], container: ast.BracketExpression | ast.IndexExpression): ast.SequenceExpression {
    const sequence = new SequenceExpression();
    sequence.elements = [...elements];
    sequence.$container = container;
    sequence.$offset = elements[0].$offset;
    sequence.$end = elements[elements.length - 1].$end;
    return sequence;
}

const CLASSIFICATIONS = new Set(['istype', 'hastype', '@', '@@', 'as', 'meta']);

/** States the type after a classification operator. */
function typeArgument(operand: AstNode): NonNullable<Form['state']> {
    const type = unwrapped(operand);
    return ({ builder, element }) =>
        element.add('sysx:typeArgument', type.text === undefined ? new ExpressionText(textOf(type)) : builder.refer(type));
}

/** The operands of an invocation. */
function argumentsOf(args: readonly ast.Argument[]): Operand[] {
    return args.map(({ name, value }) => ({ node: value, ...(name !== undefined && { name }) }));
}

/** The element to which a name resolves in the model. */
function target(name: NameNode): AstNode | undefined {
    return memberElement(resolve(name));
}

const NO_OPERANDS: readonly Operand[] = [];

const FORMS: FunctionsByType<Form> = {
    NullExpression: () => ({ operands: NO_OPERANDS }),
    LiteralBoolean: ({ value }: ast.LiteralBoolean) => literal(value === 'true'),
    LiteralString: ({ value }: ast.LiteralString) => literal(value),
    LiteralInteger: ({ value }: ast.LiteralInteger) => literal(numberValue(value, 'integer')),
    LiteralReal: (node: ast.LiteralReal) => literal(rational(node)),
    LiteralInfinity: () => ({ operands: NO_OPERANDS }),
    FeatureReferenceExpression: (node: ast.FeatureReferenceExpression) => ({
        operands: NO_OPERANDS,
        state: e => emitReference(e, 'referent', 'referent', e.builder.refer(node))
    }),
    FeatureChainExpression: ({ operand, feature }: ast.FeatureChainExpression) => ({
        operator: '.',
        operands: [{ node: operand }],
        state: e => emitReference(e, 'targetFeature', 'targetFeature', e.builder.refer(feature))
    }),
    MetadataAccessExpression: ({ operand }: ast.MetadataAccessExpression) => {
        const inner = unwrapped(operand);
        const isName = inner.$type === 'FeatureReferenceExpression';
        return {
            operands: isName ? NO_OPERANDS : [{ node: inner }],
            hasResult: false,
            ...(isName && {
                state: (e: Expression) => emitReference(e, 'referencedElement', 'referencedElement', e.builder.refer(inner))
            })
        };
    },
    BinaryExpression: ({ left, operator, right }: ast.BinaryExpression) =>
        CLASSIFICATIONS.has(operator)
            ? { operator, operands: [{ node: left }], state: typeArgument(right) }
            : { operator, operands: [{ node: left }, { node: right }] },
    UnaryExpression: ({ operator, operand }: ast.UnaryExpression) =>
        CLASSIFICATIONS.has(operator)
            ? { operator, operands: NO_OPERANDS, hasResult: true, state: typeArgument(operand) }
            : { operator, operands: [{ node: operand }] },
    ExtentExpression: (node: ast.ExtentExpression) => ({
        operator: 'all',
        operands: NO_OPERANDS,
        hasResult: true,
        state: ({ builder, element }) => element.add('sysx:typeArgument', builder.refer(node))
    }),
    ConditionalExpression: ({ condition, thenBranch, elseBranch }: ast.ConditionalExpression) => ({
        operator: 'if',
        operands: [{ node: condition }, { node: thenBranch }, { node: elseBranch }]
    }),
    SequenceExpression: ({ elements }: ast.SequenceExpression) =>
        elements.length === 0 ? { operands: NO_OPERANDS } : { operator: ',', operands: elements.map(node => ({ node })) },
    BracketExpression: (node: ast.BracketExpression) => ({ operator: '[', operands: [{ node: node.operand }, { node: indexOf(node) }] }),
    IndexExpression: (node: ast.IndexExpression) => ({ operator: '#', operands: [{ node: node.operand }, { node: indexOf(node) }] }),
    CollectExpression: ({ operand, body }: ast.CollectExpression) => ({
        operator: 'collect',
        operands: [{ node: operand }, { node: body }]
    }),
    SelectExpression: ({ operand, body }: ast.SelectExpression) => ({ operator: 'select', operands: [{ node: operand }, { node: body }] }),
    InvocationExpression: ({ target: callee, arguments: args }: ast.InvocationExpression) => ({
        operands: argumentsOf(args),
        hasResult: true,
        state: e => emitCallee(e, unwrapped(callee))
    }),
    FunctionOperationExpression: (node: ast.FunctionOperationExpression) => {
        const { operand, body, functionReference } = node;
        const last: AstNode | undefined = body ?? functionReference;
        return {
            operands: [{ node: operand }, ...(last === undefined ? argumentsOf(node.arguments) : [{ node: last }])],
            hasResult: true,
            isReceived: true,
            state: e => emitReference(e, 'function', 'function', e.builder.refer(node.function))
        };
    },
    ConstructorExpression: ({ type, arguments: args }: ast.ConstructorExpression) => ({
        operands: argumentsOf(args),
        hasResult: true,
        state: e => {
            emitReference(e, 'instantiatedType', 'function', e.builder.refer(type));
            e.element.flag('sysx:isConstructor', true);
        }
    }),
    TriggerExpression: ({ kind, argument }: ast.TriggerExpression) => ({
        operands: [{ node: argument }],
        state: ({ element }) => element.add('kind', kind)
    }),
    BodyExpression: (node: ast.BodyExpression) => ({
        operands: NO_OPERANDS,
        state: e => {
            const body = ownReferent(e, 'Expression');
            e.later.push(() => writeBody(e.builder, body.element, e.element, body.membership, node));
        }
    }),
    Reference: (node: ast.Reference) => ({
        operands: NO_OPERANDS,
        state: e => {
            const { element, membership } = ownReferent(e, 'Expression');
            e.later.push(() => {
                e.builder.begin(element, e.element, membership).add('type', e.builder.referTo(target(node), node.text));
                e.builder.writeMembership(membership, e.element, element);
            });
        }
    })
};

function literal(value: Value): Form {
    return { operands: NO_OPERANDS, state: ({ element }) => element.add('value', value) };
}

/** The value of a rational token: a double if it has an exponent and a double represents it exactly, else a decimal (3). */
function rational(node: ast.LiteralReal): NumberText {
    const token = node.value;
    if (/[eE]/.test(token) && isExactDouble(token)) {
        return new NumberText(token, 'double');
    }
    const digits = exactDecimal(token);
    if (digits === undefined) {
        const why = `no double represents it exactly, and as a decimal it would have more than ${MAX_ZEROS} zeros`;
        throw cannotConvert(`the number ${token}`, why, placeOf(node));
    }
    return new NumberText(digits, 'decimal');
}

/** Makes a feature reference expression own its referent, instead of referring to a feature by name. */
function ownReferent({ builder, element }: Expression, metaclass: MetaclassName): { element: GraphElement; membership: GraphElement } {
    const referent = builder.nodeOf(element, 'referent', metaclass);
    element.add('referent', referent);
    return { element: referent, membership: builder.own(element, referent, 'FeatureMembership') };
}

const OPERAND: ExpressionPosition = { slot: 'operand', membership: 'OwningMembership' };

/** States the invoked element: a function by name, a feature of the expression before the dot, or an expression that results in it. */
function emitCallee(e: Expression, callee: AstNode): void {
    if (callee.$type === 'FeatureChainExpression') {
        const { operand, feature } = callee;
        emitReference(e, 'function', 'function', e.builder.refer(feature));
        e.element.add('operand', ownExpression(e.builder, e.element, operand, OPERAND, e.later));
    } else if (callee.text !== undefined) {
        emitReference(e, 'function', 'function', e.builder.refer(callee));
    } else {
        e.element.add('operand', ownExpression(e.builder, e.element, callee, OPERAND, e.later));
    }
}
