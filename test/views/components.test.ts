/** Parts of a drawing that no line joins: side by side in their order, apart from each other. */
import { describe, expect, it } from 'vitest';
import { packed } from '../../src/views/drawing/components.js';
import type { Placement, Rect } from '../../src/views/drawing/placement.js';
import { generator } from '../support/random.js';

const partOf = (id: string, width: number, height: number): Placement => ({
    boxes: new Map([[id, { rect: { x: 0, y: 0, width, height } }]]),
    ports: new Map(),
    links: new Map(),
    dividers: [],
    width,
    height
});

const gapBetween = (a: Rect, b: Rect): number =>
    Math.max(a.x - b.x - b.width, b.x - a.x - a.width, a.y - b.y - b.height, b.y - a.y - a.height);

describe('parts that no line joins', () => {
    it.each([2, 3, 5, 9, 17, 40, 70])('keep their distance: %i of any size', count => {
        const next = generator(count);
        for (let round = 0; round < 20; round++) {
            const parts = Array.from({ length: count }, (_, i) => partOf(`n${i}`, 20 + next(400), 20 + next(next(4) === 0 ? 900 : 90)));
            const { boxes, width, height } = packed(parts, 0);
            const rects = [...boxes.values()].map(b => b.rect);
            expect(rects.length).toBe(count);
            expect(Math.min(...rects.flatMap((a, i) => rects.slice(i + 1).map(b => gapBetween(a, b))))).toBeGreaterThanOrEqual(23.9);
            expect(Math.max(...rects.map(r => r.x + r.width))).toBeCloseTo(width);
            expect(Math.max(...rects.map(r => r.y + r.height))).toBeCloseTo(height);
        }
    });

    it('fill the room beside a high one in their order', () => {
        const parts = [partOf('high', 100, 500), ...Array.from({ length: 8 }, (_, i) => partOf(`n${i}`, 200, 60))];
        const rects = [...packed(parts, 0).boxes.values()].map(b => b.rect);
        expect(rects.slice(1).every(r => r.x > 100 && r.y + r.height <= 500)).toBe(true);
        expect(rects.slice(1).every((r, i) => i === 0 || r.y > rects[i].y || (r.y === rects[i].y && r.x > rects[i].x))).toBe(true);
    });
});
