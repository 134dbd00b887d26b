/**
 * States that a search of all orders tells apart (contract: newest-operations 2), and those that are the same: where different ones counted
 * as one, the search would end too early; where equal ones counted as different, it would have no end.
 */
import { expect, test } from 'vitest';
import { checkBehavior, type CheckAnswer } from '../../../src/runtime/engines/index.js';
import { modelOf, runAction, runState, valuesText } from '../behaviour/run.js';

type Kind = 'action' | 'machine';

/** The model of a part with a behaviour `b` and a property. */
const modelWith = (kind: Kind, body: string, property: string): ReturnType<typeof modelOf> =>
    modelOf(
        `part def P { attribute x : Integer := 0; attribute y : Integer := 0; constraint low { ${property} }
            ${kind === 'machine' ? 'exhibit ' : ''}${body} } part p : P;`
    );

function checked(model: ReturnType<typeof modelOf>, kind: Kind): CheckAnswer {
    const bounds = { states: 500 };
    const answer = checkBehavior(model, { behaviour: 'T::P::b', kind, performer: 'T::p', properties: ['T::P::low'], diverge: [], bounds });
    if ('error' in answer) {
        throw new Error(answer.error);
    }
    return answer;
}

/** An action whose steps are done beside each other. */
const beside = (...steps: readonly string[]): string =>
    `action b { first start; then fork f; join j; then done;
        ${steps.map((text, i) => `first f then s${i}; action s${i} { ${text} } then j;`).join(' ')} }`;

/** A machine whose regions have these do behaviours. */
const doing = (...behaviours: readonly string[]): string =>
    `state b parallel { ${behaviours.map((text, i) => `state r${i} { entry; then s${i}; state s${i} { do action { ${text} } } }`).join(' ')} }`;

test.each<readonly [title: string, kind: Kind, body: string, property: string, finals: readonly string[]]>([
    [
        'the position of a step with equal values',
        'action',
        beside('assign x := 1; assign x := 0; assign x := 2;', 'assign y := 1; assign y := 0;'),
        'x < 2',
        ['2 0']
    ],
    [
        'the time that a step waits',
        'action',
        beside(
            'accept after (y + 1) [SI::s]; assign x := x + 1;',
            'assign y := 4; accept after 3 [SI::s]; assign x := x * 2; assign y := 0;'
        ),
        'x < 2',
        ['1 0', '2 0']
    ],
    [
        'the position of a do behaviour with equal values',
        'machine',
        doing('assign x := 1; assign x := 0; assign x := 2;', 'assign y := 1; assign y := 0; assign y := x;'),
        'y < 2',
        ['2 0', '2 1', '2 2']
    ],
    [
        'the time that a do behaviour waits',
        'machine',
        doing(
            'accept after (y + 1) [SI::s]; assign x := x + 1;',
            'assign y := 4; accept after 3 [SI::s]; assign x := x * 2; assign y := 0;'
        ),
        'x < 2',
        ['1 0', '2 0']
    ],
    [
        'the order of messages that wait',
        'action',
        beside(
            'send 1 to p; send 2 to p;',
            'send 3 to p;',
            'accept a : Integer; assign x := x * 10 + a; accept b : Integer; assign x := x * 10 + b;'
        ),
        'x < 31',
        ['12 0', '31 0']
    ]
])('%s', (_, kind, body, property, finals) => {
    const model = modelWith(kind, body, property);
    const answer = checked(model, kind);
    expect(answer.verdict).toBe('fails');
    expect(answer.finals.map(f => valuesText(f.values).replaceAll(/this\.\w=|"/g, ''))).toEqual(finals);
    // runs of all orders, which compare no states, end with the same values
    const explored = (kind === 'action' ? runAction : runState)(model, 'P::b', { performer: 'T::p', schedule: 'explore' });
    const ends = (explored.outcomes as [string, number][]).map(([text]) => text.replace(/^\S+\+\S+ /, '').replaceAll(/this\.\w=/g, ''));
    expect([explored.complete, [...new Set(ends)].sort()]).toEqual([true, finals]);
});

test.each<readonly [title: string, kind: Kind, body: string]>([
    ['a loop of steps', 'action', 'action b { first start; then merge m; then action s { assign x := 1 - x; } then m; }'],
    [
        'a step that waits again and again',
        'action',
        'action b { first start; then merge m; then action s { accept after 2; assign x := 1 - x; } then m; }'
    ],
    [
        'a loop beside a step that waits',
        'action',
        `action b { first start; then fork f; first f then m; merge m; then action s { assign x := 1 - x; } then m;
            first f then w; action w { accept Integer; } then done; }`
    ],
    [
        'states that follow each other',
        'machine',
        'state b { entry; then s; state s; transition first s accept after 1 do assign x := 1 - x then t; state t; transition first t accept after 3 then s; }'
    ],
    [
        'states with do behaviours',
        'machine',
        `state b { entry; then s; state s { do action { accept after 1 [SI::s]; assign x := 1; assign x := 0; } }
            transition first s then t; state t { do action { assign y := 1; accept after 2 [SI::s]; assign y := 0; } } transition first t then s; }`
    ]
])('runs without an end have finitely many states: %s', (_, kind, body) => {
    const answer = checked(modelWith(kind, body, 'x < 2'), kind);
    expect([answer.verdict, answer.finals, answer.search.boundsHit]).toEqual(['holds', [], []]);
});
