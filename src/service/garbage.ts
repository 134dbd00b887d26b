// Garbage that nothing would collect: after large messages a thread that is idle allocates nothing, so the engine sees no reason to look.

import { Session } from 'node:inspector';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
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

/**
 * Collects the garbage of this thread and gives the memory that it took back to the machine: half-empty pages are compacted, and the
 * space for new objects shrinks. No function of JavaScript does so; V8 does it when a debugger requests it.
 * @param done called when it is done
 */
function giveBack(done: () => void): void {
    const session = new Session();
    session.connect();
    session.post('HeapProfiler.collectGarbage', () => {
        // a session cannot be ended while it answers
        setImmediate(() => session.disconnect());
        done();
    });
}

/** Milliseconds without work after which a thread rests. */
const REST = 2000;
/** Bytes of garbage that may lie about in a thread at rest. */
const SPARE = 16 * 1024 * 1024;

/** Collects the garbage of this thread while it rests: what its work leaves would be kept as long as nothing new is made. */
export class CollectionAtRest {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private hasWorked = false;
    /** What the heap took after the last collection, in bytes. */
    private needed = 0;

    /** Says that the thread works. */
    work(): void {
        this.hasWorked = true;
        this.timer ??= setTimeout(() => this.look(), REST).unref();
    }

    /** Notes that much memory was released: the heap is collected when the thread is idle next. */
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

/** Bytes of this thread's heap. `process.memoryUsage` reads a file for it, and throws where the process has no descriptor left. */
function heapSize(): number {
    return getHeapStatistics().total_heap_size;
}
