/** Way points of a line that is dragged. Pure. */
import type { Point } from './messages.js';

/**
 * The way points after one was dragged: the one where the pointer went down, else a new one on the stretch that is nearest to it.
 * @param ends where the line begins and ends
 * @param reach how near a way point has to be to be meant
 */
export function rerouted(route: readonly Point[], ends: readonly [Point, Point], down: Point, to: Point, reach: number): Point[] {
    const meant = route.findIndex(p => distance(p, down) <= reach);
    if (meant >= 0) {
        return route.with(meant, to);
    }
    const all = [ends[0], ...route, ends[1]];
    const away = all.slice(1).map((p, i) => distanceToStretch(down, all[i], p));
    return route.toSpliced(away.indexOf(Math.min(...away)), 0, to);
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function distanceToStretch(p: Point, a: Point, b: Point): number {
    const length = distance(a, b) ** 2;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length));
    return distance(p, { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });
}
