/**
 * Text in the making, as bytes of UTF-8. What stands in it many times is encoded once and copied from there, eight bytes a step: of a
 * graph's text that is nearly everything, and neither a text a statement nor their joining is left. Knows no format.
 */
import { decode } from '#host';

/** Bytes that a text begins with. */
const INITIAL = 1 << 16;
/** A step of copying may write and read that many bytes more than it should. */
const STEP = 8;
/** Bytes that are copied at once and not in steps when there are more. */
const MANY = 512;

/** A text that is encoded, by its place in what {@link EncodedText} keeps. */
export class Encoded {
    /**
     * @param owner has it
     * @param key where in it a part of interest begins; -1 where there is none
     */
    constructor(
        readonly owner: EncodedText,
        readonly from: number,
        readonly to: number,
        readonly key = -1
    ) {}
}

/** Bytes with room behind them. */
class Bytes {
    array = new Uint8Array(INITIAL);
    view = new DataView(this.array.buffer);
    length = 0;

    /** Begins with other memory of the same size. */
    renew(): void {
        this.array = new Uint8Array(this.array.length);
        this.view = new DataView(this.array.buffer);
        this.length = 0;
    }

    /** Makes room for so many bytes more. */
    reserve(count: number): void {
        const needed = this.length + count + STEP;
        if (needed > this.array.length) {
            const larger = new Uint8Array(Math.max(needed, this.array.length * 2));
            larger.set(this.array.subarray(0, this.length));
            this.array = larger;
            this.view = new DataView(larger.buffer);
        }
    }

    /** @returns whether the text is ASCII */
    add(text: string): boolean {
        this.reserve(text.length * 3);
        const { array } = this;
        let at = this.length;
        for (let i = 0; i < text.length; i++) {
            const code = text.charCodeAt(i);
            if (code >= 0x80) {
                this.length += new TextEncoder().encodeInto(text, array.subarray(this.length)).written;
                return false;
            }
            array[at++] = code;
        }
        this.length = at;
        return true;
    }
}

export class EncodedText {
    private readonly kept = new Bytes();
    private readonly out = new Bytes();
    private isAscii = true;

    /** The bytes since {@link take}. */
    get length(): number {
        return this.out.length;
    }

    /**
     * Encodes a text that is to be written many times.
     * @param key where in it a part begins that is written alone, too, counted in ASCII characters; none when absent
     */
    keep(text: string, key = -1): Encoded {
        const { kept } = this;
        const from = kept.length;
        this.isAscii = kept.add(text) && this.isAscii;
        return new Encoded(this, from, kept.length, key < 0 ? -1 : from + key);
    }

    /** Writes a text that is kept. */
    copy({ from, to }: Encoded): void {
        this.copyBytes(from, to);
    }

    /** Writes a part of what is kept. */
    copyBytes(from: number, to: number): void {
        const { kept, out } = this;
        const { length } = out;
        out.reserve(to - from);
        if (to - from > MANY) {
            out.array.set(kept.array.subarray(from, to), length);
            out.length = length + to - from;
            return;
        }
        const source = kept.view;
        const target = out.view;
        const by = length - from;
        // A double carries its eight bytes as they are but for some that are no number, and the bytes of such are in no text: the last one
        // would be ff, which UTF-8 has not, or 7f behind f0 or more, where only 80 to bf may stand.
        for (let at = from; at < to; at += STEP) {
            target.setFloat64(by + at, source.getFloat64(at, true), true);
        }
        out.length = by + to;
    }

    /** Writes a text. */
    write(text: string): void {
        this.isAscii = this.out.add(text) && this.isAscii;
    }

    /**
     * Writes a text with a backslash in front of some of its characters.
     * @param escapes what stands behind the backslash, by the code of an ASCII character; 0 for one that stands for itself
     * @returns whether it was written; not at all when a character beyond ASCII is in it, or one whose entry is {@link UNESCAPED}
     */
    writeEscaped(text: string, escapes: Uint8Array): boolean {
        const { out } = this;
        out.reserve(text.length * 2);
        const { array } = out;
        let at = out.length;
        for (let i = 0; i < text.length; i++) {
            const code = text.charCodeAt(i);
            const escape = code < 0x80 ? escapes[code] : UNESCAPED;
            if (escape === 0) {
                array[at++] = code;
            } else if (escape === UNESCAPED) {
                return false;
            } else {
                array[at++] = BACKSLASH;
                array[at++] = escape;
            }
        }
        out.length = at;
        return true;
    }

    /** The text so far; a new one begins. What is kept stays. */
    take(): string {
        const { out } = this;
        const text = decode(out.array.buffer, 0, out.length, this.isAscii ? 'latin1' : 'utf8');
        out.length = 0;
        return text;
    }

    /** Hands the bytes so far to a function, which has them until it comes back; a new text begins. */
    handTo(take: (bytes: Uint8Array) => void): void {
        const { array, length } = this.out;
        this.out.length = 0;
        if (length > 0) {
            take(array.subarray(0, length));
        }
    }

    /** {@link take} without reading the bytes, which are the caller's. */
    takeBytes(): Uint8Array {
        const { array, length } = this.out;
        this.out.renew();
        return array.subarray(0, length);
    }
}

const BACKSLASH = 92;
/** An entry for characters that a backslash and one letter do not say. */
export const UNESCAPED = 255;
