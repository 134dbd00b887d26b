/** Caches values that are computed from a whole model, so that they are not computed again for each element. */

/** Returns a function that computes its value once per key. The value is released together with its key. */
export function oncePer<K extends object, V>(answer: (key: K) => V): (key: K) => V {
    const known = new WeakMap<K, { readonly value: V }>();
    return key => {
        let entry = known.get(key);
        if (entry === undefined) {
            known.set(key, (entry = { value: answer(key) }));
        }
        return entry.value;
    };
}
