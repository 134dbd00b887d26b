/**
 * Which documents a parse names as affected (contract: core, ParseSources rule 6). One line of parses of one document set,
 * each with the hash before it.
 */
import { expect, test } from 'vitest';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const A = 'package A { part def X { attribute m = 1; } }';
const B = 'package B { private import A::*; part x : X; }';
const C = 'package C { part def Z; }';
const ALL = ['a', 'b', 'c'];

const documents = (...texts: string[]): SourceDocument[] =>
    texts.map((content, index) => ({ name: ALL[index], language: 'sysml', content }));

test('what is affected along a line of edits', () => {
    const workspace = new Workspace({ library: testLibrary() });
    let base = workspace.parse(documents(A, B, C)).model.hash;
    const rows: [string, string[], string[]][] = [
        ['the base was a first parse', [A, B, C], ALL],
        ['and still is', [A, B, `${C} `], ALL],
        ['white space', [A, B, `${C}  `], ['c']],
        ['what another document uses', [A.replace('1', '2'), B, `${C}  `], ['a', 'b']],
        ['nothing', [A.replace('1', '2'), B, `${C}  `], []],
        ['what no other uses', [A.replace('1', '2'), `${B} part y : A::X;`, `${C}  `], ['b']],
        ['a name goes', [A.replace('X', 'Y'), B, C], ALL],
        ['a name comes back', [A, `${B} `, C], ['a', 'b']],
        ['a document names ProjectRef', [A, B, `${C} package ProjectRef;`], ALL],
        ['the base did', [A, B, `${C}    `], ALL],
        ['a document is no notation', [A, B, 'package {{'], ALL],
        ['the base was none', [A, B, `${C}   `], ALL]
    ];
    for (const [what, texts, expected] of rows) {
        const { model, affected } = workspace.parse(documents(...texts), { baseModelHash: base });
        expect([what, affected]).toEqual([what, expected]);
        base = model.hash;
    }
    expect(workspace.parse(documents(A, B), { baseModelHash: base }).affected).toEqual(['a', 'b']);
    expect(workspace.parse(documents(A, B, C), { baseModelHash: '0'.repeat(64) }).affected).toEqual(ALL);
    expect(workspace.parse(documents(A, B, C), { baseModelHash: base, strict: true }).affected).toEqual(ALL);
    expect(workspace.parse(documents(A, B, C)).affected).toBeUndefined();
});
