/** A partial order of what happens made into one sequence. Knows no model. */

/**
 * Some items in an order that keeps every `earlier, later` pair, directly or over other things; what the pairs leave open is in the order
 * given. Pairs that contradict each other are passed over where they close a circle.
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
