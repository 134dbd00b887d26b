// The context of every transport.

import type { Executor } from '../executor.js';
import type { Log } from '../log.js';

export interface ServerContext {
    readonly executor: Executor;
    readonly log: Log;
    readonly version: string;
}
