// Which waiting call runs where and when: calls that come together are handed to workers together, a worker that has the model is preferred
// for a while, a worker is kept for calls that have just come, long calls take turns, and workers without a call assist with divided ones.
// What a call is and how it is handed over is the pool's business. Times are milliseconds of the process's clock.

import { JobQueue, KindMemory, LAST_LEVEL, SLICES, type Job } from './queue.js';
import type { Crew } from './crew.js';
import { MOST_CALLS, SLOT_BYTES } from './mailbox.js';
import type { SharedCalls } from './sharing.js';
import type { WorkerHandle } from './worker-handle.js';

/** Another worker is started when calls wait and every worker has been busy with one call for this long. */
const GROW_AFTER = 20;
/** Making a model again costs about this much; a call waits so long for a worker that has it, but never longer than MAX_PATIENCE. */
const MILLISECONDS_PER_BYTE = 1 / 1000;
const MAX_PATIENCE = 200;
/** Calls of a kind that takes no longer are handed over together: handing over one alone costs about as much. */
const BRIEF = 0.25;
/** What calls that are handed over together may take. */
const BATCH = 4;
/** When one of them takes longer, those behind it are taken back. */
const STALLED = 10;

/** What the scheduler needs of the pool. */
export interface Running {
    /** the call that a worker computes; undefined where it has none, or assists with one */
    jobOf(worker: WorkerHandle): Job | undefined;
    /** hands calls to an idle worker, at most {@link MOST_CALLS} */
    start(jobs: readonly Job[], worker: WorkerHandle): void;
    /** the calls under these ids, which a worker had in hand and has not begun */
    takenBack(ids: readonly number[]): Job[];
}

/** Calls for one worker. */
interface Batch {
    readonly jobs: Job[];
    /** how long they take, as far as is known; Infinity where nothing may be added */
    expected: number;
    bytes: number;
}

export class Scheduler {
    private readonly queue = new JobQueue();
    /** kinds of calls of which one had to begin again: their next ones wait with the long calls from the start */
    private readonly longKinds = new KindMemory<true>();
    /** how long calls of a kind have taken of late */
    private readonly durations = new KindMemory<number>();
    /** jobs that are about to be given to a worker */
    private readonly batches = new Map<WorkerHandle, Batch>();
    private submitted: NodeJS.Immediate | undefined;
    private pumping: NodeJS.Timeout | undefined;

    constructor(
        private readonly crew: Crew,
        private readonly shared: SharedCalls,
        private readonly running: Running
    ) {}

    /** Calls that wait. */
    get size(): number {
        return this.queue.size;
    }

    /** Has a call wait for its turn, which comes at the end of this turn of the event loop where a worker is idle. */
    submit(job: Job): void {
        const cost = job.model ? job.model.recipe.body.length : job.documentSet === undefined ? 0 : job.call.body.length;
        job.patientUntil = performance.now() + Math.min(cost * MILLISECONDS_PER_BYTE, MAX_PATIENCE);
        this.crew.loadOnDemand();
        // one that comes again because its worker had lost the model, or died, was not tried
        job.trial &&= 'due';
        this.queue.push(job);
        this.submitted ??= setImmediate(() => {
            this.submitted = undefined;
            this.pump();
            for (let wanted = Math.min(this.queue.size, this.crew.kept); wanted > 0; wanted--) {
                this.shared.giveWay();
            }
        });
    }

    /**
     * Has a call that was stopped for others wait at the next level; at its own one when its time went into the model, which is there now.
     * @returns false when too many wait there
     */
    submitAgain(job: Job): boolean {
        if (job.modelMade === 'now') {
            job.modelMade = 'before';
            this.submit(job);
            return true;
        }
        this.longKinds.remember(job.kind, true);
        job.level = job.trial === 'running' ? job.level : Math.min(job.level + 1, LAST_LEVEL);
        job.trial = undefined;
        if (job.level === LAST_LEVEL && this.queue.isFull) {
            return false;
        }
        this.queue.push(job);
        return true;
    }

    /** Learns from a call that was answered. @param took how long it was computed, about */
    learn({ kind, level }: Job, took: number): void {
        this.durations.remember(kind, (took + (this.durations.get(kind) ?? took)) / 2);
        if (level > 0 && took <= SLICES[0]) {
            this.longKinds.forget(kind);
        }
    }

    /** Takes a call out; false when it does not wait. */
    remove(job: Job): boolean {
        return this.queue.remove(job);
    }

    takeAll(): Job[] {
        return this.queue.takeAll();
    }

    close(): void {
        clearImmediate(this.submitted);
        clearTimeout(this.pumping);
    }

    /** Starts what can be started. */
    pump(): void {
        const now = performance.now();
        this.queue.offer(job => this.assign(job, now), this.isLong);
        for (const [worker, { jobs }] of this.batches) {
            this.batches.delete(worker);
            this.running.start(jobs, worker);
            if (jobs.length > 1) {
                this.pumpLater(GROW_AFTER);
            }
        }
        if (this.queue.size > 0) {
            this.pumpLater(GROW_AFTER);
        } else {
            this.shared.engage(this.crew.idle);
        }
    }

    private readonly isLong = (job: Job): boolean => this.longKinds.get(job.kind) === true;

    /** Finds a worker for the job. */
    private assign(job: Job, now: number): 'taken' | 'later' | 'stop' {
        const bytes = job.call.body.length;
        const expected = this.expected(job);
        if (this.join(job, expected, bytes)) {
            return 'taken';
        }
        const idle = this.crew.idle.filter(worker => !this.batches.has(worker));
        const mayRun = this.mayRun(job.level);
        const worker = idle.length > 0 && (mayRun || job.trial === 'due') ? this.choose(job, idle, now) : undefined;
        if (worker) {
            job.trial = mayRun ? undefined : 'running';
            const isOpen = job.model !== undefined && worker.knows.has(job.model.hash);
            this.batches.set(worker, { jobs: [job], expected: isOpen ? expected : Infinity, bytes });
            return 'taken';
        }
        const isAnyOpen = [...this.batches.values()].some(batch => batch.expected < BATCH);
        return isAnyOpen || (idle.length > 0 && (mayRun || job.trial === 'due')) ? 'later' : 'stop';
    }

    /** How long a call takes that may be handed over with others and taken back; Infinity where that is not known or long. */
    private expected({ level, model, population, kind }: Job): number {
        const known = level === 0 && model && !population ? this.durations.get(kind) : undefined;
        return known !== undefined && known <= BRIEF ? known : Infinity;
    }

    /** Adds the job to those that are about to be given to a worker that has its model. */
    private join(job: Job, expected: number, bytes: number): boolean {
        for (const [worker, batch] of expected === Infinity ? [] : this.batches) {
            if (
                batch.expected + expected <= BATCH &&
                batch.bytes + bytes <= SLOT_BYTES &&
                batch.jobs.length < MOST_CALLS &&
                worker.knows.has(job.model!.hash)
            ) {
                batch.jobs.push(job);
                batch.expected += expected;
                batch.bytes += bytes;
                return true;
            }
        }
        return false;
    }

    /** An idle worker for the job: one that has its model, else any, once nothing better is to be waited for. */
    private choose(job: Job, idle: readonly WorkerHandle[], now: number): WorkerHandle | undefined {
        const { sets, workers } = this.crew;
        const emptiest = (): WorkerHandle => idle.reduce((best, worker) => (worker.knows.size < best.knows.size ? worker : best));
        const prefers = job.model
            ? (worker: WorkerHandle) => worker.knows.has(job.model!.hash)
            : job.documentSet === undefined
              ? () => true
              : (worker: WorkerHandle) => sets.get(job.documentSet!) === worker;
        return idle.find(prefers) ?? (now >= job.patientUntil || !workers.some(prefers) ? emptiest() : undefined);
    }

    /**
     * Whether one more call of a level may run. A worker is kept for calls that have just come, and one more for those that have not
     * proven to be endless, however many long ones there are. While nothing has come, the first one tries those that are taken for long by
     * their kind: a brief question about a model does not wait for the long ones about it.
     */
    private mayRun(level: number): boolean {
        if (level === 0) {
            return true;
        }
        const { kept, workers } = this.crew;
        const running = workers.flatMap(worker => this.batches.get(worker)?.jobs[0] ?? this.running.jobOf(worker) ?? []);
        const longOnes = running.filter(job => job.level > 0 && job.trial !== 'running').length;
        return (
            longOnes < Math.max(1, kept - 1) &&
            (level < LAST_LEVEL || running.filter(job => job.level === LAST_LEVEL).length < Math.max(1, kept - 2))
        );
    }

    /** How long a call may run while others wait. */
    private sliceOf({ level, trial }: Job): number {
        return trial !== 'running' ? SLICES[level] : this.queue.waitsUpTo(0) ? 0 : SLICES[0];
    }

    /**
     * Whether a call gives way: it has run beyond the slice of a level, its own or a higher one, and calls of that level or a lower one
     * wait. So one that begins at a low level does not hold up, without end, those that have reached a higher one.
     */
    private givesWay(job: Job, elapsed: number, slowness: number): boolean {
        return SLICES.some(
            (slice, level) =>
                level >= job.level && elapsed > slowness * (level === job.level ? this.sliceOf(job) : slice) && this.queue.waitsUpTo(level)
        );
    }

    /** Stops calls that give way; they begin again later. */
    private evict(now: number, slowness: number): void {
        const beyond = this.crew.workers
            .flatMap(worker => this.running.jobOf(worker) ?? [])
            .filter(job => !job.isEvicted && !job.settled && this.givesWay(job, now - job.worker!.busySince, slowness));
        for (const job of beyond.sort((one, other) => other.level - one.level).slice(0, this.queue.size)) {
            job.isEvicted = job.worker!.interrupt(job.id);
            if (job.isEvicted) {
                this.shared.stop(job.id);
            }
        }
    }

    /** Takes back what waits behind a call that takes longer than such calls do. */
    private takeBackStalled(since: number): void {
        for (const worker of this.crew.workers.filter(({ isBatched, busySince }) => isBatched && busySince < since)) {
            // while the worker is in a long call, its finished answers can leave it only through the mailbox
            if (worker.collect()) {
                continue;
            }
            const slow = this.running.jobOf(worker);
            if (slow) {
                this.durations.remember(slow.kind, performance.now() - worker.busySince);
            }
            this.queue.putBack(this.running.takenBack(worker.takeAllBack()));
        }
        if (this.crew.workers.some(({ isBatched }) => isBatched)) {
            this.pumpLater(GROW_AFTER);
        }
    }

    private pumpLater(milliseconds: number): void {
        const asked = performance.now();
        this.pumping ??= setTimeout(() => {
            this.pumping = undefined;
            const now = performance.now();
            // where this timer comes late, the machine is busy with others, and calls have had less than the clock says
            const slowness = Math.max(1, (now - asked) / milliseconds);
            this.takeBackStalled(now - slowness * STALLED);
            this.pump();
            if (this.queue.size > 0) {
                this.shared.giveWay();
            }
            this.evict(now, slowness);
            if (this.queue.waitsUpTo(0)) {
                this.crew.grow(now - GROW_AFTER);
            }
        }, milliseconds);
    }
}
