/** The index of places: it finds at least what a look at everything finds, and not much more. */
import { describe, expect, it } from 'vitest';
import { Nearby } from '../../src/views/drawing/nearby.js';
import { overlap, type Rect } from '../../src/views/drawing/placement.js';
import { generator } from '../support/random.js';

/** Rectangles of 0 to 300 in a square of 4,000 with its middle at the origin, the same ones every time. */
function scattered(count: number): Rect[] {
    const next = generator(7);
    return Array.from({ length: count }, () => ({ x: next(4000) - 2000, y: next(4000) - 2000, width: next(300), height: next(300) }));
}

describe('the items near a place', () => {
    const rects = scattered(400);
    const index = new Nearby(rects.map(rect => [rect, rect] as const));

    it('are all that overlap it, each once', () => {
        for (const place of rects) {
            const found = index.at(place);
            expect(new Set(found).size).toBe(found.length);
            expect(found.filter(rect => overlap(rect, place)).length).toBe(rects.filter(rect => overlap(rect, place)).length);
        }
    });

    it('are few of all', () => {
        const found = rects.map(place => index.at(place).length);
        expect(found.reduce((sum, n) => sum + n, 0) / rects.length).toBeLessThan(rects.length / 10);
    });

    it('have those that are added later, at each of their pieces', () => {
        const later = new Nearby<string>([]);
        later.add('line', { x: 0, y: 0, width: 1000, height: 0 });
        later.add('line', { x: 1000, y: 0, width: 0, height: 1000 });
        expect(later.at({ x: 500, y: -5, width: 10, height: 10 })).toEqual(['line']);
        expect(later.at({ x: 990, y: 900, width: 20, height: 10 })).toEqual(['line']);
        expect(later.at({ x: 400, y: 400, width: 10, height: 10 })).toEqual([]);
    });
});
