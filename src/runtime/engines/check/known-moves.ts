/**
 * What is known of the moves of an action's tokens: a move concerns one token and depends on what it reads, so that a move which has been
 * made once in a run is known wherever the same is read. Nothing here executes anything: what is not known yet is learned from a run.
 */
import { EvaluationError } from '../../values/index.js';
import { Components, NotApart, type Plan, type Reading, type SearchedRun, type PlainFlow, TokenPlaces } from '../../behaviour/index.js';
import { Accesses } from './accesses.js';
import { everyWay, shareOf } from './every-way.js';
import { type Holds, type Look, Memory } from './memory.js';

/** One of the ways in which a move can go. */
export interface Way {
    readonly picks: readonly number[];
    readonly counts: readonly number[];
    /** how probable it is among those of the move */
    readonly share: number;
    /** why it fails */
    readonly failure: string | undefined;
    /** the place where the token that moves is then; -1 where it is gone */
    readonly place: number;
    /** the places of tokens that have come, in the order in which they began */
    readonly come: readonly number[];
    /** components and what they hold then, in turn */
    readonly writes: readonly number[];
}

/** A row of numbers: how many tokens, their places, then the components. */
export type Row = readonly number[];

export class KnownMoves {
    readonly places = new TokenPlaces();
    private readonly components = new Components();
    private readonly moves: Memory<readonly Way[]>[] = [];

    /** The row of a run's state. @throws NotApart */
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
     * The ways in which a move can go.
     * @param row of the state
     * @param token its position
     * @param before the choices up to the move of this token
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
        const together = new Set(places.together(token, row, 1, row[0]));
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
            // What follows from others and is forgotten counts as written, too.
            if (was !== is || (is !== 0 && writes.has(c))) {
                found.push(c, is);
            }
        }
        return found;
    }

    /** Something that is read of a state. @param runHere makes a run that is in this state @throws NotApart */
    looked<T>({ memory, read }: Look<T>, row: Row, runHere: () => SearchedRun): T {
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

/** Whether two rows say the same: what is missing at the end holds nothing. */
function isSameRow(a: Row, b: Row): boolean {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
        if ((a[i] ?? 0) !== (b[i] ?? 0)) {
            return false;
        }
    }
    return true;
}
