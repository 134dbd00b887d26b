/** Words of a text: runs of letters, digits and underscores. */

/** Whether a character code is a letter, digit or underscore; false for NaN. */
export const isOfWord = (c: number): boolean => (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95;

/** The offsets at which a text has a word, not within a longer one. */
export function* offsetsOfWord(text: string, word: string): Generator<number> {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (!isOfWord(text.charCodeAt(at - 1)) && !isOfWord(text.charCodeAt(at + word.length))) {
            yield at;
        }
    }
}
