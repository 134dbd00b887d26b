/**
 * Data that go into a model: records of runs, values of data files. Texts and models in, texts out: nothing here parses a model or changes
 * one. Knows no wire message, no transport and no file.
 */
export { type CompletedRun, runAt, RunNotes, type Stamp } from './records/completed-run.js';
export { isMonteCarlo, RecordRefusal } from './records/record-definition.js';
export { recordRuns, type RecordedDocument, type Recording, type RecordingRequest } from './records/recording.js';
export { kindOfRun, makeRecordedRuns, nothingRecorded, noting, type RunsToMake } from './records/making.js';
export { documentsWith, findingText, newErrors, type Rewritten } from './rewritten.js';
export { type DataFile } from './imports/data-file.js';
export { importData, importLines, type Import, type ImportedFile, type RefusedImport } from './imports/importing.js';
