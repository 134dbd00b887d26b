// Tokens, values, places and the common questions to nodes.
import { describe, expect, it } from 'vitest';
import {
    bodyContentOf,
    childrenOf,
    computeLineStarts,
    fieldOf,
    forEachChild,
    forEachChildOfHead,
    isCut,
    isPlainWord,
    isReservedWord,
    keywordsOf,
    languageOf,
    LineIndex,
    nameSpanOf,
    notesOf,
    parseDocument,
    parseExpression,
    propertiesOf,
    spanOf,
    tokensOf,
    visitAll
} from '../../../src/language/syntax/index.js';
import type { AstNode } from '../../../src/language/generated/tree.js';
import { parseWithLangium } from './langium.js';
import { tokenValue } from '../../../src/language/syntax/values.js';

function firstMember(text: string): AstNode {
    const { root, diagnostics } = parseDocument(text, 'sysml');
    expect(diagnostics).toEqual([]);
    return root.members[0];
}

describe('forms of the standard that few write', () => {
    it.each([
        ['sysml', '@ n typed by M;', 'MetadataUsage', 'n'],
        ['sysml', 'metadata <s> typed typed by M;', 'MetadataUsage', 'typed'],
        ['sysml', '@ typed;', 'MetadataUsage', undefined],
        ['kerml', 'class C { end #M; }', 'Definition', 'C'],
        ['kerml', 'class C { end #M x [1]; }', 'Definition', 'C']
    ] as const)('%s: %s', (language, text, type, name) => {
        const { root, diagnostics } = parseDocument(text, language);
        expect(diagnostics).toEqual([]);
        expect([root.members[0].$type, fieldOf(root.members[0], 'name')]).toEqual([type, name]);
    });
});

describe('values', () => {
    it.each([
        ['abc', 'abc'],
        ["'a b'", 'a b'],
        ["'it\\'s'", "it's"],
        ["'a\\nb\\\\'", 'a\nb\\'],
        ['"x\\t\\"y\\""', 'x\t"y"'],
        ['""', '']
    ])('%s is %j', (text, value) => expect(tokenValue(text)).toBe(value));

    it('of references keep the spelling without notes and white space', () => {
        const node = firstMember("part a : 'P Q' :: /* */ B;".replace('/* */', '//* note */'));
        expect(node.relationships).toMatchObject([{ text: "'P Q'::B" }]);
    });

    it.each([
        ['1..2', 'BinaryExpression'],
        ['1.5', 'LiteralReal'],
        ['.5', 'LiteralReal'],
        ['1e3', 'LiteralReal'],
        ['1.5E-3', 'LiteralReal'],
        ['12', 'LiteralInteger']
    ])('of numbers: %s is a %s', (text, type) => {
        const { expression, diagnostics } = parseExpression(text, 'sysml');
        expect(diagnostics).toEqual([]);
        expect(expression?.$type).toBe(type);
    });
});

describe('keywords', () => {
    it('of one language are names in the other', () => {
        expect(parseDocument('feature part;', 'kerml').diagnostics).toEqual([]);
        expect(parseDocument('part subtype;', 'sysml').diagnostics).toEqual([]);
    });

    it('are names where only a name can stand, and reported', () => {
        const { diagnostics, reservedNames, root } = parseDocument('feature subtype;', 'kerml');
        expect(diagnostics).toEqual([]);
        expect(reservedNames).toEqual([{ offset: 8, end: 15 }]);
        expect(root.members).toMatchObject([{ name: 'subtype' }]);
        expect(parseDocument('part def ; part decide;', 'sysml')).toMatchObject({ reservedNames: [{ offset: 16, end: 22 }] });
        // only the declaration with the error is read again, however much is around it
        const text = 'package P { part def A; package Q { part def B { part all; } part def C; } }';
        const at = text.indexOf('all');
        expect(parseDocument(text, 'sysml')).toMatchObject({ diagnostics: [], reservedNames: [{ offset: at, end: at + 3 }] });
        // A modifier with nothing to modify, and one that has something.
        expect(parseDocument('abstract action ordered { part nonunique; }', 'sysml')).toMatchObject({
            root: { members: [{ name: 'ordered', isOrdered: false, members: [{ name: 'nonunique' }] }] },
            reservedNames: [
                { offset: 16, end: 23 },
                { offset: 31, end: 40 }
            ]
        });
        expect(
            parseDocument('part [2] ordered { } part x ordered; item ordered :>> x; attribute : T ordered; // part ordered;', 'sysml')
        ).toMatchObject({ reservedNames: [] });
        // Where the word does not help it stays a word.
        expect(parseDocument('part part : ;', 'sysml')).toMatchObject({ diagnostics: [{ offset: 5 }], reservedNames: [] });
    });

    it.each<[text: string, names: readonly string[], errors: number]>([
        ['part ⟦in⟧ : A; part b; part ⟦out⟧;', ['in', 'b', 'out'], 0],
        ['package P { part ⟦all⟧; package Q { part ⟦in⟧; } }', ['P', 'all', 'Q', 'in'], 0],
        ['package P { part a; } package Q { part ⟦in⟧; }', ['P', 'a', 'Q', 'in'], 0],
        ['part a :> ⟦first⟧.⟦then⟧;', ['a'], 0],
        ['part a : B C; part ⟦in⟧;', ['a', 'in'], 1],
        ['part a { part ⟦in⟧; part b : ; }', ['a', 'in', 'b'], 1],
        ['package P { part a : ; part b { part ⟦in⟧; } }', ['P', 'a', 'b', 'in'], 1],
        ['part a; part in', ['a'], 1],
        ['part part : ;', [], 1],
        ['part if if;', [], 1],
        ['action ⟦ordered⟧ { }', ['ordered'], 0],
        ['abstract ref part\n ⟦nonunique⟧\n;', ['nonunique'], 0],
        ['part a { attribute ⟦ordered⟧; item ⟦nonunique⟧ { part ⟦ordered⟧; } }', ['a', 'ordered', 'nonunique', 'ordered'], 0],
        ['part ordered nonunique;', [], 0],
        ['part nonunique ordered { }', [], 0],
        ['part a ordered;', ['a'], 0],
        ['part <a> ordered;', [], 0],
        ['part : A ordered;', [], 0],
        ['part [2] ordered;', [], 0],
        ['part ordered = 1;', [], 0],
        ['part a { part ordered :> b; }', ['a'], 0]
    ])('are names in %s: %j', (marked, names, errors) => {
        const text = marked.replace(/[⟦⟧]/g, '');
        const { diagnostics, reservedNames, root } = parseDocument(text, 'sysml');
        const found: unknown[] = [];
        visitAll(root, node => node.name !== undefined && found.push(node.name));
        const read = [...reservedNames].sort((a, b) => b.offset - a.offset);
        expect([read.reduce((t, { offset, end }) => `${t.slice(0, offset)}⟦${t.slice(offset, end)}⟧${t.slice(end)}`, text), found]).toEqual(
            [marked, names]
        );
        expect(diagnostics.length).toBe(errors);
    });

    // of a text so long, 34 words can be tried in the whole; a declaration with all errors is tried alone
    const words = Array.from({ length: 40 }, () => 'part all; ').join('');
    it.each([
        ['declaration', `package P { part def A; part def B { ${words}} } …`, 40],
        ['package', `package P { … package Q { ${words}part def B { part all; } } }`, 41],
        ['text', `${words}…`, 34]
    ])('are all tried in a %s, within limits', (_, text, count) => {
        const long = text.replace('…', ' '.repeat(600_001 - text.length));
        const { reservedNames, diagnostics } = parseDocument(long, 'sysml');
        const places = [...long.matchAll(/all/g)].map(({ index }) => ({ offset: index, end: index + 3 }));
        expect([reservedNames, diagnostics.length]).toEqual([places.slice(0, count), places.length - count]);
    });

    it.each([
        ['a.kerml', 'kerml'],
        ['A.KerML', 'kerml'],
        ['a.kerml.sysml', 'sysml'],
        ['a', 'sysml'],
        ['.kerml/a', 'sysml']
    ])('are those of the language of %s: %s', (path, language) => expect(languageOf(path)).toBe(language));

    it('are listed', () => {
        expect([keywordsOf('sysml').includes('part'), keywordsOf('kerml').includes('part'), isReservedWord('part', 'sysml')]).toEqual([
            true,
            false,
            true
        ]);
        expect([isReservedWord('part', 'kerml'), isReservedWord('x', 'sysml')]).toEqual([false, false]);
        const plain = keywordsOf('sysml').filter(word => isPlainWord(word, 'sysml'));
        expect([plain.length > 0, plain.includes('part'), isPlainWord('x', 'sysml'), isPlainWord('x', 'kerml')]).toEqual([
            true,
            false,
            true,
            true
        ]);
        expect(tokensOf('part a; // note\n/* c */ b §', 'sysml')).toEqual(['part', 'a', ';', '/* c */', 'b']);
    });
});

describe('operators', () => {
    function shape(node: AstNode): string {
        if (node.$type === 'BinaryExpression') {
            return `(${shape(node.left)} ${node.operator} ${shape(node.right)})`;
        }
        return node.$type === 'FeatureReferenceExpression' ? node.text : node.$type;
    }

    it.each([
        ['a + b * c', '(a + (b * c))'],
        ['a * b + c', '((a * b) + c)'],
        ['a - b - c', '((a - b) - c)'],
        ['a ** b ^ c', '(a ** (b ^ c))'],
        ['a or b and c == d', '(a or (b and (c == d)))'],
        ['a implies b ?? c', '((a implies b) ?? c)'],
        ['a .. b + c', '(a .. (b + c))'],
        ['a ** b ** c * d - e', '(((a ** (b ** c)) * d) - e)']
    ])('%s is %s', (text, expected) => {
        const { expression } = parseExpression(text, 'sysml');
        expect(shape(expression!)).toBe(expected);
        expect(spanOf(expression!)).toEqual({ offset: 0, end: text.length });
    });
});

describe('nodes', () => {
    const text = "abstract part <s> 'a b' : A, B { attribute x = 1 + y; }";

    it('have spans', () => {
        const node = firstMember(`  ${text} `);
        expect(spanOf(node)).toEqual({ offset: 2, end: 2 + text.length });
        const name = nameSpanOf(node)!;
        expect(`  ${text} `.slice(name.offset, name.end)).toBe("'a b'");
    });

    it('are empty where a damaged text ends them before their first token', () => {
        const { root } = parseDocument('action a { loop b }', 'sysml');
        const spans: { readonly offset: number; readonly end: number }[] = [];
        visitAll(root, node => spans.push(spanOf(node)));
        expect(spans.filter(({ offset, end }) => end < offset)).toEqual([]);
        expect(spans).toContainEqual({ offset: 16, end: 16 });
    });

    it('have the same spans in both parsers', () => {
        const { value } = parseWithLangium(text, 'sysml');
        expect(spanOf(value.members[0])).toEqual(spanOf(firstMember(text)));
    });

    it('have no name span without a name', () => {
        expect(nameSpanOf(firstMember('part : A;'))).toBeUndefined();
        expect(nameSpanOf(firstMember('import A::*;'))).toBeUndefined();
    });

    it('know their children in the order of the text and their places', () => {
        const node = firstMember(text);
        const children = childrenOf(node);
        expect(children.map(child => child.$type)).toEqual(['FeatureTyping', 'FeatureTyping', 'Usage']);
        expect(children.map(child => child.$containerIndex)).toEqual([0, 1, 0]);
        expect(children.map(child => child.$containerProperty)).toEqual(['relationships', 'relationships', 'members']);
        expect(children.every(child => child.$container === node)).toBe(true);
    });

    it('start with false flags, empty lists and nothing else', () => {
        const node = firstMember('part a;');
        expect(node.isAbstract).toBe(false);
        expect(node.members).toEqual([]);
        expect(Object.isFrozen(node.members)).toBe(true);
        expect(node.value).toBeUndefined();
        expect(node.$facts).toBeUndefined();
    });
});

describe('lines', () => {
    // characters of one to four bytes, at the bounds of each length
    const text = 'a\r\nbé𝄞c\rd\n';
    const widths = '\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}.\n';

    it.each([
        [text, 0, 1, 1, 1],
        [text, 3, 2, 1, 1],
        [text, 4, 2, 2, 2],
        [text, 5, 2, 4, 3],
        [text, 7, 2, 8, 5],
        [text, 9, 2, 10, 7],
        [text, 11, 3, 1, 1],
        [widths, 0, 1, 1, 1],
        [widths, 1, 1, 2, 2],
        [widths, 2, 1, 4, 3],
        [widths, 3, 1, 6, 4],
        [widths, 4, 1, 9, 5],
        [widths, 5, 1, 12, 6],
        [widths, 6, 1, 15, 7],
        [widths, 7, 1, 18, 8],
        [widths, 9, 1, 22, 10],
        [widths, 11, 1, 26, 12],
        [widths, 12, 1, 27, 13]
    ])('of %j: offset %i is line %i, byte column %i, UTF-16 column %i', (text, offset, line, column, utf16) => {
        const lines = new LineIndex(text);
        expect(lines.positionOf(offset)).toEqual({ line, column });
        expect(lines.utf16PositionOf(offset)).toEqual({ line, column: utf16 });
        expect(lines.offsetOf({ line, column })).toBe(offset);
    });

    it.each([
        [0, 1, 0],
        [-1, 3, 2],
        [1, 0, 0],
        [1, 9, 3],
        [2, 9, 5],
        [3, 9, 7],
        [9, 1, 5],
        [9, 2, 6]
    ])('line %i, column %i, which may be outside of the text, is offset %i', (line, column, offset) => {
        expect(new LineIndex('ab\nc\nde').offsetOf({ line, column })).toBe(offset);
    });

    it.each([0, 1, 15, 16, 17, 64, 1000])('are found when there are many short ones: %i', count => {
        const starts = Array.from({ length: count + 1 }, (_, i) => i);
        expect([...computeLineStarts('\n'.repeat(count))]).toEqual(starts);
        const lines = new LineIndex('\n'.repeat(count));
        expect(starts.map(offset => lines.lineOf(offset))).toEqual(starts);
    });
});

describe('notes', () => {
    it('are found with their places', () => {
        const text = '// one\npart a; //* two\n lines */ doc /* no note */\n//';
        expect(notesOf(text, 'sysml').map(({ kind, offset, end }) => [kind, text.slice(offset, end)])).toEqual([
            ['line', '// one'],
            ['block', '//* two\n lines */'],
            ['line', '//']
        ]);
    });
});

describe('the body of a node', () => {
    const content = { tokens: 1, loop: 0, height: 1 };
    const body = { content, end: 20 };
    it.each<[what: string, isWhole: boolean, node: Readonly<Record<string, unknown>>]>([
        ['without members', true, { $body: body }],
        ['with members in it', true, { $body: body, $members: [{ $end: 15 }, { $end: 20 }] }],
        ['with no member', true, { $body: body, $members: [] }],
        ['with a member behind it', false, { $body: body, $members: [{ $end: 15 }, { $end: 21 }] }],
        ['with members behind it alone', false, { $body: body, $members: [{ $end: 21 }] }],
        ['that was not kept', false, { $members: [{ $end: 15 }] }]
    ])('%s has a content: %s', (_, isWhole, node) => {
        expect(bodyContentOf(node as unknown as AstNode)).toBe(isWhole ? content : undefined);
    });

    it('is no part of its head', () => {
        const text = '#A part p : B = c { part d; part e; }';
        const node = firstMember(text);
        const found = (visit: typeof forEachChild): string[] => {
            const children: AstNode[] = [];
            visit(node, child => children.push(child));
            return children.map(({ $offset, $end }) => text.slice($offset, $end)).sort();
        };
        expect(found(forEachChildOfHead)).toEqual(['#A', '= c', 'B']);
        expect(found(forEachChild).filter(child => !found(forEachChildOfHead).includes(child))).toEqual(['part d;', 'part e;']);
    });
});

describe('the properties of a node', () => {
    it('are those of its type', () => {
        const node = firstMember('part p { part q; }');
        const names = propertiesOf(node);
        expect(names).toEqual(expect.arrayContaining(['kind', 'members', 'name']));
        expect(names.some(name => name.startsWith('$'))).toBe(false);
        expect([fieldOf(node, 'name'), fieldOf(node, 'kind'), fieldOf(node, 'nothing')]).toEqual(['p', 'part', undefined]);
        expect((fieldOf(node, 'members') as AstNode[]).map(member => member.name)).toEqual(['q']);
    });
});

it('a node is cut where an error ends it', () => {
    const { root } = parseDocument('part a b; part c;', 'sysml');
    expect(root.members.map(member => [member.name, isCut(member)])).toEqual([
        ['a', true],
        ['c', false]
    ]);
});

it('places of nodes and names', () => {
    const node = firstMember("part def 'a b';");
    expect([spanOf(node), nameSpanOf(node)]).toEqual([
        { offset: 0, end: 15 },
        { offset: 9, end: 14 }
    ]);
    expect(nameSpanOf(firstMember('part;'))).toBeUndefined();
    const cst = { $offset: undefined, $cstNode: { offset: 3, end: 5 } } as unknown as AstNode;
    expect(spanOf(cst)).toEqual({ offset: 3, end: 5 });
});
