/** Which operations of a batch are independent of renames, so that they are written together. The answers of batches are in other tests. */
import { describe, expect, test } from 'vitest';
import { Renaming } from '../../src/editing/renaming.js';
import { modelOf, operation, type Some } from './edit.js';

const MODEL = modelOf({
    'm.sysml': `package P { part def A; part def B; part a : A; part b { attribute n; } part c; part d :> c; part 'a b'; }`,
    'other.sysml': 'package Q { part def C; }'
});

/** A renaming with these renames, as if their references were found. */
function pending(renames: readonly (readonly [from: string, to: string])[]): Renaming {
    const renaming = new Renaming(MODEL);
    renames.forEach(([from, to]) => renaming.add(from, to, [], ''));
    return renaming;
}

describe('a rename', () => {
    test.each<readonly [string, readonly (readonly [string, string])[], readonly Some[], readonly [string, string], boolean]>([
        ['alone', [], [], ['A', 'X'], true],
        ['of other names', [['A', 'X']], [], ['B', 'Y'], true],
        ['of a new name', [['A', 'X']], [], ['X', 'Y'], false],
        ['to an old name', [['A', 'X']], [], ['B', 'A'], false],
        ['to a name that may be a part of an id', [], [], ['A', 'X::Y'], false],
        ['of a name with a quote', [], [], ["it's", 'X'], false],
        ['after one to a name with a quote', [['A', "it's"]], [], ['B', 'Y'], false],
        ['after one of a name with a quote', [["it's", 'A']], [], ['B', 'Y'], false],
        ['beside a value that mentions it', [], [{ setValue: { target: 'P::b', value: 'A + 1' } }], ['A', 'X'], false],
        ['beside a value that mentions its new name', [], [{ setValue: { target: 'P::b', value: 'X + 1' } }], ['A', 'X'], false],
        ['beside a value that mentions others', [], [{ setValue: { target: 'P::b', value: 'B + 1' } }], ['A', 'X'], true],
        ['beside a value of what is referred to', [], [{ setValue: { target: 'P::c', value: '1' } }], ['A', 'X'], false],
        ['beside a member whose type it is', [], [{ addMember: { owner: 'P::b', kind: 'part', name: 'x', type: 'A' } }], ['A', 'X'], false],
        [
            'beside a member with a quoted type of its name',
            [],
            [{ addMember: { owner: 'P::b', kind: 'part', name: 'x', type: "'A'" } }],
            ['A', 'X'],
            false
        ],
        [
            'beside a member that specializes it',
            [],
            [{ addMember: { owner: 'P::b', kind: 'part', name: 'x', specializes: ['A'] } }],
            ['A', 'X'],
            false
        ],
        ['beside a member of its new name', [], [{ addMember: { owner: 'P::b', kind: 'part', name: 'X' } }], ['A', 'X'], false],
        ['beside another member', [], [{ addMember: { owner: 'P::b', kind: 'part', name: 'x', type: 'B' } }], ['A', 'X'], true],
        ['beside a member of a name in use', [], [{ addMember: { owner: 'P::b', kind: 'part', name: 'c' } }], ['A', 'X'], false],
        ['beside a member without a name', [], [{ addMember: { owner: 'P::b', kind: 'part', type: 'B' } }], ['A', 'X'], false],
        ['beside a parameter', [], [{ addMember: { owner: 'P::b', kind: 'attribute', name: 'x', direction: 'in' } }], ['A', 'X'], false],
        [
            'beside a redefinition',
            [],
            [{ addMember: { owner: 'P::b', kind: 'attribute', name: 'x', redefines: ['n'] } }],
            ['A', 'X'],
            false
        ],
        ['beside a subject', [], [{ addMember: { owner: 'P::b', kind: 'subject', name: 'x' } }], ['A', 'X'], false],
        ['beside documentation', [], [{ addDocumentation: { target: 'P::b', body: 'A' } }], ['A', 'X'], true],
        ['beside documentation of its name', [], [{ addDocumentation: { target: 'P::b', body: '-', name: 'A' } }], ['A', 'X'], false],
        ['beside documentation in place of others', [], [{ addDocumentation: { target: 'P::b', replace: true } }], ['A', 'X'], false],
        ['beside a comment about it', [], [{ addComment: { owner: 'P::b', body: '-', about: ['A'] } }], ['A', 'X'], false],
        ['beside a note', [], [{ addNote: { target: 'P::A', text: 'A' } }], ['A', 'X'], true],
        ['beside a removal', [], [{ delete: { target: 'P::b' } }], ['A', 'X'], false]
    ])('%s', (_, renames, others, [from, to], isIndependent) => {
        const renaming = pending(renames);
        const operations = others.map(operation);
        expect(renaming.admitsRename(from, to, operations)).toBe(isIndependent);
        // what other operations write is known to later renames
        expect(renaming.admitsRename(from, to, operations)).toBe(isIndependent);
    });

    test('after an operation that may have other effects is never independent', () => {
        const renaming = pending([]);
        const removal = operation({ delete: { target: 'P::b' } });
        const note = operation({ addNote: { target: 'P::b', text: '-' } });
        expect([
            renaming.admitsRename('A', 'X', [note]),
            renaming.admitsRename('A', 'X', [note, removal]),
            renaming.admitsRename('A', 'X', [note, removal, note])
        ]).toEqual([true, false, false]);
    });
});

describe('beside a rename of A to X', () => {
    test.each<readonly [string, Some, boolean]>([
        ['a value of another element', { setValue: { target: 'P::b', value: '1' } }, true],
        ['a value that mentions the old name', { setValue: { target: 'P::b', value: 'n + A' } }, false],
        ['a value that mentions the new name', { setValue: { target: 'P::b', value: 'X + n' } }, false],
        ['a value of the element', { setValue: { target: 'P::A', value: '1' } }, false],
        ['a value of a member of the element', { setValue: { target: 'P::A::m', value: '1' } }, false],
        ['a value of an element with a quoted name', { setValue: { target: "P::'a b'", value: '1' } }, true],
        ['a value of a member of the element by quotes', { setValue: { target: "P::'X'::'a b'", value: '1' } }, false],
        ['a value of what others refer to', { setValue: { target: 'P::c', value: '1' } }, false],
        ['a member', { addMember: { owner: 'P::b', kind: 'part def', name: 'D' } }, true],
        ['a member of a quoted name in use', { addMember: { owner: 'P::b', kind: 'part', name: "'c'" } }, false],
        ['a note', { addNote: { target: 'P::b', text: 'A' } }, true],
        ['a note on the element', { addNote: { target: 'P::A', text: '-' } }, false],
        ['a move', { move: { target: 'P::b', owner: '' } }, false]
    ])('%s', (_, other, isIndependent) => {
        expect(pending([['A', 'X']]).admits(operation(other))).toBe(isIndependent);
    });

    test('nothing where the name has a quote', () => {
        expect(pending([['A', "it's"]]).admits(operation({ addNote: { target: 'P::b', text: '-' } }))).toBe(false);
    });
});
