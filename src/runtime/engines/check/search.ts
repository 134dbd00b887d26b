/**
 * Searches every schedule of a behaviour breadth-first and visits each state once. Each finding therefore has as few moves as possible. To
 * reach a state, a run repeats, from its start, the choices that lead to the state. The runs that reached the latest states are kept and
 * continue from there. The caller decides which states are findings.
 */
import { EvaluationError } from '../../values/index.js';
import type { Plan, SearchedRun, SearchStatus } from '../../behaviour/index.js';
import { type Arrival, BoundedSearch, copyOf, NOTHING } from './bounded-search.js';
import { everyWay, shareOf } from './every-way.js';
import { BEGINNING, hashOf } from './state-store.js';

/** Greatest number of paused runs that are kept, each with its objects. */
const MOST_WAITING = 512;

export class Search extends BoundedSearch {
    private readonly waiting = new Map<number, SearchedRun>();

    protected begin(): void {
        everyWay(NOTHING, plan => {
            const run = this.started(plan);
            this.arrive(BEGINNING, run, 0, 0);
            return run;
        });
    }

    protected pass(state: number): void {
        this.waiting.delete(state);
    }

    protected expand(state: number, depth: number): void {
        const before = this.store.planOf(state);
        let waiting = this.waiting.get(state);
        this.waiting.delete(state);
        everyWay(before, plan => {
            if (!this.counted(depth + 1)) {
                return undefined;
            }
            const run = waiting ?? this.replayed(plan, depth);
            waiting = undefined;
            try {
                run.move();
            } catch (error) {
                this.move(state, this.failed(error, run, depth + 1), run, before.picks.length);
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
        return this.task.witnesses.failure(error.message, arrivalOf(run, depth));
    }

    /** @param known number of choices before the move */
    private arrive(parent: number, run: SearchedRun, depth: number, known: number): void {
        let status: SearchStatus;
        try {
            status = run.status();
        } catch (error) {
            this.move(parent, this.failed(error, run, depth), run, known);
            return;
        }
        const { store, task } = this;
        if (status === 'deadlock') {
            this.move(parent, task.witnesses.deadlock(arrivalOf(run, depth)), run, known);
            return;
        }
        const hash = hashOf(run.state());
        const found = store.find(hash.low, hash.high);
        if (found >= 0) {
            this.move(parent, found, run, known);
            return;
        }
        if (store.size >= task.bounds.states) {
            this.hit.add('states');
            return;
        }
        const { picks, counts } = run.trail;
        const state = store.add(hash, parent, depth, { picks: picks.slice(known), counts: counts.slice(known) }, status === 'open');
        this.move(parent, state, run, known);
        task.witnesses.state(state, arrivalOf(run, depth), status);
        if (status === 'open' && this.waiting.size < MOST_WAITING) {
            this.waiting.set(state, run);
        }
    }

    private move(from: number, to: number, run: SearchedRun, known: number): void {
        this.store.move(from, to, shareOf(run, known));
    }
}

function arrivalOf(run: SearchedRun, depth: number): Arrival {
    return { depth, plan: (): Plan => copyOf(run.trail), look: ({ read }) => read(run), run: () => run };
}
