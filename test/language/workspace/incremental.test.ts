/** "Incremental equals fresh", in short; incremental.long.test.ts has the long version. */
import { describe, test } from 'vitest';
import { documentsBelow, sharedCorpus } from '../../support/models.js';
import { checkEdits } from './edits.js';

const own = [...documentsBelow('examples'), ...documentsBelow('test/models')];
const shared = sharedCorpus();

describe('incremental equals fresh', () => {
    test.each([1, 2, 3])('over the examples, seed %i', seed => checkEdits(own, Math.min(6, own.length), 60, seed));
    test.runIf(shared.length > 0).each([11, 12])('over the shared corpus, seed %i', seed => checkEdits(shared, 10, 25, seed));
});
