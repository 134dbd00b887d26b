// Which waiting call comes next. How long a call takes is not known beforehand, so each begins at level 0 with a short slice of time. While
// others wait, a call that needs more is stopped and starts over at the next level, whose slice is ten times as long. So a short call waits
// for short slices only, and starting over costs at most a tenth of a call's time. Knows no worker and no message.

import type { ServiceAnswer, ServiceCall } from '../executor.js';
import type { StoredModel } from './store.js';
import type { WorkerHandle } from './worker-handle.js';

/** How long a call of a level may run while others wait, in milliseconds. */
export const SLICES = [50, 500, 5000, Infinity] as const;
export const LAST_LEVEL = SLICES.length - 1;
/**
 * Requests above this size, in bytes, begin at level 1: parsing or reading one takes longer than the first slice where the worker is new,
 * and is not stopped. At level 0 many of them would have every worker in hand, and brief calls would wait for all.
 */
const LARGE_BODY = 64 * 1024;
/** Calls of the last level that wait; more are refused. */
const MOST_WAITING = 256;

/** One call on its way through the pool. */
export interface Job {
    /** a new one each time the call begins: a worker may still get the cancellation of the one before */
    id: number;
    readonly call: ServiceCall;
    readonly done: (answer: ServiceAnswer) => void;
    readonly documentSet: string | undefined;
    /** of the model that the call names, as far as that could be read without decoding it */
    readonly modelHash: string | undefined;
    /** what calls of this kind are remembered by: procedure and model, or document set */
    readonly kind: string;
    population: 'reads' | 'writes' | undefined;
    model: StoredModel | undefined;
    modelAbsent: boolean;
    /** index into {@link SLICES} */
    level: number;
    /** of a call that is taken for long by its kind alone: whether it may be tried, like one of level 0, or is being tried */
    trial: 'due' | 'running' | undefined;
    /** stopped so that others get its worker; it begins again */
    isEvicted: boolean;
    /** whether the worker makes the call's model first, now or before: a time that says nothing about the call, and counts once */
    modelMade: 'now' | 'before' | undefined;
    /** until when a worker that has the model (or the document set) is preferred to an idle one */
    patientUntil: number;
    attempts: number;
    settled: boolean;
    timer: NodeJS.Timeout | undefined;
    worker: WorkerHandle | undefined;
    /** cancels the call in the process that it was forwarded to */
    forwarded?: () => void;
}

/** The level at which a call begins. */
export function firstLevel({ body }: ServiceCall): number {
    return body.length > LARGE_BODY ? 1 : 0;
}

/** Kinds of calls that are remembered. */
const REMEMBERED_KINDS = 1024;

/** A value for each kind of call; the kind remembered least recently is dropped first. */
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

/** Waiting calls, lower levels first, in the order of their arrival within a level. */
export class JobQueue {
    private readonly levels: Job[][] = SLICES.map(() => []);
    /** of level 1: those that may be tried, behind those that were */
    private readonly untried: Job[] = [];
    private count = 0;

    get size(): number {
        return this.count;
    }

    /** Whether calls of the last level are so many that another one would wait for hours. */
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

    /** Has calls wait again that had been handed to a worker, before the others of their level. */
    putBack(jobs: readonly Job[]): void {
        for (const job of [...jobs].reverse()) {
            this.listOf(job).unshift(job);
        }
        this.count += jobs.length;
    }

    /** Takes a call out; false when it does not wait. */
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

    /** Takes every call out, in order. */
    takeAll(): Job[] {
        this.count = 0;
        return [...this.levels, this.untried].flatMap(jobs => jobs.splice(0));
    }

    /**
     * Offers the waiting calls in order and takes out those that were accepted.
     * @param accept answers `taken`; `later` to be offered the next one; `stop` when no call that waits with it can be taken now
     * @param isLong whether a call that has not run yet belongs with the long ones
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
