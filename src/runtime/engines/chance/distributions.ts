/**
 * How what several runs observed is distributed: extent, mean, deviation, percentiles, histogram; of what are no numbers, how often each
 * value occurred. (Contract: newest-operations 3.2.)
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

/** Of numbers, or of quantities in one unit. */
export interface NumericDistribution {
    readonly name: string;
    readonly numeric: true;
    readonly count: number;
    readonly unit: Unit | undefined;
    readonly min: Value;
    readonly max: Value;
    readonly mean: Value;
    /** of the population */
    readonly deviation: number;
    readonly percentiles: readonly { readonly percentile: number; readonly value: Value }[];
    readonly histogram: readonly Bin[];
}

export interface CountedDistribution {
    readonly name: string;
    readonly numeric: false;
    readonly count: number;
    /** sorted by text */
    readonly values: readonly { readonly value: Value; readonly count: number }[];
}

export type Distribution = NumericDistribution | CountedDistribution;

const PERCENTILES = [50, 90];
const BINS = 8;

interface CountedValue {
    readonly value: Value;
    /** the first one that had it */
    readonly run: number;
    count: number;
}

/** What some runs observed of one feature, as plain data. */
export interface ObservationsSummary {
    readonly count: number;
    /** the first run that observed it */
    readonly first: number;
    /** in eight bytes a run; those of numbers alone where all are numbers */
    readonly numbers: Float64Array<ArrayBuffer>;
    readonly isWhole: boolean;
    readonly isNumeric: boolean;
    readonly unit: string | undefined;
    /** values by their texts, each with the first run that had it and how many had it; complete where not all are numbers */
    readonly counted: readonly (readonly [text: string, run: number, count: number])[];
}

/** Collects what runs observe of one feature, in eight bytes a run where it is a number. */
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
     * @param observed one value of a feature of any number counts as itself
     * @param run that observed it
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
        // Few values are counted by text as long as they may turn out to be no numbers.
        if (this.counted.size < MOST_TEXTS || !this.isNumeric) {
            this.note(valueText(value), { value, run, count: 1 });
        }
        if (isRealNumber(magnitude)) {
            this.push(magnitude);
        }
        this.count++;
    }

    /** What was observed, for another thread. */
    get summary(): ObservationsSummary {
        const { count, first, isWhole, isNumeric, unit } = this;
        const counted = isNumeric ? [] : Array.from(this.counted, ([text, c]) => [text, c.run, c.count] as const);
        const numbers = isNumeric ? this.numbers.slice(0, count) : new Float64Array();
        return { count, first, numbers, isWhole, isNumeric, unit: unit?.text, counted };
    }

    /**
     * Whether what other runs observed can be added without them: all are numbers in one unit, or each value is counted here and there.
     * @param others of later runs
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
     * Adds what other runs observed.
     * @param valueOf a value that is not known here, as the run observes it that had it first
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

    /** Counts a value under its text. */
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

    /** The distribution of what was observed; undefined for nothing. */
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

/** How many values of a numeric feature are kept as texts. */
const MOST_TEXTS = 1000;

/** The mean, summed with compensation, so that it does not depend on how many there are. */
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

/** Bins of whole numbers with both ends in them; the last is cut at the greatest value, empty ones are kept. */
function wholeBins(sorted: Float64Array): NumberBin[] {
    const [min, max] = [sorted[0], sorted[sorted.length - 1]];
    const width = Math.ceil((max - min + 1) / BINS);
    const counts = new Array<number>(Math.ceil((max - min + 1) / width)).fill(0);
    sorted.forEach(x => counts[Math.floor((x - min) / width)]++);
    return counts.map((count, i) => ({ low: min + i * width, high: Math.min(max, min + (i + 1) * width - 1), count }));
}

/** Bins of one width without their upper ends, the last one excepted. */
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
