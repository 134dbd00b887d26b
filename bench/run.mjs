/**
 * The table of measurements: `npm run bench [NAME…]`. Each file in measures/ is bundled and run in a process of its own, and prints one
 * JSON line a figure; medians over repeated runs. The table goes to the terminal and, for a run of everything, to RESULTS.md with the
 * machine's name.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, hostname, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const wanted = process.argv.slice(2);
const names = readdirSync(join(here, 'measures'))
    .filter(f => f.endsWith('.ts'))
    .map(f => f.slice(0, -3))
    .filter(n => wanted.length === 0 || wanted.some(w => n.includes(w)));

const rows = [];
for (const name of names) {
    const outfile = join(root, '.cache', 'bench', `${name}.mjs`);
    await build({
        absWorkingDir: root,
        entryPoints: [`bench/measures/${name}.ts`],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        logLevel: 'error',
        banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }
    });
    const run = spawnSync(process.execPath, ['--expose-gc', outfile], {
        cwd: root,
        encoding: 'utf8',
        timeout: 600_000,
        maxBuffer: 1 << 26,
        stdio: ['ignore', 'pipe', 'inherit']
    });
    const figures = run.stdout
        .split('\n')
        .filter(l => l.startsWith('{'))
        .map(l => JSON.parse(l));
    if (run.status !== 0 || figures.length === 0) rows.push({ what: name, value: `failed (${run.status ?? run.signal})`, aim: '' });
    rows.push(...figures);
}

const width = Math.max(...rows.map(r => r.what.length));
for (const { what, value, aim } of rows) console.log(`${what.padEnd(width)}  ${String(value).padStart(16)}  ${aim}`);
if (wanted.length === 0) {
    const machine = `${hostname()}: ${cpus().length} × ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
    const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
    const table = ['| what | median | aim |', '|---|---|---|', ...rows.map(r => `| ${r.what} | ${r.value} | ${r.aim} |`)];
    writeFileSync(
        join(here, 'RESULTS.md'),
        `# Measurements\n\nMade by \`npm run bench\` with ${version} on ${machine}. Times vary with what else the machine does; compare ratios.\n\n${table.join('\n')}\n`
    );
}
