/** Makes the runs of a case for a recording: a single run, the rows of a sweep, or a sample (contract: newest-operations 4.2, rule 1). */
import type { AstNode } from '../../language/generated/tree.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { supertypesOf } from '../../language/semantics/specialization.js';
import { type BehaviourOptions, type Policy, policyOf } from '../../runtime/behaviour/index.js';
import { makeCaseRuns } from '../../runtime/engines/chance/case-runs.js';
import type { Run, RunModel } from '../../runtime/evaluation/index.js';
import { type Arguments, runAnalysis, rowMaker, type SweepPlan } from '../../runtime/verification/index.js';
import { type CompletedRun, RunNotes, type RunKind } from './completed-run.js';

export interface RunsToMake {
    /** qualified name of the case */
    readonly symbolId: string;
    readonly subjectId: string;
    readonly arguments: (run: Run) => Arguments;
    /** policy of a single run; if absent, the default */
    readonly policy?: Policy;
    /** the rows of a sweep */
    readonly plan?: SweepPlan;
    readonly sample?: { readonly runs: number; readonly seed: bigint };
}

export interface MadeRuns {
    readonly completed: readonly CompletedRun[];
    /** errors of the runs that are not recorded */
    readonly failures: readonly string[];
    /** the reason if nothing is recorded */
    readonly error?: string;
}

/** The kind of a case's single run. */
export function kindOfRun(element: AstNode): RunKind {
    return [...supertypesOf(element)].some(type => qualifiedNameOf(type) === 'TradeStudies::TradeStudy') ? 'trade' : 'run';
}

/** The message when no run completed. */
export const nothingRecorded = (isSweep: boolean): string => `nothing recorded: ${isSweep ? 'every row failed' : 'no run completed'}`;

/** Makes runs of a case. */
export function makeRecordedRuns(model: RunModel, element: AstNode, request: RunsToMake, options: BehaviourOptions): MadeRuns {
    const notes = new RunNotes();
    const error = made(model, element, request, options, notes);
    const { completed, failures } = notes;
    return { completed, failures, ...(completed.length === 0 && { error: error ?? nothingRecorded(request.plan !== undefined) }) };
}

/** @returns the reason why there are no runs */
function made(model: RunModel, element: AstNode, request: RunsToMake, options: BehaviourOptions, notes: RunNotes): string | undefined {
    const { symbolId, subjectId, plan, sample, policy = policyOf('') } = request;
    if (plan !== undefined) {
        const rowRequest = { subjectId, arguments: request.arguments, onResult: noting(notes, 'sweep') };
        const makeRow = rowMaker(model, plan, rowRequest, options);
        for (let row = 0; row < plan.rows; row++) {
            makeRow(row);
        }
        return undefined;
    }
    if (sample !== undefined) {
        const onResult = noting(notes, 'runs');
        const sampleRequest = {
            analysis: symbolId,
            subject: subjectId,
            arguments: request.arguments,
            draws: 'random' as const,
            clockStep: 0,
            ...sample,
            onResult
        };
        const { error, unconcluded } = makeCaseRuns(model, sampleRequest, options, () => options.checkCancelled?.());
        return error ?? (unconcluded === '' ? undefined : nothingRecorded(false));
    }
    const answer = runAnalysis(model, { symbolId, subjectId, policy, arguments: request.arguments }, options);
    if (answer.error === undefined) {
        notes.note(kindOfRun(element), answer);
    }
    return answer.error;
}

/** Collects rows of a sweep (index from 0) or runs of a sample (index from 1; index 0 is the result of the whole sample). */
export function noting(notes: RunNotes, kind: 'sweep' | 'runs'): (result: Parameters<RunNotes['note']>[1], index: number) => void {
    return (result, index) => {
        const isConclusion = kind === 'runs' && index === 0;
        notes.note(isConclusion ? 'sample' : kind, result, isConclusion ? undefined : kind === 'sweep' ? index + 1 : index);
    };
}
