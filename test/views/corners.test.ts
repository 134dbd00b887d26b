// Ends of lines at diamonds: each goes to a corner, and what keeps it where the layout has it.

import { describe, expect, it } from 'vitest';
import { withCornerEnds } from '../../src/views/drawing/corners.js';
import type { Placement, Rect } from '../../src/views/drawing/placement.js';
import type { Scene } from '../../src/views/drawing/scene.js';
import type { Point } from '../../src/views/index.js';

const points = (text: string): Point[] =>
    text.split(' ').map(pair => {
        const [x, y] = pair.split(',').map(Number);
        return { x, y };
    });
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

/** Two steps above a merge at (100, 200), the right one far beside it. */
const STRAIGHT = '110,40 110,200';
const BENT = '250,40 250,120 120,120 120,200';

interface Case {
    readonly shape?: string;
    readonly lines: readonly string[];
    readonly between?: Rect;
    readonly caption?: Rect;
    /** the lines that begin at the diamond, from 0 */
    readonly out?: readonly number[];
}

function led({ shape = 'merge', lines, between, caption, out = [] }: Case): { lines: string[]; caption?: Rect } {
    const boxes = new Map([
        ['a', { rect: rect(60, 0, 100, 40) }],
        ['b', { rect: rect(200, 0, 100, 40) }],
        ['m', { rect: rect(100, 200, 30, 30), caption }],
        ...(between ? [['c', { rect: between }] as const] : [])
    ]);
    const scene = {
        boxes: [...boxes.keys()].map(id => ({ id, shape: id === 'm' ? shape : 'action' })),
        links: lines.map((_, i) => {
            const [from, to] = out.includes(i) ? ['m', 'ab'[i]] : ['ab'[i], 'm'];
            return { id: `l${i}`, from, to, fromPort: '', toPort: '' };
        })
    } as unknown as Scene;
    const links = new Map(lines.map((line, i) => [`l${i}`, { points: out.includes(i) ? points(line).reverse() : points(line) }]));
    const placement: Placement = { boxes, links, ports: new Map(), dividers: [], width: 300, height: 300 };
    const next = withCornerEnds(scene, placement);
    return {
        lines: [...next.links.values()].map(l => l.points.map(p => `${p.x},${p.y}`).join(' ')),
        caption: next.boxes.get('m')!.caption
    };
}

describe('the ends of lines at a diamond', () => {
    it.each<[string, Case, string[]]>([
        ['go to the corner above and the one beside', { lines: [STRAIGHT, BENT] }, ['115,40 115,200', '250,40 250,215 130,215']],
        ['go to the corner above if there is only one', { lines: [STRAIGHT] }, ['115,40 115,200']],
        [
            'share the corner above if something is beside',
            { lines: [STRAIGHT, BENT], between: rect(180, 205, 40, 20) },
            ['115,40 115,200', '250,40 250,120 115,120 115,200']
        ],
        [
            'do not share a corner if one line comes and one goes',
            { lines: [STRAIGHT, BENT], between: rect(180, 205, 40, 20), out: [1] },
            [STRAIGHT, '120,200 120,120 250,120 250,40']
        ],
        ['stay at a shape that is no diamond', { shape: 'join', lines: [STRAIGHT, BENT] }, [STRAIGHT, BENT]],
        ['keep a short step away from the corner', { lines: ['118,40 118,120 112,120 112,200'] }, ['118,40 118,120 112,120 112,200']]
    ])('%s', (_, given, expected) => {
        expect(led(given).lines).toEqual(expected);
    });

    it('moves the name of the diamond below the line that comes from beside', () => {
        const { lines, caption } = led({ lines: [STRAIGHT, BENT], caption: rect(136, 206, 20, 18) });
        expect(lines[1]).toBe('250,40 250,215 130,215');
        expect(caption).toEqual(rect(136, 223, 20, 18));
    });
});
