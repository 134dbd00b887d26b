/** The part in which two versions of a text differ. */
export interface Change {
    /** The length of the common prefix of both texts, in characters. */
    readonly start: number;
    /** Where the equal end begins in the older and in the newer text. */
    readonly oldEnd: number;
    readonly newEnd: number;
    /** Difference of the lengths. */
    readonly shift: number;
}

/** Long equal parts are compared by pieces of this length. */
const PIECE = 4096;

/** Compares two versions of a text. In equal texts the change is empty and at the end. */
export function changeOf(older: string, newer: string): Change {
    const shift = newer.length - older.length;
    const least = Math.min(older.length, newer.length);
    if (older === newer) {
        return { start: least, oldEnd: least, newEnd: least, shift };
    }
    let start = 0;
    while (start + PIECE <= least && older.slice(start, start + PIECE) === newer.slice(start, start + PIECE)) {
        start += PIECE;
    }
    while (start < least && older.charCodeAt(start) === newer.charCodeAt(start)) {
        start++;
    }
    let oldEnd = older.length;
    for (let from = oldEnd - PIECE; from >= start && from + shift >= start; from -= PIECE) {
        if (older.slice(from, oldEnd) !== newer.slice(from + shift, oldEnd + shift)) {
            break;
        }
        oldEnd = from;
    }
    while (oldEnd > start && oldEnd + shift > start && older.charCodeAt(oldEnd - 1) === newer.charCodeAt(oldEnd + shift - 1)) {
        oldEnd--;
    }
    return { start, oldEnd, newEnd: oldEnd + shift, shift };
}
