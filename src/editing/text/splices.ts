/** Replacements in a text, and maps from offsets of the old text to the new one. All offsets are in UTF-16 units. */

/** Replaces the text from `offset` to `end`. */
export interface Splice {
    readonly offset: number;
    readonly end: number;
    readonly text: string;
}

/** The splices in the order of the text. Insertions at the same offset keep their order and precede a replacement there. */
export function inTextOrder<S extends Splice>(splices: readonly S[]): S[] {
    return [...splices].sort((a, b) => a.offset - b.offset || Number(a.end > a.offset) - Number(b.end > b.offset));
}

/** Whether two splices rewrite the same characters. Two insertions never do. */
export function overlap(a: Splice, b: Splice): boolean {
    return a.offset < b.end && b.offset < a.end && !(a.offset === b.offset && (a.end === a.offset || b.end === b.offset));
}

/** Applies splices that do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
    const parts: string[] = [];
    let at = 0;
    for (const { offset, end, text: replacement } of inTextOrder(splices)) {
        parts.push(text.slice(at, offset), replacement);
        at = end;
    }
    parts.push(text.slice(at));
    return parts.join('');
}

/** A part of the old text that the new one contains as well; `length` is its length in the new text. */
interface Chunk {
    readonly from: number;
    readonly end: number;
    readonly to: number;
    readonly length: number;
}

/** Maps offsets of an old text to a new text; undefined for removed text. */
export interface PlaceMap {
    /** the new offset of the start of a range */
    start(offset: number): number | undefined;
    /** the new offset of the end of a range, exclusive */
    end(offset: number): number | undefined;
}

/** Applies `first`, then `second`. */
export function composed(first: PlaceMap, second: PlaceMap): PlaceMap {
    const through = (step: 'start' | 'end', offset: number): number | undefined => {
        const between = first[step](offset);
        return between === undefined ? undefined : second[step](between);
    };
    return { start: offset => through('start', offset), end: offset => through('end', offset) };
}

/** The offset map of a list of splices. */
export class TextMap implements PlaceMap {
    private readonly chunks: readonly Chunk[];

    /** @param moved parts of the old text that a splice moves: from `from` to `end`, to offset `to` of the new text */
    constructor(
        textLength: number,
        splices: readonly Splice[],
        moved: readonly { readonly from: number; readonly end: number; readonly to: number }[] = []
    ) {
        const chunks: Chunk[] = moved.map(({ from, end, to }) => ({ from, end, to, length: end - from }));
        let at = 0;
        let shift = 0;
        for (const { offset, end, text } of inTextOrder(splices)) {
            chunks.push({ from: at, end: offset, to: at + shift, length: offset - at });
            if (moved.every(m => m.end <= offset || m.from >= end)) {
                chunks.push({ from: offset, end, to: offset + shift, length: text.length });
            }
            shift += text.length - (end - offset);
            at = end;
        }
        chunks.push({ from: at, end: textLength, to: at + shift, length: textLength - at });
        this.chunks = chunks.filter(c => c.end > c.from || c.from === textLength).sort((a, b) => a.from - b.from);
    }

    start(offset: number): number | undefined {
        const chunk = this.at(offset);
        return chunk === undefined || offset >= Math.max(chunk.end, chunk.from + 1)
            ? undefined
            : chunk.to + Math.min(offset - chunk.from, chunk.length);
    }

    end(offset: number): number | undefined {
        const chunk = this.at(offset - 1);
        if (chunk === undefined || offset > chunk.end) {
            return undefined;
        }
        return offset === chunk.end ? chunk.to + chunk.length : chunk.to + Math.min(offset - chunk.from, chunk.length);
    }

    /** The last chunk that starts at or before an offset. */
    private at(offset: number): Chunk | undefined {
        let low = 0;
        let high = this.chunks.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.chunks[middle].from <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return this.chunks[low]?.from <= offset ? this.chunks[low] : undefined;
    }
}
