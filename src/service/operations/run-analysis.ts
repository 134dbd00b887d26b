// RunAnalysis: one run of an analysis or verification case under a schedule, or every order of its steps.

import { create } from '@bufbuild/protobuf';
import { policyOf, type Policy } from '../../runtime/behaviour/index.js';
import { EvaluationRun, type Run } from '../../runtime/evaluation/index.js';
import { caseById, isRefusal, runAnalysis as runCase, type AnalysisAnswer } from '../../runtime/verification/index.js';
import { Previewed, PreviewedTools, previewLines, Tools, type ToolPreview, engineRefusal } from '../../runtime/engines/index.js';
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
import { askedOpenly } from './external.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeInstance } from '../../wire/instances.js';
import { encodeReason, encodeVerdict, encodeVerificationVerdicts } from './runs.js';
import { exploreStanding, runStanding } from './standing.js';

export const runAnalysis: Operation<'RunAnalysis'> = {
    provides: ['verification', 'engines', 'verification_verdicts', 'case_evaluations'],
    repeatable: true,
    run: (services, request, context) => analysed(services, request, context)
};

/** Runs a case. @param onAnswer gets what the run came to, while its objects are there */
export function analysed(
    services: Services,
    request: RunAnalysisRequest,
    context: CallContext,
    onAnswer?: (answer: AnalysisAnswer) => void
): RunAnalysisResponse {
    const policy = analysisPolicyOf(request);
    const asked = behaviourOptions(services, context);
    const options = request.toolDryRun && asked.tools instanceof Tools ? { ...asked, tools: new PreviewedTools(asked.tools) } : asked;
    const refusal = engineRefusal(request.engine, policy.kind === 'explore' ? 'outcomes' : 'evaluate');
    const runsVerifications = services.capabilities.has('verification_verdicts');
    if (refusal !== undefined && !isRefusal(caseById(context.model, request.symbolId, runsVerifications))) {
        const question = policy.kind === 'explore' ? 'outcomes' : 'evaluate';
        const asked = { question, subject: request.symbolId, schedule: request.schedule || 'reverse' } as const;
        return Object.assign(refused(refusal), askedOpenly(services, context, request.engine, [asked])?.[0]);
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
 * The policy of a request: the engine `explore` means the schedule `explore`.
 * @throws Refusal where the two contradict
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

/** A named engine that does not answer the question: its refusal is the answer. */
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
