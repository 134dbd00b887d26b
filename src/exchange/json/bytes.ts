/** Reads text as UTF-8 bytes in pieces, because a document may be longer than a string or than memory. Does not depend on JSON. */
import { decode } from '#host';

/**
 * A UTF-8 text in ordered pieces, which can be iterated repeatedly. A character may be split between two pieces. The memory of a piece may
 * be reused when the piece after the next one is requested.
 */
export type TextPieces = Iterable<Uint8Array>;

/** The number of characters to encode at a time. */
const AT_ONCE = 1 << 16;

/** Encodes a text in parts. */
export function piecesOf(text: string): TextPieces {
    return { [Symbol.iterator]: () => encoded(text) };
}

function* encoded(text: string): Iterator<Uint8Array> {
    const encoder = new TextEncoder();
    for (let from = 0; from < text.length;) {
        let to = Math.min(from + AT_ONCE, text.length);
        if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800) {
            to = Math.min(to + 1, text.length); // keeps a surrogate pair together
        }
        yield encoder.encode(text.slice(from, to));
        from = to;
    }
}

/** The part of a text in memory: the last piece, after those earlier bytes that are still needed. */
export class Window {
    bytes: Uint8Array = new Uint8Array(0);
    /** The end of the valid bytes in {@link bytes}. */
    end = 0;
    private readonly pieces: Iterator<Uint8Array>;
    /** Whether {@link bytes} is a buffer of the window, which may have room for more, instead of the caller's piece. */
    private isOwn = false;

    constructor(pieces: TextPieces) {
        this.pieces = pieces[Symbol.iterator]();
    }

    /**
     * Reads the next piece.
     * @param from the start of the bytes that are still needed
     * @returns how far these bytes were moved towards the start; undefined at the end of the text, where nothing changes
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

    /** The text of a range. @param isAscii whether it has only ASCII characters */
    text(from: number, to: number, isAscii: boolean): string {
        const { buffer, byteOffset } = this.bytes;
        return decode(buffer, byteOffset + from, to - from, isAscii ? 'latin1' : 'utf8');
    }
}

/** A name of object members, which is decoded once although it occurs repeatedly. */
export interface RepeatedName {
    readonly text: string;
    /** the bytes in the text; undefined if the name has escapes */
    readonly bytes?: Uint8Array;
    /** the number of the last object with this name, to detect duplicates */
    seenIn: number;
    /** the name that last followed it within an object */
    next?: RepeatedName;
}

/** The maximum number of cached names. It bounds the memory for texts with many different names. */
const MAX_NAMES = 1 << 12;
const SLOTS = MAX_NAMES * 4;

/** Caches the names of a text by their bytes. */
export class RepeatedNames {
    private readonly slots: ((Required<Pick<RepeatedName, 'bytes'>> & RepeatedName) | undefined)[] = [];
    private count = 0;

    constructor(private readonly window: Window) {}

    /** The name in a range. @param hash the hash of its bytes */
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

/** Only texts of these lengths are kept: shorter ones are decoded as fast as they are found, longer ones rarely recur. */
const SHORTEST_RECENT = 8;
const LONGEST_RECENT = 64;
/** The maximum number of texts that are kept, a power of 2. */
const RECENT = 1 << 14;

/**
 * Caches decoded texts, most of which are ids that occur again. Equal texts become the same string object, whose hash the engine computes
 * once.
 */
export class RecentTexts {
    private readonly texts: (string | undefined)[] = [];

    constructor(private readonly window: Window) {}

    /** The text of a range that has only ASCII characters. */
    between(from: number, to: number): string {
        const length = to - from;
        if (length < SHORTEST_RECENT || length > LONGEST_RECENT) {
            return this.window.text(from, to, true);
        }
        const { bytes } = this.window;
        let hash = length;
        for (let at = to - SHORTEST_RECENT; at < to; at++) {
            hash = (Math.imul(hash, 31) + bytes[at]) | 0;
        }
        const slot = (hash ^ (hash >>> 15)) & (RECENT - 1);
        const recent = this.texts[slot];
        return recent !== undefined && isTextAt(recent, bytes, from, to) ? recent : (this.texts[slot] = this.window.text(from, to, true));
    }
}

/** Whether a range has the characters of a text. */
function isTextAt(text: string, bytes: Uint8Array, from: number, to: number): boolean {
    if (text.length !== to - from) {
        return false;
    }
    for (let i = text.length - 1; i >= 0; i--) {
        if (text.charCodeAt(i) !== bytes[from + i]) {
            return false;
        }
    }
    return true;
}

function isAt(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
    return name.length === to - from && beginsAt(name, bytes, from);
}

/** Whether the bytes at an offset begin with a name. */
export function beginsAt(name: Uint8Array, bytes: Uint8Array, from: number): boolean {
    for (let i = 0; i < name.length; i++) {
        if (name[i] !== bytes[from + i]) {
            return false;
        }
    }
    return true;
}
