/**
 * Explains the value of a condition: the deciding comparisons with the values of both sides, and the parts of each value (the terms of a
 * sum, the features in a formula). Evaluates the expressions again. Does not depend on verdicts or the display of values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { lastSegment } from '../../../language/semantics/structure.js';
import { textOf } from '../../../language/semantics/text.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { childrenOf } from '../../../language/syntax/node.js';
import { argumentsOf } from '../expressions/calls.js';
import { codeOf } from '../expressions/code.js';
import { type Frame, type Place, frameWith, frameWithName } from '../expressions/frame.js';
import { operandOfChain } from '../expressions/chains.js';
import { featuresIn } from '../expressions/paths.js';
import { targetOf } from '../expressions/referents.js';
import { Instance } from '../instances/instance.js';
import { failureOf } from '../limits.js';
import { isCalculation, isConstraint } from '../model/kinds.js';
import { isManyValued } from '../model/slot-bounds.js';
import { Sequence, type Value, elementsOf, valueText } from '../../values/index.js';
import { ConditionFrame, type Ground, judge, judgedConditionsOf } from './conditions.js';
import { shapeOf } from './shape.js';
import { outerOf, prepare, prepareCondition } from './usage.js';

/** A value that a condition depends on. */
export interface Contribution {
    /** the text in the model; for an element of a collection the feature that holds it (`wheels[2].mass`) */
    readonly text: string;
    readonly value: Value;
    /** whether it is subtracted */
    readonly isSubtracted?: true;
    /** the feature that holds it */
    readonly feature?: AstNode;
    /** whether the text is the value itself */
    readonly isLiteral: boolean;
    /** its parts: the terms of a sum, the features in a formula */
    readonly parts: readonly Contribution[];
}

/** One deciding comparison, or one deciding value without an operator. */
export interface Explanation {
    readonly operator?: string;
    readonly left: Contribution;
    readonly right?: Contribution;
}

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==']);

/** Limits of the depth of parts, and of the listed parts of one value. */
const MAX_DEPTH = 4;
const MAX_PARTS = 50;

/** Explains the value of a condition in a frame; empty where it cannot be evaluated. */
export function explanationOf(expression: AstNode, frame: Frame): readonly Explanation[] {
    return explained(expression, frame, MAX_DEPTH);
}

/** Explains a condition by all its grounds. */
export function explanationsOf(grounds: readonly Ground[]): readonly Explanation[] {
    return grounds.flatMap(({ expression, frame }) => explanationOf(expression, frame));
}

function explained(expression: AstNode, frame: Frame, depth: number): readonly Explanation[] {
    const node = withoutParentheses(expression);
    const value = valueIn(node, frame);
    if (value === undefined) {
        return [];
    }
    if (node.$type === 'BinaryExpression') {
        const { operator, left, right } = node;
        if (COMPARISONS.has(operator)) {
            const [a, b] = [left, right].map(side => contribution(side, frame, depth));
            return a === undefined || b === undefined ? [] : [{ operator, left: a, right: b }];
        }
        const operands = decisiveOperands(operator, value, left, right, frame);
        if (operands !== undefined) {
            return operands.flatMap(o => explained(o, frame, depth));
        }
    }
    if (node.$type === 'UnaryExpression' && node.operator === 'not') {
        return explained(node.operand, frame, depth);
    }
    const passed = passedArgument(node);
    if (passed !== undefined) {
        return explained(passed, frame, depth);
    }
    if (node.$type === 'ConditionalExpression') {
        const { condition, thenBranch, elseBranch } = node;
        const chosen = valueIn(condition, frame) === true ? thenBranch : elseBranch;
        return [...explained(condition, frame, depth), ...explained(chosen, frame, depth)];
    }
    const stated = depth > 0 ? statedValue(node, frame, value) : undefined;
    if (stated !== undefined) {
        return explained(stated.expression, stated.frame, depth - 1);
    }
    const inside = depth > 0 ? explainedCall(node, frame, depth - 1) : [];
    const parts = partsOf(node, frame, depth);
    return [...inside, ...parts.filter(p => inside.length === 0 || p.parts.length > 0).map(left => ({ left }))];
}

/** Explains a called calculation, constraint or requirement of the model. */
function explainedCall(node: AstNode, frame: Frame, depth: number): readonly Explanation[] {
    if (node.$type !== 'InvocationExpression' || node.target.$type !== 'FeatureReferenceExpression') {
        return [];
    }
    const called = targetOf(node.target);
    if (called === undefined || scopeOf(called).isLibrary || !(isCalculation(called) || isConstraint(called))) {
        return [];
    }
    const { positional, named } = argumentsOf(node.arguments, called);
    const shape = shapeOf(called);
    const begun = tried(() => {
        const values = positional.map(a => codeOf(a)(frame));
        const byName = new Map(named.map(([name, a]) => [name, codeOf(a)(frame)] as const));
        return (shape.isCondition ? prepareCondition : prepare)(frame.run, shape, outerOf(called, frame), values, byName);
    });
    if (begun instanceof ConditionFrame) {
        const judgement = judge(judgedConditionsOf(called, begun), shape.label, '');
        return judgement.outcome === 'violated' ? explanationsOf(judgement.grounds) : [];
    }
    return begun === undefined || shape.answer === undefined ? [] : explained(shape.answer, begun, depth);
}

/** The condition passed to the library's `PassIf`. */
function passedArgument(node: AstNode): AstNode | undefined {
    if (node.$type !== 'InvocationExpression') {
        return undefined;
    }
    const { target, arguments: args } = node;
    return args.length === 1 && target.$type === 'FeatureReferenceExpression' && isLibraryFunction(targetOf(target), 'PassIf')
        ? args[0].value
        : undefined;
}

/**
 * The operands that decide a Boolean operator: the false ones of a false conjunction, the true ones of a true disjunction; undefined for
 * another operator.
 */
function decisiveOperands(operator: string, value: Value, left: AstNode, right: AstNode, frame: Frame): readonly AstNode[] | undefined {
    const operands = [left, right];
    switch (operator) {
        case 'and':
        case '&':
            return operands.filter(o => value === true || valueIn(o, frame) === false);
        case 'or':
        case '|':
            return operands.filter(o => value === false || valueIn(o, frame) === true);
        case 'xor':
        case 'implies':
            return operands;
        default:
            return undefined;
    }
}

function contribution(expression: AstNode, frame: Frame, depth: number, isSubtracted = false): Contribution | undefined {
    const node = withoutParentheses(expression);
    const value = valueIn(node, frame);
    if (value === undefined) {
        return undefined;
    }
    return {
        text: textOf(node).replace(/\s+/g, ' ').trim(),
        value,
        ...(isSubtracted && { isSubtracted }),
        feature: placeOf(node, frame)?.slot.feature,
        isLiteral: isLiteral(node),
        parts: depth === 0 ? [] : partsOf(node, frame, depth)
    };
}

/** The parts of an expression's value. */
function partsOf(node: AstNode, frame: Frame, depth: number): readonly Contribution[] {
    const stated = statedValue(node, frame, valueIn(node, frame));
    if (stated !== undefined) {
        return isLiteral(stated.expression) ? [] : partsOf(withoutParentheses(stated.expression), stated.frame, depth);
    }
    if (isReference(node)) {
        return elementsIn(node, frame, depth - 1);
    }
    const terms = termsOf(node);
    const parts = terms.flatMap(({ term, isSubtracted, isCollection }) =>
        isCollection && isReference(term) && valueIn(term, frame) instanceof Sequence
            ? elementsIn(term, frame, depth - 1)
            : (contribution(term, frame, depth - 1, isSubtracted) ?? [])
    );
    return parts.slice(0, MAX_PARTS);
}

interface Term {
    readonly term: AstNode;
    readonly isSubtracted: boolean;
    /** whether its elements are the addends */
    readonly isCollection: boolean;
}

/** The terms of a sum; else the features that an expression reads. */
function termsOf(expression: AstNode): readonly Term[] {
    const terms = summands(expression, false);
    return terms.length === 1 && terms[0].term === withoutParentheses(expression)
        ? referencesIn(expression).map(term => ({ term, isSubtracted: false, isCollection: false }))
        : terms;
}

function summands(expression: AstNode, isSubtracted: boolean): readonly Term[] {
    const node = withoutParentheses(expression);
    if (node.$type === 'BinaryExpression') {
        const { operator, left, right } = node;
        if (operator === '+' || operator === '-') {
            return [...summands(left, isSubtracted), ...summands(right, operator === '-' ? !isSubtracted : isSubtracted)];
        }
    }
    const added = summedOperand(node);
    if (added !== undefined) {
        const collection = withoutParentheses(added);
        return collection.$type === 'SequenceExpression'
            ? collection.elements.map(term => ({ term, isSubtracted, isCollection: true }))
            : [{ term: collection, isSubtracted, isCollection: true }];
    }
    return [{ term: node, isSubtracted, isCollection: false }];
}

/** The operand of a call of the library's `sum`; undefined for other expressions. */
function summedOperand(node: AstNode): AstNode | undefined {
    if (node.$type === 'InvocationExpression') {
        const { target, arguments: args } = node;
        return args.length === 1 && target.$type === 'FeatureReferenceExpression' && isSum(targetOf(target)) ? args[0].value : undefined;
    }
    if (node.$type === 'FunctionOperationExpression') {
        const { operand, function: called, functionReference, arguments: args } = node;
        const isReduction = called.text === 'reduce' && functionReference?.text === "'+'";
        return isReduction || (args.length === 0 && (isSum(resolve(called)) || called.text === 'sum')) ? operand : undefined;
    }
    return undefined;
}

/** Whether a function is one of the library's sums. */
const isSum = (called: AstNode | undefined): boolean => isLibraryFunction(called, 'sum');

function isLibraryFunction(called: AstNode | undefined, name: string): boolean {
    return called !== undefined && scopeOf(called).isLibrary && nameOf(called) === name;
}

/** The elements of a collection that a name or chain reads, each named by the object that holds it; none for a single value. */
function elementsIn(node: AstNode, frame: Frame, depth: number): readonly Contribution[] {
    const value = valueIn(node, frame);
    if (!(value instanceof Sequence) || value.elements.some(e => e instanceof Instance)) {
        return [];
    }
    if (node.$type === 'FeatureChainExpression') {
        const { operand, feature } = node;
        const name = lastSegment(feature.text);
        const target = resolve(feature);
        const objects = elementsOf(valueIn(operand, frame) ?? null).filter(v => v instanceof Instance);
        return objects.slice(0, MAX_PARTS).flatMap(object => {
            const index = (target === undefined ? undefined : object.layout.indexOf.get(target)) ?? object.layout.byName.get(name);
            const held = index === undefined ? undefined : tried(() => object.read(index));
            return held === undefined ? [] : heldContribution(`${labelOf(object, textOf(operand))}.${name}`, held, object, index!, depth);
        });
    }
    return value.elements
        .slice(0, MAX_PARTS)
        .map((element, i) => ({ text: `${textOf(node)}#(${i + 1})`, value: element, isLiteral: false, parts: [] }));
}

function heldContribution(text: string, value: Value, object: Instance, index: number, depth: number): readonly Contribution[] {
    const slot = object.layout.slots[index];
    const expression = slot.chain.find(f => f.value !== undefined)?.value?.expression;
    const isStated = expression !== undefined && isSame(valueIn(expression, object), value);
    const parts = isStated && depth > 0 && !isLiteral(expression) ? partsOf(withoutParentheses(expression), object, depth) : [];
    return [{ text, value, feature: slot.feature, isLiteral: isStated && isLiteral(expression), parts }];
}

/** The name of an object: the feature that holds it, with an index where the feature may have several values. */
function labelOf({ outer, via }: Instance, otherwise: string): string {
    if (!(outer instanceof Instance) || via === undefined) {
        return otherwise;
    }
    const slot = outer.layout.slots[via.index];
    return `${slot.names[0] ?? otherwise}${isManyValued(slot) ? `[${via.position}]` : ''}`;
}

/** The expression that gives the feature of a name or chain its value, if the feature still has that value. */
function statedValue(node: AstNode, frame: Frame, value: Value | undefined): { expression: AstNode; frame: Frame } | undefined {
    const place = placeOf(node, frame);
    const expression = place?.slot.chain.find(f => f.value !== undefined)?.value?.expression;
    return place === undefined || expression === undefined || value === undefined || !isSame(valueIn(expression, place.frame), value)
        ? undefined
        : { expression, frame: place.frame };
}

const isSame = (a: Value | undefined, b: Value): boolean => a !== undefined && valueText(single(a)) === valueText(single(b));

const single = (value: Value): Value => (value instanceof Sequence && value.elements.length === 1 ? value.elements[0] : value);

type ReadPlace = Place & { readonly slot: Frame['layout']['slots'][number] };

/** The place of a name, or of a chain through single objects. */
function placeOf(node: AstNode, frame: Frame): ReadPlace | undefined {
    const at = (holder: Frame, index: number | undefined): ReadPlace | undefined =>
        index === undefined ? undefined : { frame: holder, index, slot: holder.layout.slots[index] };
    if (node.$type === 'FeatureReferenceExpression') {
        const target = targetOf(node);
        const found = (target === undefined ? undefined : frameWith(frame, target)) ?? frameWithName(frame, node.text);
        return found === undefined ? undefined : at(found.frame, found.index);
    }
    if (node.$type === 'FeatureChainExpression') {
        const { operand, feature } = node;
        const held = tried(() => operandOfChain(operand)(frame));
        const holder = held === undefined ? undefined : featuresIn(single(held));
        const target = resolve(feature);
        const index = target === undefined ? undefined : holder?.layout.indexOf.get(target);
        return holder === undefined ? undefined : at(holder, index ?? holder.layout.byName.get(lastSegment(feature.text)));
    }
    return undefined;
}

const isReference = ({ $type }: AstNode): boolean => $type === 'FeatureReferenceExpression' || $type === 'FeatureChainExpression';

/** Whether an expression is a literal: a number, a string, or a quantity. */
function isLiteral(expression: AstNode): boolean {
    const node = withoutParentheses(expression);
    if (node.$type === 'UnaryExpression') {
        return isLiteral(node.operand);
    }
    return node.$type.startsWith('Literal') || (node.$type === 'BracketExpression' && isLiteral(node.operand));
}

/** The longest names and chains in an expression, each once, without those in bodies, which belong to other frames. */
function referencesIn(expression: AstNode): readonly AstNode[] {
    const found = new Map<string, AstNode>();
    const visit = (node: AstNode): void => {
        if (isReference(node)) {
            const text = textOf(node);
            found.set(text, found.get(text) ?? node);
        } else if (node.$type === 'BracketExpression') {
            visit(node.operand);
        } else if (node.$type === 'InvocationExpression') {
            node.arguments.forEach(a => visit(a.value));
        } else if (node.$type !== 'BodyExpression') {
            childrenOf(node).forEach(visit);
        }
    };
    visit(expression);
    return [...found.values()];
}

function withoutParentheses(node: AstNode): AstNode {
    return node.$type === 'SequenceExpression' && node.elements.length === 1 ? withoutParentheses(node.elements[0]) : node;
}

function valueIn(expression: AstNode, frame: Frame): Value | undefined {
    return tried(() => codeOf(expression)(frame));
}

/** The value of a function, or undefined where it fails: a failure only leaves out a part of the explanation. */
function tried<T>(read: () => T): T | undefined {
    try {
        return read();
    } catch (error) {
        failureOf(error);
        return undefined;
    }
}
