/** Watches the files and folders of a command line for changes. Does not depend on models. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { SourceError } from './sources.js';
import { messageOf } from '../language/failures.js';

/** milliseconds that an editor may take to save a file */
const QUIET = 80;

/**
 * Calls a function after a change of files. A file is watched through its folder, since many editors replace files.
 * @throws SourceError for a path that cannot be watched
 * @returns a function that ends watching
 */
export function watchPaths(paths: readonly string[], changed: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const soon = (): void => {
        clearTimeout(timer);
        timer = setTimeout(changed, QUIET);
    };
    const stop = (): void => {
        clearTimeout(timer);
        watchers.forEach(w => w.close());
    };
    for (const path of paths) {
        try {
            const isFolder = statSync(path).isDirectory();
            watchers.push(watch(isFolder ? path : dirname(path), { recursive: isFolder }, soon).on('error', soon));
        } catch (e) {
            stop();
            throw new SourceError(`cannot be watched: ${path}: ${messageOf(e)}`);
        }
    }
    return stop;
}
