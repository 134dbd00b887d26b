/**
 * Data that enter a model or are compared with it: records of runs, values of data files, results of other tools. The functions take texts
 * and models and return texts; they parse no model and change none. Does not depend on wire messages, transports or files.
 */
export { type CompletedRun, runAt, RunNotes, type Stamp } from './records/completed-run.js';
export { isMonteCarlo, RecordRefusal } from './records/record-definition.js';
export { recordRuns, type RecordedDocument, type Recording, type RecordingRequest } from './records/recording.js';
export { kindOfRun, makeRecordedRuns, nothingRecorded, noting, type RunsToMake } from './records/making.js';
export { documentsWith, findingText, newErrors, type Rewritten } from './rewritten.js';
export { type DataFile } from './imports/data-file.js';
export { importData, importLines, type Import, type ImportedFile, type RefusedImport } from './imports/importing.js';
export {
    type Comparison,
    ComparisonRefusal,
    type ConfigurationComparison,
    type DeclaredStatistics,
    type Figures,
    type ObservableComparison,
    UnacceptableComparison
} from './comparisons/comparison.js';
export { compareResults, type ComparisonRequest } from './comparisons/comparing.js';
export { comparisonLines } from './comparisons/lines.js';
export { readSidecar, type Sidecar } from './comparisons/sidecar.js';
