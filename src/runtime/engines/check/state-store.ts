/**
 * The states that a search has reached, in a few dozen bytes each: a hash of 64 bits by which a state is known again, and the move by which
 * it was reached first. States come in the order of their depth, moves in the order of their sources. Knows no behaviour.
 */
import type { Plan } from '../../behaviour/index.js';

const CHUNK = 14;
const MASK = (1 << CHUNK) - 1;

/** A list of numbers that grows by pieces, so that little of it is empty. */
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

/** The state before the moves by which a behaviour begins. */
export const BEGINNING = -1;

/** How many alternatives a choice that is stored may have. */
const MOST_ALTERNATIVES = 0xffff;
/** How many different probabilities of moves are distinguished. */
const MOST_SHARES = 0xffff;

export class StateStore {
    private readonly low = new Numbers(Uint32Array);
    private readonly high = new Numbers(Uint32Array);
    /** the state before, from 1, doubled, and one where the state can be left */
    private readonly parents = new Numbers(Uint32Array);
    /** where the choices of a state's move begin; they end where those of the next one begin */
    private readonly begins = new Numbers(Uint32Array);
    /** a choice: which alternative, and of how many */
    private readonly choices = new Numbers(Uint32Array);
    /** the first state of each depth */
    private readonly layers: number[] = [];
    /** states by hash, open addressing: a state's number and one, 0 for none */
    private table = new Uint32Array(256);
    /** the index of the first move of each state; the moves that reach the initial states have lower indexes */
    private readonly firstMoves = new Numbers(Uint32Array);
    private readonly targets = new Numbers(Int32Array);
    private readonly shares = new Numbers(Uint16Array);
    private readonly shareNumbers = new Map<number, number>();
    private readonly shareValues: number[] = [];
    /** whether the probabilities of moves are known: not when there are too many different ones */
    isWeighed = true;

    get size(): number {
        return this.parents.length;
    }

    /** Memory that the states and the moves between them take. */
    get bytes(): number {
        const lists = [this.low, this.high, this.parents, this.begins, this.choices, this.firstMoves, this.targets, this.shares];
        return lists.reduce((sum, list) => sum + list.bytes, this.table.byteLength);
    }

    /** The number of a state that was reached before; -1 for none. */
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
     * @param parent the state before the move; {@link BEGINNING} for a first one
     * @param depth its number of moves: not less than that of the state added before
     * @param isOpen whether it can be left
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

    /** The least number of moves to a state. */
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

    /** Whether a state can be left. */
    isOpen(state: number): boolean {
        return (this.parents.at(state) & 1) === 1;
    }

    private parentOf(state: number): number {
        return (this.parents.at(state) >>> 1) - 1;
    }

    /** The choices on the path to a state. */
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
     * Notes a move.
     * @param from not less than that of the move noted before
     * @param to the state after it; below 0 an end that is no state, as the search numbers them
     * @param share how probable it is among the moves of its source
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

    /** Calls a function with each move of a state, in the order in which they were noted. */
    movesOf(state: number, visit: (to: number, share: number) => void): void {
        const { firstMoves, targets } = this;
        const begin = state === BEGINNING ? 0 : state < firstMoves.length ? firstMoves.at(state) : targets.length;
        const end = state + 1 < firstMoves.length ? firstMoves.at(state + 1) : targets.length;
        for (let i = begin; i < end; i++) {
            visit(targets.at(i), this.shareValues[this.shares.at(i)]);
        }
    }
}
