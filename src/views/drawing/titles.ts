/**
 * Places the title of a box: in its middle, unless a line that continues into the box would cross it (a transition to a history); then in
 * the nearest sufficient gap between such lines. Does not depend on SVG.
 */
import { textWidth } from './font.js';
import type { Placement, Rect } from './placement.js';
import { type Box, leading, scaleOf } from './scene.js';

/** Space kept free on either side of a title. */
const CLEARANCE = 6;

/** A vertical piece of a line. */
interface Upright {
    readonly x: number;
    readonly top: number;
    readonly bottom: number;
}

export type Uprights = readonly Upright[];

/** The vertical pieces of all lines of a placement, from left to right. */
export function uprightsOf({ links }: Placement): Uprights {
    const found: Upright[] = [];
    for (const { points } of links.values()) {
        for (const [i, { x, y }] of points.slice(1).entries()) {
            const before = points[i];
            if (Math.abs(before.x - x) < 1) {
                found.push({ x, top: Math.min(before.y, y), bottom: Math.max(before.y, y) });
            }
        }
    }
    return found.sort((a, b) => a.x - b.x);
}

/** The pieces between two x coordinates. */
function between(uprights: Uprights, left: number, right: number): Uprights {
    let [first, end] = [0, uprights.length];
    while (first < end) {
        const middle = (first + end) >> 1;
        [first, end] = uprights[middle].x > left ? [first, middle] : [middle + 1, end];
    }
    const found: Upright[] = [];
    for (let i = first; i < uprights.length && uprights[i].x < right; i++) {
        found.push(uprights[i]);
    }
    return found;
}

/**
 * The x coordinate of a title's middle, between the lines that run into its box.
 * @param y of the top of the title
 */
export function middleOfTitle({ title, style, shape }: Box, { x, width }: Rect, y: number, uprights: Uprights): number {
    const middle = x + (width - (shape === 'timer' ? 14 : 0)) / 2;
    const scale = scaleOf(style);
    const half = (Math.max(0, ...title.map(l => textWidth(l.text, l.size, l.bold))) * scale) / 2 + CLEARANCE;
    const bottom = y + title.reduce((sum, l) => sum + leading(l.size), 0) * scale;
    const crossed = between(uprights, x, x + width)
        .filter(u => u.top < bottom - 1 && u.bottom > y + 1)
        .map(u => u.x);
    if (crossed.every(at => Math.abs(at - middle) >= half)) {
        return middle;
    }
    const sides = [x, ...crossed, x + width];
    const places = sides
        .slice(1)
        .map((right, i) => ({ least: sides[i] + half, most: right - half }))
        .filter(({ least, most }) => least <= most)
        .map(({ least, most }) => Math.min(Math.max(middle, least), most));
    return places.reduce(
        (best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best),
        places.length === 0 ? middle : places[0]
    );
}
