// The run-length encoding of the tables in compiled parsers: each run of equal small numbers is two characters, the number and its count,
// counted from `FIRST_CHARACTER`. Reading them as lists of numbers took most of the start-up time.

/** The character of 0. */
export const FIRST_CHARACTER = 35;

/** Decodes the numbers of a text of runs. */
export function cells(text: string): Uint8Array {
    let length = 0;
    for (let i = 1; i < text.length; i += 2) {
        length += text.charCodeAt(i) - FIRST_CHARACTER;
    }
    const result = new Uint8Array(length);
    let at = 0;
    for (let i = 0; i < text.length; i += 2) {
        const value = text.charCodeAt(i) - FIRST_CHARACTER;
        // most runs are short, for which `fill` is slower than a loop
        for (let count = text.charCodeAt(i + 1) - FIRST_CHARACTER; count > 0; count--) {
            result[at++] = value;
        }
    }
    return result;
}

/** A look-ahead table, decoded on first use: small texts need few of them. */
export class Table {
    private known: Uint8Array | undefined = undefined;

    constructor(private readonly text: string) {}

    get cells(): Uint8Array {
        return (this.known ??= cells(this.text));
    }
}
