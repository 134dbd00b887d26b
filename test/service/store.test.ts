// What is kept of models: as many as the capacity says, and not more bytes than memory has room for; the
// newest one stays whatever it takes.

import { expect, it } from 'vitest';
import { LruMap } from '../../src/language/workspace/lru.js';
import { ModelStore } from '../../src/service/workers/store.js';

/**
 * Sizes of what is kept one after the other, capacity, most bytes, and what is there in the end (by place, the least recently used first).
 */
const ROWS: readonly (readonly [sizes: readonly number[], capacity: number, most: number, kept: readonly number[]])[] = [
    [[1, 1, 1], 2, 100, [1, 2]],
    [[10, 10, 10], 9, 25, [1, 2]],
    [[10, 10, 30], 9, 25, [2]],
    [[30, 1, 1], 9, 25, [1, 2]],
    [[30], 9, 25, [0]],
    [[5, 5, 5, 5, 5], 9, 25, [0, 1, 2, 3, 4]],
    [[5, 5, 5, 5, 5, 20], 9, 25, [4, 5]]
];

it.each(ROWS)('models of %j bytes, at most %i and %i bytes', (sizes, capacity, most, kept) => {
    const store = new ModelStore(capacity, undefined, most);
    const map = new LruMap<number, number>({ count: capacity, weight: most, weigh: size => size });
    sizes.forEach((size, i) => {
        store.keep(String(i), { method: 0, format: 'json', body: new Uint8Array(size) });
        map.set(i, size);
    });
    const there = (has: (i: number) => boolean): number[] => sizes.flatMap((_, i) => (has(i) ? [i] : []));
    expect(there(i => store.get(String(i)) !== undefined)).toEqual(kept);
    expect(there(i => map.get(i) !== undefined)).toEqual(kept);
});

it('what is used stays, and what is kept again weighs once', () => {
    const map = new LruMap<string, number>({ count: 9, weight: 25, weigh: size => size });
    map.set('a', 10);
    map.set('b', 10);
    map.set('a', 10);
    map.set('c', 5);
    expect(map.size).toBe(3);
    map.get('b');
    map.set('d', 10);
    expect(['a', 'b', 'c', 'd'].filter(key => map.get(key) !== undefined)).toEqual(['b', 'c', 'd']);
});
