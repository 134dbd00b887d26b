/**
 * A feature that is bound has the value of its expression at every reading, in bodies of actions too; an initial value is given once, at
 * the start (KerML 8.3.4.10.2). An assignment ends a binding.
 */
import { describe, expect, it } from 'vitest';
import { modelOf, type Options, runAction, traceOf } from './run.js';

type Case = readonly [rule: string, body: string, expected: Record<string, unknown>, options?: Options];

const V =
    'part def S { attribute k : Integer := 2; attribute kk : Integer = k + 1; } part def V { attribute n : Integer := 1; attribute dbl : Integer = n * 2; part s : S; }';

const CASES: readonly Case[] = [
    [
        'bound and initial',
        'action a { attribute x : Integer := 1; attribute y : Integer = x + 1; attribute z : Integer := x + 1; first start; then assign x := 10; then done; }',
        { outputs: 'x=10 y=11 z=2' }
    ],
    [
        'a default follows unless it is initial',
        'action a { attribute x : Integer := 1; attribute y : Integer default x + 1; attribute z : Integer default := x + 1; first start; then assign x := 10; then done; }',
        { outputs: 'x=10 y=11 z=2' }
    ],
    [
        'a loop on a bound Boolean',
        'action a { attribute i : Integer := 0; attribute more : Boolean = i < 3; first start; then while more { assign i := i + 1; } then done; }',
        { outputs: 'i=3 more=false' }
    ],
    [
        'a decision on a bound Boolean',
        `action a { attribute x : Integer := 1; attribute big : Boolean = x > 5; out r : Integer; first start; then assign x := 10; then decide d;
            if big then p; else q; action p { assign r := 1; } action q { assign r := 2; } first p then done; first q then done; }`,
        { outputs: 'x=10 big=true r=(1)' }
    ],
    [
        'an untyped output',
        'action a { attribute x : Integer := 1; out y = x + 1; first start; then assign x := 10; then done; }',
        { outputs: 'x=10 y=(11)' }
    ],
    [
        'an assignment ends the binding',
        'action a { attribute x : Integer := 1; attribute y : Integer = x * 10; first start; then assign x := 2; then assign y := 7; then assign x := 3; then done; }',
        { outputs: 'x=3 y=7' }
    ],
    [
        'along chains, through objects',
        `${V} action a { part v : V; attribute m : Integer = v.s.kk + v.dbl; first start; then assign v.s.k := 7; then assign v.n := 5; then done; }`,
        { outputs: 'm=18' }
    ],
    [
        'quantities',
        'private import SI::*; private import ISQ::*; action a { attribute l : LengthValue := 2 [m]; attribute s : AreaValue = l * l; first start; then assign l := 3 [m]; then done; }',
        { outputs: "l=3 [m] s=9 [SI::'m²']" }
    ],
    [
        'locals of a loop, anew each time',
        'action a { attribute x : Integer := 1; first start; then while x < 40 { attribute y : Integer = x * 2; assign x := x + 1; then assign x := y; } then done; }',
        { outputs: 'x=46' }
    ],
    [
        'an attribute of a nested action that reads one around it',
        'action a { attribute x : Integer := 1; first start; then action n { attribute y : Integer = x + 1; first start; then assign x := 10; then assign x := y; then done; } then done; }',
        { outputs: 'x=11' }
    ],
    [
        'an initial value of a nested action, when that begins',
        'action a { attribute x : Integer := 1; attribute y : Integer := 0; first start; then action n { attribute k : Integer := x; first start; then assign x := 10; then assign y := k; then done; } then done; }',
        { outputs: 'x=10 y=1' }
    ],
    [
        'an initial value of a performed action, each time that it begins',
        `action def N { in v : Integer; out r : Integer; attribute k : Integer := v; first start; then assign v := 0; then assign r := k; then done; }
            action a { attribute x : Integer := 1; attribute s : Integer := 0; first start; then loop { action n : N { in v = x; out r = x; } then assign s := s + x; assign x := x + 1; } until x > 3; then done; }`,
        { outputs: 'x=4 s=6' }
    ],
    [
        'a performance that has ended keeps its values',
        `action def Inc { in x : Integer; attribute y : Integer = x + 1; out z : Integer = y * 2; }
            action a { attribute v : Integer := 10; attribute s : Integer := 0; first start; then action i : Inc { in x = v; } then assign v := 20; then assign s := i.z; then done; }`,
        { outputs: 'v=20 s=22' }
    ],
    [
        'a bound attribute that has no value yet',
        'action a { attribute d : Integer; attribute q = 6 / d; attribute n : Integer := null; first start; then assign d := 2; then done; }',
        { outputs: 'd=2 q=3.0' }
    ],
    [
        'one that fails as its performance begins',
        'action a { attribute d : Integer := 0; attribute q = 6 / d; first start; then assign d := 2; then done; }',
        { error: 'action execution failed: initialize action: feature value a.q: division by zero' }
    ],
    [
        'one that fails as the action ends',
        'action a { attribute d : Integer := 1; attribute q = 6 / d; first start; then assign d := 0; then done; }',
        { error: 'action execution failed: execute action: feature value a.q: division by zero' }
    ],
    [
        'one that fails for a while, without a reading',
        'action a { attribute d : Integer := 1; attribute q = 6 / d; first start; then assign d := 0; then assign d := 3; then done; }',
        { outputs: 'd=3 q=2.0' }
    ],
    [
        'an initial value of what has no value',
        'action a { attribute d : Integer; attribute q := d + 1; first start; then assign d := 2; then done; }',
        { error: 'action execution failed: initialize action: feature value a.q: no value for feature d' }
    ],
    [
        'an initial value of an action that has not been performed yet',
        'action a { attribute k : Integer := s.r; action s { out r : Integer := 7; } first start then s; first s then done; }',
        { error: 'action execution failed: initialize action: feature value a.k: no value: the action s has not been performed yet' }
    ],
    [
        'an output that is read before its action is performed',
        'action a { out y : Integer; action s { out r : Integer = 7; } first start then t; action t assign y := s.r; first t then s; first s then done; }',
        {
            error: 'action execution failed: execute action: action node t: eval assignment RHS: no value: the action s has not been performed yet'
        }
    ],
    [
        'a binding to the output of an action that is performed later',
        'action a { attribute k : Integer = s.r; action s { out r : Integer := 7; } first start then s; first s then done; }',
        { outputs: 'k=7' }
    ],
    [
        'an initial value that fails in a step with successions',
        'action def Inner { attribute q : Integer := 1 % 0; first start; then done; } action a { first start; then action s : Inner; then done; }',
        { error: 'action execution failed: execute action: action node s: feature value Inner.q: division by zero' }
    ],
    [
        'in a step that states its actions in order',
        'action a { first start; then action s { attribute q : Integer := 1 % 0; } then done; }',
        { error: 'action execution failed: execute action: action node s: feature value s.q: division by zero' }
    ],
    [
        'in a step that is never performed',
        `action a { out y : Integer := 3; first start; then decide d; if false then s; else done; action s { attribute q : Integer := 1 % 0; } }`,
        { outputs: 'y=(3)' }
    ],
    [
        'every order',
        `action a { attribute w : Integer := 0; attribute d : Integer = w * 2; attribute seen : Integer := 0; first start; then fork f; action p { assign w := w + 1; }
            action q { assign w := 5; } join j; first f then p; first f then q; first p then j; first q then j; first j then e; action e { assign seen := d; } }`,
        {
            outcomes: [
                ['w=5 d=10 seen=10', 1],
                ['w=6 d=12 seen=12', 1]
            ],
            complete: true,
            runs: 2,
            budgetsHit: ''
        },
        { schedule: 'explore' }
    ],
    [
        'a preview of a guard leaves no value behind',
        `action def Bump { in k : Integer; out r : Boolean; assign r := k > 0; }
            action a { attribute x : Integer := 1; attribute y : Integer = x + 1; attribute r : Integer := 0; first start; then decide d; if y == 2 then p; if y > 0 then q;
            action p { assign x := 4; } action q; first p then e; first q then e; action e { assign r := y; } }`,
        {
            outputs: 'x=4 y=5 r=5',
            notes: ['choice point: step 2: decision d branches 1->p, 2->q hold (unordered; took 1->p)']
        }
    ]
];

describe('bound values', () => {
    it.each(CASES.map(c => [c[0], c] as const))('%s', (_, [, body, expected, options]) => {
        expect(runAction(modelOf(body), 'a', options)).toEqual(expected);
    });

    it('decide what a machine does', () => {
        const model =
            modelOf(`attribute def Go; state m { attribute x : Integer := 1; attribute y : Integer = x + 1; entry; then p; state p;
            transition first p accept Go do action { attribute z : Integer = y; first start; then assign x := 10; then assign x := z + 1; } then q;
            state q; transition first q if y == 13 then r; state r; }`);
        expect(traceOf(model, 'm', ['Go']).filter(t => t.startsWith('transition'))).toEqual([
            'transition: p -> q (event: accept Go)',
            'transition: q -> r'
        ]);
    });
});
