// How much memory this process may use. Knows no limit of the service: the modules that set limits derive them from this.

import { totalmem } from 'node:os';

/** Bytes that this process may use: a container's limit where there is one, else what the machine has. */
export function availableMemory(): number {
    // without a limit the call answers 0, or a number near 2^64
    const limit = process.constrainedMemory();
    return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
