/**
 * Builds the project: what is generated from the grammars, the wire contract and the library's tables, then the bundles in dist/.
 * `--if-stale` does nothing when no input is newer than the last build; `--generate` stops after the generated sources.
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { tsImport } from 'tsx/esm/api';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(root, '.cache', 'build-stamp');
const INPUTS = ['grammars', 'library', 'proto', 'scripts', 'src', 'package-lock.json'];

function newest(path) {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.mtimeMs;
    let latest = 0;
    for (const entry of readdirSync(path)) {
        if (entry !== 'generated') latest = Math.max(latest, newest(join(path, entry)));
    }
    return latest;
}

function isFresh() {
    try {
        const built = statSync(STAMP).mtimeMs;
        return INPUTS.every(input => newest(join(root, input)) < built);
    } catch {
        return false;
    }
}

const script = path => tsImport(join(root, 'scripts', path), import.meta.url);

/** Generates the sources; `isVerbose` prints which decisions of the grammars need unbounded look-ahead. */
export async function generate(isVerbose) {
    const [{ compileParsers, PROJECT }, { generateProto }, { generateLibrary }] = await Promise.all(
        [script('parser/compile.ts'), import('./generate-proto.mjs'), import('./library/generate.mjs')]);
    await compileParsers({ ...PROJECT, silent: !isVerbose });
    await generateProto();
    await generateLibrary();
}

async function bundle() {
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    await build({
        absWorkingDir: root,
        entryPoints: { 'sysml-workbench': 'src/cli/main.ts', worker: 'src/service/workers/worker.ts' },
        outdir: 'dist',
        outExtension: { '.js': '.mjs' },
        bundle: true,
        splitting: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        sourcemap: true,
        logLevel: 'warning',
        chunkNames: 'chunks/[name]-[hash]',
        banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }
    });
}

async function main() {
    if (process.argv.includes('--if-stale') && isFresh()) return;
    const started = performance.now();
    const isGenerateOnly = process.argv.includes('--generate');
    await generate(isGenerateOnly);
    if (!isGenerateOnly) {
        await bundle();
        const { writeSnapshot } = await script('library/snapshot.ts');
        await writeSnapshot();
        mkdirSync(dirname(STAMP), { recursive: true });
        writeFileSync(STAMP, '');
    }
    console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
