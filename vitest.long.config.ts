// The long proofs (fuzz, soak, thousands of random cases): `npm run test:long`.

import { defineConfig } from 'vitest/config';

export default defineConfig({
    test: {
        include: ['test/**/*.long.test.ts'],
        setupFiles: ['test/support/loop-turn.ts'],
        passWithNoTests: true,
        testTimeout: 900_000,
        hookTimeout: 120_000,
        pool: 'forks',
        maxWorkers: '100%'
    }
});
