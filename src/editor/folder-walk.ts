/** Walks the files below a folder of the disk: for the workspace of an editor and for the folders that a command line names. */
import { type BigIntStats, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Walk {
    isFolderWanted(name: string): boolean;
    isFileWanted(name: string): boolean;
    /** called for a wanted file and for a folder that cannot be read; may throw to end the walk */
    unreadable?(what: 'file' | 'folder', path: string, error: unknown): void;
    /** identities of the files and folders found so far: each is found once, which also ends cyclic links */
    readonly seen: Set<string>;
}

/** Records a file or folder as found. @returns whether it was not found before */
export function isFirst(seen: Set<string>, { dev, ino }: BigIntStats): boolean {
    const identity = `${dev}:${ino}`;
    const isNew = !seen.has(identity);
    seen.add(identity);
    return isNew;
}

/**
 * The paths of the wanted regular files below a folder, sorted by name. Symbolic links are followed last, so that a file that is reachable
 * without them is listed under its own path. Other kinds of files are left out: reading a pipe could block.
 */
export function* filesBelow(folder: string, walk: Walk): Generator<string> {
    const links: (readonly [path: string, name: string])[] = [];
    function* at(path: string, name: string): Generator<string> {
        const stat = statOf(path, name);
        if (stat?.isDirectory() === true && walk.isFolderWanted(name) && isFirst(walk.seen, stat)) {
            yield* within(path);
        } else if (stat?.isFile() === true && walk.isFileWanted(name) && isFirst(walk.seen, stat)) {
            yield path;
        }
    }
    function* within(path: string): Generator<string> {
        for (const entry of entriesOf(path)) {
            const below = [join(path, entry.name), entry.name] as const;
            if (entry.isSymbolicLink()) {
                links.push(below);
            } else {
                yield* at(...below);
            }
        }
    }
    /** The status of a path; undefined if there is nothing or it is not accessible. */
    function statOf(path: string, name: string): BigIntStats | undefined {
        try {
            return statSync(path, { bigint: true });
        } catch (error) {
            if (walk.isFileWanted(name)) {
                walk.unreadable?.('file', path, error);
            }
            return undefined;
        }
    }
    function entriesOf(path: string): Dirent[] {
        try {
            return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
        } catch (error) {
            walk.unreadable?.('folder', path, error);
            return [];
        }
    }
    yield* within(folder);
    // a folder behind a link may contain further links
    for (let link = links.shift(); link !== undefined; link = links.shift()) {
        yield* at(...link);
    }
}
