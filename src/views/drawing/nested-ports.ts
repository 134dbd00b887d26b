/**
 * Ports in ports (SysML 8.2.3.12): a port that contains ports is long, has its name inside and its ports on its outer edge; the same
 * applies to parameters (8.2.3.17). The kernel has no nested ports. Therefore a part is first laid out with all ports on the border of
 * their box; then a port and the ports in it are kept together on the side with most of these. Uses the kernel's data types; does not call
 * the kernel.
 */
import type { ElkNode, ElkPort, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { Point } from '../geometry.js';
import { type ElkPart, PORT } from './elk-graph.js';
import { textWidth } from './font.js';
import { centreOf, type Placed, type Placement, type Rect } from './placement.js';
import { type Box, type BoxPort, portText, SMALL_SIZE } from './scene.js';

/** Thickness of a port that contains ports. */
const THICK = 24;
/** Space for the arrow and the margins beside its name. */
const BESIDE_NAME = 34;
/** Distance that the kernel keeps between two ports. */
const APART = 18;

/** The sides in the kernel's order. */
const SIDES = ['NORTH', 'EAST', 'SOUTH', 'WEST'] as const;
type Side = (typeof SIDES)[number];

/** A port and the ports in it, as indices of the ports of their box. */
interface Nest {
    readonly around: number;
    readonly members: readonly number[];
}

/** The position of a port: its side, and the coordinate along it. */
interface At {
    readonly side: Side;
    readonly along: number;
}

/** The second graph of a part, with ports in ports; undefined if it has none. @param answer of the kernel for the part without nesting */
export function nestedPart(part: ElkPart, answer: ElkNode): ElkPart | undefined {
    const nests = part.boxes.map(nestsOf);
    if (nests.every(n => n.length === 0)) {
        return undefined;
    }
    const sides = new Map<BoxPort, Side>();
    const ordered = (node: ElkNode, placed: ElkNode): ElkNode => {
        const i = Number(node.id.slice(1));
        const children = node.children!.map((child, k) => ordered(child, placed.children![k]));
        return nests[i].length === 0 ? { ...node, children } : { ...withPorts(node, placed, part.boxes[i], nests[i], sides), children };
    };
    const graph = { ...part.graph, children: part.graph.children!.map((child, k) => ordered(child, answer.children![k])) };
    return {
        graph,
        boxes: part.boxes,
        read: laidOut => {
            const placement = part.read(laidOut);
            const ports = new Map(placement.ports);
            part.boxes.forEach((box, i) => nests[i].forEach(nest => placeNest(nest, box, sides, placement, ports)));
            return { ...placement, ports };
        }
    };
}

function nestsOf({ ports }: Box): Nest[] {
    return ports.flatMap((port, around) => {
        const members = ports.flatMap((inner, i) => (inner.within === port.id ? [i] : []));
        return members.length === 0 ? [] : [{ around, members }];
    });
}

// --- Before the layout --------------------------------------------------------------------------------------------------

function withPorts(node: ElkNode, placed: ElkNode, box: Box, nests: readonly Nest[], sides: Map<BoxPort, Side>): ElkNode {
    const at = placed.ports!.map(port => placeOn(placed, port));
    const nested = new Set(nests.flatMap(n => [n.around, ...n.members]));
    const units = [
        ...nests.map(({ around, members }) => unitOf([around, ...members], at, members)),
        ...at.flatMap((_, i) => (nested.has(i) ? [] : [unitOf([i], at, [i])]))
    ];
    // Clockwise around the box.
    const isTurned = (side: Side): boolean => side === 'SOUTH' || side === 'WEST';
    const inOrder = SIDES.flatMap(side =>
        units.filter(u => u.side === side).sort((a, b) => (isTurned(side) ? b.along - a.along : a.along - b.along))
    ).flatMap(({ side, ports }) => (isTurned(side) ? [...ports].reverse() : ports).map(port => ({ side, port })));
    const options = new Map(
        inOrder.map(({ side, port }, i): [number, LayoutOptions] => [port, { 'elk.port.side': side, 'elk.port.index': `${i}` }])
    );
    const ports = node.ports!.map((port, i): ElkPort => ({ ...port, layoutOptions: { ...port.layoutOptions, ...options.get(i) } }));
    for (const { around, members } of nests) {
        const { side } = inOrder.find(o => o.port === around)!;
        const length = lengthOf(box.ports[around], members.length + 1);
        for (const i of [around, ...members]) {
            sides.set(box.ports[i], side);
            ports[i] = withSize(ports[i], box.ports[i], side, i === around, length);
        }
    }
    return { ...node, ports, layoutOptions: { ...node.layoutOptions, 'elk.portConstraints': 'FIXED_ORDER' } };
}

/** Keeps ports together on the side where most of the `counted` ones are, in their order on that side. */
function unitOf(ports: readonly number[], at: readonly At[], counted: readonly number[]): At & { readonly ports: readonly number[] } {
    const count = (side: Side): number => counted.filter(i => at[i].side === side).length;
    const side = SIDES.reduce((most, s) => (count(s) > count(most) ? s : most));
    const there = counted.filter(i => at[i].side === side);
    const along = there.reduce((sum, i) => sum + at[i].along, 0) / there.length;
    const place = (i: number): number => (at[i].side === side ? at[i].along : Infinity);
    return { side, along, ports: [...ports].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b))) };
}

/** The length of each of `count` ports along the side, so that the name of the containing port fits. */
function lengthOf(around: BoxPort, count: number): number {
    const whole = textWidth(portText(around), SMALL_SIZE) + BESIDE_NAME;
    return Math.max(PORT, Math.ceil((whole - (count - 1) * APART) / count));
}

function withSize(port: ElkPort, { symbol }: BoxPort, side: Side, isAround: boolean, along: number): ElkPort {
    const across = isAround ? THICK : PORT;
    const base = symbol === 'parameter' ? 0 : -PORT / 2;
    const offset = isAround ? base : base + THICK - PORT / 2;
    const [width, height] = isUpright(side) ? [across, along] : [along, across];
    const labels = isAround ? [] : port.labels;
    return { ...port, width, height, labels, layoutOptions: { ...port.layoutOptions, 'elk.port.borderOffset': `${offset}` } };
}

/** Whether a port on a side is taller than wide. */
const isUpright = (side: Side): boolean => side === 'EAST' || side === 'WEST';

function placeOn({ x = 0, y = 0, width = 0, height = 0 }: ElkNode, port: ElkPort): At {
    const centre = centreOf({ x: port.x ?? 0, y: port.y ?? 0, width: port.width ?? 0, height: port.height ?? 0 });
    return nearestSide({ x, y, width, height }, centre);
}

function nearestSide(box: Rect, point: Point): At {
    const away = distancesOf(box, point);
    const side = SIDES.reduce((nearest, s) => (away[s] < away[nearest] ? s : nearest));
    return { side, along: isUpright(side) ? point.y : point.x };
}

const distancesOf = (box: Rect, { x, y }: Point): Readonly<Record<Side, number>> => ({
    NORTH: Math.abs(y - box.y),
    EAST: Math.abs(x - box.x - box.width),
    SOUTH: Math.abs(y - box.y - box.height),
    WEST: Math.abs(x - box.x)
});

// --- After it -----------------------------------------------------------------------------------------------------------

/** Extends a port over its nested ports and places these on its outer edge. */
function placeNest(
    { around, members }: Nest,
    box: Box,
    sides: ReadonlyMap<BoxPort, Side>,
    { boxes, ports: placed }: Placement,
    ports: Map<string, Placed>
): void {
    const port = box.ports[around];
    const side = sides.get(port)!;
    const rects = [around, ...members].map(i => placed.get(box.ports[i].id)!.rect);
    const { rect } = boxes.get(box.id)!;
    if (rects.some(r => distancesOf(rect, centreOf(r))[side] > THICK)) {
        return;
    }
    const upright = isUpright(side);
    const from = Math.min(...rects.map(r => (upright ? r.y : r.x)));
    const length = Math.max(...rects.map(r => (upright ? r.y + r.height : r.x + r.width))) - from;
    const own = rects[0];
    ports.set(port.id, { rect: upright ? { ...own, y: from, height: length } : { ...own, x: from, width: length } });
    members.forEach((i, k) => {
        const { id } = box.ports[i];
        const { x, y } = centreOf(rects[k + 1]);
        ports.set(id, { ...placed.get(id)!, rect: { x: x - PORT / 2, y: y - PORT / 2, width: PORT, height: PORT } });
    });
}
