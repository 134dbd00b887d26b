// The quick suite: `npm test`. Long proofs are files `*.long.test.ts` (vitest.long.config.ts).

import { configDefaults, defineConfig } from 'vitest/config';
import { patience } from './test/support/settings.js';

/** Rooms whose tests start processes, threads or clocks of their own: each file has a process for itself. */
const APART = ['test/service/**/*.test.ts', 'test/editor/**/*.test.ts'];

const exclude = [...configDefaults.exclude, '**/*.long.test.ts'];

export default defineConfig({
    test: {
        ...patience,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        // `npm run coverage`: of what the tests load in their own processes (the service and the command run in others)
        coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/generated/**'], reporter: ['json-summary'] },
        projects: [
            { extends: true, test: { name: 'apart', include: APART, exclude } },
            {
                extends: true,
                // the core has no state between two questions, so files may share its modules: loading them anew for each is a third of the suite
                test: {
                    name: 'core',
                    include: ['test/**/*.test.ts'],
                    exclude: [...exclude, ...APART],
                    poolOptions: { forks: { isolate: false } }
                }
            }
        ]
    }
});
