/**
 * Questions about conditions that a solver answers: whether they hold for all values of free features, and whether some values satisfy
 * them. An answer with a witness counts only if the evaluator confirms it. An answer without one counts only if the evaluator's arithmetic
 * is exact. (Contract: verification-and-engines 14.)
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
    /** values of the free features; a counterexample if the question is whether the conditions hold */
    readonly witness: readonly Assignment[];
    /** the condition that the counterexample violates */
    readonly condition?: string;
    /** why the question is undecided */
    readonly reason?: string;
    /** whether the solver's time limit was reached */
    readonly isTimeout: boolean;
}

/** The result of a question that cannot be decided, with the reason. */
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

/** The reason why the absence of a witness proves nothing. */
export const ROUNDED =
    'the solver finds none over exact numbers, but features typed by Real are computed in binary64, which rounds: type them Rational for a proof';

/** Answers a question. A construct without translation leaves it undecided. */
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

/** Asks whether conditions hold for all values that the model leaves open. */
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

/** Asks whether some values of the features satisfy all conditions, including the assumed ones. */
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

/**
 * Returns all conditions as assertions. Assumed conditions are asserted, too, so that a requirement is not satisfied merely because its
 * assumptions are false.
 */
export function assertedTerms(translation: Translation, conditions: readonly Condition[]): readonly Term[] {
    if (conditions.length === 0) {
        throw new Untranslatable('no condition to evaluate');
    }
    return conditions.map(c => asserted(translation, c));
}

/** Returns a condition as an assertion. */
export function asserted(translation: Translation, condition: Condition): Term {
    const { form } = condition;
    return form.kind === 'implication'
        ? terms.and(...form.assumed.map(c => asserted(translation, c)), asserted(translation, form.required))
        : translation.condition(condition);
}

/** Returns the required conditions, each as an implication from the assumed ones. */
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

/** Returns the reason why the evaluator does not find a condition true; undefined if it does. */
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
