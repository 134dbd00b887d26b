// RunRuns: runs an action or a Monte Carlo case many times with new random draws (contract: newest-operations 3).

import { create } from '@bufbuild/protobuf';
import { elementById } from '../../language/semantics/naming.js';
import { drawsOf, DrawsFault, kindFault, type DrawPolicy } from '../../runtime/behaviour/index.js';
import type { Run } from '../../runtime/evaluation/index.js';
import type { CaseResult } from '../../runtime/verification/index.js';
import {
    CollectedRuns,
    collectedCaseRuns,
    type CaseRunRow,
    type Distribution,
    type RunRow,
    type RunsTable,
    engineRefusal,
    OBSERVED
} from '../../runtime/engines/index.js';
import { runCells, type RunCells, runsLines } from '../../session/answers/run-table.js';
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
import { Division, type Notes } from './division.js';
import type { CallContext, Operation, Services } from './operation.js';
import { encodeReason, encodeVerdict, newRun } from './runs.js';
import { sweepStanding, type Standing } from './standing.js';

export const runRuns: Operation<'RunRuns'> = {
    provides: ['runs', 'performer', 'engines'],
    run: (services, request, context) => runsMade(services, request, context)
};

/** Receives the result of a run; run 0 is the result of the whole sample. */
type OnResult = (result: CaseResult, run: number) => void;

const refused = (error: string, reason: 'evaluation' | 'wrongKind' = 'evaluation'): RunRunsResponse =>
    create(RunRunsResponseSchema, { error, failureReason: encodeReason(reason), strength: 'not covered' });

/** The runs of an action or a case, as a division. @throws Refusal invalid_argument */
export function runsMade(
    services: Services,
    request: RunRunsRequest,
    context: CallContext,
    onResult?: OnResult
): RunRunsResponse | Division<RunRunsResponse> {
    const { draws, clockStep } = checkRequest(request);
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
    if (request.actionSymbolId !== '') {
        const wrong = kindFault(element, `"${name}"`, 'action');
        if (wrong !== undefined) {
            return refused(wrong, 'wrongKind');
        }
    }
    const inputs = inputReader(request.inputs);
    const limits = newRun(services, context);
    try {
        // Inputs that cannot be decoded would fail every run.
        void (request.actionSymbolId !== '' ? inputs(limits) : decodeArguments(request, limits));
    } catch (error) {
        if (error instanceof ValueFault) {
            return refused(inputs.unreadable ?? error.message);
        }
        throw error;
    }
    const settings: Settings = { draws, clockStep, standing: sweepStanding(limit), inputs, limits, onResult };
    return (request.actionSymbolId !== '' ? actionRuns : caseRuns)(services, request, context, settings);
}

interface Settings {
    readonly draws: DrawPolicy;
    readonly clockStep: number;
    readonly standing: Standing;
    readonly inputs: ReturnType<typeof inputReader>;
    /** limits of the runs, for the verdicts in them */
    readonly limits: Pick<Run, 'limits'>;
    readonly onResult: OnResult | undefined;
}

/** @throws Refusal invalid_argument */
function checkRequest(request: RunRunsRequest): Pick<Settings, 'draws' | 'clockStep'> {
    const { actionSymbolId, analysisSymbolId, runs, seed, observe } = request;
    if ((actionSymbolId === '') === (analysisSymbolId === '')) {
        throw invalidArgument('exactly one of action_symbol_id and analysis_symbol_id has to be set');
    }
    const other = actionSymbolId === '' ? observe.find(name => name !== OBSERVED) : undefined;
    if (other !== undefined) {
        throw invalidArgument(`invalid run request: a case observes ${OBSERVED} alone, not ${other}`);
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

/** The draw policy with this name. @throws Refusal invalid_argument */
export function drawPolicyOf(name: string): DrawPolicy {
    try {
        return drawsOf(name);
    } catch (error) {
        throw error instanceof DrawsFault ? invalidArgument(error.message) : error;
    }
}

const seeded = ({ seed }: RunRunsRequest): { readonly seed?: bigint } => (seed === undefined ? {} : { seed });

function actionRuns(services: Services, request: RunRunsRequest, context: CallContext, settings: Settings): Division<RunRunsResponse> {
    const { draws, clockStep, inputs } = settings;
    const collected = new CollectedRuns(
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
        behaviourOptions(services, context)
    );
    return divided(request, context, settings, {
        another: () => collected.another(),
        notes: (made, cells) => ({ runs: made.summary, cells }),
        joins: (all, { runs }) => runs !== undefined && all.join(runs)
    });
}

function caseRuns(
    services: Services,
    request: RunRunsRequest,
    context: CallContext,
    settings: Settings
): RunRunsResponse | Division<RunRunsResponse> {
    const { draws, clockStep, onResult } = settings;
    const collected = collectedCaseRuns(
        context.model,
        {
            analysis: request.analysisSymbolId,
            subject: request.subjectSymbolId,
            arguments: (run: Run) => decodeArguments(request, run),
            runs: Number(request.runs),
            draws,
            clockStep,
            onResult,
            ...seeded(request)
        },
        behaviourOptions(services, context)
    );
    return typeof collected === 'string'
        ? refused(collected, 'wrongKind')
        : divided(request, context, settings, {
              another: () => collected.another(),
              notes: (made, cells) => ({ caseRuns: made.summary, cells }),
              joins: (all, { caseRuns: runs }) => runs !== undefined && all.join(runs)
          });
}

/** Collects runs of an action or of a case. */
interface Collector<Row> {
    make(from: number, to: number, each: (row: Row) => void): void;
    readonly table: RunsTable & Partial<Conclusion>;
}

/** The operations that differ between runs of actions and of cases. */
interface Kind<C> {
    readonly another: () => C;
    readonly notes: (made: C, cells: readonly RunCells[]) => Notes;
    /** Adds the results of another collector. @returns false if they cannot be merged */
    readonly joins: (all: C, notes: Notes) => boolean;
}

/** The result of a case over its whole sample. */
interface Conclusion {
    readonly outputs: RunRow['outputs'];
    readonly unconcluded: string;
}

/** Divides runs among workers and merges their results in order. */
function divided<Row extends RunRow | CaseRunRow, C extends Collector<Row>>(
    request: RunRunsRequest,
    context: CallContext,
    { standing, limits }: Settings,
    kind: Kind<C>
): Division<RunRunsResponse> {
    const { another, joins } = kind;
    const count = Number(request.runs);
    const head = create(RunRunsResponseSchema);
    let made: C | undefined;
    const make = (from: number, to: number, each: (row: Row) => void): C => {
        const collected = another();
        collected.make(from + 1, to + 1, row => {
            context.checkCancelled();
            each(row);
        });
        return (made = collected);
    };
    const joined = (notes: readonly Notes[]): C => {
        if (notes.length === 1 && made !== undefined) {
            return made;
        }
        const all = another();
        // If runs observe values of different kinds, the statistics need a single collection of all values.
        return notes.every(n => joins(all, n)) ? all : make(0, count, () => undefined);
    };
    return new Division<RunRunsResponse>({
        count,
        head,
        lists: ['rows'],
        make(from, to) {
            const rows: SweepRow[] = [];
            const cells: RunCells[] = [];
            const collected = make(from, to, row => {
                rows.push(encodedRow(row, limits, standing));
                cells.push(runCells(row));
            });
            return { lists: { rows }, objects: 0, notes: kind.notes(collected, cells) };
        },
        renumber: () => undefined,
        conclude(notes) {
            const { table } = joined(notes);
            Object.assign(
                head,
                answered(
                    request,
                    notes.flatMap(n => n.cells),
                    table,
                    standing,
                    conclusionOf(table)
                )
            );
        }
    });
}

const conclusionOf = ({ outputs, unconcluded }: Partial<Conclusion>): Conclusion | undefined =>
    outputs === undefined || unconcluded === undefined ? undefined : { outputs, unconcluded };

/** The statistics over all runs. @param conclusion of a case @throws Refusal */
function answered(
    request: RunRunsRequest,
    cells: readonly RunCells[],
    { error, observables, distributions }: RunsTable,
    standing: Standing,
    conclusion: Conclusion | undefined
): Partial<RunRunsResponse> {
    if (error !== undefined) {
        throw invalidArgument(error);
    }
    const name = request.actionSymbolId || request.analysisSymbolId;
    return {
        observables: [...observables],
        distributions: distributions.map(encodedDistribution),
        lines: runsLines({ name, runs: Number(request.runs), seed: request.seed, observables, cells, distributions, conclusion }),
        outputs: encodeOutputs(conclusion?.outputs ?? []),
        unconcluded: conclusion?.unconcluded ?? '',
        ...standing,
        ...seeded(request)
    };
}

/** Encodes a run. */
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
