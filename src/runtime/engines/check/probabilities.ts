/** Computes the probability that a run reaches certain ends, from the moves of a search. Does not depend on behaviours. */
import { BEGINNING, type StateStore } from './state-store.js';

/** Greatest number of rounds over all moves. With cycles, each round increases the probability a little. */
const MOST_ROUNDS = 10_000;
/** Greatest number of moves that are followed in all rounds together. */
const MOST_STEPS = 200_000_000;
const PRECISION = 1e-12;

/**
 * Computes the probability that a run reaches certain ends.
 * @param isEnd of a state, or of the negative number of another end of a move
 * @returns undefined if it cannot be computed, because runs leave cycles too rarely
 */
export function probabilityOf(store: StateStore, isEnd: (to: number) => boolean): number | undefined {
    if (!store.isWeighed) {
        return undefined;
    }
    let mass = new Float64Array(store.size);
    let coming = new Float64Array(store.size);
    // Only states with a positive probability are visited.
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
