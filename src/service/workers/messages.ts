// The messages between the main thread and a worker through the port. Plain data only.

import type { Environment } from '../config/environment.js';
import type { Capability } from '../../wire/capabilities.js';
import type { Format } from '../../wire/codec.js';
import type { Share } from '../operations/division.js';
import type { Code } from '../../wire/status.js';
import type { Repeatable } from './store.js';

/** The settings of a worker. */
export interface WorkerSettings {
    readonly mailbox: SharedArrayBuffer;
    /** module whose `createServices` creates the services; by default that of this project */
    readonly servicesModule: string | undefined;
    readonly environment: Environment;
    readonly version: string;
    readonly cacheSize: number;
    readonly servedEngines: readonly string[];
    /** folder to which file paths of requests are confined; none if absent */
    readonly sourceRoot?: string;
    /** the library as another worker has loaded it */
    readonly librarySnapshot?: SharedArrayBuffer;
}

/** The objects held for a model, as the calls that created them. */
export interface PopulationMessage {
    readonly modelHash: string;
    /** changes when the model leaves and re-enters the cache; objects of another generation no longer exist */
    readonly generation: number;
    /** number of the calls that the worker has already made, as far as the main thread knows */
    readonly from: number;
    /** the calls after those */
    readonly journal: readonly Repeatable[];
}

export interface CallMessage {
    readonly id: number;
    readonly method: number;
    readonly format: Format;
    readonly body: Uint8Array;
    readonly deadline: number;
    readonly modelAbsent: boolean;
    /** the recipe of the model, if the worker lacks it */
    readonly recipe?: Repeatable;
    readonly population?: PopulationMessage;
    /** memory of the counter that assigns parts; present if the worker is to compute parts of another worker's call */
    readonly parts?: SharedArrayBuffer;
}

export type ToWorker =
    /** calls to be computed one after another */
    | { readonly type: 'calls'; readonly calls: readonly CallMessage[] }
    | { readonly type: 'load' }
    /** models that another worker keeps */
    | { readonly type: 'drop'; readonly hashes: readonly string[] }
    /** the parts that assisting workers have computed; no assistant is left */
    | { readonly type: 'gathered'; readonly id: number; readonly shares: readonly Share[] };

export interface AnswerMessage {
    readonly id: number;
    readonly code: Code;
    readonly body: Uint8Array;
    readonly message: string;
    readonly largeAnswer: number;
    readonly parsedHash?: string;
    /** of the parsed model, if files were read */
    readonly inline?: Uint8Array;
    readonly populationChanged?: boolean;
    readonly missingModel?: string;
}

export type FromWorker =
    | ({ readonly type: 'answer' } & AnswerMessage)
    /** there are answers in the mailbox */
    | { readonly type: 'answers' }
    /** other workers may compute parts of the current call */
    | { readonly type: 'share'; readonly id: number; readonly memory: SharedArrayBuffer }
    /** no part is left: the worker waits for the results of others */
    | { readonly type: 'gather'; readonly id: number }
    /** the parts that this worker computed for another one, under the id that it was given */
    | { readonly type: 'assisted'; readonly id: number; readonly share: Share }
    /** the code is loaded: the served procedures and capabilities */
    | {
          readonly type: 'hello';
          readonly methods: readonly string[];
          readonly provides: readonly Capability[];
          readonly population: Readonly<Record<string, 'reads' | 'writes'>>;
          readonly repeatable: readonly string[];
      }
    /** the library is loaded */
    | {
          readonly type: 'ready';
          readonly milliseconds: number;
          readonly librarySnapshot?: SharedArrayBuffer;
          readonly libraryOrigin?: string;
          readonly warnings: readonly string[];
      }
    /** the library cannot be loaded */
    | { readonly type: 'failed'; readonly message: string }
    | { readonly type: 'fault'; readonly method: string; readonly error: string }
    /** the solver has ended in the middle of a question, which is undecided */
    | { readonly type: 'solver ended'; readonly reason: string };
