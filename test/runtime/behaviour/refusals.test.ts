/** What an action or a machine cannot do, with the reason, beside what is like it and can be done: one line a rule. */
import { describe, expect, it } from 'vitest';
import { modelOf, runAction, runState } from './run.js';

const EXECUTE = 'action execution failed: execute action: ';
const FLOW = 'action execution failed: initialize action: invalid action flow: ';
const MACHINE = 'state execution failed: execute state machine: ';
const CALLED = `item def G;
    action def Twice { in x : Integer; out y : Integer; first start; then assign y := x * 2; }
    action def Two { in x : Integer; out y : Integer = 1; out z : Integer = 2; first start; then done; }
    action def None { in x : Integer; first start; then done; }
    action def Changed { inout x : Integer; first start; then assign x := x + 1; }
    action def Waits { out y : Integer = 1; first start; then accept G; }
    action def Later { out y : Integer = 1; first start; then accept after 3; }`;
const calling = (call: string): string => `${CALLED} action a { attribute r [0..1] = 0; first start; then assign r := ${call}; }`;
const within = (declared: string, statements: string): string => `action a { ${declared} first start; then action s { ${statements} } }`;
const step = (declared: string, text: string, outside = ''): string => `${outside} action a { ${declared} first start; then ${text}; }`;
const BRANCHES = 'if n == 1 { assign r := 1; } else if n == 2 { assign r := 2; }';
const N = 'attribute n : Integer = 0;';
const PORT = 'item def G; port def P { in item g : G; } part b { port p : P; }';
const routed = (node: string, reason: string): string => `${EXECUTE}action node ${node}: send reaches no receiving port: ${reason}`;

describe('an action', () => {
    it.each<readonly [what: string, body: string, answer: string]>([
        ['calls an action', calling('Twice(3)'), 'r=6'],
        ['calls an action by names', calling('Twice(x = 4)'), 'r=8'],
        ['calls an action with two outputs', calling('Two(3)'), 'r=a performance'],
        ['calls an action without an output', calling('None(3)'), 'r=null'],
        ['calls an action that changes its input', calling('Changed(3)'), 'r=null'],
        [
            'calls an action that waits for a message',
            calling('Waits()'),
            `${EXECUTE}action node assign: eval assignment RHS: accept deadlock: accept G waiting since step 2`
        ],
        [
            'calls an action that waits for the clock',
            calling('Later()'),
            `${EXECUTE}action node assign: eval assignment RHS: state behavior waits for the clock`
        ],
        [
            'decides by two Booleans',
            'attribute flags : Boolean[*] nonunique = (true, false); action a { first start; then decide d; if flags then x; else y; action x; action y; }',
            `${EXECUTE}type mismatch: node d: guard must evaluate to boolean, got a sequence`
        ],
        ['sends nothing', step('', 'send to a'), `${EXECUTE}action node send: type mismatch: a send without payload`],
        ['sends via an attribute', step(N, 'send 1 via n'), routed('send', '"n" names no port of the sender')],
        ['sends to an attribute', step(N, 'send 1 to n'), routed('send', '"n" names no port of an object the sender can address')],
        [
            'sends to what is not there',
            step('ref q : Q [0..1];', 'send 1 to q', 'part def Q;'),
            routed('send', '"q" names no port of an object the sender can address')
        ],
        [
            'sends to a port of another payload',
            step('', 'send 1 to b.p', PORT),
            routed('send', 'port "b.p" receives no such payload: Integer is none of what it receives (g : G)')
        ],
        [
            'assigns what is not set',
            step('attribute m : Integer; attribute n : Integer = 0;', 'assign n := m'),
            `${EXECUTE}action node assign: eval assignment RHS: unresolved reference: m`
        ],
        ['has a state in a loop', within('', 'while true { state m; }'), `${EXECUTE}action node s: a state usage cannot be executed: m`],
        ['has a part in a branch', within('', 'if true { part q; }'), `${EXECUTE}action node s: a part usage cannot be executed: q`],
        [
            'terminates a value',
            step(N, 'terminate n'),
            `${EXECUTE}action node terminate: occurrence cannot be terminated: an Integer is no occurrence`
        ],
        [
            'terminates what is not there',
            step('ref q : Q [0..1];', 'terminate q', 'part def Q;'),
            `${EXECUTE}action node terminate: occurrence cannot be terminated: null is no occurrence`
        ],
        [
            'repeats for values that cannot be computed',
            within(N, 'for i in 1 / 0 { assign n := 1; }'),
            `${EXECUTE}action node s: eval 'for' collection: division by zero`
        ],
        ['repeats for no value', within(N, 'for i : Integer in () { assign n := 1; }'), 'n=0'],
        ['repeats for values', within(N, 'for i : Integer in (1, 2, 3) { assign n := n * 10 + i; }'), 'n=123'],
        ['repeats while', within(N, 'while n < 5 { assign n := n + 2; }'), 'n=6'],
        ['repeats until', within(N, 'loop { assign n := n + 2; } until n > 5;'), 'n=6'],
        ...[
            ['first', 1, '', 'n=1 r=1'],
            ['second', 2, '', 'n=2 r=2'],
            ['last', 4, 'else { assign r := 3; }', 'n=4 r=3'],
            ['missing', 4, '', 'n=4 r=0']
        ].map(
            ([which, n, rest, answer]) =>
                [
                    `takes the ${which} branch`,
                    within(`attribute n : Integer = ${n}; attribute r : Integer = 0;`, `${BRANCHES} ${rest}`),
                    String(answer)
                ] as const
        ),
        [
            'waits for a condition that another step makes true',
            `action a { ${N} first start; then fork f; first f then w; first f then s; action w accept when n > 2; then assign n := n * 10; action s assign n := 3; }`,
            'n=30'
        ],
        [
            'waits for a condition that nothing makes true',
            step(N, 'accept when n > 2'),
            `${EXECUTE}accept deadlock in action a: nothing can post the awaited message (accept when n > 2 waiting since step 2)`
        ],
        ['waits for a point of time', step(N, 'accept at 5; then assign n := 1'), 'n=1 at 5'],
        ['waits for a time', step(N, 'accept at 2; then accept after 5; then assign n := 1'), 'n=1 at 7'],
        [
            'has two successors of a step',
            'action a { first start; then action r; first start then s; action s; }',
            `${EXECUTE}more than one succession is enabled: action node start has multiple successors: r and s`
        ],
        ['starts at its end', 'action a { first done; }', ''],
        [
            'has a succession to what is no step',
            'part q; action a { action x; first start; then x; first x then q; }',
            `${FLOW}undefined target node "q"`
        ],
        [
            'has a probability without a decision',
            'private import Stochastic::*; action a { first start; then action w; then x { @Probability { p = 0.5; } } action x; }',
            `${FLOW}a probability is stated on a succession that leaves no decision: w`
        ],
        [
            'has the probability of a step',
            'private import Stochastic::*; action a { first start; then x; action x { @Probability { p = 0.5; } } }',
            `${FLOW}a probability is stated on action usage x, which is no succession`
        ],
        [
            'has a decision without a branch',
            `action a { ${N} first start; then decide d; if n > 2 then x; if n > 3 then y; action x; action y; }`,
            `${EXECUTE}no guard holds: decision d has no branch to take`
        ],
        [
            'has a join that a step never reaches',
            'action a { join j; action x; action y; first start then x; first x then j; first y then j; first j then z; action z; }',
            `${EXECUTE}action deadlock in action a: join j waits for y`
        ]
    ])('that %s', (_what, body, answer) => {
        const { error, outputs, time } = runAction(modelOf(body), 'a') as { error?: string; outputs?: string; time?: number };
        expect(error ?? `${outputs}${time === undefined ? '' : ` at ${time}`}`).toBe(answer);
    });
});

const GO = 'entry; then w; state w; accept go';
const LOGGED = 'attribute n = 3; attribute log = 0;';

describe('a machine', () => {
    it.each<readonly [what: string, body: string, answer: string]>([
        [
            'has a choice without an open branch',
            `${N} ${GO} then c; choice c; transition first c if n > 2 then z; state z;`,
            `${MACHINE}no branch is open: choice c has no enabled branch`
        ],
        [
            'has a junction without an open branch, which stays where it is',
            `${N} ${GO} then c; junction c; transition first c if n > 2 then z; state z;`,
            'w n=0'
        ],
        [
            'has a junction with one',
            `${LOGGED} ${GO} then c; junction c; transition first c if n <= 2 then w; transition first c if n > 2 then z; state z;`,
            'w z n=3 log=0'
        ],
        [
            'has junctions with effects',
            `${LOGGED} ${GO} do assign log := 1 then c; junction c; transition first c if n > 2 do assign log := log * 10 + 2 then d;
                junction d; transition first d do assign log := log * 10 + 3 then z; state z;`,
            'w z n=3 log=123'
        ],
        [
            'has an entry transition that does not hold',
            `${N} entry; transition first start if n > 2 then w; state w;`,
            `${MACHINE}no entry transition holds: of m`
        ],
        [
            'has one in a state',
            `${N} state w { entry; if n > 1 then b; state b; } entry; then w;`,
            `${MACHINE}no entry transition holds: of w`
        ],
        [
            'has a history with nothing to restore',
            'entry; then idle; state idle; accept go then w.h; state w { state b; state c; history h; }',
            `${MACHINE}no history: h of w has nothing to restore and no default entry`
        ],
        [
            'enters a state again',
            `${LOGGED} entry; then w; state w { entry assign log := log * 10 + 1; exit assign log := log * 10 + 2; } accept go then w;`,
            'w w n=3 log=121'
        ],
        [
            'has a behavior with steps beside the action that it refers to',
            `action def B; action b : B; entry b { action more; } then w; state w;`,
            `${MACHINE}enter state: entry action: invalid behavior: a behavior that refers to b cannot have steps of its own`
        ],
        [
            'has an entry that waits',
            'item def G; entry action { first start; then accept G; } then w; state w;',
            `${MACHINE}enter state: entry action: accept deadlock: accept G waiting since step 2`
        ],
        [
            'has an entry that waits for the clock',
            'entry action { first start; then accept after 2; } then w; state w;',
            `${MACHINE}enter state: entry action: action node accept: state behavior waits for the clock`
        ],
        [
            'has an effect that waits',
            `item def G; ${GO} do action { first start; then accept G; } then z; state z;`,
            `${MACHINE}transition effect: accept deadlock: accept G waiting since step 2`
        ]
    ])('that %s', (_what, body, answer) => {
        const { error, visited, context } = runState(modelOf(`state m { ${body} }`), 'm', { events: ['go'] });
        expect(error ?? [visited, context].filter(Boolean).join(' ')).toBe(answer);
    });
});

describe('a message is taken by its type', () => {
    const ACCEPTED = ['Integer', 'Natural', 'Real', 'Number', 'String', 'Boolean', 'G', 'General', 'Special', 'E', 'ISQ::MassValue'];
    const NUMBERS = 'Integer Natural Real Number';
    it.each<readonly [payload: string, accepted: string]>([
        ['1', NUMBERS],
        ['n', NUMBERS],
        ['Four()', NUMBERS],
        ['(1, 2)', NUMBERS],
        ['1.5', 'Real Number'],
        ['"a"', 'String'],
        ['true', 'Boolean'],
        ['new G()', 'G General'],
        ['new General()', 'General'],
        ['new Special()', 'G General Special'],
        ['held', 'G General held'],
        ['other', 'G General other'],
        ['items', 'G General'],
        ['E::x', 'E'],
        ['5 [SI::kg]', 'ISQ::MassValue'],
        ['null', '']
    ])('%s', (payload, accepted) => {
        const accepts = [...ACCEPTED.map(type => `m : ${type}`), 'm :> held', 'm :> other'];
        const model = modelOf(`item def General; item def G :> General; item def Special :> G; enum def E { enum x; enum y; }
            item held : G; item other : G; item items : G [2]; calc def Four { return : Integer = 4; } attribute n : Integer = 7;
            ${accepts.map((accept, i) => `action a${i} { first start; then send ${payload} to a${i}; then accept ${accept}; }`).join('\n')}`);
        const isTaken = (i: number): boolean => {
            const { error } = runAction(model, `a${i}`) as { error?: string };
            // a number without a unit is taken for a quantity, and refused
            expect(error ?? '').toMatch(/^$|deadlock|must be ISQ::MassValue/);
            return error === undefined;
        };
        expect(
            accepts
                .filter((_, i) => isTaken(i))
                .map(accept => accept.replace(/^m :>? /, ''))
                .join(' ')
        ).toBe(accepted);
    });
});

describe('a send through a port', () => {
    const PORTS = `item def General; item def G :> General; item def H; port def In { in item g : G; in attribute n : Integer; } port def Out { out item g : G; }
        port def Both { inout item g : G; } port def Any; port def Mixed { in item g : G; out item h : H; } port def Kept :> In;
        part b { port i : In; port o : Out; port j : ~In; port c : ~Out; port both : Both; port any : Any; port free; port m : Mixed; port w : ~Mixed;
            port kept : Kept; port same :> c; port row : In [2]; part deep { port i : In; } } attribute n = 1;`;
    const none = (detail: string): string => routed('send', detail);
    const refused = (port: string, type: string, received: string): string =>
        none(`port "${port}" receives no such payload: ${type} is none of what it receives (${received})`);
    const outbound = (...ends: readonly string[]): string => none(`port "p" is joined only to outbound ends (${ends.join(', ')})`);
    it.each<readonly [what: string, payload: string, connections: string, answer: string]>([
        ['to one that receives', 'new G()', 'connect p to b.i;', ''],
        ['from the second end', 'new G()', 'connect b.i to p;', ''],
        ['to one in a part of a part', 'new G()', 'connect p to b.deep.i;', ''],
        ['to several', 'new G()', 'connect p to b.row;', ''],
        ['to one that only sends', 'new G()', 'connect p to b.o;', outbound('b.o')],
        ['to the conjugate of one that receives', 'new G()', 'connect p to b.j;', outbound('b.j')],
        ['to the conjugate of one that sends', 'new G()', 'connect p to b.c;', ''],
        ['to a subset of such a conjugate', 'new G()', 'connect p to b.same;', ''],
        ['to one of a special definition', 'new G()', 'connect p to b.kept;', ''],
        ['to one in both directions', 'new G()', 'connect p to b.both;', ''],
        ['to one without features', 'new H()', 'connect p to b.any;', ''],
        ['to one without a definition', 'new H()', 'connect p to b.free;', ''],
        ['of a number', '1', 'connect p to b.i;', ''],
        ['of another type', 'new H()', 'connect p to b.i;', refused('b.i', 'H', 'g : G; n : Integer')],
        ['of a more general type', 'new General()', 'connect p to b.i;', refused('b.i', 'General', 'g : G; n : Integer')],
        ['of what the other only sends', 'new H()', 'connect p to b.m;', refused('b.m', 'H', 'g : G')],
        ['of what the conjugate receives', 'new H()', 'connect p to b.w;', ''],
        ['of what the conjugate only sends', 'new G()', 'connect p to b.w;', refused('b.w', 'G', 'h : H')],
        ['to one of two that receives', 'new G()', 'connect p to b.o; connect p to b.i;', ''],
        ['to two that only send', 'new G()', 'connect p to b.o; connect p to b.j;', outbound('b.o', 'b.j')],
        [
            'to one that only sends and one of another type',
            'new H()',
            'connect p to b.o; connect p to b.i;',
            refused('b.i', 'H', 'g : G; n : Integer')
        ],
        ['over a connection of three', 'new G()', 'connect (p, b.o, b.i);', ''],
        ['over an interface', 'new G()', 'interface connect p to b.i;', ''],
        ['that is joined to nothing', 'new G()', '', none('port "p" is joined to no port that can receive it')],
        ['over a connection of others', 'new G()', 'connect b.o to b.i;', none('port "p" is joined to no port that can receive it')]
    ])('%s', (_what, payload, connections, answer) => {
        const { error } = runAction(
            modelOf(`${PORTS} action a { port p; ${connections} first start; then send ${payload} via p; }`),
            'a'
        ) as { error?: string };
        expect(error ?? '').toBe(answer);
    });
});
