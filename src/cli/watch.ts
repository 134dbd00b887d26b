/** Tells when files or folders of a command line change. Knows no model. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { SourceError } from './sources.js';
import { messageOf } from '../language/failures.js';

/** Milliseconds that an editor may take to write what it saves. */
const QUIET = 80;

/**
 * Calls back after something in the folders of some paths has changed, until it is ordered to stop. A file is watched through its folder,
 * since many editors put a new file in the place of the old one. @throws SourceError when a path cannot be watched
 * @returns ends the watching
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
