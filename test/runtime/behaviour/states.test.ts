/** State machines by the rules of the contract (behaviour 9 to 11, 16): one line a rule. */
import { describe, expect, it } from 'vitest';
import { executeState, instantiate, policyOf } from '../../../src/runtime/behaviour/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { modelOf, type Options, runState, traceOf } from './run.js';

type Case = readonly [name: string, body: string, expected: Record<string, unknown>, options?: Options, id?: string];

const LAMP = `attribute def press; private import SI::*; state m { attribute n : Integer = 0; entry; then off; state off; transition first off accept press do assign n := n + 1 then on;
    state on; transition first on accept press then off; transition first on accept after 30 [SI::s] then off; }`;
const PARALLEL = `attribute def Go; state m parallel { attribute log : Integer = 0;
    state l { entry; then l1; state l1 { exit assign log := log * 10 + 1; } accept Go then l2; state l2; }
    state r { entry; then r1; state r1 { exit assign log := log * 10 + 2; } accept Go then r2; state r2; } }`;
const HISTORY = (kind: string): string => `attribute def pause; attribute def resume; attribute def next; state m { entry; then work;
    state work { entry; then a; state a; accept next then b; state b { entry; then b1; state b1; accept next then b2; state b2; } ${kind} h; }
    transition first work accept pause then paused; state paused; transition first paused accept resume then work.h; }`;
const EXHIBITED = `item def Sig { attribute v : Integer = 7; }
    part def Node { port p; attribute got : Integer = 0; exhibit state m { entry; then a; state a; transition first a accept s : Sig via p do assign got := s.v then b; state b; } }
    part sys { part one : Node; part two : Node; part snd { port q; perform action go { first start; then action s send new Sig(v = 9) via q; then done; } } connect snd.q to one.p; }`;
const FORKED = (guard: string): string => `state m { attribute log : Integer = 0; entry; then a; state a; transition first a then f; fork f;
    transition first f ${guard}do assign log := log * 10 + 1 then p.l.l1; transition first f do assign log := log * 10 + 2 then p.r.r1;
    state p parallel { entry assign log := log * 10 + 3; state l { entry; then l0; state l0; state l1 { entry assign log := log * 10 + 4; } }
        state r { entry; then r0; state r0; state r1 { entry assign log := log * 10 + 5; } } state t { entry; then t0; state t0 { entry assign log := log * 10 + 6; } } } }`;
const JOINED = (
    second: string,
    guard: string
): string => `attribute def go; attribute def go2; attribute def leave; attribute def back; state m { attribute 'open' : Boolean = false;
    attribute n : Integer = 0; entry; then p; state p parallel { exit assign n := n * 10 + 9; state l { entry; then l1; state l1 { exit assign n := 1; } } state r { entry; then r1; state r1; } }
    transition first p.l.l1 accept go do assign n := n * 10 + 2 then j; transition first p.r.r1 accept ${second} do assign n := n * 10 + 3 then j; join j;
    transition first j ${guard}do assign n := n * 10 + 4 then z; state z; transition first p accept leave then y; state y; transition first y accept back then p; }`;
const FIRINGS = `attribute def Go; state m parallel { attribute log : Integer = 0;
    state l { entry; then l1; state l1 { exit assign log := log * 10 + 1; } accept Go do assign log := log * 10 + 2 then l2; state l2 { entry assign log := log * 10 + 3; } }
    state r { entry; then r1; state r1 { exit assign log := log * 10 + 4; } accept Go do assign log := log * 10 + 5 then r2; state r2 { entry assign log := log * 10 + 6; } } }`;
const LEAVING = `attribute def Go; state m { attribute log : Integer = 0; entry; then p; state p parallel {
    state l { entry; then l1; state l1 { exit assign log := log * 10 + 1; } accept Go do assign log := log * 10 + 2 then z; }
    state r { entry; then r1; state r1 { exit assign log := log * 10 + 4; } accept Go do assign log := log * 10 + 5 then r2; state r2 { exit assign log := log * 10 + 6; } } } state z; }`;
const CALLED = (
    speed: number
): string => `part def C { attribute got : Integer = 0; action def setSpeed { in value : Integer; out ok : Boolean; assign ok := true; }
    exhibit state m { attribute r : Boolean = false; entry; then a; state a { do action { assign r := setSpeed(value = ${speed}); } }
        transition first a accept setSpeed(value) if value > 3 do assign got := value then b; state b; } }`;
const RESTORED = (
    vertex: string,
    target: string,
    inner = ''
): string => `attribute def go; attribute def pause; attribute def resume; state m { entry; then p;
    state p parallel { state l { entry; then l1; state l1; accept go then l2; state l2; ${inner} } state r { entry; then r1; state r1; accept go then r2; state r2; } ${vertex} }
    transition first p accept pause then idle; state idle; transition first idle accept resume then ${target}; }`;
const INITIALS = 'choice point: entering w: next i(entry), j(entry) (unordered; took i(entry) first)';
const CHOSEN = (
    branch: string
): string => `attribute def go; state m { attribute inner : Boolean = ${branch === 'inner'}; attribute log : Integer = 0; entry; then w;
    state w { exit assign log := log * 10 + 2; entry; then a; state a { exit assign log := 1; } state b; }
    transition first w.a accept go then c; choice c; transition first c if inner do assign log := log * 10 + 3 then w.b; transition first c if not inner do assign log := log * 10 + 3 then z; state z; }`;
const COMPETING = `attribute def Go; state m { entry; then idle; state idle; transition first idle accept Go then left; transition first idle accept Go then right; state left; state right; }`;

const CASES: readonly Case[] = [
    [
        'the outputs of the behaviours of a state are read as pins of them',
        `state m { attribute n : Integer = 0; entry; then a; state a { entry action e { out k : Integer = 3; in g : Integer; } do action d { in h : Integer = 2; out y : Integer; assign y := 5; }
            exit assign n := e.k * 100 + d.y; } transition first a then b; state b { do action w { in v : Integer; } } }`,
        { visited: 'a b', context: 'n=305' }
    ],
    // Change conditions, histories, choices: what a firing leaves behind
    [
        'a change that re-enters its source waits until its condition was false',
        `attribute def poke; state m { attribute x : Integer = 5; attribute n : Integer = 0; entry; then a; state a; transition first a accept when x > 3 do assign n := n + 1 then a;
            transition first a accept poke do assign x := 0 then a; transition first a accept up do assign x := 9 then a; } attribute def up;`,
        { visited: 'a a a a a', context: 'x=9 n=2' },
        { events: ['poke', 'up'] }
    ],
    [
        'also over another state',
        `state m { attribute x : Integer = 5; attribute n : Integer = 0; entry; then a; state a; transition first a accept when x > 3 do assign n := n + 1 then b; state b; transition first b then a; }`,
        { visited: 'a b a', context: 'x=5 n=1' }
    ],
    [
        'a condition that was false while its state was left may rise again',
        `state m { attribute x : Integer = 5; attribute n : Integer = 0; entry; then a; state a; transition first a accept when x > 3 if n < 3 do assign n := n + 1 then b;
            state b { entry assign x := 0; } transition first b accept after 1 do assign x := 7 then a; }`,
        { visited: 'a b a b a b a', context: 'x=7 n=3', time: 3 }
    ],
    [
        'one that lost waits for the next rise as well',
        `state m { attribute x : Integer = 5; attribute n : Integer = 0; entry; then a; state a; transition first a accept when x > 3 do assign n := n + 1 then a;
            transition first a accept when x > 4 do assign n := n + 10 then a; }`,
        { visited: 'a a', context: 'x=5 n=1', notes: ['choice point: state a on change: transitions 1->a, 2->a (unordered; took 1->a)'] }
    ],
    [
        'one whose guard was false has not fired',
        `attribute def go; state m { attribute x : Integer = 5; attribute ok : Boolean = false; entry; then a; state a; transition first a accept when x > 3 if ok then b; state b;
            transition first a accept go do assign ok := true then a; }`,
        { visited: 'a a b', context: 'x=5 ok=true' },
        { events: ['go'] }
    ],
    [
        'a composite whose substate it re-enters',
        `state m { attribute x : Integer = 5; attribute n : Integer = 0; entry; then w; state w { entry; then a; state a; state b; }
            transition first w accept when x > 3 do assign n := n + 1 then w.b; }`,
        { visited: 'w a w b', context: 'x=5 n=1' }
    ],
    [
        'a history in a parallel state restores all regions',
        RESTORED('history h;', 'p.h'),
        { visited: 'p l l1 r r1 l2 r2 idle p l l2 r r2' },
        { events: ['go', 'pause', 'resume'] }
    ],
    [
        'deeply as well',
        RESTORED('deep history h;', 'p.h'),
        { visited: 'p l l1 r r1 l2 r2 idle p l l2 r r2' },
        { events: ['go', 'pause', 'resume'] }
    ],
    [
        'a history of one region leaves the others to their starts',
        RESTORED('', 'p.l.h', 'history h;'),
        { visited: 'p l l1 r r1 l2 r2 idle p l l2 r r1' },
        { events: ['go', 'pause', 'resume'] }
    ],
    [
        'a history without a record enters all regions',
        RESTORED('history h;', 'p.h').replace('then p;', 'then idle;'),
        { visited: 'idle p l l1 r r1' },
        { events: ['resume'] }
    ],
    [
        'a region that was at its end starts anew',
        RESTORED('history h;', 'p.h').replace('accept go then r2;', 'accept go then done;'),
        { visited: 'p l l1 r r1 l2 done idle p l l2 r r1' },
        { events: ['go', 'pause', 'resume'] }
    ],
    [
        'a history inherited by a parallel state',
        `attribute def go; attribute def pause; attribute def resume; state def P parallel { state l { entry; then l1; state l1; accept go then l2; state l2; }
            state r { entry; then r1; state r1; accept go then r2; state r2; } history h; }
            state m { entry; then p; state p : P; transition first p accept pause then idle; state idle; transition first idle accept resume then p.h; }`,
        { visited: 'p l l1 r r1 l2 r2 idle p l l2 r r2' },
        { events: ['go', 'pause', 'resume'] }
    ],
    [
        'before a choice only what every branch leaves is left',
        CHOSEN('inner'),
        { visited: 'w a b', context: 'inner=true log=13' },
        { events: ['go'] }
    ],
    ['and what one branch leaves after it', CHOSEN('outer'), { visited: 'w a z', context: 'inner=false log=123' }, { events: ['go'] }],
    [
        'a choice out of one region leaves the other until it is decided',
        `attribute def go; state m { attribute log : Integer = 0; entry; then p; state p parallel { exit assign log := log * 10 + 9;
            state l { entry; then a; state a { exit assign log := log * 10 + 1; } accept go then c; choice c; if log == 1 then b; if log != 1 then idle; state b; }
            state r { entry; then r1; state r1 { exit assign log := log * 10 + 2; } } } state idle; }`,
        { visited: 'p l a r r1 b', context: 'log=1' },
        { events: ['go'] }
    ],
    [
        'statements in the body of a transition',
        `attribute def go; state m { attribute x : Integer = 1; entry; then a; state a; state b; transition first a accept go do assign x := x + 1 then b { assign x := x * 10; assign x := x + 3; } }`,
        { visited: 'a b', context: 'x=23' },
        { events: ['go'] }
    ],
    [
        'with attributes and payload, between exit and entry',
        `item def Go { attribute v : Integer = 4; } state m { attribute x : Integer = 1; entry; then a; state a { exit assign x := x + 1; } state b { entry assign x := x * 2; } do send new Go() to self;
            transition first a accept g : Go then b { attribute k : Integer = g.v; if k > 3 { assign x := x * 10 + k; } } }`,
        { visited: 'a b', context: 'x=48' }
    ],
    [
        'vertices beside regions form no region',
        `attribute def go; state m { entry; then w; state w { region l { initial i; state a; state d; then i a; } region r { initial j; state b; state e; then j b; }
            choice c; a then c; c then d; transition b to shut when go; state shut; } }`,
        { visited: 'w i j a b d r.shut', notes: [INITIALS] },
        { events: ['go'] }
    ],
    [
        'each region goes to a vertex beside them by itself',
        `attribute def go; state m { entry; then w; state w { region l { initial i; state a; then i a; } region r { initial j; state b; then j b; }
            transition a to shut when go; transition b to shut when go; state shut; } }`,
        { visited: 'w i j a b l.shut r.shut', notes: [INITIALS] },
        { events: ['go'] }
    ],
    // Events, time
    ['no event', LAMP, { visited: 'off', context: 'n=0' }],
    ['a timer runs when nothing else is due', LAMP, { visited: 'off on off', context: 'n=1', time: 30 }, { events: ['press'] }],
    ['events before time', LAMP, { visited: 'off on off', context: 'n=1' }, { events: ['press', 'press'] }],
    ['an unknown event is dropped', LAMP, { visited: 'off', context: 'n=0' }, { events: ['push'] }],
    [
        'completion',
        'state m { entry; then a; state a; transition first a then b; state b; transition first b then done; }',
        { visited: 'a b done' }
    ],
    [
        'a composite ends at its end',
        `state m { entry; then w; state w { entry; then a; state a; transition first a then done; } transition first w then z; state z; }`,
        { visited: 'w a done z' }
    ],
    [
        'a change rises',
        'state m { attribute v : Integer = 0; entry; then a; state a { do action { assign v := 1; assign v := 2; assign v := 3; } } accept when v >= 2 then b; state b; }',
        { visited: 'a b', context: 'v=2' }
    ],
    // Starting
    [
        'guarded entry transitions',
        'state m { attribute c : Boolean = false; entry; if c then x; if not c then y; state x; state y; }',
        { visited: 'y', context: 'c=false' }
    ],
    [
        'no entry transition',
        'state m { attribute c : Boolean = false; entry; if c then x; state x; }',
        { error: 'state execution failed: execute state machine: no entry transition holds: of m' }
    ],
    [
        'no start',
        'state m { state x; }',
        { error: 'state execution failed: initialize state machine: no initial state found in state machine m' }
    ],
    [
        'a state of its own type cannot be entered',
        'state def M { entry; then b; state b : M; } state m : M;',
        { error: 'state execution failed: execute state machine: enter state: state b contains itself: entering it has no end' }
    ],
    ['a state of its own type that is not entered', 'state def M { entry; then a; state a; state b : M; } state m : M;', { visited: 'a' }],
    [
        'many states of types that contain each other',
        `state def M { ${Array.from({ length: 12 }, (_, i) => `state s${i} : ${i % 2 ? 'M' : 'N'};`).join(' ')} entry; then a; state a; }
            state def N { ${Array.from({ length: 12 }, (_, i) => `state t${i} : M;`).join(' ')} entry; then a; state a; } state m : M;`,
        { visited: 'a' }
    ],
    [
        'a state of a general type, without the state that is typed by it',
        'state def M { entry; then a; state a; } state def N :> M { state :>> a : M; } state m : N;',
        { visited: 'a a.a' }
    ],
    ['an inherited start', 'state def M { entry; then a; state a; state b; } state m : M;', { visited: 'a' }],
    ['an own start', 'state def M { entry; then a; state a; state b; } state m : M { entry; then b; }', { visited: 'b' }],
    [
        'an event of a request by the name of what an accept subsets, not by its type',
        `attribute def Sig; attribute sig : Sig; state m { entry; then a; state a; accept :> sig then b; state b; accept s : Sig then c; state c;
            accept :> sig then d; state d; }`,
        { visited: 'a b c' },
        { events: ['Sig', 'sig', 'sig', 'Sig', 'Sig'] }
    ],
    // Choosing
    [
        'the first of two transitions',
        COMPETING,
        { visited: 'idle left', notes: ['choice point: state idle on accept Go: transitions 1->left, 2->right (unordered; took 1->left)'] },
        { events: ['Go'] }
    ],
    [
        'a seed takes the second',
        COMPETING,
        {
            visited: 'idle right',
            notes: ['choice point: state idle on accept Go: transitions 1->left, 2->right (unordered; took 2->right)']
        },
        { events: ['Go'], schedule: 'seed:1' }
    ],
    [
        'both are explored',
        COMPETING,
        {
            outcomes: [
                ['left', 1],
                ['right', 1]
            ],
            complete: true,
            runs: 2,
            budgetsHit: ''
        },
        { events: ['Go'], schedule: 'explore' }
    ],
    [
        'a guard that cannot be read is not selected',
        `attribute def Go; state m { entry; then idle; state idle; transition first idle accept Go then left;
        transition first idle accept Go if 1 / 0 > 1 then right; state left; state right; }`,
        {
            visited: 'idle left',
            notes: ['guard not evaluable: state idle on accept Go: transition 2->right: division by zero (not selected)']
        },
        { events: ['Go'] }
    ],
    [
        'nested before enclosing',
        `attribute def Go; state m { entry; then w; state w { entry; then a; state a; accept Go then b; state b; } transition first w accept Go then z; state z; }`,
        { visited: 'w a b z' },
        { events: ['Go', 'Go'] }
    ],
    // Firing
    [
        'a self-transition leaves and enters',
        `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { entry assign n := n + 1; exit assign n := n * 10; }
        accept Go then a; }`,
        { visited: 'a a', context: 'n=11' },
        { events: ['Go'] }
    ],
    [
        'exit, effect, entry',
        `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { exit assign n := n * 10 + 1; } accept Go do assign n := n * 10 + 2 then b;
        state b { entry assign n := n * 10 + 3; } }`,
        { visited: 'a b', context: 'n=123' },
        { events: ['Go'] }
    ],
    [
        'a transition to the state around',
        `attribute def Go; state m { entry; then w; state w { entry; then a; state a; transition first a accept Go then w; } transition first w then z; state z; }`,
        { visited: 'w a z' },
        { events: ['Go'] }
    ],
    [
        'regions',
        PARALLEL,
        {
            visited: 'l l1 r r1 l2 r2',
            context: 'log=12',
            notes: ['choice point: on accept Go: next l1(exit), r1(exit) (unordered; took l1(exit) first)']
        },
        { events: ['Go'] }
    ],
    [
        'regions explored',
        PARALLEL,
        {
            outcomes: [
                ['l2+r2 log=12', 1],
                ['l2+r2 log=21', 1]
            ],
            complete: true,
            runs: 2,
            budgetsHit: ''
        },
        { events: ['Go'], schedule: 'explore' }
    ],
    [
        'entry waits for no clock',
        'state m { entry; then a; state a { entry action { accept after 5; } } }',
        { error: 'state execution failed: execute state machine: enter state: entry action: state behavior waits for the clock' }
    ],
    [
        'do waits for the clock',
        'state m { attribute n : Integer = 0; entry; then a; state a { do action { accept after 5; assign n := 1; } } transition first a then b; state b; }',
        { visited: 'a b', context: 'n=1', time: 5 }
    ],
    [
        'a do behaviour moves while another one waits for the clock',
        `state m parallel { attribute n : Integer = 0; attribute k : Integer = 0;
        state x { entry; then a; state a { do action { accept after 5; assign n := 1; } } }
        state y { entry; then b; state b { do action { assign k := 1; accept after 2; assign k := k + n + 1; } } } }`,
        {
            visited: 'x a y b',
            context: 'n=1 k=2',
            time: 5,
            notes: [
                'choice point: entering m: next a(entry), b(entry) (unordered; took a(entry) first)',
                'choice point: do round at t=0.0: states a, b react (unordered; took a first)'
            ]
        }
    ],
    [
        'the behaviours of a state are ended by their names',
        `state m { attribute n : Integer = 0; entry; then a; state a { entry action e { assign n := 1; terminate e; assign n := 100; }
            do action d { first start; then action x { assign n := n * 2 + 1; } then action y { perform action z { terminate d; } assign n := 200; } }
            exit action q { assign n := n * 2; terminate q; assign n := 300; } }
            transition first a do action t { assign n := n * 2 + 1; terminate t; assign n := 400; } then b; state b; }`,
        { visited: 'a b', context: 'n=13' }
    ],
    [
        'a do behaviour terminates itself',
        `state m { attribute n : Integer = 0; entry; then a; state a { do action { assign n := 1; terminate; assign n := 2; } }
        transition first a then b; state b; }`,
        { visited: 'a b', context: 'n=1' }
    ],
    [
        'a do behaviour is abandoned',
        `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { do action { assign n := 1; assign n := 2; assign n := 3; } }
        accept Go then b; state b; }`,
        { visited: 'a b', context: 'n=1' },
        { events: ['Go'] }
    ],
    [
        'a do accept takes an event',
        `attribute def go; state m { attribute n : Integer = 0; entry; then s; state s { do action { accept go; assign n := 5; } } transition first s then t; state t; }`,
        { visited: 's t', context: 'n=5' },
        { events: ['go'] }
    ],
    [
        'a transition out of the state takes it first',
        `attribute def go; state m { attribute n : Integer = 0; entry; then s; state s { do action { accept go; assign n := 5; } }
        transition first s accept go then t; state t; }`,
        { visited: 's t', context: 'n=0' },
        { events: ['go'] }
    ],
    [
        'a message is for the transition before the do accept',
        `item def Sig { attribute v : Integer = 3; } state m { attribute n : Integer = 0; entry; then s;
        state s { entry send new Sig(v = 4) to self; do action { accept x : Sig; assign n := x.v; } } transition first s accept Sig then t; state t; }`,
        { visited: 's t', context: 'n=0' }
    ],
    [
        'an effect accepts what was sent to the object',
        `part def Node { state m { entry; then w; state w { entry send 7 to worker; } state h; transition first w do action { accept n : Integer; } then h; } }
        part worker : Node;`,
        { visited: 'w h' },
        { performer: 'T::worker' },
        'Node::m'
    ],
    ['local attributes are not listed', 'state m { entry; then a; state a { attribute k : Integer = 3; } }', { visited: 'a' }],
    [
        'a payload',
        `item def Sig { attribute v : Integer = 7; } state m { attribute n : Integer = 0; entry; then a; state a { entry send new Sig(v = 3) to self; }
        transition first a accept s : Sig if s.v > 2 do assign n := s.v then b; state b; }`,
        { visited: 'a b', context: 'n=3' }
    ],
    [
        'a terminate usage',
        `attribute def Go; state m { entry; then a; state a; transition first a accept Go then stop; action stop terminate; }`,
        { visited: 'a' },
        { events: ['Go'] }
    ],
    // Pseudostates
    [
        'a choice',
        `attribute def Go; state m { attribute k : Integer = 3; entry; then s; state s; transition first s accept Go do assign k := k + 1 then c; choice c;
        transition first c if k > 5 then big; transition first c if k > 3 then mid; transition first c then small; state big; state mid; state small; }`,
        { visited: 's mid', context: 'k=4' },
        { events: ['Go'] }
    ],
    [
        'a junction reads before the effect',
        `attribute def Go; state m { attribute k : Integer = 3; entry; then s; state s; transition first s accept Go do assign k := k + 1 then j; junction j;
        transition first j if k > 3 then mid; transition first j then small; state mid; state small; }`,
        { visited: 's small', context: 'k=4' },
        { events: ['Go'] }
    ],
    [
        'a dead junction enables nothing',
        `attribute def Go; state m { entry; then s; state s; transition first s accept Go then j; junction j; transition first j if false then x; state x; }`,
        { visited: 's' },
        { events: ['Go'] }
    ],
    [
        'fork and join',
        `state m { entry; then r; state r; transition first r then f; fork f; transition first f then p.a.a2; transition first f then p.b.b2;
        state p parallel { state a { entry; then a1; state a1; state a2; } state b { entry; then b1; state b1; state b2; } }
        transition first p.a.a2 then j; transition first p.b.b2 then j; join j; transition first j then z; state z; }`,
        { visited: 'r p a a2 b b2 z', notes: ['choice point: fork f: next a2(entry), b2(entry) (unordered; took a2(entry) first)'] }
    ],
    [
        'shallow history',
        HISTORY('history'),
        { visited: 'work a b b1 b2 paused work b b1' },
        { events: ['next', 'next', 'pause', 'resume'] }
    ],
    [
        'deep history',
        HISTORY('deep history'),
        { visited: 'work a b b1 b2 paused work b b2' },
        { events: ['next', 'next', 'pause', 'resume'] }
    ],
    [
        'deferral',
        `attribute def A; attribute def B; state m { entry; then x; state x { defer A; } accept B then y; state y; accept A then z; state z; }`,
        { visited: 'x y z' },
        { events: ['A', 'B'] }
    ],
    [
        'a redefined state',
        `attribute def go; state def B { attribute n : Integer = 1; entry; then a; state a { entry assign n := n + 1; } state b; transition first a accept go then b; }
        state m : B { state :>> a { entry assign n := n * 10; } }`,
        { visited: 'a b', context: 'n=10' },
        { events: ['go'] }
    ],
    [
        'more states than inherited',
        `attribute def go; state def B { entry; then a; state a; state b; transition first a accept go then b; }
        state m : B { state c; transition first b accept go then c; }`,
        { visited: 'a b c' },
        { events: ['go', 'go'] }
    ],
    [
        'a junction keeps what it was when it was selected',
        `attribute def Go; state m parallel { attribute k : Integer = 0; state l { entry; then l1; state l1; accept Go do assign k := 1 then l2; state l2; }
        state r { entry; then r1; state r1; transition first r1 accept Go then j; junction j; transition first j if k == 0 then r2; transition first j if k == 5 then r3; state r2; state r3; } }`,
        { visited: 'l l1 r r1 l2 r2', context: 'k=1' },
        { events: ['Go'] }
    ],
    [
        'a fork enters its state with the first branch',
        FORKED(''),
        {
            visited: 'a p l l1 r r1 t t0',
            context: 'log=134256',
            notes: [
                'choice point: fork f: next f->l1(effect), f->r1(effect) (unordered; took f->l1(effect) first)',
                'choice point: fork f: next p(entry), f->r1(effect) (unordered; took p(entry) first)',
                'choice point: fork f: next l1(entry), f->r1(effect) (unordered; took l1(entry) first)'
            ]
        }
    ],
    [
        'a fork has no guards',
        FORKED('if true '),
        { error: 'state execution failed: initialize state machine: fork f has a transition with a guard or a trigger' }
    ],
    [
        'segments of one event',
        JOINED('go', ''),
        {
            visited: 'p l l1 r r1 z',
            context: 'open=false n=12394',
            notes: ['choice point: join j: states l1, r1 react (unordered; took l1 first)']
        },
        { events: ['go'] }
    ],
    ['segments of two events', JOINED('go2', ''), { visited: 'p l l1 r r1 z', context: 'open=false n=12394' }, { events: ['go', 'go2'] }],
    [
        'a join whose way out is closed',
        JOINED('go2', 'if open '),
        { visited: 'p l l1 r r1', context: 'open=false n=12' },
        { events: ['go', 'go2'] }
    ],
    [
        'arrivals are forgotten when the owner is left',
        JOINED('go2', ''),
        { visited: 'p l l1 r r1 y p l l1 r r1', context: 'open=false n=1293' },
        { events: ['go', 'leave', 'back', 'go2'] }
    ],
    [
        'a cycle of pseudostates',
        'state m { entry; then a; state a; transition first a then j; choice j; choice k; transition first j then k; transition first k then j; }',
        { error: 'state execution failed: initialize state machine: cycle of pseudostates: at j' }
    ],
    [
        'a branch into a fork',
        `state m { entry; then a; state a; transition first a then c; choice c; transition first c then f; fork f; transition first f then p.l; transition first f then p.r;
        state p parallel { state l; state r; } }`,
        { error: 'state execution failed: initialize state machine: choice c leads to fork f, which no branch may enter' }
    ],
    [
        'a redefined run to completion',
        'state def M { :>> isRunToCompletion = false; entry; then a; state a; } state m : M;',
        {
            error: 'state execution failed: initialize state machine: isRunToCompletion of m is redefined: states run to completion within themselves only'
        }
    ],
    [
        'the default of it',
        'state m { attribute :>> isRunToCompletion = true; entry; then a; state a; }',
        { visited: 'a', context: 'isRunToCompletion=true' }
    ],
    [
        'a terminate usage in a composite',
        `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a; transition first a accept Go then w.stop;
        state w { entry assign n := 3; then q; state q; action stop terminate; } }`,
        { visited: 'a w', context: 'n=3' },
        { events: ['Go'] }
    ],
    [
        'a call that is sent',
        `item def setSpeed { attribute value : Integer; } state m { attribute k : Integer = 0; entry; then a; state a { entry send new setSpeed(value = 5) to self; }
        transition first a accept setSpeed(value) if value > 3 do assign k := value then b; state b; }`,
        { visited: 'a b', context: 'k=5' }
    ],
    [
        'units of several firings',
        FIRINGS,
        {
            visited: 'l l1 r r1 l2 r2',
            context: 'log=123456',
            notes: [
                'choice point: on accept Go: next l1(exit), r1(exit) (unordered; took l1(exit) first)',
                'choice point: on accept Go: next l1->l2(effect), r1(exit) (unordered; took l1->l2(effect) first)',
                'choice point: on accept Go: next l2(entry), r1(exit) (unordered; took l2(entry) first)'
            ]
        },
        { events: ['Go'] }
    ],
    [
        'a firing that leaves the others is drawn whole',
        LEAVING,
        {
            outcomes: [
                ['z log=45162', 1],
                ['z log=45612', 1],
                ['z log=142', 1],
                ['z log=412', 1]
            ],
            complete: true,
            runs: 4,
            budgetsHit: ''
        },
        { events: ['Go'], schedule: 'explore' }
    ],
    [
        'a disarmed firing is no alternative',
        `attribute def Go; state m parallel { attribute k : Integer = 0; state l { entry; then l1; state l1; transition first l1 accept Go do assign k := 1 then l2; state l2; }
        state r { entry; then r1; state r1; transition first r1 accept Go if k == 0 do assign k := 2 then r2; state r2; }
        state t { entry; then t1; state t1; transition first t1 accept Go do assign k := k + 10 then t2; state t2; } }`,
        {
            visited: 'l l1 r r1 t t1 l2 t2',
            context: 'k=11',
            notes: [
                'choice point: on accept Go: next l1->l2(effect), r1->r2(effect), t1->t2(effect) (unordered; took l1->l2(effect) first)'
            ]
        },
        { events: ['Go'] }
    ],
    [
        'regions within regions',
        `state m { attribute k : Integer = 0; entry; then p; state p parallel { state l { entry; then q; state q parallel { state a { entry assign k := 1; } state b { entry assign k := 2; } } }
        state r { entry assign k := 3; } } }`,
        {
            visited: 'p l q a b r',
            context: 'k=3',
            notes: [
                'choice point: entering p: next a(entry), b(entry), r(entry) (unordered; took a(entry) first)',
                'choice point: entering p: next b(entry), r(entry) (unordered; took b(entry) first)'
            ]
        }
    ],
    [
        'two states of one definition',
        `attribute def go; state def Sub { entry; then x; state x; transition first x accept go then y; state y; transition first y accept go then done; }
        state m { entry; then s1; state s1 : Sub; transition first s1 then s2; state s2 : Sub; }`,
        { visited: 's1 s1.x s1.y done s2 s2.x' },
        { events: ['go', 'go'] }
    ],
    [
        'a path into one of them',
        `attribute def go; attribute def jump; state def Sub { entry; then x; state x; transition first x accept jump then y; state y; }
        state m { entry; then s1; state s1 : Sub; transition first s1.x accept go then s2.y; state s2 : Sub; }`,
        { visited: 's1 s1.x s2 s2.y' },
        { events: ['go'] }
    ],
    [
        'pins of what a state performs',
        `action def Fill { in 'by' : Integer; out total : Integer; first start; then assign total := 'by' * 10; then done; }
        state m { attribute x = 0; attribute y = 0; attribute z = 0; entry; then on; state on { entry action f : Fill { in 'by' = 3; } do action g : Fill { in 'by' = 4; } exit assign x := f.total; }
        state off { entry assign y := on.f.total; } transition first on if on.g.total > 30 do assign z := on.g.total then off; }`,
        { visited: 'on off', context: 'x=30 y=30 z=40' }
    ],
    [
        'a redefined transition',
        `attribute def go; part def C { attribute log : Integer = 0; exhibit state ctl { entry; then a; state a; transition t1 first a accept go do assign log := 2 then b; state b; } }
        part def D :> C { exhibit state :>> ctl { transition :>> t1 first a accept go do assign log := 3 then c; state c; } }`,
        { visited: 'a c', context: 'this.log=3' },
        { events: ['go'], performer: 'T::D' },
        'D::ctl'
    ],
    [
        'an attribute redefined without its word',
        'part def C { attribute level : Integer = 5; exhibit state m { entry; then a; state a; } } part c2 : C { :>> level = 6; }',
        { visited: 'a', context: 'this.level=6' },
        { performer: 'T::c2' },
        'C::m'
    ],
    [
        'exhibited under two usages',
        'state def Ctl { entry; then a; state a; } part def C { exhibit state c1 : Ctl; exhibit state c2 : Ctl; }',
        { error: 'state execution failed: initialize state machine: the object exhibits Ctl under several usages: c1, c2' },
        { performer: 'T::C' },
        'Ctl'
    ],
    [
        'a weight on a transition',
        'private import Stochastic::*; state m { entry; then x; state x; transition first x then y { @Probability { p = 0.5; } } state y; }',
        {
            error: 'state execution failed: initialize state machine: a probability is stated on the transition from x to y, which leaves no decision of an action'
        }
    ],
    [
        'an entry that performs and has a body',
        'state m { attribute n : Integer = 0; action w { assign n := 9; } entry; then a; state a { entry perform w { assign n := 1; } } }',
        {
            error: 'state execution failed: execute state machine: enter state: entry action: invalid behavior: a behavior that refers to w cannot have steps of its own'
        }
    ],
    ['a call in an expression', CALLED(5), { visited: 'a b', context: 'r=true this.got=5' }, { performer: 'T::C' }, 'C::m'],
    ['a call whose argument the guard refuses', CALLED(2), { visited: 'a', context: 'r=true this.got=0' }, { performer: 'T::C' }, 'C::m'],
    [
        'an event is a call without arguments',
        'state m { entry; then a; state a; transition first a accept brake() then b; state b; accept brake(force) then c; state c; }',
        { visited: 'a b' },
        { events: ['brake', 'brake'] }
    ],
    ['nothing but an end', 'state m { entry; then done; }', { visited: 'done' }],
    [
        'an end within a state',
        'state m { entry; then a; state a { entry; then done; } transition first a then b; state b; }',
        { visited: 'a done b' }
    ],
    // Extension notation
    [
        'initial, regions, final',
        `state m { attribute log : Integer = 0; initial s; state w { region l { initial ls; state la { exit { log = log * 10 + 1; } } then ls la; }
        region r { initial rs; state ra { exit { log = log * 10 + 2; } } then rs ra; } } final f; s then w; transition w to f when stop; }`,
        {
            visited: 's w ls rs la ra f',
            context: 'log=12',
            notes: [
                'choice point: entering w: next ls(entry), rs(entry) (unordered; took ls(entry) first)',
                'choice point: exiting w: next la(exit), ra(exit) (unordered; took la(exit) first)'
            ]
        },
        { events: ['stop'] }
    ],
    [
        'a transition in the state that it leaves',
        `state m { attribute n : Integer = 0; initial s; state a { entry { n = n + 1; } accept after 3 then b; } state b; s then a; }`,
        { visited: 's a b', context: 'n=1', time: 3 }
    ],
    [
        'entry and exit points',
        `state m { initial s; state o { state i; } entry point into; exit point 'out'; final f; transition s to into; transition into to i; transition i to 'out' when leave;
        transition 'out' to f; }`,
        { visited: 's o i f' },
        { events: ['leave'] }
    ],
    // Performers
    ['a machine of an object', EXHIBITED, { visited: 'a b', context: 'this.got=9' }, { performer: 'T::sys.one' }, 'Node::m'],
    ['another object of the type', EXHIBITED, { visited: 'a', context: 'this.got=0' }, { performer: 'T::sys.two' }, 'Node::m'],
    [
        'two machines that talk',
        `item def Ping { attribute n : Integer; } item def Pong;
        part def A { port p; attribute sent : Integer = 0; exhibit state am { entry; then w; state w { entry action { assign sent := sent + 1; send new Ping(n = sent) via p; } }
            transition first w accept Pong via p if sent < 3 then w; transition first w accept Pong via p if sent >= 3 then fin; state fin; } }
        part def B { port q; attribute got : Integer = 0; exhibit state bm { entry; then l; state l;
            transition first l accept x : Ping via q do action { assign got := got + x.n; send Pong() via q; } then l; } }
        part sys { part a : A; part b : B; connect a.p to b.q; }`,
        { visited: 'l l l l', context: 'this.got=6' },
        { performer: 'T::sys.b' },
        'B::bm'
    ],
    [
        'each of several parts at an end',
        `attribute def Hit; port def H; part def Node { port p : H; exhibit state n { entry; then idle; state idle; transition first idle accept Hit via p then hit; state hit; } }
        part def Boss { port o : H; perform action go { first start; then send Hit() via o; } } part fleet { part nodes : Node[3]; part boss : Boss; connect boss.o to nodes.p; }`,
        {
            visited: 'idle hit',
            notes: [
                'choice point: at t=0.0: due state machine n of object #2, state machine n of object #3, state machine n of object #4 (unordered; ran state machine n of object #4 first)',
                'choice point: at t=0.0: due state machine n of object #2, state machine n of object #3 (unordered; ran state machine n of object #3 first)'
            ]
        },
        { performer: 'T::fleet.nodes[2]' },
        'Node::n'
    ],
    [
        'timers due together',
        `state m parallel { state x { entry; then x1; state x1; accept after 2 then x2; state x2; } state y { entry; then y1; state y1; accept after 2 then y2; state y2; } }`,
        {
            visited: 'x x1 y y1 x2 y2',
            time: 2,
            notes: ['choice point: events at t=2.0: time x1 1->x2, time y1 1->y2 (unordered; dispatched time x1 1->x2 first)']
        }
    ],
    [
        'every region at its end',
        `state m parallel { state l { entry; then l1; state l1; transition first l1 then done; } state r { entry; then r1; state r1; transition first r1 then done; } }`,
        { visited: 'l l1 r r1 done done', notes: ['choice point: entering m: next l1(entry), r1(entry) (unordered; took l1(entry) first)'] }
    ],
    ['detached', EXHIBITED, { visited: 'a' }, undefined, 'Node::m'],
    // Refusals and budgets
    ['no machine', 'part p;', { error: 'T::p is not a state machine' }, undefined, 'p'],
    ['no symbol', 'part p;', { error: 'state machine not found: T::q' }, undefined, 'q'],
    [
        'too many events, each with a guard',
        'state m { attribute n : Integer := 0; entry; then a; state a; transition first a if n >= 0 do assign n := n + 1 then b; state b; transition first b then a; }',
        {
            error: 'state execution failed: execute state machine: state machine exceeded max events (20 events; raise SERVICE_MAX_EVENTS to allow more), possible infinite loop'
        },
        { behaviour: { events: 20 } }
    ],
    [
        'a circle that waits for a do behaviour',
        'state m { attribute n : Integer := 0; entry; then a; state a { do action { accept after 1 [SI::s]; } } transition first a if n < 2 then b; state b; transition first b do assign n := n + 1 then a; }',
        { visited: 'a b a b a', context: 'n=2', time: 3 }
    ],
    [
        'too many events',
        'state m { entry; then a; state a; transition first a then b; state b; transition first b then a; }',
        {
            error: 'state execution failed: execute state machine: state machine exceeded max events (20 events; raise SERVICE_MAX_EVENTS to allow more), possible infinite loop: no transition of a -> b -> a has a trigger or a guard'
        },
        { behaviour: { events: 20 } }
    ]
];

describe('state machines', () => {
    it.each(CASES.map(c => [c[0], c] as const))('%s', (_, [, body, expected, options, id = 'm']) => {
        expect(runState(modelOf(body), id, options)).toEqual(expected);
    });

    it.each([
        [
            'do behaviours among themselves',
            'state m parallel { attribute n : Integer = 0; state a { do assign n := 1; } state b { do assign n := 2; } }',
            [],
            ['entering m: a(entry) first of a(entry), b(entry)', 'do round at t=0.0: b first of a, b']
        ],
        [
            'a do behaviour against a dispatch',
            `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { do assign n := 1; } accept Go then b; state b; }`,
            ['Go'],
            ['t=0.0: dispatch accept Go first of do a, dispatch accept Go']
        ],
        ['segments of a join', JOINED('go', ''), ['go'], ['join j: l1 first of l1, r1']]
    ])('witnesses %s', (_, body, events, witness) => {
        const { exploration } = executeState(modelOf(body), { machine: 'T::m', policy: policyOf('explore'), events });
        expect(exploration!.outcomes.map(o => o.witness)).toContainEqual(witness);
    });

    it('traces in execution order', () => {
        const model = modelOf(
            'state m { entry; then init; state init; state busy { entry action { assign n := 1; } } attribute n : Integer = 0; transition first init then busy; transition first busy then done; }'
        );
        expect(traceOf(model, 'm')).toEqual([
            'enter: init',
            'exit: init',
            'enter: busy (entry action)',
            'transition: init -> busy',
            'exit: busy',
            'enter: done',
            'transition: busy -> done'
        ]);
        expect(
            traceOf(
                modelOf(`attribute def go; state m { entry; then w; state w { do action { accept after 9; } entry; then a; state a; transition first a accept go then stop;
            action stop terminate; } }`),
                'm',
                ['go']
            )
        ).toEqual([
            'enter: w',
            'enter: a',
            'do: w',
            'accept: go',
            'exit: a',
            'terminate stop',
            'terminate do w',
            'transition: a -> stop (event: accept go)'
        ]);
        expect(traceOf(modelOf(LAMP), 'm', ['press'])).toEqual([
            'enter: off',
            'accept: press',
            'exit: off',
            'enter: on',
            'transition: off -> on (event: accept press)',
            'exit: on',
            'enter: off',
            'transition: on -> off (event: time)'
        ]);
    });
});

/** An object that sends itself one `E`, which its state machine `m` and what is beside it wait for. */
const SELF = (inside: string, beside: string): string => `attribute def E; part def H { attribute x : Integer = 0;
    exhibit state m { entry; then a; state a { ${inside} } transition first a accept E do assign x := x + 1 then b; state b; }
    ${beside} perform action s { send E() to self; } } part h : H;`;

describe('one message is taken once', () => {
    it.each([
        [
            'by one of two machines',
            '',
            'exhibit state n { entry; then a; state a; transition first a accept E do assign x := x + 10 then b; state b; }',
            '10'
        ],
        ['by an action before a machine', '', 'perform action n { action acc accept E; then assign x := x + 10; }', '10'],
        [
            'by an action before a do behavior',
            'do action { accept E; assign x := x + 100; }',
            'perform action n { action acc accept E; then assign x := x + 10; }',
            '10'
        ]
    ])('%s', (_, inside, beside, expected) => {
        const [{ features }] = instantiate(modelOf(SELF(inside, beside)), 'T::h').instances!;
        expect(features.filter(f => f.name === 'x').map(f => valueText(f.value!))).toEqual([expected]);
    });

    it('by each region of a machine', () => {
        const region = (name: string, n: number): string =>
            `state ${name} { entry; then c; state c; transition first c accept E do assign x := x + ${n} then d; state d; }`;
        const [{ features }] = instantiate(
            modelOf(`attribute def E; part def H { attribute x : Integer = 0; exhibit state m parallel { ${region('p', 1)} ${region('q', 10)} }
                perform action s { send E() to self; } } part h : H;`),
            'T::h'
        ).instances!;
        expect(features.filter(f => f.name === 'x').map(f => valueText(f.value!))).toEqual(['11']);
    });
});

it('moments tell machines and flows apart by numbers', () => {
    const model =
        modelOf(`attribute def go; state m { entry; then a; state a { do action { accept after 9; } } transition first a accept go then b;
        state b { do action { action c; then action d; } } }`);
    const { moments } = executeState(model, { machine: 'T::m', events: ['go'], policy: policyOf('declared'), moments: true });
    expect(moments.map(({ performance, active, text }) => [performance, active.map(({ node }) => node?.name).join(), text])).toEqual([
        [0, 'a', 'starts'],
        [0, 'b', 'a -> b (event: accept go)'],
        [1, 'c', 'starts'],
        [1, 'd', 'step 1: c'],
        [1, '', 'step 2: d']
    ]);
});

describe('entries and exits, in their order', () => {
    /** Digits that a state logs: `n` as it is entered, `n + 1` as it is left. */
    const logging = (n: number, start = ''): string =>
        `entry assign log := log * 10 + ${n}; ${start === '' ? '' : `then ${start};`} exit assign log := log * 10 + ${n + 1};`;
    const IDLE = 'entry; then idle; state idle; transition first idle accept go then';
    const BRANCHES = `transition first c if n > 2 then i; transition first c if n <= 2 then j; state i { ${logging(3)} } state j { ${logging(5)} }`;
    const FORKED = `state p parallel { state l { ${logging(1, 'l1')} state l1; state l2 { ${logging(3)} } }
        state r { ${logging(5, 'r1')} state r1; state r2 { ${logging(7)} } } }`;
    it.each<readonly [what: string, body: string, visited: string, log: string]>([
        [
            'through a history without a record, by its own transition',
            `${IDLE} w.h; state w { ${logging(1)} state b { ${logging(3)} } state c { ${logging(5)} } history h;
                transition first h do assign log := log * 10 + 9 then c; }`,
            'idle w c',
            '915'
        ],
        [
            'through a history with a record',
            `entry; then w; state w { ${logging(1, 'b')} state b { ${logging(3)} } transition first b accept go then c; state c { ${logging(5)} }
                history h; transition first h then b; } transition first w accept leave then idle; state idle;
                transition first idle accept back then w.h;`,
            'w b c idle w c',
            '13456215'
        ],
        [
            'to the state around, which is not entered again',
            `entry; then o.i; state o { ${logging(1)} state i { ${logging(3)} } transition first i accept go then o; }`,
            'o i',
            '134'
        ],
        [
            'into a state from the one around, which is left',
            `entry; then o.i; state o { ${logging(1)} state i { ${logging(3)} } state j { ${logging(5)} } } transition first o accept go then o.j;`,
            'o i o j',
            '134215'
        ],
        ['through a choice in a state', `${IDLE} o.c; state o { ${logging(1)} choice c; ${BRANCHES} }`, 'idle o i', '13'],
        ['through a junction in a state', `${IDLE} o.c; state o { ${logging(1)} junction c; ${BRANCHES} }`, 'idle o i', '13'],
        [
            'over several levels',
            `entry; then a.b.c; state a { ${logging(1)} state b { ${logging(3)} state c { ${logging(5)} } } }
                transition first a.b.c accept go then d.e; state d { ${logging(7)} state e; }`,
            'a b c d e',
            '1356427'
        ],
        [
            'below a state that stays',
            `entry; then a.b.c; state a { ${logging(1)} state b { ${logging(3)} state c { ${logging(5)} } } state e { ${logging(7)} } }
                transition first a.b.c accept go then a.e;`,
            'a b c e',
            '135647'
        ],
        [
            'of a state that is done',
            `entry; then o; state o { ${logging(1, 'i')} state i { ${logging(3)} } transition first i accept go then done; }
                transition first o then z; state z { ${logging(5)} }`,
            'o i done z',
            '13425'
        ],
        ['at the end', `entry; then o; state o { ${logging(1)} } transition first o accept go then done;`, 'o done', '12'],
        [
            'through a fork',
            `${IDLE} f; fork f; transition first f then p.l.l2; transition first f then p.r.r2; ${FORKED}`,
            'idle p l l2 r r2',
            '1357'
        ],
        ['through a fork of one branch', `${IDLE} f; fork f; transition first f then p.l.l2; ${FORKED}`, 'idle p l l2 r r1', '135'],
        ['out of a region', `entry; then p; ${FORKED} transition first p.l.l1 accept go then z; state z;`, 'p l l1 r r1 z', '1526'],
        [
            'through a join',
            `entry; then p; state p parallel { state l { entry; then l1; state l1; transition first l1 accept go then j; }
                state r { entry; then r1; state r1; transition first r1 accept leave then j; } } join j; transition first j then z;
                state z { ${logging(1)} }`,
            'p l l1 r r1 z',
            '1'
        ]
    ])('%s', (_what, body, visited, log) => {
        const declared = 'attribute def go; attribute def leave; attribute def back;';
        const model = modelOf(`${declared} state m { attribute log : Integer = 0; attribute n : Integer = 3; ${body} }`);
        const { visited: found, context } = runState(model, 'm', { events: ['go', 'leave', 'back'] });
        expect([found, context]).toEqual([visited, `log=${log} n=3`]);
    });
});
