/** Conditions of bodies and machines: guards, loops, what a state waits for. They must be Boolean. Knows no statement. */
import type { AstNode } from '../../../language/generated/tree.js';
import { behaviourCodeOf } from '../../evaluation/expressions/code.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { describe, elementsOf, typeMismatch, type Value } from '../../values/index.js';

/** Whether something holds where a frame is. */
export type Condition = (frame: Frame) => boolean;

/** A condition, which must be Boolean. @param within the statement that it decides */
export function conditionOf(expression: AstNode, what: string, within?: AstNode): Condition {
    const code = behaviourCodeOf(expression, within);
    return frame => {
        const value = code(frame);
        return typeof value === 'boolean' ? value : booleanOf(value, what);
    };
}

function booleanOf(value: Value, what: string): boolean {
    const [only, ...others] = elementsOf(value);
    if (typeof only !== 'boolean' || others.length > 0) {
        throw typeMismatch(`${what} must evaluate to boolean, got ${describe(value)}`);
    }
    return only;
}
