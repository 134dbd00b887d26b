/**
 * Joins lines at joints. The layout places a connection that a box elaborates as two pieces with a joint box between them. This module
 * joins the pieces to one line, from which the dotted line to the elaborating box branches off. Does not depend on the layout engine.
 */
import type { Point } from '../geometry.js';
import type { PlacedLink, Placement } from './placement.js';
import type { Link, Scene } from './scene.js';

export function withJoinedLines({ boxes, links }: Scene, placement: Placement): Placement {
    const joints = boxes.filter(b => b.shape === 'joint');
    if (joints.length === 0) {
        return placement;
    }
    const lines = new Map(placement.links);
    const replace = ({ id }: Link, points: readonly Point[]): void => {
        lines.set(id, { ...lines.get(id)!, points } satisfies PlacedLink);
    };
    for (const { id } of joints) {
        const first = links.find(l => l.to === id)!;
        const [second, elaboration] = links.filter(l => l.from === id);
        const at = lines.get(first.id)!.points.at(-1)!;
        const onward = startingAt(at, lines.get(second.id)!.points);
        replace(second, onward);
        replace(elaboration, branching(startingAt(at, lines.get(elaboration.id)!.points), onward));
    }
    return { ...placement, links: lines };
}

const isLevel = ([a, b]: readonly Point[]): boolean => Math.abs(b.x - a.x) >= Math.abs(b.y - a.y);

/** Moves the start of a line to a nearby point and keeps its first piece horizontal or vertical. */
function startingAt(start: Point, points: readonly Point[]): Point[] {
    const level = isLevel(points);
    const end = points.findIndex(p => (level ? Math.abs(p.y - points[0].y) : Math.abs(p.x - points[0].x)) > 1);
    const straight = points.slice(0, end < 0 ? points.length : end);
    return [
        start,
        ...straight.slice(1).map(p => (level ? { x: p.x, y: start.y } : { x: start.x, y: p.y })),
        ...points.slice(straight.length)
    ];
}

/** The rest of a line after the piece that it shares with another line from the same start. */
function branching(points: readonly Point[], along: readonly Point[]): readonly Point[] {
    const level = isLevel(points);
    const reach = ([a, b]: readonly Point[]): number => (level ? b.x - a.x : b.y - a.y);
    const isAlong = points.length > 2 && level === isLevel(along) && reach(points) * reach(along) > 0;
    return isAlong && Math.abs(reach(points)) <= Math.abs(reach(along)) ? points.slice(1) : points;
}
