/**
 * Whether an error is a stack overflow. The engine gives it neither a type nor a code, so this function reads its message. It uses no
 * regular expression: V8 ends the process if it has to compile one while the stack is nearly full, as it is here.
 */
export function isStackOverflow(error: unknown): boolean {
    return error instanceof RangeError && error.message.includes('call stack');
}
