/** Arguments of invocations and constructors, and unbound parameters of constraints: the messages for single calls. */
import { expect, test } from 'vitest';
import { findingsOfBodies } from './findings.js';

const SHARED = `calc def F { in a : Real; in b : Real; return : Real = a; } calc def D { in a : Real; in b : Real default 2; return : Real = a; }
    calc def Opt { in a : Real [0..1]; return : Real = 1; } calc def None { return : Real = 1; } calc def Many { in a : Real [*]; return : Real = 1; }
    calc def Open { in a : Real; return : Real; } calc def Heir :> F { in c : Real :>> a; } calc def More :> F { in a : Real; in b : Real; in c : Real; }
    calc def Named { in <s> long : Real; return : Real = 1; } calc def Apply { in calc f { in v; return : Real; } in x : Real; return : Real = f(x); }
    calc def Given { in calc f { in v; return : Real = v; } return : Real = 1; } calc def Summed { in calc f { in v; v + 1 } return : Real = 1; }
    calc f : F { in a = 1; in b = 2; } calc half : F { in a = 1; } part def P { attribute x : Real; attribute y : Real; part q : P; } part p : P;
    action def Act { in i : Real; out o : Real; inout u : Real; } attribute n : Real = 1; package Inner; constraint def K { in k : Real; k > 0 }
    requirement def R { in k : Real; subject s : P; actor w : P; } calc def Mixed { in t : String; in r : Real; return : Real = r; }
    calc def Half { in calc f { in v default 1; return : Real; } return : Real = f(1); } constraint def Free { in k : Real default 3; k > 0 }`;
const EXPRESSIONS: readonly (readonly [expression: string, ...expected: string[]])[] = [
    ['F(1, 2)'],
    ['F(1)', "missing-argument no argument for 'b' of the calculation definition Shared::F"],
    ['F()', "missing-argument no argument for 'a', 'b' of the calculation definition Shared::F"],
    ['F(1, 2, 3)', "type.expr 'F' has 2 parameters"],
    ['F(b = 1, a = 2)'],
    ['F(a = 1)', "missing-argument no argument for 'b' of the calculation definition Shared::F"],
    ['F(a = 1, a = 2)', "missing-argument no argument for 'b' of the calculation definition Shared::F", "type.expr 'a' is bound twice"],
    ['F(a = 1, b = 2, c = 3)', "type.expr there is no parameter 'c'"],
    ['F("x", 1)', 'type.expr the argument does not conform to its parameter: it is of type String, not of Real'],
    ['F(1, "x")', 'type.expr the argument does not conform to its parameter: it is of type String, not of Real'],
    ['F(b = "x", a = 1)', 'type.expr the argument does not conform to its parameter: it is of type String, not of Real'],
    ['D(1)'],
    ['D(1, 2)'],
    ['D()', "missing-argument no argument for 'a' of the calculation definition Shared::D"],
    ['Opt()'],
    ['None()'],
    ['None(1)', "type.expr 'None' has no parameters"],
    ['Many(1)'],
    ['Many(1, 2)', "type.expr 'Many' has one parameter: a sequence stands in parentheses of its own, as in 'Many((1, 2))'"],
    ['Many((1, 2))'],
    ['Opt(1, 2)', "type.expr 'Opt' has one parameter"],
    ['Heir(1, 2)'],
    ['Heir(c = 1, b = 2)'],
    ['Heir(b = 2)', "missing-argument no argument for 'c' of the calculation definition Shared::Heir"],
    ['More(1, 2)', "missing-argument no argument for 'c' of the calculation definition Shared::More"],
    ['Named(s = 1)'],
    ['Named(long = 1)'],
    ['Named(s = 1, long = 2)', "type.expr 'long' is bound twice"],
    ['f()'],
    ['half()', "missing-argument no argument for 'b' of the calculation Shared::half"],
    ['half(b = 2)'],
    ['Apply({in v; v}, 1)'],
    ['Apply(x = 1)', "missing-argument no argument for 'f' of the calculation definition Shared::Apply"],
    ['Given()'],
    ['Half()', "missing-argument no argument for 'f' of the calculation definition Shared::Half"],
    ['Mixed(r = 1, t = "x")'],
    ['Mixed("x", 1)'],
    [
        'Many((1, 1))',
        "unique-feature-values 1 is written at positions 1 and 2 of 'a', which is unique: declare it 'nonunique' to repeat values"
    ],
    ['SequenceFunctions::size((1, 1))'],
    ['(1, 2)->ControlFunctions::collect{in x; x}'],
    ['(1, 2)->ControlFunctions::select{in x; x > 1}'],
    ['Summed()'],
    // an arrow passes its operand as the first argument
    ['1->F(2)'],
    ['1->F()', "missing-argument no argument for 'b' of the calculation definition Shared::F"],
    ['1->F(2, 3)', "type.expr 'F' has 2 parameters"],
    ['1->F(b = 2)'],
    ['1->D()'],
    ['1->None()', "type.expr 'None' has no parameters"],
    ['1->None(2)', "type.expr 'None' has no parameters"],
    ['1->P()', "invocation-not-behavior 'P' is no function"],
    ['1->n()', "invocation-not-behavior 'n' is no function"],
    ['(1, 2)->SequenceFunctions::size()'],
    [
        'SequenceFunctions::size(1, 2)',
        "type.expr 'size' has one parameter: a sequence stands in parentheses of its own, as in 'size((1, 2))'"
    ],
    // what can be invoked
    ['P(1)', "invocation-not-behavior only a behavior, or a feature typed by one, can be invoked: an object is made by 'new P(…)'"],
    ['n(1)', 'invocation-not-behavior only a behavior, or a feature typed by one, can be invoked'],
    ['Inner()', 'invocation-not-behavior only a behavior, or a feature typed by one, can be invoked'],
    // constructors bind features by name
    ['new P(1, 2)'],
    ['new P(x = 1)'],
    ['new P(x = 1, x = 2)', "type.expr 'x' is bound twice"],
    ['new P(z = 1)', "unresolved 'z' could not be resolved in 'P'"],
    ['new Inner()', "unresolved 'Inner' is the package Shared::Inner, not a type"]
];
const MEMBERS: readonly (readonly [body: string, ...expected: string[]])[] = [
    [
        'part x { assert constraint k0 : K; }',
        "unbound-parameter nothing binds 'k' of the assert constraint Body0::x::k0: write 'in k = …;' in its body"
    ],
    ['part x { assert constraint k1 : K { in k = 3; } }'],
    ['part x { assert constraint k2 : K { in k; bind k = 3; } }'],
    ['part x { assert constraint k3 : Free; }'],
    ['part x { abstract constraint k4 : K; }'],
    ['part x { constraint k5 { 1 > 0 } }'],
    ['constraint k6 : K;'],
    ['assert constraint k7 : K;', "unbound-parameter nothing binds 'k' of the assert constraint Body7::k7: write 'in k = …;' in its body"],
    ['part x { constraint k8 : K; attribute y = k8(3); }'],
    ['action x { in constraint k9 : K; }'],
    [
        'requirement x { require constraint k10 : K; }',
        "unbound-parameter nothing binds 'k' of the constraint Body10::x::k10: write 'in k = …;' in its body"
    ],
    [
        'part x { requirement r11 : R; }',
        "unbound-parameter nothing binds 'k' of the requirement Body11::x::r11: write 'in k = …;' in its body"
    ],
    ['part x { requirement r12 : R { in k = 1; } }'],
    [
        'part def T; action x { send T() to x; }',
        "nonstandard-notation an object that is sent without 'new' is an extension: the standard notation is 'send new T(…)'"
    ],
    ['part def T; action x { send new T() to x; }'],
    ['action x { send Shared::None() to x; }']
];

const found = findingsOfBodies({ shared: SHARED, imports: ['ScalarValues'] }, [
    ...EXPRESSIONS.map(([expression]) => `attribute y = ${expression};`),
    ...MEMBERS.map(([body]) => body)
]);
const CODES = [
    'type.expr',
    'missing-argument',
    'invocation-not-behavior',
    'unresolved',
    'unbound-parameter',
    'nonstandard-notation',
    'unique-feature-values'
];
const findings = (body: string): string[] =>
    found
        .get(body)!
        .filter(f => CODES.includes(f.code))
        .map(f => `${f.code} ${f.message.replace(/\bBody\d+::/, '')}`)
        .sort();

test.each(EXPRESSIONS)('%s', (expression, ...expected) => expect(findings(`attribute y = ${expression};`)).toEqual(expected.sort()));
test.each(MEMBERS)('%s', (body, ...expected) => expect(findings(body)).toEqual(expected.map(text => text.replace(/\bBody\d+::/, ''))));
