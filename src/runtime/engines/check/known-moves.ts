/**
 * The known moves of an action's tokens. A move concerns one token and depends only on the values that it reads, so a move that a run has
 * made once is known wherever the same values are read. Nothing is executed here: unknown moves are learned from a run.
 */
import { EvaluationError } from '../../values/index.js';
import { Components, NotApart, type Plan, type Reading, type SearchedRun, type PlainFlow, TokenPlaces } from '../../behaviour/index.js';
import { Accesses } from './accesses.js';
import { everyWay, shareOf } from './every-way.js';
import { type Holds, type Look, Memory } from './memory.js';

/** One of the possible outcomes of a move. */
export interface Way {
    readonly picks: readonly number[];
    readonly counts: readonly number[];
    /** its probability among the outcomes of the move */
    readonly share: number;
    /** error, if it fails */
    readonly failure: string | undefined;
    /** place of the moving token afterwards; -1 if the token is gone */
    readonly place: number;
    /** places of new tokens, in the order in which they began */
    readonly come: readonly number[];
    /** changed components and their new values, alternating */
    readonly writes: readonly number[];
}

/** A state as a row of numbers: the number of tokens, their places, then the components. */
export type Row = readonly number[];

export class KnownMoves {
    readonly places = new TokenPlaces();
    private readonly components = new Components();
    private readonly moves: Memory<readonly Way[]>[] = [];

    /** Returns the row for the state of a run. @throws NotApart */
    rowOf(run: SearchedRun): number[] {
        return rowOf(this.flowOf(run), this.places, run.reading(this.components));
    }

    private flowOf(run: SearchedRun): PlainFlow {
        const { tokenFlow } = run;
        if (tokenFlow === undefined || !run.isAlone) {
            throw new NotApart();
        }
        return tokenFlow;
    }

    /**
     * Returns the possible outcomes of a move.
     * @param row the state
     * @param token index of the token
     * @param before returns the choices before the move of this token
     * @param runAt makes a run up to the move
     * @throws NotApart
     */
    waysOf(row: Row, token: number, before: () => Plan, runAt: (plan: Plan) => SearchedRun): readonly Way[] {
        const memory = (this.moves[this.places.moverAt(row[1 + token])] ??= new Memory());
        const holds = holdsIn(row);
        const known = memory.find(holds);
        if (known !== undefined) {
            return known.result;
        }
        const ways: Way[] = [];
        const reads = new Set<number>();
        const plan = before();
        everyWay(plan, way => {
            const run = runAt(way);
            ways.push(this.made(row, token, run, reads, plan.picks.length));
            return run;
        });
        memory.learn(reads, holds, ways);
        return ways;
    }

    /** Makes a move in a run and returns its effect. */
    private made(row: Row, token: number, run: SearchedRun, reads: Set<number>, known: number): Way {
        const { places, components } = this;
        const reading = run.reading(components);
        const flow = this.flowOf(run);
        if (!isSameRow(rowOf(flow, places, reading), row)) {
            throw new NotApart();
        }
        const before = flow.tokens.map(t => ({ id: t.id, place: places.numberOf(t, reading) }));
        const together = new Set(places.movedAlong(token, row, 1, row[0]));
        const accesses = new Accesses(reading);
        let failure: string | undefined;
        try {
            run.followed(accesses, () => run.move());
        } catch (error) {
            if (!(error instanceof EvaluationError)) {
                throw error;
            }
            failure = error.message;
        }
        accesses.reads.forEach(component => reads.add(component));
        const { picks, counts } = run.trail;
        const way = { picks: picks.slice(known), counts: counts.slice(known), share: shareOf(run, known), failure };
        if (failure !== undefined) {
            return { ...way, place: -1, come: [], writes: [] };
        }
        const then = run.reading(components);
        const after = new Map(this.flowOf(run).tokens.map(t => [t.id, places.numberOf(t, then)]));
        let place = -1;
        before.forEach((t, i) => {
            const now = after.get(t.id);
            after.delete(t.id);
            const isTaken = together.has(i);
            if (i === token && !isTaken) {
                place = now ?? -1;
            } else if (isTaken ? now !== undefined : now !== t.place) {
                throw new NotApart();
            }
        });
        return { ...way, place, come: [...after.values()], writes: this.written(reading.values, then.values, accesses) };
    }

    private written(before: readonly number[], after: readonly number[], { writes }: Accesses): number[] {
        const found: number[] = [];
        for (let c = 0; c < Math.max(before.length, after.length); c++) {
            const [was, is] = [before[c] ?? 0, after[c] ?? 0];
            if (was !== is && was > 0 && this.components.fixed[c]) {
                throw new NotApart();
            }
            // A derived value that is forgotten counts as written, too.
            if (was !== is || (is !== 0 && writes.has(c))) {
                found.push(c, is);
            }
        }
        return found;
    }

    /** Reads something from a state. @param runHere makes a run in this state @throws NotApart */
    evaluated<T>({ memory, read }: Look<T>, row: Row, runHere: () => SearchedRun): T {
        const holds = holdsIn(row);
        const known = memory.find(holds);
        if (known !== undefined) {
            return known.result;
        }
        const run = runHere();
        const accesses = new Accesses(run.reading(this.components));
        const result = run.followed(accesses, () => read(run));
        memory.learn(accesses.reads, holds, result);
        return result;
    }
}

const holdsIn = (row: Row): Holds => {
    const from = 1 + row[0];
    return component => row[from + component] ?? 0;
};

function rowOf(flow: PlainFlow, places: TokenPlaces, reading: Reading): number[] {
    return [flow.tokens.length, ...flow.tokens.map(t => places.numberOf(t, reading)), ...reading.values];
}

/** Whether two rows represent the same state. Missing components at the end are empty. */
function isSameRow(a: Row, b: Row): boolean {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
        if ((a[i] ?? 0) !== (b[i] ?? 0)) {
            return false;
        }
    }
    return true;
}
