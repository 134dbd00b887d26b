/** Writes reports as JSON: one object, or an array for several reports. */
import type { MigrationReport } from './report.js';

/** The reports as one JSON text: an object for one source, an array for several. */
export function reportJson(reports: readonly MigrationReport[]): string {
    const objects = reports.map(({ source, exporter, summary, counts, entries, remarks }) => ({
        source,
        exporter,
        summary,
        mapped: counts.mapped,
        approximated: counts.approximated,
        unmapped: counts.unmapped,
        skipped: counts.skipped,
        ...(remarks.length > 0 && { remarks }),
        entries: entries.map(({ id, kind, name, target, verdict, note, line }) => ({
            id,
            kind,
            name,
            ...(target !== '' && { target }),
            verdict,
            ...(note !== '' && { note }),
            ...(line !== undefined && { line })
        }))
    }));
    return `${JSON.stringify(objects.length === 1 ? objects[0] : objects, undefined, 2)}\n`;
}

/** Writes the sidecar file of run configurations (contract: migration 12). @param configurations in the order of the input */
export function resultsJson(source: string, configurations: readonly object[]): string {
    return JSON.stringify({ source, configurations });
}
