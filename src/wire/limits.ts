// Limits of single messages.

/** Largest message, before and after decompression, and largest file that a request may name: 128 MiB. */
export const MAX_MESSAGE = 128 * 1024 * 1024;

/**
 * Levels of nested messages in a request; in JSON, of nested objects and lists. What reads a request calls itself for each level, which
 * takes seconds for the levels that one message of the largest size can have.
 */
export const DEEPEST = 10_000;

/** A request that nests more than {@link DEEPEST} deep. */
export class TooDeep extends Error {
    constructor() {
        super(`nested more than ${DEEPEST} deep`);
    }
}
