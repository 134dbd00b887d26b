// Versions of a text: the part in which they differ, and the bodies outside of it.

import { describe, expect, it } from 'vitest';
import { Bodies, Body, KnownBodies, isReadOnDemand, type BodyOwner, type BodyReader } from '../../../src/language/syntax/bodies.js';
import { changeOf } from '../../../src/language/syntax/text-change.js';
import { append, appendValue, powers, prepend } from '../../../src/language/syntax/lists.js';
import { EMPTY, type SyntaxNode } from '../../../src/language/syntax/node.js';

describe('the change between two versions', () => {
    it.each<[string, string, readonly [start: number, oldEnd: number, newEnd: number]]>([
        ['', '', [0, 0, 0]],
        ['abc', 'abc', [3, 3, 3]],
        ['abc', 'abxc', [2, 2, 3]],
        ['abxc', 'abc', [2, 3, 2]],
        ['abc', 'xbc', [0, 1, 1]],
        ['abc', 'abx', [2, 3, 3]],
        ['abc', 'abcd', [3, 3, 4]],
        ['abc', 'xabc', [0, 0, 1]],
        ['aa', 'aaa', [2, 2, 3]],
        ['aaa', 'aa', [2, 3, 2]],
        ['abab', 'ab', [2, 4, 2]],
        ['', 'ab', [0, 0, 2]]
    ])('%j and %j', (older, newer, [start, oldEnd, newEnd]) => {
        expect(changeOf(older, newer)).toEqual({ start, oldEnd, newEnd, shift: newer.length - older.length });
        // long equal parts around the change are compared by pieces
        for (const length of [4095, 4096, 4097, 10_000]) {
            const [before, behind] = [Array.from({ length }, (_, i) => i % 7).join(''), Array.from({ length }, (_, i) => i % 5).join('')];
            const change = changeOf(`${before}<${older}>${behind}`, `${before}<${newer}>${behind}`);
            const at = older === newer ? length * 2 + older.length + 2 : length + 1;
            const [s, o, n] = older === newer ? [0, 0, 0] : [start, oldEnd, newEnd];
            expect(change).toEqual({ start: at + s, oldEnd: at + o, newEnd: at + n, shift: newer.length - older.length });
        }
    });
});

it.each([
    [9000, 9000],
    [9000, 100],
    [100, 9000],
    [4096, 4096],
    [0, 9000],
    [9000, 0]
])('a long change of %i characters to %i has its bounds', (removed, added) => {
    for (const length of [0, 1, 4096, 5000]) {
        const [before, behind] = ['-'.repeat(length), '+'.repeat(length)];
        const change = changeOf(`${before}${'x'.repeat(removed)}${behind}`, `${before}${'y'.repeat(added)}${behind}`);
        expect(change).toEqual({ start: length, oldEnd: length + removed, newEnd: length + added, shift: added - removed });
    }
});

const CONTENT = { tokens: 1, loop: 0, height: 1 };
const reads: [Body, BodyOwner][] = [];
const READER: BodyReader = { readBody: (body, owner) => void reads.push([body, owner]) };
/** The bodies of a text, the outer ones first. */
const bodiesOf = (text: string): Body[] => {
    const open: number[] = [];
    return [...text].flatMap((c, i) => {
        if (c === '{') {
            open.push(i);
        }
        return c === '}' ? [new Body(text, open.pop()!, i + 1, CONTENT, READER)] : [];
    });
};
const shown = (bodies: readonly Body[]): string[] => bodies.map(({ text, open, end }) => `${open} ${text.slice(open, end)}`);

describe('bodies', () => {
    const TEXT = 'a{b{c}d{e}}f{g}';

    it.each<[string, string, readonly string[]]>([
        ['nothing changed', TEXT, ['1 {b{c}d{e}}', '3 {c}', '7 {e}', '12 {g}']],
        ['before all', `xx${TEXT}`, ['3 {b{c}d{e}}', '5 {c}', '9 {e}', '14 {g}']],
        ['within one', 'a{b{x}d{e}}f{g}', ['7 {e}', '12 {g}']],
        ['between two', 'a{b{c}d{e}}h{g}', ['1 {b{c}d{e}}', '3 {c}', '7 {e}', '12 {g}']],
        ['behind all', `${TEXT}h`, ['1 {b{c}d{e}}', '3 {c}', '7 {e}', '12 {g}']],
        ['the last gone', 'a{b{c}d{e}}f', ['1 {b{c}d{e}}', '3 {c}', '7 {e}']],
        ['in the outer one, between the inner ones', 'a{b{c}xx{e}}f{g}', ['3 {c}', '8 {e}', '13 {g}']]
    ])('are kept outside of a change: %s', (_, text, expected) => {
        const known = new Bodies(TEXT, bodiesOf(TEXT)).keptIn(text);
        const kept = [...text].flatMap((_, at) => known.get(at) ?? []);
        expect(shown(kept)).toEqual(expected);
        expect(kept.every(body => body.text === text && body.content === CONTENT)).toBe(true);
        const covered = [...text, ''].map((_, at) => kept.some(({ open, end }) => open <= at && at < end));
        expect([...text, ''].map((_, at) => known.cover(at))).toEqual(covered);
    });

    it('are none in a text that had none', () => {
        const none = new Bodies('ab', []).keptIn('ab');
        expect([none.get(0), none.cover(0)]).toEqual([undefined, false]);
    });

    it('bring those within them', () => {
        const bodies = bodiesOf(TEXT).sort((a, b) => a.open - b.open);
        const known = new KnownBodies(bodies);
        const within = (body: Body): string[] => {
            const list: Body[] = [];
            known.addTo(list, body);
            return shown(list);
        };
        const [one, two] = bodiesOf('{}{}');
        const list: Body[] = [];
        new KnownBodies([one, two]).addTo(list, one);
        expect(list).toEqual([one]);
        expect(bodies.map(within)).toEqual([['1 {b{c}d{e}}', '3 {c}', '7 {e}'], ['3 {c}'], ['7 {e}'], ['12 {g}']]);
    });

    it('are read by their reader, on demand except in packages', () => {
        const [body] = bodiesOf('{}');
        const owner = { $type: 'PartUsage', $members: undefined, $body: body };
        body.readInto(owner);
        expect([reads, isReadOnDemand(owner), isReadOnDemand({ ...owner, $type: 'Package' })]).toEqual([[[body, owner]], true, false]);
    });
});

describe('lists of a node', () => {
    const node = (): SyntaxNode => ({ $type: 'X', $offset: 0, $end: 0 });
    const places = (list: readonly SyntaxNode[], container: SyntaxNode): unknown[] =>
        list.map(child => [child.$container === container, child.$containerProperty, child.$containerIndex]);

    it('have children that know their places', () => {
        const [container, a, b] = [node(), node(), node()];
        const list = append(append(EMPTY, a, container, 'members'), b, container, 'members');
        expect([list, places(list, container)]).toEqual([
            [a, b],
            [
                [true, 'members', 0],
                [true, 'members', 1]
            ]
        ]);
        expect([appendValue(appendValue(EMPTY as string[], 'x'), 'y'), EMPTY.length]).toEqual([['x', 'y'], 0]);
    });

    it('begin with those of the node that is replaced', () => {
        const [earlier, later] = [node(), node()];
        const children = [node(), node(), node()];
        const list = prepend(append(EMPTY, children[0], earlier, 'm'), [children[1], children[2]], later, true);
        expect([list, list.map(c => [c.$container === later, c.$containerIndex])]).toEqual([
            children,
            [
                [true, 0],
                [true, 1],
                [true, 2]
            ]
        ]);
        expect([prepend(['a'], ['b'], later, false), prepend(EMPTY as string[], ['b'], later, false)]).toEqual([['a', 'b'], ['b']]);
    });

    it('of operators have their powers', () => {
        expect([
            ...powers(4, [
                [1, 20],
                [3, 31]
            ])
        ]).toEqual([0, 20, 0, 31]);
    });
});
