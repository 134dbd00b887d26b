/**
 * Skips arrays of objects that have only an id. Documents with derived properties mostly consist of such arrays, which readers need not
 * parse. Many arrays end with the same items: these are compared as one block with an array that was skipped before. Depends on bytes only.
 */
import { copyOfBytes, equalBytes } from '#host';
import type { Window } from './bytes.js';

const LINE_END = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const AT = 64;
const BACKSLASH = 92;
const END_BRACKET = 93;
const BRACE = 123;
const END_BRACE = 125;

/** The tokens of `{ "@id" : "…" }`, which are followed by a comma or the end of the array. */
const PARTS = [BRACE, QUOTE, COLON, QUOTE, END_BRACE];
const PLACE_OF_NAME = 1;
const PLACE_OF_ID = 3;
const PLACE_AFTER = PARTS.length;

/** A position in a text that is being read. */
export interface Place {
    /** the offset in the bytes in memory */
    at: number;
    line: number;
}

/** Where the parts of an item are in the bytes in memory. */
interface Item {
    from: number;
    id: number;
    idEnd: number;
    /** the offset after the comma, or after the bracket */
    to: number;
    /** the number of line ends before the id and in the whole item */
    linesBefore: number;
    lines: number;
}

/** Skips arrays of one text. */
export class IdArrays {
    private readonly known = new KnownArrays();
    private readonly item: Item = { from: 0, id: 0, idEnd: 0, to: 0, linesBefore: 0, lines: 0 };

    constructor(private readonly window: Window) {}

    /**
     * Skips the items `{"@id": …}` of an array that are completely in memory. Stops before the first item with any other form.
     * @param place after the opening bracket; moved to the next item or, at the end of the array, after the closing bracket
     * @returns whether the array ended
     */
    pass(place: Place): boolean {
        const { window, known, item } = this;
        const { bytes } = window;
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        known.begin();
        item.to = item.from = place.at;
        while (isAlike(view, window.end, item) || readItem(window, item)) {
            const hash = hashOf(view, item.id, item.idEnd);
            const lineOfId = place.line + item.linesBefore;
            const same = known.find(window, item.id, hash);
            if (same === undefined) {
                known.add(item.id, lineOfId, hash);
                place.at = item.to;
                place.line += item.lines;
            } else {
                place.at = item.id + same.length;
                place.line = lineOfId + same.lines;
                item.from = item.to = place.at;
            }
            if (bytes[place.at - 1] === END_BRACKET) {
                known.end(window, place);
                return true;
            }
            known.startItem(place);
        }
        return false;
    }
}

/** Reads the item that begins where the last one ended. @returns whether it is complete and in memory */
function readItem({ bytes, end }: Window, item: Item): boolean {
    let at = item.to;
    let part = 0;
    let lines = 0;
    item.from = at;
    while (at < end) {
        const byte = bytes[at];
        if (byte <= 32) {
            if (byte !== 32 && byte !== LINE_END && byte !== 9 && byte !== 13) {
                return false;
            }
            lines += byte === LINE_END ? 1 : 0;
            at++;
        } else if (part === PLACE_AFTER && (byte === COMMA || byte === END_BRACKET)) {
            item.to = at + 1;
            item.lines = lines;
            return true;
        } else if (part === PLACE_OF_NAME && byte === QUOTE && isIdAt(bytes, at + 1)) {
            at += 5;
            part++;
        } else if (part === PLACE_OF_ID && byte === QUOTE) {
            item.id = at + 1;
            item.linesBefore = lines;
            at = plainEnd(bytes, item.id, end);
            item.idEnd = at - 1;
            part++;
        } else if (part !== PLACE_OF_NAME && part !== PLACE_OF_ID && byte === PARTS[part]) {
            at++;
            part++;
        } else {
            return false;
        }
    }
    return false;
}

/** Whether `@id"` is at an offset. */
function isIdAt(bytes: Uint8Array, at: number): boolean {
    return bytes[at] === AT && bytes[at + 1] === 105 && bytes[at + 2] === 100 && bytes[at + 3] === QUOTE;
}

/**
 * Moves to the next item if it differs from the last one only in its id, which must have the same length. This is true of most items,
 * because their white space is equal.
 * @returns whether the item was moved
 */
function isAlike(view: DataView, end: number, item: Item): boolean {
    const { from, id, idEnd, to } = item;
    const by = to - from;
    if (by === 0 || to + by > end || !isSame(view, from, by, id) || !isPlain(view, id + by, idEnd + by) || !isSame(view, idEnd, by, to)) {
        return false;
    }
    item.from += by;
    item.id += by;
    item.idEnd += by;
    item.to += by;
    return true;
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

function hashOf(view: DataView, from: number, to: number): number {
    let hash = to - from;
    let at = from;
    for (; at + 4 <= to; at += 4) {
        hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1);
        hash ^= hash >>> 15;
    }
    for (; at < to; at++) {
        hash = Math.imul(hash ^ view.getUint8(at), 0x9e3779b1);
    }
    return hash ^ (hash >>> 13);
}

/** The number of ids that are known at a time, a power of 2. */
const SLOTS = 1 << 16;

/** Arrays with fewer bytes are not kept, because comparing them is not faster than reading their items. */
const MIN_LENGTH = 256;

/** The maximum number of bytes to keep. */
const MAX_KEPT = 1 << 24;

/**
 * The bytes from an id on that equal those of a known array: a number of whole items, up to the start of the next item or to the end of the
 * array.
 */
interface Known {
    readonly length: number;
    readonly lines: number;
}

/** An array that was read. */
interface KnownArray {
    /** from the first id to the closing bracket */
    readonly bytes: Uint8Array;
    /** where items begin, and the line ends before them */
    readonly starts: readonly number[];
    readonly lines: readonly number[];
}

/** The arrays that were read, which are found by the ids of those items that were read one by one. */
class KnownArrays {
    private readonly arrays: KnownArray[] = [];
    private kept = 0;
    /** for each slot, found by the hash of an id: the number of the array from 1 on, the offset of the id, the line ends before it */
    private slots = new Int32Array(0);
    /** the current array: offset, line and hash of each id that was not found in a known array */
    private readonly ids: number[] = [];
    private starts: number[] = [];
    private lines: number[] = [];

    /** Begins an array. */
    begin(): void {
        this.ids.length = 0;
        this.starts = [];
        this.lines = [];
    }

    /** Adds an item to the current array. */
    add(at: number, line: number, hash: number): void {
        this.ids.push(at, line, hash);
    }

    /** Adds the place where a further item begins. */
    startItem({ at, line }: Place): void {
        this.starts.push(at);
        this.lines.push(line);
    }

    /** The items from an id on that equal those of an array that was read before; undefined if there is no such item. */
    find({ bytes, end }: Window, at: number, hash: number): Known | undefined {
        const { slots } = this;
        const slot = (hash & (SLOTS - 1)) * 3;
        if (slot >= slots.length || slots[slot] === 0) {
            return undefined;
        }
        const { bytes: known, starts, lines } = this.arrays[slots[slot] - 1];
        const from = slots[slot + 1];
        const length = known.length - from;
        if (at + length <= end && equalBytes(known, from, bytes, at, length)) {
            return { length, lines: lines[lines.length - 1] - slots[slot + 2] };
        }
        let same = 0;
        for (let step = Math.min(length, end - at) >> 1; step >= STEP; step >>= 1) {
            same += equalBytes(known, from + same, bytes, at + same, step) ? step : 0;
        }
        const last = lastUpTo(starts, from + same);
        return starts[last] > from ? { length: starts[last] - from, lines: lines[last] - slots[slot + 2] } : undefined;
    }

    /** Ends the current array, which was read to its closing bracket. */
    end({ bytes }: Window, { at, line }: Place): void {
        const { ids } = this;
        if (ids.length === 0 || at - ids[0] < MIN_LENGTH) {
            return;
        }
        const [from, firstLine] = ids;
        if (this.kept + at - from > MAX_KEPT || this.slots.length === 0) {
            this.slots = new Int32Array(SLOTS * 3);
            this.arrays.length = this.kept = 0;
        }
        this.arrays.push({
            bytes: copyOfBytes(bytes.subarray(from, at)),
            starts: this.starts.map(start => start - from),
            lines: [...this.lines, line].map(line => line - firstLine)
        });
        this.kept += at - from;
        for (let i = 0; i < ids.length; i += 3) {
            const slot = (ids[i + 2] & (SLOTS - 1)) * 3;
            this.slots[slot] = this.arrays.length;
            this.slots[slot + 1] = ids[i] - from;
            this.slots[slot + 2] = ids[i + 1] - firstLine;
        }
    }
}

/** The smallest number of bytes to compare. */
const STEP = 64;

/** The index of the last of ascending numbers that is not greater than a limit; -1 if there is none. */
function lastUpTo(numbers: readonly number[], limit: number): number {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[middle] <= limit) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low - 1;
}
