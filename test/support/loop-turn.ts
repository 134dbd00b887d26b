/**
 * Gives the event loop a turn after each test. Tests that compute without waiting would otherwise hold back the runner's messages, and it gives a file up
 * that has not answered for a minute.
 */
import { afterEach } from 'vitest';
import { turn } from './turn.js';

afterEach(turn);
