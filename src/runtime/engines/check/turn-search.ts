/**
 * Searches every schedule of concurrent behaviours (machines and actions of one or several objects) with known turns: states are rows of
 * numbers, and a run is made only for unknown turns. It finds the same states in the same order as search.ts.
 */
import type { Plan, SearchedRun, SearchStatus } from '../../behaviour/index.js';
import { BoundedSearch, followedBy, NOTHING, type SearchResult, type SearchTask } from './bounded-search.js';
import { choicesOf, everyWay, everyWayOf, shareOf } from './every-way.js';
import { Footprint } from './footprints.js';
import { BEGINS, type BehaviourStatus, type Holdings, type KnownTurns, type Turn, type Turns } from './known-turns.js';
import { RowQueue } from './row-queue.js';
import { RowHash } from './row-hash.js';
import { BEGINNING, type Choices } from './state-store.js';

/** Greatest number of paused runs that are kept, each with its objects. */
const MOST_WAITING = 64;

/** A move and the state that it leads from. */
interface Leading {
    readonly parent: number;
    readonly depth: number;
    readonly choices: Choices;
    readonly share: number;
    /** a run that has just made the move */
    readonly run: SearchedRun | undefined;
}

/** A state whose moves are being made. */
interface Left {
    readonly state: number;
    readonly depth: number;
    readonly row: Holdings;
    /** behaviours that can make a turn */
    readonly able: readonly number[];
    /** runs that have just made unknown turns */
    readonly runs: Map<Turn, SearchedRun>;
}

/**
 * A footprint that was recorded later conflicts with a turn that was made alone: an order that the search omitted could have another
 * result.
 */
export class Disturbed extends Error {}

export class TurnSearch extends BoundedSearch {
    private readonly rows = new RowQueue();
    private readonly hash = new RowHash();
    /** paused runs in states whose turns have not been made */
    private readonly waiting = new Map<number, SearchedRun>();
    /** ends of deadlocks, by the values of the state */
    private readonly deadlocks = new Map<string, number>();
    /** row after a move */
    private next: number[] = [];
    private isMachine = false;

    /** version of the footprints up to which no turn that was made alone conflicts with them */
    private undisturbed = 0;

    /** @param inFewerOrders whether an independent turn is made alone */
    constructor(
        task: SearchTask,
        private readonly known: KnownTurns,
        private readonly inFewerOrders: boolean
    ) {
        super(task);
        known.footprints.restart();
    }

    /** @throws Disturbed */
    override search(): SearchResult {
        const result = super.search();
        this.checkUndisturbed();
        return result;
    }

    private checkUndisturbed(): void {
        const { footprints } = this.known;
        if (this.inFewerOrders && footprints.version !== this.undisturbed) {
            if (footprints.isDisturbed) {
                throw new Disturbed();
            }
            this.undisturbed = footprints.version;
        }
    }

    private readonly kindOf = (component: number, value: number): number => this.known.kindOf(component, value);

    protected begin(): void {
        everyWay(NOTHING, plan => {
            const run = this.started(plan);
            this.isMachine = run.machineState() !== undefined;
            const choices = { picks: [...run.trail.picks], counts: [...run.trail.counts] };
            this.next = [...this.known.holdingsOf(run)];
            this.hash.ofHoldings(this.next, this.kindOf);
            this.arrive({ parent: BEGINNING, depth: 0, choices, share: shareOf(run, 0), run });
            return run;
        });
    }

    protected pass(state: number): void {
        this.rows.drop();
        this.waiting.delete(state);
    }

    protected override get ownBytes(): number {
        return this.rows.bytes;
    }

    protected expand(state: number, depth: number): void {
        const row = this.rows.take();
        const able: number[] = [];
        for (let b = 0; b < this.known.count; b++) {
            if (this.known.standingOf(b, row, () => this.arrivedAt(this.store.planOf(state), depth)).canAct) {
                able.push(b);
            }
        }
        const left: Left = { state, depth, row, able, runs: new Map() };
        const alone = this.inFewerOrders && able.length > 1 ? able.findIndex((_, position) => this.goesAlone(left, position)) : -1;
        if (alone >= 0) {
            this.turnsAt(left, alone).ways.every(turn => this.go(left, alone, turn));
        } else {
            everyWayOf(
                able.length,
                position => this.turnsAt(left, position).ways,
                (position, turn) => this.go(left, position, turn)
            );
        }
        this.waiting.delete(state);
    }

    /**
     * Whether a turn can be made alone: no possible step of other behaviours conflicts with it, no property reads what it changes, it does
     * not fail, and it leads to new states, so that no cycle of turns postpones the others forever. The possible steps of others are those
     * recorded so far. (The first step that is not recorded would be made in a visited state, or after a recorded step.)
     */
    private goesAlone(left: Left, position: number): boolean {
        this.checkUndisturbed();
        const { known, store } = this;
        const { state, row, depth, able } = left;
        const behaviour = able[position];
        const { ways, footprint } = this.turnsAt(left, position);
        const before = known.standingOf(behaviour, row, () => this.arrivedAt(store.planOf(state), depth));
        const whole = new Footprint();
        whole.add(footprint);
        whole.add(before.footprint);
        if (ways.some(turn => turn.failure !== undefined) || !known.footprints.canGoAlone(behaviour, whole)) {
            return false;
        }
        for (const turn of ways) {
            const arrived = (): SearchedRun =>
                this.arrivedAt(followedBy(store.planOf(state), choicesOf(able.length, position, turn)), depth + 1);
            this.lead(left, turn);
            const after = known.standingOf(behaviour, this.next, arrived);
            if (after.writes.length > 0) {
                whole.add(after.footprint);
            }
            if (this.stand(arrived) !== 'open' || store.find(this.hash.low, this.hash.high) >= 0) {
                return false;
            }
        }
        if (!known.footprints.canGoAlone(behaviour, whole)) {
            return false;
        }
        known.footprints.goesAlone(behaviour, whole);
        return true;
    }

    private turnsAt({ state, depth, row, able, runs }: Left, position: number): Turns {
        return this.known.turnsOf(able[position], row, {
            before: () => {
                const { picks, counts } = this.store.planOf(state);
                return able.length < 2 ? { picks, counts } : { picks: [...picks, position], counts: [...counts, able.length] };
            },
            runAt: plan => this.waitingAt(state, plan) ?? this.replayed(plan, depth),
            made: (turn, run) => runs.set(turn, run)
        });
    }

    /** Returns the paused run in a state if the rest of a plan consists of first alternatives, which the run picks by default. */
    private waitingAt(state: number, { picks }: Plan): SearchedRun | undefined {
        const run = this.waiting.get(state);
        if (run === undefined || picks.slice(run.trail.picks.length).some(pick => pick > 0)) {
            return undefined;
        }
        this.waiting.delete(state);
        return run;
    }

    /** @returns false when the time limit is reached */
    private go(left: Left, position: number, turn: Turn): boolean {
        const { state, depth, able, runs } = left;
        if (!this.counted(depth + 1)) {
            return false;
        }
        const choices = choicesOf(able.length, position, turn);
        const share = turn.share / able.length;
        if (turn.failure !== undefined) {
            this.fail(turn.failure, { parent: state, depth: depth + 1, choices, share, run: undefined });
            return true;
        }
        this.lead(left, turn);
        const run = runs.get(turn);
        runs.delete(turn);
        this.arrive({ parent: state, depth: depth + 1, choices, share, run });
        return true;
    }

    /** Computes {@link next} and its hash: the row after a turn, before the behaviours evaluate the conditions that they wait for. */
    private lead({ state, row }: Left, { writes, queues }: Turn): void {
        this.next = [...row];
        this.hash.from(this.store.lowOf(state), this.store.highOf(state));
        this.write(writes);
        for (const queue of queues) {
            this.set(queue.component, this.known.queued(queue, this.next[queue.component]));
        }
    }

    private fail(failure: string, { parent, depth, choices, share }: Leading): void {
        const plan = (): Plan => followedBy(this.planTo(parent), choices);
        this.store.move(parent, this.task.witnesses.failure(failure, { depth, plan }), share);
    }

    private planTo(state: number): Plan {
        return state === BEGINNING ? NOTHING : this.store.planOf(state);
    }

    private write(writes: readonly number[]): void {
        for (let i = 0; i < writes.length; i += 2) {
            this.set(writes[i], writes[i + 1]);
        }
    }

    private set(component: number, value: number): void {
        const { next } = this;
        while (next.length <= component) {
            next.push(0);
        }
        this.hash.change(component, this.kindOf(component, next[component]), this.kindOf(component, value));
        next[component] = value;
    }

    /** Lets the behaviours of {@link next} evaluate the conditions that they wait for, and advances the clock while none can move. */
    private stand(arrived: () => SearchedRun): SearchStatus | { readonly failure: string } {
        const { known, next } = this;
        for (;;) {
            let canMove = false;
            let seconds: number | undefined;
            let last: BehaviourStatus | undefined;
            let isOver = false;
            for (let b = 0; b < known.count; b++) {
                last = known.standingOf(b, next, arrived);
                if (last.failure !== undefined) {
                    return { failure: last.failure };
                }
                this.write(last.writes);
                canMove ||= last.canAct;
                isOver ||= last.isOver;
                seconds = last.due === undefined || (seconds !== undefined && seconds <= last.due) ? seconds : last.due;
            }
            if (isOver || canMove) {
                return isOver ? 'over' : 'open';
            }
            if (last?.isAtRest === false) {
                seconds = BEGINS;
            }
            if (seconds === undefined) {
                return this.isMachine ? 'over' : 'deadlock';
            }
            for (let c = 0; c < next.length; c++) {
                if (known.passing.has(c)) {
                    this.set(c, known.passedOf(c, next[c], seconds, arrived));
                }
            }
        }
    }

    /** Records the arrival at the state of {@link next} and the hash. */
    private arrive(leading: Leading): void {
        const { store, task, known, hash } = this;
        const { parent, depth, choices, share } = leading;
        const plan = (): Plan => followedBy(this.planTo(parent), choices);
        let { run } = leading;
        let isFresh = run !== undefined;
        const status = this.stand(() => {
            const arrived = isFresh ? run! : this.arrivedAt(plan(), depth);
            isFresh = false;
            run = arrived;
            return arrived;
        });
        if (typeof status === 'object') {
            this.fail(status.failure, leading);
            return;
        }
        const here = (): SearchedRun => {
            if (run === undefined) {
                run = this.replayed(plan(), depth);
            } else if (isFresh) {
                run.status();
            }
            isFresh = false;
            return run;
        };
        if (status === 'deadlock') {
            this.deadlock(leading, plan, here);
            return;
        }
        const found = store.find(hash.low, hash.high);
        if (found >= 0) {
            store.move(parent, found, share);
            return;
        }
        if (store.size >= task.bounds.states) {
            this.hit.add('states');
            return;
        }
        const state = store.add(hash, parent, depth, choices, status === 'open');
        store.move(parent, state, share);
        task.witnesses.state(state, { depth, plan, run: here, look: look => known.evaluated(look, this.next, here) }, status);
        if (status === 'open') {
            this.rows.put(this.next);
            if (run !== undefined && this.waiting.size < MOST_WAITING) {
                this.waiting.set(state, here());
            }
        }
    }

    private deadlock({ parent, depth, share }: Leading, plan: () => Plan, run: () => SearchedRun): void {
        const holdings = this.next.join();
        let end = this.deadlocks.get(holdings);
        if (end === undefined) {
            end = this.task.witnesses.deadlock({ depth, plan, run });
            this.deadlocks.set(holdings, end);
        }
        this.store.move(parent, end, share);
    }
}
