// One worker thread as the main thread sees it: starting it, handing it one call at a time, telling it to stop, noticing its death.
// Which call goes to which worker is the pool's decision.

import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Share } from '../operations/division.js';
import type { Capability } from '../wire/capabilities.js';
import { createMailbox, MailboxSender } from './mailbox.js';
import type { AnswerMessage, CallMessage, FromWorker, PopulationMessage, ToWorker, WorkerSettings } from './messages.js';
import type { StoredModel } from './store.js';

/** How long the main thread waits on the mailbox for a quick answer, in milliseconds. */
const QUICK = 0.5;

/** A worker that is told to stop and does not within this time is ended, in milliseconds. */
const STOP_GRACE = 2000;

/** Old-space bound of one worker, so that a model that needs more ends its worker and not the process. */
const HEAP_MEGABYTES = Math.max(1024, Math.min(8192, Math.floor(totalmem() / 2 ** 20 / 3)));

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
    answer(worker: WorkerHandle, answer: AnswerMessage): void;
    /** other workers may make parts of the call in hand */
    share(worker: WorkerHandle, id: number, memory: SharedArrayBuffer): void;
    /** no part of it is left to make: what the others made is waited for */
    gather(worker: WorkerHandle, id: number): void;
    /** the worker made parts for another one */
    assisted(worker: WorkerHandle, id: number, share: Share): void;
    /** the worker ended; the call it had in hand is lost */
    died(worker: WorkerHandle, reason: string): void;
    fault(method: string, error: string): void;
}

export class WorkerHandle {
    /** the library is loaded: calls may come */
    ready = false;
    /** id of the call in hand; 0 for none */
    busyWith = 0;
    /** when it was handed over, in milliseconds since the epoch */
    busySince = 0;
    /** hashes of models the worker probably has */
    readonly knows = new Set<string>();
    /** by hash: how many of the calls that created held objects the worker has made */
    readonly populated = new Map<string, { readonly generation: number; readonly calls: number }>();
    private readonly thread: Worker;
    private readonly mailbox: MailboxSender;
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
                events.died(this, reason);
            }
        });
    }

    get idle(): boolean {
        return this.ready && this.busyWith === 0;
    }

    /** Notes that the worker has no such model any more. */
    forget(hash: string): void {
        this.knows.delete(hash);
        this.populated.delete(hash);
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
     * Hands over a call; the worker is idle.
     * @param wait whether to wait a moment for a quick answer, because nothing else is in hand
     * @returns the answer when it came at once
     */
    send(call: CallMessage, wait: boolean): AnswerMessage | undefined {
        this.busyWith = call.id;
        this.busySince = Date.now();
        if (wait) {
            this.mailbox.expect();
        }
        const flags = (call.format === 'json' ? 1 : 0) | (call.modelAbsent ? 2 : 0);
        if (call.recipe || call.population || call.parts || !this.mailbox.post({ ...call, flags })) {
            this.post(call);
        }
        const quick = wait ? this.mailbox.awaitAnswer(QUICK) : undefined;
        if (!quick) {
            return undefined;
        }
        this.busyWith = 0;
        const code = quick.code as AnswerMessage['code'];
        return {
            type: 'answer',
            id: quick.id,
            code,
            largeAnswer: 0,
            ...(code === 0 ? { body: quick.body, message: '' } : { body: new Uint8Array(0), message: Buffer.from(quick.body).toString() })
        };
    }

    /** Hands over what other workers made of the call it has in hand. */
    gathered(id: number, shares: readonly Share[]): void {
        this.post({ type: 'gathered', id, shares });
    }

    /** Tells the worker to stop the call it has in hand, when it listens. */
    interrupt(id: number): void {
        this.interrupted = id;
        this.mailbox.cancel(id);
    }

    /** Whether it was told to stop that call. */
    isInterrupted(id: number): boolean {
        return this.interrupted === id;
    }

    /** Tells the worker to stop the call it has in hand, and ends it when it does not listen. */
    stop(id: number): void {
        this.interrupt(id);
        setTimeout(() => {
            if (this.busyWith === id) {
                void this.thread.terminate();
            }
        }, STOP_GRACE).unref();
    }

    /** Ends the worker without telling anyone. */
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
                this.busyWith = 0;
                this.events.answer(this, message);
                break;
            case 'share':
                this.events.share(this, message.id, message.memory);
                break;
            case 'gather':
                this.events.gather(this, message.id);
                break;
            case 'assisted':
                this.busyWith = 0;
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
