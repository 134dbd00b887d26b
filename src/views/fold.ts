/** Hides the content of nodes of a rendering that a reader has collapsed. Lines to hidden nodes end at the collapsed node. */
import type { GraphEdge, GraphEntry, GraphNode, RenderedView } from './graph.js';

/** @param folded element ids of the collapsed nodes */
export function foldView(view: RenderedView, folded: ReadonlySet<string>): RenderedView {
    return foldNodes(view, n => n.element !== '' && folded.has(n.element));
}

/** Number of nodes that a reader can survey: in a bigger drawing the inner levels are hidden at first. */
const GLANCE = 60;

/**
 * The number of levels below the outermost nodes to show at first: all of a small drawing, otherwise as many as keep it small, at least
 * one.
 */
export function levelsAtAGlance(view: RenderedView): number {
    const levels = levelsOf(view.nodes);
    const deepest = Math.max(0, ...levels.values());
    const countTo = (level: number): number => [...levels.values()].filter(l => l <= level).length;
    let level = deepest;
    while (level > 1 && countTo(level) > GLANCE) {
        level--;
    }
    return level;
}

/**
 * Limits a rendering to the given number of levels below the outermost nodes.
 * @param opened element ids of nodes whose content is shown nevertheless
 */
export function limitLevels(view: RenderedView, levels: number, opened: ReadonlySet<string> = new Set()): RenderedView {
    const at = levelsOf(view.nodes);
    return foldNodes(view, n => at.get(n.id)! >= levels && !opened.has(n.element));
}

function levelsOf(nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
    const levels = new Map<string, number>();
    nodes.forEach(n => levels.set(n.id, n.parent === '' ? 0 : levels.get(n.parent)! + 1));
    return levels;
}

function foldNodes(view: RenderedView, hides: (node: GraphNode) => boolean): RenderedView {
    const standing = standIns(view.nodes, hides);
    if (standing.size === 0) {
        return view;
    }
    const counts = new Map<string, GraphNode[]>();
    for (const node of view.nodes.filter(n => standing.get(n.id) === n.parent)) {
        counts.set(node.parent, [...(counts.get(node.parent) ?? []), node]);
    }
    const shown = hideNodes(view, standing);
    return { ...shown, nodes: shown.nodes.map(n => (counts.has(n.id) ? withHidden(n, countedText(counts.get(n.id)!)) : n)) };
}

/**
 * Leaves out nodes, with what belongs to them alone.
 * @param standing for each of them, the shown node at which its lines end instead
 */
export function hideNodes(view: RenderedView, standing: ReadonlyMap<string, string>): RenderedView {
    const nodes = view.nodes.filter(n => !standing.has(n.id));
    const edges = foldedEdges(view.edges, standing);
    const isShown = new Set([...nodes, ...edges].map(shown => shown.id));
    return {
        ...view,
        nodes,
        edges,
        relationships: foldedEdges(view.relationships, standing),
        entries: view.entries.flatMap(entry => foldedEntry(entry, standing)),
        notes: view.notes.filter(({ anchor, edge }) => (anchor === '' || isShown.has(anchor)) && (edge === '' || isShown.has(edge)))
    };
}

const withHidden = (node: GraphNode, hidden: string): GraphNode => ({
    ...node,
    hidden,
    detail: [node.detail, `not shown: ${hidden}`].filter(t => t !== '').join(', ')
});

/** Counts hidden nodes: `5 attributes, 2 parts`, by the names of their compartments, or else by kind. */
function countedText(hidden: readonly GraphNode[]): string {
    const counts = new Map<string, number>();
    hidden.forEach(({ compartment, kind }) => {
        const word = compartment === '' ? kind : compartment;
        counts.set(word, (counts.get(word) ?? 0) + 1);
    });
    return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** The shown node that represents each hidden node: the outermost collapsed node that contains it. */
function standIns(nodes: readonly GraphNode[], isHiding: (node: GraphNode) => boolean): ReadonlyMap<string, string> {
    const hides = new Set(nodes.filter(isHiding).map(n => n.id));
    const standing = new Map<string, string>();
    // a parent precedes its children
    for (const { id, parent } of nodes) {
        const hider = standing.get(parent) ?? (hides.has(parent) ? parent : undefined);
        if (hider !== undefined) {
            standing.set(id, hider);
        }
    }
    return standing;
}

/** Lines between shown nodes, without duplicates. */
function foldedEdges(edges: readonly GraphEdge[], standing: ReadonlyMap<string, string>): GraphEdge[] {
    const known = new Set<string>();
    return edges.flatMap(edge => {
        const [from, to] = [standing.get(edge.from), standing.get(edge.to)];
        if (from === undefined && to === undefined) {
            return [edge];
        }
        const moved: GraphEdge = {
            ...edge,
            ...(from !== undefined && { from, fromPort: '', fromPin: '', fromEnd: '' }),
            ...(to !== undefined && { to, toPort: '', toPin: '', toEnd: '' }),
            route: []
        };
        const key = [moved.kind, moved.from, moved.to, moved.fromPort, moved.toPort].join(' ');
        if (moved.from === moved.to || known.has(key)) {
            return [];
        }
        known.add(key);
        return [moved];
    });
}

function foldedEntry(entry: GraphEntry, standing: ReadonlyMap<string, string>): GraphEntry[] {
    if (standing.has(entry.owner)) {
        return [];
    }
    const target = standing.get(entry.target) ?? entry.target;
    return target === entry.owner ? [] : [{ ...entry, target }];
}
