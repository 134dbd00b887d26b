/** Analyses: run a case once under a schedule, or in every order of its steps (contract: RunAnalysis). Takes and returns plain values. */
import {
    divergenceNotes,
    explore,
    type Exploration,
    type Note,
    notesOfExplored,
    type Policy,
    Scheduler,
    startRun
} from '../behaviour/index.js';
import type { BehaviourOptions } from '../behaviour/index.js';
import type { FailureReason } from '../evaluation/limits.js';
import type { Run, RunModel } from '../evaluation/run.js';
import type { Value } from '../values/index.js';
import { type Arguments, NO_ARGUMENTS } from './arguments.js';
import { type CaseResult, caseById, isRefusal, runCaseOnce } from './case-run.js';
import type { VerificationVerdict } from './cases.js';
import type { Verdict } from './verdict.js';

export interface AnalysisRequest {
    readonly symbolId: string;
    /** path to the subject of the case; empty for the subject that the case binds itself */
    readonly subjectId?: string;
    /** evaluated for each run, since values may be objects of the run */
    readonly arguments?: (run: Run) => Arguments;
    readonly policy: Policy;
    /** whether verification cases are accepted; default true */
    readonly runsVerifications?: boolean;
}

export interface AnalysisAnswer extends CaseResult {
    /** choice points of the steps */
    readonly notes: readonly Note[];
    readonly failureReason?: FailureReason;
    /** the outcomes under `explore`; the other fields are then empty */
    readonly exploration?: Exploration;
    /** whether a case was run */
    readonly wasRun: boolean;
}

const NOTHING = {
    outputs: [],
    verdicts: [],
    verificationVerdicts: [],
    evaluations: [],
    instances: [],
    exhausted: [],
    subjects: [],
    given: () => [],
    notes: []
} as const;

/** Runs an analysis or verification case. Reports errors of the model in `error`; throws only to cancel the run. */
export function runAnalysis(model: RunModel, request: AnalysisRequest, options: BehaviourOptions = {}): AnalysisAnswer {
    const { symbolId, subjectId = '', arguments: args = () => NO_ARGUMENTS, policy } = request;
    const found = caseById(model, symbolId, request.runsVerifications);
    if (isRefusal(found)) {
        return { ...NOTHING, ...found, wasRun: false };
    }
    const once = (scheduler: Scheduler, run = startRun(model, options, scheduler)): CaseResult => runCaseOnce(run, found, subjectId, args);
    if (policy.kind !== 'explore') {
        const scheduler = new Scheduler(policy);
        const run = startRun(model, options, scheduler);
        const result = once(scheduler, run);
        const { error } = result;
        const failure = error === undefined ? {} : { error: `analysis run failed: ${error}`, failureReason: 'evaluation' as const };
        return { ...result, notes: [...scheduler.notes, ...divergenceNotes(run)], ...failure, wasRun: true };
    }
    try {
        const exploration = explore(
            policy,
            plan => {
                const scheduler = new Scheduler(policy, plan);
                const result = once(scheduler);
                const { error } = result;
                if (result.isUnbound === true) {
                    throw new Unbound(error);
                }
                return {
                    outputs: error === undefined ? outcomeOf(result) : new Map<string, Value>(),
                    ...(error !== undefined && { error: `analysis run failed: ${error}` }),
                    trail: scheduler.trail,
                    notes: notesOfExplored(scheduler, once),
                    witness: () => scheduler.witness,
                    choices: () => scheduler.choices
                };
            },
            options.onRun
        );
        return { ...NOTHING, exploration, wasRun: true };
    } catch (error) {
        if (error instanceof Unbound) {
            return { ...NOTHING, error: `analysis run failed: ${error.message}`, failureReason: 'evaluation', wasRun: true };
        }
        throw error;
    }
}

/** The case cannot start in any order. */
class Unbound extends Error {}

/** The values of an outcome: outputs, verdicts and verification verdicts by name. */
function outcomeOf({ outputs, verdicts, verificationVerdicts }: CaseResult): Map<string, Value> {
    return new Map<string, Value>([
        ...outputs.map(({ name, value }) => [name, value] as const),
        ...verdicts.map(verdict => [`${verdict.kind} ${verdict.element}`, verdictText(verdict)] as const),
        ...verificationVerdicts.map(verdict => [`verdict ${verdict.caseId}`, decisionText(verdict)] as const)
    ]);
}

function verdictText({ holds, condition, error }: Verdict): string {
    return error !== undefined ? `undecided: ${error}` : holds === true ? 'satisfied' : `not satisfied: ${condition ?? ''}`;
}

function decisionText({ kind, detail }: VerificationVerdict): string {
    return detail === undefined ? kind : `${kind}: ${detail}`;
}
