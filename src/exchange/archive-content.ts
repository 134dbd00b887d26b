/**
 * What an interchange archive holds for who opens it: the documents of one model, or its files of the API's JSON or of XMI. Knows bytes;
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

/** Notation, which is one model, or the files of the API's JSON or of XMI of one. */
export interface ArchiveContent {
    /** by their paths in the archive */
    readonly documents: readonly SourceDocument[];
    readonly graph?: GraphFiles;
}

/** A file of a graph, with the others of the same model. */
export interface GraphFiles {
    readonly name: string;
    readonly content: string;
    readonly others: readonly { readonly name: string; readonly content: string }[];
    readonly from: Format;
}

/** Reads the models of an archive. @throws ReadingError for bytes that are no archive, and for one with files of both JSON and XMI */
export function contentOfArchive(bytes: Uint8Array): ArchiveContent {
    const files = readArchive(bytes);
    const notation = files.filter(f => formatOfPath(f.path) === 'sysml');
    if (notation.length > 0) {
        return { documents: notation.map(({ path: name, content }) => ({ name, language: languageOf(name), content })) };
    }
    const formats = new Set(files.map(f => (formatOfPath(f.path) === 'xmi2' ? 'xmi2' : 'api-json')));
    if (formats.size > 1) {
        throw new ReadingError('it holds files of both JSON and XMI: unpack it and convert those of one format');
    }
    const [from] = formats;
    const [{ name, content }, ...others] = files.map(f => ({ name: f.path, content: f.content }));
    return { documents: [], graph: { name, content, others, from } };
}
