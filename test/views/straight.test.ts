// Ends of lines that go along the border of their box until the line is straight, and what keeps them where they are. Names of ports that
// move off each other.

import { describe, expect, it } from 'vitest';
import type { PlacedLink, Placement, Rect } from '../../src/views/drawing/placement.js';
import { withReadablePorts } from '../../src/views/drawing/port-labels.js';
import type { Scene } from '../../src/views/drawing/scene.js';
import { withStraightEnds } from '../../src/views/drawing/straight.js';
import type { Point } from '../../src/views/index.js';

const points = (text: string): Point[] =>
    text.split(' ').map(pair => {
        const [x, y] = pair.split(',').map(Number);
        return { x, y };
    });
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

/** A wide box above a narrow one, and a line that steps aside between them. */
const STEP = '100,40 100,60 20,60 20,100';

interface Case {
    readonly shape?: string;
    readonly port?: string;
    readonly line?: string;
    readonly label?: Rect;
    readonly other?: string;
    readonly between?: Rect;
}

function straightened({ shape = 'usage', port = '', line = STEP, label, other, between }: Case): PlacedLink {
    const boxes = new Map([
        ['a', { rect: rect(0, 0, 200, 40) }],
        ['b', { rect: rect(0, 100, 40, 40) }],
        ...(between ? [['c', { rect: between }] as const] : [])
    ]);
    const links = new Map<string, PlacedLink>([
        ['l', { points: points(line), label }],
        ...(other === undefined ? [] : [['o', { points: points(other) }] as const])
    ]);
    const scene = {
        boxes: [...boxes.keys()].map(id => ({ id, shape: id === 'a' ? shape : 'usage' })),
        links: [{ id: 'l', from: 'a', to: 'b', fromPort: port, toPort: 'p' }]
    } as unknown as Scene;
    const placement: Placement = { boxes, links, ports: new Map(), dividers: [], width: 200, height: 140 };
    return withStraightEnds(scene, placement).links.get('l')!;
}

describe('the end of a line', () => {
    it.each<[string, Case, string]>([
        ['goes along its box', {}, '20,40 20,100'],
        ['stays at a port', { port: 'q' }, STEP],
        ['stays at a shape without straight sides', { shape: 'decision' }, STEP],
        ['stays where the box has a corner', { line: '100,40 100,60 4,60 4,100' }, '100,40 100,60 4,60 4,100'],
        ['stays where the line comes back', { line: '100,40 100,60 20,60 20,50' }, '100,40 100,60 20,60 20,50'],
        ['stays at a stem that another line has, too', { other: '100,40 100,100' }, STEP],
        ['stays where another line is close beside', { other: '15,40 15,100' }, STEP],
        ['goes where another line ends in front of it', { other: '15,38 15,10' }, '20,40 20,100'],
        ['goes where another line begins behind it', { other: '15,140 15,102' }, '20,40 20,100'],
        ['stays where a piece of another line is beside a part of it', { other: '15,70 15,60' }, STEP],
        ['goes where another line has room beside it', { other: '28,40 28,100' }, '20,40 20,100'],
        ['stays where it would cross another line', { other: '0,50 50,50' }, STEP],
        ['goes where it crosses what it has crossed before', { other: '0,50 150,50' }, '20,40 20,100'],
        ['stays where a box is in the way', { between: rect(10, 45, 20, 10) }, STEP]
    ])('%s', (_, given, expected) => {
        expect(straightened(given).points).toEqual(points(expected));
    });

    it('takes the text beside it along', () => {
        expect(straightened({ label: rect(110, 45, 30, 10) })).toEqual({ points: points('20,40 20,100'), label: rect(30, 45, 30, 10) });
    });

    it('stays where the text has no room', () => {
        const label = rect(110, 45, 30, 10);
        expect(straightened({ label, between: rect(40, 45, 30, 10) })).toEqual({ points: points(STEP), label });
    });
});

it('moves the name of a port off that of the port beside it', () => {
    const port = (x: number): Rect => rect(x, -6, 12, 12);
    const placement: Placement = {
        boxes: new Map([['a', { rect: rect(0, 0, 200, 80) }]]),
        ports: new Map([
            ['p', { rect: port(40), caption: rect(55, -20, 60, 12) }],
            ['q', { rect: port(70), caption: rect(85, -20, 60, 12) }]
        ]),
        links: new Map(),
        dividers: [],
        width: 200,
        height: 100
    };
    const scene = { boxes: [{ id: 'a', shape: 'usage', ports: [{ id: 'p' }, { id: 'q' }] }], links: [] } as unknown as Scene;
    const { ports } = withReadablePorts(scene, placement);
    expect(ports.get('p')!.caption).toEqual(rect(-23, -20, 60, 12));
    expect(ports.get('q')).toEqual(placement.ports.get('q'));
});
