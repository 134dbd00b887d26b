// CheckBehavior: searches all schedules of an action or state machine for violations (contract: newest-operations 2).

import { create } from '@bufbuild/protobuf';
import {
    checkBehavior as check,
    type CheckAnswer,
    checkBySolver,
    type CheckFault,
    type CheckRequest,
    type SolverCheck,
    type SolverWitness,
    type Witness,
    witnessFile,
    engineRefusal
} from '../../runtime/engines/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import {
    boundsOf,
    checkLines,
    outcomeText,
    statusOf,
    strengthOf,
    violationText,
    witnessNames,
    type WitnessNames
} from '../../session/answers/check-answers.js';
import { solverCheckLines, solverWitnessNames } from '../../session/answers/solver-check-answers.js';
import { withSuggestions } from '../../session/questions/suggestions.js';
import {
    BoundSchema,
    CheckBehaviorResponseSchema,
    CheckDivergenceSchema,
    CheckDivergentValueSchema,
    CheckFinalSchema,
    CheckSearchSchema,
    CheckViolationSchema,
    CheckWitnessSchema,
    type CheckBehaviorRequest,
    type CheckBehaviorResponse,
    type CheckWitness
} from '../../wire/generated/sysml_pb.js';
import { messageMap } from '../../wire/map-keys.js';
import { invalidArgument } from '../../wire/status.js';
import { ValueFault } from '../../wire/value-decoding.js';
import { behaviourOptions, inputReader } from './behaviour.js';
import { unconfirmedAnswers, type UnconfirmedQuestion } from './external.js';
import type { CallContext, Operation, Services } from './operation.js';

export const checkBehavior: Operation<'CheckBehavior'> = {
    provides: ['check', 'performer'],
    run(services, request, context) {
        checkRequest(request);
        const engine = ['', 'auto', 'all'].includes(request.engine) ? 'check' : request.engine;
        const refusal = engineRefusal(engine, 'behavior');
        if (refusal !== undefined) {
            return undecided({ error: foreignAnswer(services, context, request) ?? refusal }, context.model, engine);
        }
        const { checkDepth, checkStates, checkTimeout } = request;
        const inputs = inputReader(request.inputs);
        try {
            if (engine === 'smt') {
                const answer = bySolver(services, request, context, inputs);
                return 'error' in answer
                    ? undecided(answer, context.model, engine)
                    : encodedOfSolver(answer, request.checkWitness ? solverWitnessNames(answer, request.performerSymbolId) : undefined);
            }
            const foreign = request.checkInput.length > 0 ? 'check_input' : request.checkAssume.length > 0 ? 'check_assume' : undefined;
            if (foreign !== undefined) {
                return undecided({ error: `${foreign}: check cannot leave the inputs free; smt can` }, context.model, engine);
            }
            const answer = check(
                context.model,
                {
                    ...subjectOf(request),
                    performer: request.performerSymbolId,
                    inputs,
                    properties: request.checkProperty,
                    diverge: request.checkDiverge,
                    bounds: {
                        ...(checkDepth > 0 && { depth: checkDepth }),
                        ...(checkStates > 0 && { states: checkStates }),
                        ...(checkTimeout > 0 && { timeout: checkTimeout * 1000 })
                    },
                    onProgress: () => context.checkCancelled()
                },
                behaviourOptions(services, context)
            );
            return 'error' in answer
                ? undecided(answer, context.model, engine)
                : encoded(answer, request.checkWitness ? witnessNames(answer, request.performerSymbolId) : undefined);
        } catch (error) {
            if (error instanceof ValueFault) {
                return undecided({ error: inputs.unreadable ?? error.message }, context.model, engine);
            }
            throw error;
        }
    }
};

const subjectOf = ({ actionSymbolId, stateMachineSymbolId }: CheckBehaviorRequest): Pick<CheckRequest, 'behaviour' | 'kind'> =>
    actionSymbolId === '' ? { behaviour: stateMachineSymbolId, kind: 'machine' } : { behaviour: actionSymbolId, kind: 'action' };

/** Checks the behaviour with the solver of the service. */
function bySolver(
    services: Services,
    request: CheckBehaviorRequest,
    context: CallContext,
    inputs: ReturnType<typeof inputReader>
): SolverCheck | CheckFault {
    const { solver, environment } = services;
    if ('missing' in solver) {
        return { error: solver.missing };
    }
    const { checkDepth, checkUnroll, checkTimeout } = request;
    const ends = checkTimeout > 0 ? Date.now() + checkTimeout * 1000 : Infinity;
    const timeout = Math.min(environment.durations.SERVICE_SMT_TIMEOUT, checkTimeout > 0 ? checkTimeout * 1000 : Infinity);
    const solverRequest = {
        ...subjectOf(request),
        performer: request.performerSymbolId,
        inputs,
        properties: request.checkProperty,
        diverge: request.checkDiverge,
        freed: request.checkInput,
        assumed: request.checkAssume,
        bounds: { ...(checkDepth > 0 && { depth: checkDepth }), ...(checkUnroll > 0 && { unroll: checkUnroll }) }
    };
    const limits = { timeout: Math.max(1, Math.ceil(timeout)), ends, checkCancelled: () => context.checkCancelled() };
    return checkBySolver(solver, limits, context.model, solverRequest, behaviourOptions(services, context));
}

/** @throws Refusal invalid_argument */
function checkRequest(request: CheckBehaviorRequest): void {
    const { actionSymbolId, stateMachineSymbolId, checkDepth, checkStates, checkUnroll, checkTimeout } = request;
    if ((actionSymbolId === '') === (stateMachineSymbolId === '')) {
        throw invalidArgument('exactly one of action_symbol_id and state_machine_symbol_id has to be set');
    }
    const bounds = { check_depth: checkDepth, check_states: checkStates, check_unroll: checkUnroll, check_timeout: checkTimeout };
    for (const [name, bound] of Object.entries(bounds)) {
        if (!(bound >= 0) || !Number.isFinite(bound)) {
            throw invalidArgument(`${name} takes a bound of at least one, not "${bound}"`);
        }
    }
}

/** The answers of an external engine: whether each property holds, or, without one, whether values depend on the schedule. */
function foreignAnswer(services: Services, context: CallContext, request: CheckBehaviorRequest): string | undefined {
    const subject = request.actionSymbolId || request.stateMachineSymbolId;
    const free = ['schedule'];
    const questions: UnconfirmedQuestion[] = request.checkProperty.map(name => ({
        question: 'holds',
        subject,
        more: { free, condition: { name } }
    }));
    const sensitive: UnconfirmedQuestion = { question: 'sensitive', subject, more: { free } };
    const answers = unconfirmedAnswers(services, context, request.engine, questions.length > 0 ? questions : [sensitive]);
    return answers && [...new Set(answers.map(a => a.error))].join('; ');
}

function undecided({ error, unknown }: CheckFault, model: Model, engine: string): CheckBehaviorResponse {
    const text = unknown === undefined || error.startsWith('behavior not found') ? error : withSuggestions(model, error, unknown);
    return create(CheckBehaviorResponseSchema, { verdict: 'undecided', error: text, engine, strength: 'not covered' });
}

const encodedWitness = (w: Witness, file: string | undefined, inputs: readonly string[] = []): CheckWitness =>
    create(CheckWitnessSchema, {
        schedule: w.schedule,
        choices: [...w.choices],
        inputs: [...inputs],
        ...(file !== undefined && { fileName: file, fileContent: witnessFile(w) })
    });

/** @param files names of the witness files, if requested */
function encodedOfSolver(answer: SolverCheck, files: ReadonlyMap<SolverWitness, string> | undefined): CheckBehaviorResponse {
    const witness = (run: SolverWitness | undefined): CheckWitness | undefined =>
        run === undefined ? undefined : encodedWitness(run, files?.get(run), run.inputs);
    return create(CheckBehaviorResponseSchema, {
        verdict: answer.verdict,
        lines: solverCheckLines(answer, files),
        claim: answer.claim,
        freeInputs: [...answer.free],
        assumptions: [...answer.assumptions],
        witness: witness(answer.witness),
        contrast: witness(answer.contrast),
        engine: 'smt',
        strength: answer.strength,
        bounds: answer.bounds.map(({ name, limit, isReached }) => create(BoundSchema, { name, limit: BigInt(limit), reached: isReached })),
        reason: answer.reason
    });
}

/** @param files names of the witness files, if requested */
function encoded(answer: CheckAnswer, files: WitnessNames | undefined): CheckBehaviorResponse {
    const witness = (w: Witness): CheckWitness => encodedWitness(w, files?.get(w));
    const { search, bounds } = answer;
    return create(CheckBehaviorResponseSchema, {
        verdict: answer.verdict,
        lines: checkLines(answer, files),
        search: create(CheckSearchSchema, {
            states: search.states,
            moves: search.moves,
            maxDepth: search.maxDepth,
            boundsHit: [...search.boundsHit],
            massBounded: search.boundsHit.length > 0,
            notes: [...answer.notes],
            status: statusOf(answer)
        }),
        violations: answer.violations.map(v =>
            create(CheckViolationSchema, {
                kind: v.kind,
                property: v.property ?? '',
                error: v.error ?? '',
                depth: v.depth,
                probability: v.probability ?? 0,
                witness: witness(v.witness),
                text: violationText(v)
            })
        ),
        divergences: answer.divergences.map(({ feature, values }) =>
            create(CheckDivergenceSchema, {
                feature,
                values: values.map(v => create(CheckDivergentValueSchema, { value: v.value, witness: witness(v.witness) }))
            })
        ),
        finals: answer.finals.map(final =>
            create(CheckFinalSchema, {
                outcome: outcomeText(final),
                values: messageMap([...final.values]),
                witness: witness(final.witness)
            })
        ),
        engine: 'check',
        strength: strengthOf(answer),
        bounds: boundsOf(bounds).map(([name, limit]) =>
            create(BoundSchema, { name, limit: BigInt(Math.round(limit)), reached: search.boundsHit.includes(name) })
        ),
        reason: answer.reason
    });
}
