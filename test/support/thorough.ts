/**
 * How much of the proofs and the commands (`*.proof.test.ts`, `*.long.test.ts`, test/cli) a suite runs. The quick suite takes a sample and
 * stays in its process. The long suite (vitest.long.config.ts) takes as many cases as ten minutes of continuous integration allow.
 * `THOROUGH=whole npm run test:long` takes all of them, and runs each command of test/cli as a process of its own.
 */
export const isThorough = process.env.THOROUGH !== undefined;
export const isWhole = process.env.THOROUGH === 'whole';

/** Whether tests run that take long and whose rule a quick test holds, too: in the other suites and where mutations are tried. */
export const isFull = isThorough || process.env.ROWS === 'all';

/** How many cases a proof tries: in the quick suite, in the long one, and in the whole one where that differs. */
export const cases = (quick: number, thorough: number, whole = thorough): number => (isWhole ? whole : isThorough ? thorough : quick);

/**
 * The rows of a table that differ in little and take long, in the quick suite: every `every`-th one, beginning with the row `first`. All of
 * them in the other suites and where mutations are tried (scripts/mutate.mjs).
 */
export const spread = <T>(rows: readonly T[], every: number, first = 0): readonly T[] =>
    rows.filter((_, i) => isFull || i % every === first);

/** The rows that a long test tries: all of them in the whole suite, else every `every`-th one, beginning with the row `first`. */
export const portion = <T>(rows: readonly T[], every: number, first = 0): readonly T[] =>
    rows.filter((_, i) => isWhole || i % every === first);

/** The rows that a proof tries: in the quick suite every `every`-th one, beginning with the row `first`; all of them in the others. */
export const sampled = <T>(rows: readonly T[], every: number, first = 0): readonly T[] =>
    rows.filter((_, i) => isThorough || i % every === first);
