// Garbage that nothing would collect: after large messages a thread that is idle allocates nothing, so the engine sees no reason to look.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Messages above this size leave garbage worth collecting at once, in bytes. */
export const LARGE_MESSAGE = 4 * 1024 * 1024;

let collect: (() => void) | undefined;

/** Collects the garbage of this thread; takes as long as what lives in it is large, some tens of milliseconds. */
export function collectGarbage(): void {
    if (collect === undefined) {
        setFlagsFromString('--expose-gc');
        collect = runInNewContext('gc') as () => void;
    }
    collect();
}
