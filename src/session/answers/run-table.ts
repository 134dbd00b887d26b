/** Many runs as a report (contract: newest-operations 3.3): a table of the observed values, then their distributions. */
import type { CaseRunRow, Distribution, RunRow } from '../../runtime/engines/index.js';
import { isRealNumber, numberText, Quantity, real, toDouble, type Value, valueText } from '../../runtime/values/index.js';

export interface RunsReport {
    readonly name: string;
    readonly runs: number;
    readonly seed: bigint | undefined;
    readonly observables: readonly string[];
    readonly cells: readonly RunCells[];
    readonly distributions: readonly Distribution[];
    /** of a case: the result of the whole sample, or the reason why there is none */
    readonly conclusion?: { readonly outputs: RunRow['outputs']; readonly unconcluded: string };
}

/** A run as texts; plain data. */
export interface RunCells {
    readonly run: string;
    /** observed values by name */
    readonly observed: ReadonlyMap<string, string>;
    /** of a case */
    readonly verdict: string;
    readonly time: string;
    readonly error: string | undefined;
}

/** The lines of a report. */
export function runsLines(report: RunsReport): string[] {
    const { name, runs, seed, cells, distributions, conclusion } = report;
    const failures = cells.map(row => row.error).filter(error => error !== undefined);
    return [
        `runs ${name} — ${counted(runs)}, ${seed === undefined ? 'no seed' : `seed ${seed}`}`,
        ...tableLines(tableOf(report)),
        ...failures.map((error, i) => `error ${i + 1}: ${error}`),
        ...distributions.flatMap(linesOf),
        ...(conclusion === undefined ? [] : conclusionLines(name, runs, conclusion)),
        `  standing: table (observed: ${cells.length} row${cells.length === 1 ? '' : 's'})`
    ];
}

const counted = (runs: number): string => `${runs} run${runs === 1 ? '' : 's'}`;

function conclusionLines(name: string, runs: number, { outputs, unconcluded }: NonNullable<RunsReport['conclusion']>): string[] {
    return unconcluded !== ''
        ? [`? ${name}: ${unconcluded}`]
        : [`✓ ${name} over ${counted(runs)}`, ...outputs.map(({ name: output, value }) => `  ${output} = ${valueText(value)}`)];
}

// --- The table --------------------------------------------------------------------------------------------------------

/** Formats a run. */
export function runCells(row: RunRow | CaseRunRow): RunCells {
    return {
        run: String(row.run),
        observed: new Map(row.outputs.map(({ name, value }) => [name, valueText(value)])),
        verdict: 'verdicts' in row ? verdictsText(row) : '',
        time: `${(row.elapsedMicros / 1000).toFixed(3)}ms`,
        error: row.error
    };
}

function tableOf({ observables, cells, conclusion }: RunsReport): string[][] {
    const hasErrors = cells.some(row => row.error !== undefined);
    let errors = 0;
    const head = ['run', ...observables, ...(conclusion === undefined ? [] : ['verdict']), 'time', ...(hasErrors ? ['error'] : [])];
    return [
        head,
        ...cells.map(row => [
            row.run,
            ...observables.map(name => row.observed.get(name) ?? ''),
            ...(conclusion === undefined ? [] : [row.verdict]),
            row.time,
            ...(hasErrors ? [row.error === undefined ? '' : String(++errors)] : [])
        ])
    ];
}

const verdictsText = ({ verdicts }: CaseRunRow): string =>
    verdicts
        .map(
            ({ element, holds, error }) =>
                `${element || 'obj'}: ${error !== undefined ? 'undecided' : holds === true ? 'satisfied' : 'not satisfied'}`
        )
        .join(', ');

/** Pads the columns and adds a rule below the heading. */
function tableLines(cells: readonly (readonly string[])[]): string[] {
    const widths = cells[0].map((_, column) => cells.reduce((width, row) => Math.max(width, row[column].length), 0));
    const line = (row: readonly string[]): string =>
        row
            .map((cell, i) => cell.padEnd(widths[i]))
            .join(' | ')
            .trimEnd();
    const [head, ...rows] = cells;
    return [line(head), widths.map(width => '-'.repeat(width)).join('-+-'), ...rows.map(line)];
}

// --- Distributions ----------------------------------------------------------------------------------------------------

/** number of characters of the longest bar of a distribution */
const BAR = 20;

function linesOf(distribution: Distribution): string[] {
    const { name, count } = distribution;
    if (!distribution.numeric) {
        return [`${name}: ${distribution.values.map(({ value, count: c }) => `${valueText(value)} ×${c}`).join(', ')}`];
    }
    const { min, mean, max, percentiles, histogram } = distribution;
    const figures = [
        `min ${valueText(min)}`,
        `mean ${valueText(mean)}`,
        `max ${valueText(max)}`,
        ...percentiles.map(p => `p${p.percentile} ${valueText(p.value)}`)
    ];
    const bins = histogram.map(bin => [rangeText(bin.low, bin.high), bin.count] as const);
    const width = Math.max(...bins.map(([text]) => text.length));
    return [
        `${name}: ${counted(count)}, ${figures.join(', ')}`,
        ...bins.map(([text, c]) => `  ${text.padEnd(width)} ${'#'.repeat(Math.round((BAR * c) / count)).padEnd(BAR)} ${c}`)
    ];
}

/** A range whose ends have four significant digits. */
function rangeText(low: Value, high: Value): string {
    const [from, to] = [shortText(low), shortText(high)];
    return from === to ? from : `${from}..${to}`;
}

function shortText(value: Value): string {
    const magnitude = value instanceof Quantity ? value.magnitude : value;
    if (!isRealNumber(magnitude)) {
        return valueText(value);
    }
    const short = Number(toDouble(magnitude).toPrecision(4));
    return typeof magnitude === 'object' ? numberText(real(short)) : String(short);
}
