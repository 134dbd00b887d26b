/** Linearizes a partial order. Does not depend on models. */

/**
 * Orders items so that every `earlier, later` pair holds, directly or through other items; otherwise keeps the given order. Ignores pairs
 * that would close a cycle.
 */
export function timeOrder<T extends object>(items: readonly T[], pairs: readonly (readonly [object, object])[]): T[] {
    const earlier = new Map<object, Set<object>>();
    for (const [before, after] of pairs) {
        if (before !== after) {
            earlier.set(after, (earlier.get(after) ?? new Set()).add(before));
        }
    }
    const done = new Set<object>();
    const open = new Set<object>();
    const order: T[] = [];
    const wanted = new Set<object>(items);
    const visit = (thing: object): void => {
        if (done.has(thing) || open.has(thing)) {
            return;
        }
        open.add(thing);
        earlier.get(thing)?.forEach(visit);
        open.delete(thing);
        done.add(thing);
        if (wanted.has(thing)) {
            order.push(thing as T);
        }
    };
    items.forEach(visit);
    return order;
}
