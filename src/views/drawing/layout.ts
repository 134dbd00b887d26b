/**
 * Places the boxes and links of a drawing: containers around their content, orthogonal lines, ports on borders. A container whose border no
 * line crosses is laid out separately and is one box in its surroundings, so that a change moves nothing elsewhere and unchanged parts are
 * not laid out again. Builds the kernel's graphs only through elk-graph.ts, lanes.ts and nested-ports.ts; does not depend on SVG.
 */
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { RenderingKind } from '../graph.js';
import type { Direction } from '../written/outline.js';
import { type Component, componentsOf, divided, looseIn, packed } from './components.js';
import { type ElkPart, INSET, partOf, type PartOfScene } from './elk-graph.js';
import { askKernel, kernelInPlace, type LayoutKernel, type LinesOfDrawing } from './kernel.js';
import { type LanedFlow, lanedPart } from './lanes.js';
import { keysOf, LayoutMemory } from './memory.js';
import { nestedPart } from './nested-ports.js';
import { attemptsFor, headsCrossed, strayOf } from './pages.js';
import { MARGIN, movedPlacement, type Placement } from './placement.js';
import { type Box, headHeight, type Link, type Scene } from './scene.js';
import { stackedTree } from './stacks.js';

const DIRECTION_OF: Readonly<Record<Direction, string>> = { TB: 'DOWN', BT: 'UP', LR: 'RIGHT', RL: 'LEFT' };
const USUAL: Partial<Readonly<Record<RenderingKind, Direction>>> = { tree: 'TB', state: 'TB', action: 'TB' };

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
    const placement = await new Arrangement(scene, lines, direction === undefined, remembers, ask).place();
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

    constructor(
        scene: Scene,
        private readonly lines: LinesOfDrawing,
        private readonly mayTurn: boolean,
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

    /** The id of the box around a box; skips lanes. */
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
     * @param all links among them, and others within open containers
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
     * The boxes of a region, including those in open containers. Places the content of closed containers, which get the size that it needs.
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
                const width = Math.max(box.size.width, placement.width + 2 * INSET.side);
                const height = Math.max(box.size.height, headHeight(box) + INSET.top + placement.height + INSET.bottom);
                found.push({ ...box, size: { width: Math.ceil(width), height: Math.ceil(height) } });
            }
        }
        return found;
    }

    /**
     * The children of an open container, with one shelf in place of the children that no line joins to anything else: these are laid out as
     * a page of their own.
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
        return children.flatMap(child => (child === loose[0] ? [shelf] : loose.includes(child) ? [] : [child]));
    }

    private async placeComponent(component: Component, boxes: readonly Box[], owner: string, margin: number): Promise<Placement> {
        if (!this.lines.isTree || this.lines.flow !== 'DOWN') {
            return this.placePart(component, boxes, owner, margin);
        }
        const stacked = stackedTree(component);
        return stacked.expanded(await this.placePart(stacked.component, boxes, owner, margin));
    }

    private async placePart({ roots, links }: Component, boxes: readonly Box[], owner: string, margin: number): Promise<Placement> {
        const children = new Map<string, Box[]>();
        for (const box of boxes) {
            const parent = this.parentOf(box.id);
            children.set(parent, [...(children.get(parent) ?? []), box]);
        }
        const first = partOf({ roots, children, links }, this.lines, margin);
        const hasLanes = [owner, ...first.boxes.map(b => b.id)].some(id => this.lanes.has(id));
        const answered = { part: first, answer: await this.memory.laidOut(first, this.keys, this.ask) };
        const { part, answer } = hasLanes ? answered : await this.asPage({ roots, children, links }, answered, margin);
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

    /** The given layout of a part, or another layout of it that is closer to a page. */
    private async asPage(scene: PartOfScene, first: LaidOutPart, margin: number): Promise<LaidOutPart> {
        let best = first;
        const crossed = headsCrossed(first.part, first.answer, scene.links);
        for (const { lines, options } of attemptsFor(first.answer, this.lines, first.part.boxes.length, this.mayTurn)) {
            const part = partOf(scene, lines, margin, options);
            const answer = await this.memory.answerTo(part.graph, () => this.ask([part.graph, first.part.graph]));
            if (strayOf(answer) < strayOf(best.answer) && headsCrossed(part, answer, scene.links) <= crossed) {
                best = { part, answer };
            }
            if (strayOf(best.answer) <= 1) {
                break;
            }
        }
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
