// Which waiting call runs where and when: a worker that has the model is preferred for a while, a worker is kept for calls that have just
// come, long calls take turns, and workers without a call assist with divided ones. What a call is and how it is handed over is the pool's
// business.

import { JobQueue, LAST_LEVEL, LongKinds, SLICES, type Job } from './queue.js';
import type { Crew } from './crew.js';
import type { SharedCalls } from './sharing.js';
import type { WorkerHandle } from './worker-handle.js';

/** Another worker is started when calls wait and every worker has been busy with one call for this long, in milliseconds. */
const GROW_AFTER = 20;
/** Making a model again costs about this much; a call waits so long for a worker that has it, but never longer than MAX_PATIENCE. */
const MILLISECONDS_PER_BYTE = 1 / 1000;
const MAX_PATIENCE = 200;

/** What the scheduler needs of the pool. */
export interface Running {
    /** the call that a worker has in hand; undefined where it has none, or assists with one */
    jobOf(worker: WorkerHandle): Job | undefined;
    /** hands a call to an idle worker */
    start(job: Job, worker: WorkerHandle): void;
}

export class Scheduler {
    private readonly queue = new JobQueue();
    private readonly longKinds = new LongKinds();
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

    /** Starts a call, or has it wait for its turn. */
    submit(job: Job): void {
        const cost = job.model ? job.model.recipe.body.length : job.documentSet === undefined ? 0 : job.call.body.length;
        job.patientUntil = Date.now() + Math.min(cost * MILLISECONDS_PER_BYTE, MAX_PATIENCE);
        this.crew.loadOnDemand();
        if (job.level === 0 && this.isLong(job)) {
            job.level = 1;
        }
        const worker = this.queue.waitsUpTo(job.level) ? undefined : this.choose(job, Date.now());
        if (worker) {
            this.running.start(job, worker);
        } else {
            this.queue.push(job);
            this.shared.giveWay();
            this.pumpLater(GROW_AFTER);
        }
    }

    /**
     * Has a call that was stopped for others wait at the next level.
     * @returns false when too many wait there
     */
    submitAgain(job: Job): boolean {
        this.longKinds.remember(job.kind);
        job.level = Math.min(job.level + 1, LAST_LEVEL);
        if (job.level === LAST_LEVEL && this.queue.isFull) {
            return false;
        }
        this.queue.push(job);
        return true;
    }

    /** Learns from a call that was answered. */
    learn(job: Job, { busySince }: WorkerHandle): void {
        if (job.level > 0 && Date.now() - busySince <= SLICES[0]) {
            this.longKinds.forget(job.kind);
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
        clearTimeout(this.pumping);
    }

    /** Starts what can be started. */
    pump(): void {
        const now = Date.now();
        this.queue.offer(job => {
            const worker = this.choose(job, now);
            if (worker) {
                this.running.start(job, worker);
                return 'taken';
            }
            return this.crew.workers.some(candidate => candidate.idle) && this.mayRun(job.level) ? 'later' : 'stop';
        }, this.isLong);
        if (this.queue.size > 0) {
            this.pumpLater(GROW_AFTER);
        } else {
            this.shared.engage(this.crew.idle);
        }
    }

    private readonly isLong = (job: Job): boolean => this.longKinds.has(job.kind);

    /** An idle worker for the job: one that has its model, else any, once nothing better is to be waited for. */
    private choose(job: Job, now: number): WorkerHandle | undefined {
        const { idle, sets, workers } = this.crew;
        if (idle.length === 0 || !this.mayRun(job.level)) {
            return undefined;
        }
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
     * proven to be endless, however many long ones there are.
     */
    private mayRun(level: number): boolean {
        if (level === 0) {
            return true;
        }
        const { kept, workers } = this.crew;
        const running = workers.flatMap(worker => this.running.jobOf(worker) ?? []);
        const longOnes = running.filter(job => job.level > 0).length;
        return (
            longOnes < Math.max(1, kept - 1) &&
            (level < LAST_LEVEL || running.filter(job => job.level === LAST_LEVEL).length < Math.max(1, kept - 2))
        );
    }

    /** Stops calls that have run beyond their slice while calls of their level or a lower one wait; they begin again later. */
    private evict(now: number, slowness: number): void {
        const beyond = this.crew.workers
            .flatMap(worker => this.running.jobOf(worker) ?? [])
            .filter(
                job =>
                    !job.isEvicted &&
                    !job.settled &&
                    now - job.worker!.busySince > slowness * SLICES[job.level] &&
                    this.queue.waitsUpTo(job.level)
            );
        for (const job of beyond.sort((one, other) => other.level - one.level).slice(0, this.queue.size)) {
            job.isEvicted = true;
            job.worker!.interrupt(job.id);
            this.shared.stop(job.id);
        }
    }

    private pumpLater(milliseconds: number): void {
        const asked = Date.now();
        this.pumping ??= setTimeout(() => {
            this.pumping = undefined;
            this.pump();
            const now = Date.now();
            if (this.queue.size > 0) {
                this.shared.giveWay();
            }
            // where this timer comes late, the machine is busy with others, and calls have had less than the clock says
            this.evict(now, Math.max(1, (now - asked) / milliseconds));
            if (this.queue.waitsUpTo(0)) {
                this.crew.grow(now - GROW_AFTER);
            }
        }, milliseconds);
    }
}
