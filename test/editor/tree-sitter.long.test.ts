/**
 * The parsers that tree-sitter makes of its grammars read without an error what ours reads without one: the library, the examples, the
 * shared corpus. Needs the programs `cc` and `tree-sitter`, in a version that reads a parser from a file (`--lang-name`).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/language/syntax/index.js';
import type { SourceDocument } from '../../src/language/workspace/document.js';
import { temporaryFolder } from '../support/folders.js';
import { documentsBelow, sharedCorpus } from '../support/models.js';

const GRAMMARS = join(import.meta.dirname, '../../editors/tree-sitter');
const LANGUAGES = ['kerml', 'sysml'] as const;
const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;
const readsParsers = (): boolean => `${spawnSync('tree-sitter', ['parse', '--help']).stdout}`.includes('--lang-name');
const canBuild = isThere('tree-sitter') && readsParsers() && isThere('cc');

/** Forms that few models have, and text that looks like something else. */
const FORMS: readonly (readonly [(typeof LANGUAGES)[number], string])[] = [
    ['sysml', '//* a note */ package P { // another\n doc /* text ** here */ part a; }'],
    ['sysml', "package 'a name' { attribute x = 1..2; attribute y = .5e3 [kg]; attribute z = a.b->sum(); }"],
    ['sysml', 'part def choice; state def S { choice c; part done; }'],
    ['sysml', 'attribute a = if x ? 1 else -2 ** 3 ** 4; attribute b = not c implies d ?? e;'],
    ['kerml', 'class A specializes B; feature f : A[0..*] ordered = new A(x = 1); inv false { f == null }']
];

describe.skipIf(!canBuild)('parsers made by tree-sitter', () => {
    let folder = '';

    function run(program: string, args: readonly string[], cwd = folder): { readonly status: number | null; readonly output: string } {
        const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
        return { status, output: stdout + stderr };
    }

    /** What the parser of a language says about texts: a line a text with an error. */
    function errorsIn(language: string, texts: readonly SourceDocument[]): string[] {
        const paths = texts.map(({ content }, i) => {
            const path = join(folder, language, `text${i}.${language}`);
            writeFileSync(path, content);
            return path;
        });
        writeFileSync(join(folder, `${language}.paths`), paths.join('\n'));
        const { status, output } = run('tree-sitter', ['parse', '-q', ...parserOf(language), '--paths', `${language}.paths`]);
        expect(status, output).toBeLessThan(2);
        return output.split('\n').filter(line => /ERROR|MISSING/.test(line));
    }

    const parserOf = (language: string): string[] => ['-l', join(folder, `${language}.so`), '--lang-name', language];

    beforeAll(() => {
        folder = temporaryFolder('tree-sitter-');
        for (const language of LANGUAGES) {
            const own = join(folder, language);
            mkdirSync(own);
            cpSync(join(GRAMMARS, language), own, { recursive: true });
            expect(run('tree-sitter', ['generate', '--abi', '14'], own)).toMatchObject({ status: 0 });
            expect(run('cc', ['-O1', '-shared', '-fPIC', '-I', 'src', 'src/parser.c', '-o', `../${language}.so`], own)).toMatchObject({
                status: 0
            });
        }
    });

    test.each(LANGUAGES)('%s: files without an error of ours have none', language => {
        const texts = [...documentsBelow('library'), ...documentsBelow('examples'), ...sharedCorpus()].filter(
            document => document.language === language && parseDocument(document.content, language).diagnostics.length === 0
        );
        expect(texts.length).toBeGreaterThan(30);
        expect(errorsIn(language, texts)).toEqual([]);
    });

    test.each(FORMS)('%s: %s', (language, content) => {
        expect(parseDocument(content, language).diagnostics).toEqual([]);
        expect(errorsIn(language, [{ name: 'form', language, content }])).toEqual([]);
    });

    test('a broken text has an error', () => {
        expect(errorsIn('sysml', [{ name: 'broken', language: 'sysml', content: 'part def { ::' }])).toHaveLength(1);
    });

    test.each(LANGUAGES)('%s: the queries fit the grammar', language => {
        writeFileSync(join(folder, `queried.${language}`), 'package P { private import Q::*; doc /* text */ }');
        const queries = join(folder, language, 'queries');
        for (const query of readdirSync(queries)) {
            const found = run('tree-sitter', ['query', ...parserOf(language), join(queries, query), `queried.${language}`]);
            expect(found, query).toMatchObject({ status: 0 });
            expect(found.output, query).toContain('capture');
        }
    });
});
