// Analyses, sweeps and verdicts with arguments on the wire: refusals in their order, the standing of answers, ids of objects across rows.

import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { type Answered, type Asks, type CallOptions, oneHost } from './one-host.js';

/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-member-access, typescript/no-unsafe-assignment,
   typescript/no-unsafe-call, typescript/no-unsafe-return -- answers in JSON, of which each case looks at parts */
type Json = any;

const CONTENT = `package P { private import ScalarValues::*;
    part def Engine { attribute mass : Real; part pump { attribute flow : Real = 2.0; } }
    part a : Engine { attribute :>> mass = 7.0; }
    part b : Engine { attribute :>> mass = 4.0; }
    analysis def Mass { subject v : Engine; in attribute factor : Real; objective light { require constraint { r <= 10.0 } } return attribute r : Real = v.mass * factor; }
    analysis mass : Mass { subject v = a; }
    analysis study : TradeStudies::TradeStudy {
        subject : Engine[1..*] = (a, b);
        in attribute weight : Real = 1.0;
        objective : TradeStudies::MinimizeObjective;
        calc :>> evaluationFunction { in part e : Engine; return attribute : Real = e.mass * weight; }
        return part :>> selectedAlternative : Engine;
    }
    analysis race {
        out attribute w : Integer;
        action p { first start; then f; fork f; then x; then y; action x { assign w := 1; } action y { assign w := 2; } }
    }
    calc def F { in attribute x : Real; return attribute : Real = 1.0 / x; }
    constraint def Under { in attribute x : Real; in attribute limit : Real = 10.0; x <= limit }
    requirement def Light { subject e : Engine; in attribute limit : Real; require constraint { e.mass <= limit } }
    verification check { subject e : Engine = a; return : VerificationCases::VerdictKind = VerificationCases::PassIf(e.mass < 5.0); }
}`;

const hosts = new Map<string, Asks>();
let modelHash: string;

async function hostWith(withheld = ''): Promise<void> {
    hosts.set(withheld, await oneHost({ SERVICE_MAX_SWEEP_RUNS: '20', SERVICE_TEST_WITHHOLD_CAPABILITIES: withheld }));
}

const ask = (name: MethodName, request: object, { withheld = '', ...options }: CallOptions & { withheld?: string } = {}): Answered<Json> =>
    hosts.get(withheld)!(name, { modelHash, ...request }, options);

beforeAll(async () => {
    await hostWith('verification_verdicts');
    await hostWith();
    for (const withheld of hosts.keys()) {
        modelHash = ask('ParseSources', { documents: [{ name: 'p.sysml', content: CONTENT }] }, { withheld }).response.modelHash as string;
    }
});

const RUN = [
    { name: 'steps', limit: '10000000' },
    { name: 'elements', limit: '1000000' }
];
const real = (realValue: number): Json => ({ realValue });

describe('RunAnalysis', () => {
    it('answers with its standing, and its verdicts with theirs', () => {
        const { response } = ask('RunAnalysis', { symbolId: 'P::mass', namedArguments: { factor: real(2) } });
        expect(response).toMatchObject({
            outputs: [{ name: 'r', value: { realValue: 14 } }],
            verdicts: [
                {
                    kind: 'objective',
                    elementId: 'P::Mass::light',
                    element: 'light',
                    condition: 'r <= 10.0',
                    instanceId: '1',
                    instanceTypeId: 'P::a',
                    engine: 'run',
                    strength: 'witnessed',
                    question: 'evaluate',
                    status: 'violated',
                    bounds: RUN
                }
            ],
            engine: 'run',
            strength: 'observed',
            bounds: RUN
        });
        expect(response.instances.map((i: Json) => i.typeSymbolId)).toEqual(['P::a', 'P::Engine::pump']);
    });

    it.each<[title: string, request: object, expected: object]>([
        ['an unknown symbol', { symbolId: 'P::zz' }, { error: 'symbol not found: P::zz', failureReason: 'FAILURE_REASON_EVALUATION' }],
        [
            'another kind',
            { symbolId: 'P::a' },
            { error: expect.stringContaining('not an analysis case') as string, failureReason: 'FAILURE_REASON_WRONG_KIND' }
        ],
        [
            'another kind, whatever the engine',
            { symbolId: 'P::a', engine: 'sweep' },
            { error: expect.stringContaining('not an analysis case') as string, failureReason: 'FAILURE_REASON_WRONG_KIND' }
        ],
        [
            'an unreadable argument',
            { symbolId: 'P::mass', arguments: [{ unset: true }] },
            {
                error: 'analysis argument could not be read: unset is not a value a caller can supply (argument 1)',
                failureReason: 'FAILURE_REASON_EVALUATION'
            }
        ],
        [
            'an engine that does not answer',
            { symbolId: 'P::mass', engine: 'sweep' },
            { error: 'engine "sweep" does not answer evaluate', failureReason: 'FAILURE_REASON_EVALUATION', strength: 'not covered' }
        ],
        [
            'an engine that does not explore',
            { symbolId: 'P::race', engine: 'run', schedule: 'explore' },
            { error: 'engine "run" does not answer outcomes', failureReason: 'FAILURE_REASON_EVALUATION', strength: 'not covered' }
        ],
        [
            'a failed run',
            { symbolId: 'P::mass' },
            {
                error: 'analysis run failed: analysis P::mass: unbound parameter: factor',
                failureReason: 'FAILURE_REASON_EVALUATION',
                engine: 'run',
                strength: 'not covered',
                bounds: RUN
            }
        ]
    ])('%s', (_, request, expected) => {
        const { response } = ask('RunAnalysis', request);
        expect({ ...response, verdicts: undefined, instances: undefined }).toEqual(expected);
    });

    it.each<[title: string, request: object, message: string]>([
        [
            'an unknown engine',
            { symbolId: 'P::zz', modelHash: 'none', engine: 'nosuch' },
            'unknown engine "nosuch": known engines are check, explore, run, smt, solve, sweep, tool:fmi'
        ],
        [
            'an unknown schedule',
            { symbolId: 'P::zz', modelHash: 'none', schedule: 'nosuch' },
            'invalid scheduling policy "nosuch": unknown policy "nosuch"'
        ],
        [
            'two contradicting ones',
            { symbolId: 'P::race', schedule: 'seed:1', engine: 'explore' },
            'engine "explore" explores every order of the steps, which schedule "seed:1" fixes'
        ]
    ])('refuses %s', (_, request, message) => {
        expect(ask('RunAnalysis', request)).toMatchObject({ code: 3, message });
    });

    it.each([{ schedule: 'explore' }, { engine: 'explore' }])('explores: %j', request => {
        const { response } = ask('RunAnalysis', { symbolId: 'P::race', ...request });
        expect(response.outcomes.map((o: Json) => o.outputs.w.intValue)).toEqual(['1', '2']);
        expect(response).toMatchObject({
            exploration: { complete: true, runs: 2 },
            engine: 'explore',
            strength: 'proved',
            bounds: [
                { name: 'runs', limit: '1024' },
                { name: 'depth', limit: '64' }
            ]
        });
        expect(Object.keys(response as object).sort()).toEqual(['bounds', 'engine', 'exploration', 'outcomes', 'strength']);
    });

    it('a cut exploration is observed', () => {
        const { response } = ask('RunAnalysis', { symbolId: 'P::race', schedule: 'explore:runs=1' });
        expect(response).toMatchObject({ strength: 'observed', bounds: [{ name: 'runs', limit: '1', reached: true }, { name: 'depth' }] });
    });

    it('a service without verification verdicts runs no verification case', () => {
        expect(ask('RunAnalysis', { symbolId: 'P::check' }).response.verificationVerdicts).toEqual([
            { caseId: 'P::check', kind: 'fail', instanceId: '1', instanceTypeId: 'P::a' }
        ]);
        expect(ask('RunAnalysis', { symbolId: 'P::check' }, { withheld: 'verification_verdicts' }).response.failureReason).toBe(
            'FAILURE_REASON_WRONG_KIND'
        );
    });
});

describe('RunSweep', () => {
    const range = (parameter: string, start: Json, end: Json, step?: Json): Json => ({ parameter, start, end, ...(step && { step }) });
    const int = (value: number): Json => ({ intValue: String(value) });

    it('objects of later rows continue after those of earlier ones', () => {
        const { response } = ask('RunSweep', { symbolId: 'P::study', ranges: [range('weight', int(1), int(3))] });
        expect(
            response.rows.map((r: Json) => [
                r.inputs[0].value.realValue,
                r.outputs[0].value,
                r.evaluations.map((e: Json) => [e.arguments[0].instanceId, e.result.realValue, e.selected ?? false])
            ])
        ).toEqual(
            [1, 2, 3].map((weight, i) => [
                weight,
                { sequence: { elements: [{ instanceId: String(2 + 4 * i) }] } },
                [
                    [String(1 + 4 * i), 7 * weight, false],
                    [String(2 + 4 * i), 4 * weight, true]
                ]
            ])
        );
        expect(response.instances.map((i: Json) => Number(i.id))).toEqual([1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12]);
        expect(response.instances[6].featureValues.pump.value).toEqual({ instanceId: '8' });
        const sweep = { engine: 'sweep', strength: 'observed', bounds: [{ name: 'runs', limit: '20' }] };
        expect(response).toMatchObject({ parameters: ['weight'], ...sweep });
        expect(response.rows[2].verdicts).toMatchObject([{ element: 'tradeStudyObjective', holds: true, ...sweep }]);
    });

    it('a failing row stands among the others', () => {
        const { response } = ask('RunSweep', { symbolId: 'P::F', ranges: [range('x', int(-1), int(1))] });
        expect(response.rows.map((r: Json) => [r.outputs?.[0].value.realValue, r.error, r.failureReason])).toEqual([
            [-1, undefined, undefined],
            [undefined, 'calc P::F: division by zero', 'FAILURE_REASON_EVALUATION'],
            [1, undefined, undefined]
        ]);
    });

    it('draws echo their seed', () => {
        const { response } = ask('RunSweep', { symbolId: 'P::F', ranges: [range('x', real(0), real(10))], samples: '2', seed: '42' });
        expect(response.rows.map((r: Json) => r.inputs[0].value.realValue)).toEqual([8.254725069980449, 0.4281995136143024]);
        expect(response).toMatchObject({ sampled: true, seed: '42' });
    });

    it.each<[title: string, request: object, error: string, reason: string, strength?: string]>([
        ['a plan that cannot be built', { symbolId: 'P::F' }, 'no sweep range', 'EVALUATION'],
        [
            'too many rows',
            { symbolId: 'P::F', ranges: [range('x', int(1), int(21))] },
            'sweep run budget exceeded: at most 20 run(s)',
            'EVALUATION'
        ],
        [
            'an unreadable bound',
            { symbolId: 'P::F', ranges: [range('x', { unset: true }, int(1))] },
            'sweep argument could not be read: unset',
            'EVALUATION'
        ],
        [
            'an absent bound',
            { symbolId: 'P::F', ranges: [range('x', {}, int(1))] },
            'invalid sweep range: x: the range has no start',
            'EVALUATION'
        ],
        [
            'a verification case',
            { symbolId: 'P::check', ranges: [range('x', int(0), int(1))] },
            'a verification case is not swept',
            'WRONG_KIND'
        ],
        [
            'an engine that does not answer',
            { symbolId: 'P::F', ranges: [range('x', int(0), int(1))], engine: 'run' },
            'engine "run" does not answer sweep',
            'EVALUATION',
            'not covered'
        ]
    ])('%s', (_, request, error, reason, strength) => {
        const { response } = ask('RunSweep', request);
        expect(response).toMatchObject({ error: expect.stringContaining(error) as string, failureReason: `FAILURE_REASON_${reason}` });
        expect([response.rows, response.strength]).toEqual([undefined, strength]);
    });

    it('a cancelled call ends between rows, with no table', () => {
        let asked = 0;
        const outcome = ask('RunSweep', { symbolId: 'P::F', ranges: [range('x', int(1), int(10))] }, { isCancelled: () => ++asked > 3 });
        expect(outcome).toMatchObject({ code: 1, response: {} });
    });
});

describe('verdicts with arguments', () => {
    it.each<[title: string, method: MethodName, request: object, expected: object]>([
        [
            'by position',
            'VerifyConstraint',
            { symbolId: 'P::Under', arguments: [real(3)] },
            { holds: true, status: 'holds', question: 'evaluate' }
        ],
        [
            'by position and name',
            'VerifyConstraint',
            { symbolId: 'P::Under', arguments: [real(30)], namedArguments: { limit: real(40) } },
            { holds: true }
        ],
        [
            'by name first',
            'VerifyConstraint',
            { symbolId: 'P::Under', arguments: [real(3)], namedArguments: { x: real(4) } },
            { condition: 'x <= limit', status: 'violated' }
        ],
        [
            'on a subject',
            'VerifyRequirement',
            { symbolId: 'P::Light', subjectSymbolId: 'P::a', arguments: [real(8)] },
            { holds: true, instanceId: '1' }
        ],
        [
            'an unknown name',
            'VerifyConstraint',
            { symbolId: 'P::Under', namedArguments: { zz: real(4) } },
            { error: expect.stringContaining('zz') as string, status: 'undecided' }
        ],
        [
            'an unbound parameter',
            'VerifyConstraint',
            { symbolId: 'P::Under', namedArguments: { limit: real(4) } },
            { error: expect.stringContaining('P::Under::x') as string, status: 'undecided' }
        ],
        [
            'too many',
            'VerifyConstraint',
            { symbolId: 'P::Under', arguments: [real(1), real(2), real(3)] },
            { error: expect.stringContaining('argument count') as string }
        ],
        [
            'a question for the solver',
            'VerifyConstraint',
            { symbolId: 'P::Under', question: 'holds' },
            { question: 'holds', status: 'violated', strength: 'witnessed', engine: 'solve' }
        ]
    ])('%s', (_, method, request, expected) => {
        expect(ask(method, request).response.verdict).toMatchObject(expected);
    });

    it.each([{ question: 'holds' }, { question: 'satisfiable', engine: 'run' }])('contradict %j', question => {
        expect(ask('VerifyConstraint', { symbolId: 'P::Under', arguments: [real(1)], ...question })).toMatchObject({
            code: 3,
            message: 'invalid request: arguments is of the question evaluate; the others leave open what arguments fix'
        });
    });
});
