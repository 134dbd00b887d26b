/** The width of texts on a terminal, in cells. */

/** Combining marks and joiners, which take no cell. */
const ON_OTHERS = /\p{Mn}|\p{Me}|\u200b|\u200c|\u200d|\ufe0f/u;
/** Characters that take two cells (Unicode Standard Annex 11: wide and full-width), including emoji. */
const WIDE =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
/** cells between two tab stops */
const TABULATOR = 8;

function cellsOfCharacter(character: string): number {
    return character === '\t' ? TABULATOR : ON_OTHERS.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}

/** The cells of a text; a tab counts as its maximum width. */
export function cellsOf(text: string): number {
    let cells = 0;
    for (const character of text) {
        cells += cellsOfCharacter(character);
    }
    return cells;
}

/** Blanks with the width of a text; tabs are kept. */
export function blanksFor(text: string): string {
    return Array.from(text, character => (character === '\t' ? '\t' : ' '.repeat(cellsOfCharacter(character)))).join('');
}

/** The longest prefix of a text that fits into a number of cells. */
export function fitting(text: string, cells: number): string {
    let left = cells;
    let end = 0;
    for (const character of text) {
        left -= cellsOfCharacter(character);
        if (left < 0) {
            break;
        }
        end += character.length;
    }
    return text.slice(0, end);
}

/** A line that is shown with a marker below a part of it. */
export interface MarkedLine {
    readonly text: string;
    /** what stands before the marker */
    readonly indent: string;
    /** of the marker, in cells */
    readonly length: number;
}

/**
 * The part of a line that fits a width and contains a marked place. `…` stands for what is left out before it.
 * @param start of the marked place, in UTF-16 units
 * @param length of it, in UTF-16 units
 * @param width in cells
 */
export function windowOf(line: string, start: number, length: number, width: number): MarkedLine {
    const isShort = cellsOf(line) <= width || cellsOf(line.slice(0, start + length)) < width;
    const from = isShort ? 0 : Math.max(0, Math.min(start - 10, line.length - width));
    const before = `${from > 0 ? '…' : ''}${line.slice(from > 0 ? from + 1 : 0, start)}`;
    const text = fitting(before + line.slice(start), width);
    return {
        text,
        indent: blanksFor(before),
        length: Math.max(1, cellsOf(text.slice(before.length, before.length + length)))
    };
}
