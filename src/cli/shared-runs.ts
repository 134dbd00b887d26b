/**
 * Makes many runs in several threads. Each thread takes ranges of runs until none is left, and the caller joins their results in the order
 * of the runs. Run k depends only on the seed and k, so that the result is that of a single thread.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { CollectedRuns, type RunsSummary, type RunsTable } from '../runtime/engines/index.js';

/** stack of a thread, as that of the command */
const STACK_MEGABYTES = 256;

/** duration in milliseconds of the first runs, from which the duration of a run is estimated */
const TRIAL = 250;
/** estimated milliseconds of the remaining runs from which several threads are faster, although each must parse the model */
const WORTHWHILE = 1500;
/** target duration of a range in milliseconds */
const RANGE = 40;
/** maximum share of the remaining runs in one range, so that all threads end at about the same time */
const LEFT_SHARE = 1 / 8;
/** milliseconds between checks for results of other threads, and until a silent thread is given up */
const [LOOK, PATIENCE] = [20, 3000];

/** Assigns runs, in memory that the threads share. */
export class RunCounter {
    private readonly state: Int32Array;

    /** @param last the last run @param size number of runs that a thread takes at a time */
    constructor(
        readonly memory: SharedArrayBuffer,
        private readonly last: number,
        private readonly size: number
    ) {
        this.state = new Int32Array(memory);
    }

    static after(made: number, last: number, size: number): RunCounter {
        const counter = new RunCounter(new SharedArrayBuffer(8), last, size);
        Atomics.store(counter.state, 0, made + 1);
        return counter;
    }

    /** Assigns the next runs to the caller: from the first number up to, but not including, the second; undefined if none is left. */
    take(): readonly [from: number, to: number] | undefined {
        const left = this.last + 1 - Atomics.load(this.state, 0);
        const size = Math.max(1, Math.min(this.size, Math.ceil(left * LEFT_SHARE)));
        const from = Atomics.add(this.state, 0, size);
        return from > this.last ? undefined : [from, Math.min(this.last + 1, from + size)];
    }

    /** Signals a completed range. */
    signal(): void {
        Atomics.add(this.state, 1, 1);
        Atomics.notify(this.state, 1);
    }

    /** The number of ranges that other threads have completed. */
    get signals(): number {
        return Atomics.load(this.state, 1);
    }

    /** Waits, for a limited time, until more ranges than `signals` are completed. */
    await(signals: number): void {
        Atomics.wait(this.state, 1, signals, LOOK);
    }
}

/** The data of a thread in addition to the description of the runs. */
export interface RunsThreadData<D> {
    readonly question: D;
    readonly memory: SharedArrayBuffer;
    readonly last: number;
    readonly size: number;
    readonly port: MessagePort;
}

export interface SharedRuns<D> {
    readonly runs: number;
    /** maximum number of threads, including this one */
    readonly threads: number;
    /** creates a collector of runs in this thread */
    readonly collector: () => CollectedRuns;
    /** the data from which a thread makes the same runs */
    readonly question: D;
}

/**
 * Makes runs, in several threads if that is faster.
 * @param onProgress called with the number of completed runs
 */
export function makeSharedRuns<D>(shared: SharedRuns<D>, onProgress?: (done: number) => void): RunsTable {
    const { runs } = shared;
    const collected = shared.collector();
    const started = performance.now();
    let made = 0;
    while (made < runs && performance.now() - started < TRIAL) {
        const to = Math.min(runs, made + Math.max(1, Math.ceil(made / 4)));
        collected.make(made + 1, to + 1);
        made = to;
        onProgress?.(made);
    }
    const each = (performance.now() - started) / made;
    const threads = shared.threads > 1 && each * (runs - made) > WORTHWHILE ? startThreads(shared, made, each) : undefined;
    if (threads === undefined) {
        makeHere(collected, made, runs, onProgress);
        return collected.table;
    }
    const summaries = threads.all(shared.collector, onProgress);
    if (summaries.every(summary => collected.join(summary))) {
        return collected.table;
    }
    // The results cannot be joined, since some runs observe values of other kinds: make all runs again in one collector.
    const whole = shared.collector();
    makeHere(whole, 0, runs, onProgress);
    return whole.table;
}

function makeHere(collected: CollectedRuns, made: number, runs: number, onProgress: ((done: number) => void) | undefined): void {
    collected.make(made + 1, runs + 1, row => onProgress?.(row.run));
}

/** The file of the thread, which only a bundle has: next to this file, or one folder up if this file is in a chunk. */
function threadFile(): string | undefined {
    return ['./runs-thread.mjs', '../runs-thread.mjs'].map(path => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
}

function startThreads<D>({ runs, threads, question }: SharedRuns<D>, made: number, each: number): RunThreads | undefined {
    const file = threadFile();
    if (file === undefined) {
        return undefined;
    }
    const size = Math.max(1, Math.round(RANGE / each));
    const counter = RunCounter.after(made, runs, size);
    const started = Array.from({ length: threads - 1 }, () => {
        const { port1, port2 } = new MessageChannel();
        const workerData: RunsThreadData<D> = { question, memory: counter.memory, last: runs, size, port: port2 };
        const thread = new Worker(file, { workerData, transferList: [port2], resourceLimits: { stackSizeMb: STACK_MEGABYTES } });
        thread.on('error', () => undefined); // this thread makes its missing runs
        thread.unref();
        return { thread, port: port1 };
    });
    return new RunThreads(started, counter, made, runs);
}

/** A message of a thread; runs-thread.ts sends only summaries. */
const receivedFrom = (port: MessagePort): { readonly message: RunsSummary } | undefined => receiveMessageOnPort(port);

/** The threads and their results. */
class RunThreads {
    private readonly summaries: RunsSummary[] = [];
    private done: number;

    constructor(
        private readonly threads: readonly { readonly thread: Worker; readonly port: MessagePort }[],
        private readonly counter: RunCounter,
        private readonly made: number,
        private readonly runs: number
    ) {
        this.done = made;
    }

    /** Makes runs in this thread, too, until all are complete. @returns the results in the order of the runs */
    all(collector: () => CollectedRuns, onProgress: ((done: number) => void) | undefined): readonly RunsSummary[] {
        const make = (from: number, to: number): void => {
            const collected = collector();
            collected.make(from, to);
            this.add(collected.summary);
            this.collect();
            onProgress?.(this.done);
        };
        for (let range = this.counter.take(); range !== undefined; range = this.counter.take()) {
            make(...range);
        }
        this.awaitOthers();
        this.missing().forEach(range => make(...range));
        for (const { thread, port } of this.threads) {
            port.close();
            void thread.terminate();
        }
        return this.summaries.sort((a, b) => a.from - b.from);
    }

    private add(summary: RunsSummary): void {
        this.summaries.push(summary);
        this.done += summary.completed + summary.failed;
    }

    private collect(): void {
        for (const { port } of this.threads) {
            for (let read = receivedFrom(port); read !== undefined; read = receivedFrom(port)) {
                this.add(read.message);
            }
        }
    }

    /** Waits for the runs of other threads, as long as any of them makes progress. */
    private awaitOthers(): void {
        let since = performance.now();
        while (this.done < this.runs && performance.now() - since < PATIENCE) {
            const { signals } = this.counter;
            const before = this.done;
            this.collect();
            if (this.done === before) {
                this.counter.await(signals);
            } else {
                since = performance.now();
            }
        }
    }

    /** The runs that a thread took and did not complete. */
    private missing(): (readonly [from: number, to: number])[] {
        const gaps: (readonly [from: number, to: number])[] = [];
        let next = this.made + 1;
        for (const { from, completed, failed } of this.summaries.sort((a, b) => a.from - b.from)) {
            if (from > next) {
                gaps.push([next, from]);
            }
            next = from + completed + failed;
        }
        return next > this.runs ? gaps : [...gaps, [next, this.runs + 1]];
    }
}
