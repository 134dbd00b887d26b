/** How links are drawn (SysML 8.2.3): solid or dashed, and with which symbols at their ends. Does not depend on text. */
import type { Point } from '../geometry.js';
import type { EdgeForm, EdgeKind } from '../graph.js';
import { beforeMiddle } from './placement.js';
import { num, pathOf, tag, type Attributes } from './markup.js';

type Head =
    | 'none'
    | 'open'
    | 'filled'
    | 'hollow'
    | 'triangle'
    | 'triangle with dots'
    | 'triangle with four dots'
    | 'triangle with bar'
    | 'diamond'
    | 'hollow diamond'
    | 'plus'
    | 'circle'
    | 'portion';

interface LineStyle {
    readonly tail?: Head;
    readonly head?: Head;
    readonly dashes?: string;
    readonly width?: number;
}

const DASHED = '6 4';
const LONG_DASHED = '12 7';
const DOTTED = '2 3';

const BY_KIND: Readonly<Record<EdgeKind, LineStyle>> = {
    connection: {},
    flow: { head: 'filled' },
    succession: { head: 'open', dashes: DASHED },
    transition: { head: 'open' },
    specialization: { head: 'triangle' },
    typing: { head: 'triangle with dots' },
    subsetting: { head: 'triangle' },
    'reference subsetting': { head: 'triangle with four dots' },
    redefinition: { head: 'triangle with bar' },
    composition: { tail: 'diamond' },
    reference: { tail: 'hollow diamond' },
    portion: { tail: 'portion' },
    membership: { tail: 'plus' },
    alias: { tail: 'circle' },
    import: { head: 'open', dashes: LONG_DASHED },
    expose: { head: 'open', dashes: DASHED },
    dependency: { head: 'open', dashes: DASHED },
    annotation: { dashes: DOTTED },
    satisfy: { head: 'open' },
    verify: { head: 'open' },
    allocation: { head: 'open' },
    derivation: { head: 'open' },
    include: { head: 'open' },
    perform: { head: 'open' },
    exhibit: { head: 'open' },
    event: { head: 'open' },
    assert: { head: 'open' },
    subject: {},
    actor: {},
    stakeholder: {},
    objective: {},
    require: { head: 'open' },
    assume: { head: 'open' },
    frame: { head: 'open' }
};
/** Kinds whose lines from one box share a stem in a tree. Dashed kinds cannot: overlapping dashes would fill each other's gaps. */
export const STEMMED: ReadonlySet<EdgeKind> = new Set<EdgeKind>([
    'membership',
    'alias',
    'composition',
    'reference',
    'portion',
    'typing',
    'specialization',
    'subsetting',
    'redefinition'
]);
const BY_FORM: Partial<Readonly<Record<EdgeForm, LineStyle>>> = {
    interface: { width: 2 },
    client: { dashes: DASHED },
    succession: { head: 'open', dashes: DASHED },
    allocation: { head: 'open' },
    directed: { head: 'open' },
    'succession flow': { head: 'filled', dashes: DASHED },
    message: { head: 'hollow' }
};

const DASHES_IN_WORDS: Readonly<Record<string, string>> = { [DASHED]: 'dashed', [LONG_DASHED]: 'long dashed', [DOTTED]: 'dotted' };

/** Describes in words how a link is drawn: its line and the symbols at its first and last end. */
export function strokeOf(kind: EdgeKind, form: EdgeForm): { readonly line: string; readonly tail: string; readonly head: string } {
    const { tail = 'none', head = 'none', dashes } = BY_FORM[form] ?? BY_KIND[kind];
    return { line: dashes === undefined ? 'solid' : DASHES_IN_WORDS[dashes], tail, head };
}

/** Distance between the arrows of several flows on one line. */
const ARROW_STEP = 20;

/**
 * The arrow of a flow, on the line of its connection (SysML 8.2.3.16).
 * @param index of the flow among those of the line
 */
export function arrowOn(form: EdgeForm, points: readonly Point[], isTurned: boolean, index: number): string {
    const { at, from } = beforeMiddle(isTurned ? [...points].reverse() : points, index * ARROW_STEP);
    const length = Math.hypot(at.x - from.x, at.y - from.y) || 1;
    const tip = { x: at.x + ((at.x - from.x) / length) * 6, y: at.y + ((at.y - from.y) / length) * 6 };
    return HEADS[BY_FORM[form]?.head ?? 'filled'](tip, from);
}

/** Draws a link along its points, with the symbols at its ends. */
export function lineOf(kind: EdgeKind, form: EdgeForm, points: readonly Point[], own: Attributes): string {
    const { tail = 'none', head = 'none', dashes, width } = BY_FORM[form] ?? BY_KIND[kind];
    const first = HEADS[tail](points[0], points[1]);
    const last = HEADS[head](points.at(-1)!, points.at(-2)!);
    // Lines that share a stem overlap there, where their antialiased edges add up; therefore they are thinner. Without antialiasing they
    // would vanish when the picture is scaled down.
    const isStemmed = STEMMED.has(kind) && points.slice(1).every((p, i) => p.x === points[i].x || p.y === points[i].y);
    // A style, because the rule of the style sheet for all lines would override an attribute.
    const drawn = isStemmed ? 1 : width;
    const style = [own.style, drawn === undefined ? undefined : `stroke-width:${drawn}`]
        .filter(rule => rule !== undefined && rule !== '')
        .join(';');
    const line = tag('path', {
        class: 'link',
        d: rounded(points),
        'stroke-dasharray': dashes,
        ...own,
        style
    });
    return line + first + last;
}

/** A path whose corners are slightly rounded. */
function rounded(points: readonly Point[]): string {
    const parts = [pathOf(points.slice(0, 1))];
    for (let i = 1; i < points.length - 1; i++) {
        const [before, corner, after] = [points[i - 1], points[i], points[i + 1]];
        const radius = Math.min(5, distance(before, corner) / 2, distance(corner, after) / 2);
        const [a, b] = [towards(corner, before, radius), towards(corner, after, radius)];
        parts.push(`L${num(a.x)} ${num(a.y)}Q${num(corner.x)} ${num(corner.y)} ${num(b.x)} ${num(b.y)}`);
    }
    const { x, y } = points.at(-1)!;
    return `${parts.join('')}L${num(x)} ${num(y)}`;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, length: number): Point {
    const whole = distance(from, to) || 1;
    return { x: from.x + ((to.x - from.x) / whole) * length, y: from.y + ((to.y - from.y) / whole) * length };
}

/** Draws the symbol at an end of a line. */
type HeadDrawing = (tip: Point, before: Point) => string;

/** A shape given by its corners: the distances back along the line and beside it. */
const shape =
    (name: string, corners: readonly (readonly [back: number, beside: number])[], isClosed = true): HeadDrawing =>
    (tip, before) =>
        tag('path', { class: name, d: pathOf(corners.map(c => cornerAt(tip, before, c))) + (isClosed ? 'Z' : '') });

function cornerAt(tip: Point, before: Point, [back, beside]: readonly [number, number]): Point {
    const whole = distance(tip, before) || 1;
    const [dx, dy] = [(before.x - tip.x) / whole, (before.y - tip.y) / whole];
    return { x: tip.x + dx * back - dy * beside, y: tip.y + dy * back + dx * beside };
}

const TRIANGLE = [
    [0, 0],
    [13, 7],
    [13, -7]
] as const;
const DIAMOND = [
    [0, 0],
    [8, 5],
    [16, 0],
    [8, -5]
] as const;

const dotAt =
    (beside: number, back = 17): HeadDrawing =>
    (tip, before) => {
        const { x, y } = cornerAt(tip, before, [back, beside]);
        return tag('circle', { class: 'solid', cx: x, cy: y, r: 1.2 });
    };

const plus: HeadDrawing = (tip, before) => {
    const { x, y } = cornerAt(tip, before, [7, 0]);
    return (
        tag('circle', { class: 'hollow', cx: x, cy: y, r: 7 }) +
        tag('path', {
            class: 'link',
            d: `M${num(x - 4)} ${num(y)}L${num(x + 4)} ${num(y)}M${num(x)} ${num(y - 4)}L${num(x)} ${num(y + 4)}`
        })
    );
};

const circle: HeadDrawing = (tip, before) => {
    const { x, y } = cornerAt(tip, before, [6, 0]);
    return tag('circle', { class: 'hollow', cx: x, cy: y, r: 6 });
};

/** A filled circle with a notch at the end of the line. */
const portion: HeadDrawing = (tip, before) => {
    const at = (back: number, beside: number): string => {
        const { x, y } = cornerAt(tip, before, [back, beside]);
        return `${num(x)} ${num(y)}`;
    };
    return tag('path', { class: 'solid', d: `M${at(6, 0)}L${at(10, 4.5)}A6 6 0 1 ${ARC_SWEEP} ${at(10, -4.5)}Z` });
};
/** The arc runs around the tip, away from the line. */
const ARC_SWEEP = 1;

const both =
    (...drawings: readonly HeadDrawing[]): HeadDrawing =>
    (tip, before) =>
        drawings.map(d => d(tip, before)).join('');

const HEADS: Readonly<Record<Head, HeadDrawing>> = {
    none: () => '',
    open: shape(
        'link',
        [
            [9, 5],
            [0, 0],
            [9, -5]
        ],
        false
    ),
    filled: shape('solid', [
        [0, 0],
        [10, 4.5],
        [10, -4.5]
    ]),
    hollow: shape('hollow', [
        [0, 0],
        [10, 4.5],
        [10, -4.5]
    ]),
    triangle: shape('hollow', TRIANGLE),
    'triangle with four dots': both(shape('hollow', TRIANGLE), dotAt(4), dotAt(-4), dotAt(4, 22), dotAt(-4, 22)),
    'triangle with dots': both(shape('hollow', TRIANGLE), dotAt(4), dotAt(-4)),
    'triangle with bar': both(
        shape('hollow', TRIANGLE),
        shape(
            'link',
            [
                [17, 7],
                [17, -7]
            ],
            false
        )
    ),
    diamond: shape('solid', DIAMOND),
    'hollow diamond': shape('hollow', DIAMOND),
    circle,
    portion,
    plus
};
