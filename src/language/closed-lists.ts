/** Closed lists of words and tables by words, as types that know their words. */

/** Whether a word is one of a closed list. */
export function isAmong<T extends string>(words: readonly T[], word: string): word is T {
    return (words as readonly string[]).includes(word);
}

/** The words that a table is by. */
export function wordsOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
    return Object.keys(table) as K[];
}
