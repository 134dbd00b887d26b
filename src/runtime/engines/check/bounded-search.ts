/** What searches over every schedule have in common: bounds, states in the order of their depth, what is reported of them. */
import type { BehaviourOptions, Plan, SearchedBehaviour, Standing } from '../../behaviour/index.js';
import { SearchedRun } from '../../behaviour/index.js';
import type { RunModel } from '../../evaluation/run.js';
import type { Look } from './memory.js';
import { StateStore } from './state-store.js';

export interface SearchBounds {
    /** moves of one schedule */
    readonly depth: number;
    readonly states: number;
    /** milliseconds; undefined for none */
    readonly timeout?: number;
}

export const DEFAULT_BOUNDS: SearchBounds = { depth: 10_000, states: 1_000_000 };

/** Where a move has led. */
export interface Arrival {
    /** moves that have led here */
    readonly depth: number;
    /** the choices that have led here */
    readonly plan: () => Plan;
    /** Reads something of a run in this state. */
    readonly look: <T>(look: Look<T>) => T;
    /** A run in this state, which is made unless there is one. */
    readonly run: () => SearchedRun;
}

/** Gets what the search finds. The results mark the ends of moves: numbers below 0 are no states. */
export interface Witnesses {
    /** A state that is reached for the first time. */
    state(state: number, arrival: Arrival, standing: Standing): void;
    /** A move ends in a deadlock, or the initial state is a deadlock. */
    deadlock(arrival: Omit<Arrival, 'look'>): number;
    /** A move that fails. */
    failure(error: string, arrival: Omit<Arrival, 'look' | 'run'>): number;
    /** Now and then. */
    progress?(states: number, moves: number, depth: number): void;
}

type Bound = 'depth' | 'states' | 'time';
const BOUNDS: readonly Bound[] = ['depth', 'states', 'time'];

export interface SearchResult {
    readonly store: StateStore;
    readonly moves: number;
    readonly maxDepth: number;
    readonly boundsHit: readonly Bound[];
    /** memory that the states took at most */
    readonly bytes: number;
}

/** What is searched, and who is notified. */
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

    /** @throws EvaluationError when the behaviour cannot begin, and what cancels the search */
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

    /** Every way in which the behaviour can begin. */
    protected abstract begin(): void;

    /** Every move from a state. */
    protected abstract expand(state: number, depth: number): void;

    /** A state that is not left any more. */
    protected abstract pass(state: number): void;

    /** Memory beside the store, at most. */
    protected get ownBytes(): number {
        return 0;
    }

    /** Counts a move. @returns whether there is time for it */
    protected counted(depth: number): boolean {
        // The clock is not read at each of a million moves a second.
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

    /** A run that has made some moves. */
    protected replayed(plan: Plan, moves: number): SearchedRun {
        const run = this.arrivedAt(plan, moves);
        run.standing();
        return run;
    }

    /** A run that has made some moves and whose standing has not been computed yet. */
    protected arrivedAt(plan: Plan, moves: number): SearchedRun {
        const run = this.started(plan);
        for (let i = 0; i < moves; i++) {
            run.standing();
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
