/** Files of the process's own file system. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UriUtils } from 'langium';
import { isIncluded, type ModelFiles } from './files.js';

export const diskFiles: ModelFiles = {
    reads: uri => uri.startsWith('file:'),
    below: folder => new Map(textsBelow(fileURLToPath(folder))),
    isFolder: uri => statSync(fileURLToPath(uri), { throwIfNoEntry: false })?.isDirectory() === true,
    text: uri => readText(fileURLToPath(uri))
};

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
                // as editors spell it, so that a file and its open text are one
                yield [UriUtils.normalize(pathToFileURL(path).href), text];
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
