/**
 * Straightens the ends of lines: where a line has a step next to one of its ends, the end moves along the border of its box until the step
 * is gone, if nothing is in the way. Does not depend on the layout engine.
 */
import type { Point } from '../geometry.js';
import { centreOf, moved, overlap, type PlacedLink, type Placement, type Rect, runsThrough } from './placement.js';
import type { BoxShape, Scene } from './scene.js';

/** Distance kept between an end and the corners of its box, and between two parallel lines. */
export const ROOM = 8;
/** Maximum number of lines: each line that moves is compared with all others. */
const MOST_LINES = 400;

const SIDED: ReadonlySet<string | undefined> = new Set<BoxShape>(['definition', 'usage', 'comment', 'state', 'action', 'fork', 'join']);

/** Whether the sides of a shape are straight between its corners. */
export const isSided = (shape: BoxShape | undefined): boolean => SIDED.has(shape);

export const TEXTS = ['label', 'fromEnd', 'toEnd'] as const;

/** Removes the steps next to the ends of lines where there is room. */
export function withStraightEnds({ boxes, links }: Scene, placement: Placement): Placement {
    if (links.length > MOST_LINES) {
        return placement;
    }
    const shapes = new Map(boxes.map(b => [b.id, b.shape]));
    const lines = new Map(placement.links);
    for (const { id, from, to, fromPort, toPort } of links) {
        for (const isStart of [true, false]) {
            const [box, port] = isStart ? [from, fromPort] : [to, toPort];
            if (port !== '' || !isSided(shapes.get(box))) {
                continue;
            }
            const line = lines.get(id)!;
            const straight = withoutStep(isStart ? line : reversed(line), placement.boxes.get(box)!.rect);
            if (straight === undefined) {
                continue;
            }
            const others = [...lines].filter(([other]) => other !== id).map(([, other]) => other);
            const around = [...placement.boxes].filter(([other]) => other !== from && other !== to).map(([, { rect }]) => rect);
            if (isFree(straight, line, { lines: others, boxes: around, placement })) {
                lines.set(id, isStart ? straight : reversed(straight));
            }
        }
    }
    return { ...placement, links: lines };
}

export const reversed = (line: PlacedLink): PlacedLink => ({ ...line, points: [...line.points].reverse() });

/** A line from the border of a box, without the step between its first and third piece; undefined if it has none. */
function withoutStep(line: PlacedLink, box: Rect): PlacedLink | undefined {
    const [a, b, c, d, ...rest] = line.points;
    if (d === undefined) {
        return undefined;
    }
    const [along, across] = axesOf(a, b);
    const isStep = a[across] === b[across] && b[along] === c[along] && c[across] === d[across];
    const goesOn = (b[along] - a[along]) * (d[along] - c[along]) > 0;
    const [low, high] = across === 'x' ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
    if (!isStep || !goesOn || a[across] === d[across] || d[across] < low + ROOM || d[across] > high - ROOM) {
        return undefined;
    }
    const by = d[across] - a[across];
    const isBeside = (text: Rect): boolean => (centreOf(text)[along] - a[along]) * (centreOf(text)[along] - b[along]) <= 0;
    const shifted = TEXTS.flatMap(part => {
        const text = line[part];
        return text !== undefined && isBeside(text) ? [[part, across === 'x' ? moved(text, by, 0) : moved(text, 0, by)] as const] : [];
    });
    return { ...line, ...Object.fromEntries(shifted), points: [{ ...a, [across]: d[across] }, d, ...rest] };
}

export const axesOf = (a: Point, b: Point): readonly [along: 'x' | 'y', across: 'x' | 'y'] => (a.x === b.x ? ['y', 'x'] : ['x', 'y']);

interface Surroundings {
    /** the other lines */
    readonly lines: readonly PlacedLink[];
    /** the other boxes, including those around the line */
    readonly boxes: readonly Rect[];
    readonly placement: Placement;
}

/** Whether the first piece of a line, which has moved, and the texts of the line are clear of everything else. */
function isFree(line: PlacedLink, before: PlacedLink, { lines, boxes, placement }: Surroundings): boolean {
    const [a, b] = line.points;
    const ends = [before.points[0], before.points.at(-1)!];
    const left = ends.find(p => !line.points.some(q => q.x === p.x && q.y === p.y))!;
    const captions = [...placement.ports.values(), ...placement.boxes.values()].flatMap(p => p.caption ?? []);
    const texts = [...captions, ...lines.flatMap(textsOf)];
    const own = textsOf(line);
    const isShared = lines.some(({ points }) => [points[0], points.at(-1)!].some(p => p.x === left.x && p.y === left.y));
    return (
        !isShared && // lines with a common end share a stem
        !boxes.some(rect => runsThrough([a, b], rect) && !(isIn(rect, a) && isIn(rect, b))) &&
        ![...texts, ...own].some(rect => runsThrough([a, b], rect)) &&
        !own.some(text => [...texts, ...boxes.filter(rect => !isIn(rect, a))].some(other => overlap(text, other))) &&
        !own.some(text => lines.some(({ points }) => runsThrough(points, text))) &&
        !lines.some(({ points }) => points.slice(1).some((q, i) => isInTheWay([points[i], q], [a, b], left)))
    );
}

export const textsOf = (line: PlacedLink): Rect[] => TEXTS.flatMap(part => line[part] ?? []);

/** Whether a piece of another line lies on or close beside the moved piece, or crosses it without having crossed it before. */
function isInTheWay([p, q]: readonly Point[], [a, b]: readonly Point[], before: Point): boolean {
    const [along, across] = axesOf(a, b);
    const spans = (from: Point, to: Point, axis: 'x' | 'y', at: number): boolean => (from[axis] - at) * (to[axis] - at) < 0;
    if (p[across] !== q[across]) {
        return spans(a, b, along, p[along]) && spans(p, q, across, a[across]) && !spans(p, q, across, before[across]);
    }
    const from = Math.max(Math.min(p[along], q[along]), Math.min(a[along], b[along]));
    const to = Math.min(Math.max(p[along], q[along]), Math.max(a[along], b[along]));
    return Math.abs(p[across] - a[across]) < ROOM && from <= to;
}

export const isIn = ({ x, y, width, height }: Rect, p: Point): boolean => p.x >= x && p.x <= x + width && p.y >= y && p.y <= y + height;
