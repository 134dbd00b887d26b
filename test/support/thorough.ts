/**
 * What the two suites make of the tests that both run (`*.proof.test.ts` and the commands): the quick one takes a sample and stays in its
 * process, the long one (vitest.long.config.ts) takes all of it.
 */
export const isThorough = process.env.THOROUGH !== undefined;

/** How many cases a proof tries. */
export const cases = (quick: number, thorough: number): number => (isThorough ? thorough : quick);
