/** Statistics of numbers and their differences (contract: newest-operations 6.2). */
import { numberText, real } from '../../runtime/values/index.js';
import type { Differences, Figures } from './comparison.js';
import type { StoredSnapshot, StoredStatistics } from './sidecar.js';

/** The statistics of numbers; percentiles by nearest rank. @returns undefined for an empty list */
export function figuresOf(numbers: readonly number[]): Figures | undefined {
    const count = numbers.length;
    if (count === 0) {
        return undefined;
    }
    const sorted = [...numbers].sort((a, b) => a - b);
    const mean = meanOf(sorted);
    const rank = (percentile: number): number => sorted[Math.max(0, Math.ceil((percentile * count) / 100) - 1)];
    const deviation = Math.sqrt(meanOf(sorted.map(x => (x - mean) ** 2)));
    return { count, mean, spread: { min: sorted[0], p50: rank(50), p90: rank(90), max: sorted[count - 1], deviation } };
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

/** The sample standard deviation; undefined for fewer than two numbers, and if only the mean is known. */
export function sampleDeviation({ count, spread }: Figures): number | undefined {
    return spread === undefined || count < 2 ? undefined : spread.deviation * Math.sqrt(count / (count - 1));
}

/** The relative difference, such as `+12.5%`; empty if the tool's number is 0. */
export function differenceText(run: number, tool: number): string {
    if (tool === 0) {
        return '';
    }
    const percent = Number((((run - tool) / tool) * 100).toFixed(1));
    return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)}%`;
}

/** The relative difference of each statistic that both the runs and the tool have. */
export function differencesOf(run: Figures, tool: Figures): Differences {
    const of = (name: 'min' | 'p50' | 'p90' | 'max'): string =>
        run.spread === undefined || tool.spread === undefined ? '' : differenceText(run.spread[name], tool.spread[name]);
    return { min: of('min'), mean: differenceText(run.mean, tool.mean), p50: of('p50'), p90: of('p90'), max: of('max') };
}

/** A number in the format of reports. */
export const figureText = (value: number): string => numberText(real(value));

/** Statistics of several Monte Carlo runs, weighted by their numbers of runs. */
export interface Pooled {
    readonly figures?: Figures;
    /** of the whole sample */
    readonly deviation?: number;
    readonly notes: readonly string[];
}

/** Means that differ by more standard errors than this are noted. */
const FAR = 3;

/** Pools the statistics of snapshots. Snapshots without a deviation are left out and noted. */
export function pooled(snapshots: readonly StoredSnapshot[]): Pooled {
    const notes: string[] = [];
    const summaries: (StoredStatistics & { readonly name: string; readonly deviation: number })[] = [];
    for (const { name, statistics } of snapshots) {
        if (statistics === undefined) {
            continue;
        }
        const { deviation, runs, mean } = statistics;
        if (deviation === undefined) {
            notes.push(`the summary of ${name} has no deviation and is not pooled`);
            continue;
        }
        if (summaries.some(s => s.name === name && s.runs === runs && s.mean === mean && s.deviation === deviation)) {
            notes.push(`${name} repeats the name and the statistics of another snapshot and may be a copy of it`);
        }
        const far = summaries.find(s => Math.abs(s.mean - mean) > FAR * Math.sqrt(s.deviation ** 2 / s.runs + deviation ** 2 / runs));
        if (far !== undefined) {
            notes.push(`the means of ${far.name} and ${name} are more than three standard errors apart`);
        }
        summaries.push({ ...statistics, name, deviation });
    }
    const count = summaries.reduce((sum, { runs }) => sum + runs, 0);
    if (count === 0) {
        return { notes };
    }
    const mean = summaries.reduce((sum, s) => sum + s.runs * s.mean, 0) / count;
    const squares = summaries.reduce((sum, s) => sum + (s.runs - 1) * s.deviation ** 2 + s.runs * (s.mean - mean) ** 2, 0);
    return { figures: { count, mean }, ...(count > 1 && { deviation: Math.sqrt(squares / (count - 1)) }), notes };
}
