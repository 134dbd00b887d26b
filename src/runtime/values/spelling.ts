/** How names and strings are written in the notation (KerML 8.2.2.3, 8.2.2.4). Does not depend on the rest of the notation. */

/**
 * Whether a text is a basic name (KerML 8.2.2.3), which is written without quotes. Uses no regular expression: names are read at any
 * recursion depth, and V8 ends the process if it has to compile a regular expression near the end of the stack.
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

/** A name in the notation; it is quoted (an unrestricted name) unless it is a basic name. */
export const quoted = (name: string): string => (isBasicName(name) ? name : unrestrictedName(name));

/** A name as an unrestricted name, in quotes. */
export const unrestrictedName = (name: string): string => `'${escaped(name.replace(/[\\']/g, '\\$&'))}'`;

/** A text as a string literal. */
export const stringLiteral = (text: string): string => `"${escaped(text.replace(/[\\"]/g, '\\$&'))}"`;

const escaped = (text: string): string => text.replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
