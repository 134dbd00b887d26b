/**
 * Moves lines to the corners of diamonds (decisions, merges, choices): the layout places several ends side by side on one side of a
 * diamond, where their arrowheads overlap. A line that arrives from the side goes to the corner on that side; the others go to the corner
 * that they face. Does not depend on the layout engine.
 */
import type { Point } from '../geometry.js';
import { centreOf, moved, overlap, type Placed, type PlacedLink, type Placement, type Rect, runsThrough } from './placement.js';
import type { BoxShape, Link, Scene } from './scene.js';
import { axesOf, isClose, isIn, isSided, reversed, ROOM, TEXTS, textsOf } from './straight.js';

const DIAMONDS: ReadonlySet<BoxShape> = new Set(['decision', 'merge', 'choice']);
/** Gap between a caption and the line that it moves away from. */
const GAP = 8;

/** An end of a line at a diamond. */
interface End {
    readonly link: Link;
    readonly isStart: boolean;
    /** the line, from the diamond on */
    readonly line: PlacedLink;
}

export function withCornerEnds(scene: Scene, placement: Placement): Placement {
    const diamonds = scene.boxes.filter(b => DIAMONDS.has(b.shape));
    if (diamonds.length === 0) {
        return placement;
    }
    const drawing = new Corners(scene, placement);
    diamonds.forEach(d => drawing.lead(d.id));
    return { ...placement, boxes: drawing.boxes, links: drawing.lines };
}

class Corners {
    readonly boxes: Map<string, Placed>;
    readonly lines: Map<string, PlacedLink>;
    private readonly shapes: ReadonlyMap<string, BoxShape>;

    constructor(
        private readonly scene: Scene,
        private readonly placement: Placement
    ) {
        this.boxes = new Map(placement.boxes);
        this.lines = new Map(placement.links);
        this.shapes = new Map(scene.boxes.map(b => [b.id, b.shape]));
    }

    /** Moves the lines of a diamond to its corners, where there is room. */
    lead(diamond: string): void {
        const { rect } = this.boxes.get(diamond)!;
        const sides = new Map<Side, End[]>();
        for (const end of this.endsAt(diamond)) {
            const side = sideOf(end.line.points);
            sides.set(side, [...(sides.get(side) ?? []), end]);
        }
        const taken = new Set(sides.keys());
        for (const [side, ends] of sides) {
            const rest = new Set(ends);
            if (ends.length > 1) {
                for (const end of outermostFirst(ends, rect)) {
                    const corner = cornerBeside(end.line.points, rect);
                    const at = corner && sideAt(corner, rect);
                    if (rest.size > 1 && corner !== undefined && !taken.has(at!) && this.tryLine(diamond, end, aside(end.line, corner))) {
                        taken.add(at!);
                        rest.delete(end);
                    }
                }
            }
            const facing = cornerAt(side, rect);
            // an incoming and an outgoing line must not look like one line
            const isMixed = new Set([...rest].map(end => end.isStart)).size > 1;
            if (!isMixed) {
                rest.forEach(end => this.tryLine(diamond, end, this.straightTo(facing, end)));
            }
        }
    }

    private endsAt(diamond: string): End[] {
        return this.scene.links
            .filter(({ from, to }) => (from === diamond) !== (to === diamond))
            .map(link => {
                const line = this.lines.get(link.id)!;
                return { link, isStart: link.from === diamond, line: link.from === diamond ? line : reversed(line) };
            })
            .filter(({ line: { points } }) => points.length > 1);
    }

    /** The line with its end in the corner that it faces; undefined if it already ends there, or if the line would get a short step. */
    private straightTo(corner: Point, { link, isStart, line }: End): PlacedLink | undefined {
        const [a, b, c, ...rest] = line.points;
        const [, across] = axesOf(a, b);
        const by = corner[across] - a[across];
        if (by === 0) {
            return undefined;
        }
        if (c !== undefined) {
            const isKept = (c[across] - b[across]) * (c[across] - corner[across]) > 0 && Math.abs(c[across] - corner[across]) > ROOM;
            return isKept ? { ...line, points: [corner, { ...b, [across]: corner[across] }, c, ...rest] } : undefined;
        }
        const [box, port] = isStart ? [link.to, link.toPort] : [link.from, link.fromPort];
        const { rect } = this.boxes.get(box)!;
        const [low, high] = across === 'x' ? [rect.x, rect.x + rect.width] : [rect.y, rect.y + rect.height];
        if (port !== '' || !isSided(this.shapes.get(box)) || corner[across] < low + ROOM || corner[across] > high - ROOM) {
            return undefined;
        }
        const shift = (text: Rect): Rect => (across === 'x' ? moved(text, by, 0) : moved(text, 0, by));
        const texts = TEXTS.flatMap(part => (line[part] === undefined ? [] : [[part, shift(line[part])] as const]));
        return { ...line, ...Object.fromEntries(texts), points: [corner, { ...b, [across]: corner[across] }] };
    }

    /** Replaces a line if nothing obstructs the new one; the caption of its diamond may move. */
    private tryLine(diamond: string, { link, isStart, line }: End, next: PlacedLink | undefined): boolean {
        if (next === undefined) {
            return false;
        }
        const place = this.boxes.get(diamond)!;
        const caption = this.captionBeside(place, next.points);
        if (!this.isFree(diamond, link, line, next) || (caption === undefined && place.caption !== undefined)) {
            return false;
        }
        this.boxes.set(diamond, { ...place, caption });
        this.lines.set(link.id, isStart ? next : reversed(next));
        return true;
    }

    /**
     * A place for a caption that does not obstruct a line: its present one, or the other side of the line; undefined if both are occupied.
     */
    private captionBeside({ rect, caption }: Placed, points: readonly Point[]): Rect | undefined {
        if (caption === undefined || !runsThrough(points, caption)) {
            return caption;
        }
        const { x, y } = centreOf(rect);
        const [along] = axesOf(points[0], points[1]);
        const next = along === 'x' ? { ...caption, y: y + GAP } : { ...caption, x: x + GAP };
        const isTaken =
            [...this.lines.values()].some(l => runsThrough(l.points, next) || textsOf(l).some(text => overlap(text, next))) ||
            [...this.boxes.values()].some(b => overlap(b.rect, next) && !contains(b.rect, next)) ||
            runsThrough(points, next);
        return isTaken ? undefined : next;
    }

    private isFree(diamond: string, link: Link, before: PlacedLink, next: PlacedLink): boolean {
        const pieces = next.points.slice(1).map((q, i) => [next.points[i], q] as const);
        const others = this.scene.links.filter(l => l.id !== link.id);
        const [places, ports] = [[...this.boxes], [...this.placement.ports.values()]];
        const captions = [...places.filter(([id]) => id !== diamond).map(([, p]) => p), ...ports].flatMap(p => p.caption ?? []);
        const texts = [...captions, ...others.flatMap(l => textsOf(this.lines.get(l.id)!)), ...textsOf(next)];
        const around = places.filter(([id]) => id !== link.from && id !== link.to).map(([, { rect }]) => rect);
        const lines = others.map(l => this.lines.get(l.id)!.points);
        const strangers = others.filter(l => l.from !== diamond && l.to !== diamond).map(l => this.lines.get(l.id)!.points);
        return (
            !pieces.some(piece => around.some(rect => runsThrough(piece, rect) && !(isIn(rect, piece[0]) && isIn(rect, piece[1])))) &&
            !texts.some(text => runsThrough(next.points, text) && !runsThrough(before.points, text)) &&
            !textsOf(next).some(text => lines.some(points => runsThrough(points, text) && !textsOf(before).includes(text))) &&
            !pieces.slice(0, 2).some(piece => strangers.some(points => isClose(points, piece))) &&
            lines.reduce((sum, points) => sum + crossings(points, next.points) - crossings(points, before.points), 0) <= 0
        );
    }
}

type Side = 'x-' | 'x+' | 'y-' | 'y+';

/** The side of a diamond at which a line begins: the axis of its first piece and whether it runs to smaller or greater values. */
function sideOf([a, b]: readonly Point[]): Side {
    const [along] = axesOf(a, b);
    return `${along}${b[along] < a[along] ? '-' : '+'}`;
}

function cornerAt(side: Side, rect: Rect): Point {
    const { x, y } = centreOf(rect);
    const corners: Readonly<Record<Side, Point>> = {
        'x-': { x: rect.x, y },
        'x+': { x: rect.x + rect.width, y },
        'y-': { x, y: rect.y },
        'y+': { x, y: rect.y + rect.height }
    };
    return corners[side];
}

const sideAt = (corner: Point, rect: Rect): Side =>
    (['x-', 'x+', 'y-', 'y+'] as const).find(side => cornerAt(side, rect).x === corner.x && cornerAt(side, rect).y === corner.y)!;

/** The corner on the side to which a line turns after its first piece; undefined if it does not turn, not far enough, or back. */
function cornerBeside(points: readonly Point[], rect: Rect): Point | undefined {
    const [a, b, c, d] = points;
    if (d === undefined) {
        return undefined;
    }
    const [along, across] = axesOf(a, b);
    const corner = cornerAt(`${across}${c[across] < a[across] ? '-' : '+'}`, rect);
    const isFar = Math.abs(c[across] - centreOf(rect)[across]) > Math.abs(corner[across] - centreOf(rect)[across]) + 2 * ROOM;
    const goesOn = (d[along] - corner[along]) * (b[along] - a[along]) > 0;
    return isFar && goesOn ? corner : undefined;
}

/** A line that begins in a corner and turns once instead of twice. */
function aside(line: PlacedLink, corner: Point): PlacedLink {
    const [a, b, c, ...rest] = line.points;
    const [along] = axesOf(a, b);
    return { ...line, points: [corner, { ...c, [along]: corner[along] }, ...rest] };
}

/** The ends on a side, the farthest from its corner first. */
function outermostFirst(ends: readonly End[], rect: Rect): End[] {
    const distance = ({ line: { points } }: End): number => {
        const [, across] = axesOf(points[0], points[1]);
        return Math.abs((points[2] ?? points[0])[across] - centreOf(rect)[across]);
    };
    return [...ends].sort((a, b) => distance(b) - distance(a));
}

const contains = (outer: Rect, inner: Rect): boolean =>
    isIn(outer, inner) && isIn(outer, { x: inner.x + inner.width, y: inner.y + inner.height });

/** How many pieces of two lines cross. */
function crossings(first: readonly Point[], second: readonly Point[]): number {
    const crosses = (p: Point, q: Point, r: Point, s: Point): boolean => {
        const [along, across] = axesOf(p, q);
        const isBetween = (v: number, from: number, to: number): boolean => (v - from) * (v - to) < 0;
        return r[along] === s[along] && isBetween(r[along], p[along], q[along]) && isBetween(p[across], r[across], s[across]);
    };
    return first.slice(1).reduce((sum, q, i) => sum + second.slice(1).filter((s, j) => crosses(first[i], q, second[j], s)).length, 0);
}
