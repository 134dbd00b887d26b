/**
 * The questions that a solver answers about conditions: whether they hold for all values of what is free, and whether there are values at
 * which they hold. An answer that has a witness counts when the evaluator confirms it; one that has none counts where arithmetic is exact.
 * (Contract: verification-and-engines 14.)
 */
import { EvaluationError, type Value, elementsOf } from '../../values/index.js';
import { type Condition, judge } from '../../evaluation/calculations/conditions.js';
import { failureOf } from '../../evaluation/limits.js';
import { type Assignment, ask, type QueryAnswer, type SolverLimits, writeWitness } from './query.js';
import type { Solver } from './solver.js';
import type { Stated } from './stated.js';
import { Untranslatable } from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';
import { Translation } from './translation.js';

export type SolverStatus = 'holds' | 'violated' | 'satisfiable' | 'unsatisfiable' | 'undecided';

export interface SolverVerdict {
    readonly status: SolverStatus;
    readonly strength: 'proved' | 'witnessed' | 'not covered';
    /** values of the free features; a counterexample where the question is whether the conditions hold */
    readonly witness: readonly Assignment[];
    /** the condition that a counterexample makes false */
    readonly condition?: string;
    /** why nothing is decided */
    readonly reason?: string;
    /** the solver's time was over */
    readonly isTimeout: boolean;
}

/** Nothing is decided, and why. */
export interface Undecided {
    readonly status: 'undecided';
    readonly strength: 'not covered';
    readonly witness: readonly Assignment[];
    readonly reason: string;
    readonly isTimeout: boolean;
}

export const undecided = (reason: string, isTimeout = false): Undecided => ({
    status: 'undecided',
    strength: 'not covered',
    witness: [],
    reason,
    isTimeout
});

/** Why no witness proves nothing. */
export const ROUNDED =
    'the solver finds none over exact numbers, but features typed by Real are computed in binary64, which rounds: type them Rational for a proof';

/** Answers a question; what the solver's language does not have leaves it undecided. */
export function translated<T>(work: () => T): T | Undecided {
    try {
        return work();
    } catch (error) {
        if (error instanceof Untranslatable) {
            return undecided(`not translatable for solving: ${error.message}`);
        }
        if (error instanceof EvaluationError) {
            return undecided(error.message);
        }
        throw error;
    }
}

/** Whether conditions hold whatever the values of what the model leaves open. */
export function holds(solver: Solver, limits: SolverLimits, { run, conditions }: Stated): SolverVerdict {
    return translated(() => {
        const translation = new Translation(run, 'declared');
        const all = terms.and(...givenAssumptions(conditions).map(c => translation.condition(c)));
        const bindings = translation.features.bindings();
        const { variables } = translation.features;
        const { sides, isRounded } = translation.arithmetic;
        const refuted = (answer: QueryAnswer): SolverVerdict | undefined => {
            if (answer.status === 'unsat') {
                return undefined;
            }
            if (answer.status === 'unknown') {
                return undecided(answer.reason, answer.isTimeout);
            }
            writeWitness(answer.assignments);
            const judgement = judge(conditions, 'the counterexample', 'condition');
            if (judgement.outcome === 'violated') {
                const witness = answer.assignments;
                return { status: 'violated', strength: 'witnessed', witness, condition: judgement.condition, isTimeout: false };
            }
            return undecided(
                judgement.outcome === 'holds'
                    ? 'the evaluator does not confirm the counterexample that the solver found'
                    : `at some values it cannot be evaluated: ${judgement.cause}`
            );
        };
        const counterexample = ask(solver, limits, variables, [...bindings, ...sides, terms.not(all)]);
        const undefinedAt = (): QueryAnswer =>
            sides.length === 0 ? { status: 'unsat' } : ask(solver, limits, variables, [...bindings, terms.not(terms.and(...sides))]);
        const refutation = refuted(counterexample) ?? refuted(undefinedAt());
        if (refutation !== undefined) {
            return refutation;
        }
        return isRounded ? undecided(ROUNDED) : { status: 'holds', strength: 'proved', witness: [], isTimeout: false };
    });
}

/** Whether there are values of the features at which conditions hold, those under which they are required among them. */
export function satisfiable(solver: Solver, limits: SolverLimits, { run, conditions }: Stated): SolverVerdict {
    return translated(() => {
        const translation = new Translation(run, 'free');
        const asserted = [...assertedTerms(translation, conditions), ...translation.features.bindings()];
        const { variables } = translation.features;
        const { sides, isRounded } = translation.arithmetic;
        const confirmed = (answer: QueryAnswer): SolverVerdict | undefined => {
            if (answer.status === 'unsat') {
                return undefined;
            }
            if (answer.status === 'unknown') {
                return undecided(answer.reason, answer.isTimeout);
            }
            writeWitness(answer.assignments);
            const fault = conditions.map(replayed).find(f => f !== undefined);
            return fault === undefined
                ? { status: 'satisfiable', strength: 'witnessed', witness: answer.assignments, isTimeout: false }
                : undecided(`the evaluator does not confirm the values that the solver found: ${fault}`);
        };
        const undefinedAt = (): QueryAnswer =>
            sides.length === 0 ? { status: 'unsat' } : ask(solver, limits, variables, [...asserted, terms.not(terms.and(...sides))]);
        const answer = confirmed(ask(solver, limits, variables, [...asserted, ...sides])) ?? confirmed(undefinedAt());
        if (answer !== undefined) {
            return answer;
        }
        return isRounded ? undecided(ROUNDED) : { status: 'unsatisfiable', strength: 'proved', witness: [], isTimeout: false };
    });
}

/** Each condition as an assertion: assumed ones must hold, too, so that what they are assumed for is not met by failing them. */
export function assertedTerms(translation: Translation, conditions: readonly Condition[]): readonly Term[] {
    if (conditions.length === 0) {
        throw new Untranslatable('no condition to evaluate');
    }
    return conditions.map(c => asserted(translation, c));
}

/** A condition as it is asserted. */
export function asserted(translation: Translation, condition: Condition): Term {
    const { form } = condition;
    return form.kind === 'implication'
        ? terms.and(...form.assumed.map(c => asserted(translation, c)), asserted(translation, form.required))
        : translation.condition(condition);
}

/** The required conditions, each under the assumed ones. */
function givenAssumptions(conditions: readonly Condition[]): readonly Condition[] {
    const assumed = conditions.filter(c => !c.isRequired);
    const required = conditions.filter(c => c.isRequired);
    if (required.length === 0) {
        throw new Untranslatable('no condition to evaluate');
    }
    return assumed.length === 0
        ? required
        : required.map(condition => ({ ...condition, form: { kind: 'implication', assumed, required: condition } }));
}

/** Why the evaluator does not find a condition true; undefined when it does. */
export function replayed(condition: Condition): string | undefined {
    let value: Value;
    try {
        value = condition.evaluate();
    } catch (error) {
        return failureOf(error).message;
    }
    const elements = elementsOf(value);
    return elements.length === 1 && elements[0] === true ? undefined : `${condition.text} is not true`;
}
