/** Many runs as a report (contract: newest-operations 3.3): a table of what each observed, then how that is distributed. */
import type { CaseRunRow, Distribution, RunRow } from '../../runtime/engines/index.js';
import { isRealNumber, numberText, Quantity, real, toDouble, type Value, valueText } from '../../runtime/values/index.js';

export interface RunsReport {
    readonly name: string;
    readonly runs: number;
    readonly seed: bigint | undefined;
    readonly observables: readonly string[];
    readonly rows: readonly (RunRow | CaseRunRow)[];
    readonly distributions: readonly Distribution[];
    /** of a case: what it is concluded with, or why it is not */
    readonly conclusion?: { readonly outputs: RunRow['outputs']; readonly unconcluded: string };
}

/** The lines of a report. */
export function runsLines(report: RunsReport): string[] {
    const { name, runs, seed, rows, distributions, conclusion } = report;
    const failures = rows.map(row => row.error).filter(error => error !== undefined);
    return [
        `runs ${name} — ${counted(runs)}, ${seed === undefined ? 'no seed' : `seed ${seed}`}`,
        ...tableLines(cellsOf(report)),
        ...failures.map((error, i) => `error ${i + 1}: ${error}`),
        ...distributions.flatMap(linesOf),
        ...(conclusion === undefined ? [] : conclusionLines(name, runs, conclusion)),
        `  standing: table (observed: ${rows.length} row${rows.length === 1 ? '' : 's'})`
    ];
}

const counted = (runs: number): string => `${runs} run${runs === 1 ? '' : 's'}`;

function conclusionLines(name: string, runs: number, { outputs, unconcluded }: NonNullable<RunsReport['conclusion']>): string[] {
    return unconcluded !== ''
        ? [`? ${name}: ${unconcluded}`]
        : [`✓ ${name} over ${counted(runs)}`, ...outputs.map(({ name: output, value }) => `  ${output} = ${valueText(value)}`)];
}

// --- The table --------------------------------------------------------------------------------------------------------

function cellsOf({ observables, rows, conclusion }: RunsReport): string[][] {
    const hasErrors = rows.some(row => row.error !== undefined);
    let errors = 0;
    const head = ['run', ...observables, ...(conclusion === undefined ? [] : ['verdict']), 'time', ...(hasErrors ? ['error'] : [])];
    return [
        head,
        ...rows.map(row => [
            String(row.run),
            ...observables.map(name => textOf(row.outputs.find(o => o.name === name)?.value)),
            ...(conclusion === undefined ? [] : ['verdicts' in row ? verdictsText(row) : '']),
            `${(row.elapsedMicros / 1000).toFixed(3)}ms`,
            ...(hasErrors ? [row.error === undefined ? '' : String(++errors)] : [])
        ])
    ];
}

const textOf = (value: Value | undefined): string => (value === undefined ? '' : valueText(value));

const verdictsText = ({ verdicts }: CaseRunRow): string =>
    verdicts
        .map(
            ({ element, holds, error }) =>
                `${element || 'obj'}: ${error !== undefined ? 'undecided' : holds === true ? 'satisfied' : 'not satisfied'}`
        )
        .join(', ');

/** Columns padded, a rule below the head. */
function tableLines(cells: readonly (readonly string[])[]): string[] {
    const widths = cells[0].map((_, column) => Math.max(...cells.map(row => row[column].length)));
    const line = (row: readonly string[]): string =>
        row
            .map((cell, i) => cell.padEnd(widths[i]))
            .join(' | ')
            .trimEnd();
    const [head, ...rows] = cells;
    return [line(head), widths.map(width => '-'.repeat(width)).join('-+-'), ...rows.map(line)];
}

// --- Distributions ----------------------------------------------------------------------------------------------------

/** Columns that the bars of a distribution share. */
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

/** Ends in four digits. */
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
