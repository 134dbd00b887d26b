/** What is worked out once for a whole model: an answer that looks at every element is not given again for each of them. */

/** A function that answers once for each key, and keeps the answer as long as there is the key. */
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
