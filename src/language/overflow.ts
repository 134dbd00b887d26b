/**
 * The engine's own failure of a recursion that is too deep. It has no type or code of its own: this is the one place that reads its text.
 */
export function isStackOverflow(error: unknown): boolean {
    return error instanceof RangeError && /call stack/i.test(error.message);
}
