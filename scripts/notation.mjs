/**
 * Makes docs/notation: the table of the standard's graphical productions, each beside our drawing of a small model that has it
 * (test/views/productions.ts). `npm run notation`; with a folder of the standard's pictures (`npm run notation -- FOLDER`) also a page in
 * .cache/notation that shows both side by side, to compare them by eye. The same sources give the same bytes.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { format, resolveConfig } from 'prettier';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'docs', 'notation');
const [standard] = process.argv.slice(2);

const load = path => tsImport(pathToFileURL(join(root, path)).href, import.meta.url);
const { NOTATION_CASES, NOT_DRAWN } = await load('test/views/productions.ts');
const { modelOf, rendered } = await load('test/views/rendering.ts');
const { drawView } = await load('src/views/drawing/draw.ts');

mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder).filter(f => f.endsWith('.svg'))) rmSync(join(folder, file));
for (const { name, body, view, show, direction } of NOTATION_CASES) {
    writeFileSync(join(folder, `${name}.svg`), await drawView(rendered(modelOf(body), view, 'minimal', show), { direction }));
}

const escaped = text => text.replace(/\|/g, '\\|').replace(/`/g, "'");
const drawn = NOTATION_CASES.reduce((sum, c) => sum + c.productions.length, 0);
const left = NOT_DRAWN.reduce((sum, [, ...names]) => sum + names.length, 0);
const page = [
    '# The graphical notation, symbol by symbol',
    '',
    `Made by \`npm run notation\`. Of the ${drawn + left} pictures in the graphical grammar of SysML (clause 8.2.3), ${drawn} have a symbol here. A test`,
    'compares each drawing with the symbols in its table: boxes with their border, texts and compartments, ports, lines with their',
    'ends and labels (`A --diamond solid-- B`: a filled diamond at A, a solid line to B).',
    ...NOTATION_CASES.flatMap(({ name, clause, productions }) => [
        '',
        `## ${clause}`,
        '',
        `![${name}](${name}.svg)`,
        '',
        '| production | in the drawing |',
        '| --- | --- |',
        ...productions.map(([production, symbol]) => `| ${production} | \`${escaped(symbol)}\` |`)
    ]),
    '',
    '## Not drawn',
    '',
    '| production | why |',
    '| --- | --- |',
    ...NOT_DRAWN.flatMap(([reason, ...names]) => names.map(name => `| ${name} | ${reason} |`)),
    ''
].join('\n');
const path = join(folder, 'README.md');
writeFileSync(path, await format(page, { ...(await resolveConfig(path)), filepath: path }));
console.log(`docs/notation: ${drawn} productions in ${NOTATION_CASES.length} drawings, ${left} not drawn`);

if (standard !== undefined && existsSync(standard)) {
    const out = join(root, '.cache', 'notation');
    mkdirSync(out, { recursive: true });
    const image = file => `<img src="${pathToFileURL(file).href}">`;
    const sections = NOTATION_CASES.map(
        ({ name, clause, productions }) =>
            `<h2>${clause}</h2><div class="ours">${image(join(folder, `${name}.svg`))}</div><table>${productions
                .map(
                    ([p, s]) =>
                        `<tr><td>${p}</td><td>${image(join(standard, `${p}.svg`))}</td><td><code>${s.replace(/</g, '&lt;')}</code></td></tr>`
                )
                .join('')}</table>`
    );
    writeFileSync(join(out, 'index.html'), `<meta charset="utf-8"><style>img{max-width:900px}</style>${sections.join('\n')}\n`);
    console.log(`${join(out, 'index.html')} shows them beside the standard's`);
}
