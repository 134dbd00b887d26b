/**
 * What happens around the tests of every file. Random texts and values are the same in every run of the quick and the long suite; the whole
 * suite takes others each time. After the last test, the file's folders go.
 */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './folders.js';
import { isWhole } from './thorough.js';

if (!isWhole) {
    fc.configureGlobal({ seed: 20_261_127 });
}
afterAll(removeTemporaryFolders);
