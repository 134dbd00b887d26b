/**
 * Runs an action many times, with new random draws each time. The result has a row for each run and the distributions of the observed
 * values. Run k does not depend on the number of runs. (Contract: newest-operations 3.)
 */
import {
    type ActionRequest,
    type ActionResult,
    type BehaviourOptions,
    type DrawPolicy,
    executeAction,
    policyOf,
    seedOfRun
} from '../../behaviour/index.js';
import type { RunModel } from '../../evaluation/index.js';
import { Quantity, real, type Unit, type Value } from '../../values/index.js';
import { startRun } from '../../behaviour/index.js';
import { type Distribution, Observations, type ObservationsSummary } from './distributions.js';

export interface RunsRequest extends Pick<ActionRequest, 'action' | 'performer' | 'inputs'> {
    readonly runs: number;
    /** required if draws are random */
    readonly seed?: bigint;
    readonly draws: DrawPolicy;
    /** order of concurrent steps, as a policy is written; empty for the usual one */
    readonly schedule?: string;
    /** duration of a step in seconds; 0 for a continuous clock */
    readonly clockStep: number;
    /**
     * features of the action, feature chains through its parts (`target.mass`), `this.<name>` of its performer, and `clock`; if empty, all
     * features of the action and the clock
     */
    readonly observe: readonly string[];
}

/** One run. */
export interface RunRow {
    /** from 1 */
    readonly run: number;
    /** in the order of the columns; empty if the run failed */
    readonly outputs: readonly { readonly name: string; readonly value: Value }[];
    readonly error?: string;
    readonly elapsedMicros: number;
}

export interface RunsTable {
    readonly observables: readonly string[];
    readonly distributions: readonly Distribution[];
    readonly completed: number;
    readonly failed: number;
    /** number of failed runs by error, in the order of their first occurrence */
    readonly failures: ReadonlyMap<string, number>;
    /** why there is no table */
    readonly error?: string;
}

const CLOCK = 'clock';

/** Whether a name is a feature chain of the action. Names that start with `this.` are attributes of the performer. */
const isChain = (name: string): boolean => name.includes('.') && !name.startsWith('this.');

/** Results of some of the runs, as plain data. */
export interface RunsSummary {
    /** the first of these runs */
    readonly from: number;
    readonly completed: number;
    readonly failed: number;
    readonly failures: readonly (readonly [error: string, count: number])[];
    readonly observations: readonly (readonly [name: string, summary: ObservationsSummary])[];
}

/**
 * Makes runs one after another. Each run leaves only its row: memory grows by eight bytes per value only.
 * @param each receives each row as soon as it is made
 */
export function makeRuns(model: RunModel, request: RunsRequest, options: BehaviourOptions, each: (row: RunRow) => void): RunsTable {
    const collected = new CollectedRuns(model, request, options);
    collected.make(1, request.runs + 1, each);
    return collected.table;
}

/** The columns of the table: the requested ones, or the outputs of the first completed run and the clock. */
class Columns {
    known: readonly string[] | undefined;

    constructor(observe: readonly string[]) {
        this.known = observe.length === 0 ? undefined : observe;
    }

    /** @param own names of the outputs of this run, @param ownOf returns those of an earlier run; undefined if it fails */
    of(run: number, own: Iterable<string>, ownOf: (run: number) => Iterable<string> | undefined): readonly string[] {
        if (this.known === undefined) {
            let first: Iterable<string> | undefined;
            for (let before = 1; before < run && first === undefined; before++) {
                first = ownOf(before);
            }
            this.known = [...(first ?? own)].sort().concat(CLOCK);
        }
        return this.known;
    }
}

/** Runs of a request, made here or joined from summaries of other collections. The table does not depend on where a run was made. */
export class CollectedRuns {
    private readonly observations = new Map<string, Observations>();
    private readonly failures = new Map<string, number>();
    private readonly second: Unit;
    private completed = 0;
    private failed = 0;
    private from = 1;

    constructor(
        private readonly model: RunModel,
        private readonly request: RunsRequest,
        private readonly options: BehaviourOptions,
        private readonly columns: Columns = new Columns(request.observe)
    ) {
        this.second = startRun(model).units.unit('SI::second');
    }

    /** Creates another collection for runs of the same request. */
    another(): CollectedRuns {
        return new CollectedRuns(this.model, this.request, this.options, this.columns);
    }

    /**
     * Makes the runs from one number up to, but not including, another.
     * @param to first run that is not made
     * @param each receives each row as soon as it is made
     */
    make(from: number, to: number, each: (row: RunRow) => void = () => undefined): void {
        this.from = this.completed + this.failed === 0 ? from : this.from;
        for (let run = from; run < to; run++) {
            const started = performance.now();
            const { values, own, error } = this.valuesOf(run);
            const elapsedMicros = Math.round((performance.now() - started) * 1000);
            if (error !== '') {
                this.failed++;
                this.failures.set(error, (this.failures.get(error) ?? 0) + 1);
                each({ run, outputs: [], error, elapsedMicros });
                continue;
            }
            this.completed++;
            const row = this.columns
                .of(run, own, before => this.ownOf(before))
                .flatMap(name => {
                    const value = values.get(name);
                    return value === undefined ? [] : [{ name, value }];
                });
            for (const { name, value } of row) {
                const known = this.observations.get(name) ?? new Observations(name);
                this.observations.set(name, known);
                known.add(value, run);
            }
            each({ run, outputs: row, elapsedMicros });
        }
    }

    /** Makes a run and returns its values at the end. */
    private valuesOf(run: number): { readonly values: ReadonlyMap<string, Value>; readonly own: Iterable<string>; readonly error: string } {
        const { outputs = new Map<string, Value>(), performerAttributes, observed, error, finalTime } = this.once(run);
        const clock = new Quantity(real(finalTime), this.second);
        return {
            values: new Map<string, Value>([...observed, ...outputs, ...performerAttributes, [CLOCK, clock]]),
            own: outputs.keys(),
            error
        };
    }

    /** Makes a run and returns the names of its outputs; undefined if it fails. */
    private ownOf(run: number): Iterable<string> | undefined {
        const { own, error } = this.valuesOf(run);
        return error === '' ? own : undefined;
    }

    private once(run: number): ActionResult {
        const { action, performer, inputs, seed, draws, schedule = '', clockStep, observe } = this.request;
        return executeAction(
            this.model,
            { action, performer, inputs, policy: policyOf(schedule), observe: observe.filter(isChain) },
            { ...this.options, clockStep, chance: { draws, ...(seed !== undefined && { seed: seedOfRun(seed, run) }) } }
        );
    }

    /** The results of these runs, for another thread. */
    get summary(): RunsSummary {
        const { from, completed, failed } = this;
        const observations = Array.from(this.observations, ([name, o]) => [name, o.summary] as const);
        return { from, completed, failed, failures: [...this.failures], observations };
    }

    /**
     * Adds the runs of another thread.
     * @param others later runs; they must be joined in order
     * @returns false if their values are of another kind; these runs must then be made in this collection
     */
    join(others: RunsSummary): boolean {
        const { observations } = others;
        if (!observations.every(([name, o]) => this.observations.get(name)?.canJoin(o) !== false)) {
            return false;
        }
        for (const [name, summary] of observations) {
            const known = this.observations.get(name) ?? new Observations(name);
            this.observations.set(name, known);
            known.join(summary, run => this.valuesOf(run).values.get(name)!);
        }
        this.completed += others.completed;
        this.failed += others.failed;
        others.failures.forEach(([error, count]) => this.failures.set(error, (this.failures.get(error) ?? 0) + count));
        return true;
    }

    /** The results of all runs. */
    get table(): RunsTable {
        const { observations, completed, failed, failures } = this;
        const columns = this.columns.known ?? [];
        const missing = completed === 0 ? undefined : columns.find(name => !observations.has(name));
        return {
            observables: columns,
            distributions: columns.map(name => observations.get(name)?.distribution).filter(d => d !== undefined),
            completed,
            failed,
            failures,
            ...(missing !== undefined && {
                error: `invalid run request: no completed run of ${this.request.action} produced a value named ${missing} (the clock is observed as clock)`
            })
        };
    }
}
