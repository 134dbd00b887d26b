// Random edits of the project's own models and of those of the shared corpus, where it stands beside the project.

import { expect, it } from 'vitest';
import { documentsBelow, sharedCorpus } from '../support/models.js';
import { cases, isThorough, isWhole, portion } from '../support/thorough.js';
import { faultsIn, inverseFaultsIn, seeded } from './random-edits.js';

const all = [...documentsBelow('examples'), ...documentsBelow('test/models'), ...sharedCorpus()];
const models = isThorough ? portion(all, 2) : all.filter((d, i) => d.content.length < 20_000 && i % 27 === 0);
const patience = 1_800_000;

it.each(isWhole ? [1, 2, 3] : isThorough ? [1] : [7])(
    'an edit changes what it tells and nothing else, and breaks nothing, seed %i',
    seed => {
        const random = seeded(seed);
        expect(models.flatMap(source => faultsIn(source, cases(2, 4, 12), random))).toEqual([]);
    },
    patience
);

it(
    'a rename and its inverse give the same bytes',
    () => {
        const random = seeded(8);
        expect(models.flatMap(source => inverseFaultsIn(source, cases(1, 2, 8), random))).toEqual([]);
    },
    patience
);
