import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format, formattingEdits } from '../../src/exchange/formatter/format.js';
import { tokensOf } from '../../src/language/syntax/index.js';
import { isFull, spread } from '../support/thorough.js';

/** A rule, a text and how it is laid out. */
const cases: readonly (readonly [string, string, string])[] = [
    ['a brace opens a step of four blanks', 'part a {\npart b {\npart c;\n}\n}', 'part a {\n    part b {\n        part c;\n    }\n}\n'],
    ['lines are neither joined nor split', 'part a { part b; }\npart\nc\n;', 'part a { part b; }\npart\nc\n;\n'],
    ['a run of blanks is one, and none is added', 'part   a\t:  B{}', 'part a : B{}\n'],
    ['no blank before ; , ) ] nor after ( [', 'calc f ( a , b ) [ 1 ] ;', 'calc f (a, b) [1];\n'],
    ['at most one blank line stays, none before the first token', '\n\n\npart a;\n\n\n\npart b;\n\n', 'part a;\n\npart b;\n'],
    ['a line that begins with an infix token goes on', 'part a\n:> b\n, c;', 'part a\n    :> b\n    , c;\n'],
    ['a line behind an infix token goes on', 'attribute x = 1 +\n2;', 'attribute x = 1 +\n    2;\n'],
    ['a line behind an opening bracket goes on, not the closing one', 'x = f(\n1\n);', 'x = f(\n    1\n);\n'],
    ['a line behind a prefix goes on', 'port p : ~\nP; @\nM;', 'port p : ~\n    P; @\n    M;\n'],
    ['a brace on a line of its own does not go on', 'part a :>\n{\n}', 'part a :>\n{\n}\n'],
    ['a comment does not end what goes on', 'x = 1 + // one\n2;', 'x = 1 + // one\n    2;\n'],
    ['a number with a point in front is no infix token', 'x =\n.5\n;', 'x =\n    .5\n;\n'],
    ['the lines of a comment stay', 'part a {\ndoc /* a\n   *  b */\n}', 'part a {\n    doc /* a\n   *  b */\n}\n'],
    ['the more frequent line end wins, in comments too', 'a;\r\nb;\r\n/* c\nd */\r\n', 'a;\r\nb;\r\n/* c\r\nd */\r\n'],
    ['and the bare one when they are as many', 'a;\r\nb;\n', 'a;\nb;\n'],
    ['a comment that is not closed ends the text as it is', 'part a;\n  /* b  ', 'part a;\n/* b  '],
    ['a string that is not closed ends with its line', 'x = "a  b  \ny;', 'x = "a  b\ny;\n'],
    ['blanks in quotes stay', 'part \'a  b\' = "c  d";', 'part \'a  b\' = "c  d";\n'],
    ['text that cannot be read is laid out too', '}}  {\n§ part )\n', '}} {\n    § part)\n'],
    ['only white space is nothing', ' \n\t\n', ''],
    ['nothing stays nothing', '', ''],
    ['a byte order mark stays', '\uFEFF  part a;', '\uFEFFpart a;\n']
];

/** What is broken at a width of 40: a rule, a text and how it is laid out. */
const broken: readonly (readonly [string, string, string])[] = [
    ['a body of several members', 'part a { part b; part c; }', 'part a {\n    part b;\n    part c;\n}\n'],
    ['not a body of one', 'part a { part b; }', 'part a { part b; }\n'],
    ['a body without blanks', 'part a{part b;part c;}', 'part a{\n    part b;\n    part c;\n}\n'],
    [
        'what is glued of a body of several lines',
        'part a { part b;\npart c; part d; }',
        'part a {\n    part b;\n    part c;\n    part d;\n}\n'
    ],
    ['behind the brace of a member', 'part a {\npart b {\nx;\n} part c; }', 'part a {\n    part b {\n        x;\n    }\n    part c;\n}\n'],
    ['not a note behind a member', 'part a {\npart b; /* n */\npart c; // m\n}', 'part a {\n    part b; /* n */\n    part c; // m\n}\n'],
    ['not the succession of an entry', 'state a { entry; then b; state b; }', 'state a {\n    entry; then b;\n    state b;\n}\n'],
    ['but that of a step', 'action a { action b; then c; }', 'action a {\n    action b;\n    then c;\n}\n'],
    ['a body around a broken one', 'part a { part b { x; y; } }', 'part a {\n    part b {\n        x;\n        y;\n    }\n}\n'],
    ['a comment is a member', 'part a { doc /* x */ part b; }', 'part a {\n    doc /* x */\n    part b;\n}\n'],
    ['two branches are one member', 'state s { if x { a; } else { b; } }', 'state s { if x { a; } else { b; } }\n'],
    ['not the body of a function', 'a = xs->collect {in y; y + 1};', 'a = xs->collect {in y; y + 1};\n'],
    [
        'a long line with a body, around it',
        'require constraint { aaaaaaaaaaa <= bbbbbbbbbbb }',
        'require constraint {\n    aaaaaaaaaaa <= bbbbbbbbbbb\n}\n'
    ],
    [
        'a long line, in front of an infix token outside of brackets',
        'x = aaaaaaaaaaaa + f(bbbbbbbb, cccccccc + d);',
        'x = aaaaaaaaaaaa\n    + f(bbbbbbbb, cccccccc + d);\n'
    ],
    [
        'a long line, behind a comma',
        'part a :> bbbbbbbbbbbbbbb, cccccccccccccc, d;',
        'part a :> bbbbbbbbbbbbbbb,\n    cccccccccccccc, d;\n'
    ],
    [
        'a long line, behind a comma rather than in front of a value',
        'Where(\n    a = bbbbbbbbbbbb, ccc = dddddddddddddddd\n);',
        'Where(\n    a = bbbbbbbbbbbb,\n    ccc = dddddddddddddddd\n);\n'
    ],
    [
        'members beside a body that is broken',
        'package P { part def A { part b; part c; } part def D { part e; }\n    part f; part g; }',
        'package P {\n    part def A {\n        part b;\n        part c;\n    }\n    part def D { part e; }\n    part f;\n    part g;\n}\n'
    ],
    [
        'not what is too long by its comment',
        'part a; // a comment that goes on beyond the width',
        'part a; // a comment that goes on beyond the width\n'
    ],
    ['not what has no place for a break', `part ${'a'.repeat(60)};`, `part ${'a'.repeat(60)};\n`]
];

describe('the formatter with a width', () => {
    it.each(broken)('breaks %s', (_rule, text, expected) => {
        expect(format(text, { width: 40 })).toBe(expected);
        expect(format(expected, { width: 40 })).toBe(expected);
    });

    it.each(['library', 'examples'])('keeps the tokens of every file of %s, with a line for each member', folder => {
        const root = join(import.meta.dirname, '../..', folder);
        const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => /\.(sysml|kerml)$/.test(name));
        for (const file of spread(files, 3)) {
            const language = file.endsWith('.kerml') ? 'kerml' : 'sysml';
            const text = readFileSync(join(root, file), 'utf8');
            const once = format(text, { width: 120 });
            expect(tokensOf(once, language), file).toEqual(tokensOf(text, language));
            expect(format(once, { width: 120 }), file).toBe(once);
            expect(once, file).not.toMatch(/^[^"'/*]*[;}] (part|attribute|port|item|feature|function|step|classifier)\b/m);
        }
    });

    it('breaks only the lines of a range', () => {
        const text = 'part a { b; c; }\npart d { e; f; }\n';
        const edits = formattingEdits(text, { width: 40, range: { offset: 20, end: 20 } });
        expect(edits.every(e => e.offset >= 16)).toBe(true);
        expect(edits.length).toBeGreaterThan(0);
    });
});

describe('the formatter', () => {
    it.each(cases)('%s', (_rule, text, expected) => {
        expect(format(text)).toBe(expected);
        expect(format(expected)).toBe(expected);
    });

    const piece = fc.constantFrom(
        ...[
            'part',
            'a',
            "'b c'",
            '"d  e"',
            '{',
            '}',
            '(',
            ')',
            '[',
            ']',
            ';',
            ',',
            ':',
            ':>>',
            '+',
            '.',
            '.5',
            '1',
            '..',
            '->',
            '@',
            '#',
            '?',
            '??'
        ],
        ...['// note  ', '/* c\n d */', '//* n\n */', '/*', '"', "'", '\\', '\n', '\r\n', '\n\n\n', ' ', '  ', '\t', '§', '*/']
    );

    it.each([0, 20])('keeps the tokens of any text, and its result, at width %i', width => {
        fc.assert(
            fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
                const text = pieces.join('');
                const once = format(text, { width });
                const unix = (s: string): string => s.replace(/\r\n/g, '\n');
                expect(tokensOf(once, 'sysml').map(unix)).toEqual(tokensOf(text, 'sysml').map(unix));
                expect(format(once, { width })).toBe(once);
            }),
            { numRuns: isFull ? 3000 : 1000 }
        );
    });

    it('changes only the lines of a range, by the structure of the whole text', () => {
        const text = 'part a {\npart b;\npart c;\n}\n';
        const offset = text.indexOf('part c');
        expect(formattingEdits(text, { range: { offset, end: offset } })).toEqual([{ offset: offset - 1, end: offset, text: '\n    ' }]);
    });

    it('keeps the indentation of the line after a range, and ends the last line', () => {
        const text = 'part a {\npart b;\n  part c;\n  }';
        const [b, end] = [text.indexOf('part b'), text.length];
        expect(formattingEdits(text, { range: { offset: b, end: b + 7 } })).toEqual([{ offset: b - 1, end: b, text: '\n    ' }]);
        expect(formattingEdits(text, { range: { offset: end, end } })).toEqual([
            { offset: end - 4, end: end - 1, text: '\n' },
            { offset: end, end, text: '\n' }
        ]);
    });
});
