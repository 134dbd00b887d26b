/** Texts of any length: replacing parts of them, and shortening messages that quote them. */

/** Texts of this length are replaced piece by piece: `String.replace` would exhaust the memory with tens of millions of matches. */
const LONG = 2 ** 20;
const PIECES = 2 ** 16;

/** `text.replace(pattern, by)` for a global pattern and a text of any length. */
export function replaceEach(text: string, pattern: RegExp, by: (match: string) => string): string {
    if (text.length < LONG) {
        return text.replace(pattern, match => by(match));
    }
    const joined: string[] = [];
    let pieces: string[] = [];
    let from = 0;
    for (const { 0: match, index } of text.matchAll(pattern)) {
        pieces.push(text.slice(from, index), by(match));
        from = index + match.length;
        if (pieces.length > PIECES) {
            joined.push(pieces.join(''));
            pieces = [];
        }
    }
    return joined.concat(pieces, text.slice(from)).join('');
}

const LONGEST_WORD = 400;
const LONGEST_MESSAGE = 4000;

/** Shortens a message that quotes an input: each long word, then the message as a whole. */
export function shortened(message: string): string {
    const short = message.length <= LONGEST_WORD ? message : message.split(' ').map(cut).join(' ');
    return short.length <= LONGEST_MESSAGE ? short : `${short.slice(0, LONGEST_MESSAGE)}…`;
}

const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : `${word.slice(0, 100)}…${word.slice(-20)}`);
