/**
 * The common part of all searches over every schedule: limits, exploration of states in the order of their depth, and reports about them.
 */
import type { BehaviourOptions, Plan, SearchedBehaviour, SearchStatus } from '../../behaviour/index.js';
import { SearchedRun } from '../../behaviour/index.js';
import type { RunModel } from '../../evaluation/run.js';
import type { Look } from './memory.js';
import { StateStore } from './state-store.js';

export interface SearchBounds {
    /** greatest number of moves in a schedule */
    readonly depth: number;
    readonly states: number;
    /** milliseconds; undefined without a limit */
    readonly timeout?: number;
}

/** The bounds of a search unless the request sets others: moves of one path, states in all. */
export const DEFAULT_BOUNDS: SearchBounds = { depth: 10_000, states: 1_000_000 };

/** The state after a move. */
export interface Arrival {
    /** number of moves to it */
    readonly depth: number;
    /** returns the choices that lead to it */
    readonly plan: () => Plan;
    /** Reads something from a run in this state. */
    readonly look: <T>(look: Look<T>) => T;
    /** Returns a run in this state, which is made if there is none. */
    readonly run: () => SearchedRun;
}

/** Receives the findings of the search. A returned negative number identifies the end of a move that is not a state. */
export interface Witnesses {
    /** A state was reached for the first time. */
    state(state: number, arrival: Arrival, status: SearchStatus): void;
    /** A move ended in a deadlock, or the initial state is a deadlock. */
    deadlock(arrival: Omit<Arrival, 'look'>): number;
    /** A move failed. */
    failure(error: string, arrival: Omit<Arrival, 'look' | 'run'>): number;
    /** Called regularly. */
    progress?(states: number, moves: number, depth: number): void;
}

type Bound = 'depth' | 'states' | 'time';
const BOUNDS: readonly Bound[] = ['depth', 'states', 'time'];

export interface SearchResult {
    readonly store: StateStore;
    readonly moves: number;
    readonly maxDepth: number;
    readonly boundsHit: readonly Bound[];
    /** greatest memory use of the states */
    readonly bytes: number;
}

/** The task of a search, with the receiver of its findings. */
export interface SearchTask {
    readonly model: RunModel;
    readonly behaviour: SearchedBehaviour;
    readonly options: BehaviourOptions;
    readonly bounds: SearchBounds;
    readonly witnesses: Witnesses;
}

export const NOTHING: Plan = { picks: [], counts: [] };

export abstract class BoundedSearch {
    protected readonly store = new StateStore();
    private moves = 0;
    private maxDepth = 0;
    protected readonly hit = new Set<Bound>();
    private readonly until: number;

    constructor(protected readonly task: SearchTask) {
        const { timeout } = task.bounds;
        this.until = timeout === undefined ? Infinity : Date.now() + timeout;
    }

    /** @throws EvaluationError when the behaviour cannot start; exceptions of the check for cancellation */
    search(): SearchResult {
        this.begin();
        const { store, hit, task } = this;
        for (let state = 0; state < store.size && !hit.has('time'); state++) {
            if (!store.isOpen(state)) {
                continue;
            }
            const depth = store.depthOf(state);
            if (depth >= task.bounds.depth) {
                hit.add('depth');
                this.pass(state);
            } else {
                this.expand(state, depth);
            }
        }
        return {
            store,
            moves: this.moves,
            maxDepth: this.maxDepth,
            boundsHit: BOUNDS.filter(b => hit.has(b)),
            bytes: store.bytes + this.ownBytes
        };
    }

    /** Explores every way in which the behaviour can start. */
    protected abstract begin(): void;

    /** Explores every move from a state. */
    protected abstract expand(state: number, depth: number): void;

    /** Skips a state whose moves are not explored. */
    protected abstract pass(state: number): void;

    /** Greatest memory use besides the store. */
    protected get ownBytes(): number {
        return 0;
    }

    /** Counts a move. @returns whether there is time for it */
    protected counted(depth: number): boolean {
        // The clock is not read for every move, because there may be a million moves per second.
        if ((this.moves & 63) === 0) {
            this.task.options.checkCancelled?.();
            if (Date.now() > this.until) {
                this.hit.add('time');
                return false;
            }
        }
        this.moves++;
        this.maxDepth = Math.max(this.maxDepth, depth);
        if ((this.moves & 1023) === 0) {
            this.task.witnesses.progress?.(this.store.size, this.moves, this.maxDepth);
        }
        return true;
    }

    protected started(plan: Plan): SearchedRun {
        const { model, behaviour, options } = this.task;
        return new SearchedRun(model, behaviour, options, plan);
    }

    /** Returns a run that has made some moves. */
    protected replayed(plan: Plan, moves: number): SearchedRun {
        const run = this.arrivedAt(plan, moves);
        run.status();
        return run;
    }

    /** Returns a run that has made some moves and whose status has not been computed yet. */
    protected arrivedAt(plan: Plan, moves: number): SearchedRun {
        const run = this.started(plan);
        for (let i = 0; i < moves; i++) {
            run.status();
            run.move();
        }
        return run;
    }
}

export const followedBy = (before: Plan, { picks, counts }: Plan): Plan => ({
    picks: [...before.picks, ...picks],
    counts: [...before.counts, ...counts]
});

export const copyOf = ({ picks, counts }: Plan): Plan => ({ picks: [...picks], counts: [...counts] });
