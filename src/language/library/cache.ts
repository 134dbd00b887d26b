/**
 * Snapshots of libraries other than the bundled one, stored in the user's cache folder (or the system's temporary folder) under the
 * identity of their texts. A folder that is not writable is no error: the snapshot is then made again next time. Depends on files, not on
 * their content.
 */
import {
    closeSync,
    fstatSync,
    mkdirSync,
    openSync,
    readdirSync,
    readSync,
    renameSync,
    rmSync,
    statSync,
    utimesSync,
    writeFileSync
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'sysml-workbench';
const SUFFIX = '.snapshot';
/** Number of most recently used snapshots that a cache folder keeps. */
const KEPT = 8;

/** Folders to try, the preferred one first. */
export function cacheFolders(): string[] {
    const user = typeof process.getuid === 'function' ? `-${process.getuid()}` : '';
    return [join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), NAME), join(tmpdir(), NAME + user)];
}

/** The bytes of a file as a block that threads can share; throws the errors of the file system. */
export function readShared(path: string): SharedArrayBuffer {
    const file = openSync(path, 'r');
    try {
        const { size } = fstatSync(file);
        const buffer = new SharedArrayBuffer(size);
        const bytes = new Uint8Array(buffer);
        for (let at = 0, read = 1; at < size && read > 0; at += read) {
            read = readSync(file, bytes, at, size - at, at);
        }
        return buffer;
    } finally {
        closeSync(file);
    }
}

/** Writes a file atomically, so that no reader sees half of it; throws the errors of the file system. */
export function writeWhole(path: string, buffer: SharedArrayBuffer, mode = 0o644): void {
    const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    try {
        writeFileSync(temporary, new Uint8Array(buffer), { mode });
        renameSync(temporary, path);
    } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
    }
}

/** The cached snapshot for a key, from the first folder that has it. */
export function readCached(folders: readonly string[], key: string): SharedArrayBuffer | undefined {
    for (const folder of folders) {
        try {
            if (isOurs(folder)) {
                const path = join(folder, key + SUFFIX);
                const buffer = readShared(path);
                const now = new Date();
                utimesSync(path, now, now);
                return buffer;
            }
        } catch {
            // Missing or not readable: try the next folder.
        }
    }
    return undefined;
}

/** Stores a snapshot in the first folder that accepts it. Returns whether one did. */
export function writeCached(folders: readonly string[], key: string, buffer: SharedArrayBuffer): boolean {
    for (const folder of folders) {
        try {
            mkdirSync(folder, { recursive: true, mode: 0o700 });
            if (isOurs(folder)) {
                writeWhole(join(folder, key + SUFFIX), buffer, 0o600);
                prune(folder);
                return true;
            }
        } catch {
            // Not writable: try the next folder.
        }
    }
    return false;
}

/** Whether the folder is our own: any user can create one in the temporary folder. */
function isOurs(folder: string): boolean {
    return typeof process.getuid !== 'function' || statSync(folder).uid === process.getuid();
}

function prune(folder: string): void {
    const files = readdirSync(folder)
        .filter(name => name.endsWith(SUFFIX))
        .map(name => join(folder, name));
    const byUse = files.map(path => ({ path, used: statSync(path).mtimeMs })).sort((a, b) => b.used - a.used);
    byUse.slice(KEPT).forEach(({ path }) => rmSync(path, { force: true }));
}
