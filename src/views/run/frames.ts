/**
 * Maps the moments of a run (src/runtime/behaviour) to frames with the ids of a rendering, so that anything that shows the drawing can show
 * the run in it. Does not depend on the drawing.
 */
import type { GraphPlace, Moment } from '../../runtime/behaviour/index.js';
import { elementIdOf } from '../describe.js';
import type { RenderedView } from '../graph.js';

/** The state of the picture between two events. */
export interface RunFrame {
    /** seconds on the run's clock */
    readonly time: number;
    /** ids of nodes: active states, outer ones first; nodes with tokens */
    readonly active: readonly string[];
    /** tokens of actions at the active nodes */
    readonly tokens: readonly { readonly node: string; readonly count: number }[];
    /** ids of edges and entries that were taken since the previous frame */
    readonly taken: readonly string[];
    /** the event as text: `idle -> on (event: accept Go)`, `step 3: heat` */
    readonly text: string;
}

/** The current state of a machine or flow in the picture. */
interface Marking {
    readonly nodes: readonly string[];
    readonly isFlow: boolean;
}

/**
 * The frames of a run in a rendering of kind `state`, `action` or `mixed`. If several objects have the same behaviour, only the first is
 * shown. Omits everything that the rendering does not show; a moment that does not change the picture makes no frame.
 * @param view the rendering whose ids the frames use
 * @param moments of the run, in order (`moments` of ExecuteState and ExecuteAction results)
 * @param object number of the object to show; default: the first with a shown behaviour
 */
export function framesOf(view: RenderedView, moments: readonly Moment[], object?: number): RunFrame[] {
    const places = new Places(view);
    const shown = new Map<unknown, number | undefined>();
    const markings = new Map<number, Marking>();
    const frames: RunFrame[] = [];
    for (const moment of moments) {
        const { graph, performance, time, text } = moment;
        const nodes = moment.active.map(place => places.nodeOf(graph, place)).filter(id => id !== undefined);
        const edges = moment.taken.map(place => places.edgeOf(graph, place)).filter(id => id !== undefined);
        const isKnown = markings.has(performance);
        if (!isKnown && nodes.length === 0 && edges.length === 0) {
            continue;
        }
        if (!shown.has(graph)) {
            shown.set(graph, object ?? moment.object);
        }
        if (shown.get(graph) !== moment.object) {
            continue;
        }
        const before = markings.get(performance)?.nodes ?? [];
        markings.set(performance, { nodes, isFlow: !places.isMachine(graph) });
        const entered = nodes.filter(n => !before.includes(n));
        addFrame(frames, {
            time,
            ...standing(markings),
            taken: [...edges, ...places.entriesInto(entered, before, edges)],
            text
        });
    }
    return frames;
}

function standing(markings: ReadonlyMap<number, Marking>): Pick<RunFrame, 'active' | 'tokens'> {
    const active = new Set<string>();
    const counts = new Map<string, number>();
    for (const { nodes, isFlow } of markings.values()) {
        for (const node of nodes) {
            active.add(node);
            if (isFlow) {
                counts.set(node, (counts.get(node) ?? 0) + 1);
            }
        }
    }
    return { active: [...active], tokens: [...counts].map(([node, count]) => ({ node, count })) };
}

/** Simultaneous moments in several regions that do not change the active nodes make one frame; a moment that changes nothing makes none. */
function addFrame(frames: RunFrame[], frame: RunFrame): void {
    const last = frames.at(-1);
    const isSame = last !== undefined && last.time === frame.time && isEqual(last.active, frame.active) && isEqualCount(last, frame);
    if (!isSame) {
        frames.push(frame);
    } else if (frame.taken.some(id => !last.taken.includes(id))) {
        frames[frames.length - 1] = {
            ...last,
            taken: [...new Set([...last.taken, ...frame.taken])],
            text: [last.text, frame.text].filter(t => t !== '').join('; ')
        };
    }
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, i) => id === b[i]);

const isEqualCount = ({ tokens: a }: RunFrame, { tokens: b }: RunFrame): boolean =>
    a.length === b.length && a.every(({ node, count }, i) => node === b[i].node && count === b[i].count);

/** The nodes and edges of a rendering by their numbers in the lowered graphs, or else by their declaring elements. */
class Places {
    private readonly nodes = new Map<string, string>();
    private readonly edges = new Map<string, string>();
    /** nodes that represent several statements, by graph, each with the number of its first statement */
    private readonly runs = new Map<string, { readonly vertex: number; readonly id: string }[]>();
    private readonly graphs = new Map<Moment['graph'], string>();
    private readonly machines = new Set<string>();

    constructor(private readonly view: RenderedView) {
        for (const { id, element, graph, vertex, kind, shape } of view.nodes) {
            if (graph === '') {
                continue;
            }
            if (shape === 'state' || shape === 'region') {
                this.machines.add(graph);
            }
            put(this.nodes, `${graph}#${vertex}`, id);
            put(this.nodes, element, id);
            if (kind === 'statements') {
                this.runs.set(graph, [...(this.runs.get(graph) ?? []), { vertex, id }]);
            }
        }
        for (const { id, element, graph, transition } of view.edges) {
            put(this.edges, `${graph}#${transition}`, id);
            put(this.edges, element, id);
        }
    }

    private nameOf(graph: Moment['graph']): string {
        const name = this.graphs.get(graph) ?? elementIdOf(graph);
        this.graphs.set(graph, name);
        return name;
    }

    isMachine(graph: Moment['graph']): boolean {
        return this.machines.has(this.nameOf(graph));
    }

    nodeOf(graph: Moment['graph'], { id, node }: GraphPlace): string | undefined {
        const name = this.nameOf(graph);
        return (
            this.nodes.get(`${name}#${id}`) ??
            (node === undefined ? undefined : this.nodes.get(elementIdOf(node))) ??
            this.runs.get(name)?.findLast(r => r.vertex <= id)?.id
        );
    }

    edgeOf(graph: Moment['graph'], { id, node }: GraphPlace): string | undefined {
        return this.edges.get(`${this.nameOf(graph)}#${id}`) ?? (node === undefined ? undefined : this.edges.get(elementIdOf(node)));
    }

    /** The entries of bodies that have just become active, unless a taken edge ends at their target. */
    entriesInto(entered: readonly string[], before: readonly string[], taken: readonly string[]): string[] {
        const targets = new Set(this.view.edges.filter(e => taken.includes(e.id)).map(e => e.to));
        const isResumed = this.view.nodes.some(n => targets.has(n.id) && /history$/.test(n.shape));
        return isResumed
            ? []
            : this.view.entries
                  .filter(e => entered.includes(e.target) && !targets.has(e.target))
                  .filter(e => before.length === 0 || entered.includes(this.stateAround(e.owner)))
                  .map(e => e.id);
    }

    /** The state to which a region belongs. */
    private stateAround(id: string): string {
        const node = this.view.nodes.find(n => n.id === id);
        return node?.shape === 'region' ? this.stateAround(node.parent) : id;
    }
}

/** Keeps the first value of a key: only the first node of an element has a graph. */
function put(map: Map<string, string>, key: string, id: string): void {
    if (key !== '' && !key.endsWith('#-1') && !map.has(key)) {
        map.set(key, id);
    }
}
