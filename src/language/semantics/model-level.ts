/**
 * Evaluation of conditions on elements of the model: an interface that the evaluator implements (runtime/evaluation/model-level.ts), so
 * that filters have the same semantics as other expressions. Computes nothing.
 */
import type { AstNode } from '../generated/tree.js';

/** Evaluates expressions on elements of the model (KerML 8.4.4.9.8). */
export interface ModelLevelEvaluation {
    /**
     * Whether a condition is true for an element, whose meta-attributes and metadata its names denote.
     * @returns undefined where the expression has no Boolean value
     */
    holds(condition: AstNode, element: AstNode): boolean | undefined;
}

let evaluation: ModelLevelEvaluation | undefined;

/** Registers the evaluator, once, before models are read. */
export function evaluateConditionsBy(evaluator: ModelLevelEvaluation): void {
    evaluation = evaluator;
}

/** Like {@link ModelLevelEvaluation.holds}. @throws Error when no evaluator is registered, a fault of the program */
export function conditionHolds(condition: AstNode, element: AstNode): boolean | undefined {
    if (evaluation === undefined) {
        throw new Error('filters need an evaluator: import runtime/evaluation before models are read');
    }
    return evaluation.holds(condition, element);
}
