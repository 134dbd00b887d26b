/**
 * Stacks wide levels of a tree as in an organisation chart: boxes without children are attached in pairs to a common stem, so that a
 * package with many definitions makes a page instead of a wide strip. The layout places a stack in place of its boxes, which are then
 * placed in it. Does not depend on the kernel.
 */
import type { Point } from '../geometry.js';
import { type Component, RATIO } from './components.js';
import type { Placed, PlacedLink, Placement, Rect } from './placement.js';
import type { Box, Link } from './scene.js';

/** Wider levels are stacked if they have at least FEW boxes. */
const WIDE = 900;
const FEW = 5;
/** Distances: from a box to its stem, between two rows, between two boxes side by side. */
const BRANCH = 16;
const ROW = 20;
const BESIDE = 28;

const OWNING: ReadonlySet<Link['kind']> = new Set(['membership', 'composition', 'reference']);

/** A box with one link only, from its owner. */
interface Leaf {
    readonly box: Box;
    readonly link: Link;
}

interface Stack {
    /** replaces the boxes of the rows */
    readonly box: Box;
    readonly link: Link;
    readonly rows: readonly (readonly Leaf[])[];
}

export interface StackedTree {
    readonly component: Component;
    /** places the boxes of the stacks */
    expanded(placement: Placement): Placement;
}

/** Stacks the wide levels of a part of a tree. */
export function stackedTree({ roots, links }: Component): StackedTree {
    const stacks = levelsOf(roots, links).flatMap(stacksOf);
    const stacked = new Set(stacks.flatMap(s => s.rows.flat().map(leaf => leaf.box.id)));
    const starts = new Map(stacks.map(s => [s.rows[0][0].box.id, s]));
    // A stack has the position of its first box, which keeps the model's order.
    const inPlace = <T>(items: readonly T[], idOf: (item: T) => string, of: (stack: Stack) => T): T[] =>
        items.flatMap(item => {
            const stack = starts.get(idOf(item));
            return stack !== undefined ? [of(stack)] : stacked.has(idOf(item)) ? [] : [item];
        });
    return {
        component: {
            roots: inPlace(
                roots,
                box => box.id,
                s => s.box
            ),
            links: inPlace(
                links,
                link => link.to,
                s => s.link
            )
        },
        expanded: placement => stacks.reduce(expand, placement)
    };
}

/** The leaves of each owner and kind of line that would be too wide side by side. */
function levelsOf(boxes: readonly Box[], links: readonly Link[]): Leaf[][] {
    const byId = new Map(boxes.map(b => [b.id, b]));
    const count = new Map<string, number>();
    links.forEach(l => [l.from, l.to].forEach(id => count.set(id, (count.get(id) ?? 0) + 1)));
    const levels = new Map<string, Leaf[]>();
    for (const link of links) {
        // The box at the end of a line may be nested in another box, and is then placed there.
        const box = byId.get(link.to);
        const isPlain = OWNING.has(link.kind) && link.label.length === 0 && link.route.length === 0 && box?.node?.geometry === undefined;
        if (box !== undefined && isPlain && count.get(box.id) === 1) {
            const level = `${link.from} ${link.kind}`;
            levels.set(level, [...(levels.get(level) ?? []), { box, link }]);
        }
    }
    return [...levels.values()].filter(level => level.length >= FEW && widthOf(level) > WIDE);
}

const widthOf = (level: readonly Leaf[]): number => level.reduce((sum, { box }) => sum + box.size.width + BESIDE, 0);

/** Divides a level into the number of stacks that comes closest to a page. */
function stacksOf(level: readonly Leaf[]): Stack[] {
    const rows = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) => level.slice(2 * i, 2 * i + 2));
    const divided = (count: number): Stack[] => {
        const size = Math.ceil(rows.length / count);
        return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => stackOf(rows.slice(i * size, (i + 1) * size)));
    };
    const strayOf = (stacks: readonly Stack[]): number => {
        const width = stacks.reduce((sum, { box }) => sum + box.size.width + BESIDE, 0);
        return Math.abs(Math.log(width / Math.max(...stacks.map(({ box }) => box.size.height)) / RATIO));
    };
    return rows.map((_, i) => divided(i + 1)).reduce((best, stacks) => (strayOf(stacks) < strayOf(best) ? stacks : best));
}

const rowHeight = (row: readonly Leaf[]): number => Math.max(...row.map(({ box }) => box.size.height));

function stackOf(rows: readonly (readonly Leaf[])[]): Stack {
    const [{ box, link }] = rows[0];
    const widest = Math.max(...rows.flat().map(leaf => leaf.box.size.width));
    const height = rows.reduce((sum, row) => sum + rowHeight(row) + ROW, -ROW);
    const id = `${box.id} stack`;
    // The stem is in the middle, where the layout ends the stack's only line.
    const size = { width: 2 * (widest + BRANCH), height };
    const empty = {
        element: '',
        shape: 'usage',
        node: undefined,
        title: [],
        sections: [],
        caption: '',
        ports: [],
        marks: [],
        style: {}
    } as const;
    return { box: { ...empty, id, parent: box.parent, size, description: '' }, link: { ...link, id: `${link.id} stack`, to: id }, rows };
}

function expand(placement: Placement, { box, link, rows }: Stack): Placement {
    const boxes = new Map(placement.boxes);
    const links = new Map(placement.links);
    const { rect } = boxes.get(box.id)!;
    const { points } = links.get(link.id)!;
    boxes.delete(box.id);
    links.delete(link.id);
    const stem = points.at(-1)!.x;
    let y = rect.y;
    for (const row of rows) {
        const lowest = Math.min(...row.map(leaf => leaf.box.size.height));
        for (const [i, leaf] of row.entries()) {
            const { size } = leaf.box;
            const x = i === 0 ? stem - BRANCH - size.width : stem + BRANCH;
            const place: Rect = { x, y, ...size };
            const branch: Point = { x: i === 0 ? stem - BRANCH : stem + BRANCH, y: y + lowest / 2 };
            boxes.set(leaf.box.id, { rect: place } satisfies Placed);
            links.set(leaf.link.id, { points: [...points.slice(0, -1), { x: stem, y: branch.y }, branch] } satisfies PlacedLink);
        }
        y += rowHeight(row) + ROW;
    }
    return { ...placement, boxes, links };
}
