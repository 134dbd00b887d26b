// The long suite: `npm run test:long`. Long proofs (fuzz, soak, whole corpora), and the tests of which the quick suite takes a sample
// (test/support/thorough.ts).

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patience } from './test/support/settings.js';
import { isWhole } from './test/support/thorough.js';

/** Files that wait, for processes or time, begin in turn with those that compute: two of one sort beside each other leave a core idle. */
class InTurn extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        const sorted = await super.sort(files);
        const waits = ({ moduleId }: TestSpecification): boolean =>
            /[\\/]test[\\/](service|playground|hosts)[\\/].*\.long\.test\.ts$/.test(moduleId);
        const [waiting, computing] = [sorted.filter(waits), sorted.filter(file => !waits(file))];
        return sorted.flatMap((_, i) => [waiting, computing].flatMap(some => some[i] ?? []));
    }
}

export default defineConfig({
    test: {
        ...patience,
        sequence: { sequencer: InTurn },
        // some wait while others compute
        maxWorkers: 4,
        // files share the modules of their process, as in the quick suite
        isolate: false,
        include: ['test/**/*.long.test.ts', 'test/**/*.proof.test.ts', ...(isWhole ? ['test/cli/*.test.ts'] : [])],
        env: { THOROUGH: process.env.THOROUGH ?? 'yes' },
        testTimeout: 1_200_000,
        hookTimeout: 300_000
    }
});
