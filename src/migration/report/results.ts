/** Run configurations of a model and the results that it stores (contract: migration 12). */

import type { Declaration } from '../notation/declaration.js';

/** A run configuration as the sidecar states it; a member that it does not state is missing. */
export interface RunConfiguration {
    readonly id: string;
    readonly name: string;
    readonly runs?: number;
    readonly draws?: string;
    /** seconds of a step of the clock */
    readonly clockStep?: number;
    readonly target?: string;
    readonly behavior?: string;
    readonly resultLocation?: string;
    readonly observables: readonly string[];
    readonly snapshots: readonly Snapshot[];
    /** names of the Monte Carlo statistics of what is run */
    readonly statistics?: readonly string[];
    /** the value that these are of, and the case that observes it */
    readonly analysis?: string;
    readonly analysisCase?: string;
    readonly notes: readonly string[];
}

export interface Snapshot {
    readonly id: string;
    readonly name: string;
    readonly values: Readonly<Record<string, number>>;
    /** what the tool has computed over several runs */
    readonly statistics?: { readonly runs: number; readonly mean: number; readonly deviation?: number; readonly outOfSpec?: number };
}

/** A Monte Carlo analysis as it is written: its case, the value that runs observe, the tool's names of its statistics. */
export interface WrittenAnalysis {
    readonly analysis: Declaration;
    readonly observed: string;
    readonly statistics: readonly string[];
}
