/** Default limits: moves of an action, and rounds of a loop with an undetermined condition, that are unrolled. */
export const DEFAULT_UNROLLING = { depth: 40, unroll: 4 } as const;
