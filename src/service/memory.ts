// The memory that this process may use; other modules derive limits from it.

import { totalmem } from 'node:os';

/** Bytes that this process may use: the limit of the container, or the memory of the machine. */
export function availableMemory(): number {
    // without a limit the call returns 0 or a number near 2^64
    const limit = process.constrainedMemory();
    return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
