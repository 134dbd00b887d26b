/**
 * Computes text widths from the advance widths of the sans serif fonts that are metric-compatible with Helvetica (Arial, Liberation Sans,
 * Arimo), so that a box fits its text without a browser. Does not depend on drawings.
 */

/**
 * The fonts of a drawing; all of them have the widths below. The first one is bundled with the rasterizer, so that pixels are the same
 * everywhere.
 */
export const FONT_FAMILY = "Arimo, 'Liberation Sans', Arial, Helvetica, sans-serif";

/** Widths of the characters from space to tilde, in thousandths of the font size. */
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
/** Widths of all other characters: accented letters are seldom wider than this, ideographs are square. */
const OTHER = 667;
const WIDE = 1000;
const IDEOGRAPHS = 0x1100;

/** Width of a text on one line, in the unit of `size`. */
export function textWidth(text: string, size: number, isBold = false): number {
    const widths = isBold ? BOLD : REGULAR;
    let sum = 0;
    for (const character of text) {
        const code = character.codePointAt(0)!;
        sum += widths[code - FIRST] ?? (code === 0xab || code === 0xbb ? 556 : code >= IDEOGRAPHS && code !== 0x2026 ? WIDE : OTHER);
    }
    return (sum * size) / 1000;
}

/** Wraps a text at spaces to lines of at most the given width; does not break a longer word. */
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
