// The long suite: `npm run test:long`. Long proofs (fuzz, soak, whole corpora), and the tests of which the quick suite takes a sample
// (test/support/thorough.ts).

import { defineConfig } from 'vitest/config';
import { patience } from './test/support/settings.js';

export default defineConfig({
    test: {
        ...patience,
        include: ['test/**/*.long.test.ts', 'test/**/*.proof.test.ts', 'test/cli/*.test.ts'],
        env: { THOROUGH: process.env.THOROUGH ?? 'yes' },
        testTimeout: 1_200_000,
        hookTimeout: 300_000
    }
});
