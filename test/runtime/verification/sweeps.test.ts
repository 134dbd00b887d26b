/** Sweeps: plans and what is wrong with them, typed values, draws, rows (contract operations.md RunSweep, sheet 10). */
import { describe, expect, it } from 'vitest';
import { policyOf, startRun } from '../../../src/runtime/behaviour/index.js';
import { evaluateCalc } from '../../../src/runtime/evaluation/index.js';
import { Real, type Value } from '../../../src/runtime/values/index.js';
import {
    isRefusal,
    planSweep,
    rowMaker,
    runAnalysis,
    sweepRows,
    type SweepPlan,
    type SweepRow
} from '../../../src/runtime/verification/index.js';
import type { Model } from '../../../src/language/workspace/workspace.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { modelOf } from '../behaviour/run.js';
import { evaluationText, shown, verdictText } from './ask.js';

const MODEL = `private import SI::*; private import ISQ::*;
    calc def Padded { in x : Real; attribute pad : Real = 2.0; return : Real = x + pad; }
    calc def F { in x : Real; in n : Integer; in k : Real = 2.0; return : Real = x * n + k; }
    calc def Quotient { in i : Integer; 10 / i }
    calc def OfInteger { in v : Integer; v }
    calc def OfNatural { in v : Natural; v }
    calc def OfPositive { in v : Positive; v }
    calc def OfReal { in v : Real; v }
    calc def OfRational { in v : Rational; v }
    calc def OfNumber { in v : Number; v }
    calc def OfAny { in v; v }
    calc def OfText { in v : String; v }
    calc def OfLength { in v : LengthValue; v }
    calc def Several { in v : Integer; out attribute twice : Integer = 2 * v; out attribute square : Integer = v * v; }
    part def Engine { attribute mass : Real; attribute cost : Real; }
    part a : Engine { attribute :>> mass = 7.0; attribute :>> cost = 1.0; }
    part b : Engine { attribute :>> mass = 4.0; attribute :>> cost = 2.0; }
    analysis def Mass {
        subject v : Engine;
        in attribute factor : Real;
        in attribute margin : Real = 1.0;
        objective light { require constraint { total <= 10.0 } }
        return attribute total : Real = v.mass * factor + margin;
    }
    analysis mass : Mass { subject v = a; }
    analysis study : TradeStudies::TradeStudy {
        subject : Engine[1..*] = (a, b);
        in attribute weight : Real = 1.0;
        objective : TradeStudies::MinimizeObjective;
        calc :>> evaluationFunction { in part e : Engine; return attribute : Real = e.mass * weight / e.cost; }
        return part :>> selectedAlternative : Engine;
    }
    verification check { subject e : Engine = a; in attribute x : Real; return : VerificationCases::VerdictKind = VerificationCases::PassIf(x > 1.0); }
    use case story { subject; in attribute x : Real; }
    constraint def Small { in x : Real; x < 2.0 }`;

interface Asked {
    readonly subject?: string;
    readonly positional?: readonly Value[];
    readonly named?: Readonly<Record<string, Value>>;
    readonly samples?: number;
    readonly seed?: bigint;
    readonly limit?: number;
    readonly conditions?: boolean;
}

/** `[parameter, start, end, step?]`, bounds as expressions of the model: absent for none. */
type Range = readonly [parameter: string, start?: string, end?: string, step?: string];

function valueOf(model: Model, text: string | undefined): Value | undefined {
    return text === undefined
        ? undefined
        : /^-?\d+\.\d+(e\d+)?$/.test(text)
          ? new Real(Number(text))
          : evaluate(startRun(model), { expression: text, contextId: 'T' }).result;
}

function planOf(id: string, ranges: readonly Range[], asked: Asked = {}): ReturnType<typeof planSweep> {
    const model = modelOf(MODEL);
    const { subject = '', positional = [], named = {}, samples = 0, seed = 0n, limit = 1000, conditions } = asked;
    return planSweep(startRun(model), {
        symbolId: `T::${id}`,
        subjectId: subject,
        arguments: { positional, named: new Map(Object.entries(named)) },
        ranges: ranges.map(([parameter, start, end, step]) => ({
            parameter,
            start: valueOf(model, start),
            end: valueOf(model, end),
            step: valueOf(model, step)
        })),
        samples: BigInt(samples),
        seed,
        limit,
        conditions
    });
}

function rowsOf(plan: SweepPlan, { subject = '', positional = [], named = {} }: Asked = {}): SweepRow[] {
    const fixed = { subjectId: subject, arguments: () => ({ positional, named: new Map(Object.entries(named)) }) };
    return [...sweepRows(modelOf(MODEL), plan, fixed, {})];
}

function partOf(plan: SweepPlan, from: number, to: number): SweepRow[] {
    const fixed = { subjectId: '', arguments: () => ({ positional: [], named: new Map<string, Value>() }) };
    const make = rowMaker(modelOf(MODEL), plan, fixed, {});
    return Array.from({ length: to - from }, (_, i) => make(from + i));
}

function tableOf(id: string, ranges: readonly Range[], asked: Asked = {}): string[] {
    const plan = planOf(id, ranges, asked);
    if ('error' in plan) {
        throw new Error(plan.error);
    }
    return rowsOf(plan, asked).map(rowText);
}

const named = (values: readonly { name: string; value: Value }[]): string => values.map(v => `${v.name}=${shown(v.value)}`).join(' ');

function rowText({ inputs, outputs, error, verdicts, evaluations }: SweepRow): string {
    return [`${named(inputs)}: ${error ?? named(outputs)}`, ...verdicts.map(verdictText), ...evaluations.map(evaluationText)].join('; ');
}

describe('plans that cannot be built', () => {
    it.each<[title: string, id: string, ranges: Range[], asked: Asked, error: string, reason?: string]>([
        ['neither case nor calc', 'a', [['x', '1', '2']], {}, 'not a calc: T::a declares neither an analysis case nor a calc', 'wrongKind'],
        ['a use case', 'story', [['x', '1', '2']], {}, 'not a calc: T::story declares neither an analysis case nor a calc', 'wrongKind'],
        [
            'a verification case',
            'check',
            [['x', '1', '2']],
            {},
            'a verification case is not swept: T::check is a verification',
            'wrongKind'
        ],
        [
            'a constraint, unless conditions are meant',
            'Small',
            [['x', '1', '2']],
            {},
            'not a calc: T::Small declares neither an analysis case nor a calc',
            'wrongKind'
        ],
        [
            'neither case nor calc, where conditions are meant, too',
            'a',
            [['x', '1', '2']],
            { conditions: true },
            'not a calc: T::a declares neither an analysis case nor a calc',
            'wrongKind'
        ],
        ['an unknown symbol', 'zz', [['x', '1', '2']], {}, 'symbol not found: T::zz'],
        ['no range', 'F', [], {}, 'no sweep range'],
        ['an undeclared parameter', 'F', [['zz', '1', '2']], {}, 'invalid sweep parameter: zz is no parameter of T::F, which has x, n, k'],
        [
            'a feature',
            'Padded',
            [['pad', '1', '2']],
            {},
            "invalid sweep parameter: pad is no parameter of T::Padded, which has x (its feature pad varies if it is declared with 'in')"
        ],
        ['an empty name', 'F', [['', '1', '2']], {}, 'invalid sweep parameter: a range names no parameter'],
        ['the subject', 'mass', [['v', '1', '2']], {}, 'invalid sweep parameter: v is the subject of T::mass'],
        ['bound by name', 'F', [['x', '1', '2']], { named: { x: 1 } }, 'invalid sweep parameter: x is bound by the argument x'],
        ['bound by position', 'F', [['n', '1', '2']], { positional: [1, 2] }, 'invalid sweep parameter: n is bound by argument 2'],
        [
            'bound by the position after one by name',
            'F',
            [['n', '1', '2']],
            { positional: [1], named: { x: 1 } },
            'invalid sweep parameter: n is bound by argument 1'
        ],
        [
            'swept twice',
            'F',
            [
                ['x', '1', '2'],
                ['x', '1', '2']
            ],
            {},
            'invalid sweep parameter: x is swept twice'
        ],
        ['an argument that names nothing', 'F', [['x', '1', '2']], { named: { zz: 1 } }, 'unknown parameter: zz of T::F'],
        ['a calc with a subject', 'F', [['x', '1', '2']], { subject: 'T::a' }, 'a calc has no subject'],
        ['no start', 'F', [['x', undefined, '2']], {}, 'invalid sweep range: x: the range has no start'],
        ['no end', 'F', [['x', '2']], {}, 'invalid sweep range: x: the range has no end'],
        ['a text as bound', 'OfAny', [['v', '"a"', '2']], {}, 'invalid sweep range: v: the start is neither a number nor a quantity'],
        ['no bound at all', 'OfAny', [['v', '1', '*']], {}, 'invalid sweep range: v: the end is neither a number nor a quantity'],
        ['a parameter without numbers', 'OfText', [['v', '1', '2']], {}, 'invalid sweep range: v: the parameter takes no numbers'],
        [
            'a fraction without step',
            'OfReal',
            [['v', '1.5', '3']],
            {},
            'invalid sweep range: v: 1.5 is no whole number, so a step has to be stated'
        ],
        ['a step of zero', 'OfReal', [['v', '1', '3', '0']], {}, 'invalid sweep range: v: the step is zero'],
        ['a step away from the end', 'OfReal', [['v', '1', '3', '-1']], {}, 'invalid sweep range: v: a step of -1.0 leads away from 3.0'],
        ['a fraction for an Integer', 'OfInteger', [['v', '1.5', '3', '1']], {}, 'invalid sweep range: v: 1.5 is no whole number'],
        ['a fractional step for an Integer', 'OfInteger', [['v', '1', '3', '0.5']], {}, 'invalid sweep range: v: 0.5 is no whole number'],
        [
            'below a Natural',
            'OfNatural',
            [['v', '-1', '3']],
            {},
            'invalid sweep range: v: type mismatch: v must be Natural, got an Integer -1'
        ],
        ['no Positive', 'OfPositive', [['v', '3', '0']], {}, 'invalid sweep range: v: type mismatch: v must be Positive, got an Integer 0'],
        [
            'an Integer that is no double',
            'OfReal',
            [['v', '2 ** 53 + 1', '2 ** 54']],
            {},
            'invalid sweep range: v: 9007199254740993 is no Real'
        ],
        [
            'neighbours that are one double',
            'OfReal',
            [['v', '1.0e16', '10000000000000008.0', '0.5']],
            {},
            'invalid sweep range: v: the steps are too fine'
        ],
        ['one bound with a unit', 'OfLength', [['v', '1 [m]', '3']], {}, 'invalid sweep range: v: the start is in m, the end has none'],
        [
            'a step without the unit',
            'OfLength',
            [['v', '1 [m]', '3 [m]', '1']],
            {},
            'invalid sweep range: v: the start is in m, the step has none'
        ],
        [
            'units of two dimensions',
            'OfLength',
            [['v', '1 [m]', '3 [kg]']],
            {},
            'invalid sweep range: v: incommensurable units: the start is in m, the end in kg'
        ],
        [
            'a unit of another dimension',
            'OfLength',
            [['v', '1 [kg]', '3 [kg]']],
            {},
            'invalid sweep range: v: incommensurable units: v must be LengthValue'
        ],
        [
            'a unit for a number',
            'OfReal',
            [['v', '1 [m]', '3 [m]']],
            {},
            'invalid sweep range: v: the parameter takes numbers without a unit, not m'
        ],
        ['negative samples', 'OfReal', [['v', '1', '2']], { samples: -1 }, 'invalid sample request: -1 is negative'],
        [
            'a drawn range with a step',
            'OfReal',
            [['v', '1', '2', '1']],
            { samples: 2 },
            'invalid sample request: the range of v states a step'
        ],
        [
            'too many rows',
            'OfInteger',
            [['v', '0', '1000']],
            {},
            'sweep run budget exceeded: at most 1000 run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)'
        ],
        [
            'too many rows of two ranges',
            'F',
            [
                ['x', '1', '11'],
                ['n', '1', '10']
            ],
            { limit: 109 },
            'sweep run budget exceeded: at most 109'
        ],
        ['too many draws', 'OfInteger', [['v', '0', '10']], { samples: 1001 }, 'sweep run budget exceeded: at most 1000'],
        ['more rows than there are numbers', 'OfReal', [['v', '0.0', '1.0e300', '1.0e-300']], {}, 'sweep run budget exceeded: at most 1000']
    ])('%s', (_, id, ranges, asked, error, reason = 'evaluation') => {
        const plan = planOf(id, ranges, asked);
        expect('error' in plan ? plan.error : 'a plan').toContain(error);
        expect(plan).toMatchObject({ failureReason: reason });
    });

    it('the limit is inclusive', () => {
        expect(planOf('OfInteger', [['v', '1', '1000']])).toMatchObject({ rows: 1000 });
        expect(planOf('OfInteger', [['v', '1', '2']], { samples: 1000 })).toMatchObject({ rows: 1000 });
    });
});

describe('values of a range', () => {
    it.each<[title: string, id: string, range: Range, values: string]>([
        ['Integers by one', 'OfInteger', ['v', '1', '3'], '1 2 3'],
        ['Integers downwards', 'OfInteger', ['v', '3', '1'], '3 2 1'],
        ['whole Reals for an Integer', 'OfInteger', ['v', '1.0', '3.0'], '1 2 3'],
        ['the end only where a step lands on it', 'OfInteger', ['v', '1', '6', '2'], '1 3 5'],
        ['beyond 2^53', 'OfInteger', ['v', '2 ** 60', '2 ** 60 + 2'], '1152921504606846976 1152921504606846977 1152921504606846978'],
        ['Reals over Integer bounds', 'OfReal', ['v', '1', '3'], '1.0 2.0 3.0'],
        ['whole Reals without step', 'OfReal', ['v', '4.0', '6.0'], '4.0 5.0 6.0'],
        [
            'tenths',
            'OfReal',
            ['v', '0.0', '1.0', '0.1'],
            '0.0 0.1 0.2 0.30000000000000004 0.4 0.5 0.6000000000000001 0.7000000000000001 0.8 0.9 1.0'
        ],
        ['Reals downwards', 'OfReal', ['v', '1.0', '0.0', '-0.5'], '1.0 0.5 0.0'],
        ['a start that is the end', 'OfReal', ['v', '2.5', '2.5', '1.0'], '2.5'],
        ['exact Rationals', 'OfRational', ['v', '1/3', '1', '1/3'], '1/3 2/3 1.0'],
        ['decimals for a Rational', 'OfRational', ['v', '0.0', '0.3', '0.1'], '0.0 0.1 0.2 0.3'],
        ['as written: Integers', 'OfNumber', ['v', '1', '3'], '1 2 3'],
        ['as written: Reals', 'OfAny', ['v', '1', '2', '0.5'], '1.0 1.5 2.0'],
        ['quantities in the unit of the start', 'OfLength', ['v', '1 [m]', '200 [cm]', '50 [cm]'], '1.0 [m] 1.5 [m] 2.0 [m]'],
        ['whole quantities', 'OfLength', ['v', '1 [m]', '3 [m]'], '1 [m] 2 [m] 3 [m]']
    ])('%s', (_, id, range, values) => {
        const plan = planOf(id, [range]);
        expect(
            'error' in plan
                ? plan.error
                : rowsOf(plan)
                      .map(r => shown(r.inputs[0].value))
                      .join(' ')
        ).toBe(values);
    });
});

/** The generator of sheet 10.4 in a second spelling: 32-bit limbs on unsigned bigints, the formulas as the sheet writes them. */
class Reference {
    private hi: bigint;
    private lo: bigint;

    constructor(seed: bigint) {
        this.hi = seed;
        this.lo = BigInt.asUintN(64, seed ^ 0x9e3779b97f4a7c15n);
    }

    next(): bigint {
        const M = 2549297995355413924n * 2n ** 64n + 4865540595714422341n;
        const I = 6364136223846793005n * 2n ** 64n + 1442695040888963407n;
        const state = BigInt.asUintN(128, ((this.hi << 64n) + this.lo) * M + I);
        this.hi = state >> 64n;
        this.lo = BigInt.asUintN(64, state);
        let h = this.hi;
        h = h ^ (h >> 32n);
        h = BigInt.asUintN(64, h * 0xda942042e4dd58b5n);
        h = h ^ (h >> 48n);
        return BigInt.asUintN(64, h * (this.lo | 1n));
    }

    real(lo: number, hi: number): number {
        return lo + (Number(this.next() % 2n ** 53n) / 2 ** 53) * (hi - lo);
    }

    integer(lo: bigint, hi: bigint): bigint {
        const n = hi - lo + 1n;
        if ([...n.toString(2)].filter(bit => bit === '1').length === 1) {
            return lo + (this.next() % n);
        }
        for (;;) {
            const product = this.next() * n;
            const low = product % 2n ** 64n;
            if (!(low < n && low < 2n ** 64n % n)) {
                return lo + product / 2n ** 64n;
            }
        }
    }
}

describe('draws', () => {
    it.each<[seed: bigint, outputs: bigint[], reals: string[], integers: string]>([
        [
            0n,
            [8526951665006212644n, 13293009889659832503n, 18260787277176026961n],
            ['0.6818068355711984', '0.8205646070257647', '0.35464829029454326'],
            '3 5 6 4 4 2'
        ],
        [
            1n,
            [9729921568035403839n, 567202678178297188n, 12608104588819958962n],
            ['0.23829526298118953', '0.9721472942598379', '0.7808011390010476'],
            '4 1 5 1 6 2'
        ],
        [
            42n,
            [8375123303004223536n, 17942726603278046784n, 13265587547573730305n],
            ['0.8254725069980449', '0.04281995136143024', '0.776073049711954'],
            '3 6 5 3 6 6'
        ]
    ])('check vectors of seed %s', (seed, outputs, reals, integers) => {
        const reference = new Reference(seed);
        expect([reference.next(), reference.next(), reference.next()]).toEqual(outputs);
        const drawn = (id: string, start: string, end: string, samples: number): string[] =>
            tableOf(id, [['v', start, end]], { samples, seed }).map(row => row.split(/[=:]/)[1]);
        expect(drawn('OfReal', '0.0', '1.0', 3)).toEqual(reals);
        expect(drawn('OfInteger', '1', '6', 6).join(' ')).toBe(integers);
    });

    it('the values of the sheet, two ranges in turn', () => {
        expect(
            tableOf(
                'F',
                [
                    ['x', '2.0', '4.0'],
                    ['n', '1', '3']
                ],
                { samples: 3, seed: 7n }
            ).map(row => row.split(':')[0])
        ).toEqual(['x=2.0633883138483737 n=1', 'x=2.7572918404518467 n=3', 'x=3.254583935323864 n=3']);
    });

    it.each([0n, 3n, 12345678901234567890n])('agree with the second spelling under seed %s', seed => {
        const plan = planOf(
            'F',
            [
                ['x', '-3.0', '8.5'],
                ['n', '-5', '7']
            ],
            { samples: 300, seed }
        ) as SweepPlan;
        const reference = new Reference(seed);
        const values = plan.values();
        for (let row = 0; row < 300; row++) {
            const [x, n] = values(row);
            const drawn = [reference.real(-3, 8.5), reference.integer(-5n, 7n)];
            expect([(x as Real).value, BigInt(n as number)]).toEqual(drawn);
        }
        const large = planOf('OfInteger', [['v', '0', '2 ** 63 + 5']], { samples: 50, seed }) as SweepPlan;
        const again = new Reference(seed);
        const draw = large.values();
        expect(Array.from({ length: 50 }, (_, row) => BigInt(draw(row)[0] as bigint))).toEqual(
            Array.from({ length: 50 }, () => again.integer(0n, 2n ** 63n + 5n))
        );
    });

    it('turned bounds are drawn between', () => {
        expect(tableOf('OfReal', [['v', '1.0', '0.0']], { samples: 2, seed: 1n })).toEqual(
            tableOf('OfReal', [['v', '0.0', '1.0']], { samples: 2, seed: 1n })
        );
    });

    it('quantities are drawn in the unit of the start', () => {
        expect(tableOf('OfLength', [['v', '0.0 [m]', '100 [cm]']], { samples: 1, seed: 42n })[0]).toMatch(/^v=0\.8254725069980449 \[m\]/);
    });
});

describe('rows', () => {
    it('stand in lexicographic order, the first range varying slowest', () => {
        expect(
            tableOf(
                'F',
                [
                    ['x', '2', '3'],
                    ['n', '1.0', '2.0']
                ],
                { named: { k: new Real(0.5) } }
            )
        ).toEqual(['x=2.0 n=1: result=2.5', 'x=2.0 n=2: result=4.5', 'x=3.0 n=1: result=3.5', 'x=3.0 n=2: result=6.5']);
    });

    it('of a constraint are its verdicts', () => {
        expect(tableOf('Small', [['x', '1.0', '2.0', '1.0']], { conditions: true })).toEqual([
            'x=1.0: ; constraint T::Small holds',
            'x=2.0: ; constraint T::Small violated: x < 2.0'
        ]);
    });

    it('that fail stand among the others', () => {
        expect(tableOf('Quotient', [['i', '1', '-1']])).toEqual([
            'i=1: result=10.0',
            'i=0: calc T::Quotient: division by zero',
            'i=-1: result=-10.0'
        ]);
    });

    it('have every output of a calc', () => {
        expect(tableOf('Several', [['v', '2', '3']])).toEqual(['v=2: twice=4 square=4', 'v=3: twice=6 square=9']);
    });

    it('of a case carry its verdicts', () => {
        expect(tableOf('mass', [['factor', '1', '2']], { named: { margin: new Real(0) } })).toEqual([
            'factor=1.0: total=7.0; objective light holds on #1',
            'factor=2.0: total=14.0; objective light violated: total <= 10.0 on #1'
        ]);
    });

    it('of a definition are about the subject given', () => {
        expect(tableOf('Mass', [['factor', '1', '1']], { subject: 'T::b' })).toEqual([
            'factor=1.0: total=5.0; objective light holds on #1'
        ]);
    });

    it('of a study carry its evaluations, each about the objects of its row', () => {
        const f = 'T::study::evaluationFunction';
        expect(tableOf('study', [['weight', '1', '2']])).toEqual([
            `weight=1.0: selectedAlternative=#2; objective tradeStudyObjective holds; ${f}(#1) = 7.0; ${f}(#2) = 2.0 selected`,
            `weight=2.0: selectedAlternative=#2; objective tradeStudyObjective holds; ${f}(#1) = 14.0; ${f}(#2) = 4.0 selected`
        ]);
    });

    it('are the same single calls', () => {
        const model = modelOf(MODEL);
        for (const { inputs, outputs } of rowsOf(
            planOf('F', [
                ['x', '0.0', '2.0', '0.25'],
                ['n', '-2', '2']
            ]) as SweepPlan
        )) {
            const single = evaluateCalc(startRun(model), { symbolId: 'T::F', arguments: inputs.map(i => i.value) });
            expect(shown(outputs[0].value)).toBe(shown(single.result));
        }
        for (const { inputs, ...row } of rowsOf(
            planOf('mass', [
                ['factor', '0.0', '2.0', '0.25'],
                ['margin', '0', '2']
            ]) as SweepPlan
        )) {
            const single = runAnalysis(model, {
                symbolId: 'T::mass',
                policy: policyOf(''),
                arguments: () => ({ positional: [], named: new Map(inputs.map(i => [i.name, i.value])) })
            });
            expect([named(row.outputs), row.verdicts.map(verdictText)]).toEqual([named(single.outputs), single.verdicts.map(verdictText)]);
        }
    });

    it('are the same in parts', () => {
        for (const plan of [
            planOf('F', [
                ['x', '0.0', '2.0', '0.25'],
                ['n', '-2', '2']
            ]),
            planOf(
                'F',
                [
                    ['x', '0.0', '2.0'],
                    ['n', '-2', '2']
                ],
                { samples: 45, seed: 9n }
            )
        ]) {
            if (isRefusal(plan as never)) {
                throw new Error('no plan');
            }
            const whole = rowsOf(plan as SweepPlan).map(rowText);
            const parts = [
                [0, 7],
                [7, 8],
                [8, 45]
            ].flatMap(([from, to]) => partOf(plan as SweepPlan, from, to).map(rowText));
            expect(parts).toEqual(whole);
        }
    });

    it('end between two when the call is cancelled', () => {
        const plan = planOf('OfInteger', [['v', '1', '10']]) as SweepPlan;
        let left = 3;
        const checkCancelled = (): void => {
            if (left-- === 0) {
                throw new Error('cancelled');
            }
        };
        const made: number[] = [];
        expect(() => {
            for (const row of sweepRows(
                modelOf(MODEL),
                plan,
                { subjectId: '', arguments: () => ({ positional: [], named: new Map() }) },
                { checkCancelled }
            )) {
                made.push(row.inputs.length);
            }
        }).toThrow('cancelled');
        expect(made).toHaveLength(3);
    });
});
