/** The distributions of values that runs observed (contract: newest-operations 3.2), and how parts of the runs are joined. */
import { expect, test } from 'vitest';
import { type Distribution, Observations } from '../../../src/runtime/engines/chance/distributions.js';
import { Quantity, rational, Real, Sequence, type Value, valueText } from '../../../src/runtime/values/index.js';
import { sampleUnits } from '../../runtime/values/sample-units.js';

const metre = sampleUnits().unit('SI::metre').withText('m');
const second = sampleUnits().unit('SI::second').withText('s');
const observed = (values: readonly Value[], first = 0): Observations => {
    const observations = new Observations('x');
    values.forEach((value, i) => observations.add(value, first + i));
    return observations;
};

function textOf(found: Distribution | undefined): string {
    if (found === undefined) {
        return 'none';
    }
    if (!found.numeric) {
        return found.values.map(({ value, count }) => `${valueText(value)}: ${count}`).join(', ');
    }
    const { min, max, mean, deviation, percentiles, histogram } = found;
    return [
        `${valueText(min)}..${valueText(max)} mean ${valueText(mean)} ±${deviation}`,
        percentiles.map(({ percentile, value }) => `${percentile}%: ${valueText(value)}`).join(' '),
        histogram.map(({ low, high, count }) => `${valueText(low)}-${valueText(high)}: ${count}`).join(' ')
    ].join('; ');
}

const real = (n: number): Value => new Real(n);
const metres = (n: number): Value => new Quantity(n, metre);
test.each<readonly [values: readonly Value[], expected: string]>([
    [[], 'none'],
    [[5], '5..5 mean 5.0 ±0; 50%: 5 90%: 5; 5-5: 1'],
    [[3, 1], '1..3 mean 2.0 ±1; 50%: 1 90%: 3; 1-1: 1 2-2: 0 3-3: 1'],
    // the smallest value that at least the share of the runs does not exceed
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], '1..10 mean 5.5 ±2.8722813232690143; 50%: 5 90%: 9; 1-2: 2 3-4: 2 5-6: 2 7-8: 2 9-10: 2'],
    // eight bins at most; the last one ends at the greatest value
    [[0, 7], '0..7 mean 3.5 ±3.5; 50%: 0 90%: 7; 0-0: 1 1-1: 0 2-2: 0 3-3: 0 4-4: 0 5-5: 0 6-6: 0 7-7: 1'],
    [[0, 8], '0..8 mean 4.0 ±4; 50%: 0 90%: 8; 0-1: 1 2-3: 0 4-5: 0 6-7: 0 8-8: 1'],
    [[10, 2], '2..10 mean 6.0 ±4; 50%: 2 90%: 10; 2-3: 1 4-5: 0 6-7: 0 8-9: 0 10-10: 1'],
    [[real(1), 1], '1.0..1.0 mean 1.0 ±0; 50%: 1.0 90%: 1.0; 1.0-1.0: 2'],
    [
        [real(0), real(4), real(8)],
        '0.0..8.0 mean 4.0 ±3.265986323710904; 50%: 4.0 90%: 8.0; ' +
            '0.0-1.0: 1 1.0-2.0: 0 2.0-3.0: 0 3.0-4.0: 0 4.0-5.0: 1 5.0-6.0: 0 6.0-7.0: 0 7.0-8.0: 1'
    ],
    [
        [rational(1, 2), 1],
        '0.5..1.0 mean 0.75 ±0.25; 50%: 0.5 90%: 1.0; 0.5-0.5625: 1 0.5625-0.625: 0 0.625-0.6875: 0 0.6875-0.75: 0 ' +
            '0.75-0.8125: 0 0.8125-0.875: 0 0.875-0.9375: 0 0.9375-1.0: 1'
    ],
    [[metres(1), metres(1)], '1 [m]..1 [m] mean 1.0 [m] ±0; 50%: 1 [m] 90%: 1 [m]; 1 [m]-1 [m]: 2'],
    [[new Sequence([2]), 2], '2..2 mean 2.0 ±0; 50%: 2 90%: 2; 2-2: 2'],
    // other values are counted, in the order of their texts
    [['b', 'a', 'b'], '"a": 1, "b": 2'],
    [[true, 1], '1: 1, true: 1'],
    [[1, 'a', 1], '"a": 1, 1: 2'],
    [[metres(1), 1], '1: 1, 1 [m]: 1'],
    [[1, metres(1)], '1: 1, 1 [m]: 1'],
    [[metres(1), new Quantity(1, second)], '1 [m]: 1, 1 [s]: 1'],
    [[new Sequence([1, 2]), new Sequence([1, 2])], '(1, 2): 2']
])('the distribution of %#', (values, expected) => expect(textOf(observed(values).distribution)).toBe(expected));

test('a range beyond the exact integers has no value outside of its bins', () => {
    const found = observed([0, 2n ** 60n]).distribution as { histogram: readonly { count: number }[] };
    expect(found.histogram.map(bin => bin.count)).toEqual([1, 0, 0, 0, 0, 0, 0, 1]);
});

test('many numbers are kept, and their mean does not lose small parts', () => {
    const values = Array.from({ length: 1000 }, () => real(0.1));
    const found = observed(values).distribution!;
    expect([found.count, textOf(found).split(';')[0]]).toEqual([1000, '0.1..0.1 mean 0.1 ±0']);
});

/** What a thread has observed, joined to what this one has: the same as all of it in one. */
test.each<readonly [here: readonly Value[], there: readonly Value[], canJoin: boolean]>([
    [[1, 2], [3, 4], true],
    [[], [3, 4], true],
    [[], ['a'], true],
    [[], [metres(3)], true],
    [[1], [], true],
    [[1, 2], [real(0.5)], true],
    [[metres(1)], [metres(2)], true],
    [['a'], ['b', 'a'], true],
    [[true, 'a'], [1, 'a'], true],
    [Array<number>(60).fill(1), Array<number>(60).fill(2), true],
    [[1], ['a'], false],
    [['a'], [1], false],
    [[1], [metres(1)], false],
    [[metres(1)], [1], false]
])('joins %#', (here, there, canJoin) => {
    const joined = observed(here);
    const { summary } = observed(there, here.length);
    expect(joined.canJoin(summary)).toBe(canJoin);
    if (canJoin) {
        joined.join(summary, run => there[run - here.length]);
        expect(textOf(joined.distribution)).toBe(textOf(observed([...here, ...there]).distribution));
        expect(joined.summary.count).toBe(here.length + there.length);
    }
});

test('values beyond a thousand texts are counted only if each is', () => {
    const numbers = Array.from({ length: 1001 }, (_, i) => i);
    const mixed = observed([...numbers, 'a']);
    expect([observed(['b']).canJoin(mixed.summary), mixed.canJoin(observed(['b']).summary)]).toEqual([false, false]);
    const few = observed([...numbers.slice(0, 999), 'a']);
    expect([observed(['b']).canJoin(few.summary), few.canJoin(observed(['b']).summary)]).toEqual([true, true]);
});

test('a summary has the numbers, or the texts with the first run of each', () => {
    expect(observed([1, real(2.5)], 4).summary).toEqual({
        ...{ count: 2, first: 4, isWhole: false, isNumeric: true, unit: undefined, counted: [] },
        numbers: new Float64Array([1, 2.5])
    });
    expect(observed(['a', 'b', 'a'], 4).summary).toEqual({
        ...{ count: 3, first: 4, isWhole: true, isNumeric: false, unit: undefined, numbers: new Float64Array() },
        counted: [
            ['"a"', 4, 2],
            ['"b"', 5, 1]
        ]
    });
    expect(observed([metres(1)]).summary.unit).toBe('m');
});
