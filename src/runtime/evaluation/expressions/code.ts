/**
 * The code of expressions: one closure for each node, memoized on it. Expressions are mutually recursive: they contain expressions and
 * bodies, and read features whose values are expressions. Files that compile one form therefore depend only on this file, not on each
 * other; the compiler of all forms is registered from above (evaluation-run.ts).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { isCut } from '../../../language/syntax/index.js';
import { memoize } from '../model/kinds.js';
import type { RunModel } from '../run.js';
import { EvaluationError, type Value } from '../../values/index.js';
import type { Frame } from './frame.js';

/** A compiled expression. */
export type Code = (frame: Frame) => Value;

/** The evaluator of all forms of expressions. */
export interface ExpressionEvaluation {
    /** Compiles an expression of any form. */
    compile(expression: AstNode): Code;
    /** Evaluates an expression that reads nothing but constants of the model. */
    constant(model: RunModel, expression: AstNode): Value;
}

let evaluation: ExpressionEvaluation | undefined;

/** Registers the evaluator, once, before the first run. */
export function evaluateBy(stated: ExpressionEvaluation): void {
    evaluation = stated;
}

const CODE = Symbol('compiled expression');

function compiled(expression: AstNode): Code {
    const owner = expression.$container;
    // the part that was read has another value than the text
    return owner !== undefined && isCut(owner)
        ? failing(() => new EvaluationError('a syntax error ends this expression before its end'))
        : evaluation!.compile(expression);
}

/** The closure of an expression, compiled at first use. */
export function codeOf(expression: AstNode): Code {
    return evaluations === undefined ? memoize(CODE, expression, compiled) : memoize(NOTING, expression, noting);
}

/** An evaluated expression or part of an expression. */
export interface Evaluation {
    readonly expression: AstNode;
    /** 0 for the whole, plus one for each expression that contains it */
    readonly depth: number;
    readonly value: Value;
}

/** Limit of the recorded parts of one evaluation. */
const MOST_PARTS = 1000;

const NOTING = Symbol('compiled expression that notes its value');
let evaluations: Evaluation[] | undefined;
let depth = 0;

/** The closure of an expression that records its value during {@link evaluatedInParts}. */
function noting(expression: AstNode): Code {
    const code = compiled(expression);
    if (expression.$type === 'SequenceExpression' && expression.elements.length === 1) {
        return code; // parentheses are not a part
    }
    return frame => {
        const at = depth++;
        try {
            const value = code(frame);
            if (evaluations !== undefined && (at === 0 || evaluations.length < MOST_PARTS)) {
                evaluations.push({ expression, depth: at, value });
            }
            return value;
        } finally {
            depth = at;
        }
    };
}

/**
 * Evaluates an expression and records the values of its parts (features read, operands), each before the expression that contains it.
 * Excludes evaluations within called calculations.
 * @param noted receives the parts, also those of a failed evaluation
 */
function evaluatedInParts(expression: AstNode, frame: Frame, noted: (parts: readonly Evaluation[]) => void): Value {
    const [outer, outerDepth] = [evaluations, depth];
    const parts: Evaluation[] = [];
    evaluations = parts;
    depth = 0;
    try {
        return codeOf(expression)(frame);
    } finally {
        evaluations = outer;
        depth = outerDepth;
        noted(parts);
    }
}

/** The closure of an expression that a behaviour evaluates. @param within the statement of an assignment or a condition */
export function behaviourCodeOf(expression: AstNode, within?: AstNode): Code {
    const code = codeOf(expression);
    return frame => {
        const { notesParts } = frame.run;
        return notesParts === undefined
            ? code(frame)
            : evaluatedInParts(expression, frame, parts => notesParts({ expression, parts, statement: within }));
    };
}

/** Evaluates an expression in a frame. */
export function evaluateExpression(expression: AstNode, frame: Frame): Value {
    return codeOf(expression)(frame);
}

/** Evaluates an expression that reads nothing but constants of the model. @throws EvaluationError, also beyond the limits of constants */
export function evaluateConstant(model: RunModel, expression: AstNode): Value {
    return evaluation!.constant(model, expression);
}

/** Code that always returns one value. */
export function constant(value: Value): Code {
    return () => value;
}

/** Code that always fails. */
export function failing(error: () => Error): Code {
    return () => {
        throw error();
    };
}
