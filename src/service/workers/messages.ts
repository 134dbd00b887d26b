// What the main thread and a worker say to each other through the port. Plain data only.

import type { Environment } from '../config/environment.js';
import type { Capability } from '../../wire/capabilities.js';
import type { Format } from '../../wire/codec.js';
import type { Share } from '../operations/division.js';
import type { Code } from '../../wire/status.js';
import type { Repeatable } from './store.js';

/** What a worker is started with. */
export interface WorkerSettings {
    readonly mailbox: SharedArrayBuffer;
    /** module whose `createServices` makes the services; the project's own when absent */
    readonly servicesModule: string | undefined;
    readonly environment: Environment;
    readonly version: string;
    readonly cacheSize: number;
    readonly servedEngines: readonly string[];
    /** folder that file paths of requests may not lead out of; none when absent */
    readonly sourceRoot?: string;
    /** the library as another worker has loaded it */
    readonly librarySnapshot?: SharedArrayBuffer;
}

/** The objects held for a model, as the calls that created them. */
export interface PopulationMessage {
    readonly modelHash: string;
    /** changes when the model left the cache in between: objects of another generation are gone */
    readonly generation: number;
    /** how many of the calls the worker has made already, as far as the main thread knows */
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
    /** how to make the model when the worker has not got it */
    readonly recipe?: Repeatable;
    readonly population?: PopulationMessage;
    /** Parts of this call are to be made for the worker that has it in hand: the memory of the counter by which parts are taken. */
    readonly parts?: SharedArrayBuffer;
}

export type ToWorker =
    /** calls to be computed one after another */
    | { readonly type: 'calls'; readonly calls: readonly CallMessage[] }
    | { readonly type: 'load' }
    /** models that another worker keeps */
    | { readonly type: 'drop'; readonly hashes: readonly string[] }
    /** what the workers that assisted a call have made; there are none any more */
    | { readonly type: 'gathered'; readonly id: number; readonly shares: readonly Share[] };

export interface AnswerMessage {
    readonly id: number;
    readonly code: Code;
    readonly body: Uint8Array;
    readonly message: string;
    readonly largeAnswer: number;
    readonly parsedHash?: string;
    /** of the parsed model, when files were read */
    readonly inline?: Uint8Array;
    readonly populationChanged?: boolean;
    readonly missingModel?: string;
}

export type FromWorker =
    | ({ readonly type: 'answer' } & AnswerMessage)
    /** there are answers in the mailbox */
    | { readonly type: 'answers' }
    /** parts of the call in hand may be made by other workers */
    | { readonly type: 'share'; readonly id: number; readonly memory: SharedArrayBuffer }
    /** no part of it is left: what the others made is waited for */
    | { readonly type: 'gather'; readonly id: number }
    /** what this worker made for another, under the id that it was given */
    | { readonly type: 'assisted'; readonly id: number; readonly share: Share }
    /** the code is loaded: these procedures are served, with these capabilities */
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
    | { readonly type: 'fault'; readonly method: string; readonly error: string };
