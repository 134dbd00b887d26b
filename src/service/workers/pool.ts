/**
 * The pool of workers: processes a call from its arrival to its answer, and handles cancellation and the death of workers. ready-answers.ts
 * handles calls that need no worker. The main thread keeps the models as text (store.ts); a worker without a model parses it from that
 * text. Does not depend on external protocols.
 */

import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { failedAnswer, type Executor, type ServiceAnswer, type ServiceCall } from '../executor.js';
import type { Share } from '../operations/division.js';
import { methodNamed } from '../../wire/methods.js';
import { peek } from '../../wire/peek.js';
import { Code } from '../../wire/status.js';
import type { Siblings } from '../processes/siblings.js';
import { Crew, type CrewOptions } from './crew.js';
import { ReadyAnswers } from './ready-answers.js';
import type { AnswerMessage, CallMessage } from './messages.js';
import { firstLevel, type Job } from './queue.js';
import { Scheduler } from './scheduler.js';
import { SharedCalls } from './sharing.js';
import { ModelStore, owned, type Repeatable } from './store.js';
import type { Hello, WorkerHandle } from './worker-handle.js';

export interface PoolOptions extends CrewOptions {
    /**
     * number of permanent workers; by default one more than the processors of this process, so that one is free while long calls use all
     * processors
     */
    readonly workers?: number;
    /** the other processes of the service; absent if there are none */
    readonly siblings?: Siblings;
    /** the library cannot be loaded: the service cannot continue */
    onUnusable(message: string): void;
}

const MAX_ATTEMPTS = 4;
const DEADLINE_PASSED = 'the deadline of the call has passed';
/**
 * A heap is collected when it has grown by this percentage since the last collection. V8's default permits growth to four times the size,
 * so that several workers full of models would hold more garbage than models. With few models the default applies, because otherwise the
 * small heap of the main thread would be collected constantly.
 */
const HEAP_GROWTH_PERCENT = 60;
/** total bytes of the models' texts above which memory is more valuable than time */
const MANY_MODELS = 512 * 1024;
const PARSE_SOURCES = methodNamed('ParseSources')!.index;
/** after this number of consecutive missed quick answers, only every 16th call waits for one */
const QUICK_MISSES = 3;

export class WorkerPool implements Executor {
    private readonly crew: Crew;
    private readonly scheduler: Scheduler;
    private readonly shared: SharedCalls;
    private readonly store: ModelStore;
    private readonly jobs = new Map<number, Job>();
    /** calls that arrived before the first worker reported its operations */
    private early: Job[] = [];
    private readonly ready: ReadyAnswers;
    private readonly quickMisses = new Map<number, number>();
    /** how methods use held objects, as the first worker reports; undefined before */
    private population: Hello['population'] | undefined;
    private lastId = 0;
    /** in bytes; not updated beyond {@link MANY_MODELS} */
    private textsKept = 0;
    private closed = false;
    private drained: (() => void) | undefined;

    /** resolves when a worker has loaded the library; rejected with a ConfigurationError if none can */
    readonly loaded: Promise<void>;

    constructor(private readonly options: PoolOptions) {
        const { siblings } = options;
        this.store = new ModelStore(options.cacheSize, siblings && (hash => siblings.isHeldElsewhere(hash)));
        this.ready = new ReadyAnswers(options);
        this.shared = new SharedCalls(options.environment.counts.SERVICE_JOBS, (job, memory, assistant) =>
            this.assist(job, memory, assistant)
        );
        const processors = Math.ceil(availableParallelism() / (siblings?.count ?? 1));
        this.crew = new Crew(options, options.workers ?? processors + 1, {
            greeted: hello => this.greeted(hello),
            ready: () => {
                this.ready.library = this.crew.librarySnapshot;
                this.scheduler.pump();
            },
            died: (worker, reason) => this.died(worker, reason),
            unusable: message => this.becomeUnusable(message),
            short: message => this.refuseWaiting(message),
            isWaitedFor: () => this.scheduler.size > 0,
            answers: (worker, answers, took) => this.answered(worker, answers, took),
            share: (worker, id, memory) => this.share(worker, id, memory),
            gather: (worker, id) => this.shared.await(worker, id),
            assisted: (_, id, share) => this.assisted(id, share)
        });
        this.loaded = this.crew.loaded;
        this.scheduler = new Scheduler(this.crew, this.shared, {
            jobOf: worker => this.jobs.get(worker.busyWith),
            start: (jobs, worker) => this.dispatch(jobs, worker),
            takenBack: ids => this.notBegun(ids)
        });
        siblings?.serve({
            recipeOf: hash => this.store.get(hash)?.recipe,
            call: (call, done) => this.call(call, done)
        });
    }

    call(call: ServiceCall, done: (answer: ServiceAnswer) => void): () => void {
        const peeked = peek(call.method, call.format, call.body);
        const model = peeked.modelHash === undefined ? undefined : this.store.use(peeked.modelHash);
        const answer = this.refusal(call) ?? this.ready.find(call, model);
        if (answer) {
            done(answer);
            return () => undefined;
        }
        const job: Job = {
            id: this.nextId(),
            call,
            done,
            documentSet: peeked.documentSet,
            modelHash: peeked.modelHash,
            kind: `${call.method.index} ${peeked.modelHash ?? peeked.documentSet ?? ''}`,
            model,
            population: undefined,
            modelAbsent: peeked.modelHash !== undefined && !model,
            patientUntil: 0,
            attempts: 0,
            isAnswered: false,
            timer: undefined,
            worker: undefined,
            level: firstLevel(call),
            trial: undefined,
            isEvicted: false,
            modelMade: undefined
        };
        this.jobs.set(job.id, job);
        if (call.deadline !== 0) {
            const left = call.deadline - Date.now();
            job.timer = setTimeout(() => this.giveUp(job, Code.deadlineExceeded, DEADLINE_PASSED), Math.min(left, 0x7fffffff));
        }
        if (this.population) {
            this.admit(job);
        } else {
            this.early.push(job);
        }
        return () => this.giveUp(job, Code.canceled, 'the client has gone');
    }

    /** The refusal of a call; undefined if it is accepted. */
    private refusal({ deadline }: ServiceCall): ServiceAnswer | undefined {
        if (this.closed) {
            return failedAnswer(Code.unavailable, 'the service is shutting down');
        }
        return deadline !== 0 && deadline <= Date.now() ? failedAnswer(Code.deadlineExceeded, DEADLINE_PASSED) : undefined;
    }

    private nextId(): number {
        this.lastId = this.lastId === 0x7fffffff ? 1 : this.lastId + 1;
        return this.lastId;
    }

    async close(graceMilliseconds: number): Promise<void> {
        this.closed = true;
        this.crew.stopStarting();
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
            this.answer(job, failedAnswer(Code.unavailable, 'the service is shutting down'));
        }
        this.scheduler.close();
        await this.crew.close();
        await this.ready.close();
    }

    /** Number of stored models, for tests and reports. */
    get modelCount(): number {
        return this.store.size;
    }

    /** Routes the call to the process of its model, or adopts the model from another process. */
    private admit(job: Job): void {
        const { siblings } = this.options;
        const { modelHash } = job;
        job.population = this.population![job.call.method.name];
        if (siblings && modelHash !== undefined) {
            if (job.population && !siblings.isHome(modelHash)) {
                job.forwarded = siblings.forward(job.call, modelHash, answer => this.answer(job, answer));
                return;
            }
            if (job.modelAbsent) {
                this.adopt(job, modelHash, () => this.begin(job));
                return;
            }
        }
        this.begin(job);
    }

    /** Adopts a model from another process that has it. Continues the call in either case. */
    private adopt(job: Job, hash: string, goOn: () => void): void {
        void this.options.siblings!.find(hash).then(recipe => {
            if (recipe) {
                this.keep(hash, recipe);
            }
            job.model = this.store.use(hash);
            job.modelAbsent = !job.model;
            if (!job.isAnswered) {
                goOn();
            }
        });
    }

    /** Answers calls that need no worker, serializes writers, and enqueues the rest. */
    private begin(job: Job): void {
        const ready = this.ready.without(job.call, job.modelAbsent, hash => this.store.use(hash) !== undefined);
        if (ready) {
            this.answer(job, ready);
            return;
        }
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
        if (job.isAnswered) {
            this.releaseWriter(job);
            return;
        }
        this.scheduler.submit(job);
    }

    private dispatch(jobs: readonly Job[], worker: WorkerHandle): void {
        const messages = jobs.map(job => {
            job.worker = worker;
            job.attempts++;
            return this.messageFor(job, worker);
        });
        const [{ call, documentSet, id }] = jobs;
        const method = call.method.index;
        const alone = this.jobs.size === 1 && documentSet === undefined && this.expectsQuickAnswer(method, id);
        this.crew.work();
        const isQuick = worker.send(messages, alone);
        if (alone) {
            this.quickMisses.set(method, isQuick ? 0 : (this.quickMisses.get(method) ?? 0) + 1);
        }
    }

    /** The message for a call, with the recipe and the held objects that the worker lacks. */
    private messageFor(job: Job, worker: WorkerHandle): CallMessage {
        const { model } = job;
        const message = this.plainMessageFor(job, job.id, worker);
        if (message.recipe) {
            job.modelMade ??= 'now';
        }
        if (!model || !job.population) {
            return message;
        }
        const population = worker.populationOf(model);
        worker.populated.set(model.hash, { generation: model.generation, calls: model.journal.length });
        return { ...message, population };
    }

    /** The message for a call under an id, with the recipe of the model if the worker lacks it. */
    private plainMessageFor({ call, model, modelAbsent }: Job, id: number, worker: WorkerHandle): CallMessage {
        const { method, format, body, deadline } = call;
        const recipe = model && !worker.knows.has(model.hash) ? { recipe: model.recipe } : {};
        if (model) {
            this.crew.remember(worker, model.hash);
        }
        return { id, method: method.index, format, body, deadline, modelAbsent, ...recipe };
    }

    /** Lets a worker compute parts of a call that another one owns. */
    private assist(job: Job, parts: SharedArrayBuffer, worker: WorkerHandle): number {
        const id = this.nextId();
        worker.send([{ ...this.plainMessageFor(job, id, worker), parts }], false);
        return id;
    }

    private share(worker: WorkerHandle, id: number, memory: SharedArrayBuffer): void {
        const job = this.jobs.get(id);
        // a call about held objects must run where they are
        if (job && !job.isAnswered && !job.isEvicted && !job.population) {
            this.options.log.debug('a call is made side by side', { procedure: job.call.method.name });
            this.shared.offer(job, worker, memory);
            this.scheduler.pump();
        }
    }

    private assisted(id: number, share: Share): void {
        this.shared.returned(id, share);
        this.scheduler.pump();
    }

    private expectsQuickAnswer(method: number, id: number): boolean {
        return (this.quickMisses.get(method) ?? 0) < QUICK_MISSES || id % 16 === 0;
    }

    private answered(worker: WorkerHandle, answers: readonly AnswerMessage[], took: number): void {
        answers.forEach(answer => this.take(answer, worker, took));
        this.scheduler.pump();
    }

    private take(answer: AnswerMessage, worker: WorkerHandle, took: number): void {
        const job = this.jobs.get(answer.id);
        this.shared.end(answer.id);
        if (job?.isEvicted) {
            job.isEvicted = false;
            if (answer.code === Code.canceled && !job.isAnswered) {
                this.beginAgain(job);
                return;
            }
        }
        if (answer.parsedHash !== undefined && job) {
            this.keepModel(job, worker, answer.parsedHash, answer.inline);
        }
        if (job && answer.missingModel !== undefined && job.attempts < MAX_ATTEMPTS && !job.isAnswered) {
            this.again(job, worker, answer.missingModel);
            return;
        }
        if (job) {
            this.scheduler.learn(job, took);
            if (answer.populationChanged && job.model) {
                const { method, format, body } = job.call;
                job.model.journal.push({ method: method.index, format, body: owned(body) });
                worker.populated.set(job.model.hash, { generation: job.model.generation, calls: job.model.journal.length });
            }
            if (answer.code === Code.ok && answer.missingModel === undefined && job.model) {
                this.ready.keep(job.call, answer, took);
            }
            this.jobs.delete(job.id);
            this.releaseWriter(job);
            this.answer(
                job,
                answer.missingModel === undefined
                    ? answer
                    : failedAnswer(Code.internal, `internal error: model ${answer.missingModel} could not be made again`)
            );
        }
    }

    /** A call that was stopped in favour of others is enqueued at the next level. */
    private beginAgain(job: Job): void {
        this.renewed(job).attempts = 0;
        if (!this.scheduler.submitAgain(job)) {
            this.jobs.delete(job.id);
            this.releaseWriter(job);
            this.answer(job, failedAnswer(Code.resourceExhausted, 'too many long computations at a time'));
        }
    }

    /** The jobs with ids that a worker has not begun. */
    private notBegun(ids: readonly number[]): Job[] {
        const jobs = ids.flatMap(id => this.jobs.get(id) ?? []).map(job => this.renewed(job));
        jobs.forEach(job => job.attempts--);
        return jobs;
    }

    /** Gives a job a new id; it belongs to no worker. */
    private renewed(job: Job): Job {
        this.jobs.delete(job.id);
        job.id = this.nextId();
        this.jobs.set(job.id, job);
        job.worker = undefined;
        return job;
    }

    /** The worker lacks the model: sends the same call again with the recipe. */
    private again(job: Job, worker: WorkerHandle, hash: string): void {
        worker.forget(hash);
        this.renewed(job).model = this.store.use(hash);
        job.modelAbsent = !job.model;
        if (job.modelAbsent && this.options.siblings) {
            this.adopt(job, hash, () => this.enqueue(job));
        } else {
            this.enqueue(job);
        }
    }

    private keepModel(job: Job, worker: WorkerHandle, hash: string, inline: Uint8Array | undefined): void {
        const { method, format, body } = job.call;
        const recipe: Repeatable = inline
            ? { method: PARSE_SOURCES, format: 'proto', body: inline }
            : { method: method.index, format, body: owned(body) };
        this.keep(hash, recipe);
        this.crew.remember(worker, hash);
        worker.made.add(hash);
        if (job.documentSet !== undefined) {
            this.crew.rememberSet(worker, job.documentSet);
        }
    }

    private keep(hash: string, recipe: Repeatable): void {
        this.store.keep(hash, recipe);
        if (this.textsKept < MANY_MODELS) {
            this.textsKept += recipe.body.length;
            if (this.textsKept >= MANY_MODELS) {
                setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
            }
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

    private answer(job: Job, answer: ServiceAnswer): void {
        if (!job.isAnswered) {
            job.isAnswered = true;
            clearTimeout(job.timer);
            if (!job.worker?.has(job.id)) {
                this.jobs.delete(job.id);
            }
            job.done(answer);
        }
        if (this.jobs.size === 0) {
            this.drained?.();
        }
    }

    private giveUp(job: Job, code: Code, message: string): void {
        if (job.isAnswered) {
            return;
        }
        const { worker } = job;
        job.forwarded?.();
        if (worker?.has(job.id) && !worker.takeBack(job.id)) {
            worker.stop(job.id);
            this.shared.stop(job.id);
        } else {
            this.early = this.early.filter(other => other !== job);
            if (this.scheduler.remove(job)) {
                this.releaseWriter(job);
            }
        }
        this.answer(job, failedAnswer(code, message));
    }

    private greeted(hello: Hello): void {
        this.ready.greeted(hello);
        this.population = hello.population;
        this.early.splice(0).forEach(job => this.admit(job));
    }

    private becomeUnusable(message: string): void {
        this.closed = true;
        this.refuseWaiting(message);
        this.options.onUnusable(message);
    }

    private refuseWaiting(message: string): void {
        [...this.early.splice(0), ...this.scheduler.takeAll()].forEach(job => this.answer(job, failedAnswer(Code.unavailable, message)));
    }

    private died(worker: WorkerHandle, reason: string): void {
        const lost = worker.lost();
        const begun = lost.find(({ isBegun }) => isBegun)?.id ?? 0;
        const job = this.jobs.get(begun);
        const assisted = this.shared.lost(begun);
        const procedure = (job ?? assisted)?.call.method.name;
        this.options.log.error('a worker died', { worker: worker.index, error: reason, ...(procedure && { procedure }) });
        const message = `internal error: the worker computing the call died (${reason})`;
        if (job) {
            this.releaseWriter(job);
            this.jobs.delete(job.id);
            this.shared.end(job.id);
            this.answer(job, failedAnswer(Code.internal, message));
        } else if (assisted) {
            this.giveUp(assisted, Code.internal, message);
        }
        for (const { id } of lost) {
            const other = id === begun ? undefined : this.jobs.get(id);
            if (other && !other.isAnswered && other.attempts < MAX_ATTEMPTS) {
                this.enqueue(this.renewed(other));
            } else if (other) {
                this.jobs.delete(id);
                this.answer(other, failedAnswer(Code.internal, message));
            }
        }
    }
}
