// A worker thread as the main thread sees it: starting, handing over calls, cancelling, noticing its death. The pool decides which calls it
// gets.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { availableMemory } from '../memory.js';
import type { Share } from '../operations/division.js';
import type { Capability } from '../../wire/capabilities.js';
import { createMailbox, MailboxSender } from './mailbox.js';
import type { AnswerMessage, CallMessage, FromWorker, PopulationMessage, ToWorker, WorkerSettings } from './messages.js';
import type { StoredModel } from './store.js';

/** time that the main thread waits on the mailbox for a quick answer, in milliseconds */
const QUICK = 0.5;

/** milliseconds after which a worker that does not stop on request is terminated */
const STOP_GRACE = 2000;

/** Old-space limit of one worker: a model that needs more ends its worker, not the process. */
const HEAP_MEGABYTES = Math.max(1024, Math.min(8192, Math.floor(availableMemory() / 2 ** 20 / 3)));

/** stack for deep recursion of calcs; address space that is used only on demand */
const STACK_MEGABYTES = 256;

export interface Hello {
    readonly methods: ReadonlySet<string>;
    readonly provides: readonly Capability[];
    readonly population: Readonly<Record<string, 'reads' | 'writes'>>;
    readonly repeatable: ReadonlySet<string>;
}

export type ReadyMessage = Extract<FromWorker, { type: 'ready' }>;

export interface WorkerEvents {
    hello(worker: WorkerHandle, hello: Hello): void;
    ready(worker: WorkerHandle, message: ReadyMessage): void;
    /** the library cannot be loaded; the worker is unusable */
    failed(worker: WorkerHandle, message: string): void;
    /** @param took approximate duration per call in milliseconds */
    answers(worker: WorkerHandle, answers: readonly AnswerMessage[], took: number): void;
    /** other workers may compute parts of the current call */
    share(worker: WorkerHandle, id: number, memory: SharedArrayBuffer): void;
    /** no part is left: the worker waits for the results of others */
    gather(worker: WorkerHandle, id: number): void;
    /** the worker computed parts for another one */
    assisted(worker: WorkerHandle, id: number, share: Share): void;
    /** the worker ended; its assigned calls are lost */
    died(worker: WorkerHandle, reason: string): void;
    fault(method: string, error: string): void;
    /** the worker's solver has ended in the middle of a question */
    solverEnded(reason: string): void;
}

export class WorkerHandle {
    /** whether the library is loaded */
    ready = false;
    /** assigned calls without answer, in the order of computation, with their indexes in the mailbox */
    private readonly inHand = new Map<number, number>();
    /** time at which the current call became the first, in milliseconds of the process's clock */
    busySince = 0;
    /** hashes of models that the worker probably has */
    readonly knows = new Set<string>();
    /** hashes of those models that it parsed in a client's call; the next version of such a model shares its unchanged documents */
    readonly made = new Set<string>();
    /** by hash: how many of the calls that create held objects the worker has made */
    readonly populated = new Map<string, { readonly generation: number; readonly calls: number }>();
    private readonly thread: Worker;
    private readonly mailbox: MailboxSender;
    private readonly usesMailbox: boolean;
    private dead = false;
    private interrupted = 0;

    constructor(
        readonly index: number,
        settings: Omit<WorkerSettings, 'mailbox'>,
        private readonly events: WorkerEvents,
        entry = workerEntry()
    ) {
        const memory = createMailbox();
        this.mailbox = new MailboxSender(memory);
        this.usesMailbox = !settings.environment.without.has('mailbox');
        this.thread = new Worker(entry, {
            workerData: { ...settings, mailbox: memory } satisfies WorkerSettings,
            stdout: true,
            stderr: true,
            resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES, stackSizeMb: STACK_MEGABYTES }
        });
        for (const stream of [this.thread.stdout, this.thread.stderr]) {
            stream.on('data', (chunk: Buffer) => process.stderr.write(chunk));
        }
        let reason = 'ended';
        this.thread.on('message', (message: FromWorker) => this.receive(message));
        this.thread.on('error', error => {
            reason = error instanceof Error ? error.message : String(error);
        });
        this.thread.on('exit', () => {
            if (!this.dead) {
                this.dead = true;
                this.ready = false;
                this.collect();
                events.died(this, reason);
            }
        });
    }

    get idle(): boolean {
        return this.ready && this.inHand.size === 0;
    }

    /** id of the call that it computes, as far as answers have arrived; 0 for none */
    get busyWith(): number {
        return this.inHand.keys().next().value ?? 0;
    }

    /** Whether further calls are assigned after the current one. */
    get isBatched(): boolean {
        return this.inHand.size > 1;
    }

    /** Whether a call is assigned to this worker. */
    has(id: number): boolean {
        return this.inHand.has(id);
    }

    /** Notes that the worker no longer has a model. */
    forget(hash: string): void {
        this.knows.delete(hash);
        this.made.delete(hash);
        this.populated.delete(hash);
    }

    /** Lets an idle worker drop models. */
    drop(hashes: readonly string[]): void {
        if (hashes.length > 0) {
            hashes.forEach(hash => this.forget(hash));
            this.post({ type: 'drop', hashes });
        }
    }

    /** The cost of dropping a model in this worker instead of in another worker. */
    claim(hash: string): number {
        return (this.populated.has(hash) ? 2 : 0) + (this.made.has(hash) ? 1 : 0);
    }

    /** The objects held for a model, without the calls that the worker has already made. */
    populationOf({ hash, generation, journal }: StoredModel): PopulationMessage {
        const made = this.populated.get(hash);
        const from = made?.generation === generation ? made.calls : 0;
        return { modelHash: hash, generation, from, journal: journal.slice(from) };
    }

    /** Lets the worker load the library before its first call. */
    load(): void {
        this.post({ type: 'load' });
    }

    /**
     * Hands calls, at most {@link MOST_CALLS}, to an idle worker.
     * @param wait whether to wait briefly for a quick answer, because there is nothing else to do
     * @returns whether the answer arrived in that time
     */
    send(calls: readonly CallMessage[], wait: boolean): boolean {
        calls.forEach(({ id }, place) => this.inHand.set(id, place));
        this.busySince = performance.now();
        const isPlain = calls.every(({ recipe, population, parts }) => !recipe && !population && !parts);
        // calls with a recipe or held objects cannot be taken back, since later calls rely on them
        this.mailbox.announce([...this.inHand.keys()], isPlain);
        const waits = wait && this.usesMailbox;
        if (waits) {
            this.mailbox.expect();
        }
        const requests =
            isPlain && this.usesMailbox
                ? calls.map(call => ({ ...call, flags: (call.format === 'json' ? 1 : 0) | (call.modelAbsent ? 2 : 0) }))
                : undefined;
        if (!requests || !this.mailbox.post(requests)) {
            this.post({ type: 'calls', calls });
        }
        return waits && this.mailbox.awaitAnswer(QUICK) && this.collect();
    }

    /** Takes the answers from the mailbox. @returns false if there are none */
    collect(): boolean {
        const answers = this.mailbox.answers();
        if (answers.length > 0) {
            this.answered(
                answers.map(({ id, code, body }) => ({
                    id,
                    code: code as AnswerMessage['code'],
                    largeAnswer: 0,
                    ...(code === 0 ? { body, message: '' } : { body: new Uint8Array(0), message: Buffer.from(body).toString() })
                }))
            );
        }
        return answers.length > 0;
    }

    /** Takes a call back. @returns false if the worker has begun it or does not have it */
    takeBack(id: number): boolean {
        const place = this.inHand.get(id);
        return place !== undefined && this.mailbox.takeBack(id, place) && this.inHand.delete(id);
    }

    /** Takes back all calls that the worker has not begun. */
    takeAllBack(): number[] {
        return [...this.inHand.keys()].filter(id => this.takeBack(id));
    }

    /** Removes the calls of a dead worker. @returns their ids, and whether it was computing each */
    lost(): { readonly id: number; readonly isBegun: boolean }[] {
        const lost = [...this.inHand].map(([id, place]) => ({ id, isBegun: this.mailbox.isBegun(id, place) }));
        this.inHand.clear();
        return lost;
    }

    private answered(answers: readonly AnswerMessage[]): void {
        const now = performance.now();
        const took = (now - this.busySince) / answers.length;
        this.busySince = now;
        answers.forEach(({ id }) => this.inHand.delete(id));
        this.events.answers(this, answers, took);
    }

    /** Hands over the results of assisting workers. */
    gathered(id: number, shares: readonly Share[]): void {
        this.post({ type: 'gathered', id, shares });
    }

    /**
     * Requests that the worker stops the current call.
     * @returns false if it does not compute that call; an earlier request remains in effect
     */
    interrupt(id: number): boolean {
        const place = this.inHand.get(id);
        const isBegun = place !== undefined && this.mailbox.isBegun(id, place);
        if (isBegun) {
            this.interrupted = id;
            this.mailbox.cancel(id);
        }
        return isBegun;
    }

    /** Whether the call was the last to be interrupted. */
    isInterrupted(id: number): boolean {
        return this.interrupted === id;
    }

    /** Requests that the worker stops the current call, and terminates the worker if it does not. */
    stop(id: number): void {
        this.interrupt(id);
        setTimeout(() => {
            if (this.has(id)) {
                void this.thread.terminate();
            }
        }, STOP_GRACE).unref();
    }

    /** Terminates the worker without an event. */
    async end(): Promise<void> {
        this.dead = true;
        this.ready = false;
        await this.thread.terminate();
    }

    private post(message: ToWorker): void {
        this.thread.postMessage(message);
        this.mailbox.call();
    }

    private receive(message: FromWorker): void {
        switch (message.type) {
            case 'answer':
                this.answered([message]);
                break;
            case 'answers':
                this.collect();
                break;
            case 'share':
                this.events.share(this, message.id, message.memory);
                break;
            case 'gather':
                this.events.gather(this, message.id);
                break;
            case 'assisted':
                this.inHand.delete(message.id);
                this.events.assisted(this, message.id, message.share);
                break;
            case 'hello':
                this.events.hello(this, {
                    methods: new Set(message.methods),
                    provides: message.provides,
                    population: message.population,
                    repeatable: new Set(message.repeatable)
                });
                break;
            case 'ready':
                this.ready = true;
                this.events.ready(this, message);
                break;
            case 'failed':
                this.events.failed(this, message.message);
                break;
            case 'fault':
                this.events.fault(message.method, message.error);
                break;
            case 'solver ended':
                this.events.solverEnded(message.reason);
                break;
        }
    }
}

/**
 * The entry module of a worker: next to this file if run from sources or compiled file by file; in a bundle next to it, or one level up if
 * this file is in a chunk.
 */
function workerEntry(): URL {
    const names = import.meta.url.endsWith('.ts') ? ['./from-source.mjs'] : ['./worker.js', './worker.mjs', '../worker.mjs'];
    const found = names.map(name => new URL(name, import.meta.url)).find(url => existsSync(url));
    if (!found) {
        throw new Error(`the worker's entry is missing beside ${import.meta.url}`);
    }
    return found;
}
