// The standard model library as files: tables well formed, generation complete and the same every time, notation as it must look.
// Knows no parser and no model; what the names resolve to is tested with the language.
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../scripts/library/generate.mjs';
import { COLUMNS, dimensionFactors, quantityDeclarations, quoted, readTable } from '../../scripts/library/quantities.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const tables = join(root, 'library', 'tables');
const facts = join(root, '..', 'shared', 'spec', 'library-facts', 'facts.tsv');

const folders: string[] = [];
const temporary = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'library-'));
    folders.push(folder);
    return folder;
};
afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function generated(): Promise<Map<string, string>> {
    const { target, files } = await generateLibrary({ target: temporary() });
    return new Map(files.map(file => [file, readFileSync(join(target, file), 'utf8')]));
}

/** The notation without documentation, notes and strings, so that brackets and words in it are those of declarations. */
const bare = (text: string): string =>
    text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\])*"/g, ' ').replace(/'(?:\\.|[^'\\])*'/g, 'name');

describe('tables of quantities and units', () => {
    const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

    it.each(names)('%s.tsv: every row has its cells, without stray blanks', table => {
        const rows = readTable(tables, table);
        expect(rows.length).toBeGreaterThan(20);
        for (const row of rows) {
            for (const [column, cell] of Object.entries(row)) if (column !== 'symbol') expect(cell, column).toBe(cell.trim());
            expect(row.package).not.toBe('');
            expect(row.name).not.toBe('');
        }
    });

    it.each(names)('%s.tsv: no package declares a name twice', table => {
        const seen = readTable(tables, table).map(row => `${row.package}::${row.name}`);
        expect(seen.filter((name, i) => seen.indexOf(name) !== i)).toEqual([]);
    });

    it('units: a factor or a definition where the kind needs one, and nowhere else', () => {
        for (const { name, kind, of, factor, exact } of readTable(tables, 'units')) {
            expect([kind !== 'base', kind === 'prefix' || kind === 'convention'], name).toEqual([of !== '', factor !== '']);
            expect(['', 'true', 'false'], name).toContain(exact);
            if (kind === 'convention') expect(factor, name).toMatch(/^\d+(\.\d+)?([eE]-?\d+)?( [/*^] \d+)?$/);
        }
    });

    it('units: a prefixed unit names a prefix of the table', () => {
        const prefixes = readTable(tables, 'prefixes').map(row => row.name);
        for (const row of readTable(tables, 'units')) if (row.kind === 'prefix') expect(prefixes, row.name).toContain(row.factor);
    });

    it('quantities: every dimension is a product of powers of base dimensions, each once', () => {
        for (const { name, kind, dimension } of readTable(tables, 'quantities')) {
            if (kind !== 'base' && kind !== 'derived') {
                expect(dimension, name).toBe('');
                continue;
            }
            const letters = dimensionFactors(dimension).map(factor => factor.letter);
            expect(new Set(letters).size, name).toBe(letters.length);
        }
    });

    it('prefixes: decimal prefixes are powers of ten and binary ones of 1024', () => {
        for (const { name, factor } of readTable(tables, 'prefixes')) {
            if (name.endsWith('bi')) expect(factor, name).toMatch(/^1024( \^ [2-8])?$/);
            else expect(factor, name).toMatch(/^(10+|10*\.0|0\.0*1|1\.0E-?\d+)$/);
        }
    });

    it('refuses what it does not know', () => {
        expect(() => dimensionFactors('L2 X1')).toThrow('X1');
        expect(quoted('metre')).toBe('metre');
        expect(quoted('action')).toBe("'action'");
        expect(quoted('N⋅m')).toBe("'N⋅m'");
    });
});

describe('generated library', () => {
    let library: Map<string, string>;
    beforeAll(async () => {
        library = await generated();
    });

    it('is the same every time', async () => {
        expect(await generated()).toEqual(library);
    });

    it('has the packages of the standard: one a file, named as the file', () => {
        const count = (folder: string): number => [...library.keys()].filter(file => file.startsWith(folder)).length;
        expect({ kernel: count('kernel/'), systems: count('systems/'), domain: count('domain/') }).toEqual({
            kernel: 36,
            systems: 21,
            domain: 37
        });
        expect(library.size - 94, 'packages of the contract beside the standard ones').toBe(count('extension/'));
        for (const [file, text] of library) {
            const [, name] = /^(?:standard library )?package (?:<\w+> )?(\w+) \{/m.exec(text) ?? [];
            expect(name, file).toBe(basename(file).replace(/\.\w+$/, ''));
        }
    });

    it('leaves no marker, and declares what the tables say', () => {
        const declared = quantityDeclarations(tables);
        for (const [file, text] of library) {
            expect(text, file).not.toContain('from the tables');
            const name = basename(file).replace(/\.\w+$/, '');
            if (declared.has(name)) expect(text).toContain(declared.get(name));
        }
        expect(declared.size).toBe(16);
    });

    it('is well formed: brackets in pairs, no tabs, no blanks at line ends, one line end at the end', () => {
        for (const [file, text] of library) {
            const code = bare(text);
            for (const [open, close] of ['{}', '()', '[]'])
                expect(code.split(open).length, `${file} ${open}`).toBe(code.split(close).length);
            expect(text, file).not.toMatch(/\t|[ \t]\n/);
            expect(text, file).toMatch(/[^\n]\n$/);
        }
    });

    it('documents every package', () => {
        for (const [file, text] of library) expect(text, file).toMatch(/package [^{]*\{\n {4}doc\b/);
    });

    it('writes a unit and a quantity as an author would', () => {
        const si = library.get('domain/quantities-and-units/SI.sysml') ?? '';
        expect(si).toContain('attribute <m> metre : LengthUnit;');
        expect(si).toContain('attribute <N> newton : ForceUnit = kilogram * metre / second ^ 2;');
        const mechanics = library.get('domain/quantities-and-units/ISQMechanics.sysml') ?? '';
        expect(mechanics).toContain('attribute massDensity : MassDensityValue[*] nonunique :> scalarQuantities;');
    });

    it.runIf(existsSync(facts))('spells every name of the facts of the standard in its package', () => {
        const texts = new Map([...library].map(([file, text]) => [basename(file).replace(/\.\w+$/, ''), text]));
        const words = new Map([...texts].map(([name, text]) => [name, new Set(text.match(/'(?:\\.|[^'\\])*'|[\p{L}\p{N}_]+/gu))]));
        const missing: string[] = [];
        for (const line of readFileSync(facts, 'utf8').trim().split('\n').slice(1)) {
            const [name = ''] = line.split('\t');
            const segments = name.match(/'(?:\\.|[^'\\])*'|[^':]+/g) ?? [];
            const last = (segments.at(-1) ?? '').replace(/^'|'$/g, '').replace(/\\(.)/g, '$1');
            const found = words.get(segments[0] ?? '');
            if (!found?.has(last) && !found?.has(`'${last.replace(/[\\']/g, '\\$&')}'`)) missing.push(name);
        }
        expect(missing).toEqual([]);
    });
});
