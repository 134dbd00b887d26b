/** The result of comparing stored results with runs (contract: newest-operations 6). Plain data. */
import type { DrawPolicy } from '../../runtime/behaviour/index.js';
import type { RunRow } from '../../runtime/engines/index.js';

/** The reason for which a comparison is refused. */
export class ComparisonRefusal extends Error {}

/** The reason for which no model could answer a comparison: a text that is not JSON, random draws without a seed. */
export class UnacceptableComparison extends Error {}

/** Statistics of numbers; pooled summaries have only count and mean. */
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

/** Relative differences of the runs from the tool, in per cent (`-20.0%`); empty if not compared. */
export interface Differences {
    readonly min: string;
    readonly mean: string;
    readonly p50: string;
    readonly p90: string;
    readonly max: string;
}

/** A statistic that a Monte Carlo case returns. A text is empty if its value is unknown. */
export interface DeclaredStatistic {
    readonly statistic: string;
    /** the observed feature */
    readonly of: string;
    readonly tool: string;
    readonly run: string;
    readonly difference: string;
}

export interface DeclaredStatistics {
    /** qualified name of the case */
    readonly analysis: string;
    readonly rows: readonly DeclaredStatistic[];
    readonly notes: readonly string[];
}

export interface ObservableComparison {
    readonly stored: string;
    readonly feature: string;
    /** unit of the runs' numbers; empty if they have none */
    readonly unit: string;
    readonly tool?: Figures;
    /** whether the tool's figures are pooled from summaries */
    readonly pooled: boolean;
    /** whether the tool stored no result */
    readonly unstored: boolean;
    readonly run?: Figures;
    /** number of runs with a number for the observable */
    readonly produced: number;
    readonly difference?: Differences;
    readonly declared?: DeclaredStatistics;
    readonly notes: readonly string[];
}

/** `holds`: every run completed and every observable is compared; `fails`: a run failed. */
export type ComparisonStatus = 'holds' | 'fails' | 'unresolved';

export interface ConfigurationComparison {
    readonly id: string;
    /** qualified names in the textual notation; those of the sidecar if the model has no such action */
    readonly name: string;
    readonly behavior: string;
    readonly target: string;
    readonly resultLocation: string;
    readonly status: ComparisonStatus;
    /** why the configuration could not be run, or which observables its runs do not have */
    readonly unresolved: string;
    readonly storedRuns: number;
    readonly storedSnapshots: number;
    readonly runs: number;
    readonly completed: number;
    readonly draws: DrawPolicy | '';
    readonly seed?: bigint;
    /** in seconds; 0 for a continuous clock */
    readonly clockStep: number;
    readonly rows: readonly RunRow[];
    readonly observables: readonly ObservableComparison[];
    /** distinct errors of the runs, in order of occurrence */
    readonly errors: readonly string[];
    readonly notes: readonly string[];
}

export interface Comparison {
    readonly source: string;
    readonly configurations: readonly ConfigurationComparison[];
}
