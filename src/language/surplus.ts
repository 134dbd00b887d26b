/** Compares lists as multisets. */

/** The items of `after` in excess of those of `before` with the same key: if `after` has n more of a key, its last n. */
export function surplus<B, A>(before: readonly B[], after: readonly A[], keyOf: (item: A | B) => string): A[] {
    const counts = new Map<string, number>();
    before.forEach(item => void counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1));
    return after.filter(item => {
        const left = counts.get(keyOf(item)) ?? 0;
        counts.set(keyOf(item), left - 1);
        return left <= 0;
    });
}
