/** Boolean conditions of bodies and machines: guards, loop conditions, change triggers. Does not depend on statements. */
import type { AstNode } from '../../../language/generated/tree.js';
import { behaviourCodeOf } from '../../evaluation/expressions/code.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { describe, elementsOf, typeMismatch, type Value } from '../../values/index.js';

/** Evaluates a condition in a frame. */
export type Condition = (frame: Frame) => boolean;

/**
 * Compiles a Boolean expression.
 * @param what names the condition in errors
 * @param within the statement whose execution it decides
 * @returns a function that throws EvaluationError type mismatch for a value that is not one Boolean
 */
export function conditionOf(expression: AstNode, what: string, within?: AstNode): Condition {
    const code = behaviourCodeOf(expression, within);
    return frame => {
        const value = code(frame);
        return typeof value === 'boolean' ? value : booleanOf(value, what);
    };
}

/** The Boolean that a condition has as its value. @param what names the condition in errors. @throws EvaluationError type mismatch */
export function booleanOf(value: Value, what: string): boolean {
    const [only, ...others] = elementsOf(value);
    if (typeof only !== 'boolean' || others.length > 0) {
        throw typeMismatch(`${what} must evaluate to boolean, got ${describe(value)}`);
    }
    return only;
}
