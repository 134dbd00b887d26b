/**
 * Computes the distribution of the values that several runs observed: range, mean, deviation, percentiles and histogram. For values other
 * than numbers, counts how often each occurred. (Contract: newest-operations 3.2.)
 */
import {
    Quantity,
    Sequence,
    real,
    type RealNumber,
    type Unit,
    type Value,
    isInteger,
    isRealNumber,
    toDouble,
    valueText
} from '../../values/index.js';

export interface Bin {
    readonly low: Value;
    readonly high: Value;
    readonly count: number;
}

/** The distribution of numbers, or of quantities with a common unit. */
export interface NumericDistribution {
    readonly name: string;
    readonly numeric: true;
    readonly count: number;
    readonly unit: Unit | undefined;
    readonly min: Value;
    readonly max: Value;
    readonly mean: Value;
    /** population standard deviation */
    readonly deviation: number;
    readonly percentiles: readonly { readonly percentile: number; readonly value: Value }[];
    readonly histogram: readonly Bin[];
}

export interface CountedDistribution {
    readonly name: string;
    readonly numeric: false;
    readonly count: number;
    /** sorted by their texts */
    readonly values: readonly { readonly value: Value; readonly count: number }[];
}

export type Distribution = NumericDistribution | CountedDistribution;

const PERCENTILES = [50, 90];
const BINS = 8;

interface CountedValue {
    readonly value: Value;
    /** the first run with this value */
    readonly run: number;
    count: number;
}

/** Observations of one feature in some runs, as plain data. */
export interface ObservationsSummary {
    readonly count: number;
    /** the first run with an observation */
    readonly first: number;
    /** eight bytes per run; empty unless all values are numbers */
    readonly numbers: Float64Array<ArrayBuffer>;
    readonly isWhole: boolean;
    readonly isNumeric: boolean;
    readonly unit: string | undefined;
    /** values as texts, each with the first run that had it and its count; empty if all values are numbers */
    readonly counted: readonly (readonly [text: string, run: number, count: number])[];
}

/** Collects the observations of one feature, in eight bytes per run for numbers. */
export class Observations {
    private numbers = new Float64Array(64);
    private count = 0;
    private first = 0;
    private unit: Unit | undefined;
    private isWhole = true;
    private isNumeric = true;
    private readonly counted = new Map<string, CountedValue>();

    constructor(readonly name: string) {}

    /**
     * @param observed a sequence with one element is treated like its element
     * @param run number of the run that observed it
     */
    add(observed: Value, run = 0): void {
        const value = singleOf(observed);
        const magnitude = value instanceof Quantity ? value.magnitude : value;
        const unit = value instanceof Quantity ? value.unit : undefined;
        if (this.count === 0) {
            this.unit = unit;
            this.first = run;
        }
        const isAlike = unit === this.unit || (unit !== undefined && unit.text === this.unit?.text);
        this.isNumeric &&= isRealNumber(magnitude) && isAlike;
        // A limited number of values is also counted by text, because a later value may turn out not to be a number.
        if (this.counted.size < MOST_TEXTS || !this.isNumeric) {
            this.note(valueText(value), { value, run, count: 1 });
        }
        if (isRealNumber(magnitude)) {
            this.push(magnitude);
        }
        this.count++;
    }

    /** The observations, for another thread. */
    get summary(): ObservationsSummary {
        const { count, first, isWhole, isNumeric, unit } = this;
        const counted = isNumeric ? [] : Array.from(this.counted, ([text, c]) => [text, c.run, c.count] as const);
        const numbers = isNumeric ? this.numbers.slice(0, count) : new Float64Array();
        return { count, first, numbers, isWhole, isNumeric, unit: unit?.text, counted };
    }

    /**
     * Whether observations of other runs can be added without making those runs here: both must consist of numbers with the same unit, or
     * both must have counts for all values.
     * @param others summary of later runs
     */
    canJoin({ isNumeric, unit, counted, count }: ObservationsSummary): boolean {
        if (this.count === 0) {
            return true;
        }
        if (isNumeric || this.isNumeric) {
            return isNumeric && this.isNumeric && unit === this.unit?.text;
        }
        const here = Array.from(this.counted.values(), c => c.count);
        const there = counted.map(([, , c]) => c);
        return sumOf(here) === this.count && sumOf(there) === count;
    }

    /**
     * Adds the observations of other runs.
     * @param valueOf returns the value that a run observes, for values that are unknown here
     */
    join({ numbers, first, isWhole, isNumeric, counted, count }: ObservationsSummary, valueOf: (run: number) => Value): void {
        if (this.count === 0) {
            const value = singleOf(valueOf(first));
            this.unit = value instanceof Quantity ? value.unit : undefined;
            this.first = first;
        }
        this.isNumeric &&= isNumeric;
        this.isWhole &&= isWhole;
        for (const [text, run, times] of counted) {
            this.note(text, { value: this.counted.get(text)?.value ?? valueOf(run), run, count: times });
        }
        this.reserve(this.count + numbers.length);
        this.numbers.set(numbers, this.count);
        this.count += count;
    }

    /** Counts a value by its text. */
    private note(text: string, noted: CountedValue): void {
        const known = this.counted.get(text);
        if (known === undefined) {
            this.counted.set(text, noted);
        } else {
            known.count += noted.count;
        }
    }

    private reserve(count: number): void {
        if (count > this.numbers.length) {
            const larger = new Float64Array(Math.max(count, this.numbers.length * 2));
            larger.set(this.numbers);
            this.numbers = larger;
        }
    }

    private push(value: RealNumber): void {
        this.reserve(this.count + 1);
        this.isWhole &&= isInteger(value);
        this.numbers[this.count] = toDouble(value);
    }

    /** The distribution of the observations; undefined without any. */
    get distribution(): Distribution | undefined {
        if (this.count === 0) {
            return undefined;
        }
        const { name, count } = this;
        if (!this.isNumeric) {
            const values = [...this.counted]
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([, { value, count: times }]) => ({ value, count: times }));
            return { name, numeric: false, count, values };
        }
        const sorted = this.numbers.slice(0, count).sort();
        const valueOf = (x: number): Value => this.measured(this.isWhole ? x : real(x));
        const mean = meanOf(sorted);
        return {
            name,
            numeric: true,
            count,
            unit: this.unit,
            min: valueOf(sorted[0]),
            max: valueOf(sorted[count - 1]),
            mean: this.measured(real(mean)),
            deviation: Math.sqrt(meanOf(sorted.map(x => (x - mean) ** 2))),
            percentiles: PERCENTILES.map(percentile => ({
                percentile,
                value: valueOf(sorted[Math.max(0, Math.ceil((percentile * count) / 100) - 1)])
            })),
            histogram: (this.isWhole ? wholeBins(sorted) : equalBins(sorted)).map(({ low, high, count: c }) => ({
                low: valueOf(low),
                high: valueOf(high),
                count: c
            }))
        };
    }

    private measured(value: RealNumber): Value {
        return this.unit === undefined ? value : new Quantity(value, this.unit);
    }
}

const singleOf = (observed: Value): Value =>
    observed instanceof Sequence && observed.elements.length === 1 ? observed.elements[0] : observed;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

/** Greatest number of values of a numeric feature that are also counted by text. */
const MOST_TEXTS = 1000;

/** Returns the mean. Compensated summation keeps rounding errors independent of the number of values. */
function meanOf(values: Float64Array): number {
    let sum = 0;
    let lost = 0;
    for (const value of values) {
        const term = value - lost;
        const next = sum + term;
        lost = next - sum - term;
        sum = next;
    }
    return sum / values.length;
}

interface NumberBin {
    readonly low: number;
    readonly high: number;
    readonly count: number;
}

/** Returns bins of integers that include both ends. The last bin ends at the greatest value, and empty bins are kept. */
function wholeBins(sorted: Float64Array): NumberBin[] {
    const [min, max] = [sorted[0], sorted[sorted.length - 1]];
    const width = Math.ceil((max - min + 1) / BINS);
    const counts = new Array<number>(Math.ceil((max - min + 1) / width)).fill(0);
    // Beyond the exact integers, the greatest value may be rounded up to the end of its bin.
    sorted.forEach(x => counts[Math.min(counts.length - 1, Math.floor((x - min) / width))]++);
    return counts.map((count, i) => ({ low: min + i * width, high: Math.min(max, min + (i + 1) * width - 1), count }));
}

/** Returns bins of equal width without their upper ends, except the last one. */
function equalBins(sorted: Float64Array): NumberBin[] {
    const [min, max] = [sorted[0], sorted[sorted.length - 1]];
    if (min === max) {
        return [{ low: min, high: max, count: sorted.length }];
    }
    const edge = (i: number): number => (i === BINS ? max : min + ((max - min) * i) / BINS);
    const counts = new Array<number>(BINS).fill(0);
    sorted.forEach(x => counts[Math.min(BINS - 1, Math.floor(((x - min) / (max - min)) * BINS))]++);
    return counts.map((count, i) => ({ low: edge(i), high: edge(i + 1), count }));
}
