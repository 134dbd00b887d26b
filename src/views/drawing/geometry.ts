/**
 * Draws a geometry view (SysML 9.2.20, GeometryView): the plan, seen from above, and below it the elevation, seen from the front, at the
 * same scale with x to the right. Draws the outline of each shape, from the farthest to the nearest.
 */
import type { GraphNode, RenderedView } from '../graph.js';
import type { Point3 } from '../solids.js';
import { textWidth } from './font.js';
import { escaped, num, tag } from './markup.js';
import { MARGIN, type Rect } from './placement.js';
import { leading, simpleName, SMALL_SIZE } from './phrases.js';

/** Length to which the longest side of both projections is scaled. */
const LONGEST = 560;
const BETWEEN = 56;
const HEADING = leading(SMALL_SIZE) + 8;

interface Aspect {
    readonly name: string;
    /** coordinates in the picture: to the right and downwards */
    readonly onto: (point: Point3) => readonly [number, number];
    /** coordinate towards the viewer */
    readonly nearness: (point: Point3) => number;
}

const ASPECTS: readonly Aspect[] = [
    { name: 'plan', onto: ([x, y]) => [x, -y], nearness: ([, , z]) => z },
    { name: 'elevation', onto: ([x, , z]) => [x, -z], nearness: ([, y]) => -y }
];

export interface DrawnGeometry {
    readonly extent: Rect;
    readonly content: string;
}

type Solid = GraphNode & { readonly solid: readonly Point3[] };

export function drawGeometry({ nodes }: RenderedView): DrawnGeometry {
    const solids = nodes.filter((n): n is Solid => n.solid !== undefined);
    const projected = ASPECTS.map(aspect => solids.flatMap(s => s.solid.map(aspect.onto)));
    const bounds = projected.map(boundsOf);
    const longest = Math.max(...bounds.flatMap(b => [b.right - b.left, b.bottom - b.top]));
    const scale = longest === 0 ? 1 : LONGEST / longest;
    let top = MARGIN;
    let width = 0;
    const drawn: string[] = [];
    for (const [i, aspect] of ASPECTS.entries()) {
        const { left, right, top: high, bottom } = bounds[i];
        const at = ([x, y]: readonly [number, number]): readonly [number, number] => [
            MARGIN + (x - left) * scale,
            top + HEADING + (y - high) * scale
        ];
        const nearest = ({ solid }: Solid): number => Math.max(...solid.map(aspect.nearness));
        drawn.push(
            tag('text', { class: 'quiet', x: MARGIN, y: top + SMALL_SIZE, 'font-size': SMALL_SIZE, 'font-style': 'italic' }, aspect.name)
        );
        const inOrder = [...solids].sort((a, b) => nearest(a) - nearest(b));
        const outlines = inOrder.map(solid => ({ solid, outline: hullOf(solid.solid.map(aspect.onto).map(at)) }));
        drawn.push(...outlines.map(({ solid, outline }) => outlineOf(solid, outline, i === 0)));
        drawn.push(...outlines.map(({ solid, outline }) => nameAt(solid, outline)));
        width = Math.max(width, (right - left) * scale, ...outlines.map(({ solid, outline }) => nameWidth(solid, outline) - MARGIN));
        top += HEADING + (bottom - high) * scale + BETWEEN;
    }
    const bar = barOf(longest);
    drawn.push(
        tag('path', { class: 'link', d: `M${num(MARGIN)} ${num(top - BETWEEN / 2 - 4)}v8m0 -4h${num(bar * scale)}m0 -4v8` }),
        tag('text', { x: MARGIN + bar * scale + 8, y: top - BETWEEN / 2 + 4, 'font-size': SMALL_SIZE }, `${bar} m`)
    );
    return { extent: { x: 0, y: 0, width: Math.ceil(width + 2 * MARGIN), height: Math.ceil(top) }, content: drawn.join('\n') };
}

interface Bounds {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
}

function boundsOf(points: readonly (readonly [number, number])[]): Bounds {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of points) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
    }
    return { left, right, top, bottom };
}

/** The length of the scale bar: 1, 2 or 5 times a power of ten, at most a quarter of the longest side. */
function barOf(longest: number): number {
    const wanted = longest / 4 || 1;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const step = [5, 2, 1].find(s => s * power <= wanted) ?? 1;
    return Number((step * power).toPrecision(1));
}

/** The convex hull of points (monotone chain). */
function hullOf(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (given: readonly (readonly [number, number])[]): (readonly [number, number])[] => {
        const chain: (readonly [number, number])[] = [];
        for (const p of given) {
            while (chain.length > 1 && turnOf(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) {
                chain.pop();
            }
            chain.push(p);
        }
        return chain.slice(0, -1);
    };
    return [...half(sorted), ...half([...sorted].reverse())];
}

const turnOf = (a: readonly [number, number], b: readonly [number, number], c: readonly [number, number]): number =>
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function outlineOf({ id, element, kind, name }: Solid, outline: readonly (readonly [number, number])[], isFirst: boolean): string {
    const d = outline.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${num(x)} ${num(y)}`).join('');
    const shape = tag('title', {}, escaped(`${kind} ${name}`)) + tag('path', { class: 'box definition', d: `${d}Z`, 'fill-opacity': 0.6 });
    return tag('g', { class: 'node', ...(isFirst && { id }), 'data-element': element, role: 'group' }, shape);
}

/** Writes the name of a shape inside it if it fits, otherwise beside it. */
function nameAt({ name }: Solid, outline: readonly (readonly [number, number])[]): string {
    const { left, right, top, bottom } = boundsOf(outline);
    const text = simpleName(name);
    const isInside = textWidth(text, SMALL_SIZE) < right - left && bottom - top > SMALL_SIZE + 4;
    const place = isInside ? { x: left + 4, y: top + SMALL_SIZE + 2 } : { x: right + 4, y: (top + bottom) / 2 + SMALL_SIZE * 0.35 };
    return tag('text', { class: 'label', ...place, 'font-size': SMALL_SIZE }, escaped(text));
}

function nameWidth({ name }: Solid, outline: readonly (readonly [number, number])[]): number {
    return boundsOf(outline).right + 8 + textWidth(simpleName(name), SMALL_SIZE);
}
