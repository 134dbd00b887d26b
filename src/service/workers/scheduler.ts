// Decides where and when waiting calls run. Calls that arrive together are handed to workers together; a worker that has the model is
// preferred for a while; one worker is reserved for new calls; long calls take turns; idle workers assist with divided calls. The pool
// hands calls over. Times are milliseconds of the process's clock.

import { JobQueue, KindMemory, LAST_LEVEL, SLICES, type Job } from './queue.js';
import type { Crew } from './crew.js';
import { MOST_CALLS, SLOT_BYTES } from './mailbox.js';
import type { SharedCalls } from './sharing.js';
import type { WorkerHandle } from './worker-handle.js';

/** another worker is started when calls wait and every worker has been busy with one call for this long */
const GROW_AFTER = 20;
/** Approximate cost of parsing a model again. A call waits up to this time, within a maximum, for a worker that has the model. */
const MILLISECONDS_PER_BYTE = 1 / 1000;
const MAX_PATIENCE = 200;
/** calls of a kind that take at most this time are handed over together; handing over a single call costs about as much */
const BRIEF = 0.25;
/** maximum expected duration of calls that are handed over together */
const BATCH = 4;
/** when one of them takes longer, the calls after it are taken back */
const STALLED = 10;

/** The part of the pool that the scheduler uses. */
export interface Running {
    /** the call that a worker computes; undefined if it is idle or assists */
    jobOf(worker: WorkerHandle): Job | undefined;
    /** hands calls to an idle worker, at most {@link MOST_CALLS} */
    start(jobs: readonly Job[], worker: WorkerHandle): void;
    /** the calls with these ids, which were assigned to a worker that has not begun them */
    takenBack(ids: readonly number[]): Job[];
}

/** Calls for one worker. */
interface Batch {
    readonly jobs: Job[];
    /** expected total duration; Infinity if nothing may be added */
    expected: number;
    bytes: number;
}

export class Scheduler {
    private readonly queue = new JobQueue();
    /** kinds of calls of which one had to restart; further calls of such a kind count as long from the start */
    private readonly longKinds = new KindMemory<true>();
    /** recent duration of calls, by kind */
    private readonly durations = new KindMemory<number>();
    /** calls that are about to be given to workers */
    private readonly batches = new Map<WorkerHandle, Batch>();
    private submitted: NodeJS.Immediate | undefined;
    private pumping: NodeJS.Timeout | undefined;

    constructor(
        private readonly crew: Crew,
        private readonly shared: SharedCalls,
        private readonly running: Running
    ) {}

    /** Number of waiting calls. */
    get size(): number {
        return this.queue.size;
    }

    /** Enqueues a call. It is assigned at the end of this turn of the event loop if a worker is idle. */
    submit(job: Job): void {
        const cost = job.model ? job.model.recipe.body.length : job.documentSet === undefined ? 0 : job.call.body.length;
        job.patientUntil = performance.now() + Math.min(cost * MILLISECONDS_PER_BYTE, MAX_PATIENCE);
        this.crew.loadOnDemand();
        // a call that comes back because its worker lost the model or died did not have its trial
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
     * Enqueues a stopped call at the next level, or at the same level if its time was spent on parsing its model.
     * @returns false if too many calls wait there
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

    /** Updates the expected duration of a kind of calls. @param took approximate duration of the computation */
    learn({ kind, level }: Job, took: number): void {
        this.durations.remember(kind, (took + (this.durations.get(kind) ?? took)) / 2);
        if (level > 0 && took <= SLICES[0]) {
            this.longKinds.forget(kind);
        }
    }

    /** Removes a call. @returns false if it does not wait */
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

    /** Starts all calls that can start now. */
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

    /** Finds a worker for a call. */
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

    /** The expected duration of a call that may be handed over with others and taken back; Infinity if it is unknown or long. */
    private expected({ level, model, population, kind }: Job): number {
        const known = level === 0 && model && !population ? this.durations.get(kind) : undefined;
        return known !== undefined && known <= BRIEF ? known : Infinity;
    }

    /** Adds a call to a batch for a worker that has its model. */
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

    /** An idle worker for a call: one that has its model, else any, unless waiting for a better one is cheaper. */
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
     * Whether one more call of a level may run. Regardless of the number of long calls, one worker is reserved for new calls, and another
     * for calls below the last level. While no new call waits, the reserved worker runs trials of calls that count as long because of their
     * kind, so that a brief call about a model need not wait for long calls about it.
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

    /** The time that a call may run while others wait. */
    private sliceOf({ level, trial }: Job): number {
        return trial !== 'running' ? SLICES[level] : this.queue.waitsUpTo(0) ? 0 : SLICES[0];
    }

    /**
     * Whether a call must yield: it has run longer than the slice of its level or of a higher one, and calls of that level or a lower one
     * wait. So a call that began at a low level cannot delay calls of higher levels forever.
     */
    private givesWay(job: Job, elapsed: number, slowness: number): boolean {
        return SLICES.some(
            (slice, level) =>
                level >= job.level && elapsed > slowness * (level === job.level ? this.sliceOf(job) : slice) && this.queue.waitsUpTo(level)
        );
    }

    /** Stops calls that must yield; they begin again later. */
    private evict(now: number, slowness: number): void {
        const beyond = this.crew.workers
            .flatMap(worker => this.running.jobOf(worker) ?? [])
            .filter(job => !job.isEvicted && !job.isAnswered && this.givesWay(job, now - job.worker!.busySince, slowness));
        for (const job of beyond.sort((one, other) => other.level - one.level).slice(0, this.queue.size)) {
            job.isEvicted = job.worker!.interrupt(job.id);
            if (job.isEvicted) {
                this.shared.stop(job.id);
            }
        }
    }

    /** Takes back the calls after a call that takes longer than expected. */
    private takeBackStalled(since: number): void {
        for (const worker of this.crew.workers.filter(({ isBatched, busySince }) => isBatched && busySince < since)) {
            // during a long call, finished answers can leave the worker only through the mailbox
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
            // if this timer is late, the machine is busy, and calls have had less processor time than the clock shows
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
