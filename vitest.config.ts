// The quick suite: `npm test`. Long proofs are files `*.long.test.ts` (vitest.long.config.ts).

import { configDefaults, defineConfig } from 'vitest/config';
import { patience } from './test/support/settings.js';

export default defineConfig({
    test: {
        ...patience,
        include: ['test/**/*.test.ts'],
        exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
        // files share the modules of the process in which they run: loading them anew for each is a third of the suite
        isolate: false,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        // `npm run coverage`: of what the tests load in their own processes (the service and the command run in others)
        coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/generated/**'], reporter: ['json-summary'] }
    }
});
