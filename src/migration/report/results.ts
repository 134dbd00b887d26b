/** Run configurations of a model with their stored results (contract: migration 12). */

import type { Declaration } from '../notation/declaration.js';

/** A run configuration in the sidecar file. Members that the model does not state are missing. */
export interface RunConfiguration {
    readonly id: string;
    readonly name: string;
    readonly runs?: number;
    readonly draws?: string;
    /** duration of a clock step in seconds */
    readonly clockStep?: number;
    readonly target?: string;
    readonly behavior?: string;
    readonly resultLocation?: string;
    readonly observables: readonly string[];
    readonly snapshots: readonly Snapshot[];
    /** names of the Monte Carlo statistics of the target */
    readonly statistics?: readonly string[];
    /** name of the observed value, and of the analysis case that observes it */
    readonly analysis?: string;
    readonly analysisCase?: string;
    readonly notes: readonly string[];
}

export interface Snapshot {
    readonly id: string;
    readonly name: string;
    readonly values: Readonly<Record<string, number>>;
    /** results that the tool computed over several runs */
    readonly statistics?: { readonly runs: number; readonly mean: number; readonly deviation?: number; readonly outOfSpec?: number };
}

/** A written Monte Carlo analysis with the name of the observed value and the tool's names of the statistics. */
export interface WrittenAnalysis {
    readonly analysis: Declaration;
    readonly observed: string;
    readonly statistics: readonly string[];
}
