/** Results of calculations that are remembered: answers, errors and costs are those of a run that computes each call. */
import { describe, expect, it } from 'vitest';
import { evaluate, EvaluationRun } from '../../../../src/runtime/evaluation/index.js';
import { modelOf } from '../../../support/elements.js';

const model = modelOf(`
    package P {
        private import ScalarValues::*;
        private import NumericalFunctions::*;
        private import ControlFunctions::*;
        calc def Fib { in n : Integer; return : Integer = if n < 2 ? n else Fib(n - 1) + Fib(n - 2); }
        calc def Half { in x : Real; return : Real = if x < 0.01 ? x else Half(x / 2) + Half(x / 2); }
        calc def Even { in n : Integer; return : Boolean = if n == 0 ? true else if n == 1 ? false else Even(n - 2) and Even(n - 2); }
        calc def Text { in s : String; in n : Integer; return : String = if n == 0 ? s else Text(s + "a", n - 1) + Text("b", n - 1); }
        calc def Steps { in n : Integer; attribute a : Integer := 0; assign a := Part(n) + Part(n); return r : Integer = a; }
        calc def Part { in n : Integer; return : Integer = if n == 0 ? 1 else Part(n - 1) * 2; }
        attribute base : Integer = Fib(9);
        calc def Outside { in n : Integer; return : Integer = if n == 0 ? base else Outside(n - 1) + Outside(n - 1); }
        calc def Falls { in n : Integer; return : Integer = if n == 0 ? 1 / (n - n) else Falls(n - 1) + Falls(n - 1); }
        calc def Sums { in n : Integer; return : Integer = if n == 0 ? 1 else sum((1..n)->collect {in i : Integer; Sums(n - i)}); }
        part def Wheel { attribute size : Integer default 3; }
        calc def Makes { in n : Integer; return : Integer = if n == 0 ? Wheel().size else Makes(n - 1) + Makes(n - 1); }
        calc def Deep { in n : Integer; return : Integer = if n == 0 ? 0 else Deep(n - 1) + 1; }
        calc def Both { in n : Integer; return : Integer = Deep(n) + Deep(2); }
        calc def Under { in n : Integer; return : Integer = if n == 0 ? Both(20) else Under(n - 1) + 1; }
        calc def Typed { in n : Natural; return : Natural = if n > 6 ? n else Typed(n + 1) + Typed(n + 1); }
    }
`);

const EXPRESSIONS = [
    'P::Fib(12)',
    'P::Fib(12) + P::Fib(12)',
    'P::Half(1.0)',
    'P::Half(1) == P::Half(1.0)',
    'P::Even(12)',
    'P::Text("x", 5)',
    'P::Steps(8)',
    'P::Outside(6)',
    'P::Falls(4)',
    'P::Sums(6)',
    'P::Makes(4)',
    'P::Deep(30)',
    'P::Deep(10) + P::Deep(60)',
    'P::Both(20) + P::Under(25)',
    'P::Typed(2)',
    'P::Typed(-2)',
    'P::Fib("x")',
    'P::Fib(1, 2)'
];

/** What a run answers, with what it cost and made. */
function answered(expression: string, hasMemory: boolean, limits: { readonly steps?: number; readonly calcDepth?: number } = {}): unknown {
    const run = new EvaluationRun(model, { hasMemory, limits });
    const { result, error, diagnostics } = evaluate(run, { expression });
    return { result, error, diagnostics, steps: run.steps, objects: run.objectCount, exhausted: run.exhausted };
}

describe('remembered calculations', () => {
    it.each(EXPRESSIONS)('%s answers the same at the same cost', expression => {
        const computed = answered(expression, false);
        expect(answered(expression, true)).toEqual(computed);
        expect(answered(expression, true)).toEqual(computed);
    });

    it.each(EXPRESSIONS)('%s ends at the same limits', expression => {
        const { steps } = answered(expression, false) as { readonly steps: number };
        for (const limit of [1, steps >> 2, steps >> 1, steps - 1, steps].filter(n => n > 0)) {
            expect(answered(expression, true, { steps: limit })).toEqual(answered(expression, false, { steps: limit }));
        }
        for (const calcDepth of [1, 3, 5, 20, 40]) {
            expect(answered(expression, true, { calcDepth })).toEqual(answered(expression, false, { calcDepth }));
        }
    });

    it.each([{}, { calcDepth: 60 }])('a call is computed once, with limits %j', limits => {
        // computed, it has more calls than the steps of many minutes; the depths of calls fit the limit
        const run = new EvaluationRun(model, { limits: { ...limits, steps: Number.MAX_SAFE_INTEGER } });
        expect(evaluate(run, { expression: 'P::Fib(60)' }).result).toBe(1548008755920);
        expect(run.steps).toBeGreaterThan(1e12);
    });
});
