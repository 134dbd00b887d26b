/** State machines by the rules of the contract (behaviour 9 to 11, 16): one line a rule. */
import { describe, expect, it } from 'vitest';
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
const COMPETING = `attribute def Go; state m { entry; then idle; state idle; transition first idle accept Go then left; transition first idle accept Go then right; state left; state right; }`;

const CASES: readonly Case[] = [
    // Events, time
    ['no event', LAMP, { visited: 'off', context: 'n=0' }],
    ['a timer runs when nothing else is due', LAMP, { visited: 'off on off', context: 'n=1', time: 30 }, { events: ['press'] }],
    ['events before time', LAMP, { visited: 'off on off', context: 'n=1' }, { events: ['press', 'press'] }],
    ['an unknown event is dropped', LAMP, { visited: 'off', context: 'n=0' }, { events: ['push'] }],
    ['completion', 'state m { entry; then a; state a; transition first a then b; state b; transition first b then done; }', { visited: 'a b done' }],
    ['a composite ends at its end', `state m { entry; then w; state w { entry; then a; state a; transition first a then done; } transition first w then z; state z; }`, { visited: 'w a done z' }],
    ['a change rises', 'state m { attribute v : Integer = 0; entry; then a; state a { do action { assign v := 1; assign v := 2; assign v := 3; } } accept when v >= 2 then b; state b; }',
        { visited: 'a b', context: 'v=2' }],
    // Starting
    ['guarded entry transitions', 'state m { attribute c : Boolean = false; entry; if c then x; if not c then y; state x; state y; }', { visited: 'y', context: 'c=false' }],
    ['no entry transition', 'state m { attribute c : Boolean = false; entry; if c then x; state x; }', { error:
        'state execution failed: execute state machine: no entry transition holds: of m' }],
    ['no start', 'state m { state x; }', { error: 'state execution failed: initialize state machine: no initial state found in state machine m' }],
    ['an inherited start', 'state def M { entry; then a; state a; state b; } state m : M;', { visited: 'a' }],
    ['an own start', 'state def M { entry; then a; state a; state b; } state m : M { entry; then b; }', { visited: 'b' }],
    // Choosing
    ['the first of two transitions', COMPETING, { visited: 'idle left', notes: ['choice point: state idle on accept Go: transitions 1->left, 2->right (unordered; took 1->left)'] },
        { events: ['Go'] }],
    ['a seed takes the second', COMPETING, { visited: 'idle right', notes: ['choice point: state idle on accept Go: transitions 1->left, 2->right (unordered; took 2->right)'] },
        { events: ['Go'], schedule: 'seed:1' }],
    ['both are explored', COMPETING, { outcomes: [['left', 1], ['right', 1]], complete: true, runs: 2, budgetsHit: '' }, { events: ['Go'], schedule: 'explore' }],
    ['a guard that cannot be read is not selected', `attribute def Go; state m { entry; then idle; state idle; transition first idle accept Go then left;
        transition first idle accept Go if 1 / 0 > 1 then right; state left; state right; }`, { visited: 'idle left', notes:
        ['guard not evaluable: state idle on accept Go: transition 2->right: division by zero (not selected)'] }, { events: ['Go'] }],
    ['nested before enclosing', `attribute def Go; state m { entry; then w; state w { entry; then a; state a; accept Go then b; state b; } transition first w accept Go then z; state z; }`,
        { visited: 'w a b z' }, { events: ['Go', 'Go'] }],
    // Firing
    ['a self-transition leaves and enters', `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { entry assign n := n + 1; exit assign n := n * 10; }
        accept Go then a; }`, { visited: 'a a', context: 'n=11' }, { events: ['Go'] }],
    ['exit, effect, entry', `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { exit assign n := n * 10 + 1; } accept Go do assign n := n * 10 + 2 then b;
        state b { entry assign n := n * 10 + 3; } }`, { visited: 'a b', context: 'n=123' }, { events: ['Go'] }],
    ['a transition to the state around', `attribute def Go; state m { entry; then w; state w { entry; then a; state a; transition first a accept Go then w; } transition first w then z; state z; }`,
        { visited: 'w a z' }, { events: ['Go'] }],
    ['regions', PARALLEL, { visited: 'l l1 r r1 l2 r2', context: 'log=12', notes: ['choice point: on accept Go: next l1(exit), r1(exit) (unordered; took l1(exit) first)'] }, { events: ['Go'] }],
    ['regions explored', PARALLEL, { outcomes: [['l2+r2 log=12', 1], ['l2+r2 log=21', 1]], complete: true, runs: 2, budgetsHit: '' }, { events: ['Go'], schedule: 'explore' }],
    ['entry waits for no clock', 'state m { entry; then a; state a { entry action { accept after 5; } } }', { error:
        'state execution failed: execute state machine: enter state: entry action: state behavior waits for the clock' }],
    ['do waits for the clock', 'state m { attribute n : Integer = 0; entry; then a; state a { do action { accept after 5; assign n := 1; } } transition first a then b; state b; }',
        { visited: 'a b', context: 'n=1', time: 5 }],
    ['a do behaviour is abandoned', `attribute def Go; state m { attribute n : Integer = 0; entry; then a; state a { do action { assign n := 1; assign n := 2; assign n := 3; } }
        accept Go then b; state b; }`, { visited: 'a b', context: 'n=1' }, { events: ['Go'] }],
    ['a do accept takes an event', `attribute def go; state m { attribute n : Integer = 0; entry; then s; state s { do action { accept go; assign n := 5; } } transition first s then t; state t; }`,
        { visited: 's t', context: 'n=5' }, { events: ['go'] }],
    ['a transition out of the state takes it first', `attribute def go; state m { attribute n : Integer = 0; entry; then s; state s { do action { accept go; assign n := 5; } }
        transition first s accept go then t; state t; }`, { visited: 's t', context: 'n=0' }, { events: ['go'] }],
    ['a message is for the transition before the do accept', `item def Sig { attribute v : Integer = 3; } state m { attribute n : Integer = 0; entry; then s;
        state s { entry send new Sig(v = 4) to self; do action { accept x : Sig; assign n := x.v; } } transition first s accept Sig then t; state t; }`, { visited: 's t', context: 'n=0' }],
    ['an effect accepts what was sent to the object', `part def Node { state m { entry; then w; state w { entry send 7 to worker; } state h; transition first w do action { accept n : Integer; } then h; } }
        part worker : Node;`, { visited: 'w h' }, { performer: 'T::worker' }, 'Node::m'],
    ['local attributes are not listed', 'state m { entry; then a; state a { attribute k : Integer = 3; } }', { visited: 'a' }],
    ['a payload', `item def Sig { attribute v : Integer = 7; } state m { attribute n : Integer = 0; entry; then a; state a { entry send new Sig(v = 3) to self; }
        transition first a accept s : Sig if s.v > 2 do assign n := s.v then b; state b; }`, { visited: 'a b', context: 'n=3' }],
    ['a terminate usage', `attribute def Go; state m { entry; then a; state a; transition first a accept Go then stop; action stop terminate; }`, { visited: 'a' }, { events: ['Go'] }],
    // Pseudostates
    ['a choice', `attribute def Go; state m { attribute k : Integer = 3; entry; then s; state s; transition first s accept Go do assign k := k + 1 then c; choice c;
        transition first c if k > 5 then big; transition first c if k > 3 then mid; transition first c then small; state big; state mid; state small; }`,
    { visited: 's mid', context: 'k=4' }, { events: ['Go'] }],
    ['a junction reads before the effect', `attribute def Go; state m { attribute k : Integer = 3; entry; then s; state s; transition first s accept Go do assign k := k + 1 then j; junction j;
        transition first j if k > 3 then mid; transition first j then small; state mid; state small; }`, { visited: 's small', context: 'k=4' }, { events: ['Go'] }],
    ['a dead junction enables nothing', `attribute def Go; state m { entry; then s; state s; transition first s accept Go then j; junction j; transition first j if false then x; state x; }`,
        { visited: 's' }, { events: ['Go'] }],
    ['fork and join', `state m { entry; then r; state r; transition first r then f; fork f; transition first f then p.a.a2; transition first f then p.b.b2;
        state p parallel { state a { entry; then a1; state a1; state a2; } state b { entry; then b1; state b1; state b2; } }
        transition first p.a.a2 then j; transition first p.b.b2 then j; join j; transition first j then z; state z; }`,
    { visited: 'r p a a2 b b2 z', notes: ['choice point: entering p: next a2(entry), b2(entry) (unordered; took a2(entry) first)'] }],
    ['shallow history', HISTORY('history'), { visited: 'work a b b1 b2 paused work b b1' }, { events: ['next', 'next', 'pause', 'resume'] }],
    ['deep history', HISTORY('deep history'), { visited: 'work a b b1 b2 paused work b b2' }, { events: ['next', 'next', 'pause', 'resume'] }],
    ['deferral', `attribute def A; attribute def B; state m { entry; then x; state x { defer A; } accept B then y; state y; accept A then z; state z; }`, { visited: 'x y z' }, { events: ['A', 'B'] }],
    ['a redefined state', `attribute def go; state def B { attribute n : Integer = 1; entry; then a; state a { entry assign n := n + 1; } state b; transition first a accept go then b; }
        state m : B { state :>> a { entry assign n := n * 10; } }`, { visited: 'a b', context: 'n=10' }, { events: ['go'] }],
    ['more states than inherited', `attribute def go; state def B { entry; then a; state a; state b; transition first a accept go then b; }
        state m : B { state c; transition first b accept go then c; }`, { visited: 'a b c' }, { events: ['go', 'go'] }],
    // Extension notation
    ['initial, regions, final', `state m { attribute log : Integer = 0; initial s; state w { region l { initial ls; state la { exit { log = log * 10 + 1; } } then ls la; }
        region r { initial rs; state ra { exit { log = log * 10 + 2; } } then rs ra; } } final f; s then w; transition w to f when stop; }`,
    { visited: 's w ls rs la ra f', context: 'log=12', notes: ['choice point: entering w: next ls(entry), rs(entry) (unordered; took ls(entry) first)',
        'choice point: exiting w: next la(exit), ra(exit) (unordered; took la(exit) first)'] }, { events: ['stop'] }],
    ['a transition in the state that it leaves', `state m { attribute n : Integer = 0; initial s; state a { entry { n = n + 1; } accept after 3 then b; } state b; s then a; }`,
        { visited: 's a b', context: 'n=1', time: 3 }],
    ['entry and exit points', `state m { initial s; state o { state i; } entry point into; exit point out; final f; transition s to into; transition into to i; transition i to out when leave;
        transition out to f; }`, { visited: 's o i f' }, { events: ['leave'] }],
    // Performers
    ['a machine of an object', EXHIBITED, { visited: 'a b', context: 'this.got=9' }, { performer: 'T::sys.one' }, 'Node::m'],
    ['another object of the type', EXHIBITED, { visited: 'a', context: 'this.got=0' }, { performer: 'T::sys.two' }, 'Node::m'],
    ['two machines that talk', `item def Ping { attribute n : Integer; } item def Pong;
        part def A { port p; attribute sent : Integer = 0; exhibit state am { entry; then w; state w { entry action { assign sent := sent + 1; send new Ping(n = sent) via p; } }
            transition first w accept Pong via p if sent < 3 then w; transition first w accept Pong via p if sent >= 3 then fin; state fin; } }
        part def B { port q; attribute got : Integer = 0; exhibit state bm { entry; then l; state l;
            transition first l accept x : Ping via q do action { assign got := got + x.n; send Pong() via q; } then l; } }
        part sys { part a : A; part b : B; connect a.p to b.q; }`, { visited: 'l l l l', context: 'this.got=6' }, { performer: 'T::sys.b' }, 'B::bm'],
    ['timers due together', `state m parallel { state x { entry; then x1; state x1; accept after 2 then x2; state x2; } state y { entry; then y1; state y1; accept after 2 then y2; state y2; } }`,
        { visited: 'x x1 y y1 x2 y2', time: 2, notes: ['choice point: events at t=2.0: time x1 1->x2, time y1 1->y2 (unordered; dispatched time x1 1->x2 first)'] }],
    ['every region at its end', `state m parallel { state l { entry; then l1; state l1; transition first l1 then done; } state r { entry; then r1; state r1; transition first r1 then done; } }`,
        { visited: 'l l1 r r1 done done', notes: ['choice point: entering m: next l1(entry), r1(entry) (unordered; took l1(entry) first)'] }],
    ['detached', EXHIBITED, { visited: 'a' }, undefined, 'Node::m'],
    // Refusals and budgets
    ['no machine', 'part p;', { error: 'T::p is not a state machine' }, undefined, 'p'],
    ['no symbol', 'part p;', { error: 'state machine not found: T::q' }, undefined, 'q'],
    ['too many events', 'state m { entry; then a; state a; transition first a then b; state b; transition first b then a; }', { error:
        'state execution failed: execute state machine: state machine exceeded max events (20 events; raise SERVICE_MAX_EVENTS to allow more), possible infinite loop' },
    { behaviour: { events: 20 } }],
];

describe('state machines', () => {
    it.each(CASES.map(c => [c[0], c] as const))('%s', (_, [, body, expected, options, id = 'm']) => {
        expect(runState(modelOf(body), id, options)).toEqual(expected);
    });

    it('traces in execution order', () => {
        const model = modelOf('state m { entry; then init; state init; state busy { entry action { assign n := 1; } } attribute n : Integer = 0; transition first init then busy; transition first busy then done; }');
        expect(traceOf(model, 'm')).toEqual([
            'enter: init', 'exit: init', 'enter: busy (entry action)', 'transition: init -> busy', 'exit: busy', 'enter: done', 'transition: busy -> done',
        ]);
        expect(traceOf(modelOf(LAMP), 'm', ['press'])).toEqual([
            'enter: off', 'accept: press', 'exit: off', 'enter: on', 'transition: off -> on (event: accept press)', 'exit: on', 'enter: off', 'transition: on -> off (event: time)',
        ]);
    });
});
