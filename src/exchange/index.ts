/** The public interface of this room: builds graphs of models, writes graphs as text and reads them from text. */

export {
    cannotConvert,
    ConversionError,
    ExpressionText,
    Graph,
    GraphElement,
    NumberText,
    numberValue,
    type ElementBase,
    type ElementState,
    type NumberType,
    type SourceLanguage,
    type Value
} from './graph.js';
export { buildGraph, type BuildOptions } from './builder/build-graph.js';
export { turtlePieces, writeTurtle } from './turtle/writer.js';
export { readTurtle } from './turtle/reader.js';
export { elementPieces } from './json/writer.js';
export { compactPieces, COMPACT_FORMAT, type CompactOptions } from './json/compact.js';
export { wrapRoots } from './json/wrapper.js';
export { readElements } from './json/reader.js';
export type { TextPieces } from './json/bytes.js';
export { isXmi2 } from './xmi2/reader.js';
export { ReadingError } from './reading/failure.js';
export {
    convertModel,
    convertModelTo,
    convertText,
    convertToDocuments,
    MAX_LENGTH,
    type Conversion,
    type ConvertOptions,
    type ConvertSource
} from './convert.js';
export {
    EXPERIMENTAL_NOTICE,
    formatNamed,
    formatOfPath,
    remarkOnPath,
    isExperimental,
    languageOfNotation,
    type Format,
    type NamedFormat
} from './formats.js';
export { isDerivedProperty } from './metamodel/facts.js';
export { type ArchivedFile, type ArchiveFacts, type ProjectFacts, type ProjectUsage, readArchive } from './kpar.js';
export { writeArchive } from './kpar-writer.js';
export { type ArchiveContent, contentOfArchive, IS_ARCHIVE } from './archive-content.js';
export { usedProjects } from './projects.js';
