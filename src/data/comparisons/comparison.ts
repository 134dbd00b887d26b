/** What a comparison of stored results with runs comes to (contract: newest-operations 6). Data alone. */
import type { DrawPolicy } from '../../runtime/behaviour/index.js';
import type { RunRow } from '../../runtime/engines/index.js';

/** Why nothing is compared. */
export class ComparisonRefusal extends Error {}

/** Figures of numbers; those of pooled summaries are the count and the mean alone. */
export interface Figures {
    readonly count: number;
    readonly mean: number;
    readonly spread?: {
        readonly min: number;
        readonly p50: number;
        readonly p90: number;
        readonly max: number;
        /** of the population */
        readonly deviation: number;
    };
}

/** How far the runs are from the tool, in per cent (`-20.0%`); empty where nothing is compared. */
export interface Differences {
    readonly min: string;
    readonly mean: string;
    readonly p50: string;
    readonly p90: string;
    readonly max: string;
}

/** A statistic that a Monte Carlo case returns. Texts are empty for what is not known. */
export interface DeclaredStatistic {
    readonly statistic: string;
    /** the feature that it is of */
    readonly of: string;
    readonly tool: string;
    readonly run: string;
    readonly difference: string;
}

export interface DeclaredStatistics {
    /** the case, by qualified name */
    readonly analysis: string;
    readonly rows: readonly DeclaredStatistic[];
    readonly notes: readonly string[];
}

export interface ObservableComparison {
    readonly stored: string;
    readonly feature: string;
    /** of the runs' numbers; empty for none */
    readonly unit: string;
    readonly tool?: Figures;
    /** the tool's figures are those of summaries */
    readonly pooled: boolean;
    /** the tool has no result for it */
    readonly unstored: boolean;
    readonly run?: Figures;
    /** how many runs have a number for it */
    readonly produced: number;
    readonly difference?: Differences;
    readonly declared?: DeclaredStatistics;
    readonly notes: readonly string[];
}

/** `holds`: every run completed and every observable is compared; `fails`: a run failed. */
export type ComparisonStatus = 'holds' | 'fails' | 'unresolved';

export interface ConfigurationComparison {
    readonly id: string;
    /** qualified names as notation writes them; the sidecar's where the model has no such action */
    readonly name: string;
    readonly behavior: string;
    readonly target: string;
    readonly resultLocation: string;
    readonly status: ComparisonStatus;
    /** why it could not be run, or what its runs do not observe */
    readonly unresolved: string;
    readonly storedRuns: number;
    readonly storedSnapshots: number;
    readonly runs: number;
    readonly completed: number;
    readonly draws: DrawPolicy | '';
    readonly seed?: bigint;
    /** seconds; 0 for a continuous clock */
    readonly clockStep: number;
    readonly rows: readonly RunRow[];
    readonly observables: readonly ObservableComparison[];
    /** each error of a run once, in their order */
    readonly errors: readonly string[];
    readonly notes: readonly string[];
}

export interface Comparison {
    readonly source: string;
    readonly configurations: readonly ConfigurationComparison[];
}
