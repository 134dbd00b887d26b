// The tests that scripts/mutate.mjs lets notice a change: the quick ones of the folders and files in MUTATION_TESTS.

import { configDefaults, defineConfig } from 'vitest/config';

const places = process.env.MUTATION_TESTS?.split(',') ?? ['test'];

export default defineConfig({
    test: {
        include: places.map(place => (place.endsWith('.test.ts') ? place : `${place}/**/*.test.ts`)),
        // proofs try thousands of cases each: too slow to be run for every single change
        exclude: [...configDefaults.exclude, '**/*.long.test.ts', '**/*.proof.test.ts'],
        setupFiles: ['test/support/around.ts'],
        testTimeout: 60_000
    }
});
