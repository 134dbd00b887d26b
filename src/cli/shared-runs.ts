/**
 * Many runs made by several threads: each takes ranges of runs until none is left, and the caller joins what they came to in the order of
 * the runs. Run k follows from the seed and k alone, so the table is that of one thread. Knows the runs of one action, no answer.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { CollectedRuns, type RunsSummary, type RunsTable } from '../runtime/engines/index.js';

/** Stack of a thread, as the one that has the command has it. */
const STACK_MEGABYTES = 256;

/** Milliseconds that the first runs take, which show how long one is. */
const TRIAL = 250;
/** Milliseconds that the rest would take at least, so that threads, which read the model themselves, pay. */
const WORTHWHILE = 1500;
/** Milliseconds of a range of runs. */
const RANGE = 40;
/** Of the runs that are left, a range has at most this share, so that all threads end about together. */
const LEFT_SHARE = 1 / 8;
/** Milliseconds between two looks at what other threads have made, and how long to wait for one that says nothing. */
const [LOOK, PATIENCE] = [20, 3000];

/** Which runs are taken, in memory that the threads share. */
export class RunCounter {
    private readonly state: Int32Array;

    /** @param last the last run, @param size how many a thread takes at once */
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

    /** Takes runs, from the first one to before the second one; undefined when all are taken. */
    take(): readonly [from: number, to: number] | undefined {
        const left = this.last + 1 - Atomics.load(this.state, 0);
        const size = Math.max(1, Math.min(this.size, Math.ceil(left * LEFT_SHARE)));
        const from = Atomics.add(this.state, 0, size);
        return from > this.last ? undefined : [from, Math.min(this.last + 1, from + size)];
    }

    /** Says that a range was made. */
    signal(): void {
        Atomics.add(this.state, 1, 1);
        Atomics.notify(this.state, 1);
    }

    /** How many ranges were made by other threads. */
    get signals(): number {
        return Atomics.load(this.state, 1);
    }

    /** Waits for one more than so many ranges, at most so long. */
    await(signals: number): void {
        Atomics.wait(this.state, 1, signals, LOOK);
    }
}

/** What a thread of runs is given beside what says which runs they are. */
export interface RunsThreadData<D> {
    readonly question: D;
    readonly memory: SharedArrayBuffer;
    readonly last: number;
    readonly size: number;
    readonly port: MessagePort;
}

export interface SharedRuns<D> {
    readonly runs: number;
    /** greatest number of threads, this one among them */
    readonly threads: number;
    /** makes what collects runs here */
    readonly collector: () => CollectedRuns;
    /** what a thread needs to make the same runs */
    readonly question: D;
}

/**
 * Makes runs, in several threads where that pays.
 * @param onProgress called with how many are made
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
    // Some runs observe values of another kind than the first ones: one collection of all tells them.
    const whole = shared.collector();
    makeHere(whole, 0, runs, onProgress);
    return whole.table;
}

function makeHere(collected: CollectedRuns, made: number, runs: number, onProgress: ((done: number) => void) | undefined): void {
    collected.make(made + 1, runs + 1, row => onProgress?.(row.run));
}

/** The thread's file, which only a bundle has: beside this one or, when this one went into a chunk, one up. */
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
        thread.on('error', () => undefined); // what it did not make is made here
        thread.unref();
        return { thread, port: port1 };
    });
    return new RunThreads(started, counter, made, runs);
}

/** What a thread has sent: runs-thread.ts sends nothing but summaries. */
const receivedFrom = (port: MessagePort): { readonly message: RunsSummary } | undefined => receiveMessageOnPort(port);

/** Threads that make runs, and what they have made. */
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

    /** Makes runs here, too, until all are made. @returns what they came to, in the order of the runs */
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

    /** Waits for what other threads have taken, while any of them makes something. */
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

    /** The runs that no thread has made: those that a thread took and did not end with. */
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
