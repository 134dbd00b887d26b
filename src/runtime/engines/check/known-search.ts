/**
 * Searches every schedule of an action with known moves: states are rows of numbers, and a run is made only for unknown moves. It finds the
 * same states in the same order as search.ts. A row is kept only until its moves have been made.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { Independence, type Plan, type SearchedRun, type SearchStatus, NotApart } from '../../behaviour/index.js';
import { BoundedSearch, followedBy, NOTHING, type SearchTask } from './bounded-search.js';
import { choicesOf, everyWay, everyWayOf, shareOf } from './every-way.js';
import { KnownMoves, type Row, type Way } from './known-moves.js';
import { RowQueue } from './row-queue.js';
import { RowHash } from './row-hash.js';
import { BEGINNING, type Choices } from './state-store.js';

/** A state whose moves are being made. */
interface LeftState {
    readonly state: number;
    readonly depth: number;
    readonly row: Row;
    /** tokens that can move */
    readonly able: readonly number[];
}

export class KnownSearch extends BoundedSearch {
    private readonly known = new KnownMoves();
    private readonly rows = new RowQueue();
    private readonly hash = new RowHash();
    /** ends of deadlocks, by the places of the tokens */
    private readonly deadlocks = new Map<string, number>();
    /** row after a move */
    private next: number[] = [];

    private independence: Independence | undefined;

    /** @param looked elements that are evaluated in every state; if given, independent steps are made in only one order */
    constructor(
        task: SearchTask,
        private readonly looked?: readonly AstNode[]
    ) {
        super(task);
    }

    protected begin(): void {
        everyWay(NOTHING, plan => {
            const run = this.started(plan);
            if (!run.isPlain) {
                throw new NotApart();
            }
            if (this.looked !== undefined) {
                this.independence ??= new Independence(this.task.model, run.tokenFlow!.graph, this.looked);
                if (!this.independence.isKnown) {
                    throw new NotApart();
                }
            }
            this.next = this.known.rowOf(run);
            this.hash.of(this.next);
            this.arrive(BEGINNING, 0, { picks: [...run.trail.picks], counts: [...run.trail.counts] }, shareOf(run, 0));
            return run;
        });
    }

    protected pass(): void {
        this.rows.drop();
    }

    protected override get ownBytes(): number {
        return this.rows.bytes;
    }

    protected expand(state: number, depth: number): void {
        const row = this.rows.take();
        const able = this.known.places.able(row, 1, row[0]);
        const left: LeftState = { state, depth, row, able };
        const ways = (position: number): readonly Way[] => this.waysAt(left, position);
        if (this.independence !== undefined && able.length > 1) {
            for (let position = 0; position < able.length; position++) {
                if (
                    this.known.places.canGoFirst(able[position], row, this.independence) &&
                    this.leadsOn(state, row, able[position], ways(position))
                ) {
                    ways(position).forEach(way => this.go(left, position, way));
                    return;
                }
            }
        }
        everyWayOf(able.length, ways, (position, way) => this.go(left, position, way));
    }

    private waysAt({ state, depth, row, able }: LeftState, position: number): readonly Way[] {
        const before = (): Plan => {
            const { picks, counts } = this.store.planOf(state);
            return able.length < 2 ? { picks, counts } : { picks: [...picks, position], counts: [...counts, able.length] };
        };
        return this.known.waysOf(row, able[position], before, plan => this.replayed(plan, depth));
    }

    /** @returns false when the time limit is reached */
    private go({ state, depth, row, able }: LeftState, position: number, way: Way): boolean {
        if (!this.counted(depth + 1)) {
            return false;
        }
        const choices = choicesOf(able.length, position, way);
        const share = way.share / able.length;
        if (way.failure !== undefined) {
            const plan = (): Plan => followedBy(this.store.planOf(state), choices);
            this.store.move(state, this.task.witnesses.failure(way.failure, { depth: depth + 1, plan }), share);
            return true;
        }
        this.lead(state, row, able[position], way);
        this.arrive(state, depth + 1, choices, share);
        return true;
    }

    /** Whether no outcome of a move fails and all lead to new states, so that no cycle of moves postpones the other tokens forever. */
    private leadsOn(state: number, row: Row, token: number, ways: readonly Way[]): boolean {
        return ways.every(way => {
            if (way.failure !== undefined) {
                return false;
            }
            this.lead(state, row, token, way);
            return this.store.find(this.hash.low, this.hash.high) < 0;
        });
    }

    /** Computes the row after a move, and its hash. */
    private lead(state: number, row: Row, token: number, { place, come, writes }: Way): void {
        const { next, hash, known, store } = this;
        const together = known.places.movedAlong(token, row, 1, row[0]);
        hash.from(store.lowOf(state), store.highOf(state));
        const count = row[0];
        let at = 1;
        for (let i = 0; i < count; i++) {
            const was = row[1 + i];
            if (together.length > 0 && together.includes(i)) {
                hash.removeToken(was);
            } else if (i !== token) {
                next[at++] = was;
            } else if (place >= 0) {
                next[at++] = place;
                if (place !== was) {
                    hash.removeToken(was);
                    hash.addToken(place);
                }
            } else {
                hash.removeToken(was);
            }
        }
        for (const placeOfNew of come) {
            next[at++] = placeOfNew;
            hash.addToken(placeOfNew);
        }
        next[0] = at - 1;
        const from = at;
        for (let i = 1 + count; i < row.length; i++) {
            next[at++] = row[i];
        }
        for (let i = 0; i < writes.length; i += 2) {
            const component = writes[i];
            while (at <= from + component) {
                next[at++] = 0;
            }
            hash.change(component, next[from + component], writes[i + 1]);
            next[from + component] = writes[i + 1];
        }
        next.length = at;
    }

    /** Records the arrival at the state of {@link next} and the hash. */
    private arrive(parent: number, depth: number, choices: Choices, share: number): void {
        const { store, hash, next, task, known } = this;
        const found = store.find(hash.low, hash.high);
        if (found >= 0) {
            store.move(parent, found, share);
            return;
        }
        let status: SearchStatus = 'over';
        if (next[0] > 0) {
            status = known.places.able(next, 1, next[0]).length > 0 ? 'open' : 'deadlock';
        }
        const before = (): Plan => (parent < 0 ? NOTHING : store.planOf(parent));
        const plan = (): Plan => followedBy(before(), choices);
        const here = (): SearchedRun => this.replayed(plan(), depth);
        if (status === 'deadlock') {
            // The reason of a deadlock depends only on the places of the tokens.
            const tokens = next.slice(0, next[0] + 1).join();
            let end = this.deadlocks.get(tokens);
            if (end === undefined) {
                end = task.witnesses.deadlock({ depth, plan, run: here });
                this.deadlocks.set(tokens, end);
            }
            store.move(parent, end, share);
            return;
        }
        if (store.size >= task.bounds.states) {
            this.hit.add('states');
            return;
        }
        const state = store.add(hash, parent, depth, choices, status === 'open');
        store.move(parent, state, share);
        task.witnesses.state(state, { depth, plan, run: here, look: look => known.evaluated(look, next, here) }, status);
        if (status === 'open') {
            this.rows.put(next);
        }
    }
}
