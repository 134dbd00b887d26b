/** Files of the process's own file system. */
import { type BigIntStats, readFileSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UriUtils } from 'langium';
import { packagesOf } from '../exchange/packages/index.js';
import { isIncluded, type ModelFiles } from './files.js';
import { filesBelow, isFirst } from './folder-walk.js';

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

/** The texts below a folder by URI. */
function* textsBelow(folder: string): Generator<[string, string]> {
    const stat = statOf(folder);
    const seen = new Set<string>();
    if (stat?.isDirectory() !== true || !isFirst(seen, stat)) {
        return;
    }
    const walk = {
        isFolderWanted: (name: string) => isIncluded(name, false),
        isFileWanted: (name: string) => isIncluded(name, true),
        seen
    };
    for (const path of filesBelow(folder, walk)) {
        const text = readText(path);
        if (text !== undefined) {
            yield [uriOfFile(path), text];
        }
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
