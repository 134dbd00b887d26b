/**
 * The engine's own failure of a recursion that is too deep. It has no type or code of its own: this is the one place that reads its text.
 * No regular expression: V8 ends the process where it has to compile one near the end of the stack, which is where this is called.
 */
export function isStackOverflow(error: unknown): boolean {
    return error instanceof RangeError && error.message.includes('call stack');
}
