// Random edits of the project's own models, and of a few of the shared corpus; properties.long.test.ts has them all.

import { expect, it } from 'vitest';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { foundInEach } from '../support/turn.js';
import { faultsIn, inverseFaultsIn, seeded } from './random-edits.js';

const own = [...documentsBelow('examples'), ...documentsBelow('test/models')].filter(d => d.content.length < 20_000);
const shared = sharedCorpus().filter((_, i) => i % 20 === 0);

it('an edit changes what it tells and nothing else, and breaks nothing', async () => {
    const random = seeded(7);
    expect(await foundInEach([...own, ...shared], source => faultsIn(source, 4, random))).toEqual([]);
});

it('a rename and its inverse give the same bytes', async () => {
    const random = seeded(8);
    expect(await foundInEach([...own, ...shared], source => inverseFaultsIn(source, 2, random))).toEqual([]);
});
