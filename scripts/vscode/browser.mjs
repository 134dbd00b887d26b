/** How what runs in a browser is bundled: the language server for a web worker, and the extension that starts it. */
import { readFile } from 'node:fs/promises';
import { root } from '../build.mjs';

/**
 * The layout kernel takes every scope without a document for a worker of its own, and the messages that come there for its own. Here it is
 * a library, as on a page.
 */
const kernelAsLibrary = {
    name: 'kernel as a library',
    setup({ onLoad }) {
        onLoad({ filter: /[\\/]elkjs[\\/]lib[\\/]elk\.bundled\.js$/ }, async ({ path }) => ({
            contents: `const document = {};\n${await readFile(path, 'utf8')}`,
            loader: 'js'
        }));
    }
};

const forBrowsers = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
    legalComments: 'none'
};

const worker = entry => outfile => ({ ...forBrowsers, entryPoints: [entry], outfile, format: 'iife', plugins: [kernelAsLibrary] });

/** The language server: one script, which needs nothing but the scope of a worker. */
export const browserServer = worker('src/editor/browser/worker.ts');

/** The workers of the playground: the same with sessions of cells. */
export const playgroundWorker = worker('src/hosts/browser/worker.ts');

/** The solver of a page: a script beside the files of its package. */
export const browserSolver = outfile => ({
    ...forBrowsers,
    entryPoints: ['src/runtime/engines/browser/solver-worker.ts'],
    outfile,
    format: 'iife',
    define: { global: 'globalThis' }
});

/** The extension, in the editor's own worker. */
export const browserExtension = outfile => ({
    ...forBrowsers,
    entryPoints: ['editors/vscode/src/browser.ts'],
    outfile,
    format: 'cjs',
    external: ['vscode']
});
