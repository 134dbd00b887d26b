/**
 * How wide a text is drawn: advance widths of the sans serif faces that are metric-compatible with Helvetica (Arial, Liberation Sans,
 * Arimo), so that a box is as wide as its text without asking a browser. Knows characters only.
 */

/**
 * What the drawing asks for; all of these have the widths below. First the one that comes along where pixels are made, so
 * that they are the same everywhere.
 */
export const FONT_FAMILY = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

/** Thousandths of the font size, of the characters from blank to tilde. */
const REGULAR = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
    278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
    556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584
];
const BOLD = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333,
    333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
    667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611,
    611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584
];
const FIRST = 32;
/** Letters with accents are seldom wider than this, ideographs are squares. */
const OTHER = 667;
const WIDE = 1000;
const IDEOGRAPHS = 0x1100;

/** Width of a text on one line, in the unit of the size. */
export function textWidth(text: string, size: number, isBold = false): number {
    const widths = isBold ? BOLD : REGULAR;
    let sum = 0;
    for (const character of text) {
        const code = character.codePointAt(0)!;
        sum += widths[code - FIRST] ?? (code === 0xab || code === 0xbb ? 556 : code >= IDEOGRAPHS && code !== 0x2026 ? WIDE : OTHER);
    }
    return (sum * size) / 1000;
}

/** A text in lines of a width at most, broken at blanks; a word that is longer stays whole. */
export function wrap(text: string, width: number, size: number): string[] {
    return text.split('\n').flatMap(paragraph => {
        const lines: string[] = [];
        for (const word of paragraph.split(' ')) {
            const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
            if (lines.length > 0 && textWidth(longer, size) <= width) {
                lines[lines.length - 1] = longer;
            } else {
                lines.push(word);
            }
        }
        return lines;
    });
}
