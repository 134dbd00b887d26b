/** Expressions: the rules of the contract's sheet, section 4, one row a rule. */

import { describe, expect, it } from 'vitest';
import { elementById } from '../../../../src/language/semantics/naming.js';
import { Workspace } from '../../../../src/language/workspace/workspace.js';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { evaluate, metaobjectOf } from '../../../../src/runtime/evaluation/index.js';
import { testLibrary } from '../../../support/library.js';
import { answer, modelOf } from './support.js';

const model = modelOf(`package P {
    private import ScalarValues::*; private import SI::*; private import SequenceFunctions::*; private import ControlFunctions::*;
    attribute x : Real = 0.1;
    attribute exact = 0.1;
    attribute n : Integer[1];
    attribute flag : Boolean[1];
    attribute label : String[1];
    attribute many : Integer[4];
    attribute some : Integer[1..*];
    attribute maybe : Integer[0..1];
    attribute none : Integer[0];
    attribute numbers : Integer[*] = (3, 1, 2);
    attribute speed = 36 [km/h];
    attribute count : Natural = 3;
    attribute noLengths : ISQ::LengthValue[0..*] = (); attribute someLengths : ISQ::LengthValue[0..*] = (1 [km], 500 [m]);
    enum def Color { red; green; }
    enum def Grade :> Real { A = 4.0; B = 3.0; }
    part def Engine { attribute power : Real = 100.0; attribute idle : Real; }
    part def Vehicle { attribute mass : Real = 10.0; attribute twice = mass * 2; part engine : Engine; part wheels : Wheel[4]; attribute loose; }
    part def Wheel { attribute size : Integer = 16; }
    part def Truck :> Vehicle { attribute :>> mass = 20.0; }
    part car : Vehicle { attribute :>> mass = 12.0; }
    part truck : Truck;
    metadata def Safety { attribute level : Integer; }
    #Safety part def Belt;
    part seat { @Safety { level = 3; } }
    calc def Square { in v; return : Real = v * v; }
    calc def Offset { in a : Integer; in b : Integer = 10; return : Integer = a + b; }
    calc def Fact { in k : Integer; return : Integer = if k <= 1 ? 1 else k * Fact(k - 1); }
    calc def Forever { in k : Integer; return : Integer = Forever(k + 1); }
    calc def Two { in k : Integer; out low = k - 1; out high = k + 1; }
    calc two : Two { in k = 5; }
    calc def Apply { in calc f { in v; return : Real; } in y : Real; return : Real = f(y); }
    attribute def Pair { attribute left : Integer; attribute right : Integer; }
    attribute pair : Pair = new Pair(1, 2);
    attribute loopA = loopB; attribute loopB = loopA;
    attribute def Temperature :> Real; attribute temperature : Temperature = 20; calc placed : Taking { in a = 2; } calc def Taking { in a : Real; out b = a + 1; }
    attribute few : Real[2..5]; attribute watts : ISQ::PowerValue = Real45 * 1 [W]; attribute Real45 : Real = 45;
    attribute <broken> brokenUnit : ISQ::LengthUnit = 3 * m;
    attribute def Amount { attribute v : Real; }
    attribute amount : Amount = new Amount(2.0);
    calc def '+' { in x : Amount; in y : Amount; return : Amount = new Amount(x.v + y.v); }
    calc def '*' { in x : Real; in y : Amount; return : Amount = new Amount(x * y.v); }
    calc def '-' { in x : Amount; in y : Amount[0..1]; return : Amount = if isEmpty(y) ? new Amount(-x.v) else new Amount(x.v - y.v); }
    calc def '/' { in x : Amount; in y : ISQ::MassValue; return = x.v / y; }
    calc def '==' { in x : Amount; in y : Amount; return : Boolean = x.v == y.v; }
    calc def '<' { in x : Color; in y : Color; return : Boolean = x == Color::red and y != Color::red; }
}`);

const TABLES: Record<string, readonly (readonly [expression: string, expected: string])[]> = {
    'arguments that a function evaluates on demand': [
        ["ControlFunctions::'??'(3, 1 / 0)", '3'],
        ["ControlFunctions::'??'((), 4)", '4'],
        ["ControlFunctions::'??'((), {4})", '4'],
        ["ControlFunctions::'if'(true, 1, 1 / 0)", '1'],
        ["ControlFunctions::'if'(false, 1 / 0, 2)", '2'],
        ["ControlFunctions::'if'(true, {5}, {1 / 0})", '5'],
        ["ControlFunctions::'and'(false, 1 / 0 == 1)", 'false'],
        ["ControlFunctions::'or'(true, {1 / 0 == 1})", 'true'],
        ["ControlFunctions::'implies'(false, 1 / 0 == 1)", 'true'],
        ["ControlFunctions::'implies'(true, {1 == 2})", 'false']
    ],
    precedence: [
        ['-2 ** 2', '4'],
        ['2 ** 3 ** 2', '512'],
        ['not true == false', 'true'],
        ['1 + 2 .. 5', '(3, 4, 5)'],
        ['2 + 3 * 4', '14'],
        ['(2 + 3) * 4', '20'],
        ['if true ? 1 else if false ? 2 else 3', '1'],
        ['true or false and false', 'true'],
        ['false implies 1 / 0 == 1', 'true'],
        ['1 < 2 == true', 'true'],
        ['10 - 3 - 2', '5']
    ],
    numbers: [
        ['6 / 3', '2.0'],
        ['(6 / 3) istype ScalarValues::Integer', 'false'],
        ['0.1 + 0.2', '0.3'],
        ['0.1 + 0.2 == 0.3', 'true'],
        ['0.25 * 2', '0.5'],
        ['2 ** 64', '18446744073709551616'],
        ['2 ** -1', '0.5'],
        ['-7 % 3', '-1'],
        ['1 / 3', '1/3'],
        ['.5 + 1.5e3 + 25E-3', '1500.525'],
        ['1 / 0', 'evaluation failed: division by zero'],
        ['x == 0.1', 'false'],
        ['exact == 0.1', 'true'],
        ['* > 1000000', 'true'],
        ['* + 1', "evaluation failed: type mismatch: operator '+' is not defined for the unbounded value '*': it is not a number"],
        ['0 ** -1', 'evaluation failed: arithmetic domain error: zero to a negative power'],
        ['RealFunctions::sqrt(2.25)', '1.5'],
        ['ComplexFunctions::i * ComplexFunctions::i == -1', 'true'],
        ['RationalFunctions::rat(6, 4)', '1.5'],
        ['RealFunctions::floor(-2.5)', '-3']
    ],
    logic: [
        ['true and false', 'false'],
        ['false and 1 / 0 == 1', 'false'],
        ['true or 1 / 0 == 1', 'true'],
        ['true xor true', 'false'],
        ['true & true', 'true'],
        ['false | true', 'true'],
        ['1 and true', "evaluation failed: type mismatch: left operand of 'and' must be Boolean, got an Integer"],
        ['if 1 < 2 ? "a" else 1 / 0', '"a"']
    ],
    equality: [
        ['1 == 1.0', 'true'],
        ['1 === 1.0', 'false'],
        ['null == ()', 'true'],
        ['(1, 2) == (1, 2)', 'true'],
        ['(1, 2) == (2, 1)', 'false'],
        ['"a" == 1', 'false'],
        ['car == car', 'true'],
        ['car == truck', 'false'],
        ['Color::red == Color::red', 'true'],
        ['Color::red == Color::green', 'false'],
        ['Grade::A == 4.0', 'true'],
        ['Grade::A - Grade::B', '1.0'],
        [
            '3 ["kg"]',
            'evaluation failed: not a quantity expression: not a measurement unit: "kg" is a string: the name of a unit stands in single quotes: \'kg\''
        ],
        ['"a" < 1', "evaluation failed: type mismatch: operator '<' is not defined for a string and an Integer"],
        [
            'Color::red < 1',
            "evaluation failed: type mismatch: operator '<' is not defined for the enumeration literal P::Color::red and an Integer"
        ]
    ],
    empties: [
        ['null ?? 4', '4'],
        ['() ?? 4', '4'],
        ['3 ?? 1 / 0', '3'],
        ['null + 1', "evaluation failed: type mismatch: operator '+' is not defined for null and an Integer"],
        ['none ?? 7', '7'],
        ['3..1', '()']
    ],
    collections: [
        ['(1, (2, 3))#(3)', '3'],
        ['(1, 2, 3)#(4)', 'evaluation failed: index out of range: sequence index 4 is outside 1..3'],
        ['numbers->collect {in i; i * 10}', '(30, 10, 20)'],
        ['numbers.{in i; i + 1}', '(4, 2, 3)'],
        ['numbers->select {in i; i > 1}', '(3, 2)'],
        ['numbers.?{in i; i > 1}', '(3, 2)'],
        ['numbers->reduce {in a; in b; a - b}', '0'],
        ["numbers->reduce '+'", '6'],
        ['()->reduce {in a; in b; a}', 'null'],
        ['numbers->collect {in i; (i, i)}', '(3, 3, 1, 1, 2, 2)'],
        ['size(numbers)', '3'],
        ['numbers->size()', '3'],
        ['includes(numbers, (1, 3))', 'true'],
        ['head(numbers)', '3'],
        ['tail(numbers)', '(1, 2)'],
        ['numbers->forAll {in i; i > 0}', 'true'],
        ['()->exists {in i; i}', 'false'],
        ['numbers->minimize {in i; i * i}', '1'],
        [
            'numbers->collect {in i; in j; i}',
            'evaluation failed: body parameter count mismatch: ControlFunctions::collect calls its body with 1 argument(s), it declares 2'
        ],
        ['numbers->select {in i; i}', 'evaluation failed: type mismatch: select: predicate must return boolean, got an Integer'],
        ['numbers->collect {in i; attribute k = i * 2; k + 1}', '(7, 3, 5)'],
        ['numbers->collect Square', '(9.0, 1.0, 4.0)'],
        ['NumericalFunctions::sum(numbers)', '6'],
        ['numbers->sum()', '6'],
        ['1.5 .. 2', "evaluation failed: type mismatch: operator '..' is not defined for a Rational and an Integer"]
    ],
    strings: [
        ['"a" + "b"', '"ab"'],
        ['"a" + 1', "evaluation failed: type mismatch: operator '+' is not defined for a string and an Integer"],
        ['StringFunctions::Substring("hello", 2, 3)', '"el"'],
        ['"a\\"b"', '"a\\"b"'],
        ['StringFunctions::Length("")', '0']
    ],
    quantities: [
        ['3 [m]', '3 [m]'],
        ['5.4 [km/h]', '5.4 [km/h]'],
        ['5.4 [km/h] <= 1.5 [m/s]', 'true'],
        ['0.1 [m] + 1 [mm]', '0.101 [m]'],
        ['10 [m] / 2 [s]', "5.0 [SI::'m/s']"],
        ['36 [km] / 2 [h]', "5.0 [SI::'m/s']"],
        ['36 [km/h]', '36 [km/h]'],
        ['1 [km] / 1 [m]', '1000.0'],
        ['3 [m] + 1 [s]', 'evaluation failed: incommensurable units: m and s'],
        ['3 [m] > 0', 'true'],
        ['3 [m] == 3 [s]', 'evaluation failed: incommensurable units: m and s'],
        ['(3 [m]).num', '3'],
        ['(3 [m]).mRef', 'm'],
        ['m / s', 'm/s'],
        ['2 [rad] * 1', '2 [rad]'],
        ['3 [numbers]', 'evaluation failed: not a quantity expression: not a measurement unit: numbers is a sequence'],
        ['speed == 10 [m/s]', 'true'],
        ["20 ['°C_abs'] == 293.15 [K]", 'true'],
        [
            "20 ['°C_abs'] * 2",
            "evaluation failed: type mismatch: operator '*' is not defined for a point on the measurement scale '°C_abs'"
        ],
        ['QuantityCalculations::ConvertQuantity(2 [km], m)', '2000 [m]'],
        ['2 [kg] * 3 [m] / 1 [s] / 1 [s]', '6.0 [SI::N]'],
        ['-3 [m]', '-3 [m]'],
        ['NumericalFunctions::sum(noLengths)', '0 [SI::m]'],
        ['NumericalFunctions::sum(someLengths)', '1.5 [km]'],
        ['NumericalFunctions::sum(none)', '0'],
        ['9 [m**2] ** 0.5', '3.0 [SI::m]'],
        // no exact root of 1000: over grams
        ['9 [g] ** 0.5', '3.0 [SI::g**0.5]'],
        ['90 [kg * m] ** 0.5', '300.0 [SI::g**0.5*SI::m**0.5]'],
        ['2 [kg] ** -2', '0.25 [1/SI::kg**2]'],
        ['watts * 24 [h] / (1 [kW*h])', '1.08'],
        ['0 [m/s] + 2 * speed', '20.0 [m/s]']
    ],
    names: [
        ['car.mass', '12.0'],
        ['P::car::mass', '12.0'],
        ['car.twice', '24.0'],
        ['truck.twice', '40.0'],
        ['Vehicle::mass', '10.0'],
        ['car.wheels.size', '(16, 16, 16, 16)'],
        ['car.wheels#(2).size', '16'],
        ['car.engine.power', '100.0'],
        ['nosuch', 'evaluation failed: unresolved reference: nosuch'],
        ['Color', 'evaluation failed: unresolved reference: Color is an enum def, which has no value'],
        ['car.nothing', 'evaluation failed: object has no such feature: member nothing not found in instance'],
        ['null.mass', '()'],
        ['TrigFunctions::pi', '3.141592653589793'],
        ['loopA', 'evaluation failed: cyclic feature value dependency: loopA'],
        ['pair.right', '2'],
        ['new Pair(left = 3, right = 4).left', '3'],
        ['new Pair(P::Pair::right = 4, left = 3).right', '4'],
        ['car.engine.idle', 'unset'],
        ['car.engine.idle + 1', 'evaluation failed: no value for feature idle']
    ],
    open: [
        ['n', 'undetermined 1..1'],
        ['n + 1', 'undetermined 1..1'],
        ['n > 1 and false', 'false'],
        ['flag or true', 'true'],
        ['flag and true', 'undetermined 1..1'],
        ['many->size()', '4'],
        ['size(some)', 'undetermined 1..1'],
        ['isEmpty(some)', 'false'],
        ['includes((1, n), 1)', 'true'],
        ['n / 0', 'evaluation failed: division by zero'],
        ['label + 1', "evaluation failed: type mismatch: operator '+' is not defined for an undetermined value and an Integer"],
        ['maybe', 'undetermined 0..1'],
        ['Vehicle::engine', 'undetermined 1..1'],
        ['Vehicle::wheels.size', 'undetermined 4..4'],
        ['maybe + 1', 'undetermined 0..1'],
        ['if flag ? 1 else 2', 'undetermined 1..1'],
        ['if flag ? (1, 2, 3) else 2', 'undetermined 1..3'],
        ['if flag ? few else maybe', 'undetermined 0..5'],
        ['if flag ? some else 1 / 0', 'undetermined 1..*'],
        ['if flag ? few + 1 else NumericalFunctions::sum(few)', 'undetermined 1..1'],
        ['if flag ? few.?{in f; f > 1} else pair.left', 'undetermined 0..5'],
        ['if flag ? (if flag ? null else 1) else (n, many)', 'undetermined 0..5'],
        ['if flag ? true else "a"', 'undetermined 1..1'],
        ['if flag ? new Engine() else 1', 'undetermined 1..1'],
        ['if flag ? Square(1) else (1, 2)', 'undetermined 1..2'],
        ['if flag ? Two(1) else 1', 'undetermined 0..*'],
        ['-label', "evaluation failed: type mismatch: operator '-' is not defined for an undetermined value"],
        ['+label', "evaluation failed: type mismatch: operator '+' is not defined for an undetermined value"],
        ['+n', 'undetermined 1..1'],
        ['if flag ? 1.5 else -some', 'undetermined 1..1'],
        ['if flag ? some#(2) else *', 'undetermined 1..1'],
        ['if flag ? few.{in f; (f, f)} else ()', 'undetermined 0..10'],
        ['if flag ? some->SequenceFunctions::size() else 1', 'undetermined 1..1']
    ],
    overloads: [
        ['(amount + amount).v', '4.0'],
        ['(3 * amount).v', '6.0'],
        ["((amount, amount, amount)->reduce '+').v", '6.0'],
        ['(-amount).v', '-2.0'],
        ['(amount - amount).v', '0.0'],
        ['amount == new Amount(2.0)', 'true'],
        ['amount != new Amount(2.0)', 'false'],
        ['amount / (4 [kg])', '0.5 [1/SI::kg]'],
        ['amount / (4 [s])', "evaluation failed: type mismatch: operator '/' is not defined for an instance and a quantity"],
        ['Color::red < Color::green', 'true'],
        ['Color::green < Color::red', 'false'],
        ['amount + 1', "evaluation failed: type mismatch: operator '+' is not defined for an instance and an Integer"]
    ],
    classification: [
        ['4 istype ScalarValues::Rational', 'true'],
        ['4.0 istype ScalarValues::Integer', 'false'],
        ['4.0 as ScalarValues::Integer', '()'],
        ['car istype Vehicle', 'true'],
        ['car istype Truck', 'false'],
        ['truck istype Vehicle', 'true'],
        ['(car, truck) as Truck', '(#2)'],
        ['truck hastype Truck', 'true'],
        ['truck hastype Vehicle', 'false'],
        ['Color::red istype Color', 'true'],
        ['Belt @ Safety', 'true'],
        ['seat @ Safety', 'true'],
        ['car @ Safety', 'false'],
        ['car @@ SysML::PartUsage', 'true'],
        ['Vehicle @@ SysML::PartUsage', 'false'],
        ['4 istype ScalarValues::Natural', 'evaluation failed: value type cannot be determined: whether a bare value is of Natural'],
        ['count istype ScalarValues::Natural', 'true'],
        ['3.5 istype Temperature', 'evaluation failed: value type cannot be determined: whether a bare value is of Temperature'],
        ['"a" istype Temperature', 'false'],
        ['temperature istype Temperature', 'true'],
        ['car meta SysML::PartDefinition', '()'],
        ['(car meta SysML::PartUsage).name', '("car")'],
        ['(car meta SysML::PartUsage).isComposite', '(false)'],
        ['(car meta SysML::PartUsage).occurrenceDefinition.name', '("Vehicle")'],
        ['(car meta SysML::PartUsage).portionKind', '()'],
        [
            '(car meta SysML::PartUsage).noSuchFeature',
            'evaluation failed: object has no such feature: member noSuchFeature not found in instance'
        ],
        ['car.metadata.noSuchFeature', '()'],
        ['car.metadata.isComposite', '(false)'],
        ['(car meta SysML::PartUsage).elementId', "evaluation failed: unsupported feature: 'elementId' of a model element cannot be read"],
        ['nowhere @@ SysML::PartUsage', 'evaluation failed: unresolved reference: nowhere'],
        ['nowhere.metadata', 'evaluation failed: unresolved reference: nowhere'],
        ['(1, 2) @@ SysML::PartUsage', "evaluation failed: value type cannot be determined: the operand of '@@' names no element"],
        ['seat.metadata.level', '(3)'],
        ['x istype NoSuch', 'evaluation failed: unresolved type: NoSuch']
    ],
    calcs: [
        ['Square(3)', '9.0'],
        ['Offset(1)', '11'],
        ['Offset(1, 2)', '3'],
        ['Offset(b = 2, a = 1)', '3'],
        ['Fact(20)', '2432902008176640000'],
        ['Fact(25)', '15511210043330985984000000'],
        ['two.high', '6'],
        ['placed.b', '3.0'],
        ['Square', 'P::Square'],
        ['Apply(Square, 3)', '9.0'],
        ['Square(1, 2)', 'evaluation failed: calc P::Square: calc argument count mismatch: P::Square takes 1 argument(s), got 2'],
        [
            'Offset()',
            "evaluation failed: calc P::Offset: type mismatch: no value for feature a, which operator '+' reads: " +
                "write 'in a = …;' in a usage of P::Offset, or give it as an argument"
        ],
        ['Offset(z = 1)', 'evaluation failed: calc P::Offset: unknown parameter: z of P::Offset'],
        ['Offset("a")', 'evaluation failed: calc P::Offset: type mismatch: a must be Integer, got a string']
    ]
};

describe.each(Object.entries(TABLES))('%s', (_, rows) => {
    it.each(rows)('%s', (expression, expected) => {
        expect(answer(model, expression, 'P')).toBe(expected);
    });
});

it.each([
    ['P::car', 'SysML::Systems::PartUsage'],
    ['P', 'KerML::Kernel::Package']
])('the metaclass of %s is that of the library, %s', (id, metaclass) => {
    expect(metaobjectOf(elementById(model, id)!).metaclassId).toBe(metaclass);
});

it('unbounded recursion is a clear error', () => {
    expect(answer(model, 'Forever(1)', 'P')).toMatch(
        /^evaluation failed: calc P::Forever: … \d+ frames: calc recursion limit exceeded: calc P::Forever nested \d+ deep/
    );
});

describe('scopes and subjects', () => {
    it.each([
        ['mass', undefined, 'P::car', '12.0'],
        ['twice + engine.power', undefined, 'P::car', '124.0'],
        ['loose', undefined, 'P::car', 'unset'],
        ['loose', 'P::Vehicle', undefined, 'undetermined 1..1'],
        ['loose + 1', undefined, 'P::car', 'evaluation failed: no value for feature loose'],
        ['mass', 'P::Truck', undefined, '20.0'],
        ['twice', 'P::Truck', undefined, '40.0'],
        ['size', undefined, 'P::car.wheels[2]', '16'],
        ['mass', undefined, 'P::nothing', 'subject not found: P::nothing'],
        ['self', undefined, 'P::car', '#1'],
        ['1', 'P::nothing', undefined, '1'],
        ['numbers->collect {in mass; mass}', undefined, 'P::car', '(3, 1, 2)']
    ])('%s in %s on %s', (expression, context, subject, expected) => {
        expect(answer(model, expression, context, subject)).toBe(expected);
    });
});

it('syntax errors are diagnostics', () => {
    for (const text of ['', '1 +', '1 2', ')']) {
        const found = evaluate(startRun(model), { expression: text });
        expect([found.error, found.diagnostics!.length > 0]).toEqual(['expression parse failed', true]);
    }
});

it.each([
    ['too many operators', `attribute x = ${Array(3000).fill('1').join(' + ')};`],
    ['too many parentheses', `attribute x = ${'('.repeat(3000)}1${')'.repeat(3000)};`],
    ['too many operators in an argument', `attribute x = RealFunctions::sqrt(${Array(3000).fill('1').join(' + ')});`],
    ['a value that ends early', 'attribute x = 1 + (2 * ;']
])('an expression that was read in part has no value: %s', (_, declaration) => {
    const workspace = new Workspace({ library: testLibrary() });
    const content = `package P { ${declaration} attribute y = x + 1; attribute z = 3; }`;
    const cut = workspace.parse([{ name: 'cut.sysml', language: 'sysml', content }]).model;
    expect(answer(cut, 'P::x')).toBe('evaluation failed: a syntax error ends this expression before its end');
});

it('budgets are errors that name their variable', () => {
    const limited = (limits: object, expression: string): string | undefined =>
        evaluate(startRun(model, { limits }), { expression, contextId: 'P' }).error;
    expect(limited({ elements: 10 }, '1..11')).toBe(
        'evaluation failed: collection element limit exceeded (10 elements; raise SERVICE_MAX_ELEMENTS to allow more)'
    );
    expect(limited({ steps: 50 }, 'Fact(100)')).toContain(
        'evaluation step limit exceeded (50 steps; raise SERVICE_MAX_STEPS to allow more)'
    );
    expect(limited({ calcDepth: 5 }, 'Fact(100)')).toContain('calc recursion limit exceeded: calc P::Fact nested 5 deep');
});

it('a constant that does not end is an error, whatever the budgets of the request', () => {
    const units = modelOf(`package U {
        private import MeasurementReferences::*; private import SI::*; private import ISQ::*;
        calc def Spin { in n; attribute i := 0; while true { assign i := i + 1; } return : ScalarValues::Real = i; }
        attribute <slow> slowUnit : LengthUnit { attribute :>> unitConversion : ConversionByConvention { attribute :>> referenceUnit = m; attribute :>> conversionFactor = Spin(1); } }
        attribute <ok> okUnit : LengthUnit { attribute :>> unitConversion : ConversionByConvention { attribute :>> referenceUnit = m; attribute :>> conversionFactor = 3; } }
    }`);
    expect(answer(units, '2 [slow] + 1 [m]', 'U')).toContain(
        'evaluation step limit exceeded: a constant of the model takes more than 100000 steps'
    );
    expect(answer(units, '2 [ok] + 1 [m]', 'U')).toBe('7/3 [ok]');
});
