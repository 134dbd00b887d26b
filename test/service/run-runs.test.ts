// RunRuns on the wire: the table of an action and of a Monte Carlo case, what its figures are, and what it refuses.

import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { type Answered, type Asks, hashOf, oneHost } from './one-host.js';

const CONTENT = `package MC { private import ScalarValues::*; private import RandomFunctions::*;
  part def Timer { attribute t : Real := 0.0;
    action tick { first start; then action a assign t := triangular(1.0, 2.0, 4.0); then done; } }
  part timer : Timer;
  analysis def Study :> Simulation::MonteCarlo { subject analysed : Timer; perform action run ::> analysed.tick;
    attribute :>> observed : Real = analysed.t; objective { require constraint { observed < 3.0 } } return Mean : Real = mean; }
  analysis study : Study { subject analysed = timer; }
  analysis def Plain { subject s : Timer; return x : Real = 1.0; }
  part def Failing { attribute t : Real := 0.0; attribute m : Integer = 4;
    action tick { first start; then action a assign t := 1 / (m - 4); then done; } }
  part failing : Failing;
  analysis def Bad :> Simulation::MonteCarlo { subject analysed : Failing; perform action run ::> analysed.tick;
    attribute :>> observed : Real = analysed.t; return Mean : Real = mean; }
  analysis bad : Bad { subject analysed = failing; }
  part def Steady { attribute t : Real := 0.0; action tick { first start; then action a assign t := 2.5; then done; } }
  part steady : Steady;
  analysis def Once :> Simulation::MonteCarlo { subject analysed : Steady; perform action run ::> analysed.tick;
    attribute :>> observed : Real = analysed.t; objective obj { require constraint { observed < 3.0 } } }
  analysis once : Once { subject analysed = steady; }
  action def Roll { attribute n : Integer := 0; attribute s : String := ""; first start; then action a assign n := uniformInteger(1, 6);
    then action b assign s := if n > 4 ? "high" else "low"; then accept after 2 [SI::s]; then done; }
  action def Fixed { attribute n : Integer := 3; first start; then done; }
  state def Steps { entry; then on; state on; }
  part def Waiting { attribute t : Real := 0.0; action tick { first start; then accept after 2 [SI::s];
    then assign t := localClock.currentTime; then done; } }
  part waiting : Waiting;
  analysis def Waits :> Simulation::MonteCarlo { subject analysed : Waiting; perform action run ::> analysed.tick;
    attribute :>> observed : Real = analysed.t; }
  analysis waits : Waits { subject analysed = waiting; }
  action def Fails { attribute n : Integer := 0; first start; then action a assign n := 6 % (uniformInteger(1, 2) - 1); then done; } }`;

interface Value {
    intValue?: string;
    realValue?: number;
}
interface Distribution {
    name: string;
    numeric?: boolean;
    count: string;
    min?: Value;
    mean?: Value;
    deviation?: number;
    percentiles?: { percentile: number; value: Value }[];
    histogram?: { low: Value; high: Value; count?: string }[];
    values?: { value: { stringValue: string }; count: string }[];
}
interface Response {
    error?: string;
    failureReason?: string;
    unconcluded?: string;
    seed?: string;
    observables?: string[];
    lines?: string[];
    rows?: { inputs: unknown; outputs?: { name: string; value: Value }[]; error?: string; verdicts?: unknown[] }[];
    outputs?: { name: string; value: Value }[];
    distributions?: Distribution[];
}

let host: Asks;
let modelHash: string;

const ask = (name: MethodName, request: object): Answered<Response> => host(name, { modelHash, ...request });
const runs = (request: object): Response => ask('RunRuns', request).response;

beforeAll(async () => {
    host = await oneHost();
    modelHash = hashOf(host, CONTENT);
});

const rowsOf = ({ rows }: Response): unknown[] => rows!.map(r => r.outputs);

describe('an action', () => {
    it('has a row a run, that does not depend on how many there are', () => {
        const five = runs({ actionSymbolId: 'MC::Roll', runs: 5, seed: 42 });
        expect(five).toMatchObject({ observables: ['n', 's', 'clock'], seed: '42', engine: 'sweep', strength: 'observed' });
        expect(five.rows![0].inputs).toEqual([{ name: 'run', value: { intValue: '1' } }]);
        expect(rowsOf(runs({ actionSymbolId: 'MC::Roll', runs: 4, seed: 42 }))).toEqual(rowsOf(five).slice(0, 4));
    });

    it('has the figures of what its rows observe', () => {
        const { rows, distributions } = runs({ actionSymbolId: 'MC::Roll', runs: 200, seed: 1 });
        const drawn = rows!.map(r => Number(r.outputs![0].value.intValue)).sort((a, b) => a - b);
        const mean = drawn.reduce((a, b) => a + b) / 200;
        const [n, s, clock] = distributions!;
        expect(n).toMatchObject({
            name: 'n',
            numeric: true,
            count: '200',
            min: { intValue: '1' },
            mean: { realValue: mean },
            percentiles: [
                { percentile: 50, value: { intValue: String(drawn[99]) } },
                { percentile: 90, value: { intValue: String(drawn[179]) } }
            ],
            histogram: [1, 2, 3, 4, 5, 6].map(k => ({
                low: { intValue: String(k) },
                high: { intValue: String(k) },
                count: String(drawn.filter(d => d === k).length)
            }))
        });
        expect(n.deviation).toBeCloseTo(Math.sqrt(drawn.reduce((sum, d) => sum + (d - mean) ** 2, 0) / 200), 12);
        const high = drawn.filter(d => d > 4).length;
        expect(s.values).toEqual([
            { value: { stringValue: 'high' }, count: String(high) },
            { value: { stringValue: 'low' }, count: String(200 - high) }
        ]);
        expect(clock).toMatchObject({ name: 'clock', unit: 'SI::s', histogram: [{ count: '200' }] });
    });

    it('is reported', () => {
        const { lines } = runs({ actionSymbolId: 'MC::Fixed', runs: 2, draws: 'average' });
        expect(lines!.map(line => line.replace(/\d+\.\d+ms/, 'TIME').replace(/-+$/, '-'))).toEqual([
            'runs MC::Fixed — 2 runs, no seed',
            expect.stringMatching(/^run \| n \| clock +\| time$/),
            expect.stringMatching(/^----\+---\+-+\+-$/),
            expect.stringMatching(/^1 {3}\| 3 \| .*\| TIME$/),
            expect.stringMatching(/^2 {3}\| 3 \| .*\| TIME$/),
            'n: 2 runs, min 3, mean 3.0, max 3, p50 3, p90 3',
            '  3 #################### 2',
            expect.stringMatching(/^clock: 2 runs, min 0/),
            expect.stringMatching(/^ {2}0/),
            '  standing: table (observed: 2 rows)'
        ]);
    });

    it('fails in single rows', () => {
        const { rows, distributions } = runs({ actionSymbolId: 'MC::Fails', runs: 40, seed: 3 });
        const failed = rows!.filter(r => r.error?.includes('division by zero'));
        expect(failed.length).toBeGreaterThan(5);
        expect(distributions![0].count).toBe(String(40 - failed.length));
    });
});

describe('a Monte Carlo case', () => {
    it('is concluded over its sample', () => {
        const { rows, outputs, observables, unconcluded, lines } = runs({ analysisSymbolId: 'MC::study', runs: 60, seed: 42 });
        expect(observables).toEqual(['observed']);
        expect(rows!.map(r => r.error)).toEqual(rows!.map(() => undefined));
        expect(unconcluded).toBeUndefined();
        const sample = rows!.map(r => r.outputs![0].value.realValue!);
        const mean = sample.reduce((a, b) => a + b) / 60;
        const told = new Map(outputs!.map(o => [o.name, o.value]));
        expect([...told.keys()]).toEqual(['runs', 'mean', 'deviation', 'outOfSpec', 'Mean']);
        expect(told.get('runs')).toEqual({ intValue: '60' });
        expect(told.get('mean')!.realValue).toBeCloseTo(mean, 12);
        expect(told.get('deviation')!.realValue).toBeCloseTo(Math.sqrt(sample.reduce((s, x) => s + (x - mean) ** 2, 0) / 59), 12);
        expect(told.get('outOfSpec')).toEqual({ intValue: String(sample.filter(x => x >= 3).length) });
        expect(rows![0].verdicts).toHaveLength(1);
        expect(lines).toContain('✓ MC::study over 60 runs');
    });
});

it('a Monte Carlo case that is run once has no statistics (newest-operations 3.2 rule 11)', () => {
    const missing = 'no value: output never assigned: output runs of analysis MC::once';
    const error = `analysis run failed: ${missing}`;
    expect(ask('RunAnalysis', { symbolId: 'MC::once' }).response).toMatchObject({
        error,
        verdicts: [{ kind: 'objective', error: missing }]
    });
    expect(ask('RecordRun', { analysisSymbolId: 'MC::once' }).response).toMatchObject({ error: expect.stringContaining(error) as string });
    expect(ask('RunAnalysis', { symbolId: 'MC::study' }).response.error).toContain(
        'modeled randomness needs a seed: triangular(1.0, 2.0, 4.0)'
    );
    const { outputs, rows } = runs({ analysisSymbolId: 'MC::once', runs: 1, draws: 'average' });
    expect(rows).toMatchObject([{ verdicts: [{ holds: true }] }]);
    expect(outputs).toEqual([
        { name: 'runs', value: { intValue: '1' } },
        { name: 'mean', value: { realValue: 2.5 } },
        { name: 'deviation', value: { null: '' } },
        { name: 'outOfSpec', value: { intValue: '0' } }
    ]);
});

it('a Monte Carlo case of which every run fails is not concluded', () => {
    const { rows, outputs, unconcluded, distributions, lines } = runs({ analysisSymbolId: 'MC::bad', runs: 2, seed: 1 });
    expect(rows!.map(r => r.error)).toEqual([1, 2].map(() => expect.stringContaining('division by zero') as string));
    expect([outputs, distributions, unconcluded]).toEqual([undefined, undefined, 'no run completed, so the case is not concluded']);
    expect(lines).toContain('? MC::bad: no run completed, so the case is not concluded');
});

it('a case waits by the step of its clock', () => {
    const ended = (clockStep: number) => runs({ analysisSymbolId: 'MC::waits', runs: 1, seed: 1, clockStep }).rows?.[0].outputs;
    expect([ended(0), ended(1.5)]).toMatchObject([[{ value: { realValue: 2 } }], [{ value: { realValue: 3 } }]]);
});

describe('what cannot be', () => {
    it.each<[object, string]>([
        [{ actionSymbolId: 'MC::Roll', seed: 1 }, 'invalid run request: "0" is not a number of runs to make'],
        [{ actionSymbolId: 'MC::Roll', runs: 1 }, 'invalid run request: random draws need a seed'],
        [{ runs: 1, seed: 1 }, 'exactly one of action_symbol_id and analysis_symbol_id has to be set'],
        [{ actionSymbolId: 'MC::Roll', runs: 1, draws: 'weird' }, 'invalid draw policy: "weird" is not one of random, min, max, average'],
        [
            { actionSymbolId: 'MC::Fixed', runs: 1, seed: 1, observe: ['nope'] },
            'invalid run request: no completed run of MC::Fixed produced a value named nope (the clock is observed as clock)'
        ],
        ...Object.entries({ subject_symbol_id: 'MC::timer', arguments: [{ intValue: 1 }], named_arguments: { n: { intValue: 1 } } }).map(
            ([field, value]): [object, string] => [
                { actionSymbolId: 'MC::Fixed', runs: 1, seed: 1, [field]: value },
                `invalid request: ${field} is of a case (analysis_symbol_id)`
            ]
        ),
        ...Object.entries({ performer_symbol_id: 'MC::timer', inputs: { n: { intValue: 1 } } }).map(([field, value]): [object, string] => [
            { analysisSymbolId: 'MC::study', runs: 1, seed: 1, [field]: value },
            `invalid request: ${field} is of an action (action_symbol_id)`
        ]),
        [
            { analysisSymbolId: 'MC::study', runs: 1, seed: 1, observe: ['observed', 'clock'] },
            'invalid run request: a case observes observed alone, not clock'
        ]
    ])('%j', (request, message) => expect(ask('RunRuns', request)).toMatchObject({ code: 3, message }));

    it.each<[object, string, string?]>([
        [{ actionSymbolId: 'MC::timer' }, '"MC::timer" is not an action', 'FAILURE_REASON_WRONG_KIND'],
        [{ actionSymbolId: 'MC::Steps' }, '"MC::Steps" is not an action', 'FAILURE_REASON_WRONG_KIND'],
        [{ actionSymbolId: 'MC::Nope' }, 'unresolved reference: MC::Nope'],
        [
            { actionSymbolId: 'MC::Fixed', inputs: { n: { unset: true } } },
            'input n could not be read: unset is not a value a caller can supply'
        ],
        [{ analysisSymbolId: 'MC::study', arguments: [{ unset: true }] }, 'unset is not a value a caller can supply (argument 1)'],
        [{ actionSymbolId: 'MC::Roll', engine: 'check' }, 'check does not answer sweep questions'],
        [
            { actionSymbolId: 'MC::Roll', runs: 1001 },
            'sweep run budget exceeded: at most 1000 run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)'
        ],
        [
            { analysisSymbolId: 'MC::Plain' },
            'not a Simulation::MonteCarlo analysis: MC::Plain specializes no Simulation::MonteCarlo, so its runs have no statistics to bind',
            'FAILURE_REASON_WRONG_KIND'
        ]
    ])('%j', (request, error, failureReason = 'FAILURE_REASON_EVALUATION') =>
        expect(runs({ runs: 1, seed: 1, ...request })).toMatchObject({ error, failureReason })
    );
});
