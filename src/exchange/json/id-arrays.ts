/**
 * Skips arrays of objects with only an id. Documents with derived properties mostly consist of such arrays, whose values follow from the
 * rest. Depends on their bytes only.
 */
import type { Window } from './bytes.js';

const LINE_END = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const AT = 64;
const BACKSLASH = 92;
const BRACE = 123;
const END_BRACE = 125;

/** The tokens of `{ "@id" : "…" } ,`. */
const PARTS = [BRACE, QUOTE, COLON, QUOTE, END_BRACE, COMMA];
const PLACE_OF_NAME = 1;
const PLACE_OF_ID = 3;

/** A position in a text that is being read. */
export interface Place {
    /** the offset in the bytes in memory */
    at: number;
    line: number;
}

/** Skips the array items `{"@id": …}` that are followed by a comma and in memory. Stops before the first item with any other form. */
export function passIds(window: Window, place: Place): void {
    const { bytes, end } = window;
    let { at, line } = place;
    let part = 0;
    let id = 0;
    let idEnd = 0;
    while (at < end) {
        const byte = bytes[at];
        if (byte <= 32) {
            if (byte !== 32 && byte !== LINE_END && byte !== 9 && byte !== 13) {
                return;
            }
            line += byte === LINE_END ? 1 : 0;
            at++;
        } else if (part === PLACE_OF_NAME && byte === QUOTE && isIdAt(bytes, at + 1)) {
            at += 5;
            part++;
        } else if (part === PLACE_OF_ID && byte === QUOTE) {
            id = at + 1;
            at = plainEnd(bytes, id, end);
            idEnd = at - 1;
            part++;
        } else if (part !== PLACE_OF_NAME && part !== PLACE_OF_ID && byte === PARTS[part]) {
            at++;
            part++;
        } else {
            return;
        }
        if (part === PARTS.length) {
            part = 0;
            const length = at - place.at;
            const count = countAlike(window, place.at, id, idEnd, at);
            at += count * length;
            line += count * (line - place.line);
            place.at = at;
            place.line = line;
        }
    }
}

/** Whether `@id"` is at an offset. */
function isIdAt(bytes: Uint8Array, at: number): boolean {
    return bytes[at] === AT && bytes[at + 1] === 105 && bytes[at + 2] === 100 && bytes[at + 3] === QUOTE;
}

/**
 * Counts the items after one that differ from it only in their ids, which have the same length. Most items also have the same white space.
 * @param from the start of the item; `id` and `idEnd` delimit its id; `to` is where the next item may begin
 */
function countAlike({ bytes, end }: Window, from: number, id: number, idEnd: number, to: number): number {
    const length = to - from;
    if (to + length > end) {
        return 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let count = 0;
    for (let at = to; at + length <= end; at += length) {
        const by = at - from;
        if (!isSame(view, from, by, id) || !isPlain(view, id + by, idEnd + by) || !isSame(view, idEnd, by, to)) {
            break;
        }
        count++;
    }
    return count;
}

/** Whether the bytes of a range equal those at a distance `by` after them. */
function isSame(view: DataView, from: number, by: number, to: number): boolean {
    let at = from;
    for (; at + 4 <= to; at += 4) {
        if (view.getInt32(at, true) !== view.getInt32(at + by, true)) {
            return false;
        }
    }
    for (; at < to; at++) {
        if (view.getUint8(at) !== view.getUint8(at + by)) {
            return false;
        }
    }
    return true;
}

const QUOTES = QUOTE * 0x01010101;
const BACKSLASHES = BACKSLASH * 0x01010101;

/** Whether a range contains no quote, backslash or control character. */
function isPlain(view: DataView, from: number, to: number): boolean {
    let at = from;
    for (; at + 4 <= to; at += 4) {
        const four = view.getInt32(at, true);
        if ((zeroAmong(four ^ QUOTES) | zeroAmong(four ^ BACKSLASHES) | zeroAmong(four & 0xe0e0e0e0)) !== 0) {
            return false;
        }
    }
    for (; at < to; at++) {
        const byte = view.getUint8(at);
        if (byte === QUOTE || byte === BACKSLASH || byte < 32) {
            return false;
        }
    }
    return true;
}

/** Nonzero if one of four bytes is 0. */
const zeroAmong = (four: number): number => (four - 0x01010101) & ~four & 0x80808080;

/** The offset after the closing quote of a string without escapes; the end if there is none. */
function plainEnd(bytes: Uint8Array, from: number, end: number): number {
    for (let at = from; at < end; at++) {
        const byte = bytes[at];
        if (byte === QUOTE) {
            return at + 1;
        }
        if (byte === BACKSLASH || byte < 32) {
            return end;
        }
    }
    return end;
}
