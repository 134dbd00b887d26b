// Look-ahead on small networks: which alternative accepts the next tokens, and what is taken where none does or several do.

import { describe, expect, it } from 'vitest';
import { cells, FIRST_CHARACTER, Table } from '../../../src/language/syntax/cells.js';
import { EPSILON, type Network, Predictor, RULE, TOKEN } from '../../../src/language/syntax/prediction.js';

type Edge = readonly [from: number, kind: number, a: number, b?: number];

/** Kinds of tokens; the first two are the end of the text. */
const [A, B, C, OPEN, CLOSE, OTHER] = [2, 3, 4, 5, 6, 7];
const END = 1;

function network(
    edges: readonly Edge[],
    decisions: readonly (readonly number[])[],
    more: { readonly returns?: Readonly<Record<number, readonly number[]>>; readonly optional?: readonly number[] } = {}
): Network {
    const { returns = {}, optional = [] } = more;
    const count =
        1 +
        Math.max(
            ...edges.flatMap(([from, kind, a, b]) => [from, kind === TOKEN ? b! : a, b ?? 0]),
            ...decisions.flat(),
            ...Object.values(returns).flat()
        );
    const offsets = [0];
    const flat: number[] = [];
    for (let state = 0; state < count; state++) {
        edges.filter(([from]) => from === state).forEach(([, kind, a, b = 0]) => flat.push(kind, a, b));
        offsets.push(flat.length);
    }
    return {
        offsets,
        edges: flat,
        decisions,
        returns: Array.from({ length: count }, (_, state) => returns[state] ?? []),
        stops: Array.from({ length: count }, (_, state) => (state in returns ? 1 : 0)),
        optional: decisions.map((_, decision) => optional[decision] ?? 0)
    };
}

const after =
    (...kinds: readonly number[]) =>
    (index: number) =>
        kinds[index] ?? END;

/** `A B | A C | B`, and the same where nothing may stand, too. */
const PLAIN = network(
    [
        [0, TOKEN, A, 1],
        [1, TOKEN, B, 9],
        [2, EPSILON, 3],
        [3, TOKEN, A, 4],
        [4, TOKEN, C, 9],
        [5, TOKEN, B, 9]
    ],
    [
        [0, 2, 5],
        [0, 2, 5]
    ],
    { optional: [0, 1] }
);

describe('a decision', () => {
    it.each<[string, readonly number[], number, number]>([
        ['by the second token: first', [A, B], 0, 0],
        ['by the second token: second', [A, C], 1, 1],
        ['by the first token', [B], 2, 2],
        ['that nothing accepts', [C], -1, -1],
        ['at the end of the text', [], -1, -1],
        ['that nothing accepts after a token', [A, OTHER], 0, 1],
        ['that ends after a token', [A], 0, 1]
    ])('%s', (_, kinds, expected, ifOptional) => {
        const predictor = new Predictor(PLAIN);
        // the second time, the automaton is there
        [1, 2].forEach(() => expect([0, 1].map(decision => predictor.predict(decision, after(...kinds)))).toEqual([expected, ifOptional]));
    });

    it('knows the tokens that each state accepts', () => {
        const predictor = new Predictor(PLAIN);
        const start = predictor.start(0);
        const second = predictor.next(0, start, A)!;
        expect([predictor.tokens(start), predictor.tokens(second)]).toEqual([new Set([A, B]), new Set([B, C])]);
        expect([start.prediction, second.prediction, second.ambiguous]).toEqual([-1, -1, false]);
        expect(predictor.next(0, start, OTHER)).toBeUndefined();
        expect([predictor.start(0) === start, predictor.next(0, start, A) === second, second.next.size]).toEqual([true, true, 0]);
        expect([predictor.next(0, second, C)!.prediction, [...second.next.keys()]]).toEqual([1, [C]]);
    });

    it('takes the first of several that accept the same', () => {
        const same = network(
            [
                [0, TOKEN, A, 3],
                [1, TOKEN, A, 3],
                [2, TOKEN, A, 3],
                [3, TOKEN, B, 4]
            ],
            [
                [0, 1, 2],
                [1, 0]
            ]
        );
        const predictor = new Predictor(same);
        expect(predictor.predict(0, after(A, B))).toBe(0);
        const next = predictor.next(0, predictor.start(0), A)!;
        expect([next.prediction, next.ambiguous]).toEqual([0, true]);
    });

    it('waits while one of several has a place of its own', () => {
        // A B | A (B | C)
        const both = network(
            [
                [0, TOKEN, A, 2],
                [1, TOKEN, A, 2],
                [1, TOKEN, A, 3],
                [2, TOKEN, B, 4],
                [3, TOKEN, C, 4]
            ],
            [[0, 1]]
        );
        const predictor = new Predictor(both);
        expect([A, B, C].map(kind => predictor.predict(0, after(A, kind)))).toEqual([0, 0, 1]);
        expect(predictor.next(0, predictor.start(0), A)!.prediction).toBe(-1);
    });

    it('looks ahead over ten thousand tokens, and no further', () => {
        // A* B | A* C
        const loop = network(
            [
                [0, TOKEN, A, 0],
                [0, TOKEN, B, 2],
                [1, TOKEN, A, 1],
                [1, TOKEN, C, 2]
            ],
            [[0, 1]]
        );
        const read = (count: number): [number, number] => {
            let most = 0;
            const found = new Predictor(loop).predict(0, index => ((most = index), index < count ? A : C));
            return [found, most];
        };
        expect([read(0), read(10_001), read(10_002), read(20_000)]).toEqual([
            [1, 0],
            [1, 10_001],
            [0, 10_001],
            [0, 10_001]
        ]);
    });
});

describe('a decision with calls of rules', () => {
    // the rule `R: A | '(' R ')'` from 10 to 19; the decision `R B | R C`
    const RULES: readonly Edge[] = [
        [10, TOKEN, A, 19],
        [10, TOKEN, OPEN, 11],
        [11, RULE, 10, 12],
        [12, TOKEN, CLOSE, 19]
    ];
    const nested = network(
        [[0, RULE, 10, 1], [1, TOKEN, B, 4], [2, RULE, 10, 3], [3, TOKEN, C, 4], [4, EPSILON, 5], [6, TOKEN, B, 7], ...RULES],
        [
            [0, 2],
            [10, 6]
        ],
        { returns: { 19: [12, 1, 3] } }
    );
    const within = (depth: number, last: number): number[] => [
        ...Array<number>(depth).fill(OPEN),
        A,
        ...Array<number>(depth).fill(CLOSE),
        last
    ];

    it.each([
        [0, B, 0],
        [0, C, 1],
        [3, B, 0],
        [3, C, 1],
        [63, C, 1],
        [64, C, 0]
    ])('nested %i times, before %i, takes %i: not more than 64 calls are followed', (depth, last, expected) => {
        expect(new Predictor(nested).predict(0, after(...within(depth, last)))).toBe(expected);
    });

    it('goes on behind each call of its rule', () => {
        // within R, `')' | B | C` may follow: all callers are possible
        const behind = network([...RULES, [0, RULE, 10, 1], [1, TOKEN, B, 4], [2, RULE, 10, 3], [3, TOKEN, C, 4]], [[19, 10]], {
            returns: { 19: [12, 1, 3] }
        });
        const predictor = new Predictor(behind);
        expect(predictor.tokens(predictor.start(0))).toEqual(new Set([CLOSE, B, C, A, OPEN]));
        expect([B, C, CLOSE, A, OPEN, OTHER].map(kind => predictor.predict(0, after(kind)))).toEqual([0, 0, 0, 1, 1, -1]);
    });

    it('knows an end of the text behind its rule', () => {
        const predictor = new Predictor(
            network(
                [
                    [0, TOKEN, A, 19],
                    [1, TOKEN, A, 19]
                ],
                [[0, 1]],
                { returns: { 19: [20] } }
            )
        );
        // nothing tells the alternatives apart: both have read all
        expect(predictor.predict(0, after(A))).toBe(0);
    });
});

describe('what was learned', () => {
    it('is forgotten when it is too much, and learned again', () => {
        const count = 4001;
        const many = network(
            [
                [0, TOKEN, A, 2],
                [1, TOKEN, B, 2]
            ],
            Array.from({ length: count }, () => [0, 1])
        );
        const predictor = new Predictor(many);
        const first = predictor.start(0);
        for (let decision = 1; decision < count - 1; decision++) {
            predictor.start(decision);
        }
        predictor.predict(0, after());
        expect(predictor.start(0)).toBe(first);
        predictor.start(count - 1);
        expect(predictor.predict(0, after(B))).toBe(1);
        expect(predictor.start(0)).not.toBe(first);
        expect([A, B, C].map(kind => predictor.predict(1, after(kind)))).toEqual([0, 1, -1]);
    });
});

describe('a table', () => {
    const run = (value: number, count: number): string => String.fromCharCode(value + FIRST_CHARACTER, count + FIRST_CHARACTER);

    it.each<[string, readonly number[]]>([
        ['', []],
        [run(0, 3), [0, 0, 0]],
        [run(7, 1) + run(0, 2) + run(200, 1), [7, 0, 0, 200]]
    ])('of the runs %j', (text, expected) => {
        expect([...cells(text)]).toEqual(expected);
        const table = new Table(text);
        expect([[...table.cells], table.cells === table.cells]).toEqual([expected, true]);
    });
});
