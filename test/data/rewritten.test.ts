/** Which errors of a rewritten model are new. */
import { expect, it } from 'vitest';
import { newErrors } from '../../src/data/index.js';
import { modelOf } from '../support/elements.js';

it.each([
    ['an equal text', 'part a : Missing;', 'part a : Missing;', 0],
    ['the same error once more', 'part a : Missing;', 'part a : Missing; part b : Missing;', 1],
    ['another error', 'part a : Missing;', 'part a : Missing; part b : Absent;', 1],
    ['an error less', 'part a : Missing; part b : Missing;', 'part a : Missing;', 0]
])('%s', (_, before, after, count) => {
    const [old, edited] = [before, after].map(members => modelOf(`package P { ${members} }`));
    expect(newErrors(old, edited)).toHaveLength(count);
});
