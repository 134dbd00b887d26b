/**
 * Closed lists of words and tables by words, as types that know their words. What the type of a list or a table cannot say is said here,
 * once each.
 */

/** Whether a word is one of a closed list. */
export function isAmong<T extends string>(words: readonly T[], word: string): word is T {
    const all: readonly string[] = words;
    return all.includes(word);
}

/** The words that a table is by. */
export function wordsOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
    return Object.keys(table) as K[]; // a table has no keys but those of its type
}

/** A table by the words of a closed list. */
export function recordOf<K extends string, V>(words: readonly K[], valueOf: (word: K) => V): Record<K, V> {
    return Object.fromEntries(words.map(word => [word, valueOf(word)])) as Record<K, V>;
}

/** What a table has for a word, which may be none of its words (nor is a member that all objects have). */
export function entryFor<V>(table: Readonly<Record<string, V>>, word: string | undefined): V | undefined {
    return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
