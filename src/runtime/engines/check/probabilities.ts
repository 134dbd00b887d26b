/** The probability that a run reaches one of some ends, over the moves that a search has made. Knows no behaviour. */
import { BEGINNING, type StateStore } from './state-store.js';

/** Most rounds over all moves: cycles let the probability of an end grow a little in each. */
const MOST_ROUNDS = 10_000;
/** Most moves that are followed in all rounds together. */
const MOST_STEPS = 200_000_000;
const PRECISION = 1e-12;

/**
 * The probability that a run reaches one of some ends.
 * @param isEnd of a state, or of a number below 0 as which a move ends
 * @returns undefined where it cannot be known: cycles that runs leave too rarely
 */
export function probabilityOf(store: StateStore, isEnd: (to: number) => boolean): number | undefined {
    if (!store.isWeighed) {
        return undefined;
    }
    let mass = new Float64Array(store.size);
    let coming = new Float64Array(store.size);
    // Only states that a run can be in are looked at.
    let present: number[] = [];
    let next: number[] = [];
    let reached = 0;
    const give = (to: number, part: number): void => {
        if (isEnd(to)) {
            reached += part;
        } else if (to >= 0 && part > 0) {
            if (coming[to] === 0) {
                next.push(to);
            }
            coming[to] += part;
        }
    };
    const turn = (): void => {
        [mass, coming] = [coming, mass];
        [present, next] = [next, []];
    };
    store.movesOf(BEGINNING, give);
    turn();
    let steps = 0;
    for (let round = 0; round < MOST_ROUNDS && steps < MOST_STEPS; round++) {
        let going = 0;
        for (const state of present) {
            const part = mass[state];
            mass[state] = 0;
            store.movesOf(state, (to, share) => {
                steps++;
                going += to >= 0 && !isEnd(to) ? part * share : 0;
                give(to, part * share);
            });
        }
        turn();
        if (going < PRECISION) {
            return Math.min(1, Math.round(reached * 1e12) / 1e12);
        }
    }
    return undefined;
}
