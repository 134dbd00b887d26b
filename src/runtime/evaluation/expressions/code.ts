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
    return memoize(CODE, expression, compiled);
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
