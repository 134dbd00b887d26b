/**
 * Builds the playground and the pages of docs/ into build/playground: static files for any web server. `--serve [PORT]` then offers them on
 * this machine.
 * Run it behind `scripts/build.mjs`, whose library snapshot and parsers it takes.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';
import { tsImport } from 'tsx/esm/api';
import { root } from '../build.mjs';
import { browserSolver, playgroundWorker } from '../vscode/browser.mjs';

const from = join(root, 'playground');
const to = join(root, 'build/playground');

const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
    legalComments: 'none'
};

/** The example models: a folder each, and the single files. */
function examples() {
    const folder = join(root, 'examples');
    const notation = path =>
        readdirSync(path)
            .filter(name => name.endsWith('.sysml'))
            .map(name => ({ name, text: readFileSync(join(path, name), 'utf8') }));
    const titled = name =>
        name
            .replace(/\.sysml$/, '')
            .replace(/^./, c => c.toUpperCase())
            .replaceAll('-', ' ');
    const folders = readdirSync(folder, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => ({ title: titled(name), files: notation(join(folder, name)) }))
        .filter(({ files }) => files.length > 0);
    return [...notation(folder).map(file => ({ title: titled(file.name), files: [file] })), ...folders];
}

/** Keywords by the groups that Monaco's themes know, from those of the TextMate grammar. */
async function words() {
    const { WORD_GROUPS, keywordsByLanguage } = await tsImport('../vscode/text-mate.ts', import.meta.url);
    const groups = { constant: 'constant.language', modifier: 'storage.modifier', control: 'keyword.control' };
    return Object.fromEntries(
        Object.entries(keywordsByLanguage()).map(([language, all]) => {
            const grouped = Object.fromEntries(
                Object.entries(groups).map(([name, scope]) => [name, WORD_GROUPS[scope].filter(word => all.includes(word))])
            );
            const rest = all.filter(word => !Object.values(grouped).some(group => group.includes(word)));
            return [language, { ...grouped, type: rest }];
        })
    );
}

/** Modules that the bundle imports and no file holds. */
const dataModules = modules => ({
    name: 'data modules',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^#(words|examples)$/ }, ({ path }) => ({ path, namespace: 'data' }));
        onLoad({ filter: /.*/, namespace: 'data' }, ({ path }) => ({ contents: JSON.stringify(modules[path]), loader: 'json' }));
    }
});

/** What the page has no place for, a command line and a debugger: these files of the extension need more of an editor than there is. */
const ABSENT = { 'run-task': 'runElement', migration: 'migrateModel', debugging: 'debugElement' };
const withoutAbsent = {
    name: 'without what is absent',
    setup({ onLoad }) {
        onLoad({ filter: /[\\/]vscode[\\/]src[\\/](run-task|migration|debugging)\.ts$/ }, ({ path }) => ({
            contents: `export const ${ABSENT[/([\w-]+)\.ts$/.exec(path)[1]]} = () => undefined;`
        }));
    }
};

/** The solver is an optional package. */
const packagedSolver = join(root, 'node_modules/z3-solver/build');
const hasSolver = existsSync(packagedSolver);

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
await Promise.all([
    build({
        ...shared,
        entryPoints: { main: 'playground/src/main.ts' },
        outdir: to,
        format: 'esm',
        alias: { vscode: join(from, 'src/host/vscode.ts') },
        define: { HAS_SOLVER: String(hasSolver) },
        loader: { '.ttf': 'file' },
        assetNames: '[name]',
        // the page lacks something of the editor's API that the extension has come to use
        logOverride: { 'import-is-undefined': 'error' },
        plugins: [withoutAbsent, dataModules({ '#words': await words(), '#examples': examples() })]
    }),
    build({ ...shared, entryPoints: { 'editor.worker': 'monaco-editor/editor/editor.worker.js' }, outdir: to, format: 'iife' }),
    build({ ...shared, entryPoints: { frame: 'playground/src/frame.ts' }, outdir: to, format: 'iife' }),
    build({ ...shared, entryPoints: { 'preview/page': 'editors/vscode/preview/page.ts' }, outdir: to, format: 'iife' }),
    build(playgroundWorker(join(to, 'worker.js'))),
    ...(hasSolver ? [build(browserSolver(join(to, 'z3/solver.js')))] : [])
]);
for (const name of ['index.html', 'playground.css', 'theme.css']) copyFileSync(join(from, name), join(to, name));
copyFileSync(join(root, 'editors/vscode/preview/page.css'), join(to, 'preview/page.css'));
copyFileSync(join(root, 'editors/vscode/preview/icon.svg'), join(to, 'icon.svg'));
copyFileSync(join(root, 'dist/library.snapshot'), join(to, 'library.snapshot'));
/** The solver is loaded by its first question; before that it is not kept for work without a network. */
const SOLVER = 'z3/';
for (const name of hasSolver ? ['z3-built.js', 'z3-built.wasm'] : []) {
    copyFileSync(join(packagedSolver, name), join(to, SOLVER, name));
}
const { writeSite } = await tsImport('./site.ts', import.meta.url);
writeSite(root, to);

const files = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(to.length + 1));
const hash = createHash('sha256');
files.forEach(name => hash.update(readFileSync(join(to, name))));
await build({
    ...shared,
    entryPoints: { 'service-worker': 'playground/src/service-worker.ts' },
    outdir: to,
    format: 'iife',
    define: {
        CACHE: JSON.stringify(`playground-${hash.digest('hex').slice(0, 16)}`),
        FILES: JSON.stringify(['./', ...files.filter(name => !name.startsWith(SOLVER))])
    }
});

const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.ttf': 'font/ttf',
    '.png': 'image/png',
    '.wasm': 'application/wasm'
};

/** Of an isolated page, which may share memory with its workers: the solver needs it, and the interruption of cells. */
const ISOLATED = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin'
};

if (process.argv.includes('--serve')) {
    const port = Number(process.argv[process.argv.indexOf('--serve') + 1] ?? 8090);
    const known = new Set([...files, 'service-worker.js']);
    const server = createServer((request, response) => {
        const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
        if (!known.has(name)) {
            response.writeHead(404).end(`no ${basename(name)}`);
            return;
        }
        response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', ...ISOLATED });
        response.end(readFileSync(join(to, name)));
    });
    server.listen(port, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}/`));
}
writeFileSync(join(to, '.nojekyll'), '');
