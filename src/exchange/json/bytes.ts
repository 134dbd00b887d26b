/**
 * Text as bytes of UTF-8 that come in pieces, so that a document may be longer than a text, or memory, can be. Knows no JSON.
 */
import { decode } from '#host';

/** A text in UTF-8, in pieces in their order; it can be read more than once. A character may be in two pieces. */
export type TextPieces = Iterable<Uint8Array>;

/** Characters that are encoded at once. */
const AT_ONCE = 1 << 16;

/** A text as bytes, a part at a time. */
export function piecesOf(text: string): TextPieces {
    return { [Symbol.iterator]: () => encoded(text) };
}

function* encoded(text: string): Iterator<Uint8Array> {
    const encoder = new TextEncoder();
    for (let from = 0; from < text.length;) {
        let to = Math.min(from + AT_ONCE, text.length);
        if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) {
            to = Math.min(to + 1, text.length); // a pair stays together
        }
        yield encoder.encode(text.slice(from, to));
        from = to;
    }
}

/** The part of a text that is in memory: what was read lately, and what was kept of what came before. */
export class Window {
    bytes: Uint8Array = new Uint8Array(0);
    /** Where the part ends in {@link bytes}. */
    end = 0;
    private readonly pieces: Iterator<Uint8Array>;
    /** Whether the bytes are the window's own, with room behind them, and not a piece that somebody else has. */
    private isOwn = false;

    constructor(pieces: TextPieces) {
        this.pieces = pieces[Symbol.iterator]();
    }

    /**
     * Reads on.
     * @param from where what is still needed begins
     * @returns by how much what is needed was moved to the front; undefined at the end of the text, where nothing changes
     */
    more(from: number): number | undefined {
        let next = this.pieces.next();
        while (next.done !== true && next.value.length === 0) {
            next = this.pieces.next();
        }
        if (next.done === true) {
            return undefined;
        }
        const piece = next.value;
        const kept = this.end - from;
        if (kept === 0) {
            this.bytes = piece;
            this.isOwn = false;
        } else {
            this.append(piece, from, kept);
        }
        this.end = kept + piece.length;
        return from;
    }

    private append(piece: Uint8Array, from: number, kept: number): void {
        const needed = kept + piece.length;
        if (this.isOwn && needed <= this.bytes.length) {
            this.bytes.copyWithin(0, from, this.end);
        } else {
            const larger = new Uint8Array(needed * 2);
            larger.set(this.bytes.subarray(from, this.end));
            this.bytes = larger;
            this.isOwn = true;
        }
        this.bytes.set(piece, kept);
    }

    /** The text between two places. @param isAscii whether it has no other characters */
    text(from: number, to: number, isAscii: boolean): string {
        const { buffer, byteOffset } = this.bytes;
        return decode(buffer, byteOffset + from, to - from, isAscii ? 'latin1' : 'utf8');
    }
}

/** A name that a text repeats: it is decoded once. */
export interface RepeatedName {
    readonly text: string;
    /** as it stands in the text; undefined when it has escapes */
    readonly bytes?: Uint8Array;
    /** for whoever asks whether it came before */
    seenIn: number;
    /** the name that came behind it the last time, in the same object */
    next?: RepeatedName;
}

/** Names that are known, at most: a text of ever new ones leaves nothing behind. */
const MAX_NAMES = 1 << 12;
const SLOTS = MAX_NAMES * 4;

/** The names of a text by their bytes. */
export class RepeatedNames {
    private readonly slots: ((Required<Pick<RepeatedName, 'bytes'>> & RepeatedName) | undefined)[] = [];
    private count = 0;

    constructor(private readonly window: Window) {}

    /** The name between two places. @param hash of its bytes */
    between(from: number, to: number, hash: number, isAscii: boolean): RepeatedName {
        const { bytes } = this.window;
        let slot = (hash >>> 0) % SLOTS;
        for (let known = this.slots[slot]; known !== undefined; known = this.slots[(slot = (slot + 1) % SLOTS)]) {
            if (isAt(known.bytes, bytes, from, to)) {
                return known;
            }
        }
        const name = { text: this.window.text(from, to, isAscii), bytes: bytes.slice(from, to), seenIn: 0, next: undefined };
        if (this.count < MAX_NAMES) {
            this.count++;
            this.slots[slot] = name;
        }
        return name;
    }
}

function isAt(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
    return name.length === to - from && beginsAt(name, bytes, from);
}

/** Whether a name stands at a place, whatever is behind it. */
export function beginsAt(name: Uint8Array, bytes: Uint8Array, from: number): boolean {
    for (let i = 0; i < name.length; i++) {
        if (name[i] !== bytes[from + i]) {
            return false;
        }
    }
    return true;
}
