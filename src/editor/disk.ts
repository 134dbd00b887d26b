/** Files of the process's own file system. */
import { type BigIntStats, type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UriUtils } from 'langium';
import { packagesOf } from '../exchange/packages/index.js';
import { isIncluded, type ModelFiles } from './files.js';

export const diskFiles: ModelFiles = {
    reads: uri => uri.startsWith('file:'),
    below: folder => new Map(textsBelow(fileURLToPath(folder))),
    isFolder: uri => statOf(fileURLToPath(uri))?.isDirectory() === true,
    text: uri => readText(fileURLToPath(uri)),
    packages: folders =>
        packagesOf(
            folders.map(uri => fileURLToPath(uri)),
            { spell: (path, isArchived) => (isArchived ? inArchive(path) : uriOfFile(path)) }
        )
};

/** The URI of a file as editors spell it, so that a file and its open text are one document. */
const uriOfFile = (path: string): string => UriUtils.normalize(pathToFileURL(path).href);

/** The path of a file in an archive, from the archive's name on, in a form that a URI can have. */
const inArchive = (path: string): string => path.replace(/^.*[\\/](?=[^\\/]+\.kpar[\\/])/i, '');

/**
 * The texts below a folder by URI, each file once: a file reachable without symbolic links has its own path, and a cyclic link ends the
 * walk.
 */
function* textsBelow(folder: string): Generator<[string, string]> {
    const seen = new Set<string>();
    const links: string[] = [];
    const isNew = (stat: BigIntStats): boolean => {
        const identity = `${stat.dev}:${stat.ino}`;
        const isFirst = !seen.has(identity);
        seen.add(identity);
        return isFirst;
    };
    function* at(path: string, name: string): Generator<[string, string]> {
        const stat = statOf(path);
        if (stat?.isDirectory() === true && isIncluded(name, false) && isNew(stat)) {
            for (const entry of entriesOf(path)) {
                if (entry.isSymbolicLink()) {
                    links.push(join(path, entry.name));
                } else {
                    yield* at(join(path, entry.name), entry.name);
                }
            }
        } else if (stat?.isFile() === true && isIncluded(name, true) && isNew(stat)) {
            const text = readText(path);
            if (text !== undefined) {
                yield [uriOfFile(path), text];
            }
        }
    }
    yield* at(folder, '');
    for (const link of links) {
        yield* at(link, basename(link));
    }
}

function entriesOf(folder: string): Dirent[] {
    try {
        return readdirSync(folder, { withFileTypes: true });
    } catch {
        return [];
    }
}

/** The file status of a path; undefined if there is no file or it is not accessible. */
function statOf(path: string): BigIntStats | undefined {
    try {
        return statSync(path, { bigint: true });
    } catch {
        return undefined;
    }
}

function readText(path: string): string | undefined {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        return undefined;
    }
}
