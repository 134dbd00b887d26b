// Damaged documents: no exception, no endless loop, every finding has a span in the text, every node is complete.
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../support/any-text.js';
import { cases } from '../../support/thorough.js';
import { languageOf, notesOf, parseDocument, parseExpression, visitAll, type SyntaxLanguage } from '../../../src/language/syntax/index.js';

const FILES = readdirSync('library', { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.(sysml|kerml)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map((file): [string, SyntaxLanguage] => [readFileSync(file, 'utf8').slice(0, 6000), languageOf(file)]);

const document = fc.constantFrom(...FILES);

function check(text: string, language: SyntaxLanguage): void {
    const { root, diagnostics } = parseDocument(text, language);
    let last = 0;
    for (const { offset, end, message, code } of diagnostics) {
        expect(code).toBe('syntax');
        expect(message).not.toBe('');
        expect(offset).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThanOrEqual(offset);
        expect(end).toBeLessThanOrEqual(text.length);
        last = offset;
    }
    visitAll(root, node => {
        expect(node.$end).toBeGreaterThanOrEqual(node.$offset);
        expect((node as unknown as { $isComplete(): boolean }).$isComplete()).toBe(true);
    });
}

describe('a damaged document', () => {
    it('may be cut off anywhere', () => {
        fc.assert(
            fc.property(document, fc.nat(), ([text, language], at) => check(text.slice(0, at % (text.length + 1)), language)),
            { numRuns: cases(15, 180, 600) }
        );
    });

    it('may miss or repeat a part', () => {
        fc.assert(
            fc.property(document, fc.nat(), fc.nat(200), fc.boolean(), ([text, language], from, length, repeat) => {
                const at = from % text.length;
                const part = text.slice(at, at + length);
                check(text.slice(0, at) + (repeat ? part + part : '') + text.slice(at + length), language);
            }),
            { numRuns: cases(15, 180, 600) }
        );
    });

    it('may have its words in any order', () => {
        fc.assert(
            fc.property(
                document.chain(([text, language]) =>
                    fc.tuple(fc.shuffledSubarray(text.split(/\s+/).slice(0, 200), { minLength: 1 }), fc.constant(language))
                ),
                ([words, language]) => check(words.join(' '), language)
            ),
            { numRuns: cases(8, 90, 300) }
        );
    });

    it('may be any text', () => {
        fc.assert(
            fc.property(anyText(200), fc.constantFrom<SyntaxLanguage>('kerml', 'sysml'), (text, language) => {
                check(text, language);
                parseExpression(text, language);
                notesOf(text, language);
            }),
            { numRuns: cases(15, 180, 600) }
        );
    });
});

describe('a large document', () => {
    it('of 100,000 members is read', () => {
        const text = `package P {\n${Array.from({ length: 100_000 }, (_, i) => `    part p${i} : B;\n`).join('')}}`;
        const { root, diagnostics } = parseDocument(text, 'sysml');
        expect(diagnostics).toEqual([]);
        expect(root.members).toMatchObject([{ members: { length: 100_000 } }]);
    });
});
