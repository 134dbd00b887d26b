/**
 * Behaviours among the parts of an object: what is sent over ports, what flows, what is derived, who performs
 * (contract behaviour 5, 6, 11).
 */
import { describe, expect, it } from 'vitest';
import { instantiate } from '../../../src/runtime/behaviour/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { modelOf, type Options, runAction, runState } from './run.js';

type Case = readonly [name: string, body: string, id: string, expected: Record<string, unknown>, options?: Options];

const RECEIVER = (port: string): string => `item def Sig { attribute v : Integer = 7; } port def P { out item o : Sig; }
    part def Base { port p : ~P; port plain; } part def Dev :> Base { ${port} attribute got : Integer = 0;
        exhibit state m { entry; then a; state a; transition first a accept s : Sig via p do assign got := s.v then b; state b; } }
    part def Sender { port q : P; perform action go { action s send new Sig(v = 9) via q; } } part sys { part d : Dev; part s : Sender; connect s.q to d.p; }`;
const NESTED = (
    port: string
): string => `item def Sig { attribute v : Integer = 7; } port def P { out item o : Sig; } port def Q { port a : P; port b : ~P; }
    part def Dev { port p : ~Q; attribute got : Integer = 0;
        exhibit state m { entry; then a; state a; transition first a accept s : Sig via p.${port} do assign got := s.v then b; state b; } }
    part def Sender { port q : Q; perform action go { action s send new Sig(v = 9) via q.${port}; } }
    part sys { part d : Dev; part s : Sender; connect s.q.${port} to d.p.${port}; }`;
const RECEIVED = { visited: 'a b', context: 'this.got=9' };
const HUB = `item def Sig { attribute v : Integer = 7; } part def Src { port q; attribute v : Integer = 1; perform action go { action s send new Sig(v = v) via q; } }
    part def Hub { port ps[2]; attribute got : Integer = 0; exhibit state m { entry; then a; state a; transition first a accept s : Sig via ps do assign got := got + s.v then a; } }
    part net { part h : Hub; part s1 : Src; connect s1.q to h.ps; }`;
const BROADCAST = `item def Sig; part def Bcast { port ps[2]; perform action go { action s send new Sig() via ps; } }
    part def Recv { port q; attribute got : Integer = 0; exhibit state m { entry; then a; state a; transition first a accept Sig via q do assign got := got + 1 then a; } }
    part net { part b : Bcast; part r1 : Recv; part r2 : Recv; connect b.ps to r1.q; connect b.ps to r2.q; }`;
const EVENTS = (
    accepted: string,
    sent: string
): string => `item def Sig; event occurrence e; event occurrence typed : Sig; event occurrence special :> e; event occurrence other;
    action a { attribute n : Integer = 0; first start; then action s send ${sent} to self; then action w accept :> ${accepted}; then action t assign n := 1; }`;
const LOST = 'action execution failed: execute action: accept deadlock in action a: nothing can post the awaited message (accept ';

const CASES: readonly Case[] = [
    // What accepts take
    ['an accept of a feature takes its occurrence', EVENTS('e', 'e'), 'a', { outputs: 'n=1' }],
    ['a typed one as well', EVENTS('typed', 'typed'), 'a', { outputs: 'n=1' }],
    ['one that subsets it', EVENTS('e', 'special'), 'a', { outputs: 'n=1' }],
    ['no other feature', EVENTS('e', 'other'), 'a', { error: `${LOST}e waiting since step 3)` }],
    ['not what is merely of the same type', EVENTS('typed', 'new Sig()'), 'a', { error: `${LOST}typed waiting since step 3)` }],
    [
        'on a transition too',
        `item def Sig; event occurrence e : Sig; event occurrence f : Sig; state m { entry; then a; state a { do action { action x send f to self; then action y send e to self; } }
            transition first a accept :> e then b; state b; }`,
        'm',
        { visited: 'a b', notes: ['Sig is never accepted: no behaviour of this run accepts it there'] }
    ],
    // Variants
    [
        'the behaviour of the selected variant runs',
        `part def E { attribute n : Integer := 0; } part def V { attribute r : Integer = e.n; exhibit state m { entry; then lo; state lo; accept when r == 8 then hi; state hi; }
            variation part e : E { variant part fast : E { exhibit state s { entry; then a; state a; accept after 2 [SI::s] do assign n := 8 then b; state b; } } variant part slow : E; } }
            part v : V { part :>> e = e::fast; }`,
        'V::m',
        { visited: 'lo hi', context: 'this.r=8', time: 2 },
        { performer: 'T::v' }
    ],
    [
        'that of no other',
        `part def E { attribute n : Integer := 0; } part def V { attribute r : Integer = e.n; exhibit state m { entry; then lo; state lo; accept when r == 8 then hi; state hi; }
            variation part e : E { variant part fast : E { exhibit state s { entry; then a; state a; accept after 2 [SI::s] do assign n := 8 then b; state b; } } variant part slow : E; } }
            part v : V { part :>> e = e::slow; }`,
        'V::m',
        { visited: 'lo', context: 'this.r=0' },
        { performer: 'T::v' }
    ],
    // Parameters of machines
    [
        'an output of a machine is at once what it is bound to',
        `part def D { attribute k : Integer = 4; attribute r : Integer := 0; attribute twice : Integer = 2 * r; exhibit state m : S { in n = k; out o = r; } }
            state def S { in n : Integer; out o : Integer; entry; then a; state a { entry assign o := n * 2; } accept after 1 [SI::s] do assign o := o + 1 then b; state b; } part d : D;`,
        'D::m',
        { visited: 'a b', context: 'n=(4) o=(9) this.k=4 this.r=9 this.twice=18', time: 1 },
        { performer: 'T::d' }
    ],
    // Ports
    [
        'a port without a typing of its own is conjugated as the one it redefines',
        RECEIVER('port :>> p;'),
        'Dev::m',
        RECEIVED,
        { performer: 'T::sys.d' }
    ],
    ['or inherited', RECEIVER(''), 'Dev::m', RECEIVED, { performer: 'T::sys.d' }],
    ['or subsetted', RECEIVER('port inlet :> p { }'), 'Dev::m', RECEIVED, { performer: 'T::sys.d' }],
    [
        'its own typing decides',
        RECEIVER('port :>> p : P;'),
        'Dev::m',
        { error: 'action s.go: action node s: send reaches no receiving port: port "q" is joined only to outbound ends (d.p)' },
        { performer: 'T::sys.d' }
    ],
    ['a port in a conjugated port is conjugated', NESTED('a'), 'Dev::m', RECEIVED, { performer: 'T::sys.d' }],
    [
        'one that is conjugated itself there is not',
        NESTED('b'),
        'Dev::m',
        { error: 'action s.go: action node s: send reaches no receiving port: port "q.b" is joined only to outbound ends (d.p.b)' },
        { performer: 'T::sys.d' }
    ],
    [
        'a port of several takes what each of them receives',
        HUB,
        'Hub::m',
        { visited: 'a a a', context: 'this.got=2' },
        { performer: 'T::net.h' }
    ],
    [
        'what is sent through several fans out, one copy to each receiver',
        BROADCAST,
        'Recv::m',
        {
            visited: 'a a',
            context: 'this.got=1',
            notes: [
                'choice point: at t=0.0: due state machine m of object #2, state machine m of object #4 (unordered; ran state machine m of object #4 first)'
            ]
        },
        { performer: 'T::net.r1' }
    ],
    [
        'what nothing can take is noted, once',
        `item def Sig; item def Other; part def Box { exhibit state m { entry; then a; state a; transition first a accept Other then a; } }
            part sys { part box : Box; action a { first start; then action x send new Sig() to box; then action y send new Sig() to box; then action z send new Other() to box; } }`,
        'sys::a',
        { outputs: '', notes: ['Sig to object sys.box is never accepted: no behaviour of this run accepts it there'] },
        { performer: 'T::sys' }
    ],
    [
        'a part that is held under two features runs its machines once',
        `attribute def Go; part def U { attribute n : Integer = 0; exhibit state m { entry; then a; state a { entry assign n := n + 1; } } }
            part def S { part units : U[0..*]; part one : U :> units; part two : U :> units; attribute total : Integer = NumericalFunctions::sum(units.n); exhibit state m { entry; then a; state a; } }`,
        'S::m',
        { visited: 'a', context: 'this.total=2' },
        { performer: 'T::S' }
    ],
    // Who performs
    [
        'an input that the performer conforms to is the performer',
        'part def Car { attribute mass : Integer = 10; exhibit state m : M; } state def M { in ref car : Car; entry; then a; state a { entry assign car.mass := 99; } }',
        'Car::m',
        { visited: 'a', context: 'car=(#1) this.mass=99' },
        { performer: 'T::Car' }
    ],
    [
        'one of another type is not',
        'part def Car { exhibit state m : M; } part def Ship; state def M { in ref ship : Ship[0..1]; attribute none : Boolean; entry; then a; state a { entry assign none := ship == null; } }',
        'Car::m',
        { visited: 'a', context: 'none=true' },
        { performer: 'T::Car' }
    ],
    [
        'an action of a part definition assigns its features',
        'part def Car { attribute mass : Integer = 10; part engine { attribute rpm : Integer = 1; } action drive { out r : Integer; action s { assign mass := mass + 1; assign engine.rpm := mass; } then action t assign r := mass + engine.rpm; } }',
        'Car::drive',
        { outputs: 'r=(22)' }
    ],
    // What cannot be computed
    [
        'an attribute of the object that cannot be computed fails no run that does not read it',
        'part def Car { attribute wrong : Integer = 1 / 0; attribute fine : Integer = 3; exhibit state m { attribute y : Integer = 2; entry; then a; state a; } }',
        'Car::m',
        { visited: 'a', context: 'y=2 this.fine=3' },
        { performer: 'T::Car' }
    ],
    [
        'one that is read does',
        'part def Car { attribute wrong : Integer = 1 / 0; action a { attribute n : Real = 1; action s assign n := wrong; } }',
        'Car::a',
        {
            error: 'action execution failed: execute action: action node s: eval assignment RHS: feature value Car.wrong: division by zero'
        },
        { performer: 'T::Car' }
    ],
    [
        'an attribute of a machine that cannot be computed when it starts fails it',
        'part def Car { exhibit state m { attribute x : Real = 1 / 0; entry; then a; state a; } }',
        'Car::m',
        { error: 'state machine m: feature value m.x: division by zero' },
        { performer: 'T::Car' }
    ],
    [
        'one of a state fails when the state is entered',
        'state m { entry; then a; state a; transition first a accept go then b; state b { attribute x : Integer := 1 % 0; } item def go; }',
        'm',
        { error: 'state execution failed: execute state machine: feature value b.x: division by zero' },
        { events: ['go'] }
    ],
    [
        'an unknown input of what the performer performs itself',
        'part def Car { perform action a { in n : Integer; first start; then done; } }',
        'Car::a',
        { error: 'action execution failed: initialize action: action a: unknown parameter: m of a' },
        { performer: 'T::Car', inputs: new Map([['m', 1]]) }
    ],
    // Successions
    [
        'two unguarded successions are both named',
        'action a { attribute n : Integer = 0; first x; action x; action y assign n := 1; action z assign n := 2; first x then y; first x then z; }',
        'a',
        {
            error: 'action execution failed: execute action: more than one succession is enabled: action node x has multiple successors: y and z'
        }
    ],
    // What is derived
    [
        'a derived attribute of a machine follows what it reads',
        'state m { attribute a : Integer = 1; attribute t : Integer = a * 2; attribute u : Integer = t + 1; entry; then s; state s { entry assign a := u + 5; } transition first s if t > 10 then z; state z; }',
        'm',
        { visited: 's z', context: 'a=8 t=16 u=17' }
    ],
    [
        'a change condition sees it',
        'state m { attribute a : Integer = 1; attribute t : Integer = a * 2; entry; then s; state s { do action { accept after 2; assign a := 9; } } transition first s accept when t > 10 then z; state z; }',
        'm',
        { visited: 's z', context: 'a=9 t=18', time: 2 }
    ],
    [
        'an initial value does not follow, nor what was assigned',
        'state m { attribute a : Integer = 1; attribute t : Integer := a; attribute u : Integer = a; entry; then s; state s { entry action { assign u := 7; assign a := 5; } } }',
        'm',
        { visited: 's', context: 'a=5 t=1 u=7' }
    ],
    [
        'the initial value of a feature of a state is of its entry, whenever it is read',
        'state m { attribute a : Integer := 1; entry; then s; state s { attribute k : Integer := a; entry assign a := 5; exit assign a := a + k; } transition first s if a > 4 then z; state z; }',
        'm',
        { visited: 's z', context: 'a=6' }
    ],
    [
        'the bound attributes of an action follow, derived or not',
        'action a { attribute x : Integer = 1; attribute before : Integer = x; derived attribute twice : Integer = x * 2; action s { assign x := 5; } }',
        'a',
        { outputs: 'x=5 before=5 twice=10' }
    ],
    [
        'guards that are only previewed leave it as it was',
        `action def Bump { inout k : Integer; out r : Integer; assign k := 9; assign r := 1; } part def Car { attribute k : Integer = 1; attribute t : Integer = k + 1; attribute seen : Integer = 0;
            exhibit state m { entry; then s; state s; transition first s if t == 2 then x; transition first s if t > 1 then y; state x { entry assign seen := t; } state y; } }`,
        'Car::m',
        {
            visited: 's x',
            context: 'this.k=1 this.t=2 this.seen=2',
            notes: ['choice point: state s on completion: transitions 1->x, 2->y (unordered; took 1->x)']
        },
        { performer: 'T::Car' }
    ]
];

describe('behaviours of parts', () => {
    it.each(CASES.map(c => [c[0], c] as const))('%s', (_, [, body, id, expected, options]) => {
        const model = modelOf(body);
        expect((id.endsWith('m') ? runState : runAction)(model, id, options)).toEqual(expected);
    });
});

describe('behaviours of redefinitions', () => {
    const KEPT = `part def M { attribute k : Integer default 1; attribute hits : Integer := 0;
            exhibit state st { entry; then a; state a { entry action { assign hits := k; } } } }
        part def S { x : M; part y : M; } part def W :> S { :>> y { :>> k = 8; } }
        part def R { attribute n : Integer := 0; perform action go { first start; then action s { assign n := 4; } then done; } }`;
    it.each([
        ['part o : S { :>> x { :>> k = 5; } }', 'hits', [5, 1]],
        ['part o : S { :>> y { :>> k = 6; } }', 'hits', [6]],
        ['part o : S { redefines y { redefines k = 9; } }', 'hits', [9]],
        ['part o : S { z :>> y { :>> k = 9; } }', 'hits', [9]],
        ['part o : W { :>> y { attribute more = 1; } }', 'hits', [8]],
        ['part o { ref part r : M { :>> k = 3; } }', 'hits', [3]],
        ['part o : M { state :>> st { state b; } }', 'hits', [1]],
        ['part o : M { :>> st; }', 'hits', [1]],
        ['part o : R { action :>> go; }', 'n', [4]]
    ])('%s', (declaration, name, values) => {
        const { instances = [] } = instantiate(modelOf(`${KEPT} ${declaration}`), 'T::o');
        const found = instances.flatMap(i => i.features).filter(f => f.name === name);
        expect(found.map(f => f.value)).toEqual(values);
    });
});

const LINE = `port def FuelPort { out attribute level : Real; } interface def FuelLine { end port a : FuelPort; end port b : ~FuelPort; flow a.level to b.level; }
    part def Tank { port outlet : FuelPort; } part def Engine { port inlet : ~FuelPort; attribute seen : Real = inlet.level; }`;
const FULL = 'part tank : Tank { port :>> outlet { out attribute :>> level = 4.5; } }';
const FILLED =
    'part tank : Tank { perform action fill { action s assign outlet.level := 8.5; then action wait accept after 3; then action t assign outlet.level := 2.0; } }';

/** The value of a feature of the object of `T::v`, by its path. */
const OBJECTS: readonly (readonly [name: string, body: string, path: string, value: number])[] = [
    [
        'a flow of an interface transfers',
        `${LINE} part v { ${FULL} part engine : Engine; interface : FuelLine connect tank.outlet to engine.inlet; }`,
        'engine.seen',
        4.5
    ],
    [
        'what behaviours put there as well',
        `${LINE} part v { ${FILLED} part engine : Engine; interface : FuelLine connect tank.outlet to engine.inlet; }`,
        'engine.seen',
        8.5
    ],
    [
        'a flow between ports of parts',
        `${LINE} part v { ${FULL} part engine : Engine; flow tank.outlet.level to engine.inlet.level; }`,
        'engine.inlet.level',
        4.5
    ],
    [
        'a flow in an interface usage',
        `${LINE} part v { ${FULL} part engine : Engine; interface connect a ::> tank.outlet to b ::> engine.inlet { flow a.level to b.level; } }`,
        'engine.seen',
        4.5
    ],
    [
        'against the direction nothing flows',
        `${LINE} part v { ${FULL} part engine : Engine { port :>> inlet { in attribute :>> level = 1.5; } } flow tank.outlet.level to engine.inlet.level; }`,
        'engine.seen',
        1.5
    ],
    [
        'a binding in the selected variant',
        `part def Motor { attribute p : Real; } part v { attribute power : Real = motor.p; variation part motor : Motor { variant part small : Motor { attribute q : Real = 2.0; bind p = q; } variant part big : Motor { attribute q : Real = 9.0; bind p = q; } } part chosen :> motor = motor::big; attribute x : Real = chosen.p; }`,
        'x',
        9
    ],
    [
        'derived attributes follow',
        'part v { attribute a : Integer = 1; attribute b : Integer = 2; attribute total : Integer = a + b; attribute twice : Integer = total * 2; perform action up { action x { assign a := 10; assign b := b + total; } } }',
        'twice',
        48
    ],
    [
        'through calculations',
        'part v { attribute a : Integer = 1; calc sum { in x : Integer = a; return r : Integer = x + 1; } attribute total : Integer = sum; attribute first_ : Integer = total; perform action up { action x { assign a := total + 10; } } }',
        'total',
        13
    ],
    [
        'over parts',
        'part def W { attribute m : Integer = 1; } part v { part w : W[3]; attribute total : Integer = NumericalFunctions::sum(w.m); perform action up { action x { for p : W in w { assign p.m := total; } } } }',
        'total',
        17
    ]
];

describe('objects whose behaviours ran', () => {
    it.each(OBJECTS)('%s', (_, body, path, value) => {
        const { population, error } = instantiate(modelOf(body), 'T::v');
        expect(error).toBeUndefined();
        let at: unknown = population?.root;
        for (const name of path.split('.')) {
            const holder = at as NonNullable<typeof population>['root'];
            at = holder.read(holder.layout.byName.get(name)!);
        }
        expect(Number((at as { value?: number }).value ?? at)).toBe(value);
    });
});

describe('successions without guards', () => {
    it.each([
        ['first a then b; first a then c;', 1],
        ['first a then b; first a then b;', 0],
        ['first a if n > 1 then b; first a then c;', 0],
        ['fork a2; first a then a2; first a2 then b; first a2 then c;', 0],
        ['first a then b; first b then c;', 0]
    ])('%s', (successions, count) => {
        const content = `package T { private import ScalarValues::*; action two { attribute n : Integer = 0; action a; action b; action c; ${successions} } }`;
        const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 't.sysml', language: 'sysml', content }]);
        const found = model.diagnostics.filter(d => d.code === 'ambiguous-successions');
        expect(found.map(d => d.message)).toEqual(
            Array.from(
                { length: count },
                () => "two successions without a guard leave 'a', to 'b' and to 'c': use 'fork' to take both, or 'decide' to take one"
            )
        );
    });
});
