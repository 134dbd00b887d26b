// A changed text that is read with the bodies of its earlier versions gives the same tree and findings as one that is read fresh.
import type { AstNode } from 'langium';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageOf, nameSpanOf, type ParsedDocument, parseDocument, spanOf, visitAll } from '../../../src/language/syntax/index.js';
import type { SyntaxLanguage } from '../../../src/language/syntax/index.js';
import { generator } from '../../support/random.js';
import { cases } from '../../support/thorough.js';
import { difference } from './trees.js';

const FILES = ['library', 'examples']
    .flatMap(folder => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter(entry => entry.isFile() && /\.(sysml|kerml)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map((file): [string, SyntaxLanguage] => [readFileSync(file, 'utf8'), languageOf(file)])
    .filter(([text]) => text.length > 2000 && text.length < 40_000);

/** What is typed and pasted: signs that open and close, words that change what follows, whole declarations. */
const TYPED = (
    `{ } ; : :> " ' /* */ // //* ( ) [ ] = . , 1 e 1e+ 5 é # @ x part def attribute ordered nonunique action state then if else ` +
    `requirement constraint calc return doc import private for loop end`
).split(' ');
const PASTED = [
    'part def Typed { attribute a = 1; part b : Typed { attribute c : Real; } }',
    'action ordered { action a; action b; first a then b; }',
    'if a > 1 { action x; action y; action z; action u; } else { action v; }',
    'part part; attribute state = 2;',
    'constraint { a > 1 and b < 2 and c == 3 and d }',
    '\n',
    ' ',
    '    '
];

/** A text with one edit: a part is removed, repeated or moved, or something is typed. */
function edited(text: string, next: (below: number) => number): string {
    const at = next(text.length + 1);
    const length = next(4) === 0 ? next(400) : next(4);
    const part = text.slice(at, at + length);
    const rest = text.slice(0, at) + text.slice(at + length);
    switch (next(5)) {
        case 0:
            return rest;
        case 1:
            return text.slice(0, at) + part + text.slice(at);
        case 2: {
            const to = next(rest.length + 1);
            return rest.slice(0, to) + part + rest.slice(to);
        }
        case 3:
            return text.slice(0, at) + PASTED[next(PASTED.length)] + text.slice(at);
        default:
            return text.slice(0, at) + TYPED[next(TYPED.length)] + text.slice(at);
    }
}

const placesOf = ({ root }: ParsedDocument): unknown[] => {
    const places: unknown[] = [];
    visitAll(root, node => places.push([node.$type, spanOf(node), nameSpanOf(node), node.$containerIndex]));
    return places;
};

/** A long text that is not closed: the tokens of the next one are scanned as a whole. */
const UNCLOSED = `/*${' '.repeat(10_000)}`;

function expectEqual(kept: ParsedDocument, text: string, language: SyntaxLanguage): void {
    parseDocument(UNCLOSED, language);
    const fresh = parseDocument(text, language);
    expect(kept.diagnostics).toEqual(fresh.diagnostics);
    expect(kept.reservedNames).toEqual(fresh.reservedNames);
    expect(difference(fresh.root as unknown as AstNode, kept.root as unknown as AstNode)).toBeUndefined();
    expect(placesOf(kept)).toEqual(placesOf(fresh));
}

const BODY = '{ attribute a; attribute b; attribute c; attribute d; }';
/** Tokens of long texts are kept, too. */
const LONG = `part def Long { ${'attribute x = 1; '.repeat(700)} }`;

describe('a text with kept bodies', () => {
    it.each<[what: string, before: string, after: string]>([
        ['an error in a body stays', `part def A { attribute = = 1; attribute b; attribute c; attribute d; }`, ';'],
        ['a sign that is no token stays', `part def A { attribute a; attribute b \u00a7; attribute c; attribute d; }`, ' part x;'],
        ['a reserved word that is a name stays', `part def A { part part; attribute b; attribute c; attribute d; }`, ' part x;'],
        ['a modifier that is a name stays', `part def A { action ordered { } attribute b; attribute c; attribute d; }`, ' part x;'],
        [
            'a note that is not closed is closed',
            `part def A { attribute a; //* note\n attribute b; attribute c; attribute d; }`,
            ' */ part x;'
        ],
        ['a comment that is not closed is closed', `part def A ${BODY} /* part def B ${BODY}`, ' */ part x;'],
        ['a string that is not closed is closed', `part def A { attribute a = "s ; } part def B ${BODY}`, ' "; }'],
        ['what follows a body belongs to it', `action def A { if a > 1 ${BODY}`, ` else ${BODY} }`],
        ['a number goes on', `${LONG} attribute a = 1e+`, '5;'],
        ['a word goes on', `${LONG} part de`, 'f A;'],
        ['a sign goes on', `${LONG} part a :`, '>> b;']
    ])('%s', (_, before, added) => {
        const texts = [before, before + added, before, `part p; ${before}`, `/* ${before}${added}`, `part q { ${before}${added} }`];
        let parsed = parseDocument(before, 'sysml');
        for (const text of texts) {
            parsed = parseDocument(text, 'sysml', parsed.bodies);
            expectEqual(parsed, text, 'sysml');
        }
    });

    const HEADS = ['part x', '@A', 'calc x', 'alias x for y', 'state x', 'attribute x = y', 'package x', 'transition a then b'];
    it.each(HEADS)('a body is read with the rule of its member, when that was: %s', first => {
        for (const body of [BODY, '{ a = 1; b = 2; c = 3; d = 4; e = 5; }', '{ doc /* 1 */ doc /* 2 */ doc /* 3 */ doc /* 4 */ a }']) {
            for (const head of HEADS) {
                const { bodies } = parseDocument(`part def P { ${first} ${body} }`, 'sysml');
                const text = `part def P { ${head} ${body} }`;
                expectEqual(parseDocument(text, 'sysml', bodies), text, 'sysml');
            }
        }
    });

    it('is read as a fresh one after each of some edits, in whatever order trees are read', () => {
        const next = generator(34);
        let unread = 0;
        for (let round = 0; round < cases(2, 70, 1200); round++) {
            const [begun, language] = FILES[next(FILES.length)];
            const versions: [ParsedDocument, string][] = [];
            let text = begun;
            let parsed = parseDocument(text, language);
            for (let i = 0; i < 8; i++) {
                text = next(3) === 0 && versions.length > 0 ? versions[next(versions.length)][1] : edited(text, next);
                parsed = parseDocument(text, language, parsed.bodies);
                parsed.root.members.forEach(({ members }) =>
                    members?.forEach(each => (unread += '$members' in each && each.$members === undefined ? 1 : 0))
                );
                versions.push([parsed, text]);
            }
            for (const [version, its] of versions.sort(() => next(3) - 1)) {
                expectEqual(version, its, language);
            }
        }
        expect(unread).toBeGreaterThan(cases(20, 60, 100));
    });
});
