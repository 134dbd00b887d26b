/** Moves of an action, and rounds of a loop whose condition is open, that are unrolled where the request has no bound. */
export const DEFAULT_UNROLLING = { depth: 40, unroll: 4 } as const;
