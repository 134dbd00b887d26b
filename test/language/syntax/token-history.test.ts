/** The tokens of versions of a long text are those that a scanner gives for each version alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SysMLParser } from '../../../src/language/generated/sysml-parser.js';
import type { SyntaxDiagnostic } from '../../../src/language/syntax/diagnostics.js';
import type { Scanner, TokenBuffer } from '../../../src/language/syntax/scanner.js';
import { TokenHistory } from '../../../src/language/syntax/token-history.js';

const newScanner = (): Scanner => new SysMLParser().scanner;

const LINE = (i: number): string => `    part p${i} : 'a type'[1..${i}] { doc /* note ${i} */ attribute x = 1.5e3 + ${i}; } // rest\n`;
const TEXT = `package P {\n${Array.from({ length: 140 }, (_, i) => LINE(i)).join('')}}\n`;
const MIDDLE = TEXT.indexOf('part p70');

type Edit = readonly [from: number, to: number, text: string];

interface Scanned {
    /** kinds, starts and ends */
    readonly tokens: readonly string[];
    readonly openNotes: readonly number[];
    readonly isCutOff: boolean;
    readonly diagnostics: readonly SyntaxDiagnostic[];
}

function shown({ kinds, starts, ends, count, openNotes, isCutOff }: TokenBuffer, diagnostics: readonly SyntaxDiagnostic[]): Scanned {
    // with the end of the text, and the token at which a failed parser waits
    const tokens = [kinds, starts, ends].map(numbers => numbers.subarray(0, count + 2).join(' '));
    return { tokens, openNotes: [...openNotes], isCutOff, diagnostics };
}

function alone(text: string): Scanned {
    const diagnostics: SyntaxDiagnostic[] = [];
    return shown(newScanner().scan(text, diagnostics), diagnostics);
}

/** Scans the versions that edits make one after another, and expects of each what a scanner of its own gives. */
function follow(edits: readonly Edit[]): void {
    const history = new TokenHistory(newScanner());
    let text = TEXT;
    for (const [from, to, inserted] of [[0, 0, ''] as Edit, ...edits]) {
        text = text.slice(0, from) + inserted + text.slice(to);
        const diagnostics: SyntaxDiagnostic[] = [];
        expect(shown(history.scan(text, diagnostics), diagnostics)).toEqual(alone(text));
    }
}

const insert = (at: number, text: string): Edit => [at, at, text];
const remove = (at: number, length: number): Edit => [at, at + length, ''];

describe('the versions of a long text', () => {
    it.each<readonly [title: string, edits: readonly Edit[]]>([
        ['a word longer by a letter', [insert(MIDDLE + 6, 'x')]],
        ['a letter at the start and at the end', [insert(0, 'x'), insert(TEXT.length + 1, 'y')]],
        ['a number that becomes another kind', [insert(TEXT.indexOf('1.5e3', MIDDLE) + 3, 'e'), remove(TEXT.indexOf('1.5e3', MIDDLE), 1)]],
        ['a note that is opened, and closed', [insert(MIDDLE, '/*'), insert(MIDDLE + 4, '*/'), remove(MIDDLE, 6)]],
        ['a block note that is opened, and closed', [insert(MIDDLE, '//*'), insert(MIDDLE + 5, '*/'), remove(MIDDLE, 7)]],
        ['a block note whose end is removed', [insert(MIDDLE, '//* n */'), remove(MIDDLE + 6, 2), insert(MIDDLE + 6, '*/')]],
        [
            'a block note at the end that is never closed, then is',
            [insert(TEXT.length - 2, '//*'), insert(TEXT.length, 'x'), insert(TEXT.length + 2, ' */')]
        ],
        ['a letter before a block note that is never closed', [insert(TEXT.length - 2, '//*'), insert(MIDDLE, 'x'), remove(MIDDLE, 1)]],
        ['a letter before a quote that is never closed', [insert(TEXT.length - 2, "'"), insert(MIDDLE, 'x'), remove(MIDDLE, 1)]],
        ['an exponent whose digit comes last, and goes first', [insert(MIDDLE, '1e+ '), insert(MIDDLE + 3, '3'), remove(MIDDLE + 3, 1)]],
        ['a range whose second dot comes last', [insert(MIDDLE, '1. '), insert(MIDDLE + 2, '.'), remove(MIDDLE + 1, 1)]],
        ['a quote that is opened, and closed', [insert(MIDDLE, "'"), insert(MIDDLE + 5, "'")]],
        ['a string that is opened, and closed', [insert(MIDDLE, '"'), insert(MIDDLE + 5, '"')]],
        ['a character that no token begins with, and its end', [insert(MIDDLE, '\u00a7'), remove(MIDDLE, 1)]],
        ['the same text again', [insert(MIDDLE, '')]],
        ['a long part that is removed and put back', [remove(MIDDLE, 4000), insert(MIDDLE, TEXT.slice(MIDDLE, MIDDLE + 4000))]],
        ['all but little removed, and all put back', [remove(20, TEXT.length - 40), [0, 40, TEXT]]]
    ])('%s', (_, edits) => follow(edits));

    it('random edits', () => {
        const pieces = ['x', ' ', '\n', '/*', '*/', '//', '//*', "'", '"', '1.', 'e+', '..', '::', ':>>', 'part', '\u00e9', '\\', '{', '}'];
        const edit = fc.tuple(fc.nat({ max: TEXT.length }), fc.constantFrom(0, 0, 1, 3, 40), fc.constantFrom('', ...pieces));
        fc.assert(
            fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), edits => follow(edits.map(([at, n, text]) => [at, at + n, text]))),
            { numRuns: 40 }
        );
    });

    it('the beginning of a text is scanned as if the text ended there', () => {
        const history = new TokenHistory(newScanner());
        history.scan(TEXT, []);
        for (const end of [0, 1, MIDDLE, MIDDLE + 3, TEXT.indexOf('note 70') + 3, TEXT.indexOf("type'", MIDDLE), TEXT.length]) {
            const { kinds, starts, ends, count } = history.beginning(TEXT, end);
            const expected = newScanner().scan(TEXT.slice(0, end), []);
            expect(Array.from({ length: count }, (_, i) => [kinds[i], starts[i], ends[i]])).toEqual(
                Array.from({ length: expected.count }, (_, i) => [expected.kinds[i], expected.starts[i], expected.ends[i]])
            );
            history.scan(`${TEXT} `, []);
            history.scan(TEXT, []);
        }
    });
});
