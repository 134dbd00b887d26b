/**
 * Return parameters and outputs of calculations and cases whose declaration states a value: `:=` gives it at the start and the body may
 * change it, `=` binds it, so that its sources count when the body has ended (KerML 8.3.4.10.2; contract behaviour 19, amendments).
 */
import { expect, it } from 'vitest';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { evaluateCalc } from '../../../src/runtime/evaluation/index.js';
import { modelOf } from '../behaviour/run.js';
import { answerOf, shown } from './ask.js';

const USED = `private import ScalarValues::*; private import SequenceFunctions::*;
    action def Travel { in x : Integer; in step : Integer; out goal : Integer = x + step; }
    part def Car; part car : Car;`;

const CALCULATIONS: readonly (readonly [body: string, result: string])[] = [
    ['return r : Integer := 0; for i in 1..n { assign r := r + i; }', '10'],
    ['return r : Integer := n; while r > 3 { assign r := r - 3; }', '1'],
    ['return r : Integer := 7;', '7'],
    ['return : Integer := n;', '4'],
    ['return r : Integer default := n; assign r := r + 1;', '5'],
    ['return r : Integer[0..*] := (); for i in 1..n { assign r := (r, i); }', '(1, 2, 3, 4)'],
    ['return r : Integer := 1; if n > 3 { return 99; } assign r := 2;', '99'],
    ['return r : Integer := 1; attribute k : Integer := 2; assign k := 5; assign r := k; r + 100', '105'],
    ['return r : Integer; assign r := n; r + 100', '104'],
    ['return r : Integer; assign r := n; if r > 3 { return 7; }', '7'],
    ['return r : Integer = x * 2; attribute x : Integer := 0; for i in 1..n { assign x := x + i; }', '20'],
    ['inout m : Integer := 3; return r : Integer = m; assign m := n;', '4'],
    ['out q : Integer := 5; return r : Integer = q; assign q := q + n;', '9'],
    ['out q : Integer := 1; for i in 1..n { assign q := q * 2; }', '16'],
    ['return r : Integer = 1; assign r := 2;', 'output bound more than once: r is valued by its declaration and assigned'],
    ['return r : Integer default 1; assign r := 2;', 'output bound more than once: r is valued by its declaration and assigned'],
    ['return r : Integer := (if n > 3 ? "a" else 1); assign r := 2;', 'type mismatch: r must be Integer, got a string']
];

it.each(CALCULATIONS)('calc %s', (body, expected) => {
    const model = modelOf(`${USED} calc def C { in n : Integer; ${body} }`);
    const { result, error } = evaluateCalc(startRun(model), { symbolId: 'T::C', arguments: [4] });
    expect(error?.replace('calc invocation failed: calc T::C: ', '') ?? shown(result)).toBe(expected);
});

it('a specialization has the initial value and the body of what it specializes', () => {
    const model =
        modelOf(`${USED} calc def C { in n : Integer; return r : Integer := 1; assign r := r + n; } calc def D :> C { return :>> r; }
        calc def E :> C { return :>> r := 10; }`);
    const results = ['T::D', 'T::E'].map(symbolId => evaluateCalc(startRun(model), { symbolId, arguments: [4] }).result);
    expect(results.map(shown)).toEqual(['5', '14']);
});

const CASES: readonly (readonly [body: string, outputs: string])[] = [
    ['return r : Integer := 0; assign r := 3;', 'r = 3'],
    ['return r : Integer := 0; action a { assign r := 3; }', 'r = 3'],
    ['return r : Integer := 1; action a { assign r := r + 3; } then action b { assign r := r * 2; }', 'r = 8'],
    ['return r : Integer := 0; for i in 1..3 { assign r := r + i; }', 'r = 6'],
    ['return r : Integer := 0; first start; then for i in 1..3 { assign r := i; }', 'r = 3'],
    ['return r : Integer := 0; while r < 3 { assign r := r + 1; }', 'r = 3'],
    ['return r : Integer := 0; if true { assign r := 3; }', 'r = 3'],
    ['out q : Integer := 1; return r : Integer = q; assign q := 4;', 'q = 4, r = 4'],
    [
        `return way : Integer[*] := (); private attribute place : Integer := 10;
            for s in (1, 2, 3) {
                perform action travel : Travel { in x = place; in step = s; }
                then assign place := travel.goal;
                then assign way := way->including(place);
            }`,
        'way = (11, 13, 16)'
    ],
    [
        `return r : Integer := 0;
            if true { for s in (1, 2) { perform action travel : Travel { in x = r; in step = s; } then assign r := travel.goal; } }`,
        'r = 3'
    ]
];

it.each(CASES)('analysis %s', (body, expected) => {
    const { outputs, error } = answerOf(`${USED} analysis def A { subject car : Car; ${body} } analysis a : A { subject = car; }`, 'a');
    expect(error ?? outputs.map(o => `${o.name} = ${shown(o.value)}`).join(', ')).toBe(expected);
});
