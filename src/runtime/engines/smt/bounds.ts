/** Moves of an action, and rounds of a loop whose condition is open, that are unrolled where nothing else is asked. */
export const DEFAULT_UNROLLING = { depth: 40, unroll: 4 } as const;
