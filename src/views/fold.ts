/**
 * A rendering in which the content of some nodes is left out: what a reader collapses in a drawing. Lines to
 * hidden nodes end at what hides them.
 */
import type { GraphEdge, GraphEntry, GraphNode, RenderedView } from './graph.js';

/** @param folded element ids of the nodes whose content is left out */
export function foldView(view: RenderedView, folded: ReadonlySet<string>): RenderedView {
    const standing = standIns(view.nodes, folded);
    if (standing.size === 0) {
        return view;
    }
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

/** Each hidden node with the node that is shown in its place: the outermost folded one around it. */
function standIns(nodes: readonly GraphNode[], folded: ReadonlySet<string>): ReadonlyMap<string, string> {
    const hides = new Set(nodes.filter(n => n.element !== '' && folded.has(n.element)).map(n => n.id));
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

/** Lines between what is shown; of several that become the same one, the first. */
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
