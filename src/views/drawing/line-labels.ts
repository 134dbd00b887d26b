/**
 * Moves the texts of lines to free places. The layout places them beside their lines and ignores most other lines. A text that a line
 * crosses, or that overlaps another text or a box, moves to the nearest free place beside its own line.
 */
import type { Point } from '../geometry.js';
import { centreOf, middleOf, overlap, type PlacedLink, type Placement, type Rect, runsThrough } from './placement.js';
import { strokeOf } from './lines.js';
import { headHeight, type Link, type Scene } from './scene.js';

const GAP = 3;
const STEP = 12;
/** Maximum number of lines: in bigger drawings the search for places takes too long. */
const MOST_LINES = 400;

const PARTS = ['label', 'fromEnd', 'toEnd'] as const;

/** Moves the texts of lines to where they can be read. */
export function withReadableLines({ boxes, links }: Scene, placement: Placement): Placement {
    if (links.length > MOST_LINES) {
        return placement;
    }
    const moved = new Map(placement.links);
    const holders = new Set(boxes.map(b => b.parent));
    const taken = boxes
        .filter(b => b.shape !== 'lane')
        .map(box => {
            const { rect } = placement.boxes.get(box.id)!;
            return holders.has(box.id) ? { ...rect, height: headHeight(box) } : rect;
        });
    const ports = [...placement.ports.values(), ...placement.boxes.values()].flatMap(({ rect, caption }) =>
        caption === undefined ? (placement.ports.size > 0 && rect.width <= 12 ? [rect] : []) : [caption]
    );
    const heads = links.flatMap(link => headsOf(link, placement.links.get(link.id)!.points));
    const isFree = (text: Rect, id: string, part: string): boolean => {
        const inner = inset(text);
        return (
            ![...taken, ...ports, ...heads].some(rect => overlap(rect, inner)) &&
            ![...moved].some(
                ([other, line]) =>
                    (other !== id && runsThrough(line.points, inner)) ||
                    PARTS.some(p => line[p] !== undefined && (other !== id || p !== part) && overlap(line[p], inner))
            )
        );
    };
    for (const { id } of links) {
        for (const part of PARTS) {
            const line = moved.get(id)!;
            const text = line[part];
            if (text === undefined || line.points.length < 2 || isFree(text, id, part)) {
                continue;
            }
            const place = placesAlong(line, part, text).find(rect => isFree(rect, id, part) && !runsThrough(line.points, inset(rect)));
            if (place !== undefined) {
                moved.set(id, { ...line, [part]: place });
            }
        }
    }
    return { ...placement, links: moved };
}

/** Length and half the width of a symbol at the end of a line. */
const HEAD = { length: 14, side: 6 };

/** The places of the symbols at the ends of a line. */
export function headsOf({ kind, form }: Link, points: readonly Point[]): Rect[] {
    const { tail, head } = strokeOf(kind, form);
    const ends: readonly (readonly [string, Point | undefined, Point | undefined])[] = [
        [tail, points[0], points[1]],
        [head, points.at(-1), points.at(-2)]
    ];
    return ends.flatMap(([symbol, at, from]) => (symbol === 'none' || at === undefined || from === undefined ? [] : [headAt(at, from)]));
}

function headAt(at: Point, from: Point): Rect {
    const { length, side } = HEAD;
    return Math.abs(from.x - at.x) > Math.abs(from.y - at.y)
        ? { x: from.x > at.x ? at.x : at.x - length, y: at.y - side, width: length, height: 2 * side }
        : { x: at.x - side, y: from.y > at.y ? at.y : at.y - length, width: 2 * side, height: length };
}

/** Places on both sides of a line, nearest to the text's anchor first. */
function placesAlong({ points }: PlacedLink, part: (typeof PARTS)[number], { width, height }: Rect): Rect[] {
    const anchor = part === 'label' ? middleOf(points) : part === 'fromEnd' ? points[0] : points[points.length - 1];
    const places = points.slice(1).flatMap((b, i) => placesBeside(points[i], b, width, height));
    const away = (rect: Rect): number => Math.hypot(centreOf(rect).x - anchor.x, centreOf(rect).y - anchor.y);
    // A text at an end must stay near that end.
    const near = part === 'label' ? places : places.filter(rect => away(rect) < width + height + 60);
    return near.sort((a, b) => away(a) - away(b));
}

function placesBeside(a: Point, b: Point, width: number, height: number): Rect[] {
    const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)];
    if (bottom - top < right - left) {
        return steps(left + GAP, right - width - GAP).flatMap(x => [bottom + GAP, top - GAP - height].map(y => ({ x, y, width, height })));
    }
    return steps(top + GAP, bottom - height - GAP).flatMap(y => [right + GAP, left - GAP - width].map(x => ({ x, y, width, height })));
}

/** Positions from one coordinate to another. If a text is longer than its piece of the line, only the start of the piece. */
function steps(from: number, to: number): number[] {
    return Array.from({ length: Math.max(1, Math.floor((to - from) / STEP) + 1) }, (_, i) => from + i * STEP);
}

const inset = ({ x, y, width, height }: Rect): Rect => ({ x: x + 2, y: y + 2, width: width - 4, height: height - 4 });
