/**
 * Straightens the ends of lines. If a line has a step near one of its ends, the end moves along the border of its box until the step is
 * gone, if nothing obstructs it; a port at which only this line ends moves with it. A short detour, which the layout makes around labels,
 * becomes straight. Lines end beside the symbols of their ports. Does not depend on the layout engine.
 */
import type { Point } from '../geometry.js';
import { centreOf, moved, overlap, type Placed, type PlacedLink, type Placement, type Rect, runsThrough } from './placement.js';
import type { Box, BoxShape, Scene } from './scene.js';

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
    const byId = new Map(boxes.map(b => [b.id, b]));
    const lines = withoutDetours(links, placement);
    const ports = new Map(placement.ports);
    const uses = portUses(links);
    for (const { id, from, to, fromPort, toPort } of links) {
        for (const isStart of [true, false]) {
            const [box, port] = isStart ? [from, fromPort] : [to, toPort];
            if (!isSided(byId.get(box)?.shape) || (port !== '' && uses.get(port) !== 1)) {
                continue;
            }
            const line = lines.get(id)!;
            const outwards = isStart ? line : reversed(line);
            const straight = withoutStep(outwards, placement.boxes.get(box)!.rect);
            if (straight === undefined) {
                continue;
            }
            const [before, after] = [outwards.points[0], straight.points[0]];
            const by = { x: after.x - before.x, y: after.y - before.y };
            const carried = port === '' ? undefined : carriedPort(port, byId.get(box)!, by, ports);
            if (port !== '' && carried === undefined) {
                continue;
            }
            const others = [...lines].filter(([other]) => other !== id).map(([, other]) => other);
            const around = [...placement.boxes].filter(([other]) => other !== from && other !== to).map(([, { rect }]) => rect);
            const rest = new Map([...ports].filter(([other]) => other !== port));
            const isReadable = ({ caption }: Placed): boolean =>
                caption === undefined || !others.some(({ points }) => runsThrough(points, caption));
            if (
                (carried === undefined || isReadable(carried)) &&
                isFree(straight, line, { lines: others, boxes: around, placement: { ...placement, ports: rest } })
            ) {
                lines.set(id, isStart ? straight : reversed(straight));
                if (carried !== undefined) {
                    ports.set(port, carried);
                }
            }
        }
    }
    return { ...placement, links: lines, ports };
}

/**
 * Ends lines at the near side of their port. The layout ends a line from inside a box at the far side of the port on its border, so that
 * the symbol of the port would cover the arrow.
 */
export function withEndsBesidePorts({ links }: Scene, placement: Placement): Placement {
    const lines = new Map(placement.links);
    for (const { id, fromPort, toPort } of links) {
        const line = lines.get(id)!;
        const fromStart = besidePort(line, placement.ports.get(fromPort)?.rect);
        const whole = besidePort(reversed(fromStart), placement.ports.get(toPort)?.rect);
        lines.set(id, reversed(whole));
    }
    return { ...placement, links: lines };
}

function besidePort(line: PlacedLink, port: Rect | undefined): PlacedLink {
    const [a, b, ...rest] = line.points;
    if (port === undefined || b === undefined || isIn(port, b) || !runsThrough([a, b], port) || (a.x !== b.x && a.y !== b.y)) {
        return line;
    }
    const [along] = axesOf(a, b);
    const size = along === 'x' ? port.width : port.height;
    return { ...line, points: [{ ...a, [along]: b[along] > a[along] ? port[along] + size : port[along] }, b, ...rest] };
}

/** The lines without short detours, where there is room. */
function withoutDetours(links: Scene['links'], placement: Placement): Map<string, PlacedLink> {
    const lines = new Map(placement.links);
    for (const { id, from, to } of links) {
        const straight = withoutDetour(lines.get(id)!);
        const around = [...placement.boxes].filter(([box]) => box !== from && box !== to).map(([, { rect }]) => rect);
        if (straight !== undefined && isClear(straight, id, around, { ...placement, links: lines })) {
            lines.set(id, straight.line);
        }
    }
    return lines;
}

/** A line without a short detour, with its new piece. */
interface Straightened {
    readonly line: PlacedLink;
    readonly piece: readonly [Point, Point];
}

/** @returns undefined if the line has no piece of at most {@link ROOM} beside two pieces on one straight line */
function withoutDetour(line: PlacedLink): Straightened | undefined {
    const { points } = line;
    for (let i = 0; i + 5 < points.length; i++) {
        const [a, b, c, d, e, f] = points.slice(i, i + 6);
        const [along, across] = axesOf(a, b);
        const by = b[across] - c[across];
        const isAside = a[across] === b[across] && c[across] === d[across] && e[across] === b[across] && f[across] === b[across];
        const goesOn = (b[along] - a[along]) * (d[along] - c[along]) > 0 && (d[along] - c[along]) * (f[along] - e[along]) > 0;
        if (isAside && goesOn && Math.abs(by) <= ROOM) {
            const isBeside = (text: Rect): boolean => (centreOf(text)[along] - c[along]) * (centreOf(text)[along] - d[along]) <= 0;
            const shifted = TEXTS.flatMap(part => {
                const text = line[part];
                return text !== undefined && isBeside(text)
                    ? [[part, across === 'x' ? moved(text, by, 0) : moved(text, 0, by)] as const]
                    : [];
            });
            const straight = { ...line, ...Object.fromEntries(shifted), points: [...points.slice(0, i + 1), ...points.slice(i + 5)] };
            return { line: straight, piece: [a, f] };
        }
    }
    return undefined;
}

/** Whether the new piece of a line, and its texts, are clear of boxes, texts and close lines. */
function isClear({ line, piece }: Straightened, id: string, boxes: readonly Rect[], { boxes: placed, ports, links }: Placement): boolean {
    const others = [...links].filter(([other]) => other !== id).map(([, other]) => other);
    const captions = [...ports.values(), ...placed.values()].flatMap(p => p.caption ?? []);
    const texts = [...captions, ...others.flatMap(textsOf)];
    return (
        ![...boxes.filter(rect => !(isIn(rect, piece[0]) && isIn(rect, piece[1]))), ...texts, ...textsOf(line)].some(rect =>
            runsThrough(piece, rect)
        ) &&
        !textsOf(line).some(text => texts.some(other => overlap(text, other)) || others.some(({ points }) => runsThrough(points, text))) &&
        !others.some(({ points }) => isClose(points, piece))
    );
}

/** Whether a piece of a line lies beside the given piece, closer than two lines may be. */
export function isClose(points: readonly Point[], [a, b]: readonly Point[]): boolean {
    const [along, across] = axesOf(a, b);
    return points.slice(1).some((q, i) => {
        const p = points[i];
        const from = Math.max(Math.min(p[along], q[along]), Math.min(a[along], b[along]));
        const to = Math.min(Math.max(p[along], q[along]), Math.max(a[along], b[along]));
        return p[across] === q[across] && Math.abs(p[across] - a[across]) < ROOM && from < to;
    });
}

/** How many lines end at each port. */
function portUses(links: Scene['links']): ReadonlyMap<string, number> {
    const uses = new Map<string, number>();
    for (const port of links.flatMap(l => [l.fromPort, l.toPort])) {
        uses.set(port, (uses.get(port) ?? 0) + 1);
    }
    return uses;
}

/** Distance kept between the middles of two ports. */
const APART = 30;

/**
 * A port of a box with its text, moved by a distance. Undefined for a port with nested ports, if a nested port would leave its port, or if
 * another port of the box or its text is in the way.
 */
function carriedPort(port: string, box: Box, by: Point, ports: ReadonlyMap<string, Placed>): Placed | undefined {
    const { rect, caption } = ports.get(port)!;
    const next = { rect: moved(rect, by.x, by.y), caption: caption && moved(caption, by.x, by.y) };
    const outer = box.ports.find(p => p.id === port)?.within ?? '';
    const around = ports.get(outer)?.rect;
    if (box.ports.some(p => p.within === port) || (around !== undefined && !isAlong(next.rect, around, by))) {
        return undefined;
    }
    const at = centreOf(next.rect);
    const isTaken = box.ports.some(({ id }) => {
        const other = ports.get(id);
        const texts = [other?.caption, other?.rect].filter(r => r !== undefined);
        return (
            id !== port &&
            id !== outer &&
            other !== undefined &&
            (Math.hypot(centreOf(other.rect).x - at.x, centreOf(other.rect).y - at.y) < APART ||
                texts.some(r => next.caption !== undefined && overlap(r, next.caption)))
        );
    });
    return isTaken ? undefined : next;
}

/** Whether a port that has moved along the edge of its enclosing port is between the corners of that port. */
function isAlong(port: Rect, around: Rect, by: Point): boolean {
    return by.x === 0
        ? port.y >= around.y && port.y + port.height <= around.y + around.height
        : port.x >= around.x && port.x + port.width <= around.x + around.width;
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
    /** the other boxes, including those that contain the line */
    readonly boxes: readonly Rect[];
    readonly placement: Placement;
}

/** Whether the moved first piece of a line, and the texts of the line, overlap nothing else. */
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
