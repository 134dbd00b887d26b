// What both suites have in common: patience with a busy machine, which changes no verdict.

import { availableParallelism } from 'node:os';

export const patience = {
    /** a machine that others use may take a test's connection or time away once; what is broken fails each time (the report tells of it) */
    retry: process.env.CI === undefined ? 0 : 2,
    setupFiles: ['test/support/around.ts'],
    pool: 'forks' as const,
    // tests make much that lives briefly: larger semi-spaces are collected less often (8 % of the processor time of test/exchange)
    execArgv: ['--max-semi-space-size=64'],
    /** what Vitest makes of the modules is kept between runs (in node_modules): half of the time of a single file */
    experimental: { fsModuleCache: true },
    /** one more than there are processors: some tests wait for processes while others compute */
    maxWorkers: availableParallelism() + 1
};
