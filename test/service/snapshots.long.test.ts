// Every living snapshot keeps its answers, over long sequences of edits and with different numbers of workers.

import { expect, it } from 'vitest';
import { generator } from '../support/random.js';
import { checkSnapshots } from './snapshots.js';
import { start } from './double/start.js';

it.each([
    [1, 1],
    [2, 2],
    [3, 4]
])(
    'seed %i with %i workers',
    async (seed, workers) => {
        const service = await start([], {}, workers, 'real');
        try {
            await expect(checkSnapshots(service, 60, generator(seed))).resolves.toBeUndefined();
        } finally {
            await service.shutdown();
        }
    },
    1_800_000
);
