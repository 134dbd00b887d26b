/** What is wrong with the geometry of a drawing: overlaps, text outside its box, labels on boxes, lines through boxes. */
import { textWidth } from '../../src/views/drawing/font.js';
import type { Placement, Rect } from '../../src/views/drawing/placement.js';
import type { Box, Scene } from '../../src/views/drawing/scene.js';

/**
 * @param isSmall whether also no line may run through a box
 * @returns a text for each fault: what kind, then what it is about
 */
export function geometryFaults({ boxes, links }: Scene, placement: Placement, isSmall: boolean): string[] {
    const faults: string[] = [];
    const rectOf = (id: string): Rect => placement.boxes.get(id)!.rect;
    const byId = new Map(boxes.map(b => [b.id, b]));
    const isAround = (outer: string, inner: string): boolean => {
        for (let at = byId.get(inner)?.parent; at !== undefined && at !== ''; at = byId.get(at)?.parent) {
            if (at === outer) {
                return true;
            }
        }
        return false;
    };
    const told = (b: Box): string => b.description;
    for (const [i, a] of boxes.entries()) {
        const rect = rectOf(a.id);
        for (const { text, size, bold } of [...a.title, ...a.sections.flatMap(s => s.lines)]) {
            if (textWidth(text, size, bold) > rect.width) {
                faults.push(`text cut: ${text} in ${told(a)}`);
            }
        }
        for (const b of boxes.slice(i + 1)) {
            const other = rectOf(b.id);
            if (isAround(a.id, b.id) ? !holds(rect, other) : !isAround(b.id, a.id) && overlap(rect, other)) {
                faults.push(`${isAround(a.id, b.id) ? 'not within' : 'boxes overlap'}: ${told(a)}, ${told(b)}`);
            }
        }
    }
    for (const link of links) {
        const { points, label } = placement.links.get(link.id)!;
        const others = boxes.filter(b => b.id !== link.from && b.id !== link.to && !isAround(b.id, link.from) && !isAround(b.id, link.to));
        const inside = others.filter(b => !isAround(link.from, b.id) || !isAround(link.to, b.id));
        if (isSmall) {
            const crossed = inside.find(b => points.some((p, i) => i > 0 && runsThrough(points[i - 1], p, rectOf(b.id))));
            if (crossed !== undefined) {
                faults.push(`line through box: ${link.description}, ${told(crossed)}`);
            }
        }
        const covered = label === undefined ? undefined : inside.find(b => overlap(label, rectOf(b.id)));
        if (covered !== undefined) {
            faults.push(`label on box: ${link.label.join(' ')}, ${told(covered)}`);
        }
    }
    return faults;
}

/** Rounding of the layout. */
const SLACK = 1;

function holds(outer: Rect, inner: Rect): boolean {
    return (
        inner.x >= outer.x - SLACK &&
        inner.y >= outer.y - SLACK &&
        inner.x + inner.width <= outer.x + outer.width + SLACK &&
        inner.y + inner.height <= outer.y + outer.height + SLACK
    );
}

function overlap(a: Rect, b: Rect): boolean {
    return a.x + a.width > b.x + SLACK && b.x + b.width > a.x + SLACK && a.y + a.height > b.y + SLACK && b.y + b.height > a.y + SLACK;
}

interface At {
    readonly x: number;
    readonly y: number;
}

/** Whether a level or upright piece of a line lies in a box. */
function runsThrough(a: At, b: At, rect: Rect): boolean {
    const piece = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
    const within = { x: rect.x + 2, y: rect.y + 2, width: rect.width - 4, height: rect.height - 4 };
    return (
        piece.x + piece.width > within.x &&
        within.x + within.width > piece.x &&
        piece.y + piece.height > within.y &&
        within.y + within.height > piece.y
    );
}
