// CompareResults: compares results that a SysML v1 tool stored with runs of the migrated model (contract: newest-operations 6).

import { engineRefusal } from '../../runtime/engines/index.js';
import { create } from '@bufbuild/protobuf';
import {
    type Comparison,
    comparisonLines,
    ComparisonRefusal,
    compareResults as compare,
    type ConfigurationComparison,
    type DeclaredStatistics,
    type Figures,
    type ObservableComparison,
    readSidecar,
    UnacceptableComparison
} from '../../data/index.js';
import type { Run } from '../../runtime/evaluation/index.js';
import {
    CaseStatisticSchema,
    CaseStatisticsSchema,
    CompareResultsResponseSchema,
    ComparedDistributionSchema,
    ConfigurationComparisonSchema,
    ObservableComparisonSchema,
    StatisticDifferenceSchema,
    type CaseStatistics,
    type ComparedDistribution,
    type CompareResultsRequest,
    type CompareResultsResponse,
    type ConfigurationComparison as WireConfiguration,
    type ObservableComparison as WireObservable
} from '../../wire/generated/sysml_pb.js';
import { invalidArgument } from '../../wire/status.js';
import { behaviourOptions, clockStepOf } from './behaviour.js';
import type { CallContext, Operation, Services } from './operation.js';
import { drawPolicyOf, encodedRow } from './run-runs.js';
import { encodeReason, newRun } from './runs.js';
import { sweepStanding, type Standing } from './standing.js';

export const compareResults: Operation<'CompareResults'> = {
    provides: ['compare_results', 'engines'],
    run(services, request, context) {
        const settings = settingsOf(request);
        const mostRuns = services.environment.counts.SERVICE_MAX_SWEEP_RUNS;
        if (engineRefusal(request.engine, 'sweep') !== undefined) {
            return refused(`${request.engine} does not answer sweep questions`);
        }
        if (request.runs > BigInt(mostRuns)) {
            return refused(`sweep run budget exceeded: at most ${mostRuns} run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)`);
        }
        try {
            const sidecar = readSidecar(request.results);
            const options = behaviourOptions(services, context);
            const comparison = compare(context.model, sidecar, { ...settings, mostRuns }, options, () => context.checkCancelled());
            return encoded(services, context, comparison, sweepStanding(mostRuns));
        } catch (error) {
            if (error instanceof ComparisonRefusal) {
                return refused(error.message);
            }
            throw error instanceof UnacceptableComparison ? invalidArgument(error.message) : error;
        }
    }
};

const refused = (error: string): CompareResultsResponse =>
    create(CompareResultsResponseSchema, { error, failureReason: encodeReason('evaluation'), strength: 'not covered' });

/** @throws Refusal invalid_argument */
function settingsOf({ actions, runs, seed, draws, clockStep, observe }: CompareResultsRequest) {
    if (runs < 0n) {
        throw invalidArgument(`invalid run request: "${runs}" is not a number of runs to make`);
    }
    return {
        actions,
        observe,
        ...(runs > 0n && { runs: Number(runs) }),
        ...(seed !== undefined && { seed }),
        ...(draws !== '' && { draws: drawPolicyOf(draws) }),
        ...(clockStep !== undefined && { clockStep: clockStepOf({ clockStep }) })
    };
}

function encoded(services: Services, context: CallContext, comparison: Comparison, standing: Standing): CompareResultsResponse {
    const limits = newRun(services, context);
    const { source, configurations } = comparison;
    return create(CompareResultsResponseSchema, {
        source,
        configurations: configurations.map(c => encodedConfiguration(c, limits, standing)),
        ...(configurations.some(c => c.rows.length > 0) ? standing : { strength: 'not covered' })
    });
}

function encodedConfiguration(configuration: ConfigurationComparison, limits: Pick<Run, 'limits'>, standing: Standing): WireConfiguration {
    const { storedRuns, storedSnapshots, runs, completed, rows, observables, errors, notes, ...plain } = configuration;
    return create(ConfigurationComparisonSchema, {
        ...plain,
        storedRuns: BigInt(storedRuns),
        storedSnapshots: BigInt(storedSnapshots),
        runs: BigInt(runs),
        completed: BigInt(completed),
        rows: rows.map(row => encodedRow(row, limits, standing)),
        observables: observables.map(encodedObservable),
        errors: [...errors],
        notes: [...notes],
        lines: comparisonLines(configuration)
    });
}

function encodedObservable({ tool, run, difference, declared, produced, notes, ...plain }: ObservableComparison): WireObservable {
    return create(ObservableComparisonSchema, {
        ...plain,
        ...(tool !== undefined && { tool: encodedFigures(tool) }),
        ...(run !== undefined && { run: encodedFigures(run) }),
        produced: BigInt(produced),
        compared: run !== undefined,
        ...(difference !== undefined && { difference: create(StatisticDifferenceSchema, difference) }),
        ...(declared !== undefined && { declared: encodedDeclared(declared) }),
        notes: [...notes]
    });
}

const encodedFigures = ({ count, mean, spread }: Figures): ComparedDistribution =>
    create(ComparedDistributionSchema, { count: BigInt(count), mean, ...spread });

const encodedDeclared = ({ analysis, rows, notes }: DeclaredStatistics): CaseStatistics =>
    create(CaseStatisticsSchema, { analysis, rows: rows.map(row => create(CaseStatisticSchema, row)), notes: [...notes] });
