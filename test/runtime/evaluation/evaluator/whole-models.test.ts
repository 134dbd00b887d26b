/** Models as a user writes them, asked as a user asks: many rules at once. Rows are questions and answers. */

import { describe, expect, it } from 'vitest';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { validateInstance, verifySatisfaction, type Verdict } from '../../../../src/runtime/verification/index.js';
import { answer, modelOf } from './support.js';

const model = modelOf(`package M {
    private import ScalarValues::*; private import ISQ::*; private import SI::*; private import NumericalFunctions::*; private import SequenceFunctions::*;
    attribute <fur> furlong : LengthUnit { :>> unitConversion : MeasurementReferences::ConversionByConvention { :>> referenceUnit = m; :>> conversionFactor = 201.168; } }
    enum def Level { low; high; }
    enum def Priority :> Integer { late = 1; soon = 5; }
    part def Item { attribute mass : MassValue; attribute level : Level = Level::low; attribute priority : Priority = Priority::soon; attribute weight : Integer = Priority::late; }
    part def Motor :> Item { attribute :>> mass default 250 [g]; attribute thrust :> ISQ::force = 12 [N]; }
    part def Battery :> Item { attribute :>> mass = 0.8 [kg]; attribute energy : EnergyValue = 90 [W*h]; attribute power = energy / (30 [min]); }
    part def Arm { part motor : Motor; attribute m : MassValue = motor.mass + 50 [g]; }
    part def Drone {
        part arms : Arm[4]; part battery : Battery[1..2]; attribute o : Real[0..1]; attribute m : Real = 2.0;
        attribute total : MassValue = sum(arms.m) + sum(battery.mass);
        assert constraint light { total <= 2 [kg] }
    }
    part def HeavyMotor :> Motor { attribute :>> mass = 0.5 [kg]; }
    part def HeavyDrone :> Drone { part :>> arms { part :>> motor : HeavyMotor; } }
    part drone : Drone;
    part heavy : HeavyDrone { part extra : Battery; }

    abstract part def Node { attribute mass : MassValue; }
    part def Leaf :> Node { attribute :>> mass default 1 [kg]; }
    part def Group :> Node { part children : Node[0..*]; attribute :>> mass = sum(children.mass); }
    part root : Group {
        part l1 : Leaf :> children;
        part l2 : Leaf :> children { attribute :>> mass = 2.5 [kg]; }
        part inner : Group :> children { part l3 : Leaf[3] :> children { attribute :>> mass = 100 [g]; } }
    }
    attribute def Position { attribute x : LengthValue; attribute y : LengthValue; }
    part def Site { attribute pos : Position; attribute reach = max(pos.x, pos.y); }
    part site : Site { attribute :>> pos { attribute :>> x = 3 [m]; attribute :>> y = 400 [cm]; } }
    part def Person { ref part friend : Person[0..1]; attribute age : Natural = 3; }
    part bob : Person { ref part :>> friend = alice; }
    part alice : Person { ref part :>> friend = bob; attribute :>> age = 7; }
    variation part def Engine { variant part small : Motor; variant part large : HeavyMotor; }
    part car { part e : Engine = Engine::large; }

    constraint def Fits { in a : Real; in b : Real; a <= b }
    part def Box { attribute w : Real = 2.0; assert not constraint g : Fits { in a = w; in b = 1.0; } assert constraint f : Fits { in a = w; in b = 3.0; } }
    part box : Box;
    part slim : Box { attribute :>> w = 0.5; }
    part again : Box { attribute :>> w = 0.5; assert constraint :>> g; }

    requirement def MaxMass { subject d : Drone; attribute limit : MassValue; require constraint { d.total <= limit } }
    requirement maxMass : MaxMass { attribute :>> limit = 2 [kg]; }
    requirement whole { subject d : Drone; assume constraint { d.total > 0 [kg] } require maxMass; require constraint { d.battery.energy > 80 [W*h] } }
    satisfy maxMass by drone; not satisfy maxMass by heavy; satisfy maxMass by heavy; satisfy whole by drone;
}`);

describe('expressions', () => {
    it.each([
        ['a literal with a scalar stays a literal where it is held', 'drone.battery.priority', undefined, '(M::Priority::soon)'],
        ['and computes as its scalar', 'drone.battery.priority#(1) + 1', undefined, '6'],
        ['and is its scalar in a feature of that type', 'alice.age + drone.arms#(1).motor.weight', undefined, '8'],
        ['a unit of the model', '3 [fur] == 603.504 [m]', undefined, 'true'],
        ['sums in the first unit', 'drone.total', undefined, '2000.0 [g]'],
        ['redefined parts inside redefined parts', 'heavy.total', undefined, '3.0 [kg]'],
        ['power from energy', 'drone.battery.power == 180 [W]', undefined, 'true'],
        ['trees through subsetting', 'root.mass', undefined, '3.8 [kg]'],
        ['structured attributes', 'site.reach', undefined, '400 [cm]'],
        ['cycles of references', 'bob.friend.friend.age', undefined, '3'],
        ['selected variants', 'car.e.mass', undefined, '0.5 [kg]'],
        ['a feature of the subject hides a unit of its name', 'm', 'M::drone', '2.0'],
        ['also one that holds nothing', 'o', 'M::drone', 'null'],
        ['a negated assertion read as a value is its own condition', 'box.g', undefined, 'false']
    ])('%s: %s', (_, expression, subjectId, expected) => {
        expect(answer(model, expression, 'M', subjectId)).toBe(expected);
    });
});

describe('verdicts', () => {
    const told = (v: Verdict): string => `${v.element}: ${v.holds ? 'holds' : (v.error ?? `false ${v.condition ?? ''}`.trim())}`;

    it.each([
        ['box', ['assert not constraint g: holds', 'assert constraint f: holds']],
        ['slim', ['assert not constraint g: false not (a <= b)', 'assert constraint f: holds']],
        ['again', ['assert not constraint g: false not (a <= b)', 'assert constraint f: holds']],
        ['drone', ['assert constraint light: holds', 'satisfy maxMass by drone: holds', 'satisfy whole by drone: holds']],
        [
            'heavy',
            [
                'assert constraint light: false total <= 2 [kg]',
                'not satisfy maxMass by heavy: holds',
                'satisfy maxMass by heavy: false d.total <= limit'
            ]
        ]
    ])('validation of %s', (name, expected) => {
        expect(validateInstance(startRun(model), `M::${name}`).verdicts.map(told)).toEqual(expected);
    });

    it('of the satisfactions that the model states', () => {
        expect(verifySatisfaction(startRun(model), '').verdicts.map(told)).toEqual([
            'satisfy maxMass by drone: holds',
            'not satisfy maxMass by heavy: holds',
            'satisfy maxMass by heavy: false d.total <= limit',
            'satisfy whole by drone: holds'
        ]);
    });
});

describe('expressions that were asked before', () => {
    it('are answered anew for another scope, subject, model or run', () => {
        const other = modelOf('package M { attribute m = 1; part drone { attribute m = 2; } }');
        for (let time = 0; time < 3; time++) {
            expect([
                answer(other, 'm', 'M'),
                answer(other, 'm', 'M', 'M::drone'),
                answer(model, 'm', 'M'),
                answer(model, 'm', 'M', 'M::drone')
            ]).toEqual(['1', '2', 'm', '2.0']);
            expect([answer(other, '1 / 0'), answer(other, '1 +')]).toEqual([
                'evaluation failed: division by zero',
                'expression parse failed'
            ]);
        }
    });

    it('are forgotten when there are many', () => {
        for (let i = 0; i < 2500; i++) {
            expect(answer(model, `${i} + 1`)).toBe(String(i + 1));
        }
        expect(answer(model, '7 + 1')).toBe('8');
    });
});

describe('values of library types, units and portions', () => {
    const library = modelOf(`package V {
        private import ScalarValues::*;
        private import ISQ::*;
        private import SI::*;
        private import Collections::*;
        private import MeasurementReferences::*;
        attribute array : Array { :>> dimensions = (2, 3); :>> elements = (1, 2, 3, 4, 5, 6); }
        attribute def Grid :> Array { attribute :>> dimensions = (2, 2); }
        part def Holder { attribute grid : Grid { :>> elements = (1, 2, 3, 4); } attribute set : Set { :>> elements = (3, 1, 3); } }
        part holder : Holder;
        attribute axes : CartesianSpatial3dCoordinateFrame { :>> mRefs = (m, m, s); }
        attribute place = (1, 2, 3) [axes];
        attribute short = (1, 2) [axes];
        attribute unit : MassUnit = kg;
        attribute composed : SpeedUnit = m / s;
        attribute units : ScalarMeasurementReference[2] = (kg, m);
        attribute mass = 3 [unit];
        part def Scale { attribute u : MassUnit; attribute shown = 2 [u]; }
        part grams : Scale { :>> u = g; }
        part kilograms : Scale { :>> u = kg; }
        part many : Holder[1..*]; part optional : Holder[0..1]; part pair : Holder[2];
        part def Car { attribute mass : Real = 3; attribute speed : Real = 5; timeslice part driving { attribute :>> speed = 9; } }
        part car : Car { snapshot part parked { attribute :>> speed = 0; } }
        attribute date : Time::Iso8601DateTime { :>> val = "2026-01-01T00:00:00Z"; }
        calc def Doubled { in n : Integer; attribute s : String = "abcdefghij"; attribute i : Integer = 0; while i < n { assign s := s + s; assign i := i + 1; } return : Integer = StringFunctions::Length(s); }
        calc def Squared { in n : Integer; attribute x : Integer = 10; attribute i : Integer = 0; while i < n { assign x := x * x; assign i := i + 1; } return : Integer = x % 7; }
        metadata def Tag;
        part def Tagged { @Tag; attribute own = @Tag; attribute same = self @ Tag; attribute other = @Missing; }
        metadata def Missing;
        part tagged : Tagged;
        part def Deep { part inner : Deep; attribute n : Integer = inner.n + 1; attribute steps : Integer = 3; }
        part deep : Deep;
        package Own { attribute <hy> hyper : DerivedUnit = m ** 5; part box { attribute <boxed> hidden : DerivedUnit = m ** 6; } attribute hyp = 3; }
        part single { @Missing; attribute is = @Missing; attribute not_ = not (self @ Tag); }
    }`);
    it.each([
        ['array', 'array[2, 3](1, 2, 3, 4, 5, 6)'],
        ['array#(2, 3)', '6'],
        ['holder.grid#(2, 1)', '3'],
        ['holder.set.elements', '{1, 3}'],
        ['axes', 'coordinate frame'],
        ['SequenceFunctions::size(axes.mRefs)', '3'],
        ['place#(3)', '3 [s]'],
        ['short', 'evaluation failed: not a quantity expression: a coordinate frame takes 3 numbers, got a sequence'],
        ['unit', 'kg'],
        ['composed', 'm/s'],
        ['units', '(kg, m)'],
        ['mass', '3 [unit]'],
        ['(2 [m ** 2]) * (3 [m ** 3])', '6 [V::Own::hy]'],
        ['(2 [m ** 3]) * (3 [m ** 3])', '6 [SI::m**6]'],
        ['deep.inner.inner.inner.steps', '3'],
        ['grams.shown == 2 [SI::g]', 'true'],
        ['kilograms.shown == 2 [SI::kg]', 'true'],
        ['many', 'undetermined 1..*'],
        ['optional', 'undetermined 0..1'],
        ['SequenceFunctions::size(pair)', '2'],
        ['car.driving.mass', '3.0'],
        ['car.driving.speed', '9.0'],
        ['car.parked.mass', '3.0'],
        [
            'date',
            'evaluation failed: library function is not evaluable: Time::Iso8601DateTime: elapsed time is not computed from a calendar date; ' +
                'state the instant in seconds of a time scale (`5 [Time::UTC]`)'
        ],
        ['Doubled(3)', '80'],
        [
            'Doubled(60)',
            'evaluation failed: calc V::Doubled: collection element limit exceeded (1000000 elements; raise SERVICE_MAX_ELEMENTS to allow more)'
        ],
        ['Squared(30)', 'evaluation failed: calc V::Squared: arithmetic overflow: exact number needs more than 1000000 digits'],
        ['(tagged.own, tagged.same, tagged.other)', '(true, true, false)'],
        ['(single.is, single.not_)', '(true, true)']
    ])('%s', (expression, expected) => {
        expect(answer(library, expression, 'V')).toBe(expected);
    });
    // a small stack ends it before the limit of nested objects
    it('a feature that is read through a type that contains itself', () => {
        expect(answer(library, 'deep.n', 'V')).toMatch(/^evaluation failed: .*evaluation nested too deeply/);
    });
});
