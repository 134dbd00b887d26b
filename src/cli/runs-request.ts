/** Translates the options of `runs` to a request; all threads that make the runs use the same translation. */
import type { SourceDocument } from '../language/workspace/document.js';
import type { Model } from '../language/workspace/workspace.js';
import { inputOf, type BehaviourOptions, type DrawPolicy } from '../runtime/behaviour/index.js';
import type { Run } from '../runtime/evaluation/index.js';
import type { RunsRequest } from '../runtime/engines/index.js';
import type { Value } from '../runtime/values/index.js';
import type { QuestionOptions } from './model.js';

export interface RunsOptions extends QuestionOptions {
    readonly runs: string;
    readonly seed: string;
    readonly draws: DrawPolicy;
    readonly clockStep: string;
    readonly performer?: string;
    readonly input?: readonly string[];
    readonly observe?: readonly string[];
    readonly rows?: boolean;
    readonly plot?: string;
}

/** Runs of an action, as plain data. */
export interface RunsQuestion {
    readonly paths: readonly string[];
    /** the documents as read */
    readonly documents: readonly SourceDocument[];
    readonly options: RunsOptions;
    /** qualified name of the action */
    readonly action: string;
    /** path to its performer */
    readonly performer?: string;
}

/** The request for these runs. @throws StimulusError for an invalid input */
export function runsRequest(model: Model, { action, performer, options }: RunsQuestion, limits: BehaviourOptions): RunsRequest {
    const { seed, draws, clockStep, input = [], observe = [] } = options;
    const read = input.map(text => inputOf(text, { model, contextId: action, limits }));
    return {
        action,
        inputs: (run: Run): ReadonlyMap<string, Value> => new Map(read.map(i => [i.name, i.value(run)])),
        runs: Number(options.runs),
        draws,
        observe,
        clockStep: Number(clockStep),
        ...(performer !== undefined && { performer }),
        ...(draws === 'random' && { seed: BigInt(seed) })
    };
}
