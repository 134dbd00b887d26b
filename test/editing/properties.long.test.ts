// Random edits of every model of the shared corpus. Skipped where it does not stand beside the project.

import { expect, it } from 'vitest';
import { sharedCorpus } from '../support/models.js';
import { foundInEach } from '../support/turn.js';
import { faultsIn, inverseFaultsIn, seeded } from './random-edits.js';

const shared = sharedCorpus();

it.runIf(shared.length > 0).each([1, 2, 3])(
    'an edit changes what it tells and nothing else, and breaks nothing, seed %i',
    async seed => {
        const random = seeded(seed);
        expect(await foundInEach(shared, source => faultsIn(source, 12, random))).toEqual([]);
    },
    1_800_000
);

it.runIf(shared.length > 0)(
    'a rename and its inverse give the same bytes',
    async () => {
        const random = seeded(4);
        expect(await foundInEach(shared, source => inverseFaultsIn(source, 8, random))).toEqual([]);
    },
    1_800_000
);
