/**
 * Exploration and seeds against implementations of their own: brute force over token games and regions, and
 * another spelling of the generator.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executeAction, executeState, policyOf, type Exploration } from '../../../src/runtime/behaviour/index.js';
import { Generator64 } from '../../../src/runtime/behaviour/schedules/random.js';
import { cases } from '../../support/thorough.js';
import { modelOf, runAction, valuesText } from './run.js';
import { Game, terms } from './token-game.js';

/** Most orders of a model that is explored here. */
const MOST = 600;
const EXPLORE = policyOf('explore:runs=2000,depth=200');

const countsOf = ({ outcomes }: Exploration, text: (o: Exploration['outcomes'][number]) => string): Record<string, number> =>
    Object.fromEntries(outcomes.map(o => [text(o), o.linearizations]));
const sumOf = (counts: Iterable<number>): number => [...counts].reduce((a, b) => a + b, 0);

describe('actions', () => {
    it('explored, reach what brute force over all token moves reaches, as often, by the witnesses that are told', () => {
        let [choosing, undecided] = [0, 0];
        fc.assert(
            fc.property(terms, term => {
                const game = new Game(term);
                const orders = game.orders(MOST);
                fc.pre(orders !== undefined);
                const { exploration, error } = executeAction(modelOf(`action a { ${game.text} }`), { action: 'T::a', policy: EXPLORE });
                expect(error).toBe('');
                expect(countsOf(exploration!, o => valuesText(o.outputs))).toEqual(
                    Object.fromEntries([...orders].map(([w, n]) => [`w=${w}`, n]))
                );
                expect(exploration!.status).toMatchObject({
                    complete: true,
                    runs: sumOf(orders.values()),
                    budgetsHit: [],
                    failedLinearizations: 0
                });
                for (const { outputs, witness } of exploration!.outcomes) {
                    expect(`w=${game.follow(witness)}`).toBe(valuesText(outputs));
                }
                choosing += sumOf(orders.values()) > 10 ? 1 : 0;
                undecided += orders.size > 1 ? 1 : 0;
            }),
            { numRuns: cases(6, 70, 200), seed: 20261121 }
        );
        // The sample is worth something only when many of its models have many orders and several outcomes.
        expect(choosing).toBeGreaterThan(cases(0, 12, 40));
        expect(undecided).toBeGreaterThan(cases(0, 12, 40));
    });

    it('tell their outcomes in the order of their values', () => {
        const branches = [3, 20, 100].map(n => `first f then x${n}; action x${n} assign s := (s, ${n}); first x${n} then j;`).join(' ');
        const body = `attribute s : Integer[0..*] ordered nonunique := (); first start; then fork f; join j; first j then done; ${branches}`;
        const { outcomes } = runAction(modelOf(`action a { ${body} }`), 'a', { schedule: 'explore' }) as { outcomes: [string, number][] };
        expect(outcomes.map(([text]) => /s=\((.*)\)/.exec(text)?.[1])).toEqual([
            '3, 20, 100',
            '3, 100, 20',
            '20, 3, 100',
            '20, 100, 3',
            '100, 3, 20',
            '100, 20, 3'
        ]);
    });

    it('a smaller budget finds a part of it, and says so', () => {
        fc.assert(
            fc.property(terms, fc.integer({ min: 1, max: 20 }), (term, runs) => {
                const game = new Game(term);
                const orders = game.orders(MOST);
                fc.pre(orders !== undefined);
                const all = sumOf(orders.values());
                const { exploration } = executeAction(modelOf(`action a { ${game.text} }`), {
                    action: 'T::a',
                    policy: policyOf(`explore:runs=${runs},depth=200`)
                });
                expect(exploration!.status).toMatchObject({
                    complete: all <= runs,
                    runs: Math.min(runs, all),
                    budgetsHit: all <= runs ? [] : ['runs']
                });
                for (const { outputs, linearizations } of exploration!.outcomes) {
                    expect(linearizations).toBeLessThanOrEqual(orders.get(Number(valuesText(outputs).slice(2)))!);
                }
            }),
            { numRuns: cases(4, 20, 60), seed: 7 }
        );
    });
});

/** One region: what its exit, effect and entry append to the log, 0 for nothing. */
interface Firing {
    readonly exit: number;
    readonly effect: number;
    readonly entry: number;
}

/** Every interleaving of some lists, each keeping its order. */
function interleavings(lists: readonly (readonly number[])[]): number[][] {
    if (lists.every(l => l.length === 0)) {
        return [[]];
    }
    return lists.flatMap((list, i) =>
        list.length === 0 ? [] : interleavings(lists.map((l, j) => (j === i ? l.slice(1) : l))).map(rest => [list[0], ...rest])
    );
}

describe('machines', () => {
    const performs = (what: string, digit: number): string => (digit === 0 ? '' : `${what} assign log := log * 10 + ${digit};`);
    const regionText = (
        { exit, effect, entry }: Firing,
        i: number
    ): string => `state r${i} { entry; then a${i}; state a${i} { ${performs('exit', exit)} }
        transition first a${i} accept Go ${effect === 0 ? '' : `do assign log := log * 10 + ${effect}`} then b${i}; state b${i} { ${performs('entry', entry)} } }`;

    it('with parallel regions, explored, reach every interleaving of what the regions perform', () => {
        const digit = fc.constantFrom(0, 1);
        const region = fc.record({ exit: digit, effect: digit, entry: digit });
        let choosing = 0;
        fc.assert(
            fc.property(fc.array(region, { minLength: 2, maxLength: 3 }), flags => {
                // Every performance has a digit of its own.
                const regions = flags.map(({ exit, effect, entry }, i) => ({
                    exit: exit * (3 * i + 1),
                    effect: effect * (3 * i + 2),
                    entry: entry * (3 * i + 3)
                }));
                const orders = interleavings(regions.map(r => [r.exit, r.effect, r.entry].filter(d => d > 0)));
                fc.pre(orders.length <= MOST);
                const model = modelOf(
                    `attribute def Go; state m parallel { attribute log : Integer = 0; ${regions.map(regionText).join(' ')} }`
                );
                const { exploration, error } = executeState(model, { machine: 'T::m', events: ['Go'], policy: EXPLORE });
                expect(error).toBe('');
                const end = regions.map((_, i) => `b${i}`).join('+');
                const expected = new Set(orders.map(order => `${end} log=${order.reduce((log, d) => log * 10 + d, 0)}`));
                const counts = new Map<string, number>();
                for (const { finalState, outputs, linearizations } of exploration!.outcomes) {
                    const text = `${finalState} ${valuesText(outputs)}`;
                    counts.set(text, (counts.get(text) ?? 0) + linearizations);
                }
                expect(new Set(counts.keys())).toEqual(expected);
                expect(exploration!.status).toMatchObject({ complete: true, runs: orders.length, budgetsHit: [] });
                choosing += orders.length > 5 ? 1 : 0;
            }),
            { numRuns: cases(6, 40, 100), seed: 3 }
        );
        expect(choosing).toBeGreaterThan(cases(0, 6, 20));
    });
});

/** The generator of the contract once more, on limbs of 16 bits. */
class Limbs {
    private state: number[];
    private static of(value: bigint, limbs: number): number[] {
        return Array.from({ length: limbs }, (_, i) => Number((value >> BigInt(16 * i)) & 0xffffn));
    }
    private static times(a: readonly number[], b: readonly number[], plus: readonly number[] = []): number[] {
        const product = a.map((_, i) => plus[i] ?? 0);
        for (let i = 0; i < a.length; i++) {
            let carry = 0;
            for (let j = 0; i + j < a.length; j++) {
                const sum = product[i + j] + a[i] * b[j] + carry;
                product[i + j] = sum % 65536;
                carry = Math.floor(sum / 65536);
            }
        }
        // carries of the addend
        for (let i = 0; i < product.length - 1; i++) {
            product[i + 1] += Math.floor(product[i] / 65536);
            product[i] %= 65536;
        }
        return product;
    }

    constructor(seed: bigint) {
        this.state = [...Limbs.of(seed ^ 0x9e3779b97f4a7c15n, 4), ...Limbs.of(seed, 4)];
    }

    next(): bigint {
        this.state = Limbs.times(
            this.state,
            Limbs.of(0x2360ed051fc65da44385df649fccf645n, 8),
            Limbs.of(0x5851f42d4c957f2d14057b7ef767814fn, 8)
        );
        const low = this.state.slice(0, 4);
        let high = this.state.slice(4);
        high = [high[0] ^ high[2], high[1] ^ high[3], high[2], high[3]];
        high = Limbs.times(high, Limbs.of(0xda942042e4dd58b5n, 4));
        high = [high[0] ^ high[3], high[1], high[2], high[3]];
        high = Limbs.times(high, [low[0] | 1, low[1], low[2], low[3]]);
        return high.reduceRight((value, limb) => value * 65536n + BigInt(limb), 0n);
    }

    below(k: number): number {
        if ((k & (k - 1)) === 0) {
            return Number(this.next() % BigInt(k));
        }
        for (;;) {
            const product = (this.next() >> 32n) * BigInt(k);
            if (product % 2n ** 32n >= 2n ** 32n % BigInt(k)) {
                return Number(product / 2n ** 32n);
            }
        }
    }
}

describe('seeds', () => {
    it('draw what another spelling of the generator draws', () => {
        expect(new Limbs(1n).next()).toBe(0x8707a01d6329783fn);
        fc.assert(
            fc.property(
                fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
                fc.array(fc.integer({ min: 2, max: 1000 }), { maxLength: 20 }),
                (seed, bounds) => {
                    const [one, other] = [Generator64.ofSeed(seed), new Limbs(seed)];
                    for (const k of bounds) {
                        expect(one.next()).toBe(other.next());
                        expect(one.below(k)).toBe(other.below(k));
                    }
                }
            ),
            { numRuns: cases(20, 250, 1000) }
        );
    });

    it('order the tokens of a step as the generator says, in any process', () => {
        const branches = ['a', 'b', 'c', 'd', 'e'];
        const model = modelOf(
            `action a { attribute w : Integer = 0; first start; then fork f; ${branches.map((b, i) => `first f then ${b}; action ${b} assign w := w * 10 + ${i + 1};`).join(' ')} }`
        );
        const reached = new Set<unknown>();
        for (let seed = 0n; seed < 50n; seed++) {
            const generator = new Limbs(seed);
            const list = branches.map((_, i) => i + 1);
            for (let i = list.length - 1; i >= 1; i--) {
                const j = generator.below(i + 1);
                [list[i], list[j]] = [list[j], list[i]];
            }
            const { outputs } = runAction(model, 'a', { schedule: `seed:${seed}` });
            expect(outputs).toBe(`w=${list.join('')}`);
            reached.add(outputs);
        }
        expect(reached.size).toBeGreaterThan(20);
    });
});
