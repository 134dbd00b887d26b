/**
 * An action run many times, its modelled randomness drawn again each time: a row for each run, and how what the runs observed is
 * distributed. Run k is the same however many there are. (Contract: newest-operations 3.)
 */
import { type BehaviourOptions, type DrawPolicy, executeAction, policyOf, seedOfRun, type ActionRequest } from '../../behaviour/index.js';
import type { RunModel } from '../../evaluation/index.js';
import { Quantity, real, type Value } from '../../values/index.js';
import { startRun } from '../../behaviour/index.js';
import { type Distribution, Observations } from './distributions.js';

export interface RunsRequest extends Pick<ActionRequest, 'action' | 'performer' | 'inputs'> {
    readonly runs: number;
    /** needed where draws are random */
    readonly seed?: bigint;
    readonly draws: DrawPolicy;
    /** seconds; 0 for a continuous clock */
    readonly clockStep: number;
    /**
     * features of the action, chains through its parts (`target.mass`), `this.<name>` of its performer, `clock`; all of the action
     * and the clock where none is named
     */
    readonly observe: readonly string[];
}

/** One run. */
export interface RunRow {
    /** from 1 */
    readonly run: number;
    /** in the order of the columns; none where it failed */
    readonly outputs: readonly { readonly name: string; readonly value: Value }[];
    readonly error?: string;
    readonly elapsedMicros: number;
}

export interface RunsTable {
    readonly observables: readonly string[];
    readonly distributions: readonly Distribution[];
    readonly completed: number;
    readonly failed: number;
    /** why there is no table */
    readonly error?: string;
}

const CLOCK = 'clock';

/** Whether a name leads through parts of the action; those of its performer are among that one's attributes. */
const isChain = (name: string): boolean => name.includes('.') && !name.startsWith('this.');

/**
 * Makes runs one after the other. What a run leaves is its row alone: memory does not grow with their number but for eight bytes a value.
 * @param each gets each row as it is made
 */
export function makeRuns(model: RunModel, request: RunsRequest, options: BehaviourOptions, each: (row: RunRow) => void): RunsTable {
    const second = startRun(model).units.unit('SI::second');
    const observations = new Map<string, Observations>();
    let columns: readonly string[] | undefined = request.observe.length === 0 ? undefined : request.observe;
    let [completed, failed] = [0, 0];
    for (let run = 1; run <= request.runs; run++) {
        const started = performance.now();
        const { outputs, performerAttributes, observed, error, finalTime } = once(model, request, options, run);
        const elapsedMicros = Math.round((performance.now() - started) * 1000);
        if (error !== '') {
            failed++;
            each({ run, outputs: [], error, elapsedMicros });
            continue;
        }
        completed++;
        const clock = new Quantity(real(finalTime), second);
        const values = new Map<string, Value>([...observed, ...(outputs ?? []), ...performerAttributes, [CLOCK, clock]]);
        columns ??= [...(outputs ?? new Map<string, Value>()).keys()].sort().concat(CLOCK);
        const row = columns.flatMap(name => {
            const value = values.get(name);
            return value === undefined ? [] : [{ name, value }];
        });
        for (const { name, value } of row) {
            const known = observations.get(name) ?? new Observations(name);
            observations.set(name, known);
            known.add(value);
        }
        each({ run, outputs: row, elapsedMicros });
    }
    const missing = completed === 0 ? undefined : columns?.find(name => !observations.has(name));
    return {
        observables: columns ?? [],
        distributions: (columns ?? []).map(name => observations.get(name)?.distribution).filter(d => d !== undefined),
        completed,
        failed,
        ...(missing !== undefined && {
            error: `invalid run request: no completed run of ${request.action} produced a value named ${missing} (the clock is observed as clock)`
        })
    };
}

function once(model: RunModel, request: RunsRequest, options: BehaviourOptions, run: number) {
    const { action, performer, inputs, seed, draws, clockStep } = request;
    const observe = request.observe.filter(isChain);
    return executeAction(
        model,
        { action, performer, inputs, policy: policyOf(''), observe },
        { ...options, clockStep, chance: { draws, ...(seed !== undefined && { seed: seedOfRun(seed, run) }) } }
    );
}
