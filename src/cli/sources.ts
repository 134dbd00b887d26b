/** Reads the documents that a command line names. */
import { constants, isUtf8 } from 'node:buffer';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { type ArchiveContent, contentOfArchive, IS_ARCHIVE, ReadingError } from '../exchange/archive-content.js';
import type { TextPieces } from '../exchange/index.js';
import { languageOf } from '../language/syntax/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { codeOfFailure, messageOf } from '../language/failures.js';

export type SourceFile = SourceDocument;

/** A path that cannot be used; the message says which and why. */
export class SourceError extends Error {}

/** The name of standard input in findings. */
const STANDARD_INPUT = '<stdin>';
const IS_MODEL = /\.(sysml|kerml)$/i;

/**
 * The documents of files and folders (all `.sysml` and `.kerml` files below them, in name order), each once however many paths and links
 * lead to it; `-` is standard input, a `.kpar` archive that is named is a folder.
 * @param isWritten whether the documents are to be written in their places, which those of an archive and files of other names are not
 * @throws SourceError
 */
export function readSources(paths: readonly string[], isWritten = false): SourceFile[] {
    const files = new Map<string, string>();
    const folders = new Set<string>();
    for (const path of paths) {
        collect(path, files, folders, true);
    }
    if (files.size === 0) {
        throw new SourceError(`no .sysml or .kerml file in ${paths.join(', ')}`);
    }
    return [...files.values()].flatMap(name => {
        if (!IS_ARCHIVE.test(name)) {
            if (isWritten && name !== STANDARD_INPUT && !IS_MODEL.test(name)) {
                throw new SourceError(`${name} is no notation by its name (.sysml, .kerml): nothing is written in it`);
            }
            return { name, language: languageOf(name), content: read(name) };
        }
        if (isWritten) {
            throw new SourceError(`${name} is an archive, in which nothing is written: unpack it, or convert it to a file of notation`);
        }
        const { documents, graph } = readKpar(name);
        if (graph !== undefined) {
            throw new SourceError(`${name} holds ${graph.name} and no notation: convert it (--to sysml) first`);
        }
        return documents.map(d => ({ ...d, name: `${name}/${d.name}` }));
    });
}

/** Reads the models of an archive. @throws SourceError */
export function readKpar(path: string): ArchiveContent {
    try {
        return contentOfArchive(readFileSync(path));
    } catch (error) {
        const code = codeOfFailure(error);
        if (error instanceof ReadingError || code !== undefined) {
            throw code === 'ENOENT' ? new SourceError(`file not found: ${path}`) : unreadable('file', path, error);
        }
        throw error;
    }
}

/** @param files the names found so far, by the file they lead to */
function collect(path: string, files: Map<string, string>, folders: Set<string>, isNamed: boolean): void {
    if (path === '-' && isNamed) {
        files.set(STANDARD_INPUT, STANDARD_INPUT);
        return;
    }
    const isWanted = isNamed || IS_MODEL.test(path);
    let stat: BigIntStats;
    try {
        stat = statSync(path, { bigint: true });
    } catch (e) {
        if (isWanted) {
            throw codeOfFailure(e) === 'ENOENT' ? new SourceError(`file not found: ${path}`) : unreadable('file', path, e);
        }
        return;
    }
    const identity = `${stat.dev}:${stat.ino}`;
    if (!stat.isDirectory()) {
        // a pipe that is named has a writer (`check <(…)`), one that lies in a folder would be waited for
        if (isWanted && (isNamed || stat.isFile()) && !files.has(identity)) {
            files.set(identity, path);
        }
    } else if (!folders.has(identity)) {
        folders.add(identity);
        for (const entry of entriesOf(path)) {
            if (!entry.startsWith('.') && entry !== 'node_modules') {
                collect(join(path, entry), files, folders, false);
            }
        }
    }
}

function entriesOf(folder: string): string[] {
    try {
        return readdirSync(folder).sort();
    } catch (e) {
        throw unreadable('folder', folder, e);
    }
}

function unreadable(what: string, path: string, error: unknown): SourceError {
    return new SourceError(`${what} not readable: ${path}: ${reasonOf(error)}`);
}

/** What stands in the way of reading and writing, by the codes of the system. */
const REASONS: Readonly<Record<string, string>> = {
    ENOENT: 'its folder does not exist',
    EISDIR: 'it is a folder',
    ENOTDIR: 'what it says is a folder is a file',
    EEXIST: 'it is a file',
    EACCES: 'it is not permitted',
    EPERM: 'it is not permitted',
    EROFS: 'what it is on can only be read',
    ENOSPC: 'no space is left',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'its links lead to each other'
};

function reasonOf(error: unknown): string {
    return REASONS[codeOfFailure(error) ?? ''] ?? messageOf(error);
}

/** A file or folder that could not be written. */
export function unwritable(path: string, error: unknown, what = 'file'): SourceError {
    return new SourceError(`${what} not writable: ${path}: ${reasonOf(error)}`);
}

/** Bytes of a file that are read as one text; a longer one is read in pieces. */
const MAX_WHOLE = 1 << 26;
const PIECE = 1 << 20;

/** Reads a file of the API's JSON, which may be longer than a text can be. @throws SourceError, also while the pieces are read */
export function readPieces(path: string): { readonly name: string; readonly content: string | TextPieces } {
    const size = path === '-' || !existsSync(path) ? 0 : statSync(path).size;
    if (size <= MAX_WHOLE) {
        const [{ name, content }] = readSources([path]);
        return { name, content };
    }
    return { name: path, content: { [Symbol.iterator]: () => piecesOfFile(path) } };
}

function* piecesOfFile(path: string): Generator<Uint8Array, void, undefined> {
    const file = opened(path);
    try {
        let rest = Buffer.alloc(0); // of a character that is in two pieces
        for (;;) {
            const bytes = Buffer.allocUnsafe(PIECE);
            rest.copy(bytes);
            const length = readSync(file, bytes, rest.length, PIECE - rest.length, null) + rest.length;
            const isLast = length === rest.length;
            const end = isLast ? length : characterEnd(bytes, length);
            if (!isUtf8(bytes.subarray(0, end))) {
                throw new SourceError(`file not readable: ${path}: it is not UTF-8; save it as UTF-8`);
            }
            yield bytes.subarray(0, end);
            if (isLast) {
                return;
            }
            rest = bytes.subarray(end, length);
        }
    } finally {
        closeSync(file);
    }
}

/** Where the last character that is there whole ends, in front of the end of some bytes. */
function characterEnd(bytes: Uint8Array, length: number): number {
    let at = length - 1;
    while (at > length - 4 && at > 0 && (bytes[at] & 0xc0) === 0x80) {
        at--;
    }
    return bytes[at] < 0xc0 ? length : at;
}

function opened(path: string): number {
    try {
        return openSync(path, 'r');
    } catch (e) {
        throw unreadable('file', path, e);
    }
}

function read(path: string): string {
    let bytes: Buffer;
    try {
        bytes = readFileSync(path === STANDARD_INPUT ? 0 : path);
    } catch (e) {
        throw unreadable('file', path, e);
    }
    if (bytes.length > constants.MAX_STRING_LENGTH) {
        throw new SourceError(`file too large: ${path} has ${bytes.length} bytes, and ${constants.MAX_STRING_LENGTH} are read at most`);
    }
    if (!isUtf8(bytes)) {
        throw new SourceError(`file not readable: ${path}: ${otherEncoding(bytes)}; save it as UTF-8`);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** What is known about bytes that are not UTF-8. */
function otherEncoding(bytes: Buffer): string {
    const mark = bytes.subarray(0, 2).toString('hex');
    if (mark === 'fffe' || mark === 'feff') {
        return 'it is UTF-16';
    }
    let line = 1;
    for (let start = 0, end = 0; start < bytes.length; start = end, line++) {
        end = bytes.indexOf('\n', start) + 1 || bytes.length;
        if (!isUtf8(bytes.subarray(start, end))) {
            break;
        }
    }
    return `line ${line} is not UTF-8`;
}
