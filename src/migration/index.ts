/** Public interface of this room: translates v1 models to v2 notation and reports the result. */
export { migrate, type Migration, type MigrationInput, type MigrationOptions } from './migrate.js';
export type { ImageFile } from './mapping/images.js';
export { MigrationError } from './reading/failure.js';
export { LayoutError } from './reading/mtip.js';
export { type Counts, type Entry, type MigrationReport, type Verdict } from './report/report.js';
export { htmlPieces, reportHtml } from './report/html.js';
export { reportText, textPieces } from './report/text.js';
export { jsonPieces, reportJson, resultsJson } from './report/json.js';
export type { RunConfiguration } from './report/results.js';

/** The notice that every migration shows (contract: migration 1.2). */
export const MIGRATION_NOTICE =
    'SysML v1 migration is experimental: what is written for a v1 element may change between releases; the report says what became of each.';
