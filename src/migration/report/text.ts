/** Writes the report as text, with a section for each verdict and a row for each element (contract: migration 3.3). */
import { type Entry, type MigrationReport, VERDICTS } from './report.js';

/** The report of one source as text: its head, the counts, then a section for each verdict that occurs. */
export function reportText({ source, exporter, summary, entries, remarks }: MigrationReport): string {
    const head = [
        `# SysML v1 to v2 migration report: ${source}`,
        ...(exporter === '' ? [] : [`# exported by ${exporter}`]),
        `# ${summary}`,
        ...remarks.map(remark => `# ${remark}`)
    ];
    const sections = VERDICTS.map(verdict => ({ verdict, rows: entries.filter(entry => entry.verdict === verdict) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ verdict, rows }) => [`## ${verdict} (${rows.length})`, ...rows.map(rowText)].join('\n'));
    return `${[head.join('\n'), ...sections].join('\n\n')}\n`;
}

function rowText({ kind, name, id, target, note }: Entry): string {
    const cells = [kind, name, id, ...(target === '' ? [] : [`-> ${target}`]), ...(note === '' ? [] : [`(${note})`])];
    return cells.map(cell => cell.replace(/[\t\r\n]+/g, ' ')).join('\t');
}
