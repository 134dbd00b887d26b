/** Control nodes, assignments and sends of actions (SysML 8.3.17): one body of an action a row. */
import { expect, test } from 'vitest';
import { findingsOfBodies } from './findings.js';

const SHARED = `action def Open { action s; action t; decide d; merge m; fork f; join j; } action def Taken { action s; action t; decide d; merge m;
        first s then d; first m then t; }
    item def Signal; port def Plug; part def P { attribute free; constant attribute fixed; attribute def Data { attribute x; } attribute data : Data; }
    part p : P; action def Other; part other { port plug : Plug; }`;
const [SUCCESSIONS, BOUNDS] = ['error control-node-successions', 'error control-node-multiplicity'];
const BOUNDS_WARNED = 'warning control-node-multiplicity';
const AMBIGUOUS = 'warning ambiguous-successions';

const ROWS: readonly (readonly [body: string, ...expected: string[]])[] = [
    // one side has one succession, the other any number
    ['decide d; first s then d; first d then t; first d then u;'],
    ['decide d; first s then d; first t then d;', SUCCESSIONS],
    ['fork f; first s then f; first f then t; first f then u;'],
    ['fork f; first s then f; first t then f;', SUCCESSIONS],
    ['join j; first s then j; first t then j; first j then u;'],
    ['join j; first j then t; first j then u;', SUCCESSIONS],
    ['merge m; first s then m; first t then m; first m then u;'],
    ['merge m; first m then t; first m then u;', SUCCESSIONS],
    ['decide d; then t; then u;'],
    ['join j; then t; then u;', SUCCESSIONS],
    // the node's end is [1]; the other end is [1] where all successions are taken, [0..1] where one is
    ['decide d; succession first s then [1] d;'],
    ['decide d; succession first s then [0..1] d;', BOUNDS],
    ['decide d; succession first [1] d then t;'],
    ['decide d; succession first [0..1] d then t;', BOUNDS],
    ['decide d; succession first d then [0..1] t;'],
    ['decide d; succession first d then [1] t;', BOUNDS],
    ['decide d; succession first d then [0..2] t;', BOUNDS],
    ['decide d; succession first [2] s then d;'],
    ['fork f; succession first f then [1] t;'],
    ['fork f; succession first f then [0..1] t;', BOUNDS_WARNED],
    ['fork f; succession first f then [1..2] t;', BOUNDS_WARNED],
    ['fork f; succession first s then [2] f;', BOUNDS],
    ['join j; succession first [1] s then j;'],
    ['join j; succession first [0..1] s then j;', BOUNDS_WARNED],
    ['join j; succession first j then [2] t;'],
    ['join j; succession first [2] j then t;', BOUNDS],
    ['merge m; succession first [0..1] s then m;'],
    ['merge m; succession first [1] s then m;', BOUNDS],
    ['merge m; succession first s then [1] m;'],
    ['merge m; succession first [n] s then m;'],
    ['merge m; succession first m then [5] t;'],
    ['decide d; then [0..1] t;'],
    ['decide d; then [1] t;', BOUNDS],
    ['decide d; [1] then t;'],
    ['decide d; [0..1] then t;', BOUNDS],
    // owners
    ['part x { decide d; }', 'error syntax'],
    ['action x { in decide d; }', 'error control-node-direction'],
    // nodes of other bodies
    ['action x : Open { first s then d; }'],
    ['action x : Open { first s then d; first t then d; }', SUCCESSIONS],
    ['action x : Open { first m then s; first m then t; }', SUCCESSIONS],
    ['action x : Open { first d then s; first d then t; first s then m; first t then m; }'],
    ['action x : Taken { first t then d; }', SUCCESSIONS],
    ['action x : Taken { first m then s; }', SUCCESSIONS],
    ['action x : Taken { first d then t; first s then m; }'],
    ['action x : Open; first s then x.d;'],
    ['action x : Open; first s then x.d; first t then x.d;', SUCCESSIONS],
    ['action x : Taken; first s then x.d;', SUCCESSIONS],
    ['action x : Taken; first x.m then t;', SUCCESSIONS],
    ['action x : Open; action y : Open; first s then x.d; first t then y.d;'],
    ['action def W { action w; action v; action y : Open; first w then y.d; } action x : W { first v then y.d; }', SUCCESSIONS],
    ['action def W { action w; action v; action y : Open; first w then y.m; } action x : W { first v then y.m; }'],
    ['action def W { action w; action y : Open; action z : Open; first w then y.d; } action x : W { first w then z.d; }'],
    // steps that several successions leave
    ['first s then t; first s then u;', AMBIGUOUS],
    ['first s then t; first s then t;'],
    ['first s if n > 1 then t; first s then u;'],
    ['succession first s then [1] t; first s then u;'],
    ['succession first [1] s then t; first s then u;'],
    ['first s then t; first t then u;'],
    ['first start then t; first start then u;', AMBIGUOUS],
    ['action x; then t; then u;', AMBIGUOUS],
    // assignments change features that vary
    ['assign p.free := 1;'],
    ['assign p.fixed := 1;', 'warning assignment-to-constant'],
    ['assign p.data.x := 1;', 'error assignment-time-varying'],
    ['assign n := 1;'],
    ['assign 3 := 1;', 'error assignment-referent'],
    // sends
    ['send new Signal() to other;'],
    ['send new Signal() to other.plug;', 'warning send-receiver-port'],
    ['send new Signal() via other.plug;'],
    ['state x { entry send; }', 'error send-payload'],
    ['state x { do send; }', 'error send-payload'],
    ['state x { exit send; }', 'error send-payload'],
    ['state x { entry send { in payload = new Signal(); } }'],
    ['state x { state a; transition first a do send then a; }', 'error send-payload'],
    ['send { in payload = new Signal(); }'],
    ['send;']
];
const bodyOf = (body: string): string => `action a { attribute n : ScalarValues::Integer; action s; action t; action u; ${body} }`;
const found = findingsOfBodies(
    { shared: SHARED },
    ROWS.map(([body]) => bodyOf(body))
);
const JUDGED = /^(control-node-|ambiguous-|assignment-|send-|syntax|unresolved)/;

test.each(ROWS)('%s', (body, ...expected) => {
    const codes = found.get(bodyOf(body))!.filter(f => JUDGED.test(f.code));
    expect(codes.map(f => `${f.severity} ${f.code}`)).toEqual(expected);
});

const MESSAGES: readonly (readonly [body: string, message: string])[] = [
    ['decide d; succession first d then [1] t;', 'the multiplicity of this end at a control node must be [0..1]'],
    ['fork f; succession first f then [0..1] t;', 'the multiplicity of this end at a control node must be [1]'],
    [
        'join j; then t; then u;',
        "a join node may have at most one outgoing succession, and has 2; each 'then' after 'j' starts there: to go on from another action write 'first … then …;'"
    ],
    ['join; then t; then u;', 'a join node may have at most one outgoing succession, and has 2'],
    ['join j; first j then t; first j then u;', 'a join node may have at most one outgoing succession, and has 2'],
    ['decide d; first s then d; first t then d;', 'a decision node may have at most one incoming succession, and has 2'],
    [
        'action x; then t; then u;',
        "two successions without a guard leave 'x', to 't' and to 'u': use 'fork' to take both, or 'decide' to take one; to go on from 't' write 'first … then …;'"
    ],
    [
        'first s then t; first s then u;',
        "two successions without a guard leave 's', to 't' and to 'u': use 'fork' to take both, or 'decide' to take one"
    ]
];
const spoken = findingsOfBodies(
    { shared: SHARED },
    MESSAGES.map(([body]) => bodyOf(body))
);
test.each(MESSAGES)('%s says what to write', (body, message) => {
    expect(spoken.get(bodyOf(body))!.map(f => f.message)).toContain(message);
});
