/** Actions by the rules of the contract (behaviour 2 to 8, 11, 15): one line a rule. */
import { describe, expect, it } from 'vitest';
import { modelOf, type Options, runAction } from './run.js';

type Case = readonly [name: string, body: string, expected: Record<string, unknown>, options?: Options, id?: string];

const MIX = `action a { attribute w : Integer = 0; first start; then fork f; action p { assign w := w + 1; } action q { assign w := w * 10; } join j;
    succession first f then p; succession first f then q; succession first p then j; succession first q then j; succession first j then done; }`;
const THREE = `action a { attribute w : Integer = 0; first start; then fork f; first f then x; first f then y; first f then z;
    action x assign w := 1; action y assign w := 2; action z assign w := 3; }`;
const DECIDE = `action a { attribute k : Integer = 3; attribute r : Integer = 0; first start; then decide d; if k > 2 then x; if k > 1 then y; if 1 / 0 > 1 then y; else z;
    action x assign r := 1; action y assign r := 2; action z assign r := 3; }`;
const CAR = `part def Engine { attribute rpm : Integer = 0; }
    part def Car { attribute mass : Integer = 10; part engine : Engine;
        action drive { first start; then action s { assign mass := mass + 1; assign this.mass := this.mass * 2; assign engine.rpm := 7; } } }
    part fleet { part cars : Car[2]; }`;
const WEIGHED = (
    x: string,
    y: string,
    guards = ['', '']
): string => `private import Stochastic::*; action a { attribute q : Real = 2.0; attribute r : Integer = 0; first start; then decide d;
    first d ${guards[0]} then x ${x} first d ${guards[1]} then y ${y} action x assign r := 1; action y assign r := 2; }`;
const P = (p: string): string => `{ @Probability { p = ${p}; } }`;
const UNFIT = 'action execution failed: initialize action: invalid action flow: ';
const WRITES = (stood: string, values: string): string => `choice point: step 3: writes ${values} (unordered; ${stood} stood)`;

const CASES: readonly Case[] = [
    // Graphs
    ['a start marker', 'action a { attribute n : Integer = 0; first x; action x assign n := n + 1; }', { outputs: 'n=1' }],
    ...['action s assign t := uniform(0, 1000); then done;', 'merge s { assign t := uniform(0, 1000); } if t > 0 then done;'].map(
        (step): Case => [
            `draws of a preview are undone: ${step}`,
            `private import RandomFunctions::*; action a { attribute t : Real = 0.0; first start; then s; ${step} }`,
            { outputs: 't=460.1888156077919' },
            { schedule: 'seed:1' }
        ]
    ),
    [
        'explicit successions without a marker',
        'action a { attribute n : Integer = 0; action y assign n := n * 10; action x assign n := 4; first x then y; }',
        { outputs: 'n=40' }
    ],
    [
        'steps without successions in declaration order',
        'action a { attribute n : Integer = 1; action x assign n := n + 1; action y assign n := n * 10; }',
        { outputs: 'n=20' }
    ],
    [
        'no node',
        'action a { attribute r : Integer = 0; }',
        { error: 'action execution failed: initialize action: invalid action flow: no initial node found in action a' }
    ],
    [
        'a cycle without entry',
        'action a { action x; action y; first x then y; first y then x; }',
        { error: 'action execution failed: initialize action: invalid action flow: no initial node found in action a' }
    ],
    [
        'two start markers',
        'action a { action x; action y; first x; first y; }',
        { error: 'action execution failed: initialize action: invalid action flow: action has multiple initial nodes' }
    ],
    [
        'a fork without successor',
        'action a { first start; then fork f; }',
        { error: 'action execution failed: initialize action: invalid action flow: fork f has no successor' }
    ],
    [
        'a state in the order of steps',
        'action a { action one; then state s; then action two; }',
        { error: `${UNFIT}state s is no step of an action, which runs no state machine` }
    ],
    [
        'inherited steps, one redefined',
        `action a : B { action redefines bump assign t := 7; } action def B { attribute t : Integer = 0; first start; then action bump assign t := 1;
        then action next assign t := t * 10; then done; }`,
        { outputs: 't=70' }
    ],
    // Outputs that steps answer
    [
        'an output bound to the pin of a step',
        'action a { out r : Real = t.y; first start; then action s { out x : Real = 12.5; } then action t { in x : Real; out y : Real = x * 2; } flow s.x to t.x; }',
        { outputs: 'r=(25.0)' }
    ],
    [
        'an output that is computed from a pin',
        `action def A { out r : Integer = t.y + 1; action t { in x : Integer = 4; out y : Integer; assign y := x * 2; } } action a : A;`,
        { outputs: 'r=(9)' }
    ],
    [
        'an output bound to a step on the other way',
        `action a { attribute n : Integer = 0; out r : Integer = t.y; first start; then decide d; if n > 0 then t; else e;
        action t { out y : Integer = 1; } action e assign n := 5; }`,
        { outputs: 'n=5' }
    ],
    [
        'an output bound to what is there at the end',
        'action a { attribute n : Integer = 1; out r : Integer = n; first start; then assign n := 7; }',
        { outputs: 'n=7 r=(7)' }
    ],
    // Tokens
    [
        'the worked example, last spawned first',
        MIX,
        {
            outputs: 'w=1',
            notes: [
                WRITES('w := 1 by token 2', 'w := 1 by token 2, w := 0 by token 3'),
                'choice point: step 3: tokens 2@p, 3@q (unordered; took 3@q first)'
            ]
        }
    ],
    [
        'the worked example, first spawned first',
        MIX,
        {
            outputs: 'w=10',
            notes: [
                WRITES('w := 10 by token 3', 'w := 1 by token 2, w := 10 by token 3'),
                'choice point: step 3: tokens 2@p, 3@q (unordered; took 2@p first)'
            ]
        },
        { schedule: 'declared' }
    ],
    [
        'the worked example, explored',
        MIX,
        {
            outcomes: [
                ['w=1', 1],
                ['w=10', 1]
            ],
            complete: true,
            runs: 2,
            budgetsHit: ''
        },
        { schedule: 'explore' }
    ],
    [
        'a seed shuffles',
        THREE,
        {
            outputs: 'w=2',
            notes: [
                WRITES('w := 2 by token 3', 'w := 1 by token 2, w := 2 by token 3, w := 3 by token 4'),
                'choice point: step 3: tokens 2@x, 3@y, 4@z (unordered; took 4@z first)'
            ]
        },
        { schedule: 'seed:1' }
    ],
    [
        'all orders of three',
        THREE,
        {
            outcomes: [
                ['w=1', 2],
                ['w=2', 2],
                ['w=3', 2]
            ],
            complete: true,
            runs: 6,
            budgetsHit: ''
        },
        { schedule: 'explore' }
    ],
    [
        'a budget of runs',
        THREE,
        {
            outcomes: [
                ['w=2', 1],
                ['w=3', 2]
            ],
            complete: false,
            runs: 3,
            budgetsHit: 'runs'
        },
        { schedule: 'explore:runs=3' }
    ],
    [
        'a budget of depth',
        THREE,
        {
            outcomes: [
                ['w=2', 1],
                ['w=3', 2]
            ],
            complete: false,
            runs: 3,
            budgetsHit: 'depth'
        },
        { schedule: 'explore:depth=1' }
    ],
    [
        'a step with two inputs once',
        `action a { attribute n : Integer = 0; action x; action y; action z assign n := n + 1; first start; then fork f; first f then x; first f then y;
        first x then z; first y then z; }`,
        { outputs: 'n=1', notes: ['choice point: step 3: tokens 2@x, 3@y (unordered; took 3@y first)'] }
    ],
    [
        'a loop over a merge',
        `action a { attribute n : Integer = 0; first start; then merge m; then action b assign n := n + 1; then decide d; if n < 5 then m; else done; }`,
        { outputs: 'n=5' }
    ],
    [
        'a join that waits for ever',
        'action a { first start; then action x; join j; first x then j; action y; action z; first z then y; first y then z; first y then j; first j then done; }',
        { error: 'action execution failed: execute action: action deadlock in action a: join j waits for y' }
    ],
    [
        'an action that performs itself without end',
        'action def A { action b : A; } action a : A;',
        {
            error: 'action execution failed: execute action: action node b: action recursion limit exceeded: b nested 100 deep (unbounded recursion?; raise SERVICE_MAX_CALC_DEPTH to allow more)'
        },
        { limits: { calcDepth: 100 } }
    ],
    [
        'an action that performs itself up to the limit',
        `action def A { in n : Integer; out r : Integer; if n > 0 { action c : A { in n = A::n - 1; } } assign r := n; } action a : A { in n = 49; }`,
        { outputs: 'n=(49) r=(49)' },
        { limits: { calcDepth: 100 } }
    ],
    [
        'a loop without end',
        'action a { first start; then merge m; then action x; then m; }',
        {
            error: 'action execution failed: execute action: execution exceeded max steps (50 steps; raise SERVICE_MAX_ACTION_STEPS to allow more), possible infinite loop'
        },
        { behaviour: { actionSteps: 50 } }
    ],
    // Guards
    [
        'the first guard that holds, others in a preview',
        DECIDE,
        {
            outputs: 'k=3 r=1',
            notes: [
                'guard not evaluable: step 2: decision d branch 3->y: division by zero (not selected)',
                'choice point: step 2: decision d branches 1->x, 2->y hold (unordered; took 1->x)'
            ]
        }
    ],
    [
        'a fork prunes a branch',
        `action a { attribute n : Integer = 0; first start; then fork f; first f if false then x; first f then y; action x assign n := 1; action y assign n := 2; }`,
        { outputs: 'n=2' }
    ],
    [
        'a guard that does not hold ends the flow',
        'action a { attribute n : Integer = 0; action x assign n := 7; action y assign n := 9; first x if n > 100 then y; }',
        { outputs: 'n=7' }
    ],
    [
        'two successors',
        'action a { first start; then action x; first x then y; first x then z; action y; action z; }',
        {
            error: 'action execution failed: execute action: more than one succession is enabled: action node x has multiple successors: y and z'
        }
    ],
    [
        'one succession declared twice',
        `action a { attribute n : Integer = 1; first start; then fork f; then x; then y; action x; then join j; action y; then j; first x then j;
        first y then j; first j then z; action z assign n := n + 2; then w; first z then w; action w assign n := n * 2; }`,
        { outputs: 'n=6', notes: ['choice point: step 3: tokens 2@x, 3@y (unordered; took 3@y first)'] }
    ],
    [
        'no branch',
        'action a { first start; then decide d; if false then x; action x; }',
        { error: 'action execution failed: execute action: no guard holds: decision d has no branch to take' }
    ],
    // Statements
    [
        'conditionals',
        'action a { attribute n : Integer = 5; action x { if n > 6 { assign n := 1; } else if n > 4 { assign n := 2; } else { assign n := 3; } } }',
        { outputs: 'n=2' }
    ],
    [
        'loops',
        `action a { attribute s : Integer = 0; attribute i : Integer = 0; action x { while i < 3 { assign i := i + 1; attribute k : Integer = i * i; assign s := s + k; }
        loop { assign s := s + 100; } until s > 200; for e in (1, 2, 3) { assign s := s + e; } } }`,
        { outputs: 's=220 i=3' }
    ],
    [
        'a named loop body',
        `action a { attribute c : Integer = 0; first start; then loop action charging { attribute full : Boolean = false; assign c := c + 1; if c > 3 { assign full := true; } }
        until charging.full; then done; }`,
        { outputs: 'c=4' }
    ],
    [
        'a scalar is not iterated',
        'action a { attribute k : Integer = 3; action x { for e in k { } } }',
        {
            error: "action execution failed: execute action: action node x: type mismatch: 'for' iterates a collection, and an Integer is not one"
        }
    ],
    [
        'a clock is not assigned',
        'action a { action x { assign localClock.currentTime := 3.0; } }',
        { error: "action execution failed: execute action: action node x: a clock's currentTime advances with the run and is not assigned" }
    ],
    // Nested actions, parameters, flows
    [
        'a flow in a step',
        `action a { attribute x : Integer = 0; first start; then action i { first start; then action p assign x := x + 1; then action q assign x := x * 10; then done; }
        then action o assign x := x + 5; then done; }`,
        { outputs: 'x=15' }
    ],
    [
        'parameters by name',
        `action def Inc { in n : Integer; inout m : Integer; out r : Integer; first start; then action s { assign r := n + 1; assign m := m + r; } then done; }
        action a { attribute total : Integer = 4; attribute m : Integer = 10; first start; then action i : Inc { in n = total; } then action j assign total := i.r; then done; }`,
        { outputs: 'total=5 m=15' }
    ],
    [
        'an inout parameter whose argument is no feature writes to none, whatever its name',
        'action a { attribute m : Integer = 1; attribute o : Integer = 1; first start; then action s { inout m : Integer = 3; out o : Integer; assign m := 5; assign o := m; } then done; }',
        { outputs: 'm=1 o=5' }
    ],
    [
        'a performed action',
        'action inc { in b : Integer; out r : Integer; assign r := b + 5; } action a { attribute b : Integer = 7; attribute r : Integer = 0; perform inc; }',
        { outputs: 'b=7 r=12' },
        undefined,
        'a'
    ],
    [
        'an object flow',
        `action a { attribute got : Integer = 0; first start; then p; action p { out o : Integer; assign o := 5; } action q { in i : Integer; assign got := i; }
        flow p.o to q.i; first p then q; }`,
        { outputs: 'got=5' }
    ],
    [
        'flows through a fork and a join',
        `action a { attribute r : Integer; first start; then p; action p { out o : Integer = 3; } then f;
        fork f { in ref i : Integer; out ref o : Integer = i; } first f then b; first f then c; flow p.o to f.i; flow f.o to b.i; flow f.o to c.i;
        action b { in i : Integer; out o : Integer = i + 1; } action c { in i : Integer; out o : Integer = i + 2; }
        first b then j; first c then j; flow b.o to j.i1; flow c.o to j.i2;
        join j { in ref i1 : Integer; in ref i2 : Integer; out ref o : Integer [2] = (i1, i2); } then q;
        action q { in i : Integer [2]; assign r := i#(1) * 10 + i#(2); } flow j.o to q.i; }`,
        { outputs: 'r=45', notes: ['choice point: step 4: tokens 2@b, 3@c (unordered; took 3@c first)'] }
    ],
    [
        'flows through a merge and a decision, at each pass',
        `action a { attribute r : Integer; first start; then p; action p { out o : Integer = 0; } then m; flow p.o to m.i; flow q.o to m.i;
        merge m { in ref i : Integer; out ref o : Integer = i; } then q; flow m.o to q.i; action q { in i : Integer; out o : Integer = i + 1; } then d;
        flow q.o to d.i; decide d { in ref i : Integer; out ref o : Integer = i; } if d.o < 3 then m; else e; action e assign r := d.o; }`,
        { outputs: 'r=3' }
    ],
    [
        'flows through a merge whose body opens its guarded way',
        `action a { attribute r : Integer = 0; first start; then p; action p { out o : Integer = 4; } first p then m; flow p.o to m.i;
        merge m { in ref i : Integer; out ref o : Integer = i; assign r := r + 1; } first m if r > 0 then q; flow m.o to q.i;
        action q { in i : Integer; assign r := r + i; } }`,
        { outputs: 'r=5' }
    ],
    [
        'a flow of nothing',
        'action a { first start; then p; action p { out o : Integer; } action q { in i : Integer; } flow p.o to q.i; first p then q; }',
        { error: 'action execution failed: execute action: no value: the flow from p finds nothing at p.o' }
    ],
    [
        'two flows to one pin',
        `action a { first start; then p; action p { out o : Integer = 1; } action r { out o : Integer = 2; } action q { in attribute i : Integer; } flow p.o to q.i; flow r.o to q.i;
        first p then r; first r then q; }`,
        {
            error: 'action execution failed: execute action: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        }
    ],
    [
        'bound pins',
        `action a { attribute r : Integer = 0; action p { out o : Integer; assign o := 6; } action q { in i : Integer; assign r := i; } bind q.i = p.o;
        first start then p; first p then q; }`,
        { outputs: 'r=6' }
    ],
    [
        'an action called in an expression',
        `action def Inc { in n : Integer; out r : Integer; first start; then action s assign r := n + 1; then done; }
        action a { attribute r : Integer = 0; action s assign r := Inc(n = 4) + Inc(5); }`,
        { outputs: 'r=11' }
    ],
    [
        'weights',
        `private import Stochastic::*; action a { attribute r : Integer = 0; first start; then decide d; first d if true then x { @Probability { p = 0.7; } }
        first d if true then y { @Probability { p = 0.3; } } action x assign r := 1; action y assign r := 2; }`,
        { outputs: 'r=1', notes: ['choice point: step 2: decision d branches 1->x p=0.7, 2->y p=0.3 hold (weighted; took 1->x)'] }
    ],
    [
        'the likelier of two weights',
        WEIGHED(P('0.3'), P('0.7')),
        { outputs: 'q=2.0 r=2', notes: ['choice point: step 2: decision d branches 1->x p=0.3, 2->y p=0.7 hold (weighted; took 2->y)'] }
    ],
    [
        'a weight drawn',
        WEIGHED(P('0.3'), P('0.7')),
        {
            outputs: 'q=2.0 r=2',
            notes: ['choice point: step 2: decision d branches 1->x p=0.3, 2->y p=0.7 hold (weighted; drew 0.4602, took 2->y)']
        },
        { schedule: 'seed:1' }
    ],
    [
        'a weighted guard that cannot be read is not selected',
        WEIGHED(P('0.3'), P('0.7'), ['if true', 'if 1 / 0 > 1']),
        { outputs: 'q=2.0 r=1', notes: ['guard not evaluable: step 2: decision d branch 2->y: division by zero (not selected)'] }
    ],
    [
        'weights that do not add up',
        WEIGHED(P('0.3'), P('0.6')),
        { error: `${UNFIT}invalid branch weights: decision d has weights that do not add up to 1` }
    ],
    [
        'a weight beyond 1',
        WEIGHED(P('q'), P('q')),
        { error: 'action execution failed: execute action: invalid branch weights: decision d: branch 1->x has the probability 2.0' }
    ],
    [
        'no weight at all',
        WEIGHED(P('q - 2.0'), P('q - 2.0')),
        { error: 'action execution failed: execute action: invalid branch weights: decision d has no branch of positive probability' }
    ],
    ['one weight of two', WEIGHED(P('1.0'), ';'), { error: `${UNFIT}decision d has branches with and without a probability` }],
    ['a weight without p', WEIGHED('{ @Probability; }', P('0.5')), { error: `${UNFIT}a probability without p` }],
    [
        'two weights on one succession',
        WEIGHED('{ @Probability { p = 0.5; } @Probability { p = 0.5; } }', P('0.5')),
        { error: `${UNFIT}a succession with more than one probability` }
    ],
    [
        'a weight on a step',
        'private import Stochastic::*; action a { action x { @Probability { p = 0.5; } } first start then x; }',
        { error: `${UNFIT}a probability is stated on action usage x, which is no succession` }
    ],
    [
        'a draw without a seed',
        'private import RandomFunctions::*; action a { attribute t : Real = 0.0; action s assign t := uniform(10, 30); }',
        {
            error: 'action execution failed: execute action: action node s: eval assignment RHS: modeled randomness needs a seed: uniform(10.0, 30.0) draws a random value; run it with the schedule seed:<n>'
        }
    ],
    [
        'a preview leaves no object behind',
        `item def V { attribute x : Integer; } action a { out o : V; first start; then decide d; if true then y; if new V(x = 1).x > 0 then z;
        action y assign o := new V(); action z; }`,
        { outputs: 'o=(#1)', notes: ['choice point: step 2: decision d branches 1->y, 2->z hold (unordered; took 1->y)'] }
    ],
    [
        'a preview sends no message',
        `item def V; action def Tell { out r : Boolean; send new V(); assign r := true; } action a { first start; then decide d; if true then w; if Tell() then z;
        action w accept v : V; action z; }`,
        {
            error: 'action execution failed: execute action: accept deadlock in action a: nothing can post the awaited message (accept V waiting since step 3)',
            notes: ['choice point: step 2: decision d branches 1->w, 2->z hold (unordered; took 1->w)']
        }
    ],
    // Parameters and bindings
    [
        'a bound argument follows while the step goes on',
        `action a { attribute n = 1; attribute q = 0; action p { in v = n; assign n := 50; assign q := v; } }`,
        { outputs: 'n=50 q=50' }
    ],
    [
        'the caller before the default',
        `action def Inc { in v : Integer default 9; in w : Integer = 4; out r : Integer = v + w; }
        action a { attribute v = 1; attribute q = 0; first start; then action p : Inc; then assign q := p.r; }`,
        { outputs: 'v=1 q=5' }
    ],
    [
        'an input bound to nothing',
        'action def Inc { in v : Integer; out r : Integer; assign r := 1; } action a { action p : Inc; }',
        { outputs: '' }
    ],
    [
        'an input of one value bound to nothing',
        'action def Inc { in attribute v : Integer; } action a { action p : Inc; }',
        { error: 'action execution failed: execute action: action node p: unbound parameter: v of p' }
    ],
    [
        'an input of one value bound to a feature without value',
        'action def Inc { in attribute v : Integer; } action a { attribute q : Integer; action p : Inc { in v = q; } }',
        { error: 'action execution failed: execute action: action node p: unbound parameter: v of p' }
    ],
    [
        'outputs to features of parts',
        `part def E { attribute rpm : Integer = 0; } action def Inc { in n : Integer; out r : Integer; assign r := n + 1; }
        part def Car { part e : E; attribute m : Integer = 3; attribute k : Integer = 0; action go { first start; then action i : Inc { in n = m; out r = e.rpm; }
        then action j : Inc { in n = e.rpm; out r = this.m; } then action l : Inc { in :>> n = i.r + 10; out :>> r = k; } then done; } }`,
        { outputs: '', performer: 'this.m=5 this.k=15' },
        { performer: 'T::Car' },
        'Car::go'
    ],
    [
        'an action that is no feature of its performer, which binds the parameters of one that is',
        `part def R { attribute y : Integer = 4; action own { in attribute x : Integer; } bind own.x = y; } part rig : R;
        action go { out r : Integer; first start; then assign r := 3; then done; }`,
        { outputs: 'r=(3)', performer: 'this.y=4' },
        { performer: 'T::rig' },
        'go'
    ],
    [
        'pins of a performed action of a part',
        `part def Mill { attribute share = 4; action grind { in raw : Integer; out flour : Integer; first start; then assign flour := raw - share; then done; } }
        part plant { attribute x = 0; attribute y = 0; part mill : Mill; action run { first start; then action fetch { out raw : Integer = 10; } then perform mill.grind;
        then assign x := grind.flour; then assign y := mill.grind.flour + 1; then done; flow fetch.raw to grind.raw; } }`,
        { outputs: '', performer: 'this.x=6 this.y=7' },
        { performer: 'T::plant' },
        'plant::run'
    ],
    [
        'an action of an object of a package, by its path',
        `part def Meter { attribute c : Integer := 0; action inc { in d : Integer default 1; assign c := c + d; } } part def Box { part m : Meter; } part meter : Meter; part box : Box;
        action a { attribute r : Integer; attribute s : Integer; first start; then perform meter.inc { in d = 3; } then perform T::box.m.inc; then assign r := meter.c; then assign s := box.m.c; }`,
        { outputs: 'r=3 s=1' }
    ],
    [
        'an action that subsets one of an object is performed by that object',
        `part def Meter { attribute c : Integer := 0; action inc { in d : Integer default 1; assign c := c + d; } }
        action a { attribute r : Integer; part m : Meter; first start; then perform action twice :> m.inc { in d = 2; } then assign r := m.c; }`,
        { outputs: 'r=2' }
    ],
    [
        'what an object performs of its part from the start, the part performs',
        `part def Meter { attribute c : Integer := 0; action inc { in d : Integer default 1; assign c := c + d; } }
        part desk { part m : Meter; attribute x : Integer := 0; attribute by2 : Integer = 2; perform m.inc { in d = by2; } action look { first start; then assign x := m.c; } }`,
        { outputs: '', performer: 'this.x=2 this.by2=2' },
        { performer: 'T::desk' },
        'desk::look'
    ],
    [
        'pins of what a part performs by itself',
        `part def Tx { attribute k = 9; perform action tx { out o : Integer; first start; then accept after 5; then assign o := k; then done; } }
        part net { attribute x = 0; part a : Tx; action run { first start; then accept after 6; then assign x := a.tx.o; then done; } }`,
        { outputs: '', performer: 'this.x=9', time: 6 },
        { performer: 'T::net' },
        'net::run'
    ],
    [
        'an output that its definition computes',
        `action def Up { in n : Integer; in k : Integer; out r : Integer = n + k; } action a { attribute s = 1; first start;
        then action u : Up { in n = s; in k = 5; out r = s; } then action v : Up { in n = s; in k = 10; out r = s; } then done; }`,
        { outputs: 's=16' }
    ],
    [
        'a structured output',
        `attribute def V { attribute x : Integer; attribute y : Integer; } action a { attribute g : Integer = 1; first start;
        then action p { out pos : V { attribute redefines x = 4; } } then action q { in v : Integer; assign g := v; } bind q.v = p.pos.x; }`,
        { outputs: 'g=4' }
    ],
    [
        'pins bound to parameters, either end first',
        `action a { in x : Integer = 3; out r : Integer; out s : Integer; action step { in q : Integer; out t : Integer; assign t := q * 2; }
        bind step.q = x; bind r = step.t; bind step.t = s; }`,
        { outputs: 'x=(3) r=(6) s=(6)' }
    ],
    [
        'bound pins in a loop',
        `action a { attribute n = 0; attribute s = 0; attribute y : Integer; first start; then merge m; then action st { in v : Integer; out w : Integer; assign w := v * 2; }
        then assign s := s + y; then assign n := n + 1; then decide; if n < 4 then m; else done; bind st.v = n; bind y = st.w; }`,
        { outputs: 'n=4 s=12 y=6' }
    ],
    [
        'features bound in a ring',
        `action a { attribute x : Integer; attribute y : Integer; attribute z : Integer; bind x = y; bind y = z; first start; then assign z := 4;
        then assign x := x + y; }`,
        { outputs: 'x=8 y=8 z=8' }
    ],
    [
        'parameters bound to the performing object',
        `part def Car { attribute m : Integer = 3; attribute res : Integer; action go { in n : Integer; out r : Integer; action s { assign r := n * 2; } }
        bind go.n = m; bind res = go.r; }`,
        { outputs: 'n=(3) r=(6)', performer: 'this.m=3 this.res=6' },
        { performer: 'T::Car' },
        'Car::go'
    ],
    [
        'a flow from and to the action itself',
        `action a { in x : Integer = 3; out y : Integer; first start; then action i { in n : Integer; out r : Integer; assign r := n * 2; } then done;
        flow from a.x to i.n; flow from i.r to a.y; }`,
        { outputs: 'x=(3) y=(6)' }
    ],
    [
        'a succession flow orders',
        `action a { attribute g : Integer = 0; action q { in i : Integer; assign g := i; } action p { out o : Integer; assign o := 5; } succession flow from p.o to q.i; }`,
        { outputs: 'g=5' }
    ],
    [
        'a succession flow beside a succession',
        `action a { attribute g : Integer = 0; first start; then action p { out o : Integer; assign o := 5; } then action q { in i : Integer; assign g := i; }
        succession flow from p.o to q.i; }`,
        { outputs: 'g=5' }
    ],
    [
        'a gate that opens',
        `action a { attribute g = 0; first start; then action p { out o : Integer; assign o := 5; } action q { in i : Integer; assign g := i; } first p if g == 0 then mv;
        succession flow mv from p.o to q.i; }`,
        { outputs: 'g=5' }
    ],
    [
        'a gate that stays shut',
        `action a { attribute g = 0; first start; then action p { out o : Integer; assign o := 5; } action q { in i : Integer; assign g := i; } first p if g > 0 then mv;
        succession flow mv from p.o to q.i; }`,
        { outputs: 'g=0' }
    ],
    // Counts of steps
    [
        'a step performed three times',
        'action a { attribute n = 0; action s[3] { assign n := n + 1; } action t assign n := n * 10; }',
        {
            outputs: 'n=30',
            notes: [
                'choice point: step 1: writes n := 3 by token 1, n := 2 by token 2, n := 1 by token 3 (unordered; n := 3 by token 1 stood)',
                'choice point: step 1: tokens 1@s, 2@s, 3@s (unordered; took 3@s first)'
            ]
        }
    ],
    [
        'performances one by one',
        `action a { attribute n = 0; first start; then action s[2] { accept after 5; } first [1] s then [1] t; action t[2] { assign n := n + 1; } }`,
        {
            outputs: 'n=2',
            time: 5,
            notes: [
                'choice point: step 2: tokens 2@s, 3@s (unordered; took 3@s first)',
                'choice point: step 3: tokens 2@s, 3@s (unordered; took 3@s first)',
                'choice point: step 4: writes n := 2 by token 2, n := 1 by token 3 (unordered; n := 2 by token 2 stood)',
                'choice point: step 4: tokens 2@t, 3@t (unordered; took 3@t first)'
            ]
        }
    ],
    [
        'all performances before the next',
        'action a { attribute n = 0; first start; then action s[2] { accept after 5; } first [2] s then [1] t; action t { assign n := n + 1; } }',
        {
            outputs: 'n=1',
            time: 5,
            notes: [
                'choice point: step 2: tokens 2@s, 3@s (unordered; took 3@s first)',
                'choice point: step 3: tokens 2@s, 3@s (unordered; took 3@s first)'
            ]
        }
    ],
    [
        'all performances before the next, where the multiplicity of the source stands before `then`',
        'action a { attribute n = 0; first start; then action s[2] { assign n := n + 1; } [2] then t; action t { assign n := n * 10; } }',
        {
            outputs: 'n=20',
            notes: [
                'choice point: step 2: writes n := 2 by token 2, n := 1 by token 3 (unordered; n := 2 by token 2 stood)',
                'choice point: step 2: tokens 2@s, 3@s (unordered; took 3@s first)'
            ]
        }
    ],
    [
        'one performance after each, where the multiplicity of the target stands behind `then`',
        'action a { attribute n = 0; first start; then action s[2] { assign n := n + 1; } then [1] t; action t { assign n := n * 10; } }',
        {
            outputs: 'n=20',
            notes: [
                'choice point: step 2: writes n := 2 by token 2, n := 1 by token 3 (unordered; n := 2 by token 2 stood)',
                'choice point: step 2: tokens 2@s, 3@s (unordered; took 3@s first)'
            ]
        }
    ],
    [
        'a step that a special type redefines, behind a more general one',
        'action a : W :> b; action def W { attribute n = 0; action s assign n := n + 1; } action b : W { action :>> s assign n := n + 10; }',
        { outputs: 'n=10' }
    ],
    [
        'a step that is never performed',
        'action a { attribute n = 0; action s[0] { assign n := n + 1; } action t { assign n := n + 10; } }',
        { outputs: 'n=10' }
    ],
    [
        'an open count is one',
        'action a { attribute n = 0; first start; then action s { assign n := n + 1; } then action t[3] { assign n := n + 10; } }',
        { outputs: 'n=11' }
    ],
    [
        'a count beyond the budget',
        'action a { first start; then action s[100000000]; }',
        {
            error: 'action execution failed: execute action: execution exceeded max steps (50 steps; raise SERVICE_MAX_ACTION_STEPS to allow more), possible infinite loop'
        },
        { behaviour: { actionSteps: 50 } }
    ],
    // Messages
    [
        'a message to a step',
        `action a { attribute n : Integer = 0; first start; then action s { send 42 to r; } then action r accept m : Integer; then action p assign n := m; then done; }`,
        { outputs: 'n=42 m=42' }
    ],
    [
        'a message through ports',
        `action a { attribute n : Integer = 0; port o; port i; connect o to i; first start; then action s { send 7 via o; } then action r accept m : Integer via i;
        then action p assign n := m; }`,
        { outputs: 'n=7 m=7' }
    ],
    [
        'arguments of a send in its body',
        `action a { attribute n : Integer = 0; port o; port i; connect o to i; first start; then action s send { in payload = 7; in sender = o; }
        then action r accept m : Integer via i; then action p assign n := m; }`,
        { outputs: 'n=7 m=7' }
    ],
    [
        'parameters of a send redefined in its body',
        `action a { attribute n : Integer = 0; port o; port i; connect o to i; first start; then send { in :>> payload = 8; in :>> sender = o; }
        then action r accept m : Integer via i; then action p assign n := m; }`,
        { outputs: 'n=8 m=8' }
    ],
    [
        'a payload that a flow delivers',
        `action a { attribute n : Integer = 0; first start; then action p { out o : Integer = 41; } then action s send { in payload; in receiver = r; }
        then action r accept m : Integer; then action q assign n := m; flow p.o to s.payload; }`,
        { outputs: 'n=41 m=41' }
    ],
    [
        'payloads that flows deliver in a loop',
        `action a { attribute n : Integer = 0; attribute i : Integer = 0; first start; then merge g; then assign i := i + 1; then action p { out o : Integer = i; }
        then action s send { in item :>> payload; in :>> receiver = r; } then action r accept m : Integer; then assign n := n * 10 + m; then decide; if i < 3 then g; else done; flow p.o to s.payload; }`,
        { outputs: 'n=123 i=3 m=3' }
    ],
    [
        'through a port to one of its ends',
        `action a { attribute n = 0; port o; port i; port j; connect (o, i, j); first start; then action s { send 4 via o to j; } then action r accept m : Integer via j;
        then assign n := m; then action w accept k : Integer via i; }`,
        {
            error: 'action execution failed: execute action: accept deadlock in action a: nothing can post the awaited message (accept Integer waiting since step 5)'
        }
    ],
    [
        'through a port to a step',
        `action a { attribute n = 0; port o; port i; connect o to i; first start; then action s { send 4 via o to v; send 5 via o to r; } then action r accept m : Integer via i;
        then action v accept k : Integer via i; then assign n := m * 10 + k; }`,
        { outputs: 'n=54 m=5 k=4' }
    ],
    [
        'a connection that the selected variant makes',
        `port def E; part def R { port p : E; } abstract part f { attribute got = 0; port o : E; part x : R; part y : R;
        variation interface l { variant interface l1 connect o to x.p; variant interface l2 connect o to y.p; }
        action talk { first start; then action s { send 2 via o; } then action w accept n : Integer via y.p; then assign got := n; } } part g :> f { ref :>> l = l::l2; }`,
        { outputs: 'n=2', performer: 'this.got=2' },
        { performer: 'T::g' },
        'f::talk'
    ],
    [
        'a connection of a package',
        `item def S { attribute v : Integer; } port def P; part b { port p : P; } part c { port q : P; } connect b.p to c.q;
        action a { attribute n = 0; first start; then action s { send new S(v = 4) via b.p; } then action r { accept x : S via c.q; assign n := x.v; } }`,
        { outputs: 'n=4' }
    ],
    [
        'a part that a package connects with the performer',
        `item def S { attribute v : Integer; } port def P;
        part b { port p : P; attribute t = 0; action go { first start; then send new S(v = 3) via p; then accept y : S via p; then assign t := y.v; } }
        part c { port q : P; perform action listen { first start; then accept s : S via q; then send new S(v = s.v * 2) via q; } } interface connect b.p to c.q;`,
        { outputs: 'y=#6', performer: 'this.t=6' },
        { performer: 'T::b' },
        'b::go'
    ],
    [
        'an unconnected port',
        'action a { port o; first start; then action s { send 7 via o; } }',
        {
            error: 'action execution failed: execute action: action node s: send reaches no receiving port: port "o" is joined to no port that can receive it'
        }
    ],
    [
        'nothing is awaited for ever',
        'item def Go; action a { first start; then action w accept g : Go; then done; }',
        {
            error: 'action execution failed: execute action: accept deadlock in action a: nothing can post the awaited message (accept Go waiting since step 2)'
        }
    ],
    [
        'payloads of one name: what was accepted last, in any order of the accepts',
        `item def S { attribute v : Integer; } action a { attribute k : Integer := 0; attribute l : Integer := 0; first start then x;
        action x send new S(1) to a; first x then y; action y send new S(2) to a; first y then b;
        action c accept p : S; first c then d; action d assign l := k * 10 + p.v; first d then done;
        action b accept p : S; first b then e; action e assign k := p.v; first e then c; }`,
        { outputs: 'k=1 l=12 p=#2' }
    ],
    [
        'payloads of one name and of two types',
        `action a { attribute k : Integer := 0; first start then x; action x send 5 to a; first x then y; action y send true to a; first y then b;
        action b accept p : Integer; first b then e; action e assign k := p; first e then c; action c accept p : Boolean; }`,
        { outputs: 'k=5 p=true' }
    ],
    [
        'a payload read too early',
        'action a { attribute k : Integer = 0; first start; then action x assign k := m; then action w accept m : Integer; }',
        { error: 'action execution failed: execute action: action node x: eval assignment RHS: unresolved reference: m' }
    ],
    [
        'a change',
        `action a { attribute k : Integer = 0; first start; then fork f; first f then w; first f then s; action w accept when k > 0; then action t assign k := k + 10;
        action s { assign k := 1; } }`,
        { outputs: 'k=11' }
    ],
    [
        'the clock',
        `private import SI::*; action a { attribute t : Real = 0.0; first start; then accept after 2 [min]; then accept after 5; then action r assign t := localClock.currentTime; }`,
        { outputs: 't=125.0', time: 125 }
    ],
    // Terminate
    [
        'terminate a flow',
        'action a { attribute x : Integer = 0; first start; then action p assign x := 1; then terminate; }',
        { outputs: 'x=1' }
    ],
    [
        'terminate a step',
        `item def Go; action a { attribute x : Integer = 0; first start; then fork f; first f then w; first f then k; action w accept g : Go; then action s assign x := x + 10;
        action k { terminate w; assign x := x + 1; } }`,
        { outputs: 'x=11' }
    ],
    [
        'terminate a step around',
        `action a { attribute n = 0; first start; then action o { first start; then action i { assign n := 1; terminate o; assign n := 2; } then action m { assign n := 3; } }
        then action l { assign n := n + 10; } }`,
        { outputs: 'n=11' }
    ],
    [
        'terminate the action that is run',
        'action a { attribute n = 0; first start; then action o { assign n := 1; terminate a; assign n := 2; } then action l { assign n := 3; } }',
        { outputs: 'n=1' }
    ],
    [
        'terminate what has ended',
        'action a { first start; then action w; then action k { terminate w; } }',
        { error: 'action execution failed: execute action: action node k: performance already ended: w' }
    ],
    [
        'terminate what has not begun',
        'action a { attribute n = 0; first start; then action k { terminate w; assign n := 1; } then action w { assign n := n + 1; } }',
        { outputs: 'n=2' }
    ],
    [
        'statements of a terminate',
        'action a { attribute n = 0; first start; then action t terminate { assign n := 7; } then action y { assign n := 9; } }',
        { outputs: 'n=7' }
    ],
    [
        'a terminate with a flow',
        'action a { first start; then terminate { first start; then action x; } }',
        { error: 'action execution failed: initialize action: invalid action flow: terminate has a flow of its own' }
    ],
    // Performers
    ['a performing object', CAR, { outputs: '', performer: 'this.mass=22' }, { performer: 'T::fleet.cars[2]' }, 'Car::drive'],
    [
        'several objects',
        CAR,
        { error: 'cars of T::fleet holds 2 objects: pick one by index' },
        { performer: 'T::fleet.cars' },
        'Car::drive'
    ],
    ['an index past the end', CAR, { error: 'cars[3] names none' }, { performer: 'T::fleet.cars[3]' }, 'Car::drive'],
    ['no such feature', CAR, { error: 'T::fleet has no feature "pilot"' }, { performer: 'T::fleet.pilot' }, 'Car::drive'],
    ['an unknown root', CAR, { error: 'symbol not found: T::navy' }, { performer: 'T::navy' }, 'Car::drive'],
    [
        'an object by id',
        CAR,
        { error: 'performer #1 names an object by id, which a call creates none of' },
        { performer: '#1' },
        'Car::drive'
    ],
    ['no action', 'part p;', { error: 'T::p is not an action' }, undefined, 'p'],
    ['a state machine', 'state p { entry; then s; state s; }', { error: 'T::p is not an action' }, undefined, 'p'],
    ['no symbol', 'part p;', { error: 'symbol not found: T::q' }, undefined, 'q']
];

describe('actions', () => {
    it.each(CASES.map(c => [c[0], c] as const))('%s', (_, [, body, expected, options, id = 'a']) => {
        expect(runAction(modelOf(body), id, options)).toEqual(expected);
    });

    it('tokens without end: their number is limited, and the text of a choice point names the first fifty', () => {
        const body = 'action a { first start; then merge m; then fork f; then m; first f then b; action b; first b then m; }';
        expect(runAction(modelOf(body), 'a', {})).toMatchObject({
            error: 'action execution failed: execute action: execution exceeded max tokens (10000 at a time), possible infinite loop: b',
            notes: expect.arrayContaining([
                expect.stringMatching(/^choice point: step 33: tokens (\d+@f, ){49}\d+@f and 5792 more \(unordered; took 11683@b first\)$/)
            ]) as unknown
        });
    });
});
