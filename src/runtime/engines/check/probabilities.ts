/** How probable it is that a run comes to some ends, over the moves that a search has made. Knows no behaviour. */
import type { StateStore } from './state-store.js';

/** Most rounds over all moves: cycles let the probability of an end grow a little in each. */
const MOST_ROUNDS = 10_000;
const PRECISION = 1e-12;

/**
 * The probability that a run comes to one of some ends.
 * @param isEnd of a state, or of a number below 0 that a move leads to
 * @returns undefined where it cannot be known: cycles that runs leave too rarely
 */
export function probabilityOf(store: StateStore, isEnd: (to: number) => boolean): number | undefined {
    const mass = new Float64Array(store.size);
    let coming = new Float64Array(store.size);
    let reached = 0;
    const begins: { to: number; share: number }[] = [];
    const moves: { from: number; to: number; share: number }[] = [];
    for (let i = 0; i < store.edges; i++) {
        const edge = store.edge(i);
        if (edge.from === BEGINNING) {
            begins.push(edge);
        } else {
            moves.push(edge);
        }
    }
    for (const { to, share } of begins) {
        if (isEnd(to)) {
            reached += share;
        } else if (to >= 0) {
            mass[to] += share;
        }
    }
    for (let round = 0; round < MOST_ROUNDS; round++) {
        coming.fill(0);
        let going = 0;
        for (const { from, to, share } of moves) {
            const part = mass[from] * share;
            if (part === 0) {
                continue;
            }
            if (isEnd(to)) {
                reached += part;
            } else if (to >= 0) {
                coming[to] += part;
                going += part;
            }
        }
        [coming] = [mass.slice(), mass.set(coming)];
        if (going < PRECISION) {
            return Math.min(1, Math.round(reached * 1e12) / 1e12);
        }
    }
    return undefined;
}

/** The source of the moves by which a behaviour begins, as a 32 bit number without sign. */
export const BEGINNING = 0xffffffff;
