// Reads files that requests name by path: regular files of bounded size, confined to one folder if the service has a source root. It never
// blocks: a pipe, device or socket is refused before it is opened.

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync, type Stats } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { MAX_MESSAGE } from '../../wire/limits.js';
import { Code, invalidArgument, notFound, Refusal } from '../../wire/status.js';
import { codeOfFailure } from '../../language/failures.js';

/** bytes per read; the call may be cancelled between reads */
const PIECE = 4 * 1024 * 1024;

/** Reads the files of one call. */
export interface FileReader {
    /**
     * The bytes of a file.
     * @param path relative to the source root, or to the folder in which the service runs
     * @throws Refusal not_found with the prefix `file not found:` if there is no regular file, invalid_argument if it is too large,
     * unavailable if the process cannot open another file
     */
    read(path: string): Buffer;
}

export interface SourceFilesOptions {
    /** absolute path of the folder to which paths are confined after symbolic links are resolved; empty for none */
    readonly root: string;
    /** maximum file size in bytes */
    readonly largest?: number;
}

/** Reads whole files. */
export class SourceFiles {
    private readonly root: string;
    private readonly largest: number;

    /** @throws Error if the root is not a folder */
    constructor({ root, largest = MAX_MESSAGE }: SourceFilesOptions) {
        this.root = root === '' ? '' : realpathSync(root);
        this.largest = largest;
    }

    /** @param checkCancelled called between reads of a large file; throws to stop reading */
    reader(checkCancelled: () => void): FileReader {
        return { read: path => this.read(path, checkCancelled) };
    }

    private read(path: string, checkCancelled: () => void): Buffer {
        let file: number;
        try {
            // check before opening, since opening a device may have effects; check again afterwards, since the path may have changed
            const real = this.confined(path);
            this.check(path, statSync(real));
            file = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
        } catch (error) {
            throw asRefusal(path, error);
        }
        try {
            this.check(path, fstatSync(file));
            return this.contents(path, file, checkCancelled);
        } catch (error) {
            throw asRefusal(path, error);
        } finally {
            closeSync(file);
        }
    }

    /** The real path. @throws Refusal for a path outside the root, whether or not a file exists there */
    private confined(path: string): string {
        if (path.includes('\0')) {
            throw unreadable(path, 'it has a NUL character');
        }
        if (this.root === '') {
            return realpathSync(path);
        }
        let real: string;
        try {
            real = realpathSync(resolve(this.root, path));
        } catch {
            throw unreadable(path, 'no such file below the source root');
        }
        const inside = relative(this.root, real);
        if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
            throw unreadable(path, 'no such file below the source root');
        }
        return real;
    }

    private check(path: string, stats: Stats): void {
        if (!stats.isFile()) {
            throw unreadable(path, `it is ${kindOf(stats)}, not a regular file`);
        }
        if (stats.size > this.largest) {
            throw this.tooLarge(path);
        }
    }

    private tooLarge(path: string) {
        return invalidArgument(`file is larger than ${this.largest} bytes: ${path}`);
    }

    /** All bytes up to the maximum, whatever size the file reports; files of /proc report 0. */
    private contents(path: string, file: number, checkCancelled: () => void): Buffer {
        const pieces: Buffer[] = [];
        let size = 0;
        for (;;) {
            const piece = Buffer.allocUnsafe(Math.min(PIECE, Math.max(4096, fstatSync(file).size - size + 1)));
            const count = readSync(file, piece, 0, piece.length, null);
            if (count === 0) {
                return Buffer.concat(pieces, size);
            }
            pieces.push(piece.subarray(0, count));
            size += count;
            if (size > this.largest) {
                throw this.tooLarge(path);
            }
            checkCancelled();
        }
    }
}

function kindOf(stats: Stats): string {
    if (stats.isDirectory()) {
        return 'a folder';
    }
    if (stats.isFIFO()) {
        return 'a pipe';
    }
    return stats.isSocket() ? 'a socket' : 'a device';
}

const unreadable = (path: string, reason: string) => notFound(`file not found: ${path} (${reason})`);

/** Messages for system errors that concern the machine rather than the file. */
const SHORTAGES: Readonly<Record<string, string>> = {
    EMFILE: 'the service has too many open files',
    ENFILE: 'the machine has too many open files',
    ENOMEM: 'the machine has no memory left'
};

/** Converts errors of the file system to refusals; returns refusals unchanged. */
function asRefusal(path: string, error: unknown): unknown {
    const code = codeOfFailure(error);
    if (code !== undefined && Object.hasOwn(SHORTAGES, code)) {
        return new Refusal(Code.unavailable, `${SHORTAGES[code]}: ${path} cannot be read now, try again (${code})`);
    }
    return typeof code === 'string' ? unreadable(path, code) : error;
}
