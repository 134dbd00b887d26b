// CheckBehavior on the wire: what the sheet shows of it, its refusals, and witnesses that ExecuteAction and ExecuteState take.

import { beforeAll, describe, expect, it } from 'vitest';
import { checkBehavior } from '../../src/runtime/engines/index.js';
import { checkLines } from '../../src/session/answers/check-answers.js';
import type { MethodName } from '../../src/wire/methods.js';
import { modelOf } from '../runtime/behaviour/run.js';
import { type Answered, type Asks, hashOf, oneHost } from './one-host.js';

const CONTENT = `package P { private import ScalarValues::*;
  attribute def Go;
  part def Tank { attribute level : Integer := 0; attribute x : Integer := 0;
    constraint low { level <= 1 }
    requirement def Careful { subject t : Tank; require constraint { t.level < 2 } }
    action fill { first start; then fork f; action a assign level := 1; action b assign level := 2;
      first f then a; first f then b; first a then j; first b then j; join j; then done; }
    action straight { first start; then action a assign x := 1; then done; }
    action waits { first start; then accept Go; then done; }
    action alone { accept Go; }
    action timed { first start; then accept after 2 [SI::s]; then action a assign x := 1; then done; }
    action fails { first start; then fork f; action a assign x := 1; action b assign level := 1 % x;
      first f then a; first f then b; first a then j; first b then j; join j; then done; }
    action weighted { first start; then decide d;
      succession first d then a { @Stochastic::Probability { p = 0.7; } } succession first d then b { @Stochastic::Probability { p = 0.3; } }
      action a assign x := 1; then m; action b assign x := 2; then m; merge m; then done; }
    action rolls { first start; then action a assign x := RandomFunctions::uniformInteger(1, 6); then done; }
    action needs { in n : Integer; first start; then action a assign x := n; then done; }
    action forever { first start; then merge m; then action a assign x := x + 1; then m; } }
  part tank : Tank;
  action def Free { in n : Integer; out y := 0; first start; then action a assign y := n * 2; then done; }
  action def Loop { in n : Natural; attribute i : Integer := 0; first start; then action a { while i < n { assign i := i + 1; } } then done; }
  attribute def Load { attribute v : Integer; }
  action def Talk { in n : Integer; attribute y : Integer := 0; first start; then fork f; join j; then done;
    first f then set; action set assign y := n; then action give send new Load(v = 7) to take; then action late accept after 2 [SI::s]; then j;
    first f then take; action take accept l : Load; then action add assign y := y + l.v; then j; }
  action def Scale { in a : Integer; in k : Integer default 2; out b : Integer; assign b := a * k; }
  action def Fed { in n : Integer; attribute y : Integer := 0; first start; then one; action one : Scale { in a = n + 1; } then two;
    flow from one.b to two.a; action two { in a : Integer; assign y := a; } then done; }
  constraint three { in n : Integer; n <= 3 }
  constraint small { in y : Integer; y <= 10 }
  constraint nsmall { in n : Integer; n <= 5 }
  constraint below { in i : Integer; in n : Integer; i <= n }
  constraint far { in x : Integer; x < 3 }
  part def Lamp { attribute n : Integer := 0; port p; exhibit state modes parallel { state one { entry assign n := 1; } state two { entry assign n := 2; } }
  }
  part lamp : Lamp;
  state def Off { attribute c : Integer := 4; entry; then off; state off; accept Go then on; state on; }
  part def Heater { attribute t : Integer := 0; constraint safe { t < 6 }
    exhibit state ctrl { in limit : Integer; entry; then idle;
      state idle; transition first idle accept after 5 [SI::s] do assign t := t + 2 then heat;
      state heat; transition first heat accept when t > limit then idle;
      transition first heat accept after 3 [SI::s] if t < 4 do assign t := t + 1 then heat; } }
  part heater : Heater;
  constraint few { in limit : Integer; limit >= 0 and limit <= 3 } constraint fewer { in limit : Integer; limit == 2 }
  part def Two { attribute v : Integer := 0; exhibit state a { entry; then s; state s; } exhibit state b { entry; then r; state r; } }
  part two : Two;
  state def Wide parallel { in n : Integer; attribute v : Integer := 0;
    state x { entry assign v := v + n; } state y { entry assign v := 2 * v; } }
  state def Sends { attribute v : Integer := 0; entry; then s; state s { entry action { assign v := v + 1; send v; } } }
  state def Levels { in n : Integer; attribute v : Integer := 0; entry; then o;
    state o { entry assign v := v + 1; then i; exit assign v := 10 * v; state i { exit assign v := v + n; } state k;
      transition first i accept after 1 [SI::s] do assign v := 2 * v then k; }
    transition first o accept after 1 [SI::s] then q; state q; }
  constraint insideOut { in v : Integer; in n : Integer; v == 1 or v == 2 * (n + 1) or v == 10 * (n + 1) or v == 20 * (n + 1) }
  constraint under { in v : Integer; v < 120 }
  state def Doing { attribute v : Integer := 0; entry; then s; state s { do action { assign v := 1; accept after 1 [SI::s]; } } }
  state def Late { in d : Integer; entry; then s; state s; transition first s accept after d then done; }
  state def Blink { attribute c : Integer := 0; entry; then off; state off; accept after 2 [SI::s] do assign c := (c + 1) % 3 then on;
    state on; accept after 1 [SI::s] then off; } }`;

interface Witness {
    schedule?: string;
    choices?: string[];
    fileName?: string;
    fileContent?: string;
}
interface Response {
    claim?: string;
    strength?: string;
    freeInputs?: string[];
    assumptions?: string[];
    witness?: Witness & { inputs?: string[] };
    contrast?: Witness;
    verdict?: string;
    lines?: string[];
    error?: string;
    reason?: string;
    search?: Record<string, unknown>;
    violations?: { kind: string; probability?: number; depth?: number; witness: Witness }[];
    divergences?: { feature: string; values: { value: string; witness: Witness }[] }[];
    finals?: { outcome: string; values: Record<string, string>; witness: Witness }[];
    performerAttributes?: Record<string, { intValue?: string }>;
}

let host: Asks;
let modelHash: string;

const ask = (name: MethodName, request: object): Answered<Response> => host(name, { modelHash, ...request });
const check = (request: object): Response => ask('CheckBehavior', request).response;
const ofTank = (action: string, request: object = {}): Response =>
    check({ actionSymbolId: `P::Tank::${action}`, performerSymbolId: 'P::tank', ...request });

beforeAll(async () => {
    host = await oneHost({ SERVICE_SMT_TIMEOUT: '60s' });
    modelHash = hashOf(host, CONTENT);
});

it('tells a property that is false, and the values that differ', () => {
    const answer = ofTank('fill', { checkProperty: ['P::Tank::low'], checkWitness: true });
    expect(answer.lines).toEqual([
        '✗ Action P::Tank::fill: violation (11 states, 10 moves, depth 6)',
        '  violation: P::Tank::low is false after 3 moves (probability 1) (witness P.Tank.fill@P.tank.violation-1.witness)',
        '  divergent: this.level ends as 1 or 2',
        '    this.level = 1 (witness P.Tank.fill@P.tank-this.level-1.witness)',
        '    this.level = 2 (witness P.Tank.fill@P.tank-this.level-2.witness)',
        '  outcome: this.level = 1; this.x = 0',
        '  outcome: this.level = 2; this.x = 0',
        '  standing: violated (witnessed: 11 states, 10 moves searched, witness of 1 choice replayed)'
    ]);
    expect(answer).toMatchObject({
        verdict: 'fails',
        engine: 'check',
        strength: 'witnessed',
        search: { states: 11, moves: 10, maxDepth: 6 },
        violations: [{ kind: 'property', property: 'P::Tank::low', depth: 3, probability: 1 }],
        divergences: [{ feature: 'this.level', values: [{ value: '1' }, { value: '2' }] }]
    });
    expect(answer.violations![0].witness.fileContent).toBe(
        [
            'step 3: 3@b first of 2@a, 3@b',
            '',
            'materialize: tank #1',
            'step 1: token 1@f',
            'step 2: token 2@a, token 3@b',
            'stmt assign level',
            '  eval literal 2 -> 2',
            'choice step 3: tokens 2@a, 3@b (unordered; took 3@b first)',
            'step 3: token 2@a, token 3@j',
            '',
            'property: P::Tank::low'
        ].join('\n')
    );
});

it('tells requirements as properties, and constraints whose parameters the behaviour names', () => {
    expect(ofTank('fill', { checkProperty: ['P::Tank::Careful'] }).violations).toMatchObject([{ kind: 'property', depth: 3 }]);
    expect(ofTank('fill', { checkProperty: ['P::far'] }).violations).toBeUndefined();
});

it.each([
    ['straight', 'no violation, exhaustive', 4, 3, 3],
    ['timed', 'no violation, exhaustive', 5, 4, 4],
    ['waits', 'violation', 1, 1, 1],
    ['alone', 'violation', 0, 0, 0],
    ['fails', 'violation', 7, 7, 6]
])('%s: %s, %d states, %d moves, depth %d', (action, status, states, moves, maxDepth) => {
    const { search } = ofTank(action);
    expect({ states: 0, moves: 0, maxDepth: 0, ...search }).toMatchObject({ status, states, moves, maxDepth });
});

it.each([
    ['waits', 'accept deadlock in action waits: nothing can post the awaited message (accept Go waiting since step 2)', 1],
    ['fails', 'action node b: eval assignment RHS: division by zero', 0.5],
    ['rolls', /randomness needs a seed/, 1]
])('%s: violates', (action, error, probability) => {
    const { violations, verdict } = ofTank(action);
    expect(verdict).toBe('fails');
    expect(violations).toMatchObject([
        { error: typeof error === 'string' ? error : (expect.stringMatching(error) as string), probability }
    ]);
});

it('weighs branches, and lists both values of a weighted decision', () => {
    expect(ofTank('weighted').divergences).toMatchObject([{ feature: 'this.x', values: [{ value: '1' }, { value: '2' }] }]);
    expect(ofTank('weighted', { checkProperty: ['P::Tank::low', 'P::Tank::Careful'] }).violations).toBeUndefined();
});

it('ends at its bounds', () => {
    expect(ofTank('fill', { checkStates: 3, checkProperty: ['P::far'] })).toMatchObject({
        verdict: 'undecided',
        reason: 'the search ended at its bounds: states',
        search: { states: 3, moves: 4, maxDepth: 3, boundsHit: ['states'] },
        lines: [
            '? Action P::Tank::fill: no violation within bounds (3 states, 4 moves, depth 3; bounds hit: states)',
            '  standing: holds (bounded over schedules: 3 states, 4 moves searched, states=3 (reached))'
        ]
    });
    expect(ofTank('fill', { checkDepth: 2 }).search).toMatchObject({ states: 3, moves: 2, maxDepth: 2, boundsHit: ['depth'] });
    expect(ofTank('forever', { checkTimeout: 0.05 })).toMatchObject({ verdict: 'undecided', search: { boundsHit: ['time'] } });
});

it('searches machines: their regions, and their clocks for good', () => {
    expect(check({ stateMachineSymbolId: 'P::Off' })).toMatchObject({
        verdict: 'holds',
        search: { states: 1 },
        finals: [{ outcome: 'finalState off; visits off; c = 4' }]
    });
    expect(check({ stateMachineSymbolId: 'P::Lamp::modes', performerSymbolId: 'P::lamp' })).toMatchObject({
        verdict: 'fails',
        divergences: [{ feature: 'this.n', values: [{ value: '1' }, { value: '2' }] }]
    });
    expect(check({ stateMachineSymbolId: 'P::Blink' })).toMatchObject({ verdict: 'holds', search: { states: 6, moves: 6 } });
});

it('answers schedules that make the runs again', () => {
    for (const { values, witness } of ofTank('fill').finals!) {
        const { performerAttributes } = ask('ExecuteAction', {
            actionSymbolId: 'P::Tank::fill',
            performerSymbolId: 'P::tank',
            schedule: witness.schedule
        }).response;
        expect(performerAttributes!['this.level'].intValue).toBe(values['this.level']);
    }
});

describe('what cannot be', () => {
    it.each<[object, string]>([
        [{ actionSymbolId: 'P::Nope' }, 'behavior not found: P::Nope'],
        ...['check', 'smt'].flatMap((engine): [object, string][] => [
            [{ stateMachineSymbolId: 'P::Tank::fill', engine }, 'P::Tank::fill is not a state machine'],
            [{ actionSymbolId: 'P::Sends', engine }, 'P::Sends is not an action']
        ]),
        [
            { actionSymbolId: 'P::Tank::fill', checkProperty: ['P::Tank::lows'] },
            'unresolved reference: P::Tank::lows (did you mean P::Tank::low?)'
        ],
        [{ actionSymbolId: 'P::Tank::fill', checkProperty: ['P::Tank'] }, 'P::Tank is no constraint or requirement, which a property is'],
        [
            { actionSymbolId: 'P::Tank::fill', checkProperty: ['P::Heater::safe'] },
            'property P::Heater::safe is a constraint of P::Heater: neither P::Tank::fill nor its performer is one'
        ],
        [
            { actionSymbolId: 'P::Tank::fill', checkDiverge: ['nope'] },
            'no such feature to check divergence of: nope: the action holds no such feature and performs no such node'
        ],
        [{ actionSymbolId: 'P::Tank::needs' }, 'check cannot leave the inputs free: n'],
        [{ actionSymbolId: 'P::Tank::fill', performerSymbolId: 'P::no' }, 'symbol not found: P::no'],
        [{ actionSymbolId: 'P::Tank::fill', engine: 'run' }, 'engine "run" does not answer holds of actions and state machines']
    ])('%j', (request, error) =>
        expect(check(request)).toMatchObject({ verdict: 'undecided', error: expect.stringContaining(error) as string })
    );

    it.each<[object, string]>([
        [{}, 'exactly one of action_symbol_id and state_machine_symbol_id has to be set'],
        [{ actionSymbolId: 'a', stateMachineSymbolId: 'b' }, 'exactly one of action_symbol_id and state_machine_symbol_id has to be set'],
        [{ actionSymbolId: 'P::Tank::fill', checkDepth: -1 }, 'check_depth takes a bound of at least one, not "-1"'],
        [{ actionSymbolId: 'P::Tank::fill', checkUnroll: -1 }, 'check_unroll takes a bound of at least one, not "-1"'],
        [
            { actionSymbolId: 'P::Tank::fill', engine: 'nosuch' },
            'no engine named "nosuch"; the engines are check, explore, run, smt, solve, sweep, tool:fmi, or auto, or all'
        ]
    ])('%j', (request, message) => expect(ask('CheckBehavior', request)).toMatchObject({ code: 3, message }));

    it('an input is given by name', () => {
        expect(ofTank('needs', { inputs: { n: { intValue: 3 } } }).finals).toMatchObject([{ values: { 'this.x': '3' } }]);
    });
});

describe('engine smt', () => {
    const asked = (request: object): Response => check({ engine: 'smt', ...request });

    it('finds inputs at which a property is false, or proves that there are none', () => {
        const free = { actionSymbolId: 'P::Free', checkProperty: ['P::small'] };
        expect(asked(free)).toMatchObject({
            verdict: 'fails',
            claim: 'violated',
            strength: 'witnessed',
            freeInputs: ['n'],
            witness: { schedule: 'replay', inputs: ['n = 6', 'y = 0'] },
            lines: [
                '✗ Action P::Free: at step 2: P::small is false',
                '  inputs: n = 6, y = 0',
                '  witness: no choices',
                '  standing: violated (witnessed: 1 query by smt, replayed)'
            ]
        });
        expect(asked({ ...free, checkAssume: ['P::nsmall'] })).toMatchObject({
            verdict: 'holds',
            claim: 'holds',
            strength: 'proved',
            assumptions: ['P::nsmall'],
            lines: expect.arrayContaining(['  inputs: n : Integer free, y = 0', '  assumed: constraint P::nsmall']) as string[]
        });
    });

    it('finds a schedule, with a file that replays it', () => {
        const answer = asked({
            actionSymbolId: 'P::Tank::fill',
            performerSymbolId: 'P::tank',
            checkProperty: ['P::Tank::low'],
            checkWitness: true
        });
        expect(answer.witness).toMatchObject({
            choices: ['step 3: 3@b first of 2@a, 3@b'],
            fileName: 'P.Tank.fill@P.tank.violation-1.witness',
            fileContent: expect.stringMatching(/\n\nproperty: P::Tank::low$/) as string
        });
    });

    it('looks for values that differ where it is asked', () => {
        const fill = { actionSymbolId: 'P::Tank::fill', performerSymbolId: 'P::tank' };
        expect(asked(fill)).toMatchObject({ verdict: 'holds', strength: 'proved' });
        const differs = asked({ ...fill, checkDiverge: ['this.level'] });
        expect(differs).toMatchObject({ verdict: 'fails', claim: 'sensitive' });
        expect([differs.witness!.schedule, differs.contrast!.schedule].sort()).toEqual(['replay:0/2', 'replay:1/2']);
    });

    it('says how far it has unrolled loops', () => {
        const loop = { actionSymbolId: 'P::Loop', checkProperty: ['P::below'] };
        expect(asked({ ...loop, checkUnroll: 2 })).toMatchObject({
            verdict: 'undecided',
            claim: 'holds',
            strength: 'bounded',
            reason: 'the unrolling ended at its bounds: unroll',
            bounds: [{ name: 'depth', limit: '40' }, { name: 'unroll', limit: '2', reached: true }, { name: 'solver' }]
        });
    });

    it('unrolls machines: inputs that nothing is bound to are free, the run is replayed', () => {
        const heater = { stateMachineSymbolId: 'P::Heater::ctrl', performerSymbolId: 'P::heater', checkProperty: ['P::Heater::safe'] };
        expect(asked({ ...heater, checkAssume: ['P::few'], checkDepth: 5 })).toMatchObject({
            verdict: 'fails',
            claim: 'violated',
            strength: 'witnessed',
            freeInputs: ['limit'],
            lines: [
                '✗ State machine P::Heater::ctrl: at step 4: P::Heater::safe is false',
                '  inputs: limit = 3, this.t = 0',
                '  assumed: constraint P::few',
                '  witness: no choices',
                expect.stringContaining('standing: violated (witnessed:') as string
            ]
        });
        expect(asked({ ...heater, checkAssume: ['P::fewer'], checkDepth: 4 })).toMatchObject({ verdict: 'holds', strength: 'proved' });
    });

    it('unrolls nested states: what is left is left from inside out, what an outer state waits for goes on', () => {
        const levels = { stateMachineSymbolId: 'P::Levels', checkAssume: ['P::nsmall'] };
        expect(asked({ ...levels, checkProperty: ['P::insideOut'] })).toMatchObject({ verdict: 'holds', strength: 'proved' });
        // The timer of the inner state first, then that of the outer one.
        expect(asked({ ...levels, checkProperty: ['P::under'] })).toMatchObject({
            verdict: 'fails',
            strength: 'witnessed',
            lines: expect.arrayContaining(['✗ State machine P::Levels: at step 2: P::under is false', '  inputs: n = 5, v = 0']) as string[]
        });
    });

    it('unrolls regions beside each other, in every order of what they perform', () => {
        const wide = { stateMachineSymbolId: 'P::Wide', checkAssume: ['P::nsmall'] };
        expect(asked({ ...wide, checkProperty: ['P::under'] })).toMatchObject({ verdict: 'holds', strength: 'proved' });
        const differs = asked({ ...wide, checkDiverge: ['v'] });
        expect(differs).toMatchObject({ verdict: 'fails', claim: 'sensitive' });
        expect([differs.witness!.schedule, differs.contrast!.schedule].sort()).toEqual(['replay:0/2', 'replay:1/2']);
    });

    it('unrolls accepts and sends of an action: what it waits for, in every order, for every input', () => {
        const talk = { actionSymbolId: 'P::Talk', checkProperty: ['P::small'], checkAssume: ['P::nsmall'] };
        expect(asked(talk)).toMatchObject({
            verdict: 'fails',
            lines: expect.arrayContaining(['✗ Action P::Talk: at step 6: P::small is false', '  inputs: n = 4, y = 0']) as string[]
        });
        expect(asked({ ...talk, checkAssume: ['P::nsmall', 'P::three'] })).toMatchObject({ verdict: 'holds', strength: 'proved' });
        const waits = { actionSymbolId: 'P::Tank::waits', performerSymbolId: 'P::tank' };
        expect(asked(waits).lines![0]).toContain('at step 1: deadlock: accept deadlock in action waits');
    });

    it.each([
        ['P::Fed', 'P::small', 'P::nsmall', 'at step 3: P::small is false'],
        ['P::Fed', 'P::small', 'P::three', 'holds']
    ])('%s: copies values into steps and along flows', (actionSymbolId, property, assumed, text) => {
        const answer = asked({ actionSymbolId, checkProperty: [property], checkAssume: [assumed] });
        expect(answer.lines![0]).toContain(text);
        expect(answer.strength).toBe(text === 'holds' ? 'proved' : 'witnessed');
    });

    it('leaves features free that the model gives a value', () => {
        const straight = { actionSymbolId: 'P::Loop', checkProperty: ['P::below'], checkInput: ['i'] };
        expect(asked(straight)).toMatchObject({ verdict: 'fails', freeInputs: ['n', 'i'] });
    });

    it('says why a property cannot be evaluated, as the search does', () => {
        const unbound = { actionSymbolId: 'P::Free', checkProperty: ['P::three', 'P::below'] };
        const why = 'property P::below could not be evaluated in a state: property evaluation failed: i <= n is undetermined';
        expect(asked({ ...unbound, checkAssume: ['P::three'] }).reason).toContain(why);
    });

    it.each([
        [{ actionSymbolId: 'P::Tank::rolls', performerSymbolId: 'P::tank' }, 'a draw of RandomFunctions::uniformInteger is not encoded'],
        [{ actionSymbolId: 'P::Free', checkInput: ['nope'] }, 'no such input to leave free: nope'],
        [{ actionSymbolId: 'P::Free', checkAssume: ['P::Nope'] }, 'unresolved reference: P::Nope'],
        [{ actionSymbolId: 'P::Free', checkProperty: ['P::Tank::low'] }, 'property P::Tank::low is a constraint of P::Tank'],
        [{ actionSymbolId: 'P::Free', checkDiverge: ['nope'] }, 'no such feature to check divergence of: nope'],
        [{ stateMachineSymbolId: 'P::Sends' }, 'a message whose payload depends on free or changing features is not encoded'],
        [{ stateMachineSymbolId: 'P::Doing' }, 'accept is not encoded'],
        [{ stateMachineSymbolId: 'P::Late' }, 'a time that depends on free or changing features is not encoded'],
        [{ stateMachineSymbolId: 'P::Two::a', performerSymbolId: 'P::two' }, 'what goes on beside the machine in b is not encoded'],
        [{ actionSymbolId: 'P::Free', engine: 'check', checkAssume: ['P::nsmall'] }, 'check cannot leave the inputs free']
    ])('refuses %j', (request, error) => {
        expect(asked(request)).toMatchObject({ verdict: 'undecided', strength: 'not covered' });
        expect(asked(request).error).toContain(error);
    });
});

it('a violation that its replay does not show leaves the check undecided, and the report says so', () => {
    const model = modelOf(
        'part def P { attribute x : Integer := 0; constraint low { x < 1 } action a { first start; then assign x := 1; then done; } } part p : P;'
    );
    const request = {
        behaviour: 'T::P::a',
        kind: 'action',
        performer: 'T::p',
        properties: ['T::P::low'],
        diverge: [],
        bounds: {}
    } as const;
    const answer = checkBehavior(model, request);
    if ('error' in answer) throw new Error(answer.error);
    const violations = answer.violations.map(v => ({ ...v, witness: { ...v.witness, isReplayed: false } }));
    expect(
        checkLines({ ...answer, verdict: 'undecided', isOpen: true, reason: 'a replay disagrees with its witness', violations }).slice(2)
    ).toEqual(
        expect.arrayContaining([
            '  replay of violation 1 (T::P::low is false after 2 moves (probability 1)): replay disagrees with the witness',
            '  standing: not covered (a replay disagrees with its witness)'
        ])
    );
});
