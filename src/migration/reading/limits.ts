/** Limits on the size of an input (contract: migration 2.8). */
export const LIMITS = {
    /** nesting depth of XML elements */
    depth: 2000,
    /** inflated bytes of one archive entry */
    entry: 512 * 1024 * 1024,
    /** inflated bytes of all entries that are read */
    archive: 1024 * 1024 * 1024,
    entries: 100_000
} as const;
