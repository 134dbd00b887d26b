/**
 * What an interchange archive holds for who opens it: the documents of one model, or one file of the API's JSON or of XMI. Knows bytes;
 * where they come from and what a refusal becomes is the caller's.
 */
import { languageOf } from '../language/syntax/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { type Format, formatOfPath } from './formats.js';
import { readArchive } from './kpar.js';
import { ReadingError } from './reading/failure.js';

export { ReadingError };

/** Whether a path names an archive. */
export const IS_ARCHIVE = /\.kpar$/i;

/** Notation, which is one model, or one file of the API's JSON or of XMI. */
export interface ArchiveContent {
    /** by their paths in the archive */
    readonly documents: readonly SourceDocument[];
    readonly graph?: { readonly name: string; readonly content: string; readonly from: Format };
}

/** Reads the models of an archive. @throws ReadingError for bytes that are no archive, and for one with several files of JSON or XMI */
export function contentOfArchive(bytes: Uint8Array): ArchiveContent {
    const files = readArchive(bytes);
    const notation = files.filter(f => formatOfPath(f.path) === 'sysml');
    if (notation.length > 0) {
        return { documents: notation.map(({ path: name, content }) => ({ name, language: languageOf(name), content })) };
    }
    if (files.length > 1) {
        throw new ReadingError(`it holds ${files.length} files of JSON or XMI: unpack it and convert them one at a time`);
    }
    const [{ path: name, content }] = files;
    return { documents: [], graph: { name, content, from: formatOfPath(name) === 'xmi2' ? 'xmi2' : 'api-json' } };
}
