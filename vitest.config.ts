// The quick suite: `npm test`. Long proofs are files `*.long.test.ts` (vitest.long.config.ts).

import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patience } from './test/support/settings.js';

/** Files that ask the packaged solver, one after another: a process keeps it for half a minute, and loading it takes a second. */
class SolverFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const sorted = await super.sort(files);
        const asks = ({ moduleId }: TestSpecification): boolean =>
            /[\\/]test[\\/](runtime[\\/]engines[\\/]|\w+[\\/](solver|check-behavior|(engine-)?questions|external-engines)\.)/.test(
                moduleId
            );
        return [...sorted.filter(asks), ...sorted.filter(file => !asks(file))];
    }
}

export default defineConfig({
    test: {
        ...patience,
        include: ['test/**/*.test.ts'],
        sequence: { sequencer: SolverFirst },
        exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
        // files share the modules of the process in which they run: loading them anew for each is a third of the suite
        isolate: false,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        // `npm run coverage`: of what the tests load in their own processes (the service and the command run in others)
        coverage: { provider: 'v8', include: ['src/**'], exclude: ['src/**/generated/**'], reporter: ['json-summary'] }
    }
});
