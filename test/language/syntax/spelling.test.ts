/** Edit distances up to a limit, by the cells beside the diagonal alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { distance } from '../../../src/language/syntax/spelling.js';

/** The distance by the whole table. */
function wholeDistance(a: string, b: string): number {
    const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : i)));
    for (let i = 1; i <= a.length; i++) {
        for (let j = 1; j <= b.length; j++) {
            rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
                rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
            }
        }
    }
    return rows[a.length][b.length];
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });

it('is that of the whole table', () => {
    fc.assert(
        fc.property(word, word, fc.nat(5), (a, b, limit) => {
            expect(distance(a, b, limit)).toBe(Math.min(wholeDistance(a, b), limit + 1));
        }),
        { numRuns: 2000 }
    );
});

it('of very long names is found', () => {
    expect(distance('n'.repeat(200_000), 'n'.repeat(199_999), 3)).toBe(1);
});
