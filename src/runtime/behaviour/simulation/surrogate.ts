/**
 * Replaces the evaluator where the values of features are unknown: a run then follows one of the possible paths of a machine. Types only.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import type { ChangeWatches } from '../machines/change-watches.js';
import type { Trail } from '../schedules/schedule.js';

export interface Surrogate {
    /** Receives the choices of the run's scheduler, before the first one. */
    follows(trail: Trail): void;
    /** Whether a condition of a machine holds now. @throws EvaluationError where it cannot be evaluated */
    holds(condition: AstNode): boolean;
    /** The change conditions that states wait for. */
    readonly changes: ChangeWatches;
    /** Performs an entry, exit or effect behaviour. */
    perform(usage: ast.Usage): void;
    /** The instant of a time trigger, in seconds. @param now clock time in seconds */
    instant(trigger: ast.TriggerExpression, now: number): number;
}
