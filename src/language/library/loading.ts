/**
 * Loads the library of a process: the snapshot that the build made, or another folder or archive, of which a cache stores a snapshot.
 * Depends on files; the library itself is `library.ts`.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GRAMMAR_HASH } from '../generated/nodes.js';
import { cacheFolders, readCached, readShared, writeCached } from './cache.js';
import { VERSION } from './format.js';
import { judge, type Library, SnapshotLibrary, TextLibrary } from './library.js';
import { Reader, SnapshotError } from './reader.js';
import { LibraryError, readSources } from './sources.js';
import { makeSnapshot } from './writer.js';
import { messageOf } from '../failures.js';

export { LibraryError } from './sources.js';

export interface LibraryOptions {
    /** Folder with `.sysml`, `.kerml` or `.kpar` files, or one `.kpar` file; absent or empty for the bundled library. */
    readonly path?: string;
    /** The snapshot of a library that another thread of this process has loaded; takes precedence over the path. */
    readonly snapshot?: SharedArrayBuffer;
    /** Folders for snapshots of other libraries; default: {@link cacheFolders}. */
    readonly cache?: readonly string[];
}

/** The bundled library. It is immutable, so that a process has only one, with everything that was resolved in it. */
let bundled: Library | undefined;

/** Loads a library. Throws {@link LibraryError} if there is none, or if it cannot be read. */
export function loadLibrary(options: LibraryOptions = {}): Library {
    if (options.snapshot !== undefined) {
        return new SnapshotLibrary(new Reader(options.snapshot, true));
    }
    return options.path ? loadOther(options.path, options.cache ?? cacheFolders()) : (bundled ??= loadBundled(bundledFiles()));
}

/** The place of the bundled library: the snapshot, the folder of texts, or both. */
export interface BundledFiles {
    readonly snapshot: string | undefined;
    readonly folder: string | undefined;
}

/** Looks for the bundled library beside this file and in the folders above: a bundle has the snapshot beside it, a checkout in `dist`. */
export function bundledFiles(start: string = dirname(fileURLToPath(import.meta.url))): BundledFiles {
    let snapshot: string | undefined;
    let folder: string | undefined;
    let here = start;
    for (let up = 0; up < 5; up++) {
        snapshot ??= [join(here, SNAPSHOT), join(here, 'dist', SNAPSHOT)].find(existsSync);
        folder ??= [join(here, 'build', 'library')].find(existsSync);
        here = dirname(here);
    }
    return { snapshot, folder };
}
export const SNAPSHOT = 'library.snapshot';

/** Loads the bundled library from its snapshot, or else from its texts. */
export function loadBundled({ snapshot, folder }: BundledFiles): Library {
    const warnings: string[] = [];
    if (snapshot !== undefined) {
        try {
            const buffer = readShared(snapshot);
            const reader = new Reader(buffer, false);
            // A folder generated after the snapshot may contain other texts.
            if (
                folder !== undefined &&
                statSync(folder).mtimeMs > statSync(snapshot).mtimeMs &&
                readSources(folder).content !== reader.directory.content
            ) {
                throw new SnapshotError('the texts of the library are newer');
            }
            return new SnapshotLibrary(reader, warnings);
        } catch (error) {
            warnings.push(`the library snapshot ${snapshot} is not used: ${messageOf(error)}`);
        }
    } else {
        warnings.push('there is no library snapshot: the library is read from its texts');
    }
    if (folder === undefined) {
        throw new LibraryError(`the standard library was not found; build the project first (${warnings.join('; ')})`);
    }
    return new TextLibrary(readSources(folder).documents, warnings);
}

/** Loads another library from its snapshot in the cache, which it makes if necessary. */
function loadOther(path: string, cache: readonly string[]): Library {
    const { documents, content } = readSources(path);
    const key = `${content.slice(0, 32)}-${VERSION}-${GRAMMAR_HASH}`;
    const warnings: string[] = [];
    const cached = readCached(cache, key);
    if (cached !== undefined) {
        try {
            const reader = new Reader(cached, false);
            if (reader.directory.content === content) {
                return new SnapshotLibrary(reader, warnings);
            }
        } catch (error) {
            warnings.push(`a library snapshot in the cache is not used: ${messageOf(error)}`);
        }
    }
    try {
        const made = makeSnapshot(documents, content, judge(documents));
        writeCached(cache, key, made);
        return new SnapshotLibrary(new Reader(made, true), warnings);
    } catch (error) {
        warnings.push(`no snapshot could be made of the library ${path}: ${messageOf(error)}`);
        return new TextLibrary(documents, warnings);
    }
}
