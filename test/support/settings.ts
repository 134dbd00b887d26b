// What both suites have in common: patience with a busy machine, which changes no verdict.

import { availableParallelism } from 'node:os';
import { versions } from 'node:process';
import { lateOptimization } from '../../src/cli/late-optimization.js';

/**
 * Tests run most of their code a few times: late optimization takes a quarter off their processor time, and still later optimization than
 * that of commands another seventh with Node 20. The packaged solver's code is optimized late, too, which halves the time of its scripts.
 */
const optimization = [
    versions.node.startsWith('20.') ? '--interrupt-budget=1200000' : lateOptimization(),
    '--wasm-tiering-budget=100000000'
].filter(flag => flag !== undefined);

/**
 * What lives long is mostly modules and the library: it is not marked before there is much more than that, which saves 4 % of the processor
 * time. Threads that collect in each of several processes wait for each other's cores: one thread saves another 3 %.
 */
const lateCollection = ['--initial-old-space-size=1000', '--single-threaded-gc'];

/** Packages that say no kind of module are CommonJS; Node would compile each of their modules to find that out. */
const loading = ['--no-experimental-detect-module'];

export const patience = {
    /** a machine that others use may take a test's connection or time away once; what is broken fails each time (the report tells of it) */
    retry: process.env.CI === undefined ? 0 : 2,
    setupFiles: ['test/support/around.ts'],
    pool: 'forks' as const,
    // tests make much that lives briefly: larger semi-spaces are collected less often (8 % of the processor time of test/exchange)
    execArgv: ['--max-semi-space-size=64', ...lateCollection, ...optimization, ...loading],
    /** what Vitest makes of the modules is kept between runs (in node_modules): half of the time of a single file */
    experimental: { fsModuleCache: true },
    /** one more than there are processors: some tests wait for processes while others compute */
    maxWorkers: availableParallelism() + 1
};
