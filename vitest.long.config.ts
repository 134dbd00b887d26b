// The long proofs (fuzz, soak, thousands of random cases): `npm run test:long`.

import { defineConfig } from 'vitest/config';
import { patience } from './test/support/settings.js';

export default defineConfig({
    test: {
        ...patience,
        include: ['test/**/*.long.test.ts'],
        passWithNoTests: true,
        testTimeout: 1_200_000,
        hookTimeout: 300_000
    }
});
