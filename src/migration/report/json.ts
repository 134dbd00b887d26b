/** Writes reports as JSON: one object, or an array for several reports. */
import type { Entry, MigrationReport } from './report.js';

/** The reports as one JSON text: an object for one source, an array for several. */
export const reportJson = (reports: readonly MigrationReport[]): string => [...jsonPieces(reports)].join('');

/** {@link reportJson} in pieces, of which the caller need not keep more than one: a large model has hundreds of thousands of entries. */
export function* jsonPieces(reports: readonly MigrationReport[]): Generator<string> {
    if (reports.length === 1) {
        yield* objectPieces(reports[0], '');
    } else {
        for (const [i, report] of reports.entries()) {
            yield i === 0 ? `[\n${INDENT}` : `,\n${INDENT}`;
            yield* objectPieces(report, INDENT);
        }
        yield reports.length === 0 ? '[]' : '\n]';
    }
    yield '\n';
}

const INDENT = '  ';

/** @param indent indentation of the line on which the object begins */
function* objectPieces(report: MigrationReport, indent: string): Generator<string> {
    const { source, exporter, summary, counts, entries, remarks } = report;
    const head = {
        source,
        exporter,
        summary,
        mapped: counts.mapped,
        approximated: counts.approximated,
        unmapped: counts.unmapped,
        skipped: counts.skipped,
        ...(remarks.length > 0 && { remarks }),
        entries: []
    };
    const text = indented(head, indent);
    if (entries.length === 0) {
        yield text;
        return;
    }
    const end = `]\n${indent}}`;
    yield text.slice(0, -end.length);
    const inner = indent + INDENT + INDENT;
    for (const [i, entry] of entries.entries()) {
        yield `${i === 0 ? '' : ','}\n${inner}${indented(objectOf(entry), inner)}`;
    }
    yield `\n${indent}${INDENT}${end}`;
}

const indented = (value: object, indent: string): string => JSON.stringify(value, undefined, INDENT).replaceAll('\n', `\n${indent}`);

const objectOf = ({ id, kind, name, target, verdict, note, line }: Entry): object => ({
    id,
    kind,
    name,
    ...(target !== '' && { target }),
    verdict,
    ...(note !== '' && { note }),
    ...(line !== undefined && { line })
});

/** Writes the sidecar file of run configurations (contract: migration 12). @param configurations in the order of the input */
export function resultsJson(source: string, configurations: readonly object[]): string {
    return JSON.stringify({ source, configurations });
}
