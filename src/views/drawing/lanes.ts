/**
 * Swim lanes (SysML 8.2.3.17): a column of steps for each performer of a flow, or a row if the flow runs horizontally. The kernel has no
 * lanes. Therefore the flow is first laid out without them; in a second graph each layer has the order of the lanes, with a separator
 * between two of them. Lines with the highest straightness priority join the separators and become the borders of the lanes. Labels are
 * nodes of the second graph, so that every layer is known. Uses the kernel's data types; does not call the kernel.
 */
import type { ElkEdgeSection, ElkExtendedEdge, ElkLabel, ElkNode, ElkPort, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { ElkPart } from './elk-graph.js';
import { HINTED } from './kernel.js';
import { type Placed, type Placement, type Rect, runsThrough } from './placement.js';
import type { Box, Size } from './scene.js';

/** The flow in a box, with its lanes. */
export interface LanedFlow {
    /** id of the box that the lanes are in */
    readonly owner: string;
    readonly lanes: readonly Box[];
    /** the lane of a box in the flow; -1 for a box outside the lanes */
    laneOf(box: Box): number;
}

/** Distance between the last step of a flow and the end of its lanes. */
const END = 6;
/** Larger than any extent across a flow without lanes. */
const LANE = 1e6;
/** Gap between a line and its label. */
const GAP = 4;

const STRAIGHT: LayoutOptions = { 'elk.layered.priority.straightness': '1000' };
const LANED: LayoutOptions = {
    ...HINTED,
    'elk.separateConnectedComponents': 'false',

    'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX'
};

/** The direction of a flow. */
interface Axes {
    readonly isUpright: boolean;
    /** whether it runs upwards or to the left */
    readonly isBackwards: boolean;
}

/**
 * The second graph of a part, with the lanes of the flows in it.
 * @param answer of the kernel for the part without lanes
 * @param region id of the enclosing box of the part; may be empty
 */
export function lanedPart(part: ElkPart, answer: ElkNode, region: string, flows: readonly LanedFlow[]): ElkPart {
    const direction = part.graph.layoutOptions!['elk.direction'];
    const axes = { isUpright: direction === 'DOWN' || direction === 'UP', isBackwards: direction === 'UP' || direction === 'LEFT' };
    const locals = new Map([...part.boxes.map((b, i) => [b.id, `n${i}`] as const), [region, part.graph.id]]);
    const laned = flows.map((flow, i) => new LanesInGraph(flow, locals.get(flow.owner)!, `f${i}`, part, axes));
    const placed = nodesOf(answer);
    const graph = laned.reduce((g, flow) => flow.addTo(g, placed, answer.edges ?? []), part.graph);
    return {
        graph,
        boxes: part.boxes,
        read: laidOut => {
            const all = nodesOf(laidOut);
            const placement = part.read(withoutAids(laidOut, part.graph));
            return laned.reduce((p, flow) => flow.addLanes(p, all), placement);
        }
    };
}

/** The nodes of a graph by their ids, including the graph itself. */
function nodesOf(graph: ElkNode): ReadonlyMap<string, ElkNode> {
    const found = new Map<string, ElkNode>();
    const visit = (node: ElkNode): void => {
        found.set(node.id, node);
        node.children?.forEach(visit);
    };
    visit(graph);
    return found;
}

/** A node or label of a flow. */
interface Item {
    readonly lane: number;
    readonly across: number;
    /** where it begins and ends along the flow */
    readonly from: number;
    readonly to: number;
    readonly node: ElkNode;
}

class LanesInGraph {
    private readonly borders: number;

    /**
     * @param holder id of the graph's node that contains the flow
     * @param prefix of the ids of added nodes
     */
    constructor(
        private readonly flow: LanedFlow,
        private readonly holder: string,
        private readonly prefix: string,
        private readonly part: ElkPart,
        private readonly axes: Axes
    ) {
        this.borders = flow.lanes.length + 1;
    }

    private separator = (border: number, layer: number): string => `${this.prefix}.s${border}.${layer}`;
    private header = (lane: number): string => `${this.prefix}.h${lane}`;

    // --- To the kernel --------------------------------------------------------------------------------------------------

    /** @param placed the nodes of the layout without lanes */
    addTo(graph: ElkNode, placed: ReadonlyMap<string, ElkNode>, placedEdges: readonly ElkExtendedEdge[]): ElkNode {
        const inner = nodesOf(graph).get(this.holder)!.children!;
        const lanes = new Map(inner.map(n => [n.id, this.laneOf(n.id)]));
        const steps = inner.map(n => this.itemOf(placed.get(n.id)!, lanes.get(n.id)!, n));
        const labels: Item[] = [];
        const edges = graph.edges!.flatMap((edge, i): ElkExtendedEdge[] => {
            const [source, target] = [edge.sources[0], edge.targets[0]].map(end => placed.get(nodeOfEnd(end)));
            const at = edge.labels?.find(isMiddle);
            const shown = placedEdges[i]?.labels?.find(isMiddle);
            if (
                source === undefined ||
                target === undefined ||
                !lanes.has(source.id) ||
                !lanes.has(target.id) ||
                source === target ||
                at === undefined ||
                shown === undefined
            ) {
                return [edge];
            }
            const isReversed = this.itemOf(source, 0).from > this.itemOf(target, 0).from !== this.axes.isBackwards;
            const node = this.labelNode(edge.id, at, isReversed);
            labels.push(this.itemOf(shown as ElkNode, lanes.get(target.id)!, node));
            const rest = (edge.labels ?? []).filter(l => l !== at);
            const ends = (placement: string): ElkLabel[] => rest.filter(l => l.layoutOptions!['elk.edgeLabels.placement'] === placement);
            return [
                { ...edge, id: `${edge.id}.a`, targets: [node.ports![0].id], labels: ends('TAIL') },
                { ...edge, id: `${edge.id}.b`, sources: [node.ports![1].id], labels: ends('HEAD') }
            ];
        });
        const layers = [this.headers(), ...layersOf([...steps, ...labels], edges)];
        const children = this.ordered(layers);
        const lines = layers.slice(1).flatMap((_, i) =>
            Array.from({ length: this.borders }, (__, k): ElkExtendedEdge => {
                const [a, b] = [this.separator(k, i), this.separator(k, i + 1)];
                const [source, target] = this.axes.isBackwards ? [b, a] : [a, b];
                return { id: `${b}.line`, sources: [source], targets: [target], layoutOptions: STRAIGHT };
            })
        );
        const replaced = (node: ElkNode): ElkNode =>
            node.id === this.holder
                ? { ...node, layoutOptions: { ...node.layoutOptions, ...LANED }, children }
                : { ...node, children: node.children?.map(replaced) };
        return { ...replaced(graph), edges: [...edges, ...lines] };
    }

    private laneOf(id: string): number {
        const lane = this.flow.laneOf(this.part.boxes[Number(id.slice(1))]);
        return lane < 0 ? this.flow.lanes.length : lane;
    }

    private itemOf({ x = 0, y = 0, width = 0, height = 0 }: ElkNode, lane: number, node: ElkNode = { id: '' }): Item {
        return this.axes.isUpright
            ? { lane, across: x + width / 2, from: y, to: y + height, node }
            : { lane, across: y + height / 2, from: x, to: x + width, node };
    }

    /** A node for a label beside its line: the line enters at one corner and leaves at the next. */
    private labelNode(id: string, { width = 0, height = 0 }: ElkLabel, isReversed: boolean): ElkNode {
        const { isUpright, isBackwards } = this.axes;
        const sides = isUpright ? ['NORTH', 'SOUTH'] : ['WEST', 'EAST'];
        const size = isUpright ? { width: width + GAP, height } : { width, height: height + GAP };
        const ends = isUpright
            ? [
                  [0, 0],
                  [0, height]
              ]
            : [
                  [0, size.height],
                  [width, size.height]
              ];
        const ports = [`${id}.in`, `${id}.out`].map((port, i): ElkPort => {
            const end = isReversed === isBackwards ? i : 1 - i;
            const [x, y] = ends[end];
            return { id: port, x, y, width: 0, height: 0, layoutOptions: { 'elk.port.side': sides[end] } };
        });
        return { id: `${id}.at`, ...size, ports, layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } };
    }

    /** The layer of headers before the flow; all headers have the same extent along the flow. */
    private headers(): Item[] {
        const { lanes } = this.flow;
        const along = this.axes.isUpright ? 'height' : 'width';
        const most = Math.max(...lanes.map(({ size }) => size[along]));
        return lanes.map(({ size }, lane) => {
            const node = { id: this.header(lane), ...size, [along]: most };
            return this.itemOf(node, lane, node);
        });
    }

    /**
     * All nodes layer by layer, each layer in the order of the lanes with separators between them. Their positions only define the order;
     * the kernel computes the final positions.
     */
    private ordered(layers: readonly (readonly Item[])[]): ElkNode[] {
        const { isUpright } = this.axes;
        const nodes: ElkNode[] = [];
        let along = 0;
        for (const [i, items] of layers.entries()) {
            const add = (node: ElkNode, across: number): void => {
                const [x, y] = isUpright ? [across, along] : [along, across];
                nodes.push({ ...node, x, y, layoutOptions: { ...node.layoutOptions, 'elk.position': `(${x},${y})` } });
            };
            for (let k = 0; k < this.borders; k++) {
                add({ id: this.separator(k, i), width: 1, height: 1 }, k * LANE);
                items.filter(item => item.lane === k).forEach(item => add(item.node, k * LANE + item.across + 1));
            }
            along += Math.max(...items.map(item => item.to - item.from)) + 1;
        }
        return nodes;
    }

    // --- From the kernel ------------------------------------------------------------------------------------------------

    /** Adds the lanes to a placement: between their borders, from the headers to the end of the flow. */
    addLanes(placement: Placement, placed: ReadonlyMap<string, ElkNode>): Placement {
        const { isUpright } = this.axes;
        const boxes = new Map(placement.boxes);
        const holder = placed.get(this.holder)!;
        const end = Math.max(...holder.children!.map(c => (isUpright ? c.y! + c.height! : c.x! + c.width!))) + END;
        for (const [k, { id }] of this.flow.lanes.entries()) {
            const header = rectOf(placed.get(this.header(k))!);
            const [from, to] = [k, k + 1].map(border => rectOf(placed.get(this.separator(border, 0))!));
            const rect = isUpright
                ? { x: from.x, y: header.y, width: to.x - from.x, height: end - header.y }
                : { x: header.x, y: from.y, width: end - header.x, height: to.y - from.y };
            const head = isUpright ? { ...rect, height: header.height } : { ...rect, width: header.width };
            // If a line from the border of the action crosses the head, the text is placed in the header's own rectangle, beside the line.
            const isCrossed = [...placement.links.values()].some(({ points }) => runsThrough(points, head));
            boxes.set(id, { rect, caption: isCrossed ? header : head } satisfies Placed);
        }
        return { ...placement, boxes };
    }
}

/** The id of the node that owns the end of an edge. */
const nodeOfEnd = (end: string): string =>
    end.replace(/^(n\d+)\..*|^(e\d+)\.\w+$/, (_, node?: string, edge?: string) => node ?? `${edge}.at`);

const isMiddle = ({ id }: ElkLabel): boolean => id!.endsWith('.label');

const rectOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rect & Size>): Rect => ({ x, y, width, height });

/** Groups items into layers along the flow, so that no edge joins two items of a layer. */
function layersOf(items: readonly Item[], edges: readonly ElkExtendedEdge[]): Item[][] {
    const bands: Item[][] = [];
    let end = -Infinity;
    for (const item of [...items].sort((a, b) => a.from - b.from)) {
        if (item.from >= end) {
            bands.push([]);
        }
        bands.at(-1)!.push(item);
        end = Math.max(end, item.to);
    }
    return bands.flatMap(band => dividedBand(band, edges));
}

/** Divides a band of items that edges join into several layers. @param band in its order along the flow */
function dividedBand(band: readonly Item[], edges: readonly ElkExtendedEdge[]): Item[][] {
    const at = new Map(band.map((item, i) => [item.node.id, i]));
    const depths = band.map(() => 0);
    const inside = edges
        .map(e => [at.get(nodeOfEnd(e.sources[0])), at.get(nodeOfEnd(e.targets[0]))] as const)
        .filter((ends): ends is readonly [number, number] => ends[0] !== undefined && ends[1] !== undefined)
        .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
        .filter(([a, b]) => a !== b)
        .sort(([a], [b]) => a - b);
    for (const [a, b] of inside) {
        depths[b] = Math.max(depths[b], depths[a] + 1);
    }
    return Array.from({ length: Math.max(...depths) + 1 }, (_, depth) => band.filter((__, i) => depths[i] === depth));
}

/** Converts an answer to one for the graph without lanes: without separators, and with each divided line and its label joined again. */
function withoutAids(answer: ElkNode, graph: ElkNode): ElkNode {
    const known = nodesOf(graph);
    const all = nodesOf(answer);
    const cleaned = (node: ElkNode): ElkNode => ({
        ...node,
        children: known.get(node.id)!.children!.map(({ id }) => cleaned(all.get(id)!))
    });
    const edges = new Map(answer.edges!.map(e => [e.id, e]));
    const whole = ({ id, labels = [] }: ElkExtendedEdge): ElkExtendedEdge => {
        const [a, b, at] = [edges.get(`${id}.a`), edges.get(`${id}.b`), all.get(`${id}.at`)];
        if (a === undefined || b === undefined || at === undefined) {
            return edges.get(id)!;
        }
        const { width, height } = labels.find(isMiddle)!;
        const label: ElkLabel = { id: `${id}.label`, x: at.x! + at.width! - width!, y: at.y!, width, height };
        return { ...a, id, sections: [joinedSection(a.sections!, b.sections!)], labels: [label, ...(a.labels ?? []), ...(b.labels ?? [])] };
    };
    return { ...cleaned(answer), edges: graph.edges!.map(whole) };
}

/** Joins the pieces of two lines into one and drops the points at which it does not turn. */
function joinedSection(first: readonly ElkEdgeSection[], second: readonly ElkEdgeSection[]): ElkEdgeSection {
    const points = [...first, ...second].flatMap(s => [s.startPoint, ...(s.bendPoints ?? []), s.endPoint]);
    const isStraight = (axis: 'x' | 'y', i: number): boolean =>
        Math.abs(points[i - 1][axis] - points[i][axis]) < 0.01 && Math.abs(points[i][axis] - points[i + 1][axis]) < 0.01;
    const bendPoints = points.slice(1, -1).filter((_, i) => !isStraight('x', i + 1) && !isStraight('y', i + 1));
    return { id: first[0].id, startPoint: points[0], bendPoints, endPoint: points.at(-1)! };
}
