/** Writes a comparison as a report (contract: newest-operations 6.2, rule 9). */
import type { ConfigurationComparison, ObservableComparison } from './comparison.js';
import { figureText } from './figures.js';

/** The lines of one configuration. */
export function comparisonLines(configuration: ConfigurationComparison): string[] {
    const { name, status, unresolved, rows, observables, errors, notes } = configuration;
    if (status === 'unresolved' && rows.length === 0) {
        return [`${name}: unresolved`, `  ${unresolved}`, ...notes.map(noteLine)];
    }
    return [
        `${name}: ${storedText(configuration)}; ${runsText(configuration)}`,
        ...observables.flatMap(observableLines),
        ...errors.map(error => `  error: ${error}`),
        ...notes.map(noteLine)
    ];
}

const noteLine = (note: string): string => `  note: ${note}`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const storedText = ({ storedRuns, storedSnapshots }: ConfigurationComparison): string =>
    storedRuns === 0 ? 'no stored run' : `${counted(storedRuns, 'stored run')} over ${counted(storedSnapshots, 'snapshot')}`;

function runsText({ runs, completed, draws, seed, clockStep }: ConfigurationComparison): string {
    return [
        counted(runs, 'run'),
        ...(completed < runs ? [`${completed} completed`] : []),
        `draws ${draws}`,
        seed === undefined ? 'no seed' : `seed ${seed}`,
        ...(clockStep > 0 ? [`clock step ${figureText(clockStep)} s`] : [])
    ].join(', ');
}

function observableLines({ stored, unit, tool, run, difference, declared, notes }: ObservableComparison): string[] {
    const measured = (value: number): string => `${figureText(value)}${unit === '' ? '' : ` ${unit}`}`;
    const means = [
        ...(tool === undefined ? [] : [`tool mean ${figureText(tool.mean)}`]),
        ...(run === undefined ? [] : [`runs mean ${measured(run.mean)}${difference?.mean ? ` (${difference.mean})` : ''}`])
    ];
    const rows = (declared?.rows ?? []).map(row => {
        const texts = [...(row.tool === '' ? [] : [`tool ${row.tool}`]), ...(row.run === '' ? [] : [`runs ${row.run}`])];
        return `    ${declared!.analysis}: ${row.statistic} of ${row.of}: ${texts.join(', ')}${row.difference === '' ? '' : ` (${row.difference})`}`;
    });
    return [
        `  ${stored}: ${means.length === 0 ? 'not compared' : means.join(', ')}`,
        ...rows,
        ...[...notes, ...(declared?.notes ?? [])].map(note => `    note: ${note}`)
    ];
}
