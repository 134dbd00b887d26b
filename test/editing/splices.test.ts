/** Where places of a text stand after splices: a row is the splices, the new text, and the new place of each start and each end. */
import { describe, expect, test } from 'vitest';
import { overlap, type Splice, spliced, TextMap } from '../../src/editing/text/splices.js';

const TEXT = '0123456789';
const at = (offset: number, end: number, text: string): Splice => ({ offset, end, text });
/** Places by offset, `-` for what is not there any more. */
const places = (find: (offset: number) => number | undefined): string => Array.from({ length: 11 }, (_, i) => find(i) ?? '-').join(' ');

type Row = readonly [title: string, splices: readonly Splice[], text: string, starts: string, ends: string, moved?: Parts];
type Parts = NonNullable<ConstructorParameters<typeof TextMap>[2]>;

const ROWS: readonly Row[] = [
    ['nothing', [], '0123456789', '0 1 2 3 4 5 6 7 8 9 -', '- 1 2 3 4 5 6 7 8 9 10'],
    [
        'a longer text and an insertion',
        [at(6, 6, 'XY'), at(2, 4, 'abc')],
        '01abc45XY6789',
        '0 1 2 3 5 6 9 10 11 12 -',
        '- 1 2 3 5 6 7 10 11 12 13'
    ],
    ['parts beside each other', [at(2, 4, 'a'), at(4, 6, 'bcd')], '01abcd6789', '0 1 2 3 3 4 6 7 8 9 -', '- 1 2 3 3 4 6 7 8 9 10'],
    ['a shorter text', [at(1, 5, 'a')], '0a56789', '0 1 2 2 2 2 3 4 5 6 -', '- 1 2 2 2 2 3 4 5 6 7'],
    ['removals at both ends', [at(0, 2, ''), at(8, 10, '')], '234567', '0 0 0 1 2 3 4 5 6 6 6', '- 0 0 1 2 3 4 5 6 6 6'],
    [
        'a part that stands elsewhere',
        [at(2, 4, ''), at(8, 8, '-23-')],
        '014567-23-89',
        '0 1 7 8 2 3 4 5 10 11 -',
        '- 1 2 8 9 3 4 5 6 11 12',
        [{ from: 2, end: 4, to: 7 }]
    ],
    [
        'other texts around a part that stands elsewhere',
        [at(1, 2, 'bcd'), at(2, 4, ''), at(4, 5, 'efg'), at(8, 8, '-23-')],
        '0bcdefg567-23-89',
        '0 1 11 12 4 7 8 9 14 15 -',
        '- 1 4 12 13 7 8 9 10 15 16',
        [{ from: 2, end: 4, to: 11 }]
    ]
];

describe('places after splices', () => {
    for (const [title, splices, text, starts, ends, moved] of ROWS) {
        test(title, () => {
            const map = new TextMap(TEXT.length, splices, moved);
            expect([spliced(TEXT, splices), places(o => map.start(o)), places(o => map.end(o))]).toEqual([text, starts, ends]);
        });
    }
});

test.each<readonly [Splice, Splice, boolean]>([
    [at(1, 3, ''), at(2, 4, ''), true],
    [at(1, 3, ''), at(3, 4, ''), false],
    [at(1, 3, ''), at(1, 1, 'x'), false],
    [at(1, 3, ''), at(2, 2, 'x'), true],
    [at(1, 1, ''), at(1, 1, 'x'), false]
])('%j beside %j rewrites the same characters: %s', (a, b, isSame) => {
    expect([overlap(a, b), overlap(b, a)]).toEqual([isSame, isSame]);
});
