// RunAnalysis: runs an analysis or verification case under one schedule, or explores all schedules.

import { create } from '@bufbuild/protobuf';
import { policyOf, type Policy } from '../../runtime/behaviour/index.js';
import { EvaluationRun, type Run } from '../../runtime/evaluation/index.js';
import { caseById, isRefusal, runAnalysis as runCase, type AnalysisAnswer } from '../../runtime/verification/index.js';
import {
    nothingToPreview,
    Previewed,
    PreviewedTools,
    previewLines,
    Tools,
    type ToolPreview,
    engineRefusal
} from '../../runtime/engines/index.js';
import {
    RunAnalysisResponseSchema,
    ToolDryRunFileSchema,
    ToolDryRunInputSchema,
    ToolDryRunOutputSchema,
    ToolDryRunSchema,
    type RunAnalysisRequest,
    type RunAnalysisResponse,
    type ToolDryRun
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { ValueFault } from '../../wire/value-decoding.js';
import { behaviourOptions, encodeExploration, encodeNotes } from './behaviour.js';
import { decodeArguments, encodeEvaluations, encodeOutputs } from './case-answers.js';
import { unconfirmedAnswers } from './external.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeInstance } from '../../wire/instances.js';
import { encodeReason, encodeVerdict, encodeVerificationVerdicts } from './runs.js';
import { exploreStanding, runStanding } from './standing.js';

export const runAnalysis: Operation<'RunAnalysis'> = {
    provides: ['verification', 'engines', 'verification_verdicts', 'case_evaluations'],
    repeatable: true,
    run: (services, request, context) => analysed(services, request, context)
};

/** Runs a case. @param onAnswer receives the result while its objects exist */
export function analysed(
    services: Services,
    request: RunAnalysisRequest,
    context: CallContext,
    onAnswer?: (answer: AnalysisAnswer) => void
): RunAnalysisResponse {
    const policy = analysisPolicyOf(request);
    const given = behaviourOptions(services, context);
    const options = request.toolDryRun && given.tools instanceof Tools ? { ...given, tools: new PreviewedTools(given.tools) } : given;
    const refusal = engineRefusal(request.engine, policy.kind === 'explore' ? 'outcomes' : 'evaluate');
    const runsVerifications = services.capabilities.has('verification_verdicts');
    if (refusal !== undefined && !isRefusal(caseById(context.model, request.symbolId, runsVerifications))) {
        const question = policy.kind === 'explore' ? 'outcomes' : 'evaluate';
        const unconfirmed = { question, subject: request.symbolId, schedule: request.schedule || 'reverse' } as const;
        return Object.assign(refused(refusal), unconfirmedAnswers(services, context, request.engine, [unconfirmed])?.[0]);
    }
    try {
        const answer = runCase(
            context.model,
            {
                symbolId: request.symbolId,
                subjectId: request.subjectSymbolId,
                arguments: run => decodeArguments(request, run),
                policy,
                runsVerifications
            },
            options
        );
        if (request.toolDryRun) {
            return withoutPreview(request.symbolId, answer);
        }
        onAnswer?.(answer);
        return encode(answer, new EvaluationRun(context.model, options));
    } catch (error) {
        if (error instanceof ValueFault) {
            return create(RunAnalysisResponseSchema, {
                error: `analysis argument could not be read: ${error.message}`,
                failureReason: encodeReason('evaluation')
            });
        }
        if (error instanceof Previewed) {
            return create(RunAnalysisResponseSchema, { toolDryRun: encodePreview(error.preview) });
        }
        throw error;
    }
}

/** The response of a dry run that reaches no tool. The results of the case are discarded (contract: newest-operations 1.4). */
function withoutPreview(symbolId: string, { error, failureReason, notes }: AnalysisAnswer): RunAnalysisResponse {
    return create(RunAnalysisResponseSchema, {
        error: error ?? nothingToPreview(symbolId),
        failureReason: encodeReason(error === undefined ? 'evaluation' : failureReason),
        diagnostics: encodeNotes(notes)
    });
}

function encodePreview({ inputFile, inputs, outputs, ...preview }: ToolPreview): ToolDryRun {
    return create(ToolDryRunSchema, {
        ...preview,
        args: [...preview.args],
        env: [...preview.env],
        inputs: inputs.map(i => create(ToolDryRunInputSchema, i)),
        outputs: outputs.map(o => create(ToolDryRunOutputSchema, o)),
        ...(inputFile !== undefined && { inputFile: create(ToolDryRunFileSchema, inputFile) }),
        lines: previewLines({ inputFile, inputs, outputs, ...preview })
    });
}

/**
 * The policy of a request. The engine `explore` implies the schedule `explore`.
 * @throws Refusal if the two contradict
 */
function analysisPolicyOf({ schedule, engine }: Pick<RunAnalysisRequest, 'schedule' | 'engine'>): Policy {
    const policy = policyOf(schedule);
    if (engine !== 'explore' || policy.kind === 'explore') {
        return policy;
    }
    if (schedule !== '') {
        throw invalidArgument(`engine "explore" explores every order of the steps, which schedule "${schedule}" fixes`);
    }
    return policyOf('explore');
}

/** The response of a named engine that does not support the question. */
function refused(error: string): RunAnalysisResponse {
    return create(RunAnalysisResponseSchema, { error, failureReason: encodeReason('evaluation'), strength: 'not covered' });
}

function encode(answer: AnalysisAnswer, limits: Pick<Run, 'limits'>): RunAnalysisResponse {
    const { outputs, verdicts, verificationVerdicts, evaluations, instances, notes, error, exploration, exhausted, wasRun } = answer;
    return create(RunAnalysisResponseSchema, {
        outputs: encodeOutputs(outputs),
        verdicts: verdicts.map(verdict => encodeVerdict(verdict, limits)),
        verificationVerdicts: encodeVerificationVerdicts(verificationVerdicts),
        evaluations: encodeEvaluations(evaluations),
        instances: instances.map(encodeInstance),
        diagnostics: encodeNotes(notes),
        error: error ?? '',
        failureReason: encodeReason(answer.failureReason),
        ...encodeExploration(exploration),
        ...(exploration !== undefined
            ? exploreStanding(exploration)
            : wasRun && runStanding(limits, error === undefined ? 'observed' : 'not covered', exhausted))
    });
}
