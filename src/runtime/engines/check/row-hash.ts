/**
 * The hash of a row, updated with each change. The order of tokens does not matter, because the hash is a sum over components and tokens.
 * Does not depend on moves.
 */
import type { Row } from './known-moves.js';
import type { Hash } from './state-store.js';

/** Greater than the index of any component. */
const TOKENS = 0x40000000;

function mixed(key: number, value: number, [a, b, c]: readonly [number, number, number]): number {
    let h = Math.imul(key + 1, a) ^ Math.imul(value + 1, b);
    h = Math.imul(h ^ (h >>> 15) ^ c, 0x2c1b3c6d);
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
    return h ^ (h >>> 15);
}

const LOW = [0x9e3779b1, 0x85ebca77, 0x165667b1] as const;
const HIGH = [0xc2b2ae3d, 0x27d4eb2f, 0x5bd1e995] as const;

export class RowHash implements Hash {
    low = 0;
    high = 0;

    /** Continues from the hash of another row. */
    from(low: number, high: number): void {
        this.low = low;
        this.high = high;
    }

    /**
     * Computes the hash of the values of a state's components. @param kindOf returns the same number for values that need not be
     * distinguished
     */
    ofHoldings(row: readonly number[], kindOf: (component: number, value: number) => number): void {
        this.from(0, 0);
        row.forEach((value, component) => this.change(component, 0, kindOf(component, value)));
    }

    of(row: Row): void {
        this.from(0, 0);
        for (let i = 1; i < row.length; i++) {
            if (i <= row[0]) {
                this.addToken(row[i]);
            } else {
                this.change(i - row[0] - 1, 0, row[i]);
            }
        }
    }

    addToken(place: number): void {
        this.add(mixed(TOKENS, place, LOW), mixed(TOKENS, place, HIGH));
    }

    removeToken(place: number): void {
        this.add(-mixed(TOKENS, place, LOW), -mixed(TOKENS, place, HIGH));
    }

    /** Updates the hash for a changed component. The value 0 (nothing) contributes nothing. */
    change(component: number, was: number, is: number): void {
        if (was === is) {
            return;
        }
        if (was !== 0) {
            this.add(-mixed(component, was, LOW), -mixed(component, was, HIGH));
        }
        if (is !== 0) {
            this.add(mixed(component, is, LOW), mixed(component, is, HIGH));
        }
    }

    private add(low: number, high: number): void {
        this.low = (this.low + low) >>> 0;
        this.high = (this.high + high) >>> 0;
    }
}
