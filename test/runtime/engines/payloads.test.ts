/** Engine `smt` over messages whose payloads follow from a free input, beside the search for each value of it. */
import { afterAll, describe, expect, it } from 'vitest';
import { checkBehavior, checkBySolver, findSolver, Solver } from '../../../src/runtime/engines/index.js';
import { modelOf } from '../behaviour/run.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

const LIMITS = { timeout: 60_000, checkCancelled: (): void => undefined };
const INPUTS = [0, 1, 2, 3];

/** An action of which one strand sends and the other takes what it sends. */
const action = (give: string, take: string): string => `action def A { in n : Integer; attribute x : Integer := 0;
    first start; then fork f; join j; then done; first f then give; ${give} then j; first f then take; ${take} then j; }`;

const ASK = 'action take accept l : Load;';

/** Title, behaviour, and what is refused. */
const CASES: readonly (readonly [title: string, behaviour: string, refused?: string])[] = [
    ['a feature', action('action give send new Load(v = n) to self;', `${ASK} then action add assign x := x + l.v;`)],
    ['an expression by position', action('action give send new Load(2 * n - 1) to self;', `${ASK} then action add assign x := l.v;`)],
    ['what follows from it', action('action give send new Load(v = n) to self;', `${ASK} then action add assign x := l.twice;`)],
    [
        'a value that changes after it was sent',
        action(
            'action give send new Load(v = n + x) to self; then action up assign x := 10;',
            `${ASK} then action add assign x := x + l.v;`
        )
    ],
    [
        'a value that its feature does not take',
        action('action give send new Load(v = n, few = n - 2) to self;', `${ASK} then action add assign x := l.few;`)
    ],
    ['a division', action('action give send new Load(v = 6 % n) to self;', `${ASK} then action add assign x := l.v;`)],
    [
        'two types',
        action(
            'action give send new Load(v = n) to self; then action more send new Other(v = n + 1) to self;',
            `${ASK} then action add assign x := l.v; then action also accept o : Other; then action times assign x := x * o.v;`
        )
    ],
    [
        'a guard of a machine',
        `state def A { in n : Integer; attribute x : Integer := 0; entry; then a; state a { entry action { send new Load(v = n + 1) to self; } }
            state b; state c; transition first a accept l : Load if l.v > 2 do assign x := l.v then b; transition first b if x > 3 then c; }`
    ],
    [
        'a branch that sends one of two',
        action(
            'action give { if n > 1 { send new Load(v = n) to self; } else { send new Load(v = 5 - n) to self; } }',
            `${ASK} then action add assign x := l.v;`
        )
    ],
    [
        'a second one of its type',
        action(
            'action give send new Load(v = n) to self; then action more send new Load(v = n + 1) to self;',
            `${ASK} then action add assign x := l.v;`
        ),
        'a second Load whose payload follows from features that are free or change is not encoded'
    ],
    [
        'a value that is no object',
        action('action give send n to self;', 'action take accept i : Integer; then action add assign x := i;'),
        'a message whose payload follows from features that are free or change is not encoded'
    ],
    [
        'an object of several values',
        action('action give send new Many(v = (n, 1)) to self;', 'action take accept m : Many; then action add assign x := 1;'),
        'a message whose payload follows from features that are free or change is not encoded'
    ]
];

const NAMED = CASES.map(([title, behaviour, refused]) => ({ title, behaviour, refused }));

describe.runIf(solver !== undefined).each(NAMED)('a payload from $title', ({ behaviour, refused }) => {
    const model = modelOf(`item def Load { attribute v : Integer; attribute twice : Integer = 2 * v; attribute few : Natural default 1; }
        item def Other { attribute v : Integer; } item def Many { attribute v : Integer[*]; } ${behaviour}
        constraint known { in n : Integer; n >= 0 and n <= 3 } ${INPUTS.map(n => `constraint no${n} { in x : Integer; x != ${n} }`).join(' ')}
        constraint small { in x : Integer; x < 6 }`);
    const kind = behaviour.startsWith('state') ? 'machine' : 'action';
    const about = { behaviour: 'T::A', kind, performer: '', diverge: [] } as const;

    it.each(refused === undefined ? ['small', ...INPUTS.map(n => `no${n}`)] : ['small'])('%s', property => {
        const properties = [`T::${property}`];
        const bounds = { depth: 30 };
        const answer = checkBySolver(solver!, LIMITS, model, { ...about, properties, freed: [], assumed: ['T::known'], bounds });
        if (refused !== undefined) {
            expect(answer).toMatchObject({ error: expect.stringContaining(refused) as string });
            return;
        }
        const found = INPUTS.flatMap(n => {
            const searched = checkBehavior(model, { ...about, properties, bounds, inputs: () => new Map([['n', n]]) });
            return 'error' in searched ? [0] : searched.violations.map(v => v.depth);
        });
        const expected = found.length === 0 ? { verdict: 'holds', strength: 'proved' } : { verdict: 'fails', strength: 'witnessed' };
        expect(answer).toMatchObject({ ...expected, reason: '' });
        const depth = 'text' in answer ? /at step (\d+)/.exec(answer.text)?.[1] : undefined;
        expect(depth && Number(depth)).toBe(found.length === 0 ? undefined : Math.min(...found));
    });
});
