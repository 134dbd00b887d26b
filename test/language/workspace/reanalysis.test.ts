/** What a change costs: which sections are analysed again. */
import { expect, test } from 'vitest';
import { planAnalysis } from '../../../src/language/workspace/reanalysis.js';
import { FRAME } from '../../../src/language/workspace/sections.js';
import type { SourceDocument } from '../../../src/language/workspace/document.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const BASE = `package Base {
    part def Block { attribute size = 3; }
    attribute factor = 5;
    part def Sub :> Block;
    attribute many : ScalarValues::Natural = 2;
    part def Alone { attribute n = 1; }
}`;
const USE = `package Use {
    private import Base::*;
    part block : Sub;
    attribute weight = factor * 2;
    part pair : Alone[many];
    part other { attribute o = 1; }
    attribute heavier = weight + 1;
}`;

/**
 * Names of the sections that are analysed after a change, the frame as the name of its document; undefined
 * for documents that are analysed whole.
 */
function analysedAfter(before: readonly string[], after: readonly string[]): (string[] | undefined)[] {
    const documents = (texts: readonly string[]): SourceDocument[] =>
        texts.map((content, i) => ({ name: `d${i}`, language: 'sysml', content }));
    const workspace = new Workspace({ library: testLibrary() });
    const first = workspace.parse(documents(before)).model;
    const second = workspace.parse(documents(after)).model;
    const plan = planAnalysis(first.documents, second.documents);
    return second.documents.map((document, i) => {
        if (document === first.documents[i]) {
            return [];
        }
        const kept = plan.get(document);
        return kept === undefined
            ? undefined
            : document.sections.declarations.flatMap((declaration, section) =>
                  kept.isStale(section) && (section === FRAME || declaration !== undefined)
                      ? [(declaration as { name?: string } | undefined)?.name ?? document.name]
                      : []
              );
    });
}

const WHOLE = undefined;

test.each<[title: string, base: string, use: string, expected: (string[] | undefined)[]]>([
    ['nothing', BASE, USE, [[], []]],
    ['a value that nobody reads', BASE.replace('= 3', '= 44'), USE, [['d0', 'Block'], []]],
    [
        'a value that others name, directly or through others',
        BASE.replace('= 5', '= 6'),
        USE,
        [
            ['d0', 'factor'],
            ['weight', 'heavier']
        ]
    ],
    ['a number that a multiplicity reads', BASE.replace('= 2', '= 3'), USE, [['d0', 'many'], ['pair']]],
    ['another type of value', BASE.replace('= 3', '= 3.5'), USE, [['d0', 'Block', 'Sub'], ['block']]],
    ['a member of a declaration', BASE.replace('n = 1;', 'n = 1; attribute m;'), USE, [['d0', 'Alone'], ['pair']]],
    ['a comment in a declaration', BASE.replace('n = 1;', 'n = 1; //* one */'), USE, [['d0', 'Alone'], []]],
    ['white space between declarations', BASE.replace('part def Sub', '\n\n  part def Sub'), USE, [['d0'], []]],
    ['a declaration that goes', BASE.replace('part def Sub :> Block;', ''), USE, [['d0'], ['block']]],
    ['a new declaration', BASE.replace('part def Sub', 'part def New; part def Sub'), USE, [['d0', 'New'], []]],
    [
        'a new declaration before others that a section names',
        BASE.replace('part def Block', 'attribute block = factor; part def Block'),
        USE,
        [
            ['d0', 'block'],
            ['d1', 'block']
        ]
    ],
    [
        'a new declaration whose name is in a comment',
        BASE.replace('part def Sub', 'part def note; part def Sub'),
        USE,
        [['d0', 'note'], []]
    ],
    ['a declaration under another name', BASE.replace('def Alone', 'def Single'), USE, [['d0', 'Single'], ['pair']]],
    [
        'another visibility',
        BASE.replace('attribute factor', 'private attribute factor'),
        USE,
        [
            ['d0', 'factor'],
            ['d1', 'weight', 'heavier']
        ]
    ],
    [
        'a new declaration of a name that is declared elsewhere',
        BASE.replace('part def Sub', 'part other; part def Sub'),
        USE,
        [
            ['d0', 'other'],
            ['d1', 'other']
        ]
    ],
    ['a new name that needs quotes', BASE.replace('part def Sub', "part 'a b'; part def Sub"), USE, [WHOLE, WHOLE]],
    [
        'a new name that an import has',
        BASE.replace('part def Sub', 'part Alone; part def Sub'),
        USE.replace('Base::*', 'Base::Alone'),
        [WHOLE, WHOLE]
    ],
    ['a text that is no notation', BASE.replace('= 3;', '= ;'), USE, [WHOLE, WHOLE]],
    ['a text that is no notation beside another change', BASE.replace('= 3;', '= ;'), USE.replace('= 1', '= 2'), [WHOLE, WHOLE]]
])('%s', (_title, base, use, expected) => {
    expect(analysedAfter([BASE, USE], [base, use])).toEqual(expected);
});

test.each<[title: string, change: (base: string) => string, expected: string[]]>([
    ['only those who take it', base => base.replace('default 5', 'default 6'), ['taken', 'read']],
    ['of a quantity', base => base.replace('default 1.5', 'default 2.5'), []],
    ['zero, which has another type', base => base.replace('default 5', 'default 0'), ['given', 'taken', 'read']],
    ['a bound value, which is named to those who cannot override it', base => base.replace('= 7', '= 8'), ['bound']],
    ['an operand in a default', base => base.replace('** 2', '** 3'), ['powered']]
])('the default value of a feature that others redefine: %s', (_title, change, expected) => {
    const base = `package Base {
        private import SI::*;
        part def Unit {
            attribute size default 5;
            attribute mass default 1.5 [kg];
            attribute fixed = 7;
            attribute area default 2 [m] ** 2;
        }
    }`;
    const use = `package Use {
        private import Base::*;
        private import SI::*;
        part given : Unit { attribute :>> size = 1; attribute :>> mass = 3.5 [kg]; }
        part taken : Unit { attribute :>> size; }
        part read : Unit { attribute :>> size = 2; attribute twice = Base::Unit::size * 2; }
        part bound : Unit { attribute :>> fixed = 8; }
        part powered : Unit { attribute :>> area = 3 [m] ** 2; }
    }`;
    const [own, others] = analysedAfter([base, use], [change(base), use]);
    expect(own).toEqual(['d0', 'Unit']);
    expect(others).toEqual(expected);
});

test('imports of the members of a declaration', () => {
    const use = USE.replace('Base::*;', 'Base::*; private import Base::Alone::*;');
    expect(analysedAfter([BASE, use], [BASE.replace('= 3', '= 44'), use])).toEqual([WHOLE, WHOLE]);
});

test('a new declaration may come through an import in a declaration', () => {
    const use = USE.replace('part other {', 'part other { private import Base::*;');
    const base = BASE.replace('part def Sub', 'part def New; part def Sub');
    expect(analysedAfter([BASE, use], [base, use])).toEqual([['d0', 'New'], ['other']]);
});

test('a new name that an import of a frame has', () => {
    const use = `${USE.replace('package Use {', 'package Use { public import Base::Alone;')}`;
    const base = BASE.replace('part def Sub', 'part Alone; part def Sub');
    expect(analysedAfter([BASE, use], [base, use])).toEqual([WHOLE, WHOLE]);
});
