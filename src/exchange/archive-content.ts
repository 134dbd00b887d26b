/**
 * Determines the content of an interchange archive: the documents of one model, or one model's files in the API's JSON or in XMI. Works on
 * bytes only; the caller reads the file and reports refusals.
 */
import { languageOf } from '../language/syntax/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { type Format, formatOfPath } from './formats.js';
import { readArchive } from './kpar.js';
import { ReadingError } from './reading/failure.js';

export { ReadingError };

/** Whether a path names an archive. */
export const IS_ARCHIVE = /\.kpar$/i;

/** Either notation or graph files (the API's JSON or XMI), always of one model. */
export interface ArchiveContent {
    /** named by their paths in the archive */
    readonly documents: readonly SourceDocument[];
    readonly graph?: GraphFiles;
}

/** A graph file and the other files of the same model. */
export interface GraphFiles {
    readonly name: string;
    readonly content: string;
    readonly others: readonly { readonly name: string; readonly content: string }[];
    readonly from: Format;
}

/** Reads the model of an archive. @throws ReadingError if the bytes are not an archive, or the archive contains both JSON and XMI */
export function contentOfArchive(bytes: Uint8Array): ArchiveContent {
    const files = readArchive(bytes);
    const notation = files.filter(f => formatOfPath(f.path) === 'sysml');
    if (notation.length > 0) {
        return { documents: notation.map(({ path: name, content }) => ({ name, language: languageOf(name), content })) };
    }
    const formats = new Set(files.map(f => (formatOfPath(f.path) === 'xmi2' ? 'xmi2' : 'api-json')));
    if (formats.size > 1) {
        throw new ReadingError('it contains files of both JSON and XMI: unpack it and convert those of one format');
    }
    const [from] = formats;
    const [{ name, content }, ...others] = files.map(f => ({ name: f.path, content: f.content }));
    return { documents: [], graph: { name, content, others, from } };
}
