// The frame around a drawing: what it says in which corner, how large it is, and when there is none (SysML 8.2.3.26).

import { describe, expect, it } from 'vitest';
import { frameAround, type Frame } from '../../src/views/drawing/frame.js';
import type { RenderedView } from '../../src/views/graph.js';

interface Told {
    readonly view?: string;
    readonly kind?: string;
    readonly keyword?: string;
    readonly name?: string;
    readonly type?: string;
    readonly documentation?: string;
    readonly exposes?: readonly string[];
    readonly filters?: readonly string[];
}
const EXTENT = { x: 10, y: 20, width: 400, height: 100 };

const framed = (
    { view = 'P::v', kind = 'interconnection', keyword = 'view', name = 'v', type = '', ...rest }: Told,
    extent = EXTENT
): Frame | undefined =>
    frameAround(
        {
            view,
            kind,
            heading: { kind: keyword, name, type, documentation: '', exposes: [], filters: [], ...rest }
        } as unknown as RenderedView,
        extent
    );

const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i + 1}`);
/** A text of so many lines: no two of its words have room beside each other. */
const words = (count: number): string =>
    numbers(count)
        .map(n => n.padEnd(45, 'x'))
        .join(' ');

describe('the frame', () => {
    it.each<[string, Told, boolean]>([
        ['of a view', {}, true],
        ['of a pseudo-view', { view: '' }, false],
        ['of a sequence that no view declares', { view: '', kind: 'sequence' }, true],
        ['of a view without a name', { name: '' }, false]
    ])('%s is there: %s', (_, told, isThere) => expect(framed(told) !== undefined).toBe(isThere));

    it.each<[string, Told, readonly string[]]>([
        ['its name', {}, ['«view»', 'v']],
        ['its type', { type: 'V' }, ['«view»', 'v : V']],
        ['its documentation', { documentation: 'About it.' }, ['«view»', 'v', 'About it.']],
        ['what it exposes', { exposes: ['A', 'B::*'] }, ['«view»', 'v', 'expose A', 'expose B::*']],
        ['its filters', { filters: ['@M'] }, ['«view»', 'v', 'filter @M']],
        ['six elements at most', { exposes: numbers(6) }, ['«view»', 'v', ...numbers(6).map(n => `expose ${n}`)]],
        ['that there are more than six', { exposes: numbers(7) }, ['«view»', 'v', ...numbers(6).map(n => `expose ${n}`), 'expose …']],
        ['six lines of documentation at most', { documentation: words(6) }, ['«view»', 'v', ...words(6).split(' ')]],
        ['that there are more than six lines', { documentation: words(9) }, ['«view»', 'v', ...words(6).split(' '), '…']]
    ])('tells %s', (_, told, expected) => {
        const { texts, shapes } = framed(told)!;
        expect(texts.map(({ text }) => text)).toEqual(expected);
        // the frame, the corner of the name, and one corner for each of the others
        const corners = [told.documentation, told.exposes, told.filters].filter(value => value !== undefined).length;
        expect([shapes.match(/<rect/g)?.length, shapes.match(/<path/g)?.length]).toEqual([1, 1 + corners]);
        expect(texts.map(({ bold }) => bold === true)).toEqual(expected.map((_text, i) => i === 1));
    });

    it('has the name above on the left, documentation on the right, elements and filters below', () => {
        const { extent, texts } = framed({ documentation: 'About.', exposes: ['A'], filters: ['@M'] })!;
        const [keyword, name, about, exposes, filters] = texts;
        expect([keyword.x, name.x, exposes.x]).toEqual([20, 20, 20]);
        expect(keyword.y).toBeLessThan(name.y);
        expect(name.y).toBeLessThan(EXTENT.y);
        expect(about.y).toBe(keyword.y);
        expect(about.x).toBeGreaterThan(300);
        expect(exposes.y).toBe(filters.y);
        expect(exposes.y).toBeGreaterThan(EXTENT.y + EXTENT.height);
        expect(filters.x).toBeGreaterThan(300);
        const bottom = extent.y + extent.height;
        expect([extent.x, extent.width, bottom > exposes.y, extent.y < keyword.y - keyword.size]).toEqual([2, 416, true, true]);
    });

    it.each<[string, Told]>([
        ['the name', { name: 'n'.repeat(40) }],
        ['the name and the documentation', { name: 'n'.repeat(20), documentation: 'd'.repeat(20) }],
        ['elements and filters', { exposes: ['e'.repeat(20)], filters: ['f'.repeat(20)] }]
    ])('is as wide as %s', (_, told) => {
        const narrow = framed(told, { ...EXTENT, width: 10 })!;
        expect(narrow.extent.width).toBeGreaterThan(100);
        for (const { text, x } of narrow.texts) {
            expect([text, x >= EXTENT.x, x < narrow.extent.x + narrow.extent.width]).toEqual([text, true, true]);
        }
        const lines = new Map<number, number[]>();
        narrow.texts.forEach(({ x, y }) => lines.set(y, [...(lines.get(y) ?? []), x]));
        [...lines.values()].filter(xs => xs.length > 1).forEach(([left, right]) => expect(right - left).toBeGreaterThan(80));
        expect(framed(told)!.extent.width).toBe(416);
    });
});

describe('the box of an occurrence', () => {
    it.each([
        ['action def', '0'],
        ['action', '8'],
        ['part def', '0'],
        ['default', '8']
    ])('of %s has corners of %s', (keyword, radius) => {
        const { shapes, texts, extent } = framed({ view: '', kind: 'sequence', keyword })!;
        expect(/rx="(\d+)"/.exec(shapes)?.[1] ?? '0').toBe(radius);
        expect(texts.map(({ text, isCentred, italic, x }) => [text, isCentred, italic === true, x])).toEqual([
            [`«${keyword}»`, true, false, 210],
            ['v', true, false, 210],
            ['sequence', true, true, 210]
        ]);
        expect([extent.x, extent.width, extent.y + extent.height]).toEqual([2, 416, EXTENT.y + EXTENT.height + 8]);
        expect(texts.every(({ y }, i) => i === 0 || y > texts[i - 1].y)).toBe(true);
    });
});
