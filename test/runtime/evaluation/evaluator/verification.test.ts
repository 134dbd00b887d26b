/** Verdicts: the rules of the contract's sheet, sections 5 to 7. */

import { describe, expect, it } from 'vitest';
import { executeAction, policyOf, startRun } from '../../../../src/runtime/behaviour/index.js';
import { type Run, evaluateCalc } from '../../../../src/runtime/evaluation/index.js';
import {
    validateInstance,
    verifyConstraint,
    verifyRequirement,
    verifySatisfaction,
    type VerificationVerdict,
    type Verdict
} from '../../../../src/runtime/verification/index.js';
import { alone, answer, modelOf, shown } from './support.js';

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
    part def Unnamed { attribute y : Integer; assert constraint { y > 1 } }
    calc def Add { in a : Integer; in b : Integer = 2; return : Integer = a + b; }
    calc def Pair { in k : Integer; out low = k - 1; out high = k + 1; }
    calc pair : Pair { in k = 5; }
    calc def Collatz { in n : Integer; attribute steps : Integer = 0; attribute v : Integer = n;
        while v != 1 { if v % 2 == 0 { assign v := RationalFunctions::ToInteger(v / 2); } else { assign v := 3 * v + 1; } assign steps := steps + 1; } return : Integer = steps; }
    calc def Sum { in xs : Integer[*]; attribute total : Integer = 0; for x in xs { assign total := total + x; } return : Integer = total; }
    part user { attribute own = 3; calc scaled { in f : Integer; return : Integer = own * f; } }
}`);

const run = (): Run => startRun(model);

/** `holds`, the false condition, or the error with its reason. */
function told(verdict: Verdict | undefined): string {
    return verdict === undefined
        ? 'none'
        : verdict.holds
          ? 'holds'
          : verdict.error !== undefined
            ? `${verdict.failureReason}: ${verdict.error}`
            : `false: ${verdict.condition}`;
}

describe('constraints', () => {
    it.each([
        ['plain', undefined, 'holds'],
        ['wrongSide', undefined, 'false: 1 > 2'],
        ['broken', undefined, 'evaluation: constraint P::broken: assertion evaluation failed: division by zero'],
        ['empty', undefined, 'evaluation: constraint P::empty: no condition to evaluate'],
        ['several', undefined, 'false: 3 < 2'],
        ['inverted', undefined, 'holds'],
        ['racer', undefined, 'wrongKind: not a constraint: racer is a part usage, not a constraint definition or usage'],
        ['Tyre::small', 'P::racer', 'holds'],
        [
            'Tyre::small',
            'P::twoTyres',
            'ambiguousSubject: constraint P::Tyre::small: ambiguous subject: small is carried by a, b: check it on one of them'
        ],
        ['Tyre::small', 'P::twoTyres.b', 'false: load < 3'],
        ['Leg::short', 'P::racer', 'false: length < 2'],
        ['Tyre::small', undefined, 'holds']
    ])('%s on %s', (symbol, subjectId, expected) => {
        expect(told(verifyConstraint(run(), { symbolId: `P::${symbol}`, subjectId }).verdict)).toBe(expected);
    });

    it('name the object that carries them', () => {
        const { verdict, instances } = verifyConstraint(run(), { symbolId: 'P::Tyre::small', subjectId: 'P::racer' });
        expect([verdict!.instance!.id, instances[0].id, instances[0].typeSymbolId]).toEqual([2, 2, 'P::Tyre']);
    });

    it('fail before a verdict when there is no symbol or subject', () => {
        expect(verifyConstraint(run(), { symbolId: 'P::no' }).error).toBe('symbol not found: P::no');
        expect(verifyConstraint(run(), { symbolId: 'P::plain', subjectId: 'P::no' }).error).toBe(
            'instantiation of subject P::no failed: unresolved reference: P::no'
        );
    });
});

describe('requirements', () => {
    it.each([
        ['cap', 'P::racer', 'false: s.mass <= limit'],
        ['roomy', 'P::racer', 'holds'],
        ['both', 'P::racer', 'false: s.mass <= limit'],
        ['assumed', undefined, 'holds'],
        [
            'unbound',
            undefined,
            'evaluation: requirement P::unbound: require condition evaluation failed: speed < 3 is undetermined: P::unbound::speed has no value in the model'
        ],
        ['Frame::light', 'P::racer', 'holds'],
        ['plain', undefined, 'wrongKind: not a requirement: plain is a constraint usage, not a requirement definition or usage']
    ])('%s on %s', (symbol, subjectId, expected) => {
        expect(told(verifyRequirement(run(), { symbolId: `P::${symbol}`, subjectId }).verdict)).toBe(expected);
    });
});

it('satisfaction assertions are judged on objects of their own', () => {
    const { verdicts } = verifySatisfaction(run(), 'P::audit');
    expect(verdicts.map(v => [v.element, told(v), v.requirementId])).toEqual([
        ['satisfy cap by racer', 'false: s.mass <= limit', 'P::cap'],
        ['not satisfy cap by racer', 'holds', 'P::cap'],
        ['satisfy roomy by racer', 'holds', 'P::roomy']
    ]);
    expect(new Set(verdicts.map(v => v.instance!.id)).size).toBe(3);
    expect(verifySatisfaction(run(), '').verdicts.length).toBe(3);
    expect(verifySatisfaction(run(), 'P::racer')).toMatchObject({ verdicts: [], instances: [] });
    expect(verifySatisfaction(run(), 'P::Plain::x')).toMatchObject({
        error: 'P::Plain::x states no satisfaction assertion',
        failureReason: 'wrongKind'
    });
});

it('within a requirement, its name is the requirement that is judged', () => {
    const nested = modelOf(`package P {
        private import ScalarValues::*;
        part def Frame { attribute mass : Real default 40.0; part tyre : Tyre; } part def Tyre { attribute load = 1; }
        part racer : Frame { attribute :>> mass = 38.0; } part other : Frame;
        requirement def Light { subject item1 : Frame; attribute max : Real default 39.0; require constraint { item1.mass <= max } }
        requirement group { subject item1 : Frame; requirement light : Light { subject :>> item1 = group.item1; } }
        requirement tight { subject f : Frame; attribute limit : Real = 20.0;
            requirement light : Light { subject :>> item1 = tight.f; :>> max = tight.limit; } }
        requirement tyred { subject f : Frame; requirement inner { subject t : Tyre = tyred.f.tyre; require constraint { t.load < 1 } } }
        requirement fixed { subject f : Frame = racer; requirement light : Light { subject :>> item1 = fixed.f; } }
        part groups { assert satisfy group by racer; assert satisfy group by other; assert satisfy tight by racer; assert satisfy tyred by racer; }
        allocate group to racer;
        action ride { attribute n : Integer := 1; first start; then assign n := 2; then done; }
    }`);
    expect(verifySatisfaction(startRun(nested), 'P::groups').verdicts.map(told)).toEqual([
        'holds',
        'false: item1.mass <= max',
        'false: item1.mass <= max',
        'false: t.load < 1'
    ]);
    expect(told(verifyRequirement(startRun(nested), { symbolId: 'P::fixed' }).verdict)).toBe('holds');
    expect(executeAction(nested, { action: 'P::ride', policy: policyOf('') }).error).toBe('');
});

describe('validation of objects', () => {
    it('walks the object tree with paths', () => {
        const { verdicts, summary, bounded } = validateInstance(run(), 'P::racer');
        expect(verdicts.map(v => [v.element, v.instancePath ?? '', told(v)])).toEqual([
            ['requirement light', '', 'holds'],
            ['assert constraint heavy', '', 'holds'],
            ['satisfy cap by racer', '', 'false: s.mass <= limit'],
            ['not satisfy cap by racer', '', 'holds'],
            ['satisfy roomy by racer', '', 'holds'],
            ['assert constraint short', 'legs[1]', 'false: length < 2'],
            ['assert constraint short', 'legs[2]', 'false: length < 2']
        ]);
        expect([told(summary), bounded]).toEqual(['false: undefined', false]);
    });

    it.each([
        ['Good', 'holds'],
        ['Plain', 'evaluation: object P::Plain states no assertion to validate'],
        ['Open', 'evaluation: assert constraint ok: assertion evaluation failed: no value for feature y'],
        ['Unnamed', 'evaluation: assert constraint { y > 1 }: assertion evaluation failed: no value for feature y']
    ])('%s', (symbol, expected) => {
        expect(told(validateInstance(run(), `P::${symbol}`).summary)).toBe(expected);
    });

    it.each([
        ['P', 'wrongKind'],
        ['P::Plain::x', 'wrongKind'],
        ['P::no', 'evaluation']
    ])('%s has none', (symbol, reason) => {
        const { summary, failureReason, error } = validateInstance(run(), symbol);
        expect([summary, failureReason, error !== undefined]).toEqual([undefined, reason, true]);
    });
});

it('each assertion has the whole budgets', () => {
    const costly = modelOf(`package B { private import ScalarValues::*;
        calc def Count { in n : Integer; attribute i : Integer = 0; while i < n { assign i := i + 1; } return : Integer = i; }
        part p { assert constraint { Count(60) > 3 } assert slow; assert constraint cheap { Count(60) > 3 } }
        constraint slow { Count(1000) > 3 }
    }`);
    const { verdicts, summary } = validateInstance(startRun(costly, { limits: { steps: 300 } }), 'B::p');
    expect(verdicts.map(v => [v.element, told(v), v.exhausted ?? []])).toEqual([
        ['assert constraint { Count(60) > 3 }', 'holds', []],
        [
            'assert slow',
            'evaluation: assert slow: assertion evaluation failed: calc B::Count: evaluation step limit exceeded (300 steps; raise SERVICE_MAX_STEPS to allow more)',
            ['steps']
        ],
        ['assert constraint cheap', 'holds', []]
    ]);
    expect(summary!.exhausted).toEqual(['steps']);
});

describe('calculations', () => {
    it.each([
        ['Add', [1], '3'],
        ['Add', [1, 5], '6'],
        [
            'Add',
            [],
            "! evaluation: calc invocation failed: calc P::Add: type mismatch: no value for feature a, which operator '+' reads: " +
                "write 'in a = …;' in a usage of P::Add, or give it as an argument"
        ],
        [
            'Add',
            [1, 2, 3],
            '! evaluation: calc invocation failed: calc P::Add: calc argument count mismatch: P::Add takes 2 argument(s), got 3'
        ],
        ['pair', [], 'low=4 high=6'],
        ['Pair', [7], '! evaluation: calc invocation failed: calc P::Pair: calculation has no single result: P::Pair'],
        ['Collatz', [27], '111'],
        ['Sum', [], '0'],
        ['user::scaled', [4], '12'],
        ['racer', [], '! wrongKind: calc invocation failed: not a calc: P::racer is a part usage, not a calc definition or usage'],
        ['no', [], '! undefined: symbol not found: P::no']
    ])('%s%j', (symbol, args, expected) => {
        const { result, outputs, error, failureReason } = evaluateCalc(run(), { symbolId: `P::${symbol}`, arguments: args });
        const text =
            error !== undefined
                ? `! ${failureReason}: ${error}`
                : result !== undefined
                  ? shown(alone(result))
                  : outputs!.map(o => `${o.name}=${shown(alone(o.value))}`).join(' ');
        expect(text.replace('symbolId', '')).toBe(symbol === 'no' ? '! undefined: symbol not found: P::no' : expected);
    });
});

it.each([
    ['Pos(3)', 'true'],
    ['Pos(v = -3)', 'false'],
    ['Cap(racer, 40)', 'evaluation failed: calc P::Cap: calc argument count mismatch: P::Cap takes 1 argument(s), got 2'],
    ['roomy(racer)', 'true'],
    ['cap(s = racer)', 'false'],
    ['plain', 'true'],
    ['empty()', 'evaluation failed: calc P::empty: no condition to evaluate: P::empty']
])('%s is called like a calc', (expression, expected) => {
    expect(answer(model, expression, 'P')).toBe(expected);
});

describe('nested and satisfied requirements', () => {
    const nested = modelOf(`package N { private import ScalarValues::*;
        part def Eng { attribute power = 90; }
        part def Car { attribute mass = 1000; attribute fuel : Real = 0.5; part eng : Eng; attribute boost = 1; part turbo : Eng { :>> power = 10 * boost; } }
        part light : Car { :>> mass = 900; }
        part heavy : Car { :>> mass = 1800; :>> fuel = 0.95; part :>> eng { :>> power = 50; } satisfy small; }
        requirement def Limit { subject c : Car; attribute limit; require constraint { c.mass <= limit } }
        requirement small : Limit { :>> limit = 1200; }
        requirement strong { subject e : Eng; require constraint enough { e.power > 80 } }
        requirement group { subject c : Car; requirement inner { require constraint { c.fuel > 0.9 } } require small; }
        requirement ofLight { subject c = light; require constraint { c.mass < 1000 } }
        requirement byDefault { subject c : Car default light; require constraint { c.mass < 1000 } }
        concern def Thirst { subject c : Car; require constraint { c.fuel < 0.9 } }
        concern thirst : Thirst;
        requirement framing { subject c : Car; frame thirst; require constraint { c.mass > 0 } }
        requirement mixed { subject c : Car; require constraint { 1 / 0 > c.mass } require constraint { c.mass > 5000 } }
        part fleet { attribute extra = 3; part a : Car { :>> mass = 100 * extra; } part b : Car { :>> mass = 3000; }
            satisfy small by a; not satisfy small by a; satisfy strong by b.eng; satisfy requirement own : Limit by b { :>> limit = 5000; } satisfy requirement : Limit by b { :>> limit = 10; } }
        part tuned : Car { :>> boost = 20; satisfy strong by turbo; }
        part slow : Car { satisfy strong by turbo; }
        requirement def Spec { attribute speed = 15; requirement calm : Slow { :>> v = 9; :>> top = 5; } require calm; require constraint ok : Less { in a = speed; in b = 10; } }
        requirement def Slow { attribute v; attribute top; require constraint { v <= top } } constraint def Less { in a; in b; a <= b }
        requirement spec : Spec; requirement eased : Spec { requirement :>> calm { :>> top = 10; } constraint :>> ok { in :>> b = 20; } }
        requirement trusted { assume spec; require eased; } requirement both { assume spec; require spec; }
        package Plan { satisfy ofLight by heavy; satisfy small by fleet.b; satisfy group.inner by heavy; }
        part def Checked { attribute m = 5; constraint fits { m < 3 } assert fits; assert not fits; assert constraint { m > 1 } assert constraint : Below { in v = m; } assert not constraint big { m > 4 } }
        constraint def Below { in v; v < 9 }
        part checked : Checked;
        part def Sensor { attribute noise = 1; constraint usable { noise < 2 } }
        part station { part sensors : Sensor[2..*]; part main : Sensor :> sensors; part spare : Sensor :> sensors { :>> noise = 7; } }
        part row { part sensors : Sensor[3]; }
    }`);
    const fresh = (): Run => startRun(nested);

    it.each([
        ['group::inner', 'heavy', 'holds'],
        ['group::inner', 'light', 'false: c.fuel > 0.9'],
        ['ofLight', 'heavy', 'holds'],
        ['byDefault', 'heavy', 'false: c.mass < 1000'],
        ['spec', undefined, 'false: v <= top'],
        ['eased', undefined, 'holds'],
        ['trusted', undefined, 'holds'],
        ['both', undefined, 'holds'],
        ['byDefault', undefined, 'holds'],
        ['framing', 'light', 'holds'],
        ['framing', 'heavy', 'false: c.fuel < 0.9'],
        ['mixed', 'light', 'false: c.mass > 5000']
    ])('%s on %s', (symbol, subject, expected) => {
        expect(
            told(
                verifyRequirement(fresh(), { symbolId: `N::${symbol}`, ...(subject !== undefined && { subjectId: `N::${subject}` }) })
                    .verdict
            )
        ).toBe(expected);
    });

    it('a constraint of a requirement reads its subject', () => {
        expect(told(verifyConstraint(fresh(), { symbolId: 'N::strong::enough', subjectId: 'N::heavy.eng' }).verdict)).toBe(
            'false: e.power > 80'
        );
    });

    it.each([
        ['heavy', ['satisfy small: false: c.mass <= limit']],
        [
            'fleet',
            [
                'satisfy own by b: holds',
                'satisfy small by a: holds',
                'not satisfy small by a: false: not (c.mass <= limit)',
                'satisfy strong by b.eng: holds',
                'satisfy Limit by b: false: c.mass <= limit'
            ]
        ],
        ['tuned', ['satisfy strong by turbo: holds']],
        ['slow', ['satisfy strong by turbo: false: e.power > 80']],
        [
            'Plan',
            [
                'satisfy ofLight by heavy: false: c.mass < 1000',
                'satisfy small by fleet.b: false: c.mass <= limit',
                'satisfy group.inner by heavy: holds'
            ]
        ]
    ])('satisfaction in %s', (symbol, expected) => {
        expect(verifySatisfaction(fresh(), `N::${symbol}`).verdicts.map(v => `${v.element}: ${told(v)}`)).toEqual(expected);
    });

    it.each([
        [
            'fleet',
            [
                'a satisfy small by a: holds',
                'a not satisfy small by a: false: not (c.mass <= limit)',
                'b satisfy own by b: holds',
                'b satisfy Limit by b: false: c.mass <= limit',
                'b satisfy small by fleet.b: false: c.mass <= limit',
                'b.eng satisfy strong by b.eng: holds'
            ]
        ],
        ['tuned', ['turbo satisfy strong by turbo: holds']],
        [
            'checked',
            [
                ' assert fits: false: m < 3',
                ' assert not fits: holds',
                ' assert constraint { m > 1 }: holds',
                ' assert constraint : Below: holds',
                ' assert not constraint big: false: not (m > 4)'
            ]
        ]
    ])('validation of %s', (symbol, expected) => {
        expect(validateInstance(fresh(), `N::${symbol}`).verdicts.map(v => `${v.instancePath ?? ''} ${v.element}: ${told(v)}`)).toEqual(
            expected
        );
    });

    it.each([
        [
            'station',
            'ambiguousSubject: constraint N::Sensor::usable: ambiguous subject: usable is carried by main, spare: check it on one of them'
        ],
        ['station.spare', 'false: noise < 2'],
        ['row', 'holds']
    ])('objects of features that subset one collection are carriers of their own: %s', (subject, expected) => {
        expect(told(verifyConstraint(fresh(), { symbolId: 'N::Sensor::usable', subjectId: `N::${subject}` }).verdict)).toBe(expected);
    });

    it('words have their articles', () => {
        expect(told(verifyRequirement(fresh(), { symbolId: 'N::Eng::power' }).verdict)).toBe(
            'wrongKind: not a requirement: power is an attribute usage, not a requirement definition or usage'
        );
    });
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

    it("answer beside the requirement's own verdict", () => {
        const { verdict, verificationVerdicts } = verifyRequirement(startRun(cases), { symbolId: 'T::r' });
        expect(verdict!.holds).toBe(true);
        expect(verificationVerdicts!.map(v => [v.caseId, v.kind, v.detail ?? '', v.subcase ?? false, v.requirementId])).toEqual([
            ['T::Passing', 'pass', '', false, 'T::r'],
            ['T::failing', 'fail', '', false, 'T::r'],
            ['T::silent', 'inconclusive', 'the case returned no verdict', false, 'T::r'],
            ['T::inherited', 'pass', '', false, 'T::r'],
            ['T::broken', 'error', 'analysis T::broken: division by zero', false, 'T::r'],
            ['T::broken::step', 'pass', '', true, 'T::r']
        ]);
        expect(verifyRequirement(startRun(cases), { symbolId: 'T::other' }).verificationVerdicts).toEqual([]);
    });

    it.each([
        [
            'bodies of steps are performed',
            'subject c : Car = heavy; action weigh { in car : Car = c; out kg : Integer; assign kg := car.mass; } then action judge { in kg = weigh.kg; out ok : Boolean; assign ok := kg < 2000; } return v : VerdictKind = PassIf(judge.ok);',
            ['D::t pass']
        ],
        [
            'steps without an order follow their declaration',
            'attribute n : Integer = 1; action a { assign n := n + 1; } action b { assign n := n * 10; } return v : VerdictKind = PassIf(n == 20);',
            ['D::t pass']
        ],
        [
            "a step of the result's name is not the result",
            'action a { out v : VerdictKind = VerdictKind::fail; } return v : VerdictKind = VerdictKind::pass;',
            ['D::t pass']
        ],
        ['an output is a result', 'out v : VerdictKind; assign v := VerdictKind::fail;', ['D::t fail']],
        ['a last expression is a result', 'VerdictKind::pass', ['D::t pass']],
        [
            'literals stand for themselves',
            'return v : VerdictKind = VerdictKind::inconclusive;',
            ['D::t inconclusive (the case returned the verdict inconclusive)']
        ],
        [
            'other results are no verdict',
            'return v : Boolean = true;',
            ['D::t inconclusive (the case returned a Boolean, which is no verdict)']
        ],
        [
            'a number is no verdict',
            'return v : VerdictKind = 3;',
            ['D::t inconclusive (the case returned an Integer, which is no verdict)']
        ],
        [
            'a failing step fails the case',
            'action a { out x : Integer; assign x := 1 / 0; } return v : VerdictKind = PassIf(a.x > 1);',
            ['D::t error (analysis D::t: action node a: eval assignment RHS: division by zero)']
        ],
        [
            'subcases come after their case and are not rolled up',
            'verification one { return v : VerdictKind = VerdictKind::fail; } verification two { verification deep { return v : VerdictKind = one.v; } return v : VerdictKind = PassIf(1 / 0 > 1); } perform other; return v : VerdictKind = VerdictKind::pass;',
            [
                'D::t pass',
                'D::t::one fail sub',
                'D::t::two error (analysis D::t::two: division by zero) sub',
                'D::t::two::deep fail sub',
                'D::other pass sub'
            ]
        ],
        [
            'a subcase takes what its case has',
            'subject c : Car = light; verification sub { subject c : Car; return v : VerdictKind = PassIf(c.mass > 1000); } return v : VerdictKind = sub.v;',
            ['D::t fail', 'D::t::sub fail sub']
        ],
        [
            'subjects have to be bound',
            'subject c : Car; return v : VerdictKind = VerdictKind::pass;',
            ['D::t error (analysis D::t: c subject is unbound: the case states no value for it and none is given)']
        ],
        [
            'parameters have to be bound',
            'in limit; return v : VerdictKind = PassIf(limit > 3);',
            [
                "D::t error (analysis D::t: type mismatch: no value for feature limit, which operator '>' reads: " +
                    "write 'in limit = …;' in D::t, or give it as an argument)"
            ]
        ],
        [
            'an empty argument names the input that is missing',
            'in limit; calc def Half { in x; return r = x / 2; } return v : VerdictKind = PassIf(Half(limit) > 3);',
            [
                "D::t error (analysis D::t: calc D::t::Half: type mismatch: no value for feature limit, which operator '/' reads: " +
                    "write 'in limit = …;' in D::t, or give it as an argument)"
            ]
        ]
    ])('%s', (_rule, body, expected) => {
        const declared = modelOf(`package D { private import VerificationCases::*; private import ScalarValues::*;
            part def Car { attribute mass : Integer = 500; } part heavy : Car { :>> mass = 1800; } part light : Car;
            requirement r { require constraint { 1 < 2 } }
            verification t { objective { verify r; } ${body} }
            verification other { return v : VerdictKind = VerdictKind::pass; }
        }`);
        const { verificationVerdicts } = verifyRequirement(startRun(declared), { symbolId: 'D::r' });
        expect(
            verificationVerdicts!.map(
                v => `${v.caseId} ${v.kind}${v.detail === undefined ? '' : ` (${v.detail})`}${v.subcase === true ? ' sub' : ''}`
            )
        ).toEqual(expected);
    });

    it.each([
        ['a step', 'verification again : V;'],
        ['each of two steps', 'verification again : V; verification more : V;']
    ])('that perform themselves as %s are one error, of the outermost case', (_rule, steps) => {
        const endless = modelOf(`package D { private import VerificationCases::*; requirement r { require constraint { 1 < 2 } }
            verification def V { ${steps} return v : VerdictKind = VerdictKind::pass; }
            verification t { objective { verify r; } verification inner : V; return v : VerdictKind = VerdictKind::pass; } }`);
        const detail = /: verification case performs itself without end: D::V::(again|more), nested \d+ deep \(SERVICE_MAX_CALC_DEPTH\)$/;
        const verdictsOf = (run: Run): readonly VerificationVerdict[] => verifyRequirement(run, { symbolId: 'D::r' }).verificationVerdicts!;
        // The JavaScript stack may end before the limit is reached, where a calculation is about to begin, too.
        const overflowing = startRun(endless);
        const enter = overflowing.enter.bind(overflowing);
        overflowing.enter = () => {
            if (overflowing.depth >= 20) {
                throw new RangeError('Maximum call stack size exceeded');
            }
            enter();
        };
        for (const verdicts of [verdictsOf(startRun(endless)), verdictsOf(overflowing)]) {
            expect(verdicts).toMatchObject([{ caseId: 'D::t', kind: 'error' }]);
            expect(verdicts[0].detail).toMatch(detail);
        }
    });

    it('that perform themselves until a condition ends it have a verdict each time', () => {
        const counted = modelOf(`package D { private import VerificationCases::*; private import ScalarValues::*;
            requirement r { require constraint { 1 < 2 } }
            verification def V { subject; in n : Integer; first start; then decide; if n > 0 then again; else done;
                verification again : V { subject; in n = V::n - 1; } return v : VerdictKind = VerdictKind::pass; }
            verification t { objective { verify r; } verification three : V { subject; in n = 3; } return v : VerdictKind = VerdictKind::pass; } }`);
        const { verificationVerdicts } = verifyRequirement(startRun(counted), { symbolId: 'D::r' });
        const again = 'D::V::again pass';
        expect(verificationVerdicts!.map(v => `${v.caseId} ${v.kind}`)).toEqual(['D::t pass', 'D::t::three pass', again, again, again]);
    });

    it('verify what their objectives name, inherited and redefined ones included', () => {
        const named = modelOf(`package O { private import VerificationCases::*;
            requirement def R { require constraint { 1 < 2 } } requirement r : R; requirement q : R;
            verification def Base { objective { verify r; } VerdictKind::pass }
            verification more : Base { objective { verify q; } }
            verification own { objective { verify requirement x : R; } VerdictKind::fail }
            part rig { verification inside { objective { verify q; } VerdictKind::pass } }
            verification outer { VerdictKind::pass verification nested { objective { verify q; } VerdictKind::fail } }
        }`);
        const cases = (symbol: string): string[] =>
            verifyRequirement(startRun(named), { symbolId: `O::${symbol}` }).verificationVerdicts!.map(v => `${v.caseId} ${v.kind}`);
        expect([cases('r'), cases('q'), cases('R')]).toEqual([
            ['O::Base pass', 'O::more pass'],
            ['O::more pass', 'O::rig::inside pass', 'O::outer::nested fail'],
            ['O::own fail']
        ]);
    });
});
