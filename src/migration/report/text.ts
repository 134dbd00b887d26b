/** Writes the report as text, with a section for each verdict and a row for each element (contract: migration 3.3). */
import { type Entry, type MigrationReport, VERDICTS } from './report.js';

/** The report of one source as text: its head, the counts, then a section for each verdict that occurs. */
export const reportText = (report: MigrationReport): string => [...textPieces([report])].join('');

/** The reports of several sources as text, in pieces. */
export function* textPieces(reports: readonly MigrationReport[]): Generator<string> {
    for (const [i, { source, exporter, summary, entries, remarks }] of reports.entries()) {
        const head = [
            `# SysML v1 to v2 migration report: ${source}`,
            ...(exporter === '' ? [] : [`# exported by ${exporter}`]),
            `# ${summary}`,
            ...remarks.map(remark => `# ${remark}`)
        ];
        yield `${i === 0 ? '' : '\n'}${head.join('\n')}\n`;
        for (const verdict of VERDICTS) {
            const rows = entries.filter(entry => entry.verdict === verdict);
            yield rows.length === 0 ? '' : `\n## ${verdict} (${rows.length})\n`;
            for (const row of rows) {
                yield `${rowText(row)}\n`;
            }
        }
    }
}

function rowText({ kind, name, id, target, note }: Entry): string {
    const cells = [kind, name, id, ...(target === '' ? [] : [`-> ${target}`]), ...(note === '' ? [] : [`(${note})`])];
    return cells.map(cell => cell.replace(/[\t\r\n]+/g, ' ')).join('\t');
}
