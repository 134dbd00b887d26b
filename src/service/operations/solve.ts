// The questions `holds` and `satisfiable` of the Verify operations: evaluated by the solver, answered as verdicts with the solver's
// standing (contract sheet 14).

import { create } from '@bufbuild/protobuf';
import type * as ast from '../../language/generated/tree.js';
import {
    holds,
    satisfiable,
    type Solver,
    type SolverVerdict,
    type Stated,
    statedBy,
    statedByAssertion
} from '../../runtime/engines/index.js';
import { EvaluationError } from '../../runtime/values/index.js';
import type { Run } from '../../runtime/evaluation/index.js';
import { aboutCondition, type ConditionKind, namesOfAssertion, type Verdict } from '../../runtime/verification/index.js';
import { type Instance as WireInstance, type Verdict as WireVerdict, WitnessAssignmentSchema } from '../../wire/generated/sysml_pb.js';
import { encodeValue } from '../../wire/value.js';
import type { CallContext, Services } from './operation.js';
import { encodeVerdict, newRun } from './runs.js';
import { solverStanding } from './standing.js';

/** The questions that a solver supports. */
export type SolverQuestion = 'holds' | 'satisfiable';

const ANSWERS = { holds, satisfiable } as const;

interface Names {
    readonly symbolId: string;
    readonly subjectSymbolId: string;
}

/** Evaluates a question about a constraint or requirement. */
export function solveCondition(
    services: Services,
    context: CallContext,
    question: SolverQuestion,
    kind: ConditionKind,
    { symbolId, subjectSymbolId }: Names
): { verdict?: WireVerdict; instances: WireInstance[]; error: string } {
    const run = newRun(services, context);
    const about = aboutCondition(run, { symbolId, subjectId: subjectSymbolId }, kind);
    if (!('element' in about)) {
        const { verdict, error } = about;
        return { ...(verdict && { verdict: encoded(verdict, run, question) }), instances: [], error: error ?? '' };
    }
    const { element, names, object } = about;
    const verdict = evaluateWithSolver(services, context, question, () => statedBy(run, element, object));
    return { verdict: encodedAnswer(names, verdict, services, run, question), instances: [], error: '' };
}

/** Evaluates a question about a satisfaction assertion. */
export function solveAssertion(
    services: Services,
    context: CallContext,
    question: SolverQuestion,
    assertion: ast.SatisfyRequirementUsage
): WireVerdict {
    const own = newRun(services, context);
    const verdict = evaluateWithSolver(services, context, question, () => statedByAssertion(own, assertion));
    return encodedAnswer(namesOfAssertion(assertion), verdict, services, own, question);
}

/** Evaluates a question with the solver of the service. */
function evaluateWithSolver(
    { solver, environment }: Services,
    context: CallContext,
    question: SolverQuestion,
    stated: () => Stated
): SolverVerdict {
    const undecided = (reason: string): SolverVerdict => ({
        status: 'undecided',
        strength: 'not covered',
        witness: [],
        reason,
        isTimeout: false
    });
    if ('missing' in solver) {
        return undecided(solver.missing);
    }
    const limits = { timeout: environment.durations.SERVICE_SMT_TIMEOUT, checkCancelled: () => context.checkCancelled() };
    try {
        return ANSWERS[question](solver satisfies Solver, limits, stated());
    } catch (error) {
        if (error instanceof EvaluationError) {
            return undecided(error.message);
        }
        throw error;
    }
}

function encoded(verdict: Verdict, run: Run, question: SolverQuestion): WireVerdict {
    return Object.assign(encodeVerdict(verdict, run), { question });
}

function encodedAnswer(
    names: Pick<Verdict, 'kind' | 'element' | 'elementId' | 'requirementId'>,
    answer: SolverVerdict,
    { environment }: Services,
    run: Run,
    question: SolverQuestion
): WireVerdict {
    const { status, strength, witness, condition, reason, isTimeout } = answer;
    const verdict: Verdict = {
        ...names,
        holds: status === 'holds' || status === 'satisfiable',
        wasRun: false,
        ...(condition !== undefined && { condition }),
        ...(status === 'undecided' && { error: `${names.kind} ${names.element}: ${reason}`, failureReason: 'undecided' })
    };
    return Object.assign(encoded(verdict, run, question), {
        status,
        ...solverStanding(strength, environment.durations.SERVICE_SMT_TIMEOUT, isTimeout),
        witness: witness.map(({ variable, value, exact }) =>
            create(WitnessAssignmentSchema, {
                feature: variable.name,
                // the object of a variant is specific to this question: report its name
                value: encodeValue(variable.isVariation ? exact : value),
                unit: variable.unit?.text ?? '',
                exact
            })
        )
    });
}
