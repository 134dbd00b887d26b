// The workers behind the service: which call goes to which worker, what happens when none is free, when a caller gives up and when
// a worker dies. The main thread keeps the models as text (store.ts); a worker that lacks one makes it again from there.
// See decision "the server is shared-nothing inside". Knows no protocol of the outside.

import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { Environment } from '../config/environment.js';
import { failedAnswer, type Executor, type ServiceAnswer, type ServiceCall } from '../executor.js';
import type { Log } from '../log.js';
import { decodeChecked, modelHashOf, modelNotFound } from '../operations/call.js';
import { withoutWithheld } from '../operations/registry.js';
import { answerServerInfo } from '../operations/server-info.js';
import { encodeMessage } from '../wire/codec.js';
import { methodNamed } from '../wire/methods.js';
import { peek } from '../wire/peek.js';
import { Code, Refusal } from '../wire/status.js';
import type { CapabilitySet } from '../wire/withhold.js';
import { AnswerCache } from './answers.js';
import { Express } from './express.js';
import { Lane, type Hello, type ReadyMessage } from './lane.js';
import type { AnswerMessage, PopulationMessage } from './messages.js';
import { ModelStore, type Repeatable, type StoredModel } from './store.js';

export interface PoolOptions {
    readonly environment: Environment;
    readonly version: string;
    readonly cacheSize: number;
    readonly servedEngines: readonly string[];
    readonly log: Log;
    /** module that makes the services of a worker; the project's own when absent */
    readonly servicesModule?: string;
    /** module that a worker starts with; the project's own when absent */
    readonly workerEntry?: URL;
    /** workers kept; by default one more than there are processors, so that long calls on all of them leave one free */
    readonly workers?: number;
    /** the library cannot be loaded: the service is of no use */
    onUnusable(message: string): void;
}

/** Workers beyond the kept ones, started while all are busy and ended when idle. */
const EXTRA_WORKERS = 5;
const EXTRA_IDLE = 30_000;
/** Another worker is started when calls wait and every worker has been busy with one call for this long, in milliseconds. */
const GROW_AFTER = 20;
/** Making a model again costs about this much; a call waits so long for a worker that has it, but never longer than MAX_PATIENCE. */
const MILLISECONDS_PER_BYTE = 1 / 1000;
const MAX_PATIENCE = 200;
/** Document sets whose worker is remembered. */
const REMEMBERED_SETS = 256;
const MAX_ATTEMPTS = 4;
const DEADLINE_PASSED = 'the deadline of the call has passed';
/**
 * A heap is collected when it has grown by this share since it was last collected. By default it may grow to four times its size where
 * the bound is high, and then several workers full of models hold more garbage than models.
 */
const HEAP_GROWTH_PERCENT = 60;
/** Answers kept to be given again, in bytes. */
const KEPT_ANSWERS = 16 * 1024 * 1024;
/** Requests larger than this are not decoded in the main thread. */
const SMALL_BODY = 64 * 1024;
const PARSE_SOURCES = methodNamed('ParseSources')!.index;
/** Quick answers are not waited for any more after so many in a row did not come, but for every 16th call. */
const QUICK_MISSES = 3;

interface Job {
    readonly id: number;
    readonly call: ServiceCall;
    readonly done: (answer: ServiceAnswer) => void;
    readonly documentSet: string | undefined;
    readonly population: 'reads' | 'writes' | undefined;
    model: StoredModel | undefined;
    modelAbsent: boolean;
    /** until when a worker that has the model (or the document set) is preferred to an idle one */
    patientUntil: number;
    attempts: number;
    settled: boolean;
    timer: NodeJS.Timeout | undefined;
    lane: Lane | undefined;
}

export class WorkerPool implements Executor {
    private readonly lanes: Lane[] = [];
    private readonly store: ModelStore;
    private readonly kept: number;
    /** models one worker keeps: together they hold every model about twice, since a model is wanted by several when calls are long */
    private readonly workerCache: number;
    private readonly jobs = new Map<number, Job>();
    private queue: Job[] = [];
    private readonly sets = new Map<string, Lane>();
    private readonly answers = new AnswerCache(KEPT_ANSWERS);
    private readonly express: Express;
    private readonly quickMisses = new Map<number, number>();
    private hello: { methods: Record<string, boolean>; capabilities: CapabilitySet; population: Hello['population']; repeatable: Hello['repeatable'] } | undefined;
    private libraryLoaded = false;
    private librarySnapshot: SharedArrayBuffer | undefined;
    private lastId = 0;
    private laneIndex = 0;
    private closed = false;
    private failedStarts = 0;
    private pumping: NodeJS.Timeout | undefined;
    private drained: (() => void) | undefined;

    constructor(private readonly options: PoolOptions) {
        setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
        this.store = new ModelStore(options.cacheSize);
        this.kept = options.workers ?? availableParallelism() + 1;
        this.workerCache = Math.min(options.cacheSize, Math.ceil(2 * options.cacheSize / this.kept));
        this.express = new Express(options);
        this.startLane();
    }

    call(call: ServiceCall, done: (answer: ServiceAnswer) => void): () => void {
        this.lastId = this.lastId === 0x7fffffff ? 1 : this.lastId + 1;
        const peeked = peek(call.method, call.format, call.body);
        const model = peeked.modelHash === undefined ? undefined : this.store.use(peeked.modelHash);
        const job: Job = {
            id: this.lastId, call, done, documentSet: peeked.documentSet, model, population: undefined,
            modelAbsent: peeked.modelHash !== undefined && !model, patientUntil: 0, attempts: 0, settled: false, timer: undefined, lane: undefined
        };
        if (this.closed) {
            done(failedAnswer(Code.unavailable, 'the service is shutting down'));
            return () => undefined;
        }
        if (call.deadline !== 0 && call.deadline <= Date.now()) {
            done(failedAnswer(Code.deadlineExceeded, DEADLINE_PASSED));
            return () => undefined;
        }
        const known = model && this.isRepeatable(call) ? this.answers.find(call) : undefined;
        if (known) {
            done(known);
            return () => undefined;
        }
        const quick = model && this.express.answer(call, model);
        if (quick) {
            this.answers.keep(call, quick);
            done(quick);
            return () => undefined;
        }
        this.jobs.set(job.id, job);
        if (call.deadline !== 0) {
            const left = call.deadline - Date.now();
            job.timer = setTimeout(() => this.giveUp(job, Code.deadlineExceeded, DEADLINE_PASSED), Math.min(left, 0x7fffffff));
        }
        if (this.hello) {
            this.admit(job);
        } else {
            this.queue.push(job);
        }
        return () => this.giveUp(job, Code.canceled, 'the client has gone');
    }

    async close(graceMilliseconds: number): Promise<void> {
        this.closed = true;
        if (this.jobs.size > 0) {
            await new Promise<void>(resolve => {
                const timer = setTimeout(resolve, graceMilliseconds);
                this.drained = () => {
                    clearTimeout(timer);
                    resolve();
                };
            });
        }
        for (const job of this.jobs.values()) {
            this.settle(job, failedAnswer(Code.unavailable, 'the service is shutting down'));
        }
        clearTimeout(this.pumping);
        await Promise.all(this.lanes.map(lane => lane.end()));
    }

    /** Number of models kept, for tests and reports. */
    get modelCount(): number {
        return this.store.size;
    }

    /** Answers what needs no worker, orders writers, and hands the rest to a worker. */
    private admit(job: Job): void {
        const hello = this.hello!;
        const { method, format, body } = job.call;
        if (method.name === 'GetServerInfo' || (job.modelAbsent && body.length <= SMALL_BODY)) {
            try {
                const message = decodeChecked(method, body, format, hello.capabilities, hello.methods);
                if (method.name === 'GetServerInfo') {
                    const info = answerServerInfo(this.options.version, hello.capabilities);
                    this.settle(job, { code: Code.ok, message: '', largeAnswer: 0, body: encodeMessage(method.output, info, format) });
                    return;
                }
                const hash = modelHashOf(method, message);
                if (hash !== undefined && !this.store.use(hash)) {
                    throw modelNotFound(method, hash);
                }
            } catch (error) {
                this.settle(job, error instanceof Refusal ? failedAnswer(error.code, error.message)
                    : failedAnswer(Code.internal, `internal error: ${(error as Error).message}`));
                return;
            }
        }
        (job as { population: Job['population'] }).population = hello.population[method.name];
        if (job.model && job.population === 'writes') {
            if (job.model.writers) {
                job.model.writers.push(() => this.enqueue(job));
                return;
            }
            job.model.writers = [];
        }
        this.enqueue(job);
    }

    private enqueue(job: Job): void {
        if (job.settled) {
            this.releaseWriter(job);
            return;
        }
        const cost = job.model ? job.model.recipe.body.length : job.documentSet === undefined ? 0 : job.call.body.length;
        job.patientUntil = Date.now() + Math.min(cost * MILLISECONDS_PER_BYTE, MAX_PATIENCE);
        if (this.lanes.length > 0 && this.lanes.every(lane => !lane.ready) && this.options.environment.counts.SERVICE_INDEX_POOL === 0) {
            this.lanes[0].load();
        }
        const lane = this.queue.length === 0 ? this.choose(job, Date.now()) : undefined;
        if (lane) {
            this.dispatch(job, lane);
        } else {
            this.queue.push(job);
            this.pumpLater(GROW_AFTER);
        }
    }

    /** An idle worker for the job: one that has its model, else any, once nothing better is to be waited for. */
    private choose(job: Job, now: number): Lane | undefined {
        const idle = this.lanes.filter(lane => lane.idle);
        if (idle.length === 0) {
            return undefined;
        }
        const emptiest = (): Lane => idle.reduce((best, lane) => lane.knows.size < best.knows.size ? lane : best);
        const prefers = job.model ? (lane: Lane) => lane.knows.has(job.model!.hash)
            : job.documentSet === undefined ? () => true : (lane: Lane) => this.sets.get(job.documentSet!) === lane;
        return idle.find(prefers) ?? (now >= job.patientUntil || !this.lanes.some(prefers) ? emptiest() : undefined);
    }

    private dispatch(job: Job, lane: Lane): void {
        job.lane = lane;
        job.attempts++;
        const { method, format, body, deadline } = job.call;
        const { model } = job;
        const message = {
            type: 'call' as const, id: job.id, method: method.index, format, body, deadline, modelAbsent: job.modelAbsent,
            ...model && !lane.knows.has(model.hash) && { recipe: model.recipe },
            ...model && job.population && { population: populationFor(lane, model) }
        };
        if (model) {
            this.remember(lane, model.hash);
            if (job.population) {
                lane.populated.set(model.hash, { generation: model.generation, calls: model.journal.length });
            }
        }
        const alone = this.jobs.size === 1 && job.documentSet === undefined && this.expectsQuickAnswer(method.index, job.id);
        const answer = lane.send(message, alone);
        if (alone) {
            this.quickMisses.set(method.index, answer ? 0 : (this.quickMisses.get(method.index) ?? 0) + 1);
        }
        if (answer) {
            this.answered(lane, answer);
        }
    }

    private isRepeatable({ method }: ServiceCall): boolean {
        return this.hello?.repeatable.has(method.name) ?? false;
    }

    private expectsQuickAnswer(method: number, id: number): boolean {
        return (this.quickMisses.get(method) ?? 0) < QUICK_MISSES || id % 16 === 0;
    }

    private answered(lane: Lane, answer: AnswerMessage): void {
        const job = this.jobs.get(answer.id);
        if (answer.parsedHash !== undefined && job) {
            this.keepModel(job, lane, answer.parsedHash, answer.inline);
        }
        if (job && answer.missingModel !== undefined && job.attempts < MAX_ATTEMPTS && !job.settled) {
            this.again(job, lane, answer.missingModel);
            return;
        }
        if (job) {
            if (answer.populationChanged && job.model) {
                const { method, format, body } = job.call;
                job.model.journal.push({ method: method.index, format, body: owned(body) });
                lane.populated.set(job.model.hash, { generation: job.model.generation, calls: job.model.journal.length });
            }
            if (answer.code === Code.ok && answer.missingModel === undefined && job.model && this.isRepeatable(job.call)) {
                this.answers.keep(job.call, answer);
            }
            this.jobs.delete(job.id);
            this.releaseWriter(job);
            this.settle(job, answer.missingModel === undefined ? answer
                : failedAnswer(Code.internal, `internal error: model ${answer.missingModel} could not be made again`));
        }
        this.pump();
    }

    /** The worker has not got the model: the same call again with what it takes to make it. */
    private again(job: Job, lane: Lane, hash: string): void {
        lane.forget(hash);
        job.model = this.store.use(hash);
        job.modelAbsent = !job.model;
        this.dispatch(job, lane);
    }

    private keepModel(job: Job, lane: Lane, hash: string, inline: Uint8Array | undefined): void {
        const { method, format, body } = job.call;
        const recipe: Repeatable = inline ? { method: PARSE_SOURCES, format: 'proto', body: inline } : { method: method.index, format, body: owned(body) };
        this.store.keep(hash, recipe);
        this.remember(lane, hash);
        if (job.documentSet !== undefined) {
            this.sets.delete(job.documentSet);
            this.sets.set(job.documentSet, lane);
            if (this.sets.size > REMEMBERED_SETS) {
                this.sets.delete(this.sets.keys().next().value!);
            }
        }
    }

    /** Notes a use of the model by the worker, as the worker's own cache does. */
    private remember(lane: Lane, hash: string): void {
        lane.knows.delete(hash);
        lane.knows.add(hash);
        if (lane.knows.size > this.workerCache) {
            lane.forget(lane.knows.values().next().value!);
        }
    }

    private releaseWriter(job: Job): void {
        const { model } = job;
        if (model?.writers && job.population === 'writes') {
            const next = model.writers.shift();
            if (next) {
                next();
            } else {
                model.writers = undefined;
            }
        }
    }

    private settle(job: Job, answer: ServiceAnswer): void {
        if (!job.settled) {
            job.settled = true;
            clearTimeout(job.timer);
            if (!job.lane || job.lane.busyWith !== job.id) {
                this.jobs.delete(job.id);
            }
            job.done(answer);
        }
        if (this.jobs.size === 0) {
            this.drained?.();
        }
    }

    private giveUp(job: Job, code: Code, message: string): void {
        if (job.settled) {
            return;
        }
        const running = job.lane?.busyWith === job.id;
        if (running) {
            job.lane!.stop(job.id);
        } else {
            const queued = this.queue.indexOf(job);
            if (queued >= 0) {
                this.queue.splice(queued, 1);
                this.releaseWriter(job);
            }
        }
        this.settle(job, failedAnswer(code, message));
    }

    private pump(): void {
        const now = Date.now();
        for (let index = 0; index < this.queue.length;) {
            const job = this.queue[index];
            const lane = this.choose(job, now);
            if (lane) {
                this.queue.splice(index, 1);
                this.dispatch(job, lane);
            } else if (this.lanes.some(candidate => candidate.idle)) {
                index++;
            } else {
                break;
            }
        }
        if (this.queue.length > 0) {
            this.pumpLater(GROW_AFTER);
        }
    }

    private pumpLater(milliseconds: number): void {
        this.pumping ??= setTimeout(() => {
            this.pumping = undefined;
            this.pump();
            const held = Date.now() - GROW_AFTER;
            if (this.queue.length > 0 && this.lanes.length < this.kept + EXTRA_WORKERS && this.lanes.every(lane => lane.busyWith !== 0 && lane.busySince <= held)) {
                this.startLane();
            }
        }, milliseconds);
    }

    private startLane(): void {
        const { environment, version, servedEngines, servicesModule, workerEntry, log } = this.options;
        const lane: Lane = new Lane(++this.laneIndex, { environment, version, cacheSize: this.workerCache, servedEngines, servicesModule, librarySnapshot: this.librarySnapshot }, {
            hello: (_, hello) => this.greeted(lane, hello),
            ready: (_, message) => this.becameReady(lane, message),
            failed: (_, message) => this.becomeUnusable(`the library cannot be loaded: ${message}`),
            answer: (_, answer) => this.answered(lane, answer),
            died: (_, reason) => this.died(lane, reason),
            fault: (method, error) => log.error('fault in an operation', { procedure: method, error })
        }, workerEntry);
        this.lanes.push(lane);
    }

    private greeted(lane: Lane, hello: Hello): void {
        if (!this.hello) {
            const capabilities = withoutWithheld(hello.provides, this.options.environment.withheldCapabilities);
            this.hello = { methods: Object.fromEntries([...hello.methods].map(name => [name, true])), capabilities, population: hello.population, repeatable: hello.repeatable };
            const waiting = this.queue;
            this.queue = [];
            waiting.forEach(job => this.admit(job));
        }
        if (this.options.environment.counts.SERVICE_INDEX_POOL > 0 || this.queue.length > 0 || lane.index > 1) {
            lane.load();
        }
    }

    private becameReady(lane: Lane, { milliseconds, librarySnapshot, libraryOrigin, warnings }: ReadyMessage): void {
        this.failedStarts = 0;
        if (!this.libraryLoaded) {
            this.libraryLoaded = true;
            this.options.log.info('library loaded', { milliseconds: Math.round(milliseconds), ...libraryOrigin && { origin: libraryOrigin } });
            warnings.forEach(warning => this.options.log.warn('library', { warning }));
        }
        this.librarySnapshot ??= librarySnapshot;
        this.express.library = this.librarySnapshot;
        this.options.log.debug('worker ready', { worker: lane.index, milliseconds: Math.round(milliseconds) });
        this.pump();
        if (this.lanes.length < this.kept && !this.closed) {
            this.startLane();
        } else if (this.lanes.length > this.kept) {
            this.endWhenIdle(lane);
        }
    }

    private becomeUnusable(message: string): void {
        this.closed = true;
        this.queue.splice(0).forEach(job => this.settle(job, failedAnswer(Code.unavailable, message)));
        this.options.onUnusable(message);
    }

    private endWhenIdle(lane: Lane): void {
        setTimeout(() => {
            if (lane.idle) {
                this.lanes.splice(this.lanes.indexOf(lane), 1);
                void lane.end();
            } else if (this.lanes.includes(lane)) {
                this.endWhenIdle(lane);
            }
        }, EXTRA_IDLE).unref();
    }

    private died(lane: Lane, reason: string): void {
        this.lanes.splice(this.lanes.indexOf(lane), 1);
        for (const [set, owner] of this.sets) {
            if (owner === lane) {
                this.sets.delete(set);
            }
        }
        const job = this.jobs.get(lane.busyWith);
        lane.busyWith = 0;
        this.options.log.error('a worker died', { worker: lane.index, error: reason, ...job && { procedure: job.call.method.name } });
        if (job) {
            this.releaseWriter(job);
            this.jobs.delete(job.id);
            this.settle(job, failedAnswer(Code.internal, `internal error: the worker computing the call died (${reason})`));
        }
        if (this.closed) {
            return;
        }
        if (++this.failedStarts > 5 && !this.lanes.some(other => other.ready)) {
            this.becomeUnusable(`workers cannot be started: ${reason}`);
        } else if (this.lanes.length < this.kept) {
            this.startLane();
        }
    }
}

/** The objects held for a model, without the calls that the worker has made already. */
function populationFor(lane: Lane, { hash, generation, journal }: StoredModel): PopulationMessage {
    const made = lane.populated.get(hash);
    const from = made?.generation === generation ? made.calls : 0;
    return { modelHash: hash, generation, from, journal: journal.slice(from) };
}

/** The bytes in memory of their own: a view into a shared network buffer would keep all of it alive. */
function owned(bytes: Uint8Array): Uint8Array {
    return bytes.buffer.byteLength > bytes.byteLength * 1.5 ? new Uint8Array(bytes) : bytes;
}
