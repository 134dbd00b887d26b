/** Closed lists of words, and tables whose keys are such words, with precise types. The casts that these need are in this file only. */

/** Whether a word is one of a closed list. */
export function isAmong<T extends string>(words: readonly T[], word: string): word is T {
    const all: readonly string[] = words;
    return all.includes(word);
}

/** The keys of a table. */
export function wordsOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
    return Object.keys(table) as K[]; // a table has no keys but those of its type
}

/** A table with a value for each word of a closed list. */
export function recordOf<K extends string, V>(words: readonly K[], valueOf: (word: K) => V): Record<K, V> {
    return Object.fromEntries(words.map(word => [word, valueOf(word)])) as Record<K, V>;
}

/** The value of a table for any word; undefined for a word that is no key, including inherited ones such as `toString`. */
export function entryFor<V>(table: Readonly<Record<string, V>>, word: string | undefined): V | undefined {
    return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}
