/**
 * Runs a Monte Carlo case many times: each run observes one value on a new subject, and the case is then concluded once over all of them.
 * (Contract: newest-operations 3.2, rules 8 and 9.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { elementById, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { supertypesOf } from '../../../language/semantics/specialization.js';
import { type BehaviourOptions, type DrawPolicy, policyOf, Scheduler, seedOfRun, startRun } from '../../behaviour/index.js';
import type { Run, RunModel } from '../../evaluation/run.js';
import { elementsOf, Quantity, real, type Value } from '../../values/index.js';
import { type Arguments, type CaseResult, isAnalysisCase, outputsOf, runCaseOnce, type Verdict } from '../../verification/index.js';
import { type Distribution, Observations, type ObservationsSummary } from './distributions.js';
import type { RunRow, RunsTable } from './runs.js';

export interface CaseRunsRequest {
    /** qualified name of an analysis case that specializes `Simulation::MonteCarlo` */
    readonly analysis: string;
    /** path of the object that is its subject; empty for the subject that the case binds itself */
    readonly subject: string;
    readonly arguments: (run: Run) => Arguments;
    readonly runs: number;
    readonly seed?: bigint;
    readonly draws: DrawPolicy;
    /** order of concurrent steps, as a policy is written; empty for the usual one */
    readonly schedule?: string;
    /** duration of a step in seconds; 0 for a continuous clock */
    readonly clockStep: number;
    /** receives the result of each run while its objects exist; the conclusion over the sample is run 0 */
    readonly onResult?: (result: CaseResult, run: number) => void;
}

export interface CaseRunRow extends RunRow {
    readonly verdicts: readonly Verdict[];
}

export interface CaseRunsTable extends RunsTable {
    /** results of the case over the sample; empty if it was not concluded */
    readonly outputs: readonly { readonly name: string; readonly value: Value }[];
    /** why it was not concluded */
    readonly unconcluded: string;
}

/** The feature that runs of a case observe. */
export const OBSERVED = 'observed';

/** Results of some of the runs, as plain data. */
export interface CaseRunsSummary {
    readonly completed: number;
    readonly failed: number;
    readonly outOfSpec: number;
    readonly failures: readonly (readonly [error: string, count: number])[];
    readonly sample: ObservationsSummary;
}

/** Makes the runs of a case. @param each receives each row as soon as it is made */
export function makeCaseRuns(
    model: RunModel,
    request: CaseRunsRequest,
    options: BehaviourOptions,
    each: (row: CaseRunRow) => void
): CaseRunsTable {
    const collected = collectedCaseRuns(model, request, options);
    if (typeof collected === 'string') {
        const nothing = { completed: 0, failed: 0, failures: new Map<string, number>(), outputs: [], unconcluded: '' };
        return { observables: [OBSERVED], distributions: [], ...nothing, error: collected };
    }
    collected.make(1, request.runs + 1, each);
    return collected.table;
}

/** Returns a collection for the runs of a case, or the reason why the case cannot be run. */
export function collectedCaseRuns(model: RunModel, request: CaseRunsRequest, options: BehaviourOptions): CollectedCaseRuns | string {
    const element = elementById(model, request.analysis);
    return element === undefined
        ? `unresolved reference: ${request.analysis}`
        : (faultOf(element, request.analysis) ?? new CollectedCaseRuns(model, request, options, element));
}

/** Runs of a case, made here or joined from summaries of other collections. The table does not depend on where a run was made. */
export class CollectedCaseRuns {
    private readonly sample = new Observations(OBSERVED);
    private readonly failures = new Map<string, number>();
    private completed = 0;
    private failed = 0;
    private outOfSpec = 0;

    constructor(
        private readonly model: RunModel,
        private readonly request: CaseRunsRequest,
        private readonly options: BehaviourOptions,
        private readonly element: AstNode
    ) {}

    /** Creates another collection for runs of the same request. */
    another(): CollectedCaseRuns {
        return new CollectedCaseRuns(this.model, this.request, this.options, this.element);
    }

    /**
     * Makes the runs from one number up to, but not including, another.
     * @param to first run that is not made
     * @param each receives each row as soon as it is made
     */
    make(from: number, to: number, each: (row: CaseRunRow) => void): void {
        for (let run = from; run < to; run++) {
            const started = performance.now();
            const result = this.once(run);
            this.request.onResult?.(result, run);
            const { outputs, verdicts, error } = result;
            const elapsedMicros = Math.round((performance.now() - started) * 1000);
            if (error !== undefined) {
                this.failed++;
                this.failures.set(error, (this.failures.get(error) ?? 0) + 1);
                each({ run, outputs: [], verdicts, error, elapsedMicros });
                continue;
            }
            this.sample.add(outputs[0].value, run);
            this.completed++;
            this.outOfSpec += verdicts.every(v => v.holds === true) ? 0 : 1;
            each({ run, outputs, verdicts, elapsedMicros });
        }
    }

    private once(run: number): CaseResult {
        const { model, request, options, element } = this;
        return runCaseOnce(newRun(model, request, options, run), element, request.subject, request.arguments, bound => [
            { name: OBSERVED, value: single(bound.read(bound.layout.byName.get(OBSERVED)!)) }
        ]);
    }

    /** The results of these runs, for another thread. */
    get summary(): CaseRunsSummary {
        const { completed, failed, outOfSpec, failures, sample } = this;
        return { completed, failed, outOfSpec, failures: [...failures], sample: sample.summary };
    }

    /**
     * Adds runs that were made elsewhere.
     * @param others later runs; they must be joined in order
     * @returns whether they could be added (see {@link CollectedRuns.join})
     */
    join(others: CaseRunsSummary): boolean {
        if (others.sample.count > 0) {
            if (!this.sample.canJoin(others.sample)) {
                return false;
            }
            this.sample.join(others.sample, run => this.once(run).outputs[0].value);
        }
        this.completed += others.completed;
        this.failed += others.failed;
        this.outOfSpec += others.outOfSpec;
        others.failures.forEach(([error, count]) => this.failures.set(error, (this.failures.get(error) ?? 0) + count));
        return true;
    }

    /** The results of all runs, and the case's conclusions from them. */
    get table(): CaseRunsTable {
        const { model, request, options, element, completed, failed, failures, outOfSpec } = this;
        const { distribution } = this.sample;
        const made = {
            observables: [OBSERVED],
            distributions: distribution === undefined ? [] : [distribution],
            completed,
            failed,
            failures
        };
        return distribution === undefined
            ? { ...made, outputs: [], unconcluded: 'no run completed, so the case is not concluded' }
            : { ...made, ...concluded(newRun(model, request, options, 0), element, request, statistics(distribution, outOfSpec)) };
    }
}

/** Creates a run whose random stream depends only on the seed and the number of the run. */
function newRun(model: RunModel, request: CaseRunsRequest, options: BehaviourOptions, run: number): Run {
    const { draws, seed, schedule = '', clockStep } = request;
    const chance = { draws, ...(seed !== undefined && { seed: seedOfRun(seed, run) }) };
    return startRun(model, { ...options, clockStep }, new Scheduler(policyOf(schedule), undefined, undefined, chance));
}

function faultOf(element: AstNode, name: string): string | undefined {
    const isMonteCarlo = [...supertypesOf(element)].some(type => qualifiedNameOf(type) === 'Simulation::MonteCarlo');
    return isAnalysisCase(element) && isMonteCarlo
        ? undefined
        : `not a Simulation::MonteCarlo analysis: ${name} specializes no Simulation::MonteCarlo, so its runs have no statistics to bind`;
}

/** Returns the only element of a sequence with one element; returns any other value unchanged. */
function single(value: Value): Value {
    const elements = elementsOf(value);
    return elements.length === 1 ? elements[0] : value;
}

/** Features of `Simulation::MonteCarlo` that get values from a sample; each has at most one value. */
export const STATISTICS = ['runs', 'mean', 'deviation', 'outOfSpec'] as const;

/** Returns the values of the case's features for a sample, by name. The deviation is the sample deviation. */
function statistics(distribution: Distribution, outOfSpec: number): ReadonlyMap<(typeof STATISTICS)[number], Value> {
    const { count } = distribution;
    const measured = (x: number): Value =>
        distribution.numeric && distribution.unit !== undefined ? new Quantity(real(x), distribution.unit) : real(x);
    return new Map<(typeof STATISTICS)[number], Value>([
        ['runs', count],
        ['mean', distribution.numeric ? distribution.mean : null],
        ['deviation', distribution.numeric && count > 1 ? measured(distribution.deviation * Math.sqrt(count / (count - 1))) : null],
        ['outOfSpec', outOfSpec]
    ]);
}

/** Evaluates the results of the case with the statistics of the sample. */
function concluded(
    run: Run,
    element: AstNode,
    request: CaseRunsRequest,
    sample: ReadonlyMap<string, Value>
): Pick<CaseRunsTable, 'outputs' | 'unconcluded'> {
    const result = runCaseOnce(run, element, request.subject, request.arguments, bound => {
        for (const [name, value] of sample) {
            const index = bound.layout.byName.get(name);
            if (index !== undefined) {
                bound.write(index, value);
            }
        }
        return outputsOf(bound);
    });
    request.onResult?.(result, 0);
    const { outputs, error } = result;
    return { outputs, unconcluded: error === undefined ? '' : `the case is not concluded: ${error}` };
}
