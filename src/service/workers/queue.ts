// The order of waiting calls. The duration of a call is not known in advance, so each begins at level 0 with a short time slice. If others
// wait at the end of its slice, the call is stopped and later restarts at the next level, whose slice is ten times as long. Short calls
// wait only for short slices, and the restarts cost at most about a tenth of a call's time.

import type { ServiceAnswer, ServiceCall } from '../executor.js';
import type { StoredModel } from './store.js';
import type { WorkerHandle } from './worker-handle.js';

/** time that a call of each level may run while others wait, in milliseconds */
export const SLICES = [50, 500, 5000, Infinity] as const;
export const LAST_LEVEL = SLICES.length - 1;
/**
 * Larger requests, in bytes, begin at level 1: parsing such a request in a new worker exceeds the first slice and cannot be stopped. At
 * level 0, many of them could occupy every worker and delay brief calls.
 */
const LARGE_BODY = 64 * 1024;
/** maximum number of waiting calls of the last level; more are refused */
const MOST_WAITING = 256;

/** A call on its way through the pool. */
export interface Job {
    /** changes each time the call begins, since a worker may still receive the cancellation of the previous one */
    id: number;
    readonly call: ServiceCall;
    readonly done: (answer: ServiceAnswer) => void;
    readonly documentSet: string | undefined;
    /** hash of the model that the call names, if it could be read without decoding */
    readonly modelHash: string | undefined;
    /** key for the duration of similar calls: procedure and model, or document set */
    readonly kind: string;
    population: 'reads' | 'writes' | undefined;
    model: StoredModel | undefined;
    modelAbsent: boolean;
    /** index into {@link SLICES} */
    level: number;
    /** trial of a call that counts as long because of its kind: `due` if it may run like a call of level 0, `running` while it does */
    trial: 'due' | 'running' | undefined;
    /** stopped in favour of others; it begins again */
    isEvicted: boolean;
    /**
     * whether the worker parses the call's model first, now or before; the time for that does not belong to the call and is granted once
     */
    modelMade: 'now' | 'before' | undefined;
    /** time until which a worker that has the model or the document set is preferred to an idle one */
    patientUntil: number;
    attempts: number;
    isAnswered: boolean;
    timer: NodeJS.Timeout | undefined;
    worker: WorkerHandle | undefined;
    /** cancels the call in the process to which it was forwarded */
    forwarded?: () => void;
}

/** The level at which a call begins. */
export function firstLevel({ body }: ServiceCall): number {
    return body.length > LARGE_BODY ? 1 : 0;
}

/** number of remembered kinds of calls */
const REMEMBERED_KINDS = 1024;

/** A value for each kind of call; the oldest entry is dropped first. */
export class KindMemory<T> {
    private readonly kinds = new Map<string, T>();

    get(kind: string): T | undefined {
        return this.kinds.size > 0 ? this.kinds.get(kind) : undefined;
    }

    forget(kind: string): void {
        this.kinds.delete(kind);
    }

    remember(kind: string, value: T): void {
        this.kinds.set(kind, value);
        if (this.kinds.size > REMEMBERED_KINDS) {
            this.kinds.delete(this.kinds.keys().next().value!);
        }
    }
}

/** Waiting calls: lower levels first, and in the order of arrival within a level. */
export class JobQueue {
    private readonly levels: Job[][] = SLICES.map(() => []);
    /** calls of level 1 whose trial is due; they come after calls that had their trial */
    private readonly untried: Job[] = [];
    private count = 0;

    get size(): number {
        return this.count;
    }

    /** Whether so many calls of the last level wait that another call would wait for hours. */
    get isFull(): boolean {
        return this.levels[LAST_LEVEL].length >= MOST_WAITING;
    }

    /** Whether a call of that level or a lower one waits. */
    waitsUpTo(level: number): boolean {
        return (level > 0 && this.untried.length > 0) || this.levels.some((jobs, index) => index <= level && jobs.length > 0);
    }

    private listOf({ level, trial }: Job): Job[] {
        return trial === 'due' ? this.untried : this.levels[level];
    }

    push(job: Job): void {
        this.listOf(job).push(job);
        this.count++;
    }

    /** Returns calls that were handed to a worker to the queue, before the others of their level. */
    putBack(jobs: readonly Job[]): void {
        for (const job of [...jobs].reverse()) {
            this.listOf(job).unshift(job);
        }
        this.count += jobs.length;
    }

    /** Removes a call. @returns false if it does not wait */
    remove(job: Job): boolean {
        const jobs = this.listOf(job);
        const index = jobs.indexOf(job);
        if (index < 0) {
            return false;
        }
        jobs.splice(index, 1);
        this.count--;
        return true;
    }

    private sortOut(isLong: (job: Job) => boolean): void {
        const [first] = this.levels;
        const long = first.filter(isLong);
        if (long.length > 0) {
            this.levels[0] = first.filter(job => !long.includes(job));
            for (const job of long) {
                job.level = 1;
                job.trial = 'due';
            }
            this.untried.push(...long);
        }
    }

    /** Removes all calls, in order. */
    takeAll(): Job[] {
        this.count = 0;
        return [...this.levels, this.untried].flatMap(jobs => jobs.splice(0));
    }

    /**
     * Offers the waiting calls in order and removes those that were accepted.
     * @param accept returns `taken`; `later` to get the next call; or `stop` if no further call of the same list can be taken now
     * @param isLong whether a call that has not run yet counts as long
     */
    offer(accept: (job: Job) => 'taken' | 'later' | 'stop', isLong: (job: Job) => boolean): void {
        this.sortOut(isLong);
        const [first, second, ...others] = this.levels;
        for (const jobs of [first, second, this.untried, ...others]) {
            for (let index = 0; index < jobs.length;) {
                const outcome = accept(jobs[index]);
                if (outcome === 'stop') {
                    break;
                }
                if (outcome === 'taken') {
                    jobs.splice(index, 1);
                    this.count--;
                } else {
                    index++;
                }
            }
        }
    }
}
