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

/** A line that goes 5 px aside in its middle. */
const ASIDE = '20,40 20,55 25,55 25,85 20,85 20,100';

interface Case {
    readonly shape?: string;
    readonly port?: string;
    readonly line?: string;
    readonly label?: Rect;
    readonly other?: string;
    readonly between?: Rect;
    /** whether the line is drawn from the lower box to the upper one */
    readonly isUpwards?: boolean;
}

function straightened({ shape = 'usage', port = '', line = STEP, label, other, between, isUpwards = false }: Case): PlacedLink {
    const boxes = new Map([
        ['a', { rect: rect(0, 0, 200, 40) }],
        ['b', { rect: rect(0, 100, 40, 40) }],
        ...(between ? [['c', { rect: between }] as const] : [])
    ]);
    const links = new Map<string, PlacedLink>([
        ['l', { points: isUpwards ? points(line).reverse() : points(line), label }],
        ...(other === undefined ? [] : [['o', { points: points(other) }] as const])
    ]);
    const scene = {
        boxes: [...boxes.keys()].map(id => ({ id, shape: id === 'a' ? shape : 'start' })),
        links: [
            isUpwards
                ? { id: 'l', from: 'b', to: 'a', fromPort: '', toPort: port }
                : { id: 'l', from: 'a', to: 'b', fromPort: port, toPort: '' }
        ]
    } as unknown as Scene;
    const placement: Placement = { boxes, links, ports: new Map(), dividers: [], width: 200, height: 140 };
    return withStraightEnds(scene, placement).links.get('l')!;
}

describe('the end of a line', () => {
    it.each<[string, Case, string]>([
        ['goes along its box', {}, '20,40 20,100'],
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
        expect(straightened({ ...given, isUpwards: true }).points).toEqual(points(expected).reverse());
    });

    it.each([
        ['goes straight on where it went a short way aside', {}, '20,40 20,100'],
        ['keeps a way around another line', { other: '15,45 15,90' }, ASIDE],
        ['keeps a way around a box', { between: rect(12, 60, 10, 20) }, ASIDE]
    ])('%s', (_, given: Case, expected) => {
        expect(straightened({ line: ASIDE, shape: 'start', ...given }).points).toEqual(points(expected));
    });

    it.each<[string, string, string]>([
        ['to the other side', '20,40 20,55 15,55 15,85 20,85 20,100', '20,40 20,100'],
        ['of a line to the right', '40,20 55,20 55,25 85,25 85,20 100,20', '40,20 100,20'],
        ['of a line upwards', '20,100 20,85 25,85 25,55 20,55 20,40', '20,100 20,40'],
        ['later on the line', '0,30 20,30 20,55 25,55 25,85 20,85 20,100', '0,30 20,30 20,100'],
        ['before other pieces', '20,40 20,55 25,55 25,85 20,85 20,100 60,100 60,120', '20,40 20,100 60,100 60,120'],
        ['as far as there is room', '20,40 20,55 28,55 28,85 20,85 20,100', '20,40 20,100']
    ])('goes straight on where it went aside: %s', (_, line, expected) => {
        expect(straightened({ line, shape: 'start' }).points).toEqual(points(expected));
    });

    it.each<[string, string]>([
        ['too far', '20,40 20,55 60,55 60,85 20,85 20,100'],
        ['and goes on elsewhere', '20,40 20,55 25,55 25,85 30,85 30,100'],
        ['from a slanted piece', '19,40 20,55 25,55 25,85 20,85 20,100'],
        ['along a slanted piece', '20,40 20,55 25,55 26,85 20,85 20,100'],
        ['and ends slanted', '20,40 20,55 25,55 25,85 20,85 21,100'],
        ['and back a little', '20,40 20,85 25,85 25,55 20,55 20,100'],
        ['and ends backwards', '20,40 20,55 25,55 25,85 20,85 20,60']
    ])('stays where it goes aside %s', (_, line) => {
        expect(straightened({ line, shape: 'start' }).points).toEqual(points(line));
    });

    it.each<[string, Case, Rect]>([
        ['goes with it', { label: rect(28, 65, 20, 10) }, rect(23, 65, 20, 10)],
        ['stays before it', { label: rect(28, 42, 20, 10) }, rect(28, 42, 20, 10)],
        ['stays behind it', { label: rect(28, 88, 20, 10) }, rect(28, 88, 20, 10)]
    ])('a text beside such a way %s', (_, given, expected) => {
        expect(straightened({ line: ASIDE, shape: 'start', ...given })).toEqual({ points: points('20,40 20,100'), label: expected });
    });

    it('takes the text beside it along', () => {
        expect(straightened({ label: rect(110, 45, 30, 10) })).toEqual({ points: points('20,40 20,100'), label: rect(30, 45, 30, 10) });
    });

    it('stays where the text has no room', () => {
        const label = rect(110, 45, 30, 10);
        expect(straightened({ label, between: rect(40, 45, 30, 10) })).toEqual({ points: points(STEP), label });
    });
});

describe('a port at the end of a line', () => {
    const port = (x: number): Rect => rect(x, 28, 12, 12);
    /** Two ports on the lower border of a box, the first perhaps in the second, and what the line and the ports become. */
    function moving(other: Rect, ends: readonly (readonly [from: string, line: string])[], within = '', isUpwards = false): string[] {
        const placement: Placement = {
            boxes: new Map([
                ['a', { rect: rect(0, 0, 200, 40) }],
                ['b', { rect: rect(0, 100, 40, 40) }]
            ]),
            ports: new Map([
                ['p', { rect: port(94), caption: rect(109, 42, 30, 12) }],
                ['q', { rect: other }]
            ]),
            links: new Map(ends.map(([, line], i) => [`l${i}`, { points: isUpwards ? points(line).reverse() : points(line) }])),
            dividers: [],
            width: 200,
            height: 140
        };
        const scene = {
            boxes: [
                { id: 'a', shape: 'usage', ports: ['p', 'q'].map(id => ({ id, within: id === 'p' ? within : '' })) },
                { id: 'b', shape: 'start', ports: [] }
            ],
            links: ends.map(([port], i) =>
                isUpwards
                    ? { id: `l${i}`, from: 'b', to: 'a', fromPort: '', toPort: port }
                    : { id: `l${i}`, from: 'a', to: 'b', fromPort: port, toPort: '' }
            )
        } as unknown as Scene;
        const { links, ports } = withStraightEnds(scene, placement);
        const { rect: at, caption } = ports.get('p')!;
        return [...[...links.values()].map(l => l.points.map(p => `${p.x},${p.y}`).join(' ')), `p at ${at.x}, name at ${caption!.x}`];
    }

    it('goes along the border with its line and its name', () => {
        expect(moving(port(170), [['p', STEP]])).toEqual(['20,40 20,100', 'p at 14, name at 29']);
        expect(moving(port(170), [['p', STEP]], '', true)).toEqual(['20,100 20,40', 'p at 14, name at 29']);
    });

    it('goes along the port around it, but not out of it', () => {
        expect(moving(rect(4, 16, 190, 24), [['p', STEP]], 'q')).toEqual(['20,40 20,100', 'p at 14, name at 29']);
        expect(moving(rect(16, 16, 180, 24), [['p', STEP]], 'q')).toEqual([STEP, 'p at 94, name at 109']);
    });

    it('stays where the text would be on another line', () => {
        const upright = '35,140 35,45';
        expect(
            moving(port(170), [
                ['p', STEP],
                ['', upright]
            ])
        ).toEqual([STEP, upright, 'p at 94, name at 109']);
    });

    it('stays where another port is close', () => {
        expect(moving(port(30), [['p', STEP]])).toEqual([STEP, 'p at 94, name at 109']);
    });

    it('stays where another line ends at it', () => {
        const other = '100,40 100,60 180,60 180,100';
        expect(
            moving(port(170), [
                ['p', STEP],
                ['p', other]
            ])
        ).toEqual([STEP, other, 'p at 94, name at 109']);
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
