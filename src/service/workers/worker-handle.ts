// One worker thread as the main thread sees it: starting it, giving it one call at a time, cancelling it, noticing its death.
// Which call goes to which worker is the pool's decision.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { availableMemory } from '../memory.js';
import type { Share } from '../operations/division.js';
import type { Capability } from '../../wire/capabilities.js';
import { createMailbox, MailboxSender } from './mailbox.js';
import type { AnswerMessage, CallMessage, FromWorker, PopulationMessage, ToWorker, WorkerSettings } from './messages.js';
import type { StoredModel } from './store.js';

/** How long the main thread waits on the mailbox for a quick answer, in milliseconds. */
const QUICK = 0.5;

/** A worker that is ordered to stop and does not within this time is ended, in milliseconds. */
const STOP_GRACE = 2000;

/** Old-space bound of one worker, so that a model that needs more ends its worker and not the process. */
const HEAP_MEGABYTES = Math.max(1024, Math.min(8192, Math.floor(availableMemory() / 2 ** 20 / 3)));

/** Deep calc recursion needs stack: address space that is used only when a model recurses. */
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
    /** the library cannot be loaded; the worker is of no use */
    failed(worker: WorkerHandle, message: string): void;
    /** @param took milliseconds for each of the calls, about */
    answers(worker: WorkerHandle, answers: readonly AnswerMessage[], took: number): void;
    /** other workers may make parts of the call in hand */
    share(worker: WorkerHandle, id: number, memory: SharedArrayBuffer): void;
    /** no part of it is left to make: what the others made is waited for */
    gather(worker: WorkerHandle, id: number): void;
    /** the worker made parts for another one */
    assisted(worker: WorkerHandle, id: number, share: Share): void;
    /** the worker ended; the calls it had in hand are lost */
    died(worker: WorkerHandle, reason: string): void;
    fault(method: string, error: string): void;
}

export class WorkerHandle {
    /** the library is loaded: calls may come */
    ready = false;
    /** ids of the calls whose answers have not come, in the order in which they are computed, with their places in the mailbox */
    private readonly inHand = new Map<number, number>();
    /** when the first of them became the first, in milliseconds of the process's clock */
    busySince = 0;
    /** hashes of models the worker probably has */
    readonly knows = new Set<string>();
    /** hashes of those among them that it parsed in a client's call: the next version of such a model shares its unchanged documents */
    readonly made = new Set<string>();
    /** by hash: how many of the calls that created held objects the worker has made */
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

    /** id of the call that it computes, as far as answers have come; 0 for none. */
    get busyWith(): number {
        return this.inHand.keys().next().value ?? 0;
    }

    /** Whether calls wait in its hand for the one that it computes. */
    get isBatched(): boolean {
        return this.inHand.size > 1;
    }

    /** Whether a call is in its hand. */
    has(id: number): boolean {
        return this.inHand.has(id);
    }

    /** Notes that the worker has no such model any more. */
    forget(hash: string): void {
        this.knows.delete(hash);
        this.made.delete(hash);
        this.populated.delete(hash);
    }

    /** Has the worker let models go; it is idle. */
    drop(hashes: readonly string[]): void {
        if (hashes.length > 0) {
            hashes.forEach(hash => this.forget(hash));
            this.post({ type: 'drop', hashes });
        }
    }

    /** How much is lost when this worker lets a model go and another one keeps it. */
    claim(hash: string): number {
        return (this.populated.has(hash) ? 2 : 0) + (this.made.has(hash) ? 1 : 0);
    }

    /** The objects held for a model, without the calls that the worker has made already. */
    populationOf({ hash, generation, journal }: StoredModel): PopulationMessage {
        const made = this.populated.get(hash);
        const from = made?.generation === generation ? made.calls : 0;
        return { modelHash: hash, generation, from, journal: journal.slice(from) };
    }

    /** Has the worker load the library now, ahead of its first call. */
    load(): void {
        this.post({ type: 'load' });
    }

    /**
     * Hands over calls, at most {@link MOST_CALLS}; the worker is idle.
     * @param wait whether to wait a moment for a quick answer, because nothing else is in hand
     * @returns whether the answer came at once
     */
    send(calls: readonly CallMessage[], wait: boolean): boolean {
        calls.forEach(({ id }, place) => this.inHand.set(id, place));
        this.busySince = performance.now();
        const isPlain = calls.every(({ recipe, population, parts }) => !recipe && !population && !parts);
        // what brings a model or held objects is counted on by the calls after it
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

    /** Takes the answers that have come into the mailbox; false when there are none. */
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

    /** Takes a call back; false when the worker has begun it, or has not got it. */
    takeBack(id: number): boolean {
        const place = this.inHand.get(id);
        return place !== undefined && this.mailbox.takeBack(id, place) && this.inHand.delete(id);
    }

    /** Takes back all calls that the worker has not begun. */
    takeAllBack(): number[] {
        return [...this.inHand.keys()].filter(id => this.takeBack(id));
    }

    /** Removes the calls of a worker that has died. @returns their ids, and whether it was computing each */
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

    /** Hands over what other workers made of the call it has in hand. */
    gathered(id: number, shares: readonly Share[]): void {
        this.post({ type: 'gathered', id, shares });
    }

    /**
     * Requests that the worker stops the call that it computes.
     * @returns false when it does not compute that one; the call that was cancelled before stays noted
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

    /** Whether that call was cancelled in it. */
    isInterrupted(id: number): boolean {
        return this.interrupted === id;
    }

    /** Requests that the worker stops the call that it computes, and terminates it when it does not. */
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
        }
    }
}

/** Beside this file when run from sources or compiled file by file; in a bundle beside it or, when this file went into a chunk, one up. */
function workerEntry(): URL {
    const names = import.meta.url.endsWith('.ts') ? ['./from-source.mjs'] : ['./worker.js', './worker.mjs', '../worker.mjs'];
    const found = names.map(name => new URL(name, import.meta.url)).find(url => existsSync(url));
    if (!found) {
        throw new Error(`the worker's entry is missing beside ${import.meta.url}`);
    }
    return found;
}
