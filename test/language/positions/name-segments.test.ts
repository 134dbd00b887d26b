// The segments of names: each stands where the text spells it, and leads where its name leads.

import { expect, it } from 'vitest';
import { membersOf, nameSegments, referringNodes, segmentsOfNode } from '../../../src/language/positions/name-segments.js';
import { memberElement, resolve } from '../../../src/language/semantics/names.js';
import { nameOf } from '../../../src/language/semantics/naming.js';
import { namesIn } from '../../../src/language/positions/name-segments.js';
import { tokenValue } from '../../../src/language/syntax/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { documentsBelow, sharedCorpus } from '../../support/models.js';
import { spread } from '../../support/thorough.js';

const workspace = new Workspace({ library: testLibrary(), analysis: 'never' });

/** Title, text, and what the segments of the names lead to: `spelling → name of the member`. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
    ['a qualified name', 'package P { part def A; } part a : P::A;', ['P → P', 'A → A']],
    ['notes and white space in a name', "package P { part def 'A b'; } part a : P //* x */ ::\n // y\n 'A b';", ['P → P', "'A b' → A b"]],
    ['the global qualifier', 'package P { part def A; } part a : $::P::A;', ['$ → ', 'P → P', 'A → A']],
    [
        'an alias is not followed',
        'package P { part def A; alias B for A; package Q { private import B; part b : B; } }',
        ['A → A', 'B → B', 'B → B']
    ],
    ['a chain', 'part def A { part b { part c; } } part a : A; part x :> a.b.c;', ['A → A', 'a → a', 'b → b', 'c → c']],
    [
        'an import with stars and words in front',
        'package P { package Q { part def A; } } package R { public import all P::Q::**; }',
        ['P → P', 'Q → Q']
    ],
    ['an end with a name of its own', 'part a; part b; connection connect [1] x ::> a to y references b;', ['a → a', 'b → b']],
    ['the first of a succession', 'action def A { action b; first b; then done; }', ['b → b', 'done → done']],
    [
        'labels of arguments',
        'calc def F { in x; in y; return z; } attribute def D { attribute u; } attribute a = F(y = 1, x = 2); attribute d = new D(u = 3);',
        ['F → F', 'y → y', 'x → x', 'D → D', 'u → u']
    ],
    ['a redefinition', 'part def A { part b; } part def C :> A { part :>> b; part :>> A::b; }', ['A → A', 'b → b', 'A → A', 'b → b']],
    ['what leads to nothing', 'part a : Nope::No;', ['Nope → ', 'No → ']]
];

it.each(CASES)('%s', (_title, content, expected) => {
    const [document] = workspace.parseFresh([{ name: 'm.sysml', language: 'sysml', content }]).documents;
    expect(document.isWellFormed).toBe(true);
    const found = referringNodes(document).flatMap(node => {
        const members = membersOf(node);
        return segmentsOfNode(document, node).map(({ span, index }) => {
            const member = members[index];
            return `${content.slice(span.offset, span.end)} → ${member === undefined ? '' : nameOf(member)}`;
        });
    });
    expect(found).toEqual(expected);
});

it('in real models every segment stands where it is spelled, and the last one leads where the name leads', () => {
    for (const source of spread([...documentsBelow('examples'), ...documentsBelow('test/models'), ...sharedCorpus()], 4)) {
        const [document] = workspace.parseFresh([source]).documents;
        for (const { name, span } of nameSegments(document)) {
            expect(tokenValue(source.content.slice(span.offset, span.end)), source.name).toBe(name);
        }
        for (const node of referringNodes(document)) {
            expect(segmentsOfNode(document, node).length).toBe(namesIn(node).length);
            if (node.$type !== 'Argument') {
                expect(memberElement(membersOf(node)[namesIn(node).length - 1])).toBe(resolve(node));
            }
        }
    }
});
