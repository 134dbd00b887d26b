/**
 * Positions of the boxes and links of a drawing: plain geometry in absolute coordinates, origin at the top left, y downwards. Does not
 * depend on the layout engine or SVG.
 */
import type { Point } from '../geometry.js';

export interface Rect extends Point {
    readonly width: number;
    readonly height: number;
}

/** The rectangle of a box or port, and that of its text. */
export interface Placed {
    readonly rect: Rect;
    readonly caption?: Rect;
    /** the points where the lines below the head of a lifeline begin */
    readonly stems?: readonly Point[];
}

export interface PlacedLink {
    /** from border to border; at least two */
    readonly points: readonly Point[];
    /** of the label, if there is one */
    readonly label?: Rect;
    readonly fromEnd?: Rect;
    readonly toEnd?: Rect;
}

export interface Placement {
    readonly boxes: ReadonlyMap<string, Placed>;
    readonly ports: ReadonlyMap<string, Placed>;
    readonly links: ReadonlyMap<string, PlacedLink>;
    /** vertical lines between the regions of parallel states, as rectangles without width */
    readonly dividers: readonly Rect[];
    readonly width: number;
    readonly height: number;
}

export const MARGIN = 16;

export const centreOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width / 2, y: y + height / 2 });

export const moved = (rect: Rect, dx: number, dy: number): Rect => ({ ...rect, x: rect.x + dx, y: rect.y + dy });

/** Moves a placement. Its width and height count from the origin and therefore grow by the offset. */
export function movedPlacement({ boxes, ports, links, dividers, width, height }: Placement, dx: number, dy: number): Placement {
    const shift = (rect: Rect): Rect => moved(rect, dx, dy);
    const place = ({ rect, caption }: Placed): Placed => ({ rect: shift(rect), caption: caption && shift(caption) });
    const line = ({ points, label, fromEnd, toEnd }: PlacedLink): PlacedLink => ({
        points: points.map(p => ({ x: p.x + dx, y: p.y + dy })),
        label: label && shift(label),
        fromEnd: fromEnd && shift(fromEnd),
        toEnd: toEnd && shift(toEnd)
    });
    const all = <T>(map: ReadonlyMap<string, T>, move: (value: T) => T): ReadonlyMap<string, T> =>
        new Map([...map].map(([id, value]) => [id, move(value)]));
    return {
        boxes: all(boxes, place),
        ports: all(ports, place),
        links: all(links, line),
        dividers: dividers.map(shift),
        width: width + dx,
        height: height + dy
    };
}

/** Combines placements without moving them. */
export function joined(parts: readonly Placement[]): Placement {
    return {
        boxes: new Map(parts.flatMap(p => [...p.boxes])),
        ports: new Map(parts.flatMap(p => [...p.ports])),
        links: new Map(parts.flatMap(p => [...p.links])),
        dividers: parts.flatMap(p => p.dividers),
        width: Math.max(0, ...parts.map(p => p.width)),
        height: Math.max(0, ...parts.map(p => p.height))
    };
}

/** The point at which the line from the centre of a rectangle to a point crosses its border. */
export function borderPoint(rect: Rect, to: Point): Point {
    const { x, y } = centreOf(rect);
    const [dx, dy] = [to.x - x, to.y - y];
    const scale = Math.max(Math.abs(dx) / (rect.width / 2 || 1), Math.abs(dy) / (rect.height / 2 || 1));
    return scale === 0 ? { x: rect.x + rect.width, y } : { x: x + dx / scale, y: y + dy / scale };
}

/** The midpoint of a line, measured along it. */
export const middleOf = (points: readonly Point[]): Point => beforeMiddle(points, 0).at;

/** The point at the distance `by` before the midpoint of a line, and the start of the piece that it is on. */
export function beforeMiddle(points: readonly Point[], by: number): { readonly at: Point; readonly from: Point } {
    const lengths = points.slice(1).map((p, i) => Math.hypot(p.x - points[i].x, p.y - points[i].y));
    let rest = Math.max(0, lengths.reduce((sum, l) => sum + l, 0) / 2 - by);
    for (const [i, length] of lengths.entries()) {
        if (rest <= length && length > 0) {
            const [from, to] = [points[i], points[i + 1]];
            const t = rest / length;
            return { at: { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }, from };
        }
        rest -= length;
    }
    return { at: points[0], from: points[0] };
}

/** Whether two rectangles share an area; touching is not enough. */
export const overlap = (a: Rect, b: Rect): boolean =>
    a.x + a.width > b.x && b.x + b.width > a.x && a.y + a.height > b.y && b.y + b.height > a.y;

/** Whether a line runs partly inside a rectangle. */
export function runsThrough(points: readonly Point[], rect: Rect): boolean {
    return points.slice(1).some((b, i) => pieceRunsThrough(points[i], b, rect));
}

/** Clips a piece at each pair of parallel borders and checks that some of it remains (Liang and Barsky). */
function pieceRunsThrough(a: Point, b: Point, { x, y, width, height }: Rect): boolean {
    let [first, last] = [0, 1];
    for (const [from, by, low, high] of [
        [a.x, b.x - a.x, x, x + width],
        [a.y, b.y - a.y, y, y + height]
    ]) {
        if (by === 0) {
            if (from <= low || from >= high) {
                return false;
            }
            continue;
        }
        const [enters, leaves] = by > 0 ? [(low - from) / by, (high - from) / by] : [(high - from) / by, (low - from) / by];
        first = Math.max(first, enters);
        last = Math.min(last, leaves);
    }
    return first < last;
}

/** The smallest rectangle around all given ones. */
export function around(rects: readonly Rect[]): Rect {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const r of rects) {
        left = Math.min(left, r.x);
        top = Math.min(top, r.y);
        right = Math.max(right, r.x + r.width);
        bottom = Math.max(bottom, r.y + r.height);
    }
    return rects.length === 0 ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The extent of everything that is drawn. */
export const extentOf = (drawn: Pick<Placement, 'boxes' | 'ports' | 'links'>): Rect => around(rectsOf(drawn));

/** Everything that is drawn, as rectangles: one for each box, port, text and piece of a line. */
export function rectsOf({ boxes, ports, links }: Pick<Placement, 'boxes' | 'ports' | 'links'>): Rect[] {
    const placed = [...boxes.values(), ...ports.values()].flatMap(({ rect, caption }) =>
        caption === undefined ? [rect] : [rect, caption]
    );
    const lines = [...links.values()].flatMap(link => [...piecesOf(link.points), ...textsOf(link)]);
    return [...placed, ...lines];
}

/** The texts at a line. */
export const textsOf = ({ label, fromEnd, toEnd }: PlacedLink): Rect[] => [label, fromEnd, toEnd].filter(r => r !== undefined);

/** A rectangle around each piece of a line. */
export const piecesOf = (points: readonly Point[]): Rect[] =>
    points.slice(1).map(({ x, y }, i) => ({
        x: Math.min(x, points[i].x),
        y: Math.min(y, points[i].y),
        width: Math.abs(x - points[i].x),
        height: Math.abs(y - points[i].y)
    }));
