/**
 * The generator of `seed:<n>`: PCG with 128 bits of state and DXSM output (contract behaviour 12.3), with picks and shuffles. Does not
 * depend on behaviours. All arithmetic is unsigned and uses bigint, since draws are rare.
 */

const MASK_64 = (1n << 64n) - 1n;
const MASK_128 = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;
const INCREMENT = 0x5851f42d4c957f2d14057b7ef767814fn;
const OUTPUT_MULTIPLIER = 0xda942042e4dd58b5n;
const LOW_SEED = 0x9e3779b97f4a7c15n;

export class Generator64 {
    private state: bigint;

    constructor(high: bigint, low: bigint) {
        this.state = ((high & MASK_64) << 64n) | (low & MASK_64);
    }

    /** The scheduling stream of a seed. */
    static ofSeed(seed: bigint): Generator64 {
        return new Generator64(seed, seed ^ LOW_SEED);
    }

    /** The stream of random functions and weighted decisions of a seed. */
    static ofModel(seed: bigint): Generator64 {
        return new Generator64(seed, ~seed);
    }

    /** The next 64 bits. */
    next(): bigint {
        this.state = (this.state * MULTIPLIER + INCREMENT) & MASK_128;
        let high = this.state >> 64n;
        const low = this.state & MASK_64;
        high ^= high >> 32n;
        high = (high * OUTPUT_MULTIPLIER) & MASK_64;
        high ^= high >> 48n;
        return (high * (low | 1n)) & MASK_64;
    }

    /** An integer in 0 … k - 1, for k up to 2^32. */
    below(k: number): number {
        const bound = BigInt(k);
        if ((bound & (bound - 1n)) === 0n) {
            return Number(this.next() & (bound - 1n));
        }
        const threshold = (1n << 32n) % bound;
        let product = (this.next() >> 32n) * bound;
        while ((product & 0xffffffffn) < threshold) {
            product = (this.next() >> 32n) * bound;
        }
        return Number(product >> 32n);
    }

    /** An integer in 0 … n - 1 from 64-bit outputs (sheet 10.4), for n up to 2^64. */
    below64(n: bigint): bigint {
        if ((n & (n - 1n)) === 0n) {
            return this.next() & (n - 1n);
        }
        const threshold = (1n << 64n) % n;
        let product = this.next() * n;
        while ((product & MASK_64) < threshold) {
            product = this.next() * n;
        }
        return product >> 64n;
    }

    /** A real in [0, 1). */
    real(): number {
        return Number(this.next() & ((1n << 53n) - 1n)) / 2 ** 53;
    }

    /** Shuffles a list in place. A list of one element draws nothing. */
    shuffle<T>(list: T[]): T[] {
        for (let i = list.length - 1; i >= 1; i--) {
            const j = this.below(i + 1);
            [list[i], list[j]] = [list[j], list[i]];
        }
        return list;
    }

    /** The state that {@link restore} takes to repeat the draws. */
    save(): bigint {
        return this.state;
    }

    restore(state: bigint): void {
        this.state = state;
    }
}
