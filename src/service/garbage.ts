// Garbage collection of idle threads. After large messages an idle thread allocates nothing, which leaves the engine without a trigger to
// collect.

import { Session } from 'node:inspector';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** messages above this size, in bytes, leave garbage that is collected immediately */
export const LARGE_MESSAGE = 4 * 1024 * 1024;

let collect: (() => void) | undefined;

/** Collects the garbage of this thread. The time depends on the live heap: some tens of milliseconds. */
export function collectGarbage(): void {
    if (collect === undefined) {
        setFlagsFromString('--expose-gc');
        collect = runInNewContext('gc') as () => void;
    }
    collect();
}

/**
 * Collects the garbage of this thread and returns memory to the system: V8 compacts half-empty pages and shrinks the space for new objects.
 * Only the debugger protocol offers this.
 * @param done called afterwards
 */
function giveBack(done: () => void): void {
    const session = new Session();
    session.connect();
    session.post('HeapProfiler.collectGarbage', () => {
        // a session cannot disconnect inside its own callback
        setImmediate(() => session.disconnect());
        done();
    });
}

/** milliseconds without work after which a thread counts as idle */
const REST = 2000;
/** bytes of garbage that an idle thread may keep */
const SPARE = 16 * 1024 * 1024;

/** Collects the garbage of this thread when it is idle. Without new allocations the engine would keep it. */
export class CollectionAtRest {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private hasWorked = false;
    /** heap size after the last collection, in bytes */
    private needed = 0;

    /** Reports that the thread works. */
    work(): void {
        this.hasWorked = true;
        this.timer ??= setTimeout(() => this.look(), REST).unref();
    }

    /** Reports that much memory was released: the next idle period collects the heap. */
    release(): void {
        this.needed = 0;
        this.work();
    }

    private look(): void {
        this.timer = undefined;
        if (this.hasWorked) {
            this.work();
            this.hasWorked = false;
        } else if (heapSize() > this.needed + SPARE) {
            giveBack(() => (this.needed = heapSize()));
        }
    }
}

/** Heap size of this thread in bytes. `process.memoryUsage` would read a file, and throws if the process has no free file descriptor. */
function heapSize(): number {
    return getHeapStatistics().total_heap_size;
}
