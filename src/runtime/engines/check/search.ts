/**
 * Search over every schedule of a behaviour: breadth first, each state once, so that what is found first is reached by as few moves as it
 * can be. Runs are replayed from their beginning; one that has just reached a state waits to go on. What is looked for is its caller's.
 */
import { EvaluationError } from '../../values/index.js';
import { type BehaviourOptions, type Plan, type SearchedBehaviour, SearchedRun, type Standing } from '../../behaviour/index.js';
import type { RunModel } from '../../evaluation/run.js';
import { hashOf, StateStore } from './state-store.js';

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
    /** undefined after a failure */
    readonly run: SearchedRun | undefined;
    readonly plan: Plan;
    /** moves that have led here */
    readonly depth: number;
}

/** Told of what is met. Answers mark the ends of moves: numbers below 0 for what is no state. */
export interface Witnesses {
    /** A state that is reached for the first time. */
    state(state: number, arrival: Arrival & { readonly run: SearchedRun }, standing: Standing): void;
    /** A move that leads to a deadlock, or a beginning that is one. */
    deadlock(arrival: Arrival & { readonly run: SearchedRun }): number;
    /** A move that fails. */
    failure(error: string, arrival: Arrival): number;
    /** Now and then. */
    progress?(states: number, moves: number, depth: number): void;
}

export interface SearchResult {
    readonly store: StateStore;
    readonly moves: number;
    readonly maxDepth: number;
    readonly boundsHit: readonly ('depth' | 'states' | 'time')[];
}

/** How many runs wait where they stand: each keeps its objects. */
const MOST_WAITING = 512;

const NOTHING: Plan = { picks: [], counts: [] };

export class Search {
    readonly store = new StateStore();
    private readonly waiting = new Map<number, SearchedRun>();
    private moves = 0;
    private maxDepth = 0;
    private readonly hit = new Set<'depth' | 'states' | 'time'>();
    private readonly until: number;

    constructor(
        private readonly model: RunModel,
        private readonly behaviour: SearchedBehaviour,
        private readonly options: BehaviourOptions,
        private readonly bounds: SearchBounds,
        private readonly witnesses: Witnesses
    ) {
        this.until = bounds.timeout === undefined ? Infinity : Date.now() + bounds.timeout;
    }

    /** @throws EvaluationError when the behaviour cannot begin, and what cancels the search */
    search(): SearchResult {
        this.begin();
        for (let state = 0; state < this.store.size && !this.hit.has('time'); state++) {
            if (this.store.isOpen(state)) {
                this.expand(state);
            }
        }
        const order = ['depth', 'states', 'time'] as const;
        return {
            store: this.store,
            moves: this.moves,
            maxDepth: this.maxDepth,
            boundsHit: order.filter(b => this.hit.has(b))
        };
    }

    /** Every way in which the behaviour can begin. */
    private begin(): void {
        this.everyWay(NOTHING, plan => {
            const run = new SearchedRun(this.model, this.behaviour, this.options, plan);
            this.arrive(-1, run, 0, 0);
            return run;
        });
    }

    /** Every move from a state. */
    private expand(state: number): void {
        const depth = this.store.depthOf(state);
        if (depth >= this.bounds.depth) {
            this.hit.add('depth');
            this.waiting.delete(state);
            return;
        }
        const before = this.store.planOf(state);
        let waiting = this.waiting.get(state);
        this.waiting.delete(state);
        this.everyWay(before, plan => {
            this.options.checkCancelled?.();
            if (Date.now() > this.until) {
                this.hit.add('time');
                return undefined;
            }
            const run = waiting ?? this.replayed(plan, depth);
            waiting = undefined;
            this.moves++;
            this.maxDepth = Math.max(this.maxDepth, depth + 1);
            if ((this.moves & 1023) === 0) {
                this.witnesses.progress?.(this.store.size, this.moves, this.maxDepth);
            }
            try {
                run.move();
            } catch (error) {
                const failure = this.failed(error, run, depth + 1);
                this.store.move(state, failure, shareOf(run, before.picks.length));
                return run;
            }
            this.arrive(state, run, depth + 1, before.picks.length);
            return run;
        });
    }

    private failed(error: unknown, run: SearchedRun, depth: number): number {
        if (!(error instanceof EvaluationError)) {
            throw error;
        }
        return this.witnesses.failure(error.message, { run: undefined, plan: copyOf(run.trail), depth });
    }

    private replayed(plan: Plan, moves: number): SearchedRun {
        const run = new SearchedRun(this.model, this.behaviour, this.options, plan);
        for (let i = 0; i < moves; i++) {
            run.standing();
            run.move();
        }
        run.standing();
        return run;
    }

    /** @param known how many choices had been made before the move */
    private arrive(parent: number, run: SearchedRun, depth: number, known: number): void {
        let standing: Standing;
        try {
            standing = run.standing();
        } catch (error) {
            this.move(parent, this.failed(error, run, depth), run, known);
            return;
        }
        const { store } = this;
        if (standing === 'deadlock') {
            this.move(parent, this.witnesses.deadlock({ run, plan: copyOf(run.trail), depth }), run, known);
            return;
        }
        const hash = hashOf(run.state());
        const found = store.find(hash);
        if (found !== undefined) {
            this.move(parent, found, run, known);
            return;
        }
        if (store.size >= this.bounds.states) {
            this.hit.add('states');
            return;
        }
        const { picks, counts } = run.trail;
        const state = store.add(hash, parent, { picks: picks.slice(known), counts: counts.slice(known) }, standing === 'open');
        this.move(parent, state, run, known);
        this.witnesses.state(state, { run, plan: run.trail, depth }, standing);
        if (standing === 'open' && this.waiting.size < MOST_WAITING) {
            this.waiting.set(state, run);
        }
    }

    private move(from: number, to: number, run: SearchedRun, known: number): void {
        this.store.move(from, to, shareOf(run, known));
    }

    /**
     * Does something with every combination of the choices that it meets.
     * @param work follows a plan, then first alternatives; answers the run that did, undefined to end
     */
    private everyWay(before: Plan, work: (plan: Plan) => SearchedRun | undefined): void {
        const plans: Plan[] = [before];
        for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
            const run = work(plan);
            if (run === undefined) {
                return;
            }
            const { picks, counts } = run.trail;
            // Later choices first: the alternatives of the first one come out in their order.
            for (let at = picks.length - 1; at >= Math.max(plan.picks.length, before.picks.length); at--) {
                for (let alternative = counts[at] - 1; alternative > 0; alternative--) {
                    plans.push({ picks: [...picks.slice(0, at), alternative], counts: counts.slice(0, at + 1) });
                }
            }
        }
    }
}

const copyOf = ({ picks, counts }: Plan): Plan => ({ picks: [...picks], counts: [...counts] });

/** How probable a move is among those of its state: choices without weights are alike. */
function shareOf(run: SearchedRun, known: number): number {
    const { picks, counts, weights } = run.trail;
    let share = 1;
    for (let i = known; i < picks.length; i++) {
        share *= weights?.[i]?.[picks[i]] ?? 1 / counts[i];
    }
    return share;
}
