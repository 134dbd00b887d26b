/** Run configurations of a model and the results that it stores (contract: migration 12). */

/** A run configuration as the sidecar tells it; what it does not state is missing. */
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
    readonly notes: readonly string[];
}

export interface Snapshot {
    readonly id: string;
    readonly name: string;
    readonly values: Readonly<Record<string, number>>;
}
