// What both suites have in common: patience with a busy machine, which changes no verdict.

import type { Reporter } from 'vitest/node';

/**
 * Fails the run for errors outside tests. The runner would do so itself, but it counts among them that its own messages waited for a
 * minute, which on a busy machine says nothing about the project.
 */
const strayErrors: Reporter = {
    onTestRunEnd(_modules, errors) {
        if (errors.some(error => !error.message.includes('[vitest-worker]: Timeout calling'))) {
            process.exitCode = 1;
        }
    }
};

export const patience = {
    /** a machine that others use may take a test's connection or time away once; what is broken fails each time (the report tells of it) */
    retry: process.env.CI === undefined ? 0 : 2,
    setupFiles: ['test/support/around.ts'],
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: ['default', strayErrors],
    pool: 'forks' as const,
    // tests make much that lives briefly: larger semi-spaces are collected less often (8 % of the processor time of test/exchange)
    poolOptions: { forks: { execArgv: ['--max-semi-space-size=64'] } },
    maxWorkers: '100%'
};
