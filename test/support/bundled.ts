// Bundles for tests: made once for the same sources, and shared by the processes of a run and by later runs.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/build.mjs';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache');
/** Bundles of other sources are removed after this time, in milliseconds. */
const KEPT = 3_600_000;
/** What a bundle was made of, in its folder: how, and the state of each file. */
const INPUTS = 'inputs.json';
/** Says how the program is bundled. */
const BUILD = 'scripts/build.mjs';

/** The end of the name of a folder that is whole. */
const NAME = /[\\/][0-9a-f]{16}$/;

interface Inputs {
    readonly how: string;
    readonly files: Readonly<Record<string, string>>;
}

/** The state of a file of the project; empty where there is none. */
function stateOf(file: string): string {
    const stat = statSync(join(ROOT, file), { throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs}`;
}

const howOf = (entryPoints?: Readonly<Record<string, string>>): string =>
    JSON.stringify([entryPoints, process.env.BUILD_VERSION, process.env.BUILD_COMMIT, process.env.BUILD_TIME]);

/** Whether a folder has what would be bundled again. */
function isCurrent(folder: string, how: string): boolean {
    const file = join(folder, INPUTS);
    if (!existsSync(file)) {
        return false;
    }
    const made = JSON.parse(readFileSync(file, 'utf8')) as Inputs;
    return made.how === how && Object.entries(made.files).every(([input, state]) => stateOf(input) === state);
}

/**
 * Bundles modules as the program is bundled, into a folder below `.cache/KIND` that is named by its content. Where no source has changed,
 * the folder is that of an earlier bundle.
 * @param entryPoints the program's own when none are given
 * @returns the folder
 */
export async function bundled(kind: string, entryPoints?: Readonly<Record<string, string>>): Promise<string> {
    const bundles = join(CACHE, kind);
    const options = {
        ...bundleOptions(bundles),
        sourcemap: false,
        write: false as const,
        metafile: true as const,
        logLevel: 'error' as const
    };
    const all = { ...options, ...(entryPoints && { entryPoints }) };
    mkdirSync(bundles, { recursive: true });
    const how = howOf(entryPoints);
    const folders = readdirSync(bundles).map(entry => join(bundles, entry));
    const current = folders.find(folder => NAME.test(folder) && isCurrent(folder, how));
    if (current !== undefined) {
        // it is in use again
        utimesSync(current, new Date(), new Date());
        return current;
    }
    const begun = Date.now();
    const { outputFiles, metafile } = await build(all);
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
    const files = [...Object.keys(metafile.inputs), BUILD].filter(input => existsSync(join(ROOT, input)));
    // a file that was edited meanwhile may have been read before
    if (files.every(input => statSync(join(ROOT, input)).mtimeMs < begun)) {
        const inputs: Inputs = { how, files: Object.fromEntries(files.map(input => [input, stateOf(input)])) };
        const written = join(folder, `${INPUTS}-${process.pid}`);
        writeFileSync(written, JSON.stringify(inputs));
        renameSync(written, join(folder, INPUTS));
    }
    for (const other of folders) {
        if (other !== folder && (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - KEPT) {
            rmSync(other, { recursive: true, force: true });
        }
    }
    return folder;
}
