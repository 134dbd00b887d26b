/**
 * The growth of what the program does with the size of a model: `npm run bench:scale [-- SIZE…]`, by default 10,000, 100,000 and 1,000,000
 * elements. Each size is measured in a process of its own (scale.ts); SCALE.md has a row a figure and the growth between sizes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const sizes = process.argv.slice(2).map(Number);
const measured = sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000];

const outfile = join(root, '.cache', 'bench', 'scale.mjs');
await build({
    absWorkingDir: root,
    entryPoints: ['bench/scale.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }
});

/** The space for new objects is that of the command line (src/cli/main.ts). */
const FLAGS = ['--expose-gc', '--max-old-space-size=8192', '--max-semi-space-size=32'];

const columns = measured.map(size => {
    const { stdout, status, signal } = spawnSync(process.execPath, [...FLAGS, outfile, String(size)], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
        stdio: ['ignore', 'pipe', 'inherit']
    });
    const figures = stdout
        .split('\n')
        .filter(line => line.startsWith('{'))
        .map(line => JSON.parse(line));
    if (status !== 0) figures.push({ what: 'ended with', value: String(status ?? signal) });
    console.log(`${size}:\n${figures.map(({ what, value }) => `  ${what.padEnd(50)} ${value}`).join('\n')}`);
    return new Map(figures.map(({ what, value }) => [what, value]));
});

const names = [...new Set(columns.flatMap(c => [...c.keys()]))];
const number = text => Number.parseFloat(text ?? '');
const growth = name => {
    const [first, last] = [columns[0], columns.at(-1)].map(c => number(c.get(name)));
    const factor = last / first / (measured.at(-1) / measured[0]);
    return Number.isFinite(factor) ? factor.toFixed(2) : '';
};
const table = [
    `| what | ${measured.map(s => s.toLocaleString('en')).join(' | ')} | growth / size |`,
    `|---|${measured.map(() => '---|').join('')}---|`,
    ...names.map(name => `| ${name} | ${columns.map(c => c.get(name) ?? '').join(' | ')} | ${growth(name)} |`)
];
const file = join(here, 'SCALE.md');
const [head] = readFileSync(file, 'utf8').split('\n| what |');
const tail = readFileSync(file, 'utf8')
    .split(/^\| view of one subsystem .*\n/m)
    .at(-1);
writeFileSync(file, `${head}\n${table.join('\n')}\n${tail}`);
