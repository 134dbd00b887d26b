/** Bounds of an input (contract: migration 2.8). */
export const LIMITS = {
    /** elements of XML open at a time */
    depth: 2000,
    /** bytes of one entry of an archive, inflated */
    entry: 512 * 1024 * 1024,
    /** bytes of all entries that are read, inflated */
    archive: 1024 * 1024 * 1024,
    entries: 100_000
} as const;
