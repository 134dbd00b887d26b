/** Calculations as they are called: parameters, results, statements of bodies (contract behaviour 19, sheet 5). */

import { describe, expect, it } from 'vitest';
import { startRun } from '../../../../src/runtime/behaviour/index.js';
import { evaluate, evaluateCalc } from '../../../../src/runtime/evaluation/index.js';
import { Sequence, type Value } from '../../../../src/runtime/values/index.js';
import { alone, answer, modelOf, shown } from './support.js';

const model = modelOf(`package P {
    private import ScalarValues::*;
    calc def Const { in a; 3 }
    calc def Many { in a [0..*]; return r [0..*] = a; }
    calc many : Many { in a = VectorFunctions::VectorOf((1, 2)); }
    calc def One { in k : Integer; out low : Integer = k - 1; }
    calc def OneAssigned { in k : Integer; out low : Integer; assign low := k * 10; }
    calc def Two { in k : Integer; out low = k - 1; out high = k + 1; }
    calc def Both { in k : Integer; out low : Integer = 1; assign low := k; }
    calc def Late { in k : Integer; out low : Integer; out high : Integer; if k > 5 { assign low := k; } assign high := k; }
    calc def NoReturn { in k : Integer; attribute x : Integer = 0; if k > 0 { assign x := 1; } }
    calc def Early { in k : Integer; if k > 0 { return 10; } 20 }
    calc def Sign { in n : Integer; if n < 0 { return "negative"; } else if n == 0 { return "zero"; } else { return "positive"; } }
    calc def Root { in k : Integer; attribute i : Integer = 0; while true { assign i := i + 1; if i * i > k { return : Integer = i - 1; } } }
    calc def Assigned { in a : Integer; return r : Integer; assign r := a * 2; }
    calc def Counted { in n : Integer; attribute i : Integer = 0; while i < 100 { assign i := i + 1; } until i >= n; return : Integer = i; }
    calc def Short { in <s> long : Real; in <t> other : Real default 3.0; return : Real = long * 10 + other; }
    attribute def Stored { attribute <m> mass : Real; }
    calc def Shadow { in n : Integer; attribute x : Integer = 1; if n > 0 { attribute x : Integer = 5; assign x := x + 1; } return : Integer = x; }
    calc def Optional { in a : Integer[0..1]; return : Integer = a ?? 7; }
    calc def Base { in x : Real; in y : Real default 2.0; return : Real = x * y; }
    calc def Further :> Base { in z : Real; return : Real = x * y - z; }
    calc def Redeclared :> Base { in z : Real; in :>> y default 5.0; }
    calc bound : Base { in x = 3.0; in y = 4.0; }
    calc byPlace : Base { in a = 3.0; in b = 4.0; }
    calc two : Two { in k = 5; }
    calc late : Late { in k = 3; }
    calc lateEnough : Late { in k = 9; }
    calc def Local { in n : Integer; attribute t : Integer = 0; for i in 1..n { assign t := t + i; if t > 100 { return i; } } return t; }
    calc def Given :> Local { return n; }
    calc def Declared { in n : Integer; return m; assign m := n + 1; }
    calc named : One { return low; }
    calc def Tooled { @AnalysisTooling::ToolExecution { toolName = "Aero"; uri = "aero:1"; } in a : Real; out b : Real = a; return : Real = a * 2; }
    calc tooled : Tooled { in a = 3.0; }
    calc swapped : Base { in y = 1.0; in x = 7.0; }
    calc second : Redeclared { in z = 9.0; in x = 2.0; }
    calc def Later :> Two { out :>> high = k + 100; }
    calc later : Later { in k = 3; }
    calc def Circle { in k : Integer; out a = b; out b = a; return : Integer = a; }
    calc def Nothing { in k : Integer; }
    calc def Within { in k : Integer; return : Integer; bind result = inner; calc inner { return : Integer = k + 1; } }
    calc def Given2 { in k : Integer; calc inner : One; bind inner.k = k; bind result = inner.low; }
    calc def Follows { in n : Integer; attribute x : Integer := n; attribute y : Integer = x + 1; attribute z : Integer = y * 10; assign x := x * 10; return : Integer = z; }
    calc def Initial { in n : Integer; attribute x : Integer := n; attribute y : Integer := x + 1; assign x := x * 10; return : Integer = y; }
    calc def While { in n : Integer; attribute i : Integer := 0; attribute more : Boolean = i < n; while more { assign i := i + 2; } return : Integer = i; }
    calc def Output { in n : Integer; attribute x : Integer := n; out y : Integer = x + 1; attribute seen : Integer := y; out w : Integer; assign x := 50; assign w := y + seen; }
    calc output : Output { in n = 3; }
    calc def Rebound { in n : Integer; attribute x : Integer := n; attribute y : Integer = x; assign x := 2; assign y := 7; assign x := 3; return : Integer = x * 100 + y; }
    calc def Round { in n : Integer; attribute x : Integer := n; for i in 1..3 { attribute y : Integer = x + i; assign x := 10; assign x := y; } return : Integer = x; }
    calc def Unread { in n : Integer; attribute x : Integer := 0; attribute y = n / x; assign x := 2; return : Real = y; }
    calc def Never { in n : Integer; attribute x : Integer := 0; attribute y = n / x; assign x := 0; return : Integer = x; }
    calc def Once { in n : Integer; attribute m : Integer := n; calc d { in a : Integer = m; return : Integer = a * 2; } attribute k : Integer := d; assign m := 10; return : Integer = d + k; }
    attribute outside : Integer = 3;
    calc def Outside { in n : Integer; assign outside := n; return : Integer = n; }
}`);

/** What a calc answers for arguments: its result, its outputs, or its error without the calc's own frame. */
function called(name: string, args: readonly Value[]): string {
    const { result, outputs = [], error } = evaluateCalc(startRun(model), { symbolId: `P::${name}`, arguments: args });
    return (
        error?.replace(`calc P::${name}: `, '') ??
        [...outputs.map(o => `${o.name}=${shown(alone(o.value))}`), ...(result === undefined ? [] : [shown(alone(result))])].join(' ')
    );
}

const failed = (text: string): string => `calc invocation failed: ${text}`;

describe('results', () => {
    it.each([
        ['One', [5], '4'],
        ['OneAssigned', [5], '50'],
        ['Two', [5], failed('calculation has no single result: P::Two')],
        ['two', [], 'low=4 high=6'],
        ['two', [7], failed('calculation has no single result: P::two')],
        ['Both', [5], failed('output bound more than once: low is valued by its declaration and assigned')],
        ['late', [], 'calc usage evaluation failed: no value: output never assigned: output low of calc P::late'],
        ['lateEnough', [], 'low=9 high=9'],
        ['NoReturn', [5], failed('calculation returned no value: no result expression was reached in P::NoReturn')],
        ['Nothing', [5], failed('no result expression: P::Nothing')],
        ['Circle', [5], failed('cyclic output dependency: a')],
        ['Within', [5], '6'],
        ['Given2', [5], '4'],
        ['later', [], 'low=2 high=103'],
        ['Assigned', [5], '10'],
        ['bound', [], '12.0'],
        ['many', [], 'r=<1, 2>']
    ] as const)('%s%j', (name, args, expected) => {
        expect(called(name, args)).toBe(expected);
    });
});

describe('statements', () => {
    it.each([
        ['Early', [5], '10'],
        ['Early', [-5], '20'],
        ['Sign', [-2], '"negative"'],
        ['Sign', [0], '"zero"'],
        ['Sign', [2], '"positive"'],
        ['Root', [50], '7'],
        ['Counted', [5], '5'],
        ['Counted', [500], '100'],
        ['Local', [3], '6'],
        ['Local', [50], '14'],
        ['Given', [8], '8'],
        ['Declared', [4], '5'],
        ['named', [5], '4'],
        ['Tooled', [5], failed("tool 'Aero' is not registered; set SERVICE_TOOLS")],
        ['tooled', [], "calc usage evaluation failed: tool 'Aero' is not registered; set SERVICE_TOOLS"],
        ['Shadow', [3], '1'],
        ['Follows', [3], '310'],
        ['Initial', [3], '4'],
        ['While', [5], '6'],
        ['output', [], 'y=51 w=55'],
        ['Rebound', [1], '307'],
        ['Round', [1], '13'],
        ['Unread', [4], '2.0'],
        ['Never', [4], '0'],
        ['Once', [3], '12'],
        ['Outside', [3], failed('type mismatch: a calculation assigns its own features only, not outside')]
    ] as const)('%s%j', (name, args, expected) => {
        expect(called(name, args)).toBe(expected);
    });
});

/** What is wrong where `z` is given nothing. */
const NO_Z =
    "type mismatch: no value for feature z, which operator '-' reads: " +
    "write 'in z = …;' in a usage of P::Further, or give it as an argument";

describe('parameters', () => {
    it.each([
        ['Const', [], '3'],
        ['Const', [1], '3'],
        ['Optional', [], '7'],
        ['Optional', [4], '4'],
        ['Further', [5, 2, 3], '7.0'],
        ['Further', [5], failed(NO_Z)],
        ['Redeclared', [2, 3, 9], '6.0'],
        ['Base', [1, 2, 3], failed('calc argument count mismatch: P::Base takes 2 argument(s), got 3')],
        ['byPlace', [], '12.0'],
        ['swapped', [], '7.0'],
        ['second', [], '10.0']
    ] as const)('%s%j', (name, args, expected) => {
        expect(called(name, args)).toBe(expected);
    });

    it.each([
        ['Further(x = 5, z = 1)', '9.0'],
        ['Further(Base::x = 5, Further::z = 1)', '9.0'],
        // a label is the name or the short name of a feature
        ['Short(s = 2)', '23.0'],
        ['Short(t = 1, long = 2)', '21.0'],
        ['new Stored(m = 2).mass', '2.0'],
        ['Further(5)', `evaluation failed: calc P::Further: ${NO_Z}`],
        ['One(5) + 1', '5'],
        ['Const()', '3'],
        ['Two(5)', 'evaluation failed: calc P::Two: calculation has no single result: P::Two']
    ])('%s', (expression, expected) => {
        expect(answer(model, expression, 'P')).toBe(expected);
    });
});

describe('shapes: the multiplicity decides whether a value is a sequence, not the count', () => {
    const shapes = modelOf(`package P {
        calc def Bare { in a : ScalarValues::Integer; out b : ScalarValues::Integer = a; return : ScalarValues::Integer = a; }
        calc bare : Bare { in a = 1; }
        calc def Keyword { in attribute a : ScalarValues::Integer; out attribute b : ScalarValues::Integer = a; return attribute r : ScalarValues::Integer = a; }
        calc keyword : Keyword { in a = 1; }
        calc def Stated { in a : ScalarValues::Integer[1]; out b : ScalarValues::Integer[1] = a; return : ScalarValues::Integer[1] = a; }
        calc stated : Stated { in a = 1; }
        calc def Expression { in a; a }
        calc expression { in a = 1; out b = a; a }
        calc def Three { in a : ScalarValues::Integer[3]; return : ScalarValues::Integer = NumericalFunctions::sum(a); }
        calc three : Three { in a = (1, 2, 3); }
        calc two : Three { in a = (1, 2); }
        calc redeclared : Keyword { in a = (1, 2); }
        calc def Unbound { in a; in b : ScalarValues::Integer; return n = SequenceFunctions::size(a) + SequenceFunctions::size(b); }
    }`);
    const answer = (symbolId: string, args: readonly Value[] = []): string => {
        const { result, outputs = [], error } = evaluateCalc(startRun(shapes), { symbolId: `P::${symbolId}`, arguments: args });
        return error ?? [...outputs.map(o => `${o.name}=${shown(o.value)}`), ...(result === undefined ? [] : [shown(result)])].join(' ');
    };
    it.each([
        ['bare', [], 'b=(1) (1)'],
        ['keyword', [], 'b=1 r=1'],
        ['stated', [], 'b=1 1'],
        ['expression', [], 'b=(1) (1)'],
        ['Bare', [2], '(2)'],
        ['Bare', [new Sequence([2, 3])], '(2, 3)'],
        ['Keyword', [2], '2'],
        ['Keyword', [], 'calc invocation failed: calc P::Keyword: unbound parameter: a'],
        ['Stated', [], 'calc invocation failed: calc P::Stated: unbound parameter: a'],
        ['Expression', [2], '(2)'],
        ['three', [], '(6)'],
        [
            'two',
            [],
            'calc invocation failed: calc P::two: multiplicity violation: 2 value(s) bound to a feature with multiplicity lower bound 3'
        ],
        [
            'redeclared',
            [],
            'calc usage evaluation failed: calc P::redeclared: multiplicity violation: 2 value(s) bound to a feature with multiplicity upper bound 1'
        ],
        ['Unbound', [], '(0)'],
        ['Unbound', [new Sequence([1, 2]), 3], '(3)']
    ] as const)('%s%j', (name, args, expected) => {
        expect(answer(name, args)).toBe(expected);
    });
});

describe('one evaluation of a calculation usage', () => {
    const usages = modelOf(`package P { private import ScalarValues::*;
        calc def Blocks { in n : Integer; x : Integer = 1; x = x + n; if n > 2 { x = x + 100; while x < 200 { x = x + 50; } } x }
        calc def Both { in a : Integer; out b : Integer; inout c : Integer; b = a * 2; c = c + b; }
        calc both : Both { in a = 3; inout c = 10; }
        calc def Declared { in a : Integer; out r : Integer = a + 1; return r; }
        calc declared : Declared { in a = 3; }
        calc def Fails { in a : Integer; out o : Integer; out p : Integer; o = 1 / (a - a); p = a; }
        calc fails : Fails { in a = 3; }
        attribute again : Boolean = (fails.o ?? 1) == 1;
    }`);
    it.each([
        ['assignments in blocks, declared without keyword', 'P::Blocks(3)', '204'],
        ['an inout after the body', 'P::both.c', '16'],
        ['whichever is read first', '(P::both.b, P::both.c)', '(6, 16)'],
        ['and the other way round', '(P::both.c, P::both.b)', '(16, 6)'],
        ['an output with a value that is returned', '(P::declared.r, P::declared)', '(4, 4)'],
        ['a failure has the frame of its calculation', 'P::fails.o', 'evaluation failed: calc P::fails: division by zero'],
        ['also for what comes behind it', 'P::fails.p', 'evaluation failed: calc P::fails: division by zero']
    ])('%s', (_title, expression, expected) => {
        const { result, error } = evaluate(startRun(usages), { expression });
        expect(error ?? shown(result!)).toBe(expected);
    });
});
