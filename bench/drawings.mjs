/**
 * The geometry of drawings in numbers: `npm run bench:drawings [-- --svg FOLDER] [FOLDER…]`. Draws the examples and, where folders with
 * models are given, those too. Writes DRAWINGS.md: a row a kind of picture and figure, beside the figures of the first run
 * (drawings.json), and the pictures that have faults.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const args = process.argv.slice(2);
const svg = args[0] === '--svg' ? resolve(args.splice(0, 2)[1]) : '';
const isFirst = args[0] === '--first' ? args.shift() !== undefined : false;
const folders = [join(root, 'examples'), ...args.map(a => resolve(a))];

/** Of a folder of public models its name, of our own examples another one. */
const nameOf = folder => (folder === folders[0] ? 'examples of this project' : `public models: ${basename(folder)}`);

const outfile = join(root, '.cache', 'bench', 'drawings.mjs');
await build({
    absWorkingDir: root,
    entryPoints: ['bench/drawings.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" }
});
const run = spawnSync(process.execPath, [outfile, svg, ...folders], {
    cwd: root,
    encoding: 'utf8',
    timeout: 1_800_000,
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit']
});
if (run.status !== 0) process.exit(run.status ?? 1);
const drawings = run.stdout
    .split('\n')
    .filter(l => l.startsWith('{'))
    .map(l => JSON.parse(l))
    .map(d => ({ ...d, folder: nameOf(d.folder) }));

const isWide = ({ width, height }) => Math.max(width / height, height / width) > 4 && Math.max(width, height) > 1600;
const FIGURES = [
    ['drawings', all => all.length],
    ['boxes', all => sum(all, d => d.boxes)],
    ['pairs of lines that cross', all => sum(all, d => d.crossings)],
    ['lines through a box', all => sum(all, d => d.throughBoxes)],
    ['lines through a text', all => sum(all, d => d.throughTexts)],
    ['overlaps', all => sum(all, d => d.overlaps)],
    ['texts cut', all => sum(all, d => d.cutTexts)],
    ['drawings of more than 6 times the area of their nodes', all => all.filter(d => d.nodeSpread > 6).length],
    ['drawings of more than 6 times the area of what is in them', all => all.filter(d => d.spread > 6).length],
    ['drawings longer than 1,600 px and 4 times as long as wide', all => all.filter(isWide).length],
    ['drawings wider or higher than 4,000 px', all => all.filter(d => Math.max(d.width, d.height) > 4000).length],
    ['longest side', all => Math.max(0, ...all.map(d => Math.max(d.width, d.height)))]
];
const sum = (all, of) => all.reduce((total, d) => total + of(d), 0);

const corpora = folders.filter(existsSync).map(nameOf);
const now = Object.fromEntries(
    corpora.map(c => [c, Object.fromEntries(FIGURES.map(([name, of]) => [name, of(drawings.filter(d => d.folder === c))]))])
);
const kept = join(here, 'drawings.json');
if (isFirst || !existsSync(kept)) writeFileSync(kept, `${JSON.stringify(now, undefined, 4)}\n`);
const first = JSON.parse(readFileSync(kept, 'utf8'));
const table = corpora.flatMap(c => [
    `\n## ${c}\n`,
    '| what | at first | now |',
    '|---|---|---|',
    ...FIGURES.map(([name]) => `| ${name} | ${first[c]?.[name] ?? ''} | ${now[c][name]} |`)
]);
const faultsOf = d => d.throughBoxes + d.throughTexts + d.overlaps + d.cutTexts;
const faulty = drawings
    .filter(d => faultsOf(d) > 0 || d.nodeSpread > 6 || isWide(d))
    .sort((a, b) => faultsOf(b) - faultsOf(a) || b.nodeSpread - a.nodeSpread);
const list = faulty
    .slice(0, 60)
    .map(
        d =>
            `| ${d.model} | \`${d.spec}\` | ${d.boxes} | ${d.width} × ${d.height} | ${d.nodeSpread} | ${d.crossings} | ${d.throughBoxes} | ${d.throughTexts} | ${d.overlaps} | ${d.cutTexts} |`
    );
writeFileSync(
    join(here, 'DRAWINGS.md'),
    [
        '# Geometry of drawings',
        '',
        'Made by `npm run bench:drawings` with the examples and folders of public models: each declared view, each package as a tree and mixed,',
        'each other element as the kinds that show more than one box and a line. A line is counted through a box or text that is not its own.',
        'Area is that of the picture through that of its outermost boxes and the texts of lines; a lifeline is its head with its line.',
        ...table,
        '',
        `## With faults (${faulty.length} of ${drawings.length}; at most 60 are listed)`,
        '',
        '| model | picture | boxes | size | area | crossings | through boxes | through texts | overlaps | cut texts |',
        '|---|---|---|---|---|---|---|---|---|---|',
        ...list,
        ''
    ].join('\n')
);
for (const line of table) console.log(line);
