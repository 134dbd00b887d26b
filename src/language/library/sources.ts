/**
 * The texts of a library: from a folder with `.sysml` and `.kerml` files, from `.kpar` archives in it, or from one such archive (KerML
 * 10.3: a ZIP file of model files beside `.project.json` and `.meta.json`). Depends on files, not on the notation.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../syntax/index.js';
import type { SourceDocument } from '../workspace/document.js';
import { ArchiveError, readZip } from './archive.js';
import { codeOfFailure, messageOf } from '../failures.js';

/** A library cannot be loaded; the message says which path and why. */
export class LibraryError extends Error {}

const NOTATION = /\.(sysml|kerml)$/i;
const ARCHIVE = /\.kpar$/i;

export interface LibrarySources {
    /** The documents in the order of their names, which are paths relative to the library with `/` between folders. */
    readonly documents: readonly SourceDocument[];
    /** Identity of names and texts: a hexadecimal SHA-256. */
    readonly content: string;
}

/** Reads the texts of a library. Throws {@link LibraryError} if the path has none. */
export function readSources(path: string): LibrarySources {
    let documents: SourceDocument[];
    try {
        const isFolder = statSync(path).isDirectory();
        if (!isFolder && !ARCHIVE.test(path)) {
            throw new LibraryError(`library ${path}: neither a folder nor a .kpar archive`);
        }
        documents = isFolder ? documentsBelow(path, '') : documentsIn(path, '');
    } catch (error) {
        if (error instanceof LibraryError) {
            throw error;
        }
        const [code, message] = [codeOfFailure(error), messageOf(error)];
        throw new LibraryError(code === 'ENOENT' ? `library not found: ${path}` : `library ${path}: ${message}`);
    }
    if (documents.length === 0) {
        throw new LibraryError(`library ${path}: no .sysml or .kerml file in it`);
    }
    return { documents, content: identityOf(documents) };
}

function documentsBelow(folder: string, prefix: string): SourceDocument[] {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap(entry => {
        const path = join(folder, entry.name);
        const name = `${prefix}${entry.name}`;
        if (entry.isDirectory()) {
            return documentsBelow(path, `${name}/`);
        }
        return ARCHIVE.test(name)
            ? documentsIn(path, `${name}/`)
            : NOTATION.test(name)
              ? [documentOf(name, contentOf(path).toString('utf8'))]
              : [];
    });
}

/** The documents of an archive. Ignores its metadata, which repeats facts of the files. */
function documentsIn(path: string, prefix: string): SourceDocument[] {
    try {
        const files = [...readZip(contentOf(path), name => NOTATION.test(name))].sort(([a], [b]) => (a < b ? -1 : 1));
        return files.map(([name, content]) => documentOf(`${prefix}${name}`, content.toString('utf8')));
    } catch (error) {
        throw error instanceof ArchiveError ? new LibraryError(`library ${path}: not a readable archive: ${error.message}`) : error;
    }
}

/** The bytes of a regular file; reading a pipe or a device could block. */
function contentOf(path: string): Buffer {
    if (!statSync(path).isFile()) {
        throw new LibraryError(`library ${path}: not a regular file`);
    }
    return readFileSync(path);
}

function documentOf(name: string, text: string): SourceDocument {
    return { name, language: languageOf(name), content: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text };
}

function identityOf(documents: readonly SourceDocument[]): string {
    const hash = createHash('sha256');
    for (const { name, content } of documents) {
        hash.update(`${Buffer.byteLength(name)}:${name}${Buffer.byteLength(content)}:`).update(content);
    }
    return hash.digest('hex');
}
