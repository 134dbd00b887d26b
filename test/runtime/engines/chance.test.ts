/** Runs with chance: the same seed gives the same table, draws follow their distributions, statistics are those of the definitions. */
import { describe, expect, test } from 'vitest';
import {
    CollectedRuns,
    makeRuns,
    Observations,
    type Distribution,
    type RunRow,
    type RunsRequest
} from '../../../src/runtime/engines/index.js';
import { Quantity, real, toDouble, isRealNumber, valueText, type Value } from '../../../src/runtime/values/index.js';
import { modelOf } from '../behaviour/run.js';
import { generator } from '../../support/random.js';
import { spread } from '../../support/thorough.js';

const MODEL = modelOf(`private import RandomFunctions::*; private import Stochastic::*; private import SI::*;
    action def Draws {
        attribute flat : Real := 0.0; attribute dice : Integer := 0; attribute skewed : Real := 0.0; attribute bell : Real := 0.0; attribute level : String := "";
        first start;
        then action a assign flat := uniform(2.0, 4.0);
        then action b assign dice := uniformInteger(1, 6);
        then action c assign skewed := triangular(1.0, 2.0, 4.0);
        then action d assign bell := normal(5.0, 2.0);
        then action e assign level := if dice > 4 ? "high" else "low";
        then done;
    }
    action def Fixed { attribute flat : Real := 0.0; attribute dice : Integer := 0; attribute skewed : Real := 0.0;
        first start; then action a assign flat := uniform(2.0, 4.0); then action b assign dice := uniformInteger(1, 6);
        then action c assign skewed := triangular(1.0, 2.0, 4.0); then done; }
    action def Bell { attribute x : Real := 0.0; first start; then action a assign x := normal(5.0, 1.0); then done; }
    action def Wrong { attribute x : Real := 0.0; first start; then action a assign x := uniform(3.0, 1.0); then done; }
    action def Sometimes { attribute x : Real := 0.0; first start; then action a assign x := 10 / (uniformInteger(1, 4) - 1); then done; }
    action def Waits { attribute x : Integer := 0; first start; then accept after 2 [SI::s]; then accept after 2 [SI::s]; then done; }`);

function made(action: string, request: Partial<RunsRequest> = {}): { rows: RunRow[]; table: ReturnType<typeof makeRuns> } {
    const rows: RunRow[] = [];
    const all = { action: `T::${action}`, runs: 1, seed: 42n, draws: 'random', clockStep: 0, observe: [], ...request } as const;
    const table = makeRuns(MODEL, all, {}, row => rows.push(row));
    return { rows, table };
}

const shown = (rows: readonly RunRow[]): string[] =>
    rows.map(r => r.error ?? r.outputs.map(o => `${o.name}=${valueText(o.value)}`).join(' '));

const numberOf = (value: Value): number => {
    const magnitude = value instanceof Quantity ? value.magnitude : value;
    return isRealNumber(magnitude) ? toDouble(magnitude) : NaN;
};

test('run k is the same however many runs there are, and seeds differ', () => {
    const four = shown(made('Draws', { runs: 4 }).rows);
    expect(shown(made('Draws', { runs: 9 }).rows).slice(0, 4)).toEqual(four);
    expect(new Set(four).size).toBe(4);
    expect(shown(made('Draws', { runs: 4, seed: 43n }).rows)).not.toEqual(four);
});

describe('draws follow their distributions', () => {
    const { table } = made('Draws', { runs: 4000 });
    // expected mean and deviation of each; a sample mean is within five of its own deviations
    test.each([
        ['flat', 3, 2 / Math.sqrt(12)],
        ['dice', 3.5, Math.sqrt(35 / 12)],
        ['skewed', 7 / 3, Math.sqrt(7 / 18)],
        ['bell', 5, 2]
    ])('%s', (name, mean, deviation) => {
        const found = table.distributions.find(d => d.name === name)!;
        if (!found.numeric) throw new Error('no numbers');
        expect(Math.abs(numberOf(found.mean) - mean)).toBeLessThan((5 * deviation) / Math.sqrt(4000));
        expect(Math.abs(found.deviation - deviation)).toBeLessThan(0.1 * deviation);
    });
    test('columns are the features by name, then the clock', () =>
        expect(table.observables).toEqual(['bell', 'dice', 'flat', 'level', 'skewed', 'clock']));
    test('what is no number is counted', () => {
        const level = table.distributions.find(d => d.name === 'level')!;
        expect(level.numeric ? [] : level.values.map(v => valueText(v.value))).toEqual(['"high"', '"low"']);
        expect(level.numeric ? 0 : level.values.reduce((sum, v) => sum + v.count, 0)).toBe(4000);
    });
});

describe('fixed draws', () => {
    test.each([
        ['min', 'dice=1 flat=2.0 skewed=1.0 clock=0.0 [SI::s]'],
        ['max', 'dice=6 flat=4.0 skewed=4.0 clock=0.0 [SI::s]'],
        ['average', 'dice=4 flat=3.0 skewed=2.3333333333333335 clock=0.0 [SI::s]']
    ] as const)('%s need no seed', (draws, expected) => expect(shown(made('Fixed', { draws, seed: undefined }).rows)).toEqual([expected]));
    test('have no end of an unbounded distribution', () => {
        expect(shown(made('Bell', { draws: 'max' }).rows)[0]).toContain(
            'draw policy has no value for the call: normal(5.0, 1.0) under max: the distribution is unbounded'
        );
        expect(shown(made('Bell', { draws: 'average', observe: ['x'] }).rows)).toEqual(['x=5.0']);
    });
});

test('a run that fails is a row without values, and stays out of the distributions', () => {
    const { rows, table } = made('Sometimes', { runs: 60, observe: ['x'] });
    const failed = rows.filter(r => r.error !== undefined);
    expect(failed.length).toBeGreaterThan(0);
    expect([table.failed, table.completed]).toEqual([failed.length, 60 - failed.length]);
    expect(table.distributions[0].count).toBe(60 - failed.length);
    expect(shown(made('Wrong').rows)[0]).toContain('random function arguments bound no distribution: uniform(3.0, 1.0)');
    expect(shown(made('Draws', { seed: undefined }).rows)[0]).toContain('modeled randomness needs a seed');
});

test('an observable that no run has is refused', () =>
    expect(made('Fixed', { observe: ['nope'] }).table.error).toBe(
        'invalid run request: no completed run of T::Fixed produced a value named nope (the clock is observed as clock)'
    ));

test('a clock that steps ends waits at its multiples', () => {
    expect(shown(made('Waits', { observe: ['clock'] }).rows)).toEqual(['clock=4.0 [SI::s]']);
    expect(shown(made('Waits', { observe: ['clock'], clockStep: 1.5 }).rows)).toEqual(['clock=6.0 [SI::s]']);
});

describe('statistics', () => {
    const of = (values: readonly Value[]): Distribution => {
        const observations = new Observations('x');
        values.forEach(v => observations.add(v));
        return observations.distribution!;
    };
    const bins = (d: Distribution): unknown =>
        d.numeric ? d.histogram.map(b => `${valueText(b.low)}..${valueText(b.high)} ${b.count}`) : d;
    const ints = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

    test.each([
        [
            [1, 2, 3, 4],
            ['2', '4']
        ],
        [
            [1, 2, 3, 4, 5],
            ['3', '5']
        ],
        [[7], ['7', '7']]
    ])('percentiles of %j by nearest rank', (values, expected) => {
        const d = of(values);
        expect(d.numeric && d.percentiles.map(p => valueText(p.value))).toEqual(expected);
    });
    test('the deviation is that of the population', () => expect(of([1, 2])).toMatchObject({ deviation: 0.5 }));
    test('whole numbers have bins of one width with both ends', () => {
        expect(bins(of(ints(1, 6)))).toEqual(ints(1, 6).map(n => `${n}..${n} 1`));
        expect(bins(of(ints(1, 9)))).toEqual(['1..2 2', '3..4 2', '5..6 2', '7..8 2', '9..9 1']);
        expect(bins(of([1, 99]))).toEqual(['1..13 1', '14..26 0', '27..39 0', '40..52 0', '53..65 0', '66..78 0', '79..91 0', '92..99 1']);
    });
    test('other numbers have eight equal bins, the last one closed', () => {
        const d = of([0, 1, 2, 8].map(real));
        expect(bins(d)).toEqual([
            '0.0..1.0 1',
            '1.0..2.0 1',
            '2.0..3.0 1',
            '3.0..4.0 0',
            '4.0..5.0 0',
            '5.0..6.0 0',
            '6.0..7.0 0',
            '7.0..8.0 1'
        ]);
        expect(bins(of([real(2.5), real(2.5)]))).toEqual(['2.5..2.5 2']);
    });
    test('values of several kinds are counted', () => expect(of([1, 'a', 1])).toMatchObject({ numeric: false, count: 3 }));
});

describe('runs that were made in pieces', () => {
    const MIXED = modelOf(`private import RandomFunctions::*;
    action def Draws { attribute flat : Real := 0.0; attribute dice : Integer := 0; attribute level : String := ""; attribute waits : Integer := 0;
        first start; then action a assign flat := uniform(2.0, 4.0); then action b assign dice := uniformInteger(1, 6);
        then action c assign level := if dice > 4 ? "high" else if dice == 1 ? "least" else "low";
        then action d assign waits := 10 % (dice - 6); then accept after 2 [SI::s]; then done; }
    action def Late { attribute dice : Integer := 0; attribute any := 0;
        first start; then action a assign dice := uniformInteger(1, 200); then action b assign any := if dice > 195 ? "high" else dice; then done; }
    action def Unlike { attribute dice : Integer := 0; attribute set : Integer [0..1]; first start;
        then action a assign dice := 6 % (uniformInteger(1, 2) - 1); then action b if dice >= 0 { assign set := uniformInteger(1, 3); } then done; }`);
    const request = { runs: 300, seed: 5n, draws: 'random', clockStep: 0, observe: [] } as const;
    const collector = (action: string): CollectedRuns => new CollectedRuns(MIXED, { ...request, action: `T::${action}` }, {});
    const whole = (action: string) => makeRuns(MIXED, { ...request, action: `T::${action}` }, {}, () => undefined);

    test.each(
        spread(
            Array.from({ length: 10 }, (_, seed) => seed),
            5
        )
    )('are the table of all, however they are cut (%i)', seed => {
        const below = generator(seed);
        const first = collector('Draws');
        let at = 1 + below(40) + 10;
        first.make(1, at);
        while (at <= request.runs) {
            const to = Math.min(request.runs + 1, at + 1 + below(60));
            const piece = collector('Draws');
            piece.make(at, to);
            expect(first.join(structuredClone(piece.summary))).toBe(true);
            at = to;
        }
        const { failures, ...table } = whole('Draws');
        expect({ ...first.table, failures: [...first.table.failures] }).toEqual({ ...table, failures: [...failures] });
        expect(table.failed).toBeGreaterThan(0);
    });

    test('are the table of all where nothing was made before the first piece', () => {
        const all = collector('Draws');
        for (let at = 1; at <= request.runs; at += 25) {
            const piece = all.another();
            piece.make(at, at + 25);
            expect(all.join(structuredClone(piece.summary))).toBe(true);
        }
        expect({ ...all.table, failures: [...all.table.failures] }).toEqual({
            ...whole('Draws'),
            failures: [...whole('Draws').failures]
        });
    });

    test('observe what the first run that completes ends with, whoever makes that', () => {
        const [early, late] = [collector('Unlike'), collector('Unlike')];
        early.make(1, 20);
        late.make(40, 60);
        expect(early.table.observables).toContain('dice');
        expect(late.table.observables).toEqual(early.table.observables);
    });

    test('cannot be joined where a value is of another kind than in the first ones', () => {
        const { distributions } = whole('Late');
        expect(distributions.find(d => d.name === 'any')?.numeric).toBe(false);
        const first = collector('Late');
        first.make(1, 4);
        const rest = collector('Late');
        rest.make(4, request.runs + 1);
        expect(first.table.distributions.find(d => d.name === 'any')?.numeric).toBe(true);
        expect(first.join(rest.summary)).toBe(false);
    });
});
