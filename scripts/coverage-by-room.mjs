/** A table of coverage by room, from what `vitest run --coverage` wrote: `npm run coverage`. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { total, ...files } = JSON.parse(readFileSync(join(root, 'coverage', 'coverage-summary.json'), 'utf8'));

const KINDS = ['lines', 'branches', 'functions'];
const rooms = new Map();
for (const [file, counts] of Object.entries(files)) {
    // src/<room>, and for the larger rooms src/<room>/<folder> beside it
    const folders = relative(root, file).split(sep).slice(1, -1);
    for (const room of new Set([folders[0], folders.slice(0, 2).join('/')])) {
        const sum = rooms.get(room) ?? Object.fromEntries(KINDS.map(kind => [kind, { covered: 0, total: 0 }]));
        KINDS.forEach(kind => {
            sum[kind].covered += counts[kind].covered;
            sum[kind].total += counts[kind].total;
        });
        rooms.set(room, sum);
    }
}

const share = ({ covered, total }) => `${total === 0 ? '–' : ((covered / total) * 100).toFixed(1)}`.padStart(10);
const line = (name, counts) => console.log(`${name.padEnd(36)}${KINDS.map(kind => share(counts[kind])).join('')}`);
console.log(`${'room, % covered'.padEnd(36)}${KINDS.map(kind => kind.padStart(10)).join('')}`);
[...rooms].sort(([a], [b]) => (a < b ? -1 : 1)).forEach(([room, counts]) => line(room, counts));
line('all', total);
