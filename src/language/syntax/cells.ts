// How compiled parsers write their tables: small numbers as runs, a character for the number and one for how often it stands, both from
// `FIRST_CHARACTER` up. A start reads all tables of both languages; as lists of numbers they took the longest of it.

/** The character of 0. */
export const FIRST_CHARACTER = 35;

/** The numbers of a text of runs. */
export function cells(text: string): Uint8Array {
    let length = 0;
    for (let i = 1; i < text.length; i += 2) {
        length += text.charCodeAt(i) - FIRST_CHARACTER;
    }
    const result = new Uint8Array(length);
    let at = 0;
    for (let i = 0; i < text.length; i += 2) {
        const end = at + text.charCodeAt(i + 1) - FIRST_CHARACTER;
        result.fill(text.charCodeAt(i) - FIRST_CHARACTER, at, end);
        at = end;
    }
    return result;
}
