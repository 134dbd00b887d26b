/** Texts of any length: what they are replaced by, and how messages cite them. */

/** From here on matches are replaced one by one: what the engine collects of tens of millions of them ends the process. */
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

/** A message without most of the long words, and of the text as a whole, that it cites of an input. */
export function shortened(message: string): string {
    const short = message.length <= LONGEST_WORD ? message : message.split(' ').map(cut).join(' ');
    return short.length <= LONGEST_MESSAGE ? short : `${short.slice(0, LONGEST_MESSAGE)}…`;
}

const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : `${word.slice(0, 100)}…${word.slice(-20)}`);
