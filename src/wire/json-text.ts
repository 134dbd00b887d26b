// Properties of JSON texts that are read before they are parsed.

import { DEEPEST, TooDeep } from './limits.js';

/** The end of the string that starts at a quote; the end of the text if it is not closed. */
export function endOfString(text: string, start: number): number {
    for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
        let escapes = 0;
        while (text[end - 1 - escapes] === '\\') {
            escapes++;
        }
        if (escapes % 2 === 0) {
            return end + 1;
        }
    }
    return text.length;
}

const QUOTE = 0x22;
/** The character codes of the opening and closing brackets of lists and of objects differ only in this bit. */
const CASE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** @throws TooDeep for objects and lists that nest more than {@link DEEPEST} deep */
export function checkDepth(text: string): void {
    // Each level needs an opening bracket; a text without the closing ones is not JSON.
    if (text.length <= DEEPEST) {
        return;
    }
    let depth = 0;
    for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (code === QUOTE) {
            at = endOfString(text, at) - 1;
        } else if ((code | CASE_BIT) === OPENING) {
            depth++;
            if (depth > DEEPEST) {
                throw new TooDeep();
            }
        } else if ((code | CASE_BIT) === CLOSING) {
            depth--;
        }
    }
}
