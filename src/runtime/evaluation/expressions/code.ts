/**
 * The code of expressions: one closure for a node, memoized on it. The language is recursive here: an expression contains expressions, and
 * bodies that contain them, and reads features whose values are expressions. Files that compile one form, or give features their values,
 * therefore know this one alone and not each other; what compiles all forms stands above them and is stated to it (evaluation-run.ts).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { memoize } from '../model/kinds.js';
import type { RunModel } from '../run.js';
import type { Value } from '../../values/index.js';
import type { Frame } from './frame.js';

/** A compiled expression. */
export type Code = (frame: Frame) => Value;

/** What is stated of expressions as a whole. */
export interface ExpressionEvaluation {
    /** Compiles an expression of any form. */
    compile(expression: AstNode): Code;
    /** Evaluates an expression that reads nothing but constants of the model. */
    constant(model: RunModel, expression: AstNode): Value;
}

let evaluation: ExpressionEvaluation | undefined;

/** States how expressions are evaluated, once, before the first run. */
export function evaluateBy(stated: ExpressionEvaluation): void {
    evaluation = stated;
}

const CODE = Symbol('compiled expression');

const compiled = (expression: AstNode): Code => evaluation!.compile(expression);

/** The closure of an expression, compiled at the first asking. */
export function codeOf(expression: AstNode): Code {
    return evaluations === undefined ? memoize(CODE, expression, compiled) : memoize(NOTING, expression, noting);
}

/** An expression that was evaluated, itself or as a part of another one. */
export interface Evaluation {
    readonly expression: AstNode;
    /** 0 for the whole, one more for each expression that it is a part of */
    readonly depth: number;
    readonly value: Value;
}

/** Parts that are noted of one evaluation, at most. */
const MOST_PARTS = 1000;

const NOTING = Symbol('compiled expression that notes its value');
let evaluations: Evaluation[] | undefined;
let depth = 0;

/** The closure of an expression that notes its value while {@link evaluatedInParts} goes on. */
function noting(expression: AstNode): Code {
    const code = compiled(expression);
    if (expression.$type === 'SequenceExpression' && expression.elements.length === 1) {
        return code; // parentheses are no part of their own
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
 * Evaluates an expression and notes what its parts come to, each before what it is a part of: the features that it reads, the operands
 * that an operator takes. What calculations do within themselves is no part of it.
 * @param noted gets the parts, those of a failed evaluation too
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

/** The closure of an expression that a behaviour evaluates by itself. @param within of an assignment or a condition, the statement */
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

/** Code that always answers one value. */
export function constant(value: Value): Code {
    return () => value;
}

/** Code that always fails. */
export function failing(error: () => Error): Code {
    return () => {
        throw error();
    };
}
