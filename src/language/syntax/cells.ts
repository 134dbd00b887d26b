// How compiled parsers write their tables: small numbers as runs, a character for the number and one for how often it stands, both from
// `FIRST_CHARACTER` up. As lists of numbers they took the longest of a start.

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
        const value = text.charCodeAt(i) - FIRST_CHARACTER;
        // most runs are short: `fill` takes longer than the loop
        for (let count = text.charCodeAt(i + 1) - FIRST_CHARACTER; count > 0; count--) {
            result[at++] = value;
        }
    }
    return result;
}

/** A look-ahead table, which is read when a text first needs it: small texts need few of them. */
export class Table {
    private known: Uint8Array | undefined = undefined;

    constructor(private readonly text: string) {}

    get cells(): Uint8Array {
        return (this.known ??= cells(this.text));
    }
}
