/**
 * Moves the end of a line from the rectangle around a symbol to the outline of the symbol: ovals, circles, diamonds. Does not depend on the
 * layout engine.
 */
import type { Point } from '../geometry.js';
import { centreOf, type Rect } from './placement.js';
import type { BoxShape } from './scene.js';

/**
 * The distance of the outline from the axis, as a fraction of half the width; the argument is the position along the axis as a fraction of
 * half the length (0 in the middle, 1 at the end).
 */
type Outline = (share: number) => number;
const OVAL: Outline = share => Math.sqrt(Math.max(0, 1 - share * share));
const DIAMOND: Outline = share => Math.max(0, 1 - share);

const OUTLINES: Partial<Readonly<Record<BoxShape, Outline>>> = {
    case: OVAL,
    start: OVAL,
    done: OVAL,
    terminate: OVAL,
    junction: OVAL,
    dot: OVAL,
    'entry point': OVAL,
    'exit point': OVAL,
    'shallow history': OVAL,
    'deep history': OVAL,
    decision: DIAMOND,
    merge: DIAMOND,
    choice: DIAMOND
};

/** The end of a line on the outline of a symbol, along the line's last piece, which is horizontal or vertical. */
export function onOutline(shape: BoxShape, rect: Rect, end: Point, before: Point): Point {
    const outline = OUTLINES[shape];
    if (outline === undefined) {
        return end;
    }
    const { x, y } = centreOf(rect);
    const [halfWidth, halfHeight] = [rect.width / 2, rect.height / 2];
    return Math.abs(end.y - before.y) < Math.abs(end.x - before.x)
        ? { x: x + Math.sign(before.x - x) * halfWidth * outline(Math.abs(end.y - y) / halfHeight), y: end.y }
        : { x: end.x, y: y + Math.sign(before.y - y) * halfHeight * outline(Math.abs(end.x - x) / halfWidth) };
}
