/**
 * The states that a search has reached, in a few dozen bytes each: a hash of 64 bits by which a state is known again, and the move by which
 * it was reached first. Knows no behaviour.
 */
import type { Plan } from '../../behaviour/index.js';

/** A list of numbers that grows. */
class Numbers<A extends Uint32Array | Int32Array | Float32Array> {
    length = 0;

    constructor(
        private list: A,
        private readonly make: (length: number) => A
    ) {}

    push(value: number): void {
        if (this.length === this.list.length) {
            const longer = this.make(this.list.length * 2);
            longer.set(this.list);
            this.list = longer;
        }
        this.list[this.length++] = value;
    }

    at(index: number): number {
        return this.list[index];
    }

    get bytes(): number {
        return this.list.byteLength;
    }
}

const whole = (): Numbers<Uint32Array> => new Numbers(new Uint32Array(64), n => new Uint32Array(n));
const signed = (): Numbers<Int32Array> => new Numbers(new Int32Array(64), n => new Int32Array(n));
const real = (): Numbers<Float32Array> => new Numbers(new Float32Array(64), n => new Float32Array(n));

/** A hash of 64 bits, in two halves. */
export function hashOf(text: string): readonly [number, number] {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        a = Math.imul(a ^ unit, 2654435761);
        b = Math.imul(b ^ unit, 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return [a >>> 0, b >>> 0];
}

/** The choices of one move. */
export type Choices = Plan;

export class StateStore {
    private readonly low = whole();
    private readonly high = whole();
    private readonly parents = signed();
    /** twice the depth, and one where the state can be left */
    private readonly depths = whole();
    /** where the choices of a state's move begin; they end where those of the next one begin */
    private readonly begins = whole();
    /** a choice: which alternative of how many */
    private readonly picks = whole();
    private readonly counts = whole();
    /** states by hash, open addressing: a state's number and one, 0 for none */
    private table = new Uint32Array(256);
    // moves: from which state, to which, how probable among the moves of that state
    private readonly sources = whole();
    private readonly targets = signed();
    private readonly shares = real();

    get size(): number {
        return this.parents.length;
    }

    get edges(): number {
        return this.sources.length;
    }

    /** Memory that the states and the moves between them take. */
    get bytes(): number {
        const lists = [this.low, this.high, this.parents, this.depths, this.begins, this.picks, this.counts];
        return [...lists, this.sources, this.targets, this.shares].reduce((sum, list) => sum + list.bytes, this.table.byteLength);
    }

    /** The number of a state that was reached before. */
    find([low, high]: readonly [number, number]): number | undefined {
        const { table } = this;
        for (let at = low % table.length; table[at] !== 0; at = (at + 1) % table.length) {
            const state = table[at] - 1;
            if (this.low.at(state) === low && this.high.at(state) === high) {
                return state;
            }
        }
        return undefined;
    }

    /**
     * Adds a state.
     * @param parent the state before the move; -1 for a first one
     * @param isOpen whether it can be left
     * @returns its number
     */
    add(hash: readonly [number, number], parent: number, { picks, counts }: Choices, isOpen: boolean): number {
        const state = this.size;
        this.low.push(hash[0]);
        this.high.push(hash[1]);
        this.parents.push(parent);
        this.depths.push((parent < 0 ? 0 : this.depthOf(parent) + 1) * 2 + (isOpen ? 1 : 0));
        this.begins.push(this.picks.length);
        picks.forEach((pick, i) => {
            this.picks.push(pick);
            this.counts.push(counts[i]);
        });
        if (this.size * 2 > this.table.length) {
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
        let at = this.low.at(state) % table.length;
        while (table[at] !== 0) {
            at = (at + 1) % table.length;
        }
        table[at] = state + 1;
    }

    /** How many moves lead to a state at least. */
    depthOf(state: number): number {
        return this.depths.at(state) >> 1;
    }

    /** Whether a state can be left. */
    isOpen(state: number): boolean {
        return (this.depths.at(state) & 1) === 1;
    }

    /** The choices that lead to a state. */
    planOf(state: number): Plan {
        const [picks, counts]: [number[], number[]] = [[], []];
        for (let s = state; s >= 0; s = this.parents.at(s)) {
            const end = s + 1 < this.size ? this.begins.at(s + 1) : this.picks.length;
            for (let i = end - 1; i >= this.begins.at(s); i--) {
                picks.push(this.picks.at(i));
                counts.push(this.counts.at(i));
            }
        }
        return { picks: picks.reverse(), counts: counts.reverse() };
    }

    /** Notes a move. @param to the state it leads to; below 0 an end that is none, as the search numbers them */
    move(from: number, to: number, share: number): void {
        this.sources.push(from);
        this.targets.push(to);
        this.shares.push(share);
    }

    edge(index: number): { readonly from: number; readonly to: number; readonly share: number } {
        return { from: this.sources.at(index), to: this.targets.at(index), share: this.shares.at(index) };
    }
}
