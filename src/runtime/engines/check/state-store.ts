/**
 * Stores the states that a search has reached, in a few dozen bytes each: a 64-bit hash that identifies the state, and the move that
 * reached it first. States are in the order of their depth, moves in the order of their sources. Does not depend on behaviours.
 */
import type { Plan } from '../../behaviour/index.js';

const CHUNK = 14;
const MASK = (1 << CHUNK) - 1;

/** A list of numbers that grows in chunks, so that little of its memory is unused. */
class Numbers<A extends Uint32Array | Int32Array | Uint16Array> {
    length = 0;
    private readonly chunks: A[] = [];

    constructor(private readonly make: new (length: number) => A) {}

    push(value: number): void {
        const { length } = this;
        if (length >> CHUNK === this.chunks.length) {
            this.chunks.push(new this.make(1 << CHUNK));
        }
        this.chunks[length >> CHUNK][length & MASK] = value;
        this.length++;
    }

    at(index: number): number {
        return this.chunks[index >> CHUNK][index & MASK];
    }

    get bytes(): number {
        return this.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    }
}

/** A hash of 64 bits in two halves. */
export interface Hash {
    readonly low: number;
    readonly high: number;
}

export function hashOf(text: string): Hash {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        a = Math.imul(a ^ unit, 2654435761);
        b = Math.imul(b ^ unit, 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return { low: a >>> 0, high: b >>> 0 };
}

/** The choices of one move. */
export type Choices = Plan;

/** The parent of initial states, which the moves that start the behaviour reach. */
export const BEGINNING = -1;

/** Greatest number of alternatives of a stored choice. */
const MOST_ALTERNATIVES = 0xffff;
/** Greatest number of different probabilities of moves. */
const MOST_SHARES = 0xffff;

export class StateStore {
    private readonly low = new Numbers(Uint32Array);
    private readonly high = new Numbers(Uint32Array);
    /** parent plus one, doubled, plus one if the state has moves */
    private readonly parents = new Numbers(Uint32Array);
    /** index of the first choice of each state; its choices end where those of the next state begin */
    private readonly begins = new Numbers(Uint32Array);
    /** picked alternative and number of alternatives */
    private readonly choices = new Numbers(Uint32Array);
    /** first state of each depth */
    private readonly layers: number[] = [];
    /** hash table with open addressing: number of a state plus one, or 0 */
    private table = new Uint32Array(256);
    /** index of the first move of each state; the moves that reach the initial states have lower indexes */
    private readonly firstMoves = new Numbers(Uint32Array);
    private readonly targets = new Numbers(Int32Array);
    private readonly shares = new Numbers(Uint16Array);
    private readonly shareNumbers = new Map<number, number>();
    private readonly shareValues: number[] = [];
    /** whether the probabilities of moves are known; false if there are too many different ones */
    isWeighed = true;

    get size(): number {
        return this.parents.length;
    }

    /** Memory use of the states and the moves between them. */
    get bytes(): number {
        const lists = [this.low, this.high, this.parents, this.begins, this.choices, this.firstMoves, this.targets, this.shares];
        return lists.reduce((sum, list) => sum + list.bytes, this.table.byteLength);
    }

    /** Returns the number of a known state; -1 for an unknown one. */
    find(low: number, high: number): number {
        const { table } = this;
        const mask = table.length - 1;
        for (let at = low & mask; table[at] !== 0; at = (at + 1) & mask) {
            const state = table[at] - 1;
            if (this.low.at(state) === low && this.high.at(state) === high) {
                return state;
            }
        }
        return -1;
    }

    lowOf(state: number): number {
        return this.low.at(state);
    }

    highOf(state: number): number {
        return this.high.at(state);
    }

    /**
     * Adds a state.
     * @param parent the state before the move; {@link BEGINNING} for an initial state
     * @param depth its number of moves; must not decrease from call to call
     * @param isOpen whether it has moves
     * @returns its number
     */
    add({ low, high }: Hash, parent: number, depth: number, { picks, counts }: Choices, isOpen: boolean): number {
        const state = this.size;
        this.low.push(low);
        this.high.push(high);
        this.parents.push((parent + 1) * 2 + (isOpen ? 1 : 0));
        this.begins.push(this.choices.length);
        while (this.layers.length <= depth) {
            this.layers.push(state);
        }
        for (let i = 0; i < picks.length; i++) {
            if (counts[i] > MOST_ALTERNATIVES) {
                throw new RangeError(`a choice of ${counts[i]} alternatives`);
            }
            this.choices.push(picks[i] * 0x10000 + counts[i]);
        }
        if (this.size * 4 > this.table.length * 3) {
            this.table = new Uint32Array(this.table.length * 2);
            for (let s = 0; s < this.size; s++) {
                this.place(s);
            }
        } else {
            this.place(state);
        }
        return state;
    }

    private place(state: number): void {
        const { table } = this;
        const mask = table.length - 1;
        let at = this.low.at(state) & mask;
        while (table[at] !== 0) {
            at = (at + 1) & mask;
        }
        table[at] = state + 1;
    }

    /** Returns the least number of moves to a state. */
    depthOf(state: number): number {
        const { layers } = this;
        let [from, to] = [0, layers.length];
        while (to - from > 1) {
            const middle = (from + to) >> 1;
            if (layers[middle] <= state) {
                from = middle;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /** Whether a state has moves. */
    isOpen(state: number): boolean {
        return (this.parents.at(state) & 1) === 1;
    }

    private parentOf(state: number): number {
        return (this.parents.at(state) >>> 1) - 1;
    }

    /** Returns the choices on the path to a state. */
    planOf(state: number): Plan {
        const [picks, counts]: [number[], number[]] = [[], []];
        for (let s = state; s >= 0; s = this.parentOf(s)) {
            const end = s + 1 < this.size ? this.begins.at(s + 1) : this.choices.length;
            for (let i = end - 1; i >= this.begins.at(s); i--) {
                const choice = this.choices.at(i);
                picks.push(choice >>> 16);
                counts.push(choice & 0xffff);
            }
        }
        return { picks: picks.reverse(), counts: counts.reverse() };
    }

    /**
     * Records a move.
     * @param from must not decrease from call to call
     * @param to the state after it, or the negative number of another end
     * @param share its probability among the moves of its source
     */
    move(from: number, to: number, share: number): void {
        while (this.firstMoves.length <= from) {
            this.firstMoves.push(this.targets.length);
        }
        this.targets.push(to);
        let number = this.shareNumbers.get(share);
        if (number === undefined) {
            number = Math.min(this.shareValues.length, MOST_SHARES);
            if (number === MOST_SHARES) {
                this.isWeighed = false;
            } else {
                this.shareNumbers.set(share, number);
                this.shareValues.push(share);
            }
        }
        this.shares.push(number);
    }

    /** Calls a function with each move of a state, in the order in which they were recorded. */
    movesOf(state: number, visit: (to: number, share: number) => void): void {
        const { firstMoves, targets } = this;
        const begin = state === BEGINNING ? 0 : state < firstMoves.length ? firstMoves.at(state) : targets.length;
        const end = state + 1 < firstMoves.length ? firstMoves.at(state + 1) : targets.length;
        for (let i = begin; i < end; i++) {
            visit(targets.at(i), this.shareValues[this.shares.at(i)]);
        }
    }
}
