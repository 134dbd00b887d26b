/** Distributions of observed values as text: a line of statistics per feature, followed by a histogram or by values. */
import type { Display } from '../../runtime/evaluation/index.js';
import type { Bin, Distribution } from '../../runtime/engines/index.js';
import { numberText, Quantity, real, toDouble, isRealNumber, type Value } from '../../runtime/values/index.js';

/** characters of the longest bar */
const BAR = 40;

/** A number with six significant digits. */
const rounded = (value: number): string => numberText(real(Number(value.toPrecision(6))));

/** `mass: 100 runs, mean 3.5, deviation 0.29, min 3, p50 3.5, p90 3.9, max 4`, followed by a bar per bin. */
export function distributionLines(distribution: Distribution, display: Display): string[] {
    const { name, count } = distribution;
    const runs = `${count} run${count === 1 ? '' : 's'}`;
    if (!distribution.numeric) {
        const most = Math.max(...distribution.values.map(v => v.count));
        const texts = distribution.values.map(({ value, count: c }) => [display.text(value), c] as const);
        return [`${name}: ${runs}, ${texts.length} value${texts.length === 1 ? '' : 's'}`, ...bars(texts, most)];
    }
    const { min, max, mean, deviation, percentiles, histogram, unit } = distribution;
    const figures = [
        `mean ${shortText(mean, display)}`,
        `deviation ${rounded(deviation)}${unit === undefined ? '' : ` ${display.text(mean).replace(/^\S+ ?/, '')}`.trimEnd()}`,
        `min ${shortText(min, display)}`,
        ...percentiles.map(({ percentile, value }) => `p${percentile} ${shortText(value, display)}`),
        `max ${shortText(max, display)}`
    ];
    const most = Math.max(...histogram.map(b => b.count));
    const texts = histogram.map(bin => [rangeText(bin, display), bin.count] as const);
    return [`${name}: ${runs}, ${figures.join(', ')}`, ...bars(texts, most)];
}

/** A value with six significant digits. */
function shortText(value: Value, display: Display): string {
    const magnitude = value instanceof Quantity ? value.magnitude : value;
    if (!isRealNumber(magnitude) || typeof magnitude === 'number' || typeof magnitude === 'bigint') {
        return display.text(value);
    }
    const short = real(Number(toDouble(magnitude).toPrecision(6)));
    return display.text(value instanceof Quantity ? new Quantity(short, value.unit) : short);
}

function rangeText({ low, high }: Bin, display: Display): string {
    const [from, to] = [shortText(low, display), shortText(high, display)];
    return from === to ? from : `${from} .. ${to}`;
}

function bars(rows: readonly (readonly [text: string, count: number])[], most: number): string[] {
    const width = Math.max(...rows.map(([text]) => text.length));
    return rows.map(([text, count]) => `  ${text.padStart(width)} ${'#'.repeat(Math.ceil((BAR * count) / most)).padEnd(BAR)} ${count}`);
}
