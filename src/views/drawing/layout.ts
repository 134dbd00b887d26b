/**
 * Places the boxes and links of a drawing: containers around their content, orthogonal lines, ports on borders. A container whose border no
 * line crosses is laid out separately and counts as one box in the enclosing layout, so that a change moves nothing elsewhere and unchanged
 * parts are not laid out again. Builds the kernel's graphs only through elk-graph.ts, lanes.ts and nested-ports.ts; does not depend on SVG.
 */
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { RenderingKind } from '../graph.js';
import type { Direction } from '../written/outline.js';
import { type Component, componentsOf, divided, looseIn, packed } from './components.js';
import { Content } from './content.js';
import { type ElkPart, INSET, partOf, type PartOfScene } from './elk-graph.js';
import { askKernel, kernelInPlace, type LayoutKernel, type LinesOfDrawing } from './kernel.js';
import { type LanedFlow, lanedPart } from './lanes.js';
import { keysOf, LayoutMemory } from './memory.js';
import { nestedPart } from './nested-ports.js';
import { headsCrossed, strayOf, type Turning, type Way, waysFor } from './pages.js';
import { MARGIN, movedPlacement, type Placement } from './placement.js';
import { type Box, headHeight, type Link, type Scene } from './scene.js';
import { stackedTree } from './stacks.js';

const DIRECTION_OF: Readonly<Record<Direction, string>> = { TB: 'DOWN', BT: 'UP', LR: 'RIGHT', RL: 'LEFT' };
const USUAL: Partial<Readonly<Record<RenderingKind, Direction>>> = { tree: 'TB', state: 'TB', action: 'TB' };

/**
 * In a mixed drawing, boxes of different kinds are nested, and space wasted in an inner box is wasted in all outer ones. Actors are placed
 * beside their cases, because their names are below them.
 */
const TURNING: Partial<Readonly<Record<RenderingKind, Turning>>> = { mixed: 'all', case: 'none' };

const NOTHING: Placement = { boxes: new Map(), ports: new Map(), links: new Map(), dividers: [], width: 0, height: 0 };

export interface LayoutOptions {
    /** in which lines run; default: that of the kind */
    readonly direction?: Direction;
    /** of previous drawings of this view: unchanged parts keep their layout */
    readonly memory?: LayoutMemory;
    /** runs the layout; default: in this thread */
    readonly kernel?: LayoutKernel;
    /** aborted when the drawing is no longer needed */
    readonly signal?: AbortSignal;
}

/** Lays out a scene. */
export async function layOut(scene: Scene, kind: RenderingKind, options: LayoutOptions = {}): Promise<Placement> {
    const { direction, memory, kernel = kernelInPlace, signal } = options;
    if (scene.boxes.length === 0) {
        return NOTHING;
    }
    const lines = { flow: DIRECTION_OF[direction ?? USUAL[kind] ?? 'LR'], isTree: kind === 'tree' };
    const remembers = memory ?? new LayoutMemory();
    const ask = (graphs: readonly ElkNode[]): Promise<ElkNode> => askKernel(graphs, kernel, signal);
    const turning = direction === undefined ? (TURNING[kind] ?? 'large') : 'none';
    const placement = await new Arrangement(scene, lines, turning, remembers, ask).place();
    signal?.throwIfAborted();
    remembers.note(keysOf(scene.boxes), placement);
    return placement;
}

const EMPTY_SHELF = {
    element: '',
    shape: 'shelf',
    node: undefined,
    title: [],
    sections: [],
    caption: '',
    ports: [],
    marks: [],
    style: {},
    description: ''
} as const;

/** A part and the kernel's answer for it. */
interface LaidOutPart {
    readonly part: ElkPart;
    readonly answer: ElkNode;
}

/** By which factor a part may be farther from a page than in the previous drawing before other layouts are tried. */
const STEADY = 1.25;

/** Some boxes and all boxes in them. */
const boxesIn = (roots: readonly Box[], children: ReadonlyMap<string, readonly Box[]>): Box[] =>
    roots.flatMap(box => [box, ...boxesIn(children.get(box.id) ?? [], children)]);

class Arrangement {
    private readonly children = new Map<string, Box[]>();
    private readonly byId: Map<string, Box>;
    /** links that are laid out with the loose boxes of an open container */
    private readonly shelved = new Set<Link>();
    /** containers whose border a line crosses */
    private readonly open = new Set<string>();
    /** the links of each region, by the id of its container */
    private readonly links = new Map<string, Link[]>();
    private readonly keys: ReadonlyMap<string, string>;
    /** the lanes of flows, by the id of the box that contains them */
    private readonly lanes = new Map<string, Box[]>();
    private readonly content: Content;

    constructor(
        scene: Scene,
        private readonly lines: LinesOfDrawing,
        private readonly turning: Turning,
        private readonly memory: LayoutMemory,
        private readonly ask: (graphs: readonly ElkNode[]) => Promise<ElkNode>
    ) {
        const { boxes, links } = scene;
        this.byId = new Map(boxes.map(b => [b.id, b]));
        this.keys = keysOf(boxes);
        for (const box of boxes) {
            const parent = this.parentOf(box.id);
            const among = box.shape === 'lane' ? this.lanes : this.children;
            among.set(parent, [...(among.get(parent) ?? []), box]);
        }
        this.content = new Content(this.byId, id => this.children.has(id) || this.lanes.has(id));
        links.forEach(l => this.crossedBy(l).forEach(id => this.open.add(id)));
        for (const link of links) {
            const region = this.regionOf(link);
            const own = this.links.get(region);
            if (own === undefined) {
                this.links.set(region, [link]);
            } else {
                own.push(link);
            }
        }
    }

    place(): Promise<Placement> {
        return this.placeRegion('', MARGIN);
    }

    /** The id of the box that contains a box; skips lanes. */
    private parentOf(id: string): string {
        const { parent } = this.byId.get(id)!;
        const around = this.byId.get(parent);
        return around?.shape === 'lane' ? around.parent : (around?.id ?? '');
    }

    private ancestorsOf(id: string): string[] {
        const found: string[] = [];
        for (let at = this.parentOf(id); at !== ''; at = this.parentOf(at)) {
            found.push(at);
        }
        return found;
    }

    /** The containers that contain one end of a link, but not the other. */
    private crossedBy({ from, to }: Link): string[] {
        if (this.parentOf(from) === this.parentOf(to)) {
            return [];
        }
        const [a, b] = [this.ancestorsOf(from), this.ancestorsOf(to)];
        return [...a.filter(id => !b.includes(id)), ...b.filter(id => !a.includes(id))];
    }

    /** The closed container in which a link is laid out. */
    private regionOf({ from, to }: Link): string {
        const around = this.ancestorsOf(to);
        return this.ancestorsOf(from).find(id => around.includes(id) && !this.open.has(id)) ?? '';
    }

    /** Places the content of a closed container, or of the whole drawing, from the origin. */
    private placeRegion(owner: string, margin: number): Promise<Placement> {
        return this.placeBoxes(this.children.get(owner) ?? [], this.links.get(owner) ?? [], owner, margin);
    }

    /**
     * Places some boxes of a container with their content, from the origin.
     * @param all links among these boxes, and within open containers
     */
    private async placeBoxes(children: readonly Box[], all: readonly Link[], owner: string, margin: number): Promise<Placement> {
        const inner = new Map<string, Placement>();
        const boxes = await this.sized(children, inner);
        const roots = boxes.filter(b => this.parentOf(b.id) === owner);
        const parts: Placement[] = [];
        const links = all.filter(l => !this.shelved.has(l));
        const components = this.lanes.has(owner) ? [{ roots, links }] : componentsOf(boxes, roots, links);
        for (const component of components) {
            parts.push(await this.placeComponent(component, boxes, owner, margin));
        }
        const isDivided = this.byId.get(owner)?.node?.declared.isParallel === true && parts.length > 1 && parts.length === boxes.length;
        return withInner(isDivided ? divided(parts, boxes) : packed(parts, margin), inner, this.byId);
    }

    /**
     * The boxes of a region, including those in open containers. Places the content of closed containers and gives them the size that it
     * needs.
     */
    private async sized(boxes: readonly Box[], inner: Map<string, Placement>): Promise<Box[]> {
        const found: Box[] = [];
        for (const box of boxes) {
            const children = this.children.get(box.id) ?? [];
            if (children.length === 0) {
                found.push(box);
            } else if (this.open.has(box.id)) {
                found.push(box, ...(await this.sized(await this.withShelf(box, children, inner), inner)));
            } else {
                const placement = await this.placeRegion(box.id, 0);
                inner.set(box.id, placement);
                this.content.note(box.id, placement);
                const width = Math.max(box.size.width, placement.width + 2 * INSET.side);
                const height = Math.max(box.size.height, headHeight(box) + INSET.top + placement.height + INSET.bottom);
                found.push({ ...box, size: { width: Math.ceil(width), height: Math.ceil(height) } });
            }
        }
        return found;
    }

    /**
     * The children of an open container, where one shelf replaces the children without lines to other boxes: these are laid out separately
     * as a page.
     */
    private async withShelf(box: Box, children: readonly Box[], inner: Map<string, Placement>): Promise<readonly Box[]> {
        const region = this.ancestorsOf(box.id).find(id => !this.open.has(id)) ?? '';
        const all = this.lanes.has(box.id) ? [] : (this.links.get(region) ?? []);
        const { boxes: loose, links } = looseIn(box.id, children, all, id => this.parentOf(id));
        if (loose.length < 2 || this.lanes.has(box.id)) {
            return children;
        }
        const id = `${box.id} shelf`;
        const placement = await this.placeBoxes(loose, links, box.id, 0);
        links.forEach(l => this.shelved.add(l));
        const shelf: Box = { ...EMPTY_SHELF, id, parent: box.id, size: { width: placement.width, height: placement.height } };
        this.byId.set(id, shelf);
        inner.set(id, placement);
        this.content.note(id, placement);
        return children.flatMap(child => (child === loose[0] ? [shelf] : loose.includes(child) ? [] : [child]));
    }

    private async placeComponent(component: Component, boxes: readonly Box[], owner: string, margin: number): Promise<Placement> {
        if (!this.lines.isTree || this.lines.flow !== 'DOWN') {
            return this.placePart(component, boxes, owner, margin, this.turning);
        }
        const stacked = stackedTree(component);
        const turning = stacked.component.roots.length < component.roots.length ? 'none' : this.turning;
        return stacked.expanded(await this.placePart(stacked.component, boxes, owner, margin, turning));
    }

    private async placePart(
        { roots, links }: Component,
        boxes: readonly Box[],
        owner: string,
        margin: number,
        turning: Turning
    ): Promise<Placement> {
        const children = new Map<string, Box[]>();
        for (const box of boxes) {
            const parent = this.parentOf(box.id);
            children.set(parent, [...(children.get(parent) ?? []), box]);
        }
        const scene: PartOfScene = { roots, children, links };
        const inside = boxesIn(roots, children);
        const hasLanes = [owner, ...inside.map(b => b.id)].some(id => this.lanes.has(id));
        const { part, answer } = hasLanes
            ? await this.laidOut(scene, { lines: this.lines, options: {} }, margin)
            : await this.asPage(scene, this.content.of(inside), margin, turning);
        const flows = [owner, ...part.boxes.filter(b => children.has(b.id)).map(b => b.id)].filter(id => this.lanes.has(id));
        if (flows.length === 0) {
            const nested = nestedPart(part, answer);
            return nested === undefined
                ? part.read(answer)
                : nested.read(await this.memory.answerTo(nested.graph, () => this.ask([nested.graph, part.graph])));
        }
        const laned = lanedPart(
            part,
            answer,
            owner,
            flows.map(id => this.lanedFlow(id))
        );
        return laned.read(await this.memory.answerTo(laned.graph, () => this.ask([laned.graph])));
    }

    private async laidOut(scene: PartOfScene, { lines, options }: Way, margin: number): Promise<LaidOutPart> {
        const part = partOf(scene, lines, margin, options);
        return { part, answer: await this.memory.laidOut(part, this.keys, this.ask) };
    }

    /**
     * The layout of a part: the usual one or, if this does not fit a page, the one that is closest to a page. A part keeps the layout
     * options of the previous drawing as long as they are about as good.
     * @param content area of the contents of its boxes
     */
    private async asPage(scene: PartOfScene, content: number, margin: number, turning: Turning): Promise<LaidOutPart> {
        const key = `${this.lines.flow} ${turning} ${this.keys.get(scene.roots[0].id) ?? scene.roots[0].id}`;
        const before = this.memory.wayOf(key);
        const usual: Way = { lines: this.lines, options: {} };
        const first = await this.laidOut(scene, before?.way ?? usual, margin);
        let best = { ...first, way: before?.way ?? usual, stray: strayOf(first.answer, content, turning) };
        const isKept = before !== undefined && best.stray <= before.stray * STEADY;
        if (best.stray > 1 && !isKept) {
            const { length } = first.part.boxes;
            const crossed = headsCrossed(first.part, first.answer, scene.links);
            const others = waysFor(first.answer, usual, length, turning);
            for (const way of before === undefined ? others : [usual, ...others]) {
                const part = partOf(scene, way.lines, margin, way.options);
                const answer = await this.memory.answerTo(part.graph, () => this.ask([part.graph, first.part.graph]));
                const stray = strayOf(answer, content, turning);
                if (stray < best.stray && headsCrossed(part, answer, scene.links) <= crossed) {
                    best = { part, answer, way, stray };
                }
                if (best.stray <= 1) {
                    break;
                }
            }
        }
        this.memory.noteWay(key, isKept ? before : best);
        return best;
    }

    private lanedFlow(owner: string): LanedFlow {
        const lanes = this.lanes.get(owner)!;
        return { owner, lanes, laneOf: ({ parent }) => lanes.findIndex(l => l.id === parent) };
    }
}

/** Moves the content of closed containers into their boxes: below their text, horizontally centred. */
function withInner(placement: Placement, inner: ReadonlyMap<string, Placement>, byId: ReadonlyMap<string, Box>): Placement {
    if (inner.size === 0) {
        return placement;
    }
    const [boxes, ports, links] = [new Map(placement.boxes), new Map(placement.ports), new Map(placement.links)];
    const dividers = [...placement.dividers];
    for (const [id, held] of inner) {
        const { rect } = placement.boxes.get(id)!;
        const isShelf = byId.get(id)!.shape === 'shelf';
        const top = isShelf ? rect.y : rect.y + headHeight(byId.get(id)!) + INSET.top;
        if (isShelf) {
            boxes.delete(id);
        }
        const shifted = movedPlacement(held, rect.x + (rect.width - held.width) / 2, top);
        shifted.boxes.forEach((p, key) => boxes.set(key, p));
        shifted.ports.forEach((p, key) => ports.set(key, p));
        shifted.links.forEach((p, key) => links.set(key, p));
        dividers.push(...shifted.dividers);
    }
    return { ...placement, boxes, ports, links, dividers };
}
