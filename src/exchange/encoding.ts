/**
 * Builds a text as UTF-8 bytes. Encodes each repeated text once and then copies its bytes, eight at a time. Nearly all of a graph's text is
 * repeated, so most statements are written without creating or joining strings. Does not depend on a format.
 */
import { decode } from '#host';

/** Initial size of a buffer in bytes. */
const INITIAL = 1 << 16;
/** The number of bytes that one copying step moves. The last step may read and write up to seven bytes more than needed. */
const STEP = 8;
/** Above this number of bytes, a bulk copy is faster than steps. */
const MANY = 512;

/** An encoded text: its range in the bytes that an {@link EncodedText} keeps. */
export class Encoded {
    /**
     * @param owner the instance that keeps the bytes
     * @param key the position where a part begins that may be copied separately; -1 if there is none
     */
    constructor(
        readonly owner: EncodedText,
        readonly from: number,
        readonly to: number,
        readonly key = -1
    ) {}
}

/** Above this number of characters, the host's encoder is faster than a loop. */
const SHORT = 48;

const encoder = new TextEncoder();

/** A byte buffer that grows. */
class Bytes {
    array = new Uint8Array(INITIAL);
    view = new DataView(this.array.buffer);
    length = 0;

    /** Continues with a new buffer of the same size, because the caller now has the old one. */
    renew(): void {
        this.array = new Uint8Array(this.array.length);
        this.view = new DataView(this.array.buffer);
        this.length = 0;
    }

    /** Makes room for `count` more bytes. */
    reserve(count: number): void {
        const needed = this.length + count + STEP;
        if (needed > this.array.length) {
            const larger = new Uint8Array(Math.max(needed, this.array.length * 2));
            larger.set(this.array.subarray(0, this.length));
            this.array = larger;
            this.view = new DataView(larger.buffer);
        }
    }

    /** Appends a text. @returns whether the text is ASCII */
    add(text: string): boolean {
        this.reserve(text.length * 3);
        const { array } = this;
        if (text.length > SHORT) {
            const { written } = encoder.encodeInto(text, array.subarray(this.length));
            this.length += written;
            return written === text.length;
        }
        let at = this.length;
        for (let i = 0; i < text.length; i++) {
            const code = text.charCodeAt(i);
            if (code >= 0x80) {
                this.length += encoder.encodeInto(text, array.subarray(this.length)).written;
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

    /** The number of bytes written since the last {@link take}. */
    get length(): number {
        return this.out.length;
    }

    /**
     * Encodes a text that will be written many times.
     * @param key the offset, in ASCII characters, of a part that is also written separately; none if absent
     */
    keep(text: string, key = -1): Encoded {
        return this.keepBehind('', text, key);
    }

    /** {@link keep} for two consecutive texts, which need not be joined before. */
    keepBehind(front: string, text: string, key = -1): Encoded {
        const { kept } = this;
        const from = kept.length;
        const isFrontAscii = kept.add(front);
        this.isAscii = kept.add(text) && isFrontAscii && this.isAscii;
        return new Encoded(this, from, kept.length, key < 0 ? -1 : from + key);
    }

    /** Writes a kept text. */
    copy({ from, to }: Encoded): void {
        this.copyBytes(from, to);
    }

    /** Writes a range of the kept bytes. */
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
        // Copies eight bytes as a double. This preserves all bytes except those of some NaNs, which cannot occur in UTF-8: their last byte
        // would be ff, which is never valid, or 7f after f0 or more, where only 80 to bf is valid.
        for (let at = from; at < to; at += STEP) {
            target.setFloat64(by + at, source.getFloat64(at, true), true);
        }
        out.length = by + to;
    }

    /** Keeps the text that was written since the text had a length. @param from that length */
    keepWritten(from: number): Encoded {
        const { kept, out } = this;
        const start = kept.length;
        kept.reserve(out.length - from);
        kept.array.set(out.array.subarray(from, out.length), start);
        kept.length = start + out.length - from;
        return new Encoded(this, start, kept.length);
    }

    write(text: string): void {
        this.isAscii = this.out.add(text) && this.isAscii;
    }

    /**
     * Writes a text with a backslash before each character that needs one.
     * @param escapes indexed by ASCII code: the character to write after the backslash, or 0 for a character that needs no escape
     * @returns false, having written nothing, if the text has a non-ASCII character or one whose entry is {@link UNESCAPED}
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

    /** Returns the text written so far and starts a new one. Kept texts remain. */
    take(): string {
        const { out } = this;
        const text = decode(out.array.buffer, 0, out.length, this.isAscii ? 'latin1' : 'utf8');
        out.length = 0;
        return text;
    }

    /** Passes the bytes written so far to a function, which must not keep them, and starts a new text. */
    handTo(take: (bytes: Uint8Array) => void): void {
        const { array, length } = this.out;
        this.out.length = 0;
        if (length > 0) {
            take(array.subarray(0, length));
        }
    }

    /** {@link take} without decoding. The caller owns the returned bytes. */
    takeBytes(): Uint8Array {
        const { array, length } = this.out;
        this.out.renew();
        return array.subarray(0, length);
    }
}

const BACKSLASH = 92;
/** Marks characters that a backslash and one letter cannot express. */
export const UNESCAPED = 255;
