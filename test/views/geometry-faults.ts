/** What is wrong with the geometry of a drawing: overlaps, text outside its box, labels on boxes, lines through boxes. */
import { textWidth } from '../../src/views/drawing/font.js';
import { type Placement, type Rect, runsThrough } from '../../src/views/drawing/placement.js';
import type { Box, Scene } from '../../src/views/drawing/scene.js';

/**
 * @param isSmall whether also no line may run through a box
 * @returns a text for each fault: what kind, then what it is about
 */
export function geometryFaults({ boxes, links }: Scene, placement: Placement, isSmall: boolean): string[] {
    const faults: string[] = [];
    const rectOf = (id: string): Rect => placement.boxes.get(id)!.rect;
    // Lines and labels of other lanes may be in a lane, but not on its head.
    const keptClear = ({ id, shape }: Box): Rect => (shape === 'lane' ? placement.boxes.get(id)!.caption! : rectOf(id));
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
        const others = boxes.filter(
            b => b.id !== link.from && b.id !== link.to && (b.shape === 'lane' || (!isAround(b.id, link.from) && !isAround(b.id, link.to)))
        );
        const inside = others.filter(b => !isAround(link.from, b.id) || !isAround(link.to, b.id));
        if (isSmall) {
            const crossed = inside.find(b => runsThrough(points, inset(keptClear(b))));
            if (crossed !== undefined) {
                faults.push(`line through box: ${link.description}, ${told(crossed)}`);
            }
        }
        const covered = label === undefined ? undefined : inside.find(b => overlap(label, keptClear(b)));
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

/** What lines must not touch. */
const inset = ({ x, y, width, height }: Rect): Rect => ({ x: x + 2, y: y + 2, width: width - 4, height: height - 4 });
