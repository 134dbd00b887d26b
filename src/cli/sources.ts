/** Reads the documents that a command line names. */
import { constants, isUtf8 } from 'node:buffer';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { filesBelow, isFirst } from '../editor/folder-walk.js';
import { type ArchiveContent, contentOfArchive, IS_ARCHIVE, ReadingError } from '../exchange/archive-content.js';
import { formatOfPath, remarkOnPath } from '../exchange/formats.js';
import type { TextPieces } from '../exchange/index.js';
import { languageOf } from '../language/syntax/index.js';
import type { SourceDocument } from '../language/workspace/document.js';
import { codeOfFailure, messageOf } from '../language/failures.js';

export type SourceFile = SourceDocument;

/** A path that cannot be used, with the reason. */
export class SourceError extends Error {}

/** The name of standard input in findings. */
const STANDARD_INPUT = '<stdin>';
const IS_MODEL = /\.(sysml|kerml)$/i;

/**
 * The documents of files and folders (all `.sysml` and `.kerml` files below them, by name). A file is read once, even if several paths or
 * links denote it. `-` is standard input; a named `.kpar` archive counts as a folder. Refuses files whose extensions are not of notation.
 * @param isWritten whether the documents will be written in place, which excludes archives and files with other extensions
 * @throws SourceError
 */
export function readSources(paths: readonly string[], isWritten = false): SourceFile[] {
    const names = namesOf(paths);
    names.filter(name => !IS_ARCHIVE.test(name)).forEach(name => refuseOther(name, isWritten));
    if (isWritten && names.some(name => IS_ARCHIVE.test(name))) {
        const name = names.find(n => IS_ARCHIVE.test(n));
        throw new SourceError(`${name} is an archive, in which nothing is written: unpack it, or convert it to a file of notation`);
    }
    return names.flatMap(documentsOf);
}

/** As {@link readSources}, of files in each format. */
export function readFiles(paths: readonly string[]): SourceFile[] {
    return namesOf(paths).flatMap(documentsOf);
}

function namesOf(paths: readonly string[]): string[] {
    const seen = new Set<string>();
    const files = new Set(paths.flatMap(path => [...documentsAt(path, seen)]));
    if (files.size === 0) {
        throw new SourceError(`no .sysml or .kerml file in ${paths.join(', ')}`);
    }
    return [...files];
}

/** @throws SourceError for a file whose extension says that it is no notation, or that will be written and has no extension of notation */
function refuseOther(name: string, isWritten: boolean): void {
    const format = formatOfPath(name) ?? 'sysml';
    const remark = remarkOnPath(name);
    if (isWritten && name !== STANDARD_INPUT && !IS_MODEL.test(name)) {
        throw new SourceError(`${name} is no notation by its name (.sysml, .kerml): nothing is written in it`);
    }
    if (format !== 'sysml' || remark !== '') {
        const advice = format === 'xmi' ? 'migrate it, or convert it first' : 'convert it (--to sysml) first';
        throw new SourceError(`${name} is no notation by its name${remark === '' ? `: ${advice}` : remark}`);
    }
}

function documentsOf(name: string): SourceFile[] {
    if (!IS_ARCHIVE.test(name)) {
        return [{ name, language: languageOf(name), content: read(name) }];
    }
    const { documents, graph } = readKpar(name);
    if (graph !== undefined) {
        throw new SourceError(`${name} holds ${graph.name} and no notation: convert it (--to sysml) first`);
    }
    return documents.map(d => ({ ...d, name: `${name}/${d.name}` }));
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

/** The names of the documents at a path that the command line names. @param seen the files and folders found so far */
function* documentsAt(path: string, seen: Set<string>): Generator<string> {
    if (path === '-') {
        yield STANDARD_INPUT;
        return;
    }
    let stat: BigIntStats;
    try {
        stat = statSync(path, { bigint: true });
    } catch (error) {
        throw missing('file', path, error);
    }
    if (!isFirst(seen, stat)) {
        return;
    }
    if (!stat.isDirectory()) {
        yield path; // may be a named pipe that the shell writes to (`check <(…)`)
        return;
    }
    yield* filesBelow(path, {
        isFolderWanted: name => !name.startsWith('.') && name !== 'node_modules',
        isFileWanted: name => IS_MODEL.test(name) && !name.startsWith('.'),
        unreadable: (what, below, error) => {
            throw missing(what, below, error);
        },
        seen
    });
}

function missing(what: string, path: string, error: unknown): SourceError {
    if (codeOfFailure(error) !== 'ENOENT') {
        return unreadable(what, path, error);
    }
    return new SourceError(`${what} not found: ${path}${path.includes('::') ? ': the name of an element stands before the files' : ''}`);
}

function unreadable(what: string, path: string, error: unknown): SourceError {
    return new SourceError(`${what} not readable: ${path}: ${reasonOf(error)}`);
}

/** Reasons for failures to read and write, by system error code. */
const REASONS: Readonly<Record<string, string>> = {
    ENOENT: 'its folder does not exist',
    EISDIR: 'it is a folder',
    ENOTDIR: 'what it says is a folder is a file',
    EEXIST: 'it is a file',
    EACCES: 'it is not permitted',
    EPERM: 'it is not permitted',
    EROFS: 'its file system is read-only',
    ENOSPC: 'no space is left',
    ENAMETOOLONG: 'its name is too long',
    ELOOP: 'its symbolic links form a cycle'
};

function reasonOf(error: unknown): string {
    return REASONS[codeOfFailure(error) ?? ''] ?? messageOf(error);
}

/** The error for a file or folder that cannot be written. */
export function unwritable(path: string, error: unknown, what = 'file'): SourceError {
    return new SourceError(`${what} not writable: ${path}: ${reasonOf(error)}`);
}

/** maximum bytes of a file that is read as one text; larger files are read in pieces */
const MAX_WHOLE = 1 << 26;
const PIECE = 1 << 20;

/** Reads a file of API JSON, which may exceed the maximum length of a string. @throws SourceError, also while the pieces are read */
export function readPieces(path: string): { readonly name: string; readonly content: string | TextPieces } {
    const size = path === '-' || !existsSync(path) ? 0 : statSync(path).size;
    if (size <= MAX_WHOLE) {
        const [{ name, content }] = readFiles([path]);
        return { name, content };
    }
    return { name: path, content: { [Symbol.iterator]: () => piecesOfFile(path) } };
}

function* piecesOfFile(path: string): Generator<Uint8Array, void, undefined> {
    const file = opened(path);
    // Each piece is read while the previous one is still in use. New memory for each would have to be cleared and collected.
    const buffers = [Buffer.allocUnsafe(PIECE), Buffer.allocUnsafe(PIECE)];
    try {
        let rest = Buffer.alloc(0); // the bytes of a character that is split between two pieces
        for (let at = 0; ;) {
            const bytes = buffers[at];
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
            at = end > 0 ? 1 - at : at;
        }
    } finally {
        closeSync(file);
    }
}

/** The end of the last complete character in the bytes. */
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
        throw new SourceError(`file not readable: ${path}: ${otherEncoding(bytes)}`);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** The first bytes of files that are no text, in hexadecimal digits. */
const SIGNATURES: readonly (readonly [bytes: string, problem: string])[] = [
    ['fffe', 'it is UTF-16; save it as UTF-8'],
    ['feff', 'it is UTF-16; save it as UTF-8'],
    ['1f8b', 'it is compressed; decompress it first'],
    ['504b0304', 'it is an archive; those of the standard are named .kpar']
];

/** The likely encoding or format of bytes that are not UTF-8, with advice. */
function otherEncoding(bytes: Buffer): string {
    const start = bytes.subarray(0, 4).toString('hex');
    const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
    if (known !== undefined) {
        return known[1];
    }
    let line = 1;
    for (let from = 0, end = 0; from < bytes.length; from = end, line++) {
        end = bytes.indexOf('\n', from) + 1 || bytes.length;
        if (!isUtf8(bytes.subarray(from, end))) {
            break;
        }
    }
    return `line ${line} is not UTF-8; save it as UTF-8`;
}
