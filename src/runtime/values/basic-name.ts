/** Names that are written without quotes. Does not depend on the rest of the notation. */

/**
 * Whether a text is a basic name (KerML 8.2.2.3), which is written without quotes. No regular expression: names are read at any depth of a
 * recursion, and V8 ends the process where it has to compile one near the end of the stack.
 */
export function isBasicName(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
        if (!isLetter && !(i > 0 && code >= 0x30 && code <= 0x39)) {
            return false;
        }
    }
    return text !== '';
}
