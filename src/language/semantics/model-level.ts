/**
 * Evaluation of conditions on elements of the model, as this room needs it: an interface that the evaluator implements
 * (runtime/evaluation/model-level.ts), so that a filter means what the same expression means everywhere else. Computes nothing.
 */
import type { AstNode } from '../generated/tree.js';

/** Evaluates expressions on elements of the model (KerML 8.4.4.9.8). */
export interface ModelLevelEvaluation {
    /**
     * Whether a condition is true of an element, whose meta-attributes and metadata the names of the condition read.
     * @returns undefined where the expression has no Boolean value
     */
    holds(condition: AstNode, element: AstNode): boolean | undefined;
}

let evaluation: ModelLevelEvaluation | undefined;

/** Registers the evaluator, once, before models are read. */
export function evaluateConditionsBy(evaluator: ModelLevelEvaluation): void {
    evaluation = evaluator;
}

/** As {@link ModelLevelEvaluation.holds}. @throws when no evaluator is registered, which is a fault of the program */
export function conditionHolds(condition: AstNode, element: AstNode): boolean | undefined {
    if (evaluation === undefined) {
        throw new Error('filters need an evaluator: import runtime/evaluation before models are read');
    }
    return evaluation.holds(condition, element);
}
