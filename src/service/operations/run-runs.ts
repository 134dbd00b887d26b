// RunRuns: an action, or a Monte Carlo case, run many times with its random values drawn again each time (contract: newest-operations 3).

import { create } from '@bufbuild/protobuf';
import { elementById } from '../../language/semantics/naming.js';
import { drawsOf, DrawsFault, type DrawPolicy } from '../../runtime/behaviour/index.js';
import { isBehavior, type Run } from '../../runtime/evaluation/index.js';
import type { CaseResult } from '../../runtime/verification/index.js';
import { makeCaseRuns, makeRuns, type CaseRunRow, type Distribution, type RunRow, type RunsTable } from '../../runtime/engines/index.js';
import { runsLines } from '../../session/answers/run-table.js';
import { withSuggestions } from '../../session/questions/suggestions.js';
import {
    RunCountedValueSchema,
    RunDistributionSchema,
    RunHistogramBinSchema,
    RunPercentileSchema,
    RunRunsResponseSchema,
    SweepRowSchema,
    type RunDistribution,
    type RunRunsRequest,
    type RunRunsResponse,
    type SweepRow
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { encodeValue } from '../../wire/value.js';
import { ValueFault } from '../../wire/value-decoding.js';
import { behaviourOptions, clockStepOf, inputReader } from './behaviour.js';
import { decodeArguments, encodeOutputs } from './case-answers.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeReason, encodeVerdict, newRun } from './runs.js';
import { engineRefusal, sweepStanding, type Standing } from './standing.js';

export const runRuns: Operation<'RunRuns'> = {
    provides: ['runs', 'performer', 'engines'],
    run: (services, request, context) => runsMade(services, request, context)
};

/** What the run of a case came to; the conclusion of a sample is run 0. */
type OnResult = (result: CaseResult, run: number) => void;

/** Makes the runs of an action or a case. @throws Refusal invalid_argument */
export function runsMade(services: Services, request: RunRunsRequest, context: CallContext, onResult?: OnResult): RunRunsResponse {
    const { draws, clockStep } = checkRequest(request);
    const refused = (error: string): RunRunsResponse =>
        create(RunRunsResponseSchema, { error, failureReason: encodeReason('evaluation'), strength: 'not covered' });
    if (engineRefusal(request.engine, 'sweep') !== undefined) {
        return refused(`${request.engine} does not answer sweep questions`);
    }
    const limit = services.environment.counts.SERVICE_MAX_SWEEP_RUNS;
    if (request.runs > BigInt(limit)) {
        return refused(`sweep run budget exceeded: at most ${limit} run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)`);
    }
    const name = request.actionSymbolId || request.analysisSymbolId;
    const element = elementById(context.model, name);
    if (element === undefined) {
        return refused(withSuggestions(context.model, `unresolved reference: ${name}`, { name, kind: 'name' }));
    }
    if (request.actionSymbolId !== '' && !isBehavior(element)) {
        return refused(`"${name}" is not an action`);
    }
    const inputs = inputReader(request.inputs);
    const limits = newRun(services, context);
    const settings = { draws, clockStep, standing: sweepStanding(limit), inputs, limits, onResult };
    try {
        return (request.actionSymbolId !== '' ? actionRuns : caseRuns)(services, request, context, settings);
    } catch (error) {
        if (error instanceof ValueFault) {
            return refused(inputs.unreadable ?? error.message);
        }
        throw error;
    }
}

interface Settings {
    readonly draws: DrawPolicy;
    readonly clockStep: number;
    readonly standing: Standing;
    readonly inputs: ReturnType<typeof inputReader>;
    /** of the runs, for the verdicts in them */
    readonly limits: Pick<Run, 'limits'>;
    readonly onResult: OnResult | undefined;
}

/** @throws Refusal invalid_argument */
function checkRequest(request: RunRunsRequest): Pick<Settings, 'draws' | 'clockStep'> {
    const { actionSymbolId, analysisSymbolId, runs, seed } = request;
    if ((actionSymbolId === '') === (analysisSymbolId === '')) {
        throw invalidArgument('exactly one of action_symbol_id and analysis_symbol_id has to be set');
    }
    if (runs < 1n) {
        throw invalidArgument(`invalid run request: "${runs}" is not a number of runs to make`);
    }
    const clockStep = clockStepOf(request);
    const draws = drawPolicyOf(request.draws);
    if (draws === 'random' && seed === undefined) {
        throw invalidArgument('invalid run request: random draws need a seed');
    }
    return { draws, clockStep };
}

/** The policy of a name. @throws Refusal invalid_argument */
export function drawPolicyOf(name: string): DrawPolicy {
    try {
        return drawsOf(name);
    } catch (error) {
        throw error instanceof DrawsFault ? invalidArgument(error.message) : error;
    }
}

const seeded = ({ seed }: RunRunsRequest): { readonly seed?: bigint } => (seed === undefined ? {} : { seed });

function actionRuns(services: Services, request: RunRunsRequest, context: CallContext, settings: Settings): RunRunsResponse {
    const { draws, clockStep, inputs } = settings;
    const rows: RunRow[] = [];
    const table = makeRuns(
        context.model,
        {
            action: request.actionSymbolId,
            inputs,
            runs: Number(request.runs),
            draws,
            clockStep,
            observe: request.observe,
            ...(request.performerSymbolId !== '' && { performer: request.performerSymbolId }),
            ...seeded(request)
        },
        behaviourOptions(services, context),
        row => {
            context.checkCancelled();
            rows.push(row);
        }
    );
    return answered(request, rows, table, settings);
}

function caseRuns(services: Services, request: RunRunsRequest, context: CallContext, settings: Settings): RunRunsResponse {
    const { draws } = settings;
    const rows: CaseRunRow[] = [];
    const options = behaviourOptions(services, context);
    const table = makeCaseRuns(
        context.model,
        {
            analysis: request.analysisSymbolId,
            subject: request.subjectSymbolId,
            arguments: (run: Run) => decodeArguments(request, run),
            runs: Number(request.runs),
            draws,
            onResult: settings.onResult,
            ...seeded(request)
        },
        options,
        row => {
            context.checkCancelled();
            rows.push(row);
        }
    );
    const { outputs, unconcluded } = table;
    return answered(request, rows, table, settings, { outputs, unconcluded });
}

/** @param conclusion of a case */
function answered(
    request: RunRunsRequest,
    rows: readonly (RunRow | CaseRunRow)[],
    table: RunsTable,
    { standing, limits }: Settings,
    conclusion?: { readonly outputs: RunRow['outputs']; readonly unconcluded: string }
): RunRunsResponse {
    if (table.error !== undefined) {
        if (table.error.startsWith(INVALID)) {
            throw invalidArgument(table.error);
        }
        return create(RunRunsResponseSchema, { error: table.error, failureReason: encodeReason('evaluation'), strength: 'not covered' });
    }
    const { observables, distributions } = table;
    const name = request.actionSymbolId || request.analysisSymbolId;
    return create(RunRunsResponseSchema, {
        rows: rows.map(row => encodedRow(row, limits, standing)),
        observables: [...observables],
        distributions: distributions.map(encodedDistribution),
        lines: runsLines({ name, runs: Number(request.runs), seed: request.seed, observables, rows, distributions, conclusion }),
        outputs: encodeOutputs(conclusion?.outputs ?? []),
        unconcluded: conclusion?.unconcluded ?? '',
        ...standing,
        ...seeded(request)
    });
}

/** How a table says that what was to be observed is not there. */
const INVALID = 'invalid run request: ';

/** A run on the wire. */
export function encodedRow(row: RunRow | CaseRunRow, limits: Pick<Run, 'limits'>, standing: Standing): SweepRow {
    const { run, outputs, error = '', elapsedMicros } = row;
    return create(SweepRowSchema, {
        inputs: encodeOutputs([{ name: 'run', value: run }]),
        outputs: encodeOutputs(outputs),
        verdicts: 'verdicts' in row ? row.verdicts.map(v => Object.assign(encodeVerdict(v, limits), standing)) : [],
        elapsedMicros: BigInt(elapsedMicros),
        error,
        failureReason: encodeReason(error === '' ? undefined : 'evaluation')
    });
}

function encodedDistribution(distribution: Distribution): RunDistribution {
    const { name, count, numeric } = distribution;
    const head = { name, count: BigInt(count), numeric };
    if (!distribution.numeric) {
        const values = distribution.values.map(v => create(RunCountedValueSchema, { value: encodeValue(v.value), count: BigInt(v.count) }));
        return create(RunDistributionSchema, { ...head, values });
    }
    const { unit, min, max, mean, deviation, percentiles, histogram } = distribution;
    return create(RunDistributionSchema, {
        ...head,
        unit: unit?.text ?? '',
        min: encodeValue(min),
        max: encodeValue(max),
        mean: encodeValue(mean),
        deviation,
        percentiles: percentiles.map(p => create(RunPercentileSchema, { percentile: p.percentile, value: encodeValue(p.value) })),
        histogram: histogram.map(b =>
            create(RunHistogramBinSchema, { low: encodeValue(b.low), high: encodeValue(b.high), count: BigInt(b.count) })
        )
    });
}
