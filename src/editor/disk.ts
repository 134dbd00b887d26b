/** Files of the process's own file system. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UriUtils } from 'langium';
import { packagesOf } from '../exchange/packages/index.js';
import { isIncluded, type ModelFiles } from './files.js';

export const diskFiles: ModelFiles = {
    reads: uri => uri.startsWith('file:'),
    below: folder => new Map(textsBelow(fileURLToPath(folder))),
    isFolder: uri => statSync(fileURLToPath(uri), { throwIfNoEntry: false })?.isDirectory() === true,
    text: uri => readText(fileURLToPath(uri)),
    packages: folders =>
        packagesOf(
            folders.map(uri => fileURLToPath(uri)),
            { spell: (path, isArchived) => (isArchived ? inArchive(path) : uriOfFile(path)) }
        )
};

/** As editors spell it, so that a file and its open text are one. */
const uriOfFile = (path: string): string => UriUtils.normalize(pathToFileURL(path).href);

/** The path of a file in an archive from the name of that on, which a URI can be made of. */
const inArchive = (path: string): string => path.replace(/^.*[\\/](?=[^\\/]+\.kpar[\\/])/i, '');

function* textsBelow(folder: string): Generator<[string, string]> {
    let entries: string[];
    try {
        entries = readdirSync(folder);
    } catch {
        return;
    }
    for (const entry of entries) {
        const path = join(folder, entry);
        const stat = statSync(path, { throwIfNoEntry: false });
        if (stat?.isDirectory() === true && isIncluded(entry, false)) {
            yield* textsBelow(path);
        } else if (stat?.isFile() === true && isIncluded(entry, true)) {
            const text = readText(path);
            if (text !== undefined) {
                yield [uriOfFile(path), text];
            }
        }
    }
}

function readText(path: string): string | undefined {
    try {
        return readFileSync(path, 'utf8');
    } catch {
        return undefined;
    }
}
