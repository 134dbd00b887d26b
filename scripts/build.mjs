/**
 * Builds the project, stage by stage: what is generated from the grammars, the wire contract and the library's tables, then dist/.
 * `--if-stale` leaves out the stages of which no input is newer than their last run; `--generate` stops after the generated sources.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { tsImport } from 'tsx/esm/api';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
function newest(path) {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.mtimeMs;
    let latest = 0;
    for (const entry of readdirSync(path)) {
        if (entry !== 'generated') latest = Math.max(latest, newest(join(path, entry)));
    }
    return latest;
}

const script = path => tsImport(join(root, 'scripts', path), import.meta.url);

/** Prints which decisions of the grammars need unbounded look-ahead when only the sources are generated: their author asked. */
const isGenerateOnly = process.argv.includes('--generate');

/** In order: what a stage makes (one witness of it), from what, and how. */
const STAGES = [
    {
        name: 'grammars',
        makes: 'src/language/generated/ast.ts',
        from: ['grammars', 'langium-config.json', 'scripts/parser'],
        isGenerated: true,
        async run() {
            const { compileParsers, PROJECT } = await script('parser/compile.ts');
            await compileParsers({ ...PROJECT, silent: !isGenerateOnly });
        }
    },
    {
        name: 'proto',
        makes: 'src/wire/generated/sysml_pb.ts',
        from: ['proto', 'buf.gen.yaml', 'scripts/generate-proto.mjs'],
        isGenerated: true,
        run: async () => (await import('./generate-proto.mjs')).generateProto()
    },
    {
        name: 'library',
        makes: 'build/library',
        from: ['library', 'scripts/library'],
        isGenerated: true,
        run: async () => (await import('./library/generate.mjs')).generateLibrary()
    },
    { name: 'bundle', makes: 'dist/sysml-workbench.mjs', from: ['grammars', 'proto', 'src', 'scripts/parser'], run: bundle },
    {
        name: 'snapshot',
        makes: 'dist/library.snapshot',
        from: ['grammars', 'library', 'scripts/library', 'scripts/parser', 'src/language'],
        run: async () => (await script('library/snapshot.ts')).writeSnapshot()
    }
];

const stampOf = ({ name }) => join(root, '.cache', `built-${name}`);

function isFresh(stage) {
    if (!existsSync(stampOf(stage)) || !existsSync(join(root, stage.makes))) return false;
    const built = statSync(stampOf(stage)).mtimeMs;
    return ['package-lock.json', 'scripts/build.mjs', ...stage.from].every(input => newest(join(root, input)) < built);
}

/**
 * What `-version` says: from the environment (a release, an image), else from the checkout. Without a version
 * this is the unreleased build `dev`.
 */
function buildFacts() {
    const commitOfCheckout = () => {
        try {
            return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
        } catch {
            return 'unknown';
        }
    };
    const { BUILD_VERSION, BUILD_COMMIT, BUILD_TIME } = process.env;
    const facts = {
        BUILD_VERSION: BUILD_VERSION || 'dev',
        BUILD_COMMIT: BUILD_COMMIT || commitOfCheckout(),
        BUILD_TIME: BUILD_TIME || new Date().toISOString()
    };
    return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)]));
}

/**
 * The library that reads command lines starts other programs for subcommands that are files, which ours are not: what it loads for that
 * took 5 ms of each start.
 */
const commanderStartsNothing = {
    name: 'commander starts nothing',
    setup({ onResolve, onLoad }) {
        const namespace = 'nothing';
        onResolve({ filter: /^node:child_process$/ }, ({ importer, path }) =>
            /[\\/]commander[\\/]/.test(importer) ? { path, namespace } : undefined
        );
        onLoad({ filter: /./, namespace }, () => ({ contents: '' }));
    }
};

/** How the program is bundled into a folder. */
export const bundleOptions = outdir => ({
    absWorkingDir: root,
    entryPoints: {
        'sysml-workbench': 'src/cli/main.ts',
        'command-thread': 'src/cli/command-thread.ts',
        'session-thread': 'src/cli/session-thread.ts',
        'runs-thread': 'src/cli/runs-thread.ts',
        worker: 'src/service/workers/worker.ts',
        'kernel-thread': 'src/views/drawing/kernel-thread.mjs',
        'engine-thread': 'src/runtime/engines/engine-thread.mjs'
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: buildFacts(),
    sourcemap: true,
    // whatever stands in a file is read at each start; names stay, for who reads a stack
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [commanderStartsNothing],
    // the modules of this package, of which only the lexer is used: its main file loads a store and streams at each start
    alias: { n3: 'n3/src/index.js' },
    logLevel: 'warning',
    // its native part is a package for each platform
    external: ['@resvg/resvg-js', 'z3-solver', 'zeromq'],
    chunkNames: 'chunks/[name]-[hash]',
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }
});

async function bundle() {
    const dist = join(root, 'dist');
    if (existsSync(dist)) {
        // the snapshot is another stage's
        readdirSync(dist)
            .filter(name => name !== 'library.snapshot')
            .forEach(name => rmSync(join(dist, name), { recursive: true }));
    }
    await build(bundleOptions('dist'));
}

async function main() {
    const started = performance.now();
    const stages = STAGES.filter(stage => stage.isGenerated || !isGenerateOnly).filter(
        stage => !process.argv.includes('--if-stale') || !isFresh(stage)
    );
    for (const stage of stages) {
        const begun = new Date();
        await stage.run();
        mkdirSync(join(root, '.cache'), { recursive: true });
        writeFileSync(stampOf(stage), '');
        // an input that is edited meanwhile is newer
        utimesSync(stampOf(stage), begun, begun);
    }
    if (stages.length > 0)
        console.log(`${stages.map(({ name }) => name).join(', ')}: built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
