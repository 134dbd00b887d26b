// The tests that scripts/mutate.mjs lets notice a change: the quick ones of the folders in MUTATION_TESTS.

import { configDefaults, defineConfig } from 'vitest/config';

const folders = process.env.MUTATION_TESTS?.split(',') ?? ['test'];

export default defineConfig({
    test: {
        include: folders.map(folder => `${folder}/**/*.test.ts`),
        // proofs try thousands of cases each: too slow to be run for every single change
        exclude: [...configDefaults.exclude, '**/*.long.test.ts', '**/*.proof.test.ts'],
        setupFiles: ['test/support/around.ts'],
        testTimeout: 60_000
    }
});
