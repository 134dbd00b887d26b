// Files that requests name by path: regular files of a bounded size, below one folder where the service was started with one. Nothing here
// blocks: the path of a pipe, a device or a socket is refused before it is opened. Knows no message and no parser.

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync, type Stats } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { MAX_MESSAGE } from '../../wire/limits.js';
import { Code, invalidArgument, notFound, Refusal } from '../../wire/status.js';
import { codeOfFailure } from '../../language/failures.js';

/** Read at a time, in bytes; between two pieces the call may be cancelled. */
const PIECE = 4 * 1024 * 1024;

/** How files are read for one call. */
export interface FileReader {
    /**
     * The bytes of a file.
     * @param path as the request has it; relative to the source root, or to the folder the service runs in
     * @throws Refusal not_found with the prefix `file not found:` when there is no regular file to read, invalid_argument when it is too
     * large, unavailable when the process cannot open another file
     */
    read(path: string): Buffer;
}

export interface SourceFilesOptions {
    /** absolute path of the folder that paths may not lead out of, symbolic links followed; empty for none */
    readonly root: string;
    /** largest file, in bytes */
    readonly largest?: number;
}

/** Files of the machine, read whole. */
export class SourceFiles {
    private readonly root: string;
    private readonly largest: number;

    /** @throws Error when the root is no folder */
    constructor({ root, largest = MAX_MESSAGE }: SourceFilesOptions) {
        this.root = root === '' ? '' : realpathSync(root);
        this.largest = largest;
    }

    /** @param checkCancelled called between pieces of a large file; throws to stop reading */
    reader(checkCancelled: () => void): FileReader {
        return { read: path => this.read(path, checkCancelled) };
    }

    private read(path: string, checkCancelled: () => void): Buffer {
        let file: number;
        try {
            // looked at before it is opened, since opening a device may do something; and again behind it, since the path
            // may lead elsewhere by then
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

    /** Where the path leads. @throws Refusal when that is outside of the root, whether or not something is there */
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

    /** All bytes up to the bound, whatever size the file says it has: files of /proc say 0. */
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

/** What the system says when it is the machine that lacks something, not the file. */
const SHORTAGES: Readonly<Record<string, string>> = {
    EMFILE: 'the service has too many open files',
    ENFILE: 'the machine has too many open files',
    ENOMEM: 'the machine has no memory left'
};

/** Failures of the file system as refusals; refusals as they are. */
function asRefusal(path: string, error: unknown): unknown {
    const code = codeOfFailure(error);
    if (code !== undefined && Object.hasOwn(SHORTAGES, code)) {
        return new Refusal(Code.unavailable, `${SHORTAGES[code]}: ${path} cannot be read now, try again (${code})`);
    }
    return typeof code === 'string' ? unreadable(path, code) : error;
}
