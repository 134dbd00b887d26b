// Bundles for tests: made once for the same sources, and shared by the processes of a run.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/build.mjs';

const CACHE = join(import.meta.dirname, '../../.cache');
/** Bundles of other sources are removed after this time, in milliseconds. */
const KEPT = 3_600_000;

/**
 * Bundles modules as the program is bundled, into a folder below `.cache/KIND` that is named by its content.
 * @param entryPoints the program's own when none are given
 * @returns the folder
 */
export async function bundled(kind: string, entryPoints?: Readonly<Record<string, string>>): Promise<string> {
    const bundles = join(CACHE, kind);
    const options = { ...bundleOptions(bundles), sourcemap: false, write: false as const, logLevel: 'error' as const };
    const { outputFiles } = await build({ ...options, ...(entryPoints && { entryPoints }) });
    const name = outputFiles
        .reduce((hash, { path, contents }) => hash.update(path).update(contents), createHash('sha256'))
        .digest('hex')
        .slice(0, 16);
    const folder = join(bundles, name);
    if (!existsSync(folder)) {
        const written = `${folder}-${process.pid}`;
        for (const { path, contents } of outputFiles) {
            const file = join(written, relative(bundles, path));
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, contents);
        }
        try {
            renameSync(written, folder);
        } catch {
            // another process was faster
            rmSync(written, { recursive: true, force: true });
        }
    }
    for (const other of readdirSync(bundles).map(entry => join(bundles, entry))) {
        if (other !== folder && (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - KEPT) {
            rmSync(other, { recursive: true, force: true });
        }
    }
    return folder;
}
