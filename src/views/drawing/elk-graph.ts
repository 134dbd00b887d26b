/**
 * Converts a part of a drawing to a graph of the layout kernel, and the kernel's answer to a placement. Uses the kernel's data types; does
 * not call the kernel.
 */
import type { ElkEdgeSection, ElkExtendedEdge, ElkLabel, ElkNode, ElkPort, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { flatOptions, type LinesOfDrawing, NESTED, ROOT_OPTIONS, searchOptions, withOptions } from './kernel.js';
import { STEMMED } from './lines.js';
import type { Placed, PlacedLink, Placement, Rect } from './placement.js';
import { type Box, headHeight, labelSize, type Link, portText, type Size } from './scene.js';

export const PORT = 12;
/** Padding between a container and its content. */
export const INSET = { side: 16, top: 10, bottom: 14 };

/** Boxes that lines join, with the nested boxes that are laid out together with them. */
export interface PartOfScene {
    readonly roots: readonly Box[];
    /** by the id of their container */
    readonly children: ReadonlyMap<string, readonly Box[]>;
    readonly links: readonly Link[];
}

export interface ElkPart {
    /** its ids are numbered within the part, so that equal parts have equal graphs anywhere in the drawing */
    readonly graph: ElkNode;
    /** the boxes in the order of the graph's nodes, containers before their contents */
    readonly boxes: readonly Box[];
    read(answer: ElkNode): Placement;
}

/** Makes the graph of a part. @param options for its root and its containers, in addition to the usual options */
export function partOf(
    { roots, children, links }: PartOfScene,
    lines: LinesOfDrawing,
    margin: number,
    options: LayoutOptions = {}
): ElkPart {
    const { flow, isTree } = lines;
    const stems = isTree ? stemsOf(links) : new Map<string, readonly Link['kind'][]>();
    const middles = middlePorts(links);
    const boxes: Box[] = [];
    const locals = new Map<string, string>();
    const nodeOf = (box: Box): ElkNode => {
        const id = `n${boxes.length}`;
        boxes.push(box);
        locals.set(box.id, id);
        box.ports.forEach((p, i) => locals.set(p.id, `${id}.${i}`));
        const sized = elkNode(withRoomAtEnds(box, links, flow), id, flow, () => (children.get(box.id) ?? []).map(nodeOf));
        const node = box.ports.some(({ id: port }) => middles.has(port))
            ? { ...sized, layoutOptions: { ...sized.layoutOptions, ...SIDED } }
            : sized;
        if (box.marks.length > 0) {
            return { ...node, ...fixedPorts(box, id, links, locals) };
        }
        const shared = (stems.get(box.id) ?? []).map((kind): ElkPort => {
            locals.set(`${box.id} ${kind}`, `${id}.${kind}`);
            return { id: `${id}.${kind}`, width: 0, height: 0 };
        });
        return shared.length === 0 ? node : { ...node, ports: [...node.ports!, ...shared] };
    };
    const nodes = roots.map(nodeOf);
    const isNested = boxes.length > roots.length;
    const search = searchOptions(boxes.length, lines);
    const withSearch = (node: ElkNode): ElkNode =>
        node.children!.length === 0
            ? node
            : { ...node, layoutOptions: { ...search, ...node.layoutOptions }, children: node.children!.map(withSearch) };
    const graph: ElkNode = {
        id: 'root',
        layoutOptions: {
            ...search,
            ...ROOT_OPTIONS,
            ...(isNested
                ? NESTED
                : flatOptions(
                      boxes.length,
                      isTree && links.every(l => OWNING.has(l.kind)),
                      boxes.some(b => b.marks.length > 0)
                  )),
            'elk.padding': `[top=${margin},left=${margin},bottom=${margin},right=${margin}]`
        },
        children: nodes.map(withSearch),
        edges: links.map((l, i) => elkEdge(l, `e${i}`, locals))
    };
    return { graph: withOptions(graph, options), boxes, read: answer => placementOf(answer, boxes, links) };
}

const OWNING: ReadonlySet<Link['kind']> = new Set(['membership', 'composition', 'reference', 'portion', 'annotation', 'expose']);

/** The upper end of a link in a tree: the owner, or the general element. */
const upperEnd = ({ kind, from, to }: Link): string => (UPWARDS.has(kind) ? to : from);

/**
 * For each box, the kinds of links of which several leave it downwards: the links of such a kind share one stem and the symbol at its end.
 */
function stemsOf(links: readonly Link[]): ReadonlyMap<string, readonly Link['kind'][]> {
    const counts = new Map<string, Map<Link['kind'], number>>();
    for (const link of links.filter(l => STEMMED.has(l.kind))) {
        const kinds = counts.get(upperEnd(link)) ?? new Map<Link['kind'], number>();
        counts.set(upperEnd(link), kinds.set(link.kind, (kinds.get(link.kind) ?? 0) + 1));
    }
    return new Map([...counts].map(([id, kinds]) => [id, [...kinds].filter(([, n]) => n > 1).map(([kind]) => kind)]));
}

// --- To the kernel ------------------------------------------------------------------------------------------------------

/** Options that keep captions out of the way of lines. */
const BESIDE: LayoutOptions = { 'elk.nodeLabels.placement': 'OUTSIDE V_CENTER H_RIGHT' };
const BELOW: LayoutOptions = { 'elk.nodeLabels.placement': 'OUTSIDE V_BOTTOM H_CENTER' };
const PORTED: LayoutOptions = {
    'elk.portConstraints': 'FREE',
    'elk.portLabels.placement': 'OUTSIDE NEXT_TO_PORT_IF_POSSIBLE ALWAYS_SAME_SIDE',
    'elk.nodeSize.constraints': 'PORTS PORT_LABELS MINIMUM_SIZE'
};

/**
 * For boxes with a port at which lines both begin and end: with this option the kernel routes lines on the wrong side of the port around
 * the box, without it through the box.
 */
const SIDED: LayoutOptions = { 'elk.portConstraints': 'FIXED_SIDE' };

/** The ports at which lines both begin and end. */
function middlePorts(links: readonly Link[]): ReadonlySet<string> {
    const ends = new Set(links.map(l => l.toPort));
    return new Set(links.map(l => l.fromPort).filter(port => ends.has(port)));
}

/** Gap between the end texts of two lines. */
const END_GAP = 6;

/** Enlarges a box so that the end texts of its lines fit side by side on each side. */
function withRoomAtEnds(box: Box, links: readonly Link[], flow: string): Box {
    const own = links.filter(l => l.from === box.id || l.to === box.id);
    const textAt = ({ from, fromEnd, toEnd }: Link): string => (from === box.id ? fromEnd : toEnd);
    const sides = [own.filter(l => upperEnd(l) === box.id), own.filter(l => upperEnd(l) !== box.id)].map(side => side.map(textAt));
    const needed = sides.map(texts => {
        const isCrowded = texts.filter(t => t !== '').length > 1;
        const room = texts.map(text => labelSize([text])).map(size => (isUpright(flow) ? size.width : size.height) + END_GAP);
        return isCrowded ? room.reduce((sum, r) => sum + r, 0) : 0;
    });
    const least = Math.max(...needed);
    const { width, height } = box.size;
    const size = isUpright(flow) ? { width: Math.max(width, least), height } : { width, height: Math.max(height, least) };
    return { ...box, size };
}

/**
 * Fixed ports for a box with compartment lines at which links end: these links end at the right side; all other links end above and below,
 * evenly spaced.
 */
function fixedPorts({ id: box, size, marks }: Box, id: string, links: readonly Link[], locals: Map<string, string>): Partial<ElkNode> {
    const at = (key: string, name: string, x: number, y: number): ElkPort => {
        locals.set(key, `${id}.${name}`);
        return { id: `${id}.${name}`, x, y, width: 0, height: 0 };
    };
    const plain = links.filter(l => (l.from === box && l.fromPort === '') || (l.to === box && l.toPort === ''));
    const spread = (some: readonly Link[], y: number): ElkPort[] =>
        some.map((l, i) => at(`${box} ${l.id}`, l.id, (size.width * (i + 1)) / (some.length + 1), y));
    const ports = [
        ...marks.map(mark => at(mark.id, mark.id, size.width, mark.y)),
        ...spread(
            plain.filter(l => upperEnd(l) !== box),
            0
        ),
        ...spread(
            plain.filter(l => upperEnd(l) === box),
            size.height
        )
    ];
    return { ports, layoutOptions: { 'elk.portConstraints': 'FIXED_POS' } };
}

const isUpright = (flow: string): boolean => flow === 'DOWN' || flow === 'UP';

function elkNode(box: Box, id: string, flow: string, childrenOf: () => ElkNode[]): ElkNode {
    const { shape, size, caption, ports } = box;
    const isBar = shape === 'fork' || shape === 'join';
    const isTurned = isBar && !isUpright(flow);
    const children = childrenOf();
    const place = isUpright(flow) ? BESIDE : BELOW;
    return {
        id,
        width: isTurned ? size.height : size.width,
        height: isTurned ? size.width : size.height,
        labels: caption === '' ? [] : [{ id: `${id}.caption`, ...labelOf([caption]), layoutOptions: place }],
        ports: ports.map((p, i): ElkPort => {
            const text = portText(p);
            return {
                id: `${id}.${i}`,
                width: PORT,
                height: PORT,
                layoutOptions: { 'elk.port.borderOffset': `${p.symbol === 'parameter' ? 0 : -PORT / 2}` },
                labels: text === '' ? [] : [{ id: `${id}.${i}.label`, ...labelOf([text]) }]
            };
        }),
        children,
        layoutOptions: {
            ...(children.length > 0 ? containerOptions(box) : {}),
            ...(ports.length > 0 ? PORTED : {}),
            ...(children.length > 0 || ports.length > 0
                ? { 'elk.nodeSize.minimum': minimumOf(size, children.length > 0 && isUpright(flow)) }
                : {})
        }
    };
}

/** Options that place the content of a box below its text. */
function containerOptions(box: Box): LayoutOptions {
    const { side, top, bottom } = INSET;
    return {
        'elk.padding': `[top=${headHeight(box) + top},left=${side},bottom=${bottom},right=${side}]`,
        'elk.nodeSize.constraints': 'PORTS PORT_LABELS MINIMUM_SIZE'
    };
}

/** If lines run vertically, the kernel swaps width and height of the minimum size of a container. */
const minimumOf = ({ width, height }: Size, isTurned: boolean): string => (isTurned ? `(${height},${width})` : `(${width},${height})`);

/** Kinds whose target (the general element or the type) is placed above: the kernel gets their edges reversed. */
const UPWARDS: ReadonlySet<Link['kind']> = new Set(['specialization', 'subsetting', 'redefinition', 'typing']);

/** Kinds whose labels are conditions: a reader looks for these where the line leaves its decision or state. */
const CONDITIONAL: ReadonlySet<Link['kind']> = new Set(['succession', 'transition']);
const NEAR_SOURCE: LayoutOptions = { 'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'TAIL_LAYER' };

function elkEdge(
    { id: link, kind, from, to, fromPort, toPort, label, fromEnd, toEnd }: Link,
    id: string,
    locals: ReadonlyMap<string, string>
): ElkExtendedEdge {
    const isTurned = UPWARDS.has(kind);
    const stem = locals.get(`${isTurned ? to : from} ${kind}`);
    const source = (isTurned ? undefined : stem) ?? locals.get(`${from} ${link}`) ?? locals.get(fromPort || from)!;
    const target = (isTurned ? stem : undefined) ?? locals.get(`${to} ${link}`) ?? locals.get(toPort || to)!;
    const labels: ElkLabel[] = [];
    const add = (part: string, lines: readonly string[], placement: string): void => {
        if (lines.length > 0 && lines[0] !== '') {
            const layoutOptions = { 'elk.edgeLabels.placement': placement, ...(CONDITIONAL.has(kind) && NEAR_SOURCE) };
            labels.push({ id: `${id}.${part}`, ...labelOf(lines), layoutOptions });
        }
    };
    add('label', label, 'CENTER');
    add('fromEnd', [fromEnd], isTurned ? 'HEAD' : 'TAIL');
    add('toEnd', [toEnd], isTurned ? 'TAIL' : 'HEAD');
    return { id, sources: [isTurned ? target : source], targets: [isTurned ? source : target], labels };
}

/** Labels have a text because the kernel drops labels without one. */
const labelOf = (lines: readonly string[]): Partial<ElkLabel> => ({ ...labelSize(lines), text: lines.join(' ') });

// --- From the kernel ----------------------------------------------------------------------------------------------------

const rectOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rect>): Rect => ({ x, y, width, height });

function placementOf(answer: ElkNode, boxes: readonly Box[], links: readonly Link[]): Placement {
    const placed = new Map<string, Placed>();
    const ports = new Map<string, Placed>();
    const visit = (node: ElkNode): void => {
        for (const child of node.children ?? []) {
            const box = boxes[Number(child.id.slice(1))];
            placed.set(box.id, placeOf(child));
            box.ports.forEach((p, i) => ports.set(p.id, placeOf(child.ports![i])));
            visit(child);
        }
    };
    visit(answer);
    const lines = new Map<string, PlacedLink>();
    for (const [i, { id, kind }] of links.entries()) {
        const { id: local, sections = [], labels = [] } = answer.edges![i];
        const points = pointsOf(sections);
        const label = (part: string): Rect | undefined => {
            const found = labels.find(l => l.id === `${local}.${part}`);
            return found === undefined ? undefined : rectOf(found);
        };
        lines.set(id, {
            points: UPWARDS.has(kind) ? points.reverse() : points,
            label: label('label'),
            fromEnd: label('fromEnd'),
            toEnd: label('toEnd')
        });
    }
    return { boxes: placed, ports, links: lines, dividers: [], width: answer.width ?? 0, height: answer.height ?? 0 };
}

function placeOf(shape: ElkNode | ElkPort): Placed {
    const [caption] = shape.labels ?? [];
    const rect = rectOf(shape);
    return caption === undefined ? { rect } : { rect, caption: rectOf(caption) };
}

function pointsOf(sections: readonly ElkEdgeSection[]): { x: number; y: number }[] {
    return sections.flatMap(s => [s.startPoint, ...(s.bendPoints ?? []), s.endPoint]).map(({ x, y }) => ({ x, y }));
}
