/**
 * What happens around the tests of every file. After each test the event loop gets a turn: tests that compute without waiting would
 * otherwise hold back the runner's messages, and it gives a file up that has not answered for a minute. After the last one, the file's
 * folders go.
 */
import { afterAll, afterEach } from 'vitest';
import { removeTemporaryFolders } from './folders.js';
import { turn } from './turn.js';

afterEach(turn);
afterAll(removeTemporaryFolders);
