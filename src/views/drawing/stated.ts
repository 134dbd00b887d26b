/**
 * Applies the geometry that a model states (contract: views 2.7) to a computed placement: stated boxes and their content move to their
 * positions, boxes that overlap them move aside, containers grow, ports move to the ends of stated routes, and lines of moved boxes become
 * straight or follow their stated route.
 */
import type { Point } from '../geometry.js';
import {
    around,
    borderPoint,
    centreOf,
    middleOf,
    moved,
    overlap,
    type Placed,
    type PlacedLink,
    type Placement,
    type Rect
} from './placement.js';
import type { Box, Link, Scene } from './scene.js';

const BESIDE = 40;
const INSIDE = 20;
/** Greatest distance between the end of a stated route and the border with its port: the symbols of ports extend beyond the border. */
const REACH = 20;

/** @param isNested whether boxes contain others, as they do except in a tree */
export function withStatedGeometry({ boxes, links }: Scene, placement: Placement, isNested: boolean): Placement {
    const routes = links.some(l => l.route.length > 0);
    if (!routes && !boxes.some(b => b.node?.geometry !== undefined)) {
        return placement;
    }
    const arranged = new Arrangement(boxes, placement, isNested);
    arranged.run();
    for (const { route, from, fromPort, to, toPort } of links.filter(l => l.route.length > 0)) {
        arranged.movePort(fromPort, from, route[0]);
        arranged.movePort(toPort, to, route.at(-1)!);
    }
    const lines = new Map([...placement.links].map(([id, line]) => [id, line]));
    for (const link of links) {
        if (link.route.length > 0 || arranged.isMoved(link.from) || arranged.isMoved(link.to)) {
            lines.set(link.id, rerouted(link, placement.links.get(link.id)!, arranged));
        }
    }
    return { ...placement, boxes: arranged.boxes, ports: arranged.ports, links: lines, dividers: [], width: 0, height: 0 };
}

class Arrangement {
    readonly boxes: Map<string, Placed>;
    readonly ports: Map<string, Placed>;
    /** ports at the ends of stated routes */
    private readonly led = new Set<string>();
    private readonly children = new Map<string, Box[]>();
    private readonly byId: ReadonlyMap<string, Box>;

    constructor(
        boxes: readonly Box[],
        private readonly before: Placement,
        isNested: boolean
    ) {
        this.boxes = new Map(before.boxes);
        this.ports = new Map(before.ports);
        this.byId = new Map(boxes.map(b => [b.id, b]));
        for (const box of boxes) {
            const parent = isNested && this.byId.has(box.parent) ? box.parent : '';
            this.children.set(parent, [...(this.children.get(parent) ?? []), box]);
        }
    }

    run(): void {
        this.arrange('');
    }

    /** Moves a port along the border of its box to the end of a stated route. The first route that ends at a port decides. */
    movePort(id: string, box: string, at: Point): void {
        const place = borderPointAt(this.rectOf(box), at);
        const isOwn = this.byId.get(box)!.ports.some(p => p.id === id && p.within === '');
        if (!isOwn || this.led.has(id) || Math.hypot(place.x - at.x, place.y - at.y) > REACH) {
            return;
        }
        this.led.add(id);
        const centre = centreOf(this.ports.get(id)!.rect);
        this.shiftPort(id, place.x - centre.x, place.y - centre.y);
    }

    /** Whether a box has another position or size than in the layout. */
    isMoved(id: string): boolean {
        const [a, b] = [this.before.boxes.get(id)!.rect, this.boxes.get(id)!.rect];
        return a.x !== b.x || a.y !== b.y || a.width !== b.width || a.height !== b.height;
    }

    rectOf(id: string): Rect {
        return this.boxes.get(id)!.rect;
    }

    /**
     * Moves the stated children first; then the other children that overlap them, as a group, beside all that stay; then arranges the
     * content of each.
     */
    private arrange(parent: string): void {
        const children = this.children.get(parent) ?? [];
        const stated = children.filter(c => c.node?.geometry !== undefined);
        const others = children.filter(c => c.node?.geometry === undefined);
        for (const box of stated) {
            const { x, y, width, height, hasSize } = box.node!.geometry!;
            const { rect } = this.boxes.get(box.id)!;
            this.shift(box.id, x - rect.x, y - rect.y);
            if (hasSize) {
                this.resize(box.id, { x, y, width, height });
            }
        }
        const isInTheWay = (box: Box): boolean => stated.some(s => overlap(this.rectOf(s.id), this.rectOf(box.id)));
        const moving = others.filter(isInTheWay);
        if (moving.length > 0) {
            const taken = around(children.filter(c => !moving.includes(c)).map(b => this.rectOf(b.id)));
            const group = around(moving.map(b => this.rectOf(b.id)));
            moving.forEach(b => this.shift(b.id, taken.x + taken.width + BESIDE - group.x, taken.y - group.y));
        }
        for (const child of children) {
            this.arrange(child.id);
            this.grow(child);
        }
    }

    /** Enlarges a container without a stated size to hold its content. */
    private grow({ id, node }: Box): void {
        const inner = this.children.get(id) ?? [];
        if (inner.length === 0 || node?.geometry?.hasSize === true) {
            return;
        }
        const rect = this.rectOf(id);
        const held = around(inner.map(b => this.rectOf(b.id)));
        const needed = { x: held.x - INSIDE, y: held.y - INSIDE, width: held.width + 2 * INSIDE, height: held.height + 2 * INSIDE };
        const whole = around([rect, needed]);
        if (whole.width !== rect.width || whole.height !== rect.height) {
            this.resize(id, whole);
        }
    }

    private shift(id: string, dx: number, dy: number): void {
        const { rect, caption } = this.boxes.get(id)!;
        this.boxes.set(id, { rect: moved(rect, dx, dy), caption: caption && moved(caption, dx, dy) });
        this.byId.get(id)!.ports.forEach(p => this.shiftPort(p.id, dx, dy));
        this.children.get(id)?.forEach(c => this.shift(c.id, dx, dy));
    }

    private shiftPort(id: string, dx: number, dy: number): void {
        const { rect, caption } = this.ports.get(id)!;
        this.ports.set(id, { rect: moved(rect, dx, dy), caption: caption && moved(caption, dx, dy) });
    }

    /** Resizes a box; its ports keep their side and their proportional place along it. */
    private resize(id: string, rect: Rect): void {
        const old = this.rectOf(id);
        this.boxes.set(id, { ...this.boxes.get(id)!, rect });
        for (const port of this.byId.get(id)!.ports) {
            const { x, y } = centreOf(this.ports.get(port.id)!.rect);
            const at = {
                x: rect.x + ((x - old.x) / (old.width || 1)) * rect.width,
                y: rect.y + ((y - old.y) / (old.height || 1)) * rect.height
            };
            this.shiftPort(port.id, at.x - x, at.y - y);
        }
    }
}

/** The point on the border of a rectangle that is nearest to a point inside or outside. */
function borderPointAt({ x, y, width, height }: Rect, at: Point): Point {
    const inside = { x: Math.min(Math.max(at.x, x), x + width), y: Math.min(Math.max(at.y, y), y + height) };
    const sides: readonly (readonly [distance: number, point: Point])[] = [
        [inside.x - x, { ...inside, x }],
        [x + width - inside.x, { ...inside, x: x + width }],
        [inside.y - y, { ...inside, y }],
        [y + height - inside.y, { ...inside, y: y + height }]
    ];
    return sides.reduce((nearest, side) => (side[0] < nearest[0] ? side : nearest))[1];
}

/** Routes a line from border to border along its stated route, or else straight. */
function rerouted({ from, to, fromPort, toPort, route }: Link, { label, fromEnd, toEnd }: PlacedLink, arranged: Arrangement): PlacedLink {
    const [source, target] = [arranged.ports.get(fromPort)?.rect, arranged.ports.get(toPort)?.rect];
    const [a, b] = [source ?? arranged.rectOf(from), target ?? arranged.rectOf(to)];
    const points = distinct([borderPoint(a, route[0] ?? centreOf(b)), ...route, borderPoint(b, route.at(-1) ?? centreOf(a))]);
    const middle = middleOf(points);
    const beside = (rect: Rect | undefined, at: Point): Rect | undefined =>
        rect === undefined ? undefined : { ...rect, x: at.x - rect.width / 2, y: at.y - rect.height - 2 };
    return { points, label: beside(label, middle), fromEnd: beside(fromEnd, points[0]), toEnd: beside(toEnd, points.at(-1)!) };
}

/**
 * Drops points that equal the previous one: a route may begin and end on borders, where the symbols at its ends would have no direction.
 */
function distinct(points: readonly Point[]): readonly Point[] {
    const apart = points.filter((p, i) => i === 0 || Math.hypot(p.x - points[i - 1].x, p.y - points[i - 1].y) >= 1);
    return apart.length > 1 ? apart : points;
}
