/**
 * Splits a drawing into parts without links between them, which are laid out separately, and packs these parts into rows. This saves layout
 * time and makes a page instead of a wide strip.
 */
import { joined, movedPlacement, type Placement, type Rect, rectsOf } from './placement.js';
import type { Box, Link } from './scene.js';

export interface Component {
    readonly roots: readonly Box[];
    readonly links: readonly Link[];
}

/** The connected components of a scene, in the order of its outermost boxes. */
export function componentsOf(boxes: readonly Box[], roots: readonly Box[], links: readonly Link[]): Component[] {
    const rootOf = rootFinder(boxes);
    const leaders = new Map(roots.map(r => [r.id, r.id]));
    const leaderOf = (id: string): string => {
        let at = id;
        while (leaders.get(at)! !== at) {
            at = leaders.get(at)!;
        }
        return at;
    };
    links.forEach(l => leaders.set(leaderOf(rootOf(l.from)), leaderOf(rootOf(l.to))));
    const components = new Map<string, { roots: Box[]; links: Link[] }>();
    for (const root of roots) {
        const leader = leaderOf(root.id);
        const component = components.get(leader) ?? { roots: [], links: [] };
        component.roots.push(root);
        components.set(leader, component);
    }
    links.forEach(l => components.get(leaderOf(rootOf(l.from)))!.links.push(l));
    return [...components.values()];
}

/**
 * The boxes of a container that belong to independent groups, with the links of these: all links of a group, and of its nested boxes, end
 * within the group. A box that is linked to something outside the container, or to the container itself, is not included, nor is any box
 * linked to such a box.
 */
export function looseIn(
    container: string,
    children: readonly Box[],
    links: readonly Link[],
    parentOf: (id: string) => string
): { readonly boxes: readonly Box[]; readonly links: readonly Link[] } {
    const among = new Set(children.map(c => c.id));
    const memberAt = (end: string): string => {
        let at = end;
        while (at !== '' && !among.has(at)) {
            at = parentOf(at);
        }
        return at === '' ? container : at;
    };
    const joins = links.map(link => ({ link, from: memberAt(link.from), to: memberAt(link.to) }));
    const beside = new Map<string, string[]>();
    for (const { from, to } of joins.filter(j => j.from !== j.to)) {
        beside.set(from, [...(beside.get(from) ?? []), to]);
        beside.set(to, [...(beside.get(to) ?? []), from]);
    }
    const joined = new Set([container]);
    for (const at of joined) {
        beside.get(at)?.forEach(next => joined.add(next));
    }
    return {
        boxes: children.filter(c => !joined.has(c.id)),
        links: joins.filter(j => j.from !== container && !joined.has(j.from)).map(j => j.link)
    };
}

function rootFinder(boxes: readonly Box[]): (id: string) => string {
    const parents = new Map(boxes.map(b => [b.id, b.parent]));
    const roots = new Map<string, string>();
    const find = (id: string): string => {
        const parent = parents.get(id)!;
        const root = roots.get(id) ?? (parents.has(parent) ? find(parent) : id);
        roots.set(id, root);
        return root;
    };
    return find;
}

/** Aspect ratio of a page: width to height. */
export const RATIO = 1.5;
/** Gap between the contents of two parts. */
const GAP = 24;

/** With more parts only the usual width of a row is tried. */
const MOST_PARTS = 60;
/** How much better another width must be than the usual one, so that a small change does not move everything. */
const BETTER = 0.9;
/** Ratios of width to height for which rows are tried. */
const RATIOS = [0.8, 1.1, 2, 2.6];

/**
 * Packs parts into rows, in their order. Each part of a row moves up as far as the distance to the parts above permits. The width of the
 * rows is that of a full page. If the rows then have much empty space, because parts differ in size, another width is used, or parts are
 * placed below a shorter part beside a higher one.
 * @param margin around the content of each part, and around the whole
 */
export function packed(parts: readonly Placement[], margin: number): Placement {
    if (parts.length === 1) {
        return parts[0];
    }
    const step = GAP - 2 * margin;
    const area = parts.reduce((sum, p) => sum + (p.width + step) * (p.height + step), 0);
    const least = Math.max(...parts.map(p => p.width));
    const usual = Math.max(least, Math.sqrt(area * RATIO));
    const first = inRows(parts, usual, step);
    if (parts.length > MOST_PARTS) {
        return first;
    }
    const widths = new Set([usual, ...RATIOS.map(ratio => Math.max(least, Math.sqrt(area * ratio)))]);
    let best = { placement: first, waste: wasteOf(first) * BETTER };
    for (const placement of [...widths].flatMap(width => [inRows(parts, width, step), inSteps(parts, width, step)])) {
        const waste = wasteOf(placement);
        if (waste < best.waste) {
            best = { placement, waste };
        }
    }
    return best.placement;
}

/** The area of a drawing, more if it is far from the shape of a page. */
function wasteOf({ width, height }: Placement): number {
    const ratio = width / height / RATIO;
    return width * height * Math.sqrt(Math.max(ratio, 1 / ratio));
}

function inRows(parts: readonly Placement[], widest: number, step: number): Placement {
    const placed: Placement[] = [];
    const above: Rect[] = [];
    let y = 0;
    for (const row of rowsOf(parts, widest, step)) {
        const rects = row.map(p => rectsOf(movedPlacement(p, 0, y)));
        const top = y - Math.min(y, ...rects.map(own => roomAbove(own, above)));
        const risen = row.map(p => movedPlacement(p, 0, top));
        placed.push(...risen);
        above.push(...risen.flatMap(rectsOf));
        y = Math.max(...placed.map(p => p.height)) + step;
    }
    return joined(placed);
}

/**
 * Places each part as high as possible, but not higher than the previous part, and then as far to the left as possible. Readers still find
 * the parts in their order, row by row, where a high part spans several rows.
 */
function inSteps(parts: readonly Placement[], widest: number, step: number): Placement {
    const placed: Rect[] = [];
    let last = { x: -1, y: 0, width: 0, height: 0 };
    for (const { width, height } of parts) {
        const starts = [0, ...placed.map(r => r.x + r.width + step)].filter(x => x === 0 || x + width <= widest);
        const places = starts.map(x => {
            const above = placed.filter(r => r.x < x + width + step && x < r.x + r.width + step);
            const y = Math.max(last.y, ...above.map(r => r.y + r.height + step));
            return { x, y: y === last.y && x <= last.x ? last.y + last.height + step : y, width, height };
        });
        last = places.reduce((best, at) => (at.y < best.y || (at.y === best.y && at.x < best.x) ? at : best));
        placed.push(last);
    }
    return joined(parts.map((part, i) => movedPlacement(part, placed[i].x, placed[i].y)));
}

/** Divides parts into rows of at most the given width, in their order. */
function rowsOf(parts: readonly Placement[], widest: number, step: number): Placement[][] {
    const rows: Placement[][] = [];
    let x = Infinity;
    for (const part of parts) {
        if (x > 0 && x + part.width > widest) {
            rows.push([]);
            x = 0;
        }
        rows[rows.length - 1].push(movedPlacement(part, x, 0));
        x += part.width + step;
    }
    return rows;
}

/** How far rectangles can move up while they keep the distance to those above them. */
function roomAbove(own: readonly Rect[], above: readonly Rect[]): number {
    const isBelow = (a: Rect, b: Rect): boolean => a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP;
    return Math.min(...own.flatMap(a => above.filter(b => isBelow(a, b)).map(b => Math.max(0, a.y - b.y - b.height - GAP))));
}

/**
 * Places the regions of a parallel state side by side, with the same height and a divider between them. Each part is one box with its
 * content.
 */
export function divided(parts: readonly Placement[], boxes: readonly Box[]): Placement {
    const height = Math.max(...parts.map(p => p.height));
    let x = 0;
    const placed = parts.map((part, i) => {
        const { id } = boxes[i];
        const place = part.boxes.get(id)!;
        const stretched = new Map(part.boxes).set(id, { ...place, rect: { ...place.rect, height } });
        const at = movedPlacement({ ...part, boxes: stretched, height }, x, 0);
        x += part.width + GAP;
        const divider = i === parts.length - 1 ? [] : [{ x: x - GAP / 2, y: 0, width: 0, height }];
        return { ...at, dividers: [...at.dividers, ...divider] };
    });
    return joined(placed);
}
