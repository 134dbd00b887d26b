// CompareResults on the wire: stored results beside runs, what a Monte Carlo case says of both, and what is refused (newest-operations 6).

import { beforeAll, describe, expect, it } from 'vitest';
import { type Asks, oneHost } from './one-host.js';

const CONTENT = `package Cfg {
    private import ScalarValues::*;
    private import RandomFunctions::*;
    part def Rig {
        attribute total : Real := 0.0;
        attribute label : String := "";
        attribute seen : Real;
        attribute speed :> ISQ::speed := 2 [SI::m / SI::s];
        perform action step { first start; then action a assign total := 4.0; then action b assign label := "done"; then done; }
    }
    part def Dice {
        attribute eyes : Integer := 0;
        perform action roll { first start; then action a assign eyes := uniformInteger(1, 6); then done; }
    }
    part def Broken { attribute n : Integer := 0; perform action fail { first start; then action a assign n := 1 % n; then done; } }
    action def 'Group 1' { @Simulation::Configuration { runs = 1; } part target : Rig; perform action run ::> target.step; }
    action def Rolled { part target : Dice; perform action run ::> target.roll; }
    action def Failing { part target : Broken; perform action run ::> target.fail; }
    package Other { action def Twice; }
    package Another { action def Twice; }
    analysis def Study :> Simulation::MonteCarlo {
        subject analysed : Rig;
        perform action run ::> analysed.step;
        attribute :>> observed : Real = analysed.total;
        return Mean : Real = mean;
        out attribute spread : Real = deviation;
        out attribute failures : Natural = outOfSpec;
        out attribute made : Natural = runs;
    }
}
`;

interface Figures {
    count?: string;
    mean?: number;
    deviation?: number;
}
interface Observable {
    stored: string;
    feature?: string;
    unit?: string;
    tool?: Figures;
    pooled?: boolean;
    unstored?: boolean;
    run?: Figures;
    produced?: string;
    compared?: boolean;
    difference?: object;
    declared?: { analysis: string; rows: object[]; notes?: string[] };
    notes?: string[];
}
interface Configuration {
    name: string;
    status: string;
    unresolved?: string;
    runs?: string;
    completed?: string;
    draws?: string;
    clockStep?: number;
    rows?: { outputs?: object[]; error?: string }[];
    observables?: Observable[];
    errors?: string[];
    notes?: string[];
    lines: string[];
}
interface Response {
    modelHash?: string;
    error?: string;
    source?: string;
    engine?: string;
    strength?: string;
    configurations?: Configuration[];
}

let ask: Asks;
let modelHash: string;
beforeAll(async () => {
    ask = await oneHost();
    modelHash = ask<Response>('ParseSources', { documents: [{ name: 'p.sysml', content: CONTENT }] }).response.modelHash!;
});

const snapshot = (name: string, values: object, statistics?: object): object => ({
    id: name,
    name,
    values,
    ...(statistics && { statistics })
});
const stored = (configuration: object): object => ({
    id: '_c1',
    name: 'Group 1',
    target: 'target',
    behavior: 'run',
    observables: ['total'],
    snapshots: [snapshot('R1', { total: 4 }), snapshot('R2', { total: 6 })],
    ...configuration
});
const compare = (configurations: object[], request: object = {}) =>
    ask<Response>('CompareResults', {
        modelHash,
        results: JSON.stringify({ source: 'probe.xmi', configurations }),
        draws: 'average',
        ...request
    });
const compared = (configuration: object, request: object = {}): Configuration =>
    compare([stored(configuration)], request).response.configurations![0];
const observable = (configuration: object, request: object = {}): Observable => compared(configuration, request).observables![0];

describe('a configuration', () => {
    it('has its figures beside those of its runs', () => {
        const { response } = compare([stored({ resultLocation: 'Rig::Results' })], { runs: 2, seed: 7 });
        expect(response).toMatchObject({ source: 'probe.xmi', engine: 'sweep', strength: 'observed' });
        const four = { name: 'target.total', value: { realValue: 4 } };
        expect(response.configurations).toMatchObject([
            {
                id: '_c1',
                name: "Cfg::'Group 1'",
                behavior: "Cfg::'Group 1'::run",
                target: 'target',
                resultLocation: 'Rig::Results',
                status: 'holds',
                storedRuns: '2',
                storedSnapshots: '2',
                runs: '2',
                completed: '2',
                draws: 'average',
                seed: '7',
                rows: [{ outputs: [four] }, { outputs: [four] }],
                observables: [
                    {
                        stored: 'total',
                        feature: 'target.total',
                        tool: { count: '2', min: 4, mean: 5, p50: 4, p90: 6, max: 6, deviation: 1 },
                        run: { count: '2', min: 4, mean: 4, p50: 4, p90: 4, max: 4 },
                        produced: '2',
                        compared: true,
                        difference: { min: '+0.0%', mean: '-20.0%', p50: '+0.0%', p90: '-33.3%', max: '-33.3%' },
                        declared: {
                            analysis: 'Cfg::Study',
                            rows: [
                                { statistic: 'mean', of: 'total', tool: '5.0', run: '4.0', difference: '-20.0%' },
                                { statistic: 'deviation', of: 'total', tool: '1.4142135623730951', run: '0.0', difference: '-100.0%' },
                                { statistic: 'outOfSpec', of: 'total' },
                                { statistic: 'runs', of: 'total', tool: '2', run: '2' }
                            ]
                        }
                    }
                ]
            }
        ]);
        expect(response.configurations![0].lines.slice(0, 2)).toEqual([
            "Cfg::'Group 1': 2 stored runs over 2 snapshots; 2 runs, draws average, seed 7",
            '  total: tool mean 5.0, runs mean 4.0 (-20.0%)'
        ]);
    });

    it('states how it is run, unless the request does', () => {
        expect(compared({ runs: 3, draws: 'max', clockStep: 0.5 }, { draws: '' })).toMatchObject({
            runs: '3',
            draws: 'max',
            clockStep: 0.5
        });
        expect(compared({ runs: 3, draws: 'max', clockStep: 0.5 }, { draws: 'min', runs: 2, clockStep: 0 })).toMatchObject({
            runs: '2',
            draws: 'min'
        });
        expect(compared({}).notes).toEqual(['the configuration states no number of runs: one is made']);
    });

    it('draws the same with the same seed', () => {
        const dice = { name: 'Rolled', observables: ['eyes'], snapshots: [], runs: 6 };
        const drawn = (seed: number) => compared(dice, { draws: 'random', seed }).rows!.map(row => row.outputs);
        expect(drawn(3)).toEqual(drawn(3));
        expect(drawn(3)).not.toEqual(drawn(4));
    });

    it('fails with a run of it', () => {
        const failing = compared({ name: 'Failing', observables: ['n'], runs: 2 });
        expect([failing.status, failing.completed, failing.errors?.length]).toEqual(['fails', undefined, 1]);
        expect(failing.errors![0]).toContain('division by zero');
    });

    it.each<[title: string, configuration: object, unresolved: string]>([
        ['without a behavior', { behavior: undefined }, 'the configuration names no behavior'],
        ['without an action', { name: 'Nothing' }, 'the model has no action named Nothing'],
        ['of two actions', { name: 'Twice' }, 'the model has 2 actions named Twice: Cfg::Other::Twice, Cfg::Another::Twice'],
        ['of what its action does not perform', { behavior: 'halt' }, "Cfg::'Group 1' performs no halt"],
        ['without a number', { runs: 0 }, '"0" is not a number of runs to make'],
        ['with too many runs', { runs: 1001 }, 'sweep run budget exceeded: at most 1000 run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)'],
        ['without a step', { clockStep: -1 }, 'invalid clock step: a clock steps by a finite, non-negative number of seconds, not -1'],
        ['of texts alone', { observables: ['label'] }, 'the runs have no numbers for label']
    ])('%s is unresolved', (_, configuration, unresolved) => {
        expect(compared(configuration)).toMatchObject({ status: 'unresolved', unresolved });
    });

    it('without draws that are known is unresolved', () => {
        const { unresolved } = compared({ draws: 'weird' }, { draws: '' });
        expect(unresolved).toBe('invalid draw policy: "weird" is not one of random, min, max, average');
    });

    it('is chosen by either name', () => {
        const two = [stored({}), stored({ name: 'Rolled', observables: ['eyes'] })];
        const names = (actions: string[]) => compare(two, { actions }).response.configurations!.map(c => c.name);
        expect(names([])).toEqual(["Cfg::'Group 1'", 'Cfg::Rolled']);
        expect([names(['Rolled']), names(['Cfg::Rolled']), names(["Cfg::'Group 1'"])]).toEqual([
            ['Cfg::Rolled'],
            ['Cfg::Rolled'],
            ["Cfg::'Group 1'"]
        ]);
    });
});

describe('an observable', () => {
    it('is paired with the feature that the request names', () => {
        const { observables } = compared({}, { observe: [{ stored: 'time', feature: 'clock' }, { stored: 'total' }, { stored: 'speed' }] });
        expect(observables!.map(o => [o.stored, o.feature, o.unit, o.unstored, o.compared])).toEqual([
            ['time', 'clock', 'SI::s', true, true],
            ['total', 'target.total', undefined, undefined, true],
            ['speed', 'target.speed', 'SI::m / SI::s', true, true]
        ]);
        expect(observables![0].notes).toEqual(['the tool stored no observable named time']);
    });

    it.each<[title: string, configuration: object, notes: string[]]>([
        ['has no number in any snapshot', { snapshots: [snapshot('R1', {})] }, ['no snapshot holds a number for total']],
        [
            'has no value in any run',
            { observables: ['seen'] },
            ['no snapshot holds a number for seen', 'target.seen holds no number in any completed run']
        ]
    ])('%s', (_, configuration, notes) => {
        expect(observable(configuration).notes).toEqual(notes);
    });

    it('has no difference from what is not there, nor of numbers of runs', () => {
        const differences = (snapshots: object[]): unknown[] =>
            observable({ analysis: 'total', snapshots }).declared!.rows.map(row => (row as { difference?: string }).difference);
        expect(differences(far)).toEqual(['-31.7%', undefined, undefined, undefined]);
        expect(differences([snapshot('R1', {})])).toEqual([undefined, undefined, undefined, undefined]);
    });

    it('has no difference from zero', () => {
        expect(observable({ snapshots: [snapshot('R1', { total: 0 })] }).difference).toEqual({});
    });

    const far = [
        snapshot('A', {}, { runs: 100, mean: 5, deviation: 1, outOfSpec: 2 }),
        snapshot('B', {}, { runs: 300, mean: 6, deviation: 1, outOfSpec: 3 }),
        snapshot('B', {}, { runs: 300, mean: 6, deviation: 1, outOfSpec: 3 }),
        snapshot('C', {}, { runs: 50, mean: 5 })
    ];
    it('is pooled from summaries by their numbers of runs', () => {
        const { tool, pooled, difference, declared, notes } = observable({ analysis: 'total', snapshots: far });
        expect([tool, pooled, difference]).toEqual([{ count: '700', mean: 4100 / 700 }, true, { mean: '-31.7%' }]);
        expect(notes).toEqual([
            'the means of A and B are more than three standard errors apart',
            'B repeats the name and the statistics of another snapshot and may be a copy of it',
            'the means of A and B are more than three standard errors apart',
            'the summary of C has no deviation and is not pooled'
        ]);
        // 99 + 299 + 299 squares within the summaries, 100 (5 - m)² + 600 (6 - m)² between them
        const mean = 4100 / 700;
        const whole = Math.sqrt((99 + 299 + 299 + 100 * (5 - mean) ** 2 + 600 * (6 - mean) ** 2) / 699);
        expect(declared!.rows).toMatchObject([
            { statistic: 'mean', difference: '-31.7%' },
            { statistic: 'deviation', tool: String(whole) },
            { statistic: 'outOfSpec', tool: '8' },
            { statistic: 'runs', tool: '700', run: '1' }
        ]);
        expect(declared!.notes).toEqual([
            'fewer than two runs define no deviation',
            'counts out of specification follow a criterion of the tool and are not compared'
        ]);
    });
});

describe('refusals', () => {
    it.each<[title: string, request: object, message: string]>([
        ['random draws without a seed', { draws: '' }, 'invalid run request: random draws need a seed'],
        ['a negative number of runs', { runs: -1 }, 'invalid run request: "-1" is not a number of runs to make'],
        ['a policy that there is none of', { draws: 'weird' }, 'invalid draw policy: "weird" is not one of random, min, max, average'],
        [
            'a step that is none',
            { clockStep: -1 },
            'invalid clock step: a clock steps by a finite, non-negative number of seconds, not -1.0'
        ],
        [
            'an engine that there is none of',
            { engine: 'nosuch' },
            'no engine named "nosuch"; the engines are check, explore, run, smt, solve, sweep, tool:fmi, or auto, or all'
        ]
    ])('of the request: %s', (_, request, message) => {
        expect(compare([stored({})], request)).toMatchObject({ code: 3, message });
    });

    it.each<[title: string, request: object, error: string]>([
        ['an unknown configuration', { actions: ['Nope'] }, 'no configuration is named Nope'],
        ['an engine that runs nothing', { engine: 'check' }, 'check does not answer sweep questions'],
        ['too many runs', { runs: 1001 }, 'sweep run budget exceeded: at most 1000 run(s) per sweep (raise SERVICE_MAX_SWEEP_RUNS)'],
        ['no sidecar', { results: '{}' }, 'results: no source or configurations'],
        ['a list', { results: '[]' }, 'results: no source or configurations'],
        ['no name', { results: '{"source": "a", "configurations": [{}]}' }, 'results: configuration 1 has no name'],
        ['no object', { results: '{"source": "a", "configurations": [1]}' }, 'results: configuration 1 is not an object'],
        [
            'another type',
            { results: '{"source": "a", "configurations": [{"name": "c", "runs": "two"}]}' },
            'results: configuration 1: runs is not a number'
        ],
        [
            'no statistics',
            { results: '{"source": "a", "configurations": [{"name": "c", "snapshots": [{"statistics": {"mean": 1}}]}]}' },
            'results: configuration 1, snapshot 1: statistics state no number of runs with their mean'
        ]
    ])('of the comparison: %s', (_, request, error) => {
        expect(compare([stored({})], request).response).toMatchObject({ error, failureReason: 'FAILURE_REASON_EVALUATION' });
    });

    it('of a text that is no JSON', () => {
        expect(compare([], { results: 'x' })).toMatchObject({ code: 3, message: expect.stringMatching(/^results: .*JSON/) as string });
    });
});
