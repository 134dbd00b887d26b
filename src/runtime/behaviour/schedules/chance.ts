/**
 * The modelled randomness of a run, separate from its schedule: its seed and the results of random functions (contract: newest-operations
 * 1.3).
 */
import type { RandomSource } from '../../evaluation/functions/index.js';
import { Generator64 } from './random.js';

/** What a random function returns: a random value, or the least, greatest or mean value of its distribution. */
export const DRAW_POLICIES = ['random', 'min', 'max', 'average'] as const;
export type DrawPolicy = (typeof DRAW_POLICIES)[number];

export interface Chance {
    /** seed of random functions and weighted decisions; takes precedence over the seed of a schedule */
    readonly seed?: bigint;
    readonly draws: DrawPolicy;
}

/** An invalid spelling of a draw policy. */
export class DrawsFault extends Error {}

/** A draw policy from its spelling; `random` for an empty one. @throws DrawsFault */
export function drawsOf(spelling: string): DrawPolicy {
    const draws = DRAW_POLICIES.find(d => d === (spelling || 'random'));
    if (draws === undefined) {
        throw new DrawsFault(`invalid draw policy: "${spelling}" is not one of ${DRAW_POLICIES.join(', ')}`);
    }
    return draws;
}

/** The source of random functions under a draw policy; undefined where the policy needs a seed and there is none. */
export function randomSourceOf({ draws }: Pick<Chance, 'draws'>, generator: Generator64 | undefined): RandomSource | undefined {
    if (draws === 'random') {
        return generator;
    }
    const refuse = (): never => {
        throw new TypeError('draws are fixed');
    };
    return { fixed: draws, real: refuse, below: refuse, below64: refuse };
}

const MASK = (1n << 64n) - 1n;

/** The seed of one of several runs, derived from the common seed and the number of the run alone. */
export function seedOfRun(seed: bigint, run: number): bigint {
    // SplitMix64: neighbouring runs get unrelated streams.
    let z = (seed + BigInt(run) * 0x9e3779b97f4a7c15n) & MASK;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
}
