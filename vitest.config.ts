// The quick suite: `npm test`. Long proofs are files `*.long.test.ts` (vitest.long.config.ts).

import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
    test: {
        include: ['test/**/*.test.ts'],
        setupFiles: ['test/support/loop-turn.ts'],
        exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        pool: 'forks',
        maxWorkers: '100%',
        // `npm run coverage`: of what the tests load in their own processes (the service and the command run in others)
        coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/generated/**'], reporter: ['json-summary'] }
    }
});
