// What both suites have in common: patience with a busy machine, which changes no verdict.

/** The runner gives a file up whose messages wait for a minute; on a busy machine that says nothing about the project. */
const isRunnersTimeout = (error: { readonly message: string }): boolean => error.message.includes('[vitest-worker]: Timeout calling');

export const patience = {
    /** a machine that others use may take a test's connection or time away once; what is broken fails each time (the report tells of it) */
    retry: process.env.CI === undefined ? 0 : 2,
    setupFiles: ['test/support/loop-turn.ts'],
    onUnhandledError: (error: { readonly message: string }): boolean => !isRunnersTimeout(error),
    pool: 'forks',
    maxWorkers: '100%'
} as const;
