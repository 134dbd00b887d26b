// Texts of lines: which ones stay, and where the others go.

import { describe, expect, it } from 'vitest';
import { headsOf, withReadableLines } from '../../src/views/drawing/line-labels.js';
import type { PlacedLink, Placement, Rect } from '../../src/views/drawing/placement.js';
import type { Link, Scene } from '../../src/views/drawing/scene.js';
import type { Point } from '../../src/views/index.js';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const points = (text: string): Point[] =>
    text.split(' ').map(pair => {
        const [x, y] = pair.split(',').map(Number);
        return { x, y };
    });
const at = ({ x, y }: Rect): string => `${x},${y}`;

/** What is beside the line, and the line itself: from left to right, its text above its middle. */
interface Case {
    readonly line?: string;
    readonly texts?: Partial<Pick<PlacedLink, 'label' | 'fromEnd' | 'toEnd'>>;
    readonly others?: readonly PlacedLink[];
    readonly kind?: string;
    readonly boxes?: readonly { readonly rect: Rect; readonly shape?: string; readonly parent?: string; readonly caption?: Rect }[];
    readonly ports?: readonly { readonly rect: Rect; readonly caption?: Rect }[];
    /** lines far away */
    readonly more?: number;
}
const LABEL = rect(130, 85, 40, 12);

function moved({
    line = '0,100 300,100',
    texts = { label: LABEL },
    others = [],
    kind = 'connection',
    boxes = [],
    ports = [],
    more = 0
}: Case): PlacedLink {
    const links = new Map<string, PlacedLink>([
        ['l', { points: points(line), ...texts }],
        ...others.map((other, i): [string, PlacedLink] => [`o${i}`, other]),
        ...Array.from({ length: more }, (_, i): [string, PlacedLink] => [`m${i}`, { points: points('900,900 901,901') }])
    ]);
    const scene = {
        boxes: boxes.map(({ shape = 'usage', parent = '' }, i) => ({ id: `b${i}`, shape, parent, title: [], sections: [] })),
        links: [...links.keys()].map(id => ({ id, kind: id === 'l' ? kind : 'connection', form: 'line' }))
    } as unknown as Scene;
    const placement = {
        boxes: new Map(boxes.map(({ rect, caption }, i) => [`b${i}`, { rect, caption }])),
        ports: new Map(ports.map((port, i) => [`p${i}`, port])),
        links,
        dividers: [],
        width: 300,
        height: 300
    } as unknown as Placement;
    return withReadableLines(scene, placement).links.get('l')!;
}
const far = rect(0, 280, 10, 10);
const line = (text: string, texts: object = {}): PlacedLink => ({ points: points(text), ...texts });

describe('the text of a line', () => {
    it.each<[string, Case, string]>([
        ['stays where nothing is', {}, '130,85'],
        ['goes below its line where another line crosses it', { others: [line('0,88 300,88')] }, '135,103'],
        ['goes along its line where a line crosses both sides', { others: [line('150,0 150,200')] }, '111,103'],
        ['stays where another line is close', { others: [line('0,86 300,86')] }, '130,85'],
        ['goes where the text of another line is', { others: [line('0,10 300,10', { toEnd: rect(150, 90, 40, 12) })] }, '135,103'],
        ['stays beside a text that touches it', { others: [line('0,10 300,10', { label: rect(168, 85, 40, 12) })] }, '130,85'],
        ['goes where another text of its own line is', { texts: { label: LABEL, fromEnd: rect(130, 85, 40, 12) } }, '135,103'],
        ['goes where a box is', { boxes: [{ rect: rect(160, 80, 30, 15) }] }, '135,103'],
        ['stays in a lane', { boxes: [{ rect: rect(0, 0, 300, 300), shape: 'lane' }] }, '130,85'],
        ['stays in a box below its head', { boxes: [{ rect: rect(0, 0, 300, 300) }, { rect: far, parent: 'b0' }] }, '130,85'],
        ['goes out of the head of a box', { boxes: [{ rect: rect(0, 80, 300, 200) }, { rect: far, parent: 'b0' }] }, '135,103'],
        ['goes where the name of a port is', { ports: [{ rect: far, caption: rect(140, 80, 20, 20) }] }, '135,103'],
        ['goes where the name of a box is', { boxes: [{ rect: far, caption: rect(140, 80, 20, 20) }] }, '135,103'],
        ['goes where a port without a name is', { ports: [{ rect: rect(140, 84, 12, 12) }] }, '135,103'],
        ['stays on a large port', { ports: [{ rect: rect(140, 84, 13, 12) }] }, '130,85'],
        ['stays when it has no free place', { boxes: [{ rect: rect(0, 60, 300, 30) }, { rect: rect(0, 110, 300, 30) }] }, '130,85'],
        ['stays at a line of one point', { line: '150,100', boxes: [{ rect: rect(160, 80, 30, 15) }] }, '130,85'],
        ['stays in a drawing of more than four hundred lines', { more: 400, boxes: [{ rect: rect(160, 80, 30, 15) }] }, '130,85'],
        ['goes in a drawing of four hundred lines', { more: 399, boxes: [{ rect: rect(160, 80, 30, 15) }] }, '135,103'],
        ['is right of a line that goes down', { line: '100,0 100,300', boxes: [{ rect: rect(130, 80, 40, 30) }] }, '103,147'],
        ['is left of it when the right is taken', { line: '100,0 100,300', boxes: [{ rect: rect(101, 0, 99, 300) }] }, '57,147'],
        ['is at the start of a short piece', { line: '140,90 160,90', others: [line('150,0 150,88')] }, '143,93']
    ])('%s', (_, given, expected) => expect(at(moved(given).label!)).toBe(expected));

    it('is not between the pieces of its own line where there is no room', () => {
        const narrow = {
            line: '0,100 300,100 300,85 0,85',
            texts: { label: rect(280, 86, 20, 14) },
            boxes: [{ rect: rect(280, 84, 60, 12) }, { rect: rect(200, 101, 140, 30) }]
        };
        expect(at(moved(narrow).label!)).toBe('267,68');
    });

    it.each<[string, Case, string, string]>([
        ['stay at their ends', { texts: { fromEnd: rect(3, 85, 20, 12), toEnd: rect(277, 85, 20, 12) } }, '3,85', '277,85'],
        [
            'go no further than is near',
            {
                texts: { fromEnd: rect(3, 85, 20, 12), toEnd: rect(277, 85, 20, 12) },
                boxes: [{ rect: rect(0, 70, 300, 26) }, { rect: rect(0, 104, 60, 20) }]
            },
            '63,103',
            '267,103'
        ],
        [
            'stay when nothing near is free',
            {
                texts: { fromEnd: rect(3, 85, 20, 12), toEnd: rect(277, 85, 20, 12) },
                boxes: [{ rect: rect(0, 70, 300, 26) }, { rect: rect(0, 104, 150, 20) }]
            },
            '3,85',
            '267,103'
        ]
    ])('at its ends: %s', (_, given, from, to) => {
        const { fromEnd, toEnd } = moved(given);
        expect([at(fromEnd!), at(toEnd!)]).toEqual([from, to]);
    });
});

describe('the symbols at the ends of a line', () => {
    const ends = (kind: string, text: string): string[] =>
        headsOf({ kind, form: 'line' } as unknown as Link, points(text)).map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`);

    it.each([
        ['transition', '0,100 300,100', ['286,94 14x12']],
        ['transition', '300,100 0,100', ['0,94 14x12']],
        ['transition', '100,0 100,300', ['94,286 12x14']],
        ['transition', '100,300 100,0', ['94,0 12x14']],
        ['transition', '0,0 10,10', ['4,-4 12x14']],
        ['connection', '0,100 300,100', []],
        ['transition', '0,100', []]
    ])('of a %s along %s', (kind, text, expected) => expect(ends(kind, text)).toEqual(expected));

    it('are free of texts', () => {
        const given = { kind: 'transition', texts: { toEnd: rect(275, 92, 20, 12) } };
        expect(at(moved(given).toEnd!)).not.toBe('275,92');
        expect(at(moved({ ...given, kind: 'connection', texts: { toEnd: rect(275, 87, 20, 12) } }).toEnd!)).toBe('275,87');
    });
});
