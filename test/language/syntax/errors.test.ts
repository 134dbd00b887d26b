// Syntax errors: one finding at the right place, and the rest of the document is still read. ⟦ ⟧ mark the finding's span.
import { describe, expect, it } from 'vitest';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { parseDocument, parseExpression, visitAll } from '../../../src/language/syntax/index.js';

interface Case {
    readonly what: string;
    readonly text: string;
    /** Messages, in order. */
    readonly messages: readonly string[];
    /** Names that the tree still knows. */
    readonly names: readonly string[];
}

const CASES: readonly Case[] = [
    {
        what: 'missing semicolon: behind the previous token',
        text: 'part a : B⟦\n⟧part c;',
        messages: ["expected ';' or '{' but found 'part'"],
        names: ['a', 'c']
    },
    {
        what: 'superfluous name',
        text: 'part a ⟦b⟧; part c;',
        messages: ["expected ';' or '{' but found 'b': a type follows ':' ('part a : b'), a name with a blank in single quotes ('a b')"],
        names: ['a', 'c']
    },
    { what: 'missing type', text: 'part a : ⟦;⟧ part c;', messages: ["expected a name but found ';'"], names: ['a', 'c'] },
    {
        what: 'missing operand',
        text: 'attribute x = 1 + ⟦;⟧ part c;',
        messages: ["expected an expression but found ';'"],
        names: ['x', 'c']
    },
    { what: 'open parenthesis', text: 'attribute x = (1 + 2⟦;⟧ part c;', messages: ["expected ')' but found ';'"], names: ['x', 'c'] },
    {
        what: 'wrong word in a connector',
        text: 'package P { connect a ⟦too⟧ b; part c; }',
        messages: ["expected 'to' but found 'too'"],
        names: ['P', 'c']
    },
    {
        what: 'unknown keyword',
        text: 'package P { foo ⟦bar⟧ baz; part c; }',
        messages: ["expected ';' or '{' but found 'bar'"],
        names: ['P', 'foo', 'c']
    },
    {
        what: 'two errors in nested bodies',
        text: 'part x { attribute y = ⟦;⟧ part z { attribute w : ⟦}⟧ attribute v; }',
        messages: ["expected an expression but found ';'", "expected a name but found '}'"],
        names: ['x', 'y', 'z', 'w', 'v']
    },
    {
        what: 'superfluous brace at the end',
        text: 'part a { } ⟦}⟧\npart c;',
        messages: ["expected a declaration or the end of the text but found '}'"],
        names: ['a', 'c']
    },
    {
        what: 'missing brace',
        text: 'part a { part b;⟦⟧',
        messages: ["expected a declaration or '}' but found the end of the text: the '{' in line 1 is not closed"],
        names: ['a', 'b']
    },
    {
        what: 'missing brace within others',
        text: 'part a {\n    part b {\n        part c { }\n    part d;\n}⟦⟧',
        messages: ["expected a declaration or '}' but found the end of the text: the '{' in line 2 seems not to be closed"],
        names: ['a', 'b', 'c', 'd']
    },
    ...(
        [
            ['after one that is closed', 'part a { }\npart b {\n    part c;', 2, 'is not closed', 'abc'],
            ['on one line', 'part a { part b { part c; }', 1, 'is not closed', 'abc'],
            ['of a body that closes on its line', 'part a {\n    part b {\n    part c { } }\npart d;', 1, 'is not closed', 'abcd'],
            ['with equal indentation', 'part a {\npart b {\npart c;\n}', 1, 'is not closed', 'abc'],
            ['with tabs', 'part a {\n\tpart b {\n\t\tpart c;\n}', 2, 'seems not to be closed', 'abc'],
            ['with other line ends', 'part a {\r\n  part b {\r\n    part c;\r\n}', 2, 'seems not to be closed', 'abc'],
            ['in lines that end with CR', 'part a {\r  part b {\r    part c;\r}', 2, 'seems not to be closed', 'abc'],
            ['the first of two', 'part a {\n  part b {\n    part c {\n  }\n}', 3, 'seems not to be closed', 'abc'],
            ['by a brace behind text', 'part a {\n    part b {\n  part c; }\n  part d;', 1, 'is not closed', 'abcd'],
            ['behind text on its line', 'part a {\n    part b {\n    part c; } part d; }\npart e {', 4, 'is not closed', 'abcde']
        ] as const
    ).map(([what, text, line, how, names]) => ({
        what: `missing brace ${what}`,
        text: `${text}⟦⟧`,
        messages: [`expected a declaration or '}' but found the end of the text: the '{' in line ${line} ${how}`],
        names: [...names]
    })),
    { what: 'missing declaration end', text: 'part a⟦⟧', messages: ["expected ';' or '{' but found the end of the text"], names: ['a'] },
    { what: 'open name', text: "part ⟦'abc⟧;\npart c;", messages: ["this name is not closed: expected '"], names: ['abc', 'c'] },
    { what: 'open string', text: 'attribute a = ⟦"abc⟧;\npart c;', messages: ['this string is not closed: expected "'], names: ['a', 'c'] },
    {
        what: 'open string where none may stand, reported once',
        text: 'part a ⟦"abc⟧;\npart c;',
        messages: ['this string is not closed: expected "'],
        names: ['a', 'c']
    },
    {
        what: 'a name outside ASCII where none may stand, reported once',
        text: 'part a ⟦ñandú⟧; part c;',
        messages: ["a name with letters such as 'ñ' stands in single quotes: 'ñandú'"],
        names: ['a', 'c']
    },
    {
        what: 'the same mistake in two places',
        text: 'part a ⟦b⟧; part c ⟦d⟧;',
        messages: ['b', 'd'].map(
            name =>
                `expected ';' or '{' but found '${name}': a type follows ':' ('part ${name === 'b' ? 'a' : 'c'} : ${name}'), a name with a blank in single quotes ('${name === 'b' ? 'a' : 'c'} ${name}')`
        ),
        names: ['a', 'c']
    },
    { what: 'open comment', text: 'part a;\ndoc ⟦/*⟧ abc\npart c;', messages: ["this comment is not closed: expected '*/'"], names: ['a'] },
    {
        what: 'characters of no token',
        text: 'part a; part ⟦§§⟧ b;',
        messages: ["unexpected characters '§§'; a name with such characters must stand in single quotes"],
        names: ['a', 'b']
    },
    {
        what: 'a name with letters outside ASCII',
        text: 'part ⟦ñandú⟧ : A; part b :> ⟦ñandú⟧; part ⟦größe⟧;',
        messages: ['ñandú', 'ñandú', 'größe'].map(
            (name, i) => `a name with letters such as '${'ññö'[i]}' stands in single quotes: '${name}'`
        ),
        names: ['ñandú', 'b', 'größe']
    },
    {
        what: 'a definition that is typed',
        text: 'part def A ⟦:⟧ B; part c;',
        messages: ["expected ';' or '{' but found ':': a definition specializes with ':>'"],
        names: ['A', 'c']
    },
    {
        what: 'a package that is typed',
        text: 'package A ⟦:⟧ B; part c;',
        messages: ["expected ';' or '{' but found ':'"],
        names: ['A', 'c']
    },
    {
        what: 'the choice of another language',
        text: 'attribute x = if a ⟦then⟧ 1 else 2; part c;',
        messages: ["expected '?' but found 'then': a conditional expression is 'if … ? … else …'"],
        names: ['x', 'c']
    },
    {
        what: 'the conjunction of another language',
        text: 'attribute x = a &⟦&⟧ b; part c;',
        messages: ["expected an expression but found '&': the conjunction is 'and'"],
        names: ['x', 'c']
    },
    {
        what: 'broken result expression',
        text: 'calc f { in x : A; x + ⟦}⟧ part c;',
        messages: ["expected an expression but found '}'"],
        names: ['f', 'x', 'c']
    }
];

function unmark(text: string): { text: string; spans: [number, number][] } {
    const spans: [number, number][] = [];
    let plain = '';
    for (const char of text) {
        if (char === '⟦') {
            spans.push([plain.length, plain.length]);
        } else if (char === '⟧') {
            spans[spans.length - 1][1] = plain.length;
        } else {
            plain += char;
        }
    }
    return { text: plain, spans };
}

function namesIn(root: AstNode): string[] {
    const found: string[] = [];
    visitAll(root, node => {
        if ('name' in node && typeof node.name === 'string') {
            found.push(node.name);
        }
    });
    return found;
}

describe('a syntax error', () => {
    it.each(CASES)('$what', ({ text: marked, messages, names }) => {
        const { text, spans } = unmark(marked);
        const { root, diagnostics } = parseDocument(text, 'sysml');
        expect(diagnostics.map(({ message }) => message)).toEqual(messages);
        expect(diagnostics.map(({ offset, end }) => [offset, end])).toEqual(spans);
        expect(namesIn(root)).toEqual(names);
    });

    it.each([
        ['at a declaration that starts a line', 'part a ⟦+⟧\npart c;', 'ac'],
        ['at one after CR', 'part a ⟦+⟧\rpart c;', 'ac'],
        ['not at one on the same line', 'part a ⟦+⟧ part c; part d;', 'ad'],
        ['not at one that is indented further', '  part a ⟦+⟧\n    part c;\n  part d;', 'ad'],
        ['not at one that a tab and a blank indent further', '\tpart a ⟦+⟧\n\t part c;\npart d;', 'ad'],
        ['at one in the column of a line', '  part x; part a ⟦+⟧\n  part c;', 'xac'],
        ['not at one that is indented further than the line', 'part x; part a ⟦+⟧\n  part c;\npart d;', 'xad'],
        ['not at one within braces', 'part a ⟦+⟧ {\npart c;\n}\npart d;', 'ad'],
        ['behind nested braces', 'part a ⟦+⟧ { part { part c; } } part d;', 'ad'],
        ['not at a word that starts no declaration', 'part a ⟦+⟧\nof c;\npart d;', 'ad'],
        ['not at a name', 'part a ⟦+⟧\nc;\npart d;', 'ad'],
        ['not at a sign', 'part a ⟦+⟧\n] part x;\npart d;', 'ad'],
        ['before the brace that closes the body', 'part a { part b ⟦+⟧ }\npart d;', 'abd'],
        ['before that of the inner body', 'part a { part b { part c ⟦+⟧ }\npart e; }\npart d;', 'abced'],
        ['behind a brace that closes nothing', 'part a { } ⟦}⟧\n part b ⟦+⟧ d;\npart e;', 'abe'],
        ['behind such a brace of a member', 'part a ⟦+⟧ }\npart b; ⟦}⟧\npart c;', 'abc'],
        ['at a declaration behind a word alone', 'part a { ⟦of⟧\npart b; }', 'ab'],
        ['at a declaration behind an expression', 'calc f { in x;\n1 + ⟦;⟧\nin y; }\npart c;', 'fxyc'],
        ['at the end of the text', 'part a { part b ⟦+⟧', 'ab']
    ])('lets the parser go on %s', (_what, marked, names) => {
        const { text, spans } = unmark(marked);
        const { root, diagnostics } = parseDocument(text, 'sysml');
        expect(diagnostics.map(({ offset, end }) => [offset, end])).toEqual(spans);
        expect(namesIn(root).join('')).toBe(names);
    });

    it('in an expression of its own leaves text over', () => {
        const { expression, diagnostics } = parseExpression('a b', 'sysml');
        expect(expression?.$type).toBe('FeatureReferenceExpression');
        expect(diagnostics).toMatchObject([{ offset: 2, end: 3, code: 'syntax' }]);
    });

    it('in an empty expression is at its start', () => {
        expect(parseExpression('', 'kerml')).toMatchObject({
            expression: undefined,
            diagnostics: [{ offset: 0, message: 'expected an expression but found the end of the text' }]
        });
    });
});

describe('a bound', () => {
    const deep = 2500;
    it.each([
        ['bodies', `${'part a {'.repeat(deep)}${'}'.repeat(deep)} part z;`],
        ['open bodies', 'part a {'.repeat(deep)],
        ['parentheses', `attribute x = ${'('.repeat(deep)}1${')'.repeat(deep)}; part z;`],
        ['prefix operators', `attribute x = ${'not '.repeat(deep)}1; part z;`],
        ['function bodies', `attribute x = ${'{'.repeat(deep)}`],
        ['calls', `attribute x = ${'f('.repeat(deep)}`],
        ['brackets', `attribute x = ${'a['.repeat(deep)}`]
    ])('on the depth of %s is one finding', (_, text) => {
        const { root, diagnostics } = parseDocument(text, 'sysml');
        expect(diagnostics).toHaveLength(1);
        expect(diagnostics[0].message).toContain('nested too deeply');
        expect(root.members.length > 1).toBe(text.endsWith('part z;'));
    });

    it.each([[' + 1'], ['.b'], [' ** 1']])('on the length of a chain of%s is one finding', link => {
        const { diagnostics } = parseDocument(`attribute x = 1${link.repeat(deep)}; part z;`.replace('= 1.', '= a.'), 'sysml');
        expect(diagnostics).toMatchObject([{ message: 'this expression is too long: more than 1000 operators in a row' }]);
    });

    it('on the number of findings holds', () => {
        expect(parseDocument('}'.repeat(5000), 'sysml').diagnostics).toHaveLength(1000);
    });
});

it('a reserved word is read as a name also beside a name that looks like a misspelled keyword', () => {
    const { diagnostics, reservedNames } = parseDocument(
        'action def A { action sender; done end; then start sender; then sender end; }',
        'sysml'
    );
    expect(diagnostics).toEqual([]);
    expect(reservedNames.length).toBeGreaterThan(0);
});

it('a reserved word that was read as a name is reserved in the next version of a long text', () => {
    const rest = 'part x { attribute y = 1; }\n'.repeat(500);
    const words = [`${rest}part merge;\n${rest}`, `${rest}part  merge;\n${rest}`, `part z;\n${rest}part merge;\n${rest}`].map(text => {
        const { diagnostics, reservedNames } = parseDocument(text, 'sysml');
        expect(diagnostics).toEqual([]);
        return reservedNames.map(({ offset, end }) => text.slice(offset, end));
    });
    expect(words).toEqual([['merge'], ['merge'], ['merge']]);
});
