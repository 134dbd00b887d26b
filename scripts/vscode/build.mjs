/**
 * Builds the VS Code extension into build/vscode: what the repository has of it, the generated highlighting, the bundles, the server with
 * its library.
 * `--package` makes build/sysml-workbench.vsix of it. Run it behind `scripts/build.mjs`, whose outputs it takes.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { build } from 'esbuild';
import { tsImport } from 'tsx/esm/api';
import { bundleOptions, root } from '../build.mjs';
import { browserExtension, browserServer } from './browser.mjs';

const from = join(root, 'editors/vscode');
const to = join(root, 'build/vscode');

/** What is taken as it stands. */
const COPIED = [
    'package.json',
    'README.md',
    'language-configuration.json',
    'snippets',
    'preview/page.css',
    'preview/icon.svg',
    'icons',
    'walkthrough'
];

const shared = { absWorkingDir: root, bundle: true, minify: true, logLevel: 'warning', legalComments: 'none' };

async function bundles() {
    await build({
        ...shared,
        entryPoints: { extension: 'editors/vscode/src/extension.ts' },
        outdir: to,
        outExtension: { '.js': '.cjs' },
        platform: 'node',
        format: 'cjs',
        target: 'node20',
        external: ['vscode']
    });
    await build(browserExtension(join(to, 'browser.cjs')));
    await build({
        ...shared,
        entryPoints: { page: 'editors/vscode/preview/page.ts' },
        outdir: join(to, 'preview'),
        platform: 'browser',
        format: 'iife',
        target: 'es2022'
    });
}

async function server() {
    await build(browserServer(join(to, 'server/browser.js')));
    await build({ ...bundleOptions(join(to, 'server')), minify: true, sourcemap: false, legalComments: 'none' });
    copyFileSync(join(root, 'dist/library.snapshot'), join(to, 'server/library.snapshot'));
}

async function syntaxes() {
    const { textMateGrammar } = await tsImport('./text-mate.ts', import.meta.url);
    mkdirSync(join(to, 'syntaxes'), { recursive: true });
    for (const language of ['sysml', 'kerml']) {
        writeFileSync(join(to, `syntaxes/${language}.tmLanguage.json`), JSON.stringify(textMateGrammar(language), null, 1));
    }
}

/** The packager is installed when it is first needed, in its own folder: nobody else waits for it. */
function packed() {
    if (!existsSync(join(from, 'node_modules/@vscode/vsce'))) {
        execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
            cwd: from,
            stdio: 'inherit',
            shell: process.platform === 'win32'
        });
    }
    const vsix = join(root, 'build/sysml-workbench.vsix');
    execFileSync(
        process.execPath,
        [join(from, 'node_modules/@vscode/vsce/vsce'), 'package', '--no-dependencies', '--allow-missing-repository', '-o', vsix],
        {
            cwd: to,
            stdio: 'inherit'
        }
    );
}

rmSync(to, { recursive: true, force: true });
mkdirSync(join(to, 'preview'), { recursive: true });
COPIED.forEach(path => cpSync(join(from, path), join(to, path), { recursive: true }));
// marketplaces and the list of extensions take no SVG
writeFileSync(join(to, 'icons/extension.png'), new Resvg(readFileSync(join(from, 'icons/extension.svg'))).render().asPng());
copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
await Promise.all([bundles(), server(), syntaxes()]);
if (process.argv.includes('--package')) packed();
