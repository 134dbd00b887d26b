/** Which names are near to a written one, in which order, and what the search costs. Candidates are written `name@reach text`. */
import { describe, expect, test } from 'vitest';
import { type Candidate, NameIndex, nearest, soughtOf } from '../../../src/language/validation/near-names.js';

/** The element plays no part. */
const NONE = undefined as unknown as Candidate['element'];
const candidate = (spelled: string, isExact?: boolean): Candidate => {
    const [, name, reach, text = name] = /^(.*?)@(\d)(?: (.*))?$/.exec(spelled)!;
    return { text, name, reach: Number(reach), element: NONE, isExact };
};

test.each<readonly [written: string, candidates: readonly string[], texts: readonly string[]]>([
    // the longer the word, the more edits: none in two letters, one in five, two in eight, then three
    ['ab', ['ac@0', 'abc@0'], []],
    ['ab', ['AB@0'], ['AB']],
    ['wheel', ['wheal@0'], ['wheal']],
    ['wheel', ['whaal@0', 'wheelss@0', 'whe@0', 'whaal@1'], []],
    ['wheels', ['whaals@0', 'wheelsss@0', 'whee@0'], ['whee', 'whaals', 'wheelsss']],
    ['wheels', ['whaalz@0'], []],
    ['dashboard', ['dishbaerd@0'], ['dishbaerd']],
    ['dashboard', ['dishbaord@0'], ['dishbaord']],
    ['dashboard', ['dishbaert@0'], []],
    ['wheel', ['hweel@0'], ['hweel']],
    // the name itself is no advice, but a longer spelling of it is
    ['wheel', ['wheel@0'], []],
    ['wheel', ['wheel@1 P::wheel'], ['P::wheel']],
    ['wheel', ['Wheel@0', 'wheel@1 P::wheel'], ['P::wheel', 'Wheel']],
    // case counts for the rank alone
    ['dashboard', ['DASHBOARD@0'], ['DASHBOARD']],
    ['dashboard', ['DASHBOARD@0', 'dashboart@0'], ['dashboart']],
    // one edit more than the best is kept, two are not
    ['dashboard', ['dashbarrt@0', 'dashboart@0', 'dishbaord@0'], ['dashboart', 'dishbaord']],
    ['dashboard', ['daxhboxxd@0', 'dashboart@0'], ['dashboart']],
    // what is both nearer and easier to reach hides the others
    ['wheels', ['wheelz@0', 'whealz@1'], ['wheelz']],
    ['wheels', ['wheelz@1', 'whealz@1'], ['wheelz', 'whealz']],
    ['wheels', ['wheelz@1', 'whealz@0'], ['wheelz', 'whealz']],
    ['wheels', ['wheelz@0', 'wheely@1'], ['wheelz', 'wheely']],
    // of one rank: the one that is easiest to reach, then the shortest, then by the alphabet
    ['wheels', ['wheelz@1', 'wheely@0'], ['wheely', 'wheelz']],
    ['wheels', ['wheely@1 A::wheely', 'wheelz@1 wheelz'], ['wheelz', 'A::wheely']],
    ['wheels', ['wheelz@0', 'wheelx@0', 'wheely@0'], ['wheelx', 'wheely', 'wheelz']],
    ['wheels', ['wheelx@0', 'wheely@0', 'wheelz@0', 'wheelw@0'], ['wheelw', 'wheelx', 'wheely']],
    ['wheels', ['wheelx@0', 'wheelx@0', 'wheelx@0', 'wheelz@0'], ['wheelx', 'wheelz']],
    ['wheels', [], []]
])('%s among %j', (written, candidates, texts) => {
    expect(
        nearest(
            written,
            candidates.map(c => candidate(c))
        ).map(c => c.text)
    ).toEqual(texts);
});

test.each([
    ['aab', { lower: 'aab', letters: 0b110, limit: 1 }],
    ['Wheels', { written: 'Wheels', lower: 'wheels', limit: 2 }],
    ['', { letters: 0, limit: 0 }]
])('what is sought for %j', (written, expected) => expect(soughtOf(written)).toMatchObject(expected));

describe('an index of names', () => {
    const index = new NameIndex();
    for (const name of ['wheel', 'Wheal', 'wheels', 'engin', 'axle', 'whee', 'wh', 'wheelss']) {
        index.add(candidate(`${name}@0`));
    }
    index.add(candidate('WHEEM@0', true));

    /** The effort that is left of 100: a hundredth for each name of such a length, and one for each that is compared. */
    test.each<readonly [written: string, found: readonly string[], left: number]>([
        ['wheel', ['whee', 'wheel', 'Wheal', 'wheels'], 100 - 0.07 - 4],
        ['WHEEL', ['whee', 'wheel', 'Wheal', 'wheels'], 100 - 0.07 - 4],
        ['wheem', ['whee', 'wheel'], 100 - 0.07 - 2],
        ['WHEEM', ['whee', 'wheel', 'WHEEM'], 100 - 0.07 - 2],
        ['wh', ['wh'], 100 - 0.01 - 1],
        ['hw', [], 100 - 0.01 - 1],
        ['enigne', ['engin'], 100 - 0.08 - 1],
        ['elaborate', [], 100 - 0.02],
        ['elaborately', [], 100]
    ])('%s', (written, found, left) => {
        const effort = { left: 100 };
        expect(index.near(soughtOf(written), effort).map(c => c.name)).toEqual(found);
        expect(effort.left).toBeCloseTo(left, 6);
    });

    test.each([
        [0.01, []],
        [0.06, ['whee']],
        [1.5, ['whee', 'wheel']],
        [2.5, ['whee', 'wheel', 'Wheal']]
    ])('an effort of %d', (left, found) => {
        expect(index.near(soughtOf('wheel'), { left }).map(c => c.name)).toEqual(found);
    });
});
