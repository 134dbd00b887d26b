// Limits of single messages.

/** Largest message, before and after decompression, and largest file that a request may name: 128 MiB. */
export const MAX_MESSAGE = 128 * 1024 * 1024;

/**
 * Levels of nested messages in a request; in JSON, of nested objects and lists. Readers of requests recurse for each level, which takes
 * seconds for the number of levels that fits the largest message.
 */
export const DEEPEST = 10_000;

/** A request that nests more than {@link DEEPEST} deep. */
export class TooDeep extends Error {
    constructor() {
        super(`nested more than ${DEEPEST} deep`);
    }
}
