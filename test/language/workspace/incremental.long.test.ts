/** "Incremental equals fresh" over long sequences of edits. PROOF_SEEDS sets how many sequences there are (20 is the full proof: an hour). */
import { describe, test } from 'vitest';
import { documentsBelow, sharedCorpus } from '../../support/models.js';
import { checkEdits } from './edits.js';

const own = [...documentsBelow('examples'), ...documentsBelow('test/models')];
const shared = sharedCorpus();
const seeds = Array.from({ length: Number(process.env.PROOF_SEEDS ?? 2) }, (_, i) => 100 + i);

describe('incremental equals fresh', () => {
    test.each(seeds)('over the examples, seed %i', seed => checkEdits(own, 2 + (seed % 8), 60, seed), 3_600_000);
    test.each(seeds)(
        'over the examples, asked now and then, seed %i',
        seed => checkEdits(own, 2 + (seed % 8), 120, seed, 'on demand'),
        3_600_000
    );
    test.runIf(shared.length > 0).each(seeds)(
        'over the shared corpus, seed %i',
        seed => checkEdits(rotated(shared, seed * 7), 10, 40, seed),
        3_600_000
    );
});

function rotated<T>(all: readonly T[], by: number): T[] {
    return [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
}
