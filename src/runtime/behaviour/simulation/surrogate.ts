/**
 * Who decides in place of the evaluator what values decide, where the values of features are not known: a run then follows one of the ways
 * that a machine can take. Types alone.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import type { ChangeWatches } from '../machines/change-watches.js';
import type { Trail } from '../schedules/schedule.js';

export interface Surrogate {
    /** Is given the choices that the scheduler of its run makes, before the first. */
    follows(trail: Trail): void;
    /** Whether a condition of a machine holds now. @throws EvaluationError where it cannot be evaluated */
    holds(condition: AstNode): boolean;
    /** What becomes of the conditions that states wait for. */
    readonly changes: ChangeWatches;
    /** Performs an entry, an exit or an effect. */
    perform(usage: ast.Usage): void;
    /** The instant of a time trigger, in seconds. @param now of the clock */
    instant(trigger: ast.TriggerExpression, now: number): number;
}
