// The compiled parser and Langium's parser make the same trees of the same texts.
import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KerMLGrammar, SysMLGrammar } from '../../../src/language/generated/grammar.js';
import { languageOf, parseDocument, visitAll, type SyntaxLanguage } from '../../../src/language/syntax/index.js';
import { parseWithLangium } from './langium.js';
import { cases, sampled } from '../../support/thorough.js';
import { randomText, type Samples } from './random.js';
import { difference } from './trees.js';

const SAMPLES: Samples = {
    ID: ['a', 'b1', '_c', 'part1'],
    UNRESTRICTED_NAME: ["'a b'", "'it\\'s'"],
    STRING_VALUE: ['"text"', '"a\\n\\"b"'],
    DECIMAL_VALUE: ['0', '42'],
    REAL_VALUE: ['1.5', '.5', '1e3', '1.5E-3'],
    REGULAR_COMMENT: ['/* note */', '/**/']
};

function filesIn(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter(entry => entry.isFile() && /\.(sysml|kerml)$/.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
        .sort();
}

function compare(text: string, language: SyntaxLanguage): string | undefined {
    const { reservedNames } = parseDocument(text, language);
    if (reservedNames.length > 0) {
        // Langium's parser knows no reserved words as names: compare the text in which they are quoted.
        const quoted = [...reservedNames]
            .sort((a, b) => b.offset - a.offset)
            .reduce((t, { offset, end }) => `${t.slice(0, offset)}'${t.slice(offset, end)}'${t.slice(end)}`, text);
        return compare(quoted, language);
    }
    const expected = parseWithLangium(text, language);
    const actual = parseDocument(text, language);
    const errors = expected.parserErrors.length + expected.lexerErrors.length;
    if (errors > 0 !== actual.diagnostics.length > 0) {
        return `Langium: ${expected.parserErrors[0]?.message ?? 'no error'}; compiled: ${actual.diagnostics[0]?.message ?? 'no error'}`;
    }
    return errors > 0 ? undefined : (difference(expected.value, actual.root) ?? spanDifference(expected.value.$cstNode!.text, text));
}

/** The text that Langium's tree covers is the text itself. */
function spanDifference(covered: string, text: string): string | undefined {
    return covered.length > text.length ? 'the tree covers more than the text' : undefined;
}

const folders = ['library', 'examples', '../shared/corpus', '../shared/conformance'].filter(folder => existsSync(folder));

describe.each(folders)('documents in %s', folder => {
    it('give the same trees', () => {
        const differences = sampled(filesIn(folder), 48).flatMap(file => {
            const found = compare(readFileSync(file, 'utf8'), languageOf(file));
            return found === undefined ? [] : [`${file}: ${found}`];
        });
        expect(differences).toEqual([]);
    });
});

describe.each([
    ['kerml', KerMLGrammar()],
    ['sysml', SysMLGrammar()]
] as const)('random %s documents', (language, grammar) => {
    const text = fc
        .infiniteStream(fc.nat({ max: 0x7fffffff }))
        .map(numbers => randomText(grammar, 'RootNamespace', SAMPLES, below => (numbers.next().value as number) % below));

    it('give the same trees', () => {
        let refused = 0;
        fc.assert(
            fc.property(text, source => {
                const found = compare(source, language);
                if (found !== undefined) {
                    throw new Error(`${found}\n${source}`);
                }
                refused += parseDocument(source, language).diagnostics.length > 0 ? 1 : 0;
            }),
            { numRuns: cases(6, 90, 600), endOnFailure: true }
        );
        // Where the notation is ambiguous, a text that follows its rules may still be read in another way: `send { }`.
        expect(refused).toBeLessThan(cases(5, 20));
    });

    it('have spans that nest', () => {
        fc.assert(
            fc.property(text, source => {
                visitAll(parseDocument(source, language).root, node => {
                    expect(node.$offset).toBeLessThanOrEqual(node.$end);
                    if (node.$container !== undefined) {
                        expect(node.$offset).toBeGreaterThanOrEqual(node.$container.$offset);
                        expect(node.$end).toBeLessThanOrEqual(node.$container.$end);
                    }
                });
            }),
            { numRuns: cases(4, 60, 400), endOnFailure: true }
        );
    });
});
