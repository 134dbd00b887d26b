/** Objects: the rules of the contract's sheet, section 3. */

import { describe, expect, it } from 'vitest';
import { instantiate } from '../../../../src/runtime/behaviour/index.js';
import { featuresOf, modelOf, rootOf } from './support.js';

const model = modelOf(`package P {
    private import ScalarValues::*; private import SI::*; private import SequenceFunctions::*; private import NumericalFunctions::*;
    enum def Grade :> Real { A = 4.0; }
    part def Tyre { attribute load : Real = 0.5; }
    part def Frame {
        attribute mass : Real = 40.0;
        attribute total = mass + 2.0 * spare.load;
        attribute label : String;
        part spare : Tyre;
        part tyres : Tyre[4];
        requirement light { require constraint { mass < 50.0 } }
    }
    part racer : Frame { attribute :>> mass = 38.0; }
    part ring1 :> ring2; part ring2 :> ring3; part ring3 :> ring1; part def Knot :> Knit { attribute k = 1; } part def Knit :> Knot; part knit : Knit;
    part def Loop { attribute p = q + 1; attribute q = p + 1; attribute fine = 3; }
    part def Counts {
        part one : Tyre; part five : Tyre[5]; part optional : Tyre[0..1]; part shown : Tyre[0..1] { attribute :>> load = 1.0; } part star : Tyre[*]; part atLeast : Tyre[2..*];
        attribute unsets : Integer[3]; attribute opt : Integer[0..1]; attribute list : Integer[*];
        attribute tooMany : Integer[2] = (1, 2, 3); attribute tooFew : Integer[2..*] = 1; attribute single : Integer[*] = 7; attribute bad : Integer = 4 / 2; attribute huge : Tyre[2000];
        part tons : Tyre[1001];
    }
    part def Component { attribute weight = 1; }
    part def Rack { part modules : Component[3]; part heavy : Component :> modules { attribute :>> weight = 10; } attribute sum = sum(modules.weight); }
    part def Driver { attribute age = 30; } part def Cab { ref part driver : Driver; } part def Trip { part driver : Driver; part cab : Cab; bind cab.driver = driver; attribute age = cab.driver.age; }
    part def Sporty { part rack : Slim; attribute sum = rack.heavy.weight + 10; } part def Slim { part heavy : Component { attribute :>> weight = 10; } } part sport : Sporty { :>> rack.heavy.weight = 4.4; }
    enum def Color { red; green; } enum def Wide :> Color { white; }
    part def Literals { attribute a : Color = Wide::red; attribute b : Wide = Color::green; attribute c : Color = Wide::white; attribute d : Grade = 4.0; attribute e = d === Grade::A; attribute f : Grade = 3.0; attribute g : Color = Grade::A; attribute h : Color = "red"; }
    part def Twice :> Frame { attribute :>> mass = 1.0; attribute dry :>> mass = 2.0; } part def Holder { part inner : Twice; attribute k = 1; }
    part def Path { part outer { part inner { attribute v = 7; } } ref part named ::> outer.inner; attribute v = named.v; ref part only :> outer.inner; attribute u = only.v; ref part maybe[0..1] :> outer.inner; ref part open : Tyre; attribute none = open.load; }
    requirement def Limit { attribute lim = 5; subject s : Tyre; require constraint { s.load < lim } attribute more = lim + 1; }
    part def Limited { attribute base = 3; requirement r : Limit { attribute :>> lim = base * 2; } attribute v = r.lim; attribute w = r.more; part inner { requirement q : Limit; } attribute z = inner.q.lim; }
    part def Hull { port outlet : Outlet; part inside { port p : Outlet { :>> flow = 6; } } bind outlet = inside.p; attribute seen = outlet.flow; }
    calc def Size { in w; in h; out area = w * h; out edge = 2 * (w + h); } part def Sheet { attribute w = 2; attribute h = 3; calc size : Size { in h = Sheet::h; in w = Sheet::w; } }
    calc def Half { in w; return r = w / 2; }
    part def Book { part sheet : Sheet { :>> w = 4; } part spare : Sheet; attribute area = sheet.size.area; attribute edges = sum((sheet.size.edge, spare.size.edge)); part half { calc c : Half { in w = 8; } } attribute r = half.c.r == half.c; }
    part def Mast { attribute height = 1; attribute width = 2; } part def Boat { part mast : Mast; } part def Yacht :> Boat { part :>> mast { :>> height = 50; } } part def Dock { part boat : Boat; }
    part dock : Dock { part :>> boat : Yacht { part :>> mast { :>> width = 3; } } attribute area = boat.mast.height * boat.mast.width; }
    part def Shape { attribute s = 4; calc area { in k = 1; return r; } attribute a = area(); attribute b = area(2); } part square : Shape { calc :>> area { in k; return r = s * s * k; } }
    part def Renamed :> Frame { attribute dry :>> mass = 30.0; }
    part def Child { attribute b; }
    part def Bound { attribute x = 9; part child : Child; attribute mirror = child.b; bind child.b = x; }
    part def Conflict { attribute a = 1; attribute b = 2; bind a = b; }
    part def NoValue { attribute a; attribute b; bind a = b; }
    part def Source { port outlet : Outlet; attribute rate = 7; bind outlet.flow = rate; } port def Outlet { attribute flow; }
    part def Sink { part from : Source; attribute flow = from.outlet.flow; attribute level; bind level = from.outlet.flow; }
    part def Giver { out attribute given = 3; } part def Taker { in attribute taken; }
    part def Flowing { part giver : Giver; part taker : Taker; flow giver.given to taker.taken; attribute seen = taker.taken; }
    part def Telling { part giver : Giver; part taker : Taker; message giver.given to taker.taken; message open; attribute seen = taker.taken; }
    port def Rated { attribute rate; } interface def Link { end port a : Rated; end port b : Rated; } interface def Equal :> Link { bind a.rate = b.rate; }
    part def Wired { part x { port p : Rated { :>> rate = 4; } } part y { port q : Rated; } part z { port r : Rated; } interface : Equal connect x.p to y.q; interface l : Link connect x.p to z.r;
        attribute over = y.q.rate; attribute beside = z.r.rate; }
    part def Node { part next : Node; attribute v = 1; }
    part def Engine { attribute power : Real = 100.0; }
    part def Car {
        variation part engine : Engine { variant part petrol; variant part electric { attribute :>> power = 150.0; } }
        attribute range = engine.power * 2;
    }
    part family : Car;
    part chosen : Car { part :>> engine = engine::electric; }
    part wrong : Car { part :>> engine = other; } part other : Engine;
    attribute def Cost { attribute v : Real = 1.0; attribute w : Real = 2.0; }
    part def Ring { attribute cost : Cost; attribute given : Cost = new Cost(v = 5.0); attribute grade : Grade = Grade::A; }
    part def Both { attribute cost : Cost = new Cost() { attribute :>> v = 3.0; } }
    part def Port { port p : Plug; connection c : Wire connect p to q; port q : Plug; interface i connect p to q; }
    port def Plug; connection def Wire { end source : Plug; end target : Plug; }
    part def Speeds { attribute v :> ISQ::speed = 36 [km/h]; attribute m = v * 2 [s]; attribute wrong :> ISQ::speed = 3 [kg]; attribute t : ISQ::ThermodynamicTemperatureValue = 20 ['°C_abs']; attribute l : ISQ::LengthValue = 5 [km]; }
    part def Unitless { attribute price : Real = 3.0; attribute a : ISQ::MassValue = 3; attribute b : ISQ::MassValue = price; attribute c : ISQ::MassValue = 0; attribute d : ISQ::AngularMeasureValue = 2; attribute e : Quantities::ScalarQuantityValue = 2;
        attribute f : MeasurementReferences::DimensionOneValue = 0.5; attribute g : ISQ::EnergyValue [2] = (1 [J], 2); attribute none : Speeds [0..*]; attribute h : ISQ::LengthValue = sum(none.l); attribute i : ISQ::LengthValue = sum(none->ControlFunctions::collect {in s : Speeds; s.l}); }
    part def Repeats { attribute one = 1; attribute a : Integer [3] = (1, 2, one); attribute b : Integer [3] nonunique = (1, 2, 1); attribute c : Real [2] = (1, 1.0); attribute d : ISQ::MassValue [2] = (1 [kg], 1000 [SI::g]); attribute e : Tyre [*] = (new Tyre(), new Tyre());
        part tyres : Tyre [2]; attribute loads : Real [*] = tyres.load; attribute scores : Integer [*] nonunique; attribute s1 :> scores = 4; attribute s2 :> scores = 4; attribute g : Integer [*] = (1, null, 2); }
    part def Outer { attribute k = 5; part inner { attribute twice = k * 2; part deep { attribute thrice = k * 3 + twice; } } }
    part def Base { attribute a = 1; attribute b = a + 1; } part def Mid :> Base { attribute :>> a = 10; } part leaf :> mid2 { attribute :>> a = 20; } part mid2 : Mid;
}`);

describe('features and values', () => {
    const rows: [symbol: string, features: Record<string, string>][] = [
        ['racer', { mass: '38.0', total: '39.0', label: 'unset', spare: '#2', tyres: '[#3, #4, #5, #6]', light: '-' }],
        // circles of specialization are legal
        ['ring1', {}],
        ['knit', { k: '1' }],
        [
            'Loop',
            {
                p: '! feature value Loop.p: feature value Loop.q: cyclic feature value dependency: Loop.p',
                q: '! feature value Loop.q: feature value Loop.p: cyclic feature value dependency: Loop.q',
                fine: '3'
            }
        ],
        [
            'Counts',
            {
                one: '#2',
                five: '[#3, #4, #5, #6, #7]',
                optional: 'null',
                shown: '#8',
                star: '[]',
                atLeast: '[#9, #10]',
                unsets: '[unset, unset, unset]',
                opt: 'null',
                list: '[]',
                tooMany:
                    '! feature value Counts.tooMany: multiplicity violation: 3 value(s) bound to a feature with multiplicity upper bound 2',
                tooFew: '! feature value Counts.tooFew: multiplicity violation: 1 value(s) bound to a feature with multiplicity lower bound 2',
                single: '[7]',
                bad: '! feature value Counts.bad: type mismatch: bad must be Integer, got a Rational 2.0',
                huge: '! feature value Counts.huge: multiplicity violation: lower bound too large: 2000 objects of huge',
                tons: '! feature value Counts.tons: multiplicity violation: lower bound too large: 1001 objects of tons'
            }
        ],
        ['Rack', { modules: '[#2, #3, #4]', heavy: '#2', sum: '12' }],
        ['Renamed', { dry: '30.0', mass: '30.0', total: '31.0', label: 'unset', spare: '#2', tyres: '[#3, #4, #5, #6]', light: '-' }],
        ['Bound', { x: '9', child: '#2', mirror: '9' }],
        [
            'Conflict',
            {
                a: '! feature value Conflict.a: feature value Conflict.b: binding conflict: Conflict.b and a have different values',
                b: '! feature value Conflict.b: binding conflict: Conflict.b and a have different values'
            }
        ],
        [
            'NoValue',
            {
                a: '! feature value NoValue.a: feature value NoValue.b: binding cycle: NoValue.b is bound to nothing that has a value',
                b: '! feature value NoValue.b: feature value NoValue.a: binding cycle: NoValue.a is bound to nothing that has a value'
            }
        ],
        ['square', { s: '4', a: '16', b: '32' }],
        ['Hull', { outlet: '#3', inside: '#2', seen: '6' }],
        ['Book', { sheet: '#2', spare: '#3', area: '12', edges: '24', half: '#4', r: 'true' }],
        ['dock', { boat: '#2', area: '150' }],
        ['Sink', { from: '#2', flow: '7', level: '7' }],
        ['Flowing', { giver: '#2', taker: '#3', seen: '3' }],
        ['Telling', { giver: '#2', taker: '#3', open: '#4', seen: 'unset' }],
        ['Wired', { x: '#2', y: '#4', z: '#6', l: '#8', over: '4', beside: 'unset' }],
        [
            'family',
            {
                engine: '! feature value family.engine: variation has no variant selected: family.engine',
                range: '! feature value family.range: feature value family.engine: variation has no variant selected: family.engine'
            }
        ],
        ['chosen', { engine: '#2', range: '300.0' }],
        [
            'wrong',
            {
                engine: '! feature value wrong.engine: not a variant of the variation: the value is not a variant of engine (variants: petrol, electric)',
                range: '! feature value wrong.range: feature value wrong.engine: not a variant of the variation: the value is not a variant of engine (variants: petrol, electric)'
            }
        ],
        ['Ring', { cost: '#2', given: '#3', grade: 'P::Grade::A' }],
        ['Both', { cost: '! feature value Both.cost: feature both valued and restated in a body: cost' }],
        [
            'Speeds',
            {
                v: '36 [km/h]',
                m: '20.0 [SI::m]',
                wrong: '! feature value Speeds.wrong: incommensurable units: wrong must be SpeedValue, got a quantity in kg',
                t: "20 ['°C_abs']",
                l: '5 [km]'
            }
        ],
        [
            'Unitless',
            {
                price: '3.0',
                a: '! feature value Unitless.a: type mismatch: a must be ISQ::MassValue, got an Integer 3 without a unit: write 3 [kg]',
                b: '! feature value Unitless.b: type mismatch: b must be ISQ::MassValue, got a Real 3.0 without a unit: write 3.0 [kg]',
                c: '! feature value Unitless.c: type mismatch: c must be ISQ::MassValue, got an Integer 0 without a unit: write 0 [kg]',
                d: '2',
                e: '2',
                f: '0.5',
                g: '! feature value Unitless.g: type mismatch: g must be ISQ::EnergyValue, got an Integer 2 without a unit: write 2 [J]',
                none: '[]',
                h: '0 [SI::m]',
                i: '0 [SI::m]'
            }
        ],
        [
            'Repeats',
            {
                one: '1',
                a: '! feature value Repeats.a: uniqueness violation: 1 is at positions 1 and 3 of a unique feature: declare it nonunique',
                b: '[1, 2, 1]',
                c: '! feature value Repeats.c: uniqueness violation: 1.0 is at positions 1 and 2 of a unique feature: declare it nonunique',
                d: '! feature value Repeats.d: uniqueness violation: 1000 [SI::g] is at positions 1 and 2 of a unique feature: declare it nonunique',
                e: '[#2, #3]',
                tyres: '[#4, #5]',
                loads: '! feature value Repeats.loads: uniqueness violation: 0.5 is at positions 1 and 2 of a unique feature: declare it nonunique',
                scores: '[4, 4]',
                s1: '4',
                s2: '4',
                g: '[1, 2]'
            }
        ],
        ['leaf', { a: '20', b: '21' }],
        [
            'Literals',
            {
                a: 'P::Color::red',
                b: 'P::Color::green',
                c: 'P::Wide::white',
                d: 'P::Grade::A',
                e: 'true',
                f: '! feature value Literals.f: not a literal of the enumeration: 3.0 for f of Grade (literals: A)',
                g: '! feature value Literals.g: not a literal of the enumeration: the enumeration literal P::Grade::A for g of Color (literals: red, green)',
                h: '! feature value Literals.h: not a literal of the enumeration: "red" for h of Color (literals: red, green)'
            }
        ],
        ['Holder', { inner: '! feature value Holder.inner: one feature valued under two names: mass and dry of Twice', k: '1' }],
        [
            'Path',
            {
                outer: '#2',
                named: '#3',
                v: '7',
                only: '#3',
                u: '7',
                maybe: 'null',
                open: 'unset',
                none: '! feature value Path.none: no value for feature open'
            }
        ],
        ['Limited', { base: '3', r: '-', v: '6', w: '7', inner: '#3', z: '5' }],
        ['Trip', { driver: '#3', cab: '#2', age: '30' }],
        ['sport', { weight: '4.4', rack: '#2', sum: '14.4' }]
    ];
    it.each(rows)('%s', (symbol, features) => {
        expect(rootOf(model, `P::${symbol}`)).toEqual(features);
    });
});

it('objects are listed from the root, depth first, each once', () => {
    const { instances } = instantiate(model, 'P::racer');
    expect(instances!.map(i => [i.id, i.typeSymbolId])).toEqual([
        [1, 'P::racer'],
        [2, 'P::Tyre'],
        [3, 'P::Tyre'],
        [4, 'P::Tyre'],
        [5, 'P::Tyre'],
        [6, 'P::Tyre']
    ]);
});

it('nested bodies read what stands around them', () => {
    const { instances } = instantiate(model, 'P::Outer');
    expect(instances!.map(i => [i.typeSymbolId, featuresOf(i)])).toEqual([
        ['P::Outer', { k: '5', inner: '#2' }],
        ['P::Outer::inner', { twice: '10', deep: '#3' }],
        ['P::Outer::inner::deep', { thrice: '25' }]
    ]);
});

it('recursive types are not expanded again', () => {
    const { instances } = instantiate(model, 'P::Node');
    expect(instances!.map(i => featuresOf(i))).toEqual([{ next: '#2', v: '1' }]);
});

it('ends of connectors are what they are attached to', () => {
    const { instances } = instantiate(model, 'P::Port');
    const [root, ...rest] = instances!.map(featuresOf);
    const byId = new Map(instances!.map(i => [`#${i.id}`, featuresOf(i)]));
    expect(rest.length).toBe(4);
    expect(byId.get(root.c)).toEqual({ source: root.p, target: root.q });
    expect(byId.get(root.i)).toEqual({ source: root.p, target: root.q });
});

describe('behaviours run until they wait', () => {
    const machines = modelOf(`package B {
        private import ScalarValues::*; private import SI::*;
        part def Counter { attribute count : Integer = 0; exhibit state counting { entry; then idle; state idle { entry action bump { assign count := count + 1; } } transition first idle accept after 1 [s] then idle; } }
        part def Box { part first : Counter; part more : Counter[2]; attribute total = first.count + 10; }
        part def Act { attribute m : Real = 1.0; perform action go { assign m := m * 3; then assign m := m + 1; } perform action wait { accept e : Counter; } }
        part def Gives { attribute k = 4; perform action tx { out o : Integer; attribute n = 1; first start; then assign o := k * 2; then assign n := o + n; } attribute seen [0..1] = tx.o; }
        part def Fails { attribute m = 1; perform action go { assign m := m / 0; } }
        part def Jams { attribute m = 1; exhibit state run { entry action jam { assign m := m / 0; } then on; state on; } }
        part def Lost { exhibit state run { state off; state on; } } part def Shed { part box { part unit : Lost; } }
        part def Rack { part units : Fails[2]; } part def Hall { part rack { part unit : Jams; } }
        action def Shoot { in light : Integer; action focus { action turn; } } action shoot : Shoot;
        part def Idle { perform action later; perform action any[*] : Shoot; perform shoot.focus; exhibit state unsaid; perform check; attribute k = 1; } verification check { subject; in k : Integer; return : Integer = k / 0; }
        part def Broken { part w : Counter[2..*] = (); attribute seen : Integer = 0; perform action go { assign seen := 1; } }
    }`);
    it.each([
        ['B::Counter', ['count: 1, counting: #2']],
        ['B::Box', ['first: #2, more: [#6, #7], total: 11', 'count: 1, counting: #3', 'count: 1, counting: #8', 'count: 1, counting: #11']],
        ['B::Act', ['m: 4.0, go: #2, wait: #3']],
        ['B::Gives', ['k: 4, tx: #2, seen: 8', 'o: [8], n: 9']],
        ['B::Idle', ['later: #2, any: [], focus: #3, unsaid: #5, check: #6, k: 1']],
        [
            'B::Broken',
            [
                'w: ! feature value Broken.w: multiplicity violation: 0 value(s) bound to a feature with multiplicity lower bound 2, seen: 1, go: #2'
            ]
        ]
    ])('%s', (symbol, objects) => {
        const { instances, error } = instantiate(machines, symbol);
        const shown = instances?.map(i =>
            Object.entries(featuresOf(i))
                .map(([name, value]) => `${name}: ${value}`)
                .join(', ')
        );
        for (const object of objects) {
            expect([error, ...(shown ?? [])].join('\n')).toContain(object);
        }
    });

    it.each([
        ['B::Fails', 'action go', 'division by zero'],
        ['B::Rack', 'action units[2].go', 'division by zero'],
        ['B::Hall', 'state machine rack.unit.run', 'division by zero'],
        ['B::Shed', 'state machine box.unit.run', 'no initial state found in state machine run']
    ])('a behaviour of %s that fails fails the call, with its place', (symbol, place, reason) => {
        const { error } = instantiate(machines, symbol);
        expect(error).toContain(`instantiation failed: ${place}: `);
        expect(error).toContain(reason);
    });

    it('the actions of a state that the model does not name are no features', () => {
        expect(featuresOf(instantiate(machines, 'B::Counter').instances![1])).toEqual({ idle: '#3' });
    });
});

describe('what has no objects', () => {
    it.each([
        ['P', /^instantiation failed: .*package/],
        ['P::nothing', /^symbol not found: P::nothing$/],
        ['P::Grade', /^instantiation failed: .*P::Grade is an enum def, which has no object/],
        ['ScalarValues::Real', /which has no object/],
        ['P::Twice', /^instantiation failed: one feature valued under two names: mass and dry of Twice$/]
    ])('%s', (symbol, message) => {
        expect(instantiate(model, symbol).error).toMatch(message);
    });
});
