/**
 * Compares stored results of a SysML v1 tool with runs of the migrated model (contract: newest-operations 6). Each configuration of the
 * sidecar is run as an action; the observables of the runs are compared with the stored ones.
 */
import { nameOf } from '../../language/semantics/naming.js';
import type { Model } from '../../language/workspace/workspace.js';
import { type BehaviourOptions, DRAW_POLICIES, type DrawPolicy } from '../../runtime/behaviour/index.js';
import { makeRuns, type RunRow } from '../../runtime/engines/chance/runs.js';
import {
    type Comparison,
    type ComparisonStatus,
    ComparisonRefusal,
    type ConfigurationComparison,
    UnacceptableComparison
} from './comparison.js';
import { behaviorOf, configuredAction, type ConfiguredAction, featureOf, indexOf, type ModelIndex } from './configured-action.js';
import { compareObservable, type ObservedPair } from './observables.js';
import type { Sidecar, StoredConfiguration } from './sidecar.js';

export interface ComparisonRequest {
    /** qualified or simple names of the configurations to run; all if empty */
    readonly actions: readonly string[];
    /** runs per configuration; by default the configuration's number, or 1 */
    readonly runs?: number;
    /** required for random draws */
    readonly seed?: bigint;
    /** draw policy; by default that of each configuration, or `random` */
    readonly draws?: DrawPolicy;
    /** in seconds, 0 for a continuous clock; by default that of each configuration */
    readonly clockStep?: number;
    /** stored observables with the corresponding features of the run; all observables of each configuration if empty */
    readonly observe: readonly { readonly stored: string; readonly feature: string }[];
    /** maximum number of runs per configuration */
    readonly mostRuns: number;
}

/**
 * Runs the configurations of a sidecar and compares the results.
 * @param onRow called after each run
 * @throws ComparisonRefusal for the name of an unknown configuration, UnacceptableComparison for random draws without a seed
 */
export function compareResults(
    model: Model,
    sidecar: Sidecar,
    request: ComparisonRequest,
    options: BehaviourOptions,
    onRow: () => void
): Comparison {
    const index = indexOf(model);
    const found = sidecar.configurations.map(stored => ({ stored, action: configuredAction(index, stored) }));
    const unknown = request.actions.find(name => !found.some(({ stored, action }) => isNamed(name, stored, action)));
    if (unknown !== undefined) {
        throw new ComparisonRefusal(`no configuration is named ${unknown}`);
    }
    const wanted = found.filter(
        ({ stored, action }) => request.actions.length === 0 || request.actions.some(name => isNamed(name, stored, action))
    );
    const planned = wanted.map(({ stored, action }) => planOf(stored, action, request));
    if (request.seed === undefined && planned.some(plan => plan.unresolved === undefined && plan.draws === 'random')) {
        throw new UnacceptableComparison('invalid run request: random draws need a seed');
    }
    return { source: sidecar.source, configurations: planned.map(plan => compared(index, plan, request, options, onRow)) };
}

function isNamed(name: string, stored: StoredConfiguration, action: ConfiguredAction | string): boolean {
    return name === stored.name || (typeof action !== 'string' && [action.id, action.name, nameOf(action.element)].includes(name));
}

/** How to run a configuration, or the reason why it cannot be run. */
interface Plan {
    readonly stored: StoredConfiguration;
    readonly action?: ConfiguredAction;
    readonly behavior: string;
    readonly unresolved?: string;
    readonly runs: number;
    readonly draws: DrawPolicy;
    readonly clockStep: number;
    readonly notes: readonly string[];
}

function planOf(stored: StoredConfiguration, found: ConfiguredAction | string, request: ComparisonRequest): Plan {
    const { runs: own, draws: policy, clockStep: step = 0 } = stored;
    const action = typeof found === 'string' ? undefined : found;
    const behavior = action === undefined || stored.behavior === undefined ? undefined : behaviorOf(action, stored.behavior);
    const runs = request.runs ?? own ?? 1;
    const draws = request.draws ?? (policy === undefined ? 'random' : DRAW_POLICIES.find(known => known === policy));
    const unresolved = unresolvedReason(stored, found, { behavior, runs, draws, mostRuns: request.mostRuns, clockStep: step });
    const isOne = unresolved === undefined && request.runs === undefined && own === undefined;
    return {
        stored,
        ...(action !== undefined && { action }),
        behavior: behavior ?? stored.behavior ?? '',
        unresolved,
        runs,
        draws: draws ?? 'random',
        clockStep: request.clockStep ?? step,
        notes: [...stored.notes, ...(isOne ? ['the configuration states no number of runs: one is made'] : [])]
    };
}

interface Settings {
    readonly behavior: string | undefined;
    readonly runs: number;
    readonly draws: DrawPolicy | undefined;
    readonly mostRuns: number;
    readonly clockStep: number;
}

/** The reason why a configuration cannot be run; undefined if it can. */
function unresolvedReason(stored: StoredConfiguration, found: ConfiguredAction | string, settings: Settings): string | undefined {
    const { behavior, runs, draws, mostRuns, clockStep } = settings;
    if (stored.behavior === undefined) {
        return 'the configuration names no behavior';
    }
    if (typeof found === 'string') {
        return found;
    }
    if (behavior === undefined) {
        return `${found.name} performs no ${stored.behavior}`;
    }
    if (draws === undefined) {
        return `invalid draw policy: "${stored.draws}" is not one of ${DRAW_POLICIES.join(', ')}`;
    }
    if (!Number.isInteger(runs) || runs < 1) {
        return `"${runs}" is not a number of runs to make`;
    }
    if (!(clockStep >= 0)) {
        return `invalid clock step: a clock steps by a finite, non-negative number of seconds, not ${clockStep}`;
    }
    return runs > mostRuns ? `sweep run budget exceeded: at most ${mostRuns} run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)` : undefined;
}

function compared(
    index: ModelIndex,
    plan: Plan,
    request: ComparisonRequest,
    options: BehaviourOptions,
    onRow: () => void
): ConfigurationComparison {
    const { stored, action, behavior, unresolved, notes } = plan;
    const { id, target = '', resultLocation = '', snapshots } = stored;
    const known = {
        id,
        name: action?.name ?? stored.name,
        behavior,
        target,
        resultLocation,
        storedRuns: snapshots.reduce((sum, { statistics }) => sum + (statistics?.runs ?? 1), 0),
        storedSnapshots: snapshots.length,
        notes
    };
    if (action === undefined || unresolved !== undefined) {
        const nothing = { runs: 0, completed: 0, draws: '' as const, clockStep: 0, rows: [], observables: [], errors: [] };
        return { ...known, ...nothing, status: 'unresolved', unresolved: unresolved ?? '' };
    }
    const { runs, draws, clockStep } = plan;
    const pairs = pairsOf(action, stored, request);
    const rows: RunRow[] = [];
    const seed = request.seed === undefined ? {} : { seed: request.seed };
    makeRuns(
        index.model,
        { action: action.id, runs, draws, clockStep, observe: [...new Set(pairs.map(p => p.feature))], ...seed },
        options,
        row => {
            rows.push(row);
            onRow();
        }
    );
    const completed = rows.filter(row => row.error === undefined);
    const observables = pairs.map(pair => compareObservable(index, action, stored, pair, completed));
    const unobserved = observables.filter(o => o.run === undefined).map(o => o.stored);
    const status = statusOf(rows.length - completed.length, unobserved.length);
    return {
        ...known,
        status,
        unresolved: status === 'unresolved' ? `the runs have no numbers for ${unobserved.join(', ')}` : '',
        runs,
        completed: completed.length,
        draws,
        ...seed,
        clockStep,
        rows,
        observables,
        errors: [...new Set(rows.map(row => row.error).filter(error => error !== undefined))]
    };
}

function statusOf(failed: number, unobserved: number): ComparisonStatus {
    if (failed > 0) {
        return 'fails';
    }
    return unobserved > 0 ? 'unresolved' : 'holds';
}

/** The pairs to compare: those of the request, or all stored observables, each with its feature of the run. */
function pairsOf(action: ConfiguredAction, stored: StoredConfiguration, { observe }: ComparisonRequest): ObservedPair[] {
    const { observables, analysis, snapshots } = stored;
    const summarized = analysis !== undefined && !observables.includes(analysis) && snapshots.some(s => s.statistics !== undefined);
    const all = [...observables, ...(summarized ? [analysis] : [])].map(name => ({ stored: name, feature: '' }));
    return (observe.length > 0 ? observe : all).map(({ stored: name, feature }) => ({
        stored: name,
        feature: feature === '' ? featureOf(action, stored, name) : feature
    }));
}
