/** Verdicts: the rules of the contract's sheet, sections 5 to 7. */

import { describe, expect, it } from 'vitest';
import { Run, evaluateCalc, validateInstance, verifyConstraint, verifyRequirement, verifySatisfaction, type Verdict } from '../../../src/runtime/index.js';
import { answer, modelOf, shown } from './support.js';

const model = modelOf(`package P {
    private import ScalarValues::*; private import SI::*;
    part def Frame { attribute mass : Real = 40.0; part tyre : Tyre; part legs : Leg[2]; requirement light { require constraint { mass < 50.0 } } assert constraint heavy { mass > 10.0 } }
    part def Tyre { attribute load = 1; constraint small { load < 3 } }
    part def Leg { attribute length = 2; assert constraint short { length < 2 } }
    part racer : Frame { attribute :>> mass = 38.0; }
    part twoTyres { part a : Tyre; part b : Tyre { attribute :>> load = 5; } }
    requirement def Cap { subject s : Frame; attribute limit; require constraint { s.mass <= limit } }
    requirement cap : Cap { :>> limit = 35.0; }
    requirement roomy : Cap { :>> limit = 99.0; }
    requirement both { require cap; require roomy; }
    part audit { assert satisfy cap by racer; assert not satisfy cap by racer; assert satisfy roomy by racer; }
    constraint def Pos { in v; v > 0 }
    constraint plain { 1 < 2 }
    constraint wrongSide { 1 > 2 }
    constraint broken { 1 / 0 > 2 }
    constraint empty;
    constraint several { assert constraint { 1 < 2 } assert constraint { 3 < 2 } }
    constraint inverted { assert not constraint { 1 > 2 } }
    requirement assumed { assume constraint { 1 > 2 } }
    requirement unbound { attribute speed : Real; require constraint { speed < 3 } }
    part def Plain { attribute x = 1; }
    part def Good { assert constraint ok { 1 < 2 } }
    part def Open { attribute y : Integer; assert constraint ok { y < 2 } }
    calc def Add { in a : Integer; in b : Integer = 2; return : Integer = a + b; }
    calc def Pair { in k : Integer; out low = k - 1; out high = k + 1; }
    calc pair : Pair { in k = 5; }
    calc def Collatz { in n : Integer; attribute steps : Integer = 0; attribute v : Integer = n;
        while v != 1 { if v % 2 == 0 { assign v := RationalFunctions::ToInteger(v / 2); } else { assign v := 3 * v + 1; } assign steps := steps + 1; } return : Integer = steps; }
    calc def Sum { in xs : Integer[*]; attribute total : Integer = 0; for x in xs { assign total := total + x; } return : Integer = total; }
    part user { attribute own = 3; calc scaled { in f : Integer; return : Integer = own * f; } }
}`);

const run = (): Run => new Run(model);

/** `holds`, the false condition, or the error with its reason. */
function told(verdict: Verdict | undefined): string {
    return verdict === undefined ? 'none' : verdict.holds ? 'holds' : verdict.error !== undefined ? `${verdict.failureReason}: ${verdict.error}` : `false: ${verdict.condition}`;
}

describe('constraints', () => {
    it.each([
        ['plain', undefined, 'holds'], ['wrongSide', undefined, 'false: 1 > 2'], ['broken', undefined, 'evaluation: constraint P::broken: assertion evaluation failed: division by zero'],
        ['empty', undefined, 'evaluation: constraint P::empty: no condition to evaluate'], ['several', undefined, 'false: 3 < 2'], ['inverted', undefined, 'holds'],
        ['racer', undefined, 'wrongKind: not a constraint: racer is a part usage, not a constraint definition or usage'], ['Tyre::small', 'P::racer', 'holds'],
        ['Tyre::small', 'P::twoTyres', 'ambiguousSubject: constraint P::Tyre::small: ambiguous subject: small is carried by a, b: check it on one of them'], ['Tyre::small', 'P::twoTyres.b', 'false: load < 3'],
        ['Leg::short', 'P::racer', 'false: length < 2'], ['Tyre::small', undefined, 'holds'],
    ])('%s on %s', (symbol, subjectId, expected) => {
        expect(told(verifyConstraint(run(), { symbolId: `P::${symbol}`, subjectId }).verdict)).toBe(expected);
    });

    it('name the object that carries them', () => {
        const { verdict, instances } = verifyConstraint(run(), { symbolId: 'P::Tyre::small', subjectId: 'P::racer' });
        expect([verdict!.instance!.id, instances[0].id, instances[0].typeSymbolId]).toEqual([2, 2, 'P::Tyre']);
    });

    it('fail before a verdict when there is no symbol or subject', () => {
        expect(verifyConstraint(run(), { symbolId: 'P::no' }).error).toBe('symbol not found: P::no');
        expect(verifyConstraint(run(), { symbolId: 'P::plain', subjectId: 'P::no' }).error).toBe('instantiation of subject P::no failed: unresolved reference: P::no');
    });
});

describe('requirements', () => {
    it.each([
        ['cap', 'P::racer', 'false: s.mass <= limit'], ['roomy', 'P::racer', 'holds'], ['both', 'P::racer', 'false: s.mass <= limit'], ['assumed', undefined, 'holds'],
        ['unbound', undefined, 'evaluation: requirement P::unbound: require condition evaluation failed: speed < 3 is undetermined: P::unbound::speed has no value in the model'],
        ['Frame::light', 'P::racer', 'holds'], ['plain', undefined, 'wrongKind: not a requirement: plain is a constraint usage, not a requirement definition or usage'],
    ])('%s on %s', (symbol, subjectId, expected) => {
        expect(told(verifyRequirement(run(), { symbolId: `P::${symbol}`, subjectId }).verdict)).toBe(expected);
    });
});

it('satisfaction assertions are judged on objects of their own', () => {
    const { verdicts } = verifySatisfaction(run(), 'P::audit');
    expect(verdicts.map(v => [v.element, told(v), v.requirementId])).toEqual([
        ['satisfy cap by racer', 'false: s.mass <= limit', 'P::cap'], ['not satisfy cap by racer', 'holds', 'P::cap'], ['satisfy roomy by racer', 'holds', 'P::roomy'],
    ]);
    expect(new Set(verdicts.map(v => v.instance!.id)).size).toBe(3);
    expect(verifySatisfaction(run(), '').verdicts.length).toBe(3);
    expect(verifySatisfaction(run(), 'P::racer')).toMatchObject({ verdicts: [], instances: [] });
    expect(verifySatisfaction(run(), 'P::Plain::x')).toMatchObject({ error: 'P::Plain::x states no satisfaction assertion', failureReason: 'wrongKind' });
});

describe('validation of objects', () => {
    it('walks the object tree with paths', () => {
        const { verdicts, summary, bounded } = validateInstance(run(), 'P::racer');
        expect(verdicts.map(v => [v.element, v.instancePath ?? '', told(v)])).toEqual([
            ['requirement light', '', 'holds'], ['assert constraint heavy', '', 'holds'], ['satisfy cap by racer', '', 'false: s.mass <= limit'], ['not satisfy cap by racer', '', 'holds'],
            ['satisfy roomy by racer', '', 'holds'], ['assert constraint short', 'legs[1]', 'false: length < 2'], ['assert constraint short', 'legs[2]', 'false: length < 2'],
        ]);
        expect([told(summary), bounded]).toEqual(['false: undefined', false]);
    });

    it.each([
        ['Good', 'holds'], ['Plain', 'evaluation: object P::Plain states no assertion to validate'],
        ['Open', 'evaluation: assert constraint ok: constraint P::Open::ok: assertion evaluation failed: no value for feature y'],
    ])('%s', (symbol, expected) => {
        expect(told(validateInstance(run(), `P::${symbol}`).summary)).toBe(expected);
    });

    it.each([['P', 'wrongKind'], ['P::Plain::x', 'wrongKind'], ['P::no', 'evaluation']])('%s has none', (symbol, reason) => {
        const { summary, failureReason, error } = validateInstance(run(), symbol);
        expect([summary, failureReason, error !== undefined]).toEqual([undefined, reason, true]);
    });
});

describe('calculations', () => {
    it.each([
        ['Add', [1], '3'], ['Add', [1, 5], '6'], ['Add', [], '! evaluation: calc invocation failed: calc P::Add: unbound parameter: a'],
        ['Add', [1, 2, 3], '! evaluation: calc invocation failed: calc P::Add: calc argument count mismatch: P::Add takes 2 argument(s), got 3'],
        ['pair', [], 'low=4 high=6'], ['Pair', [7], 'low=6 high=8'], ['Collatz', [27], '111'], ['Sum', [], '0'], ['user::scaled', [4], '12'],
        ['racer', [], '! wrongKind: calc invocation failed: not a calc: P::racer is a part usage, not a calc definition or usage'], ['no', [], '! undefined: symbol not found: P::no'],
    ])('%s%j', (symbol, args, expected) => {
        const { result, outputs, error, failureReason } = evaluateCalc(run(), { symbolId: `P::${symbol}`, arguments: args });
        const text = error !== undefined ? `! ${failureReason}: ${error}` : result !== undefined ? shown(result) : outputs!.map(o => `${o.name}=${shown(o.value)}`).join(' ');
        expect(text.replace('symbolId', '')).toBe(symbol === 'no' ? '! undefined: symbol not found: P::no' : expected);
    });
});

it.each([
    ['Pos(3)', 'true'], ['Pos(v = -3)', 'false'], ['Cap(racer, 40)', 'evaluation failed: calc P::Cap: calc argument count mismatch: P::Cap takes 1 argument(s), got 2'], ['roomy(racer)', 'true'], ['cap(s = racer)', 'false'],
    ['plain', 'true'], ['empty()', 'evaluation failed: calc P::empty: no condition to evaluate: P::empty'],
])('%s is called like a calc', (expression, expected) => {
    expect(answer(model, expression, 'P')).toBe(expected);
});

describe('verification cases', () => {
    const cases = modelOf(`package T { private import VerificationCases::*;
        requirement r { require constraint { 1 < 2 } }
        requirement other { require constraint { 1 < 2 } }
        verification def Passing { objective { verify r; } return verdict = PassIf(3 > 2); }
        verification failing { objective { verify r; } return v : VerdictKind = VerdictKind::fail; }
        verification silent { objective { verify r; } }
        verification inherited : Passing;
        verification broken { objective { verify r; } return : VerdictKind = if 1 / 0 > 1 ? VerdictKind::pass else VerdictKind::fail; verification step : Passing; }
    }`);

    it('answer beside the requirement\'s own verdict', () => {
        const { verdict, verificationVerdicts } = verifyRequirement(new Run(cases), { symbolId: 'T::r' });
        expect(verdict!.holds).toBe(true);
        expect(verificationVerdicts!.map(v => [v.caseId, v.kind, v.detail ?? '', v.subcase ?? false, v.requirementId])).toEqual([
            ['T::Passing', 'pass', '', false, 'T::r'], ['T::failing', 'fail', '', false, 'T::r'], ['T::silent', 'inconclusive', 'the case returned no verdict', false, 'T::r'],
            ['T::inherited', 'pass', '', false, 'T::r'], ['T::broken', 'error', 'calc T::broken: division by zero', false, 'T::r'], ['T::broken::step', 'pass', '', true, 'T::r'],
        ]);
        expect(verifyRequirement(new Run(cases), { symbolId: 'T::other' }).verificationVerdicts).toEqual([]);
    });
});
