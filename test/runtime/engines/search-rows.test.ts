/** The rows of a search: a queue that keeps them in bytes, and the hash that follows their changes. */
import { describe, expect, test } from 'vitest';
import { RowHash } from '../../../src/runtime/engines/check/row-hash.js';
import { RowQueue } from '../../../src/runtime/engines/check/row-queue.js';

describe('the queue', () => {
    const ROWS = [[], [0], [1, 2, 3], [127], [128], [129, 0], [16_383], [16_384], [2_097_151, 2_097_152], [2 ** 30]];

    test('rows come back in their order, with numbers of any size', () => {
        const queue = new RowQueue();
        ROWS.forEach(row => queue.put(row));
        expect(ROWS.map(() => queue.take())).toEqual(ROWS);
    });

    test('a dropped row is passed over', () => {
        const queue = new RowQueue();
        ROWS.forEach(row => queue.put(row));
        const taken = ROWS.map((_, i) => (i % 2 === 0 ? queue.drop() : queue.take()));
        expect(taken.filter(row => row !== undefined)).toEqual(ROWS.filter((_, i) => i % 2 === 1));
    });

    test('rows lie across blocks, and blocks that are read are given back', () => {
        const queue = new RowQueue();
        expect(queue.bytes).toBe(0);
        queue.put([1]);
        expect(queue.bytes).toBe(65_536);
        const long = Array.from({ length: 100_000 }, (_, i) => i % 300);
        queue.put(long);
        const most = queue.bytes;
        expect([queue.take().join(), queue.take().join() === long.join()]).toEqual(['1', true]);
        queue.put(long);
        expect([queue.take().join() === long.join(), queue.bytes, most]).toEqual([true, most, 3 * 65_536]);
    });

    test('the greatest number of blocks counts', () => {
        const queue = new RowQueue();
        const block = Array.from({ length: 65_535 }, () => 1);
        for (let i = 0; i < 4; i++) {
            queue.put(block);
            queue.take();
        }
        expect(queue.bytes).toBeLessThanOrEqual(3 * 65_536);
    });
});

describe('the hash', () => {
    const hashOf = (row: number[]): string => {
        const hash = new RowHash();
        hash.of(row);
        return `${hash.low} ${hash.high}`;
    };
    const parts = ({ low, high }: RowHash): string => `${low} ${high}`;

    test('the order of tokens does not count, that of components does', () => {
        expect(hashOf([2, 5, 7, 10, 12])).toBe(hashOf([2, 7, 5, 10, 12]));
        expect(hashOf([2, 5, 7, 10, 12])).not.toBe(hashOf([2, 5, 7, 12, 10]));
        expect(hashOf([0, 10])).not.toBe(hashOf([1, 10]));
        expect(hashOf([2, 5, 5, 10])).not.toBe(hashOf([1, 5, 10]));
        expect(hashOf([1, 5, 0])).toBe(hashOf([1, 5]));
    });

    test('a change leads to the hash of the changed row, and back', () => {
        const hash = new RowHash();
        hash.of([2, 5, 7, 10, 0, 12]);
        const [low, high] = [hash.low, hash.high];
        hash.removeToken(5);
        hash.addToken(9);
        hash.change(0, 10, 0);
        hash.change(1, 0, 4);
        hash.change(2, 12, 13);
        hash.change(2, 13, 13);
        expect(parts(hash)).toBe(hashOf([2, 9, 7, 0, 4, 13]));
        hash.from(low, high);
        expect(parts(hash)).toBe(hashOf([2, 5, 7, 10, 0, 12]));
    });

    test('holdings of one kind have one hash', () => {
        const hash = new RowHash();
        const kinds = (values: readonly number[]): string => {
            hash.ofHoldings(values, (component, value) => (value === 0 ? 0 : component + (value % 10)));
            return parts(hash);
        };
        expect(kinds([11, 0, 3])).toBe(kinds([21, 0, 33]));
        expect(kinds([11, 0, 3])).not.toBe(kinds([12, 0, 3]));
        expect(kinds([1, 0])).not.toBe(kinds([0, 1]));
        expect(kinds([0, 0])).toBe('0 0');
    });

    test('small rows have hashes of their own, in both halves', () => {
        const rows = Array.from({ length: 900 }, (_, i) => [1, i % 30, Math.floor(i / 30)]);
        const hashes = rows.map(row => hashOf(row).split(' '));
        expect([new Set(hashes.map(([low]) => low)).size, new Set(hashes.map(([, high]) => high)).size]).toEqual([900, 900]);
        expect(hashes.every(([low, high]) => low !== high)).toBe(true);
        // a value of one component is not that of another one
        const single = Array.from({ length: 900 }, (_, i) =>
            Array.from({ length: 30 }, (__, at) => (at === i % 30 ? 1 + Math.floor(i / 30) : 0))
        );
        expect(new Set(single.map(values => hashOf([0, ...values]))).size).toBe(900);
    });
});
