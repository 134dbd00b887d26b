/** Lines and columns of offsets in a text. Does not depend on notation or nodes. */

/** A place in a text: line and column from 1; the column counts bytes of UTF-8, as the contract's spans do. */
export interface Position {
    readonly line: number;
    readonly column: number;
}

/**
 * The offsets at which the lines of a text start. LF ends a line; a CR before it is a column of its own (contract: edits-and-diagnostics,
 * 2.1).
 */
export function computeLineStarts(text: string): Int32Array {
    let starts = new Int32Array(Math.max(16, text.length >> 4));
    let count = 1;
    for (let i = 0; i < text.length; i++) {
        const c = text.charCodeAt(i);
        if (c === 10) {
            if (count === starts.length) {
                const larger = new Int32Array(count * 2);
                larger.set(starts);
                starts = larger;
            }
            starts[count++] = i + 1;
        }
    }
    return starts.slice(0, count);
}

/** Positions of offsets of one text. */
export class LineIndex {
    private starts: Int32Array | undefined;

    /** @param starts the offsets at which lines start; computed on first use if absent */
    constructor(
        private readonly text: string,
        starts?: Int32Array
    ) {
        this.starts = starts;
    }

    get lineStarts(): Int32Array {
        return (this.starts ??= computeLineStarts(this.text));
    }

    /** Line of an offset, from 0. */
    lineOf(offset: number): number {
        const starts = this.lineStarts;
        let low = 0;
        let high = starts.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (starts[middle] <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** 1-based line and 1-based column in UTF-8 bytes of a UTF-16 offset. */
    positionOf(offset: number): Position {
        const line = this.lineOf(offset);
        let column = 1;
        for (let i = this.lineStarts[line]; i < offset; i++) {
            const c = this.text.charCodeAt(i);
            // A surrogate pair is two UTF-16 units and four bytes: two bytes a unit.
            column += c < 0x80 ? 1 : c < 0x800 || (c >= 0xd800 && c <= 0xdfff) ? 2 : 3;
        }
        return { line: line + 1, column };
    }

    /** 1-based line and 1-based column in UTF-16 units of an offset. */
    utf16PositionOf(offset: number): Position {
        const line = this.lineOf(offset);
        return { line: line + 1, column: offset - this.lineStarts[line] + 1 };
    }

    /** The UTF-16 offset of a 1-based line and column in UTF-8 bytes; the nearest offset for a place outside the text. */
    offsetOf(position: Position): number {
        const starts = this.lineStarts;
        const line = Math.min(Math.max(position.line, 1), starts.length) - 1;
        const end = line + 1 < starts.length ? starts[line + 1] : this.text.length;
        let column = 1;
        let offset = starts[line];
        while (offset < end && column < position.column) {
            const c = this.text.charCodeAt(offset++);
            column += c < 0x80 ? 1 : c < 0x800 || (c >= 0xd800 && c <= 0xdfff) ? 2 : 3;
        }
        return offset;
    }
}
