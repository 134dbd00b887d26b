/**
 * Adds the boxes that a drawing has in addition to the nodes of the wire: imported packages, and boxes that elaborate a line. Maps one
 * rendering to another.
 */
import type { GraphEdge, GraphNode, RenderedView } from './graph.js';

/** The rendering with its additions as nodes, and the lines that end at them. Leaves out additions in a node whose content is hidden. */
export function withAdditions(view: RenderedView): RenderedView {
    if (view.additions.length === 0) {
        return view;
    }
    const open = new Set(view.nodes.filter(n => n.hidden === '').map(n => n.id));
    const nodes: GraphNode[] = [...view.nodes];
    // A parent precedes its children.
    for (const addition of view.additions) {
        if (addition.parent === '' || open.has(addition.parent)) {
            open.add(addition.id);
            nodes.push(addition);
        }
    }
    const [edges, relationships] = [view.edges, view.relationships].map(list => list.map(edge => withEnds(edge, open)));
    return { ...view, nodes, edges, relationships, additions: [] };
}

function withEnds(edge: GraphEdge, shown: ReadonlySet<string>): GraphEdge {
    const { fromAddition: from, toAddition: to } = edge;
    return {
        ...edge,
        ...(from !== undefined && shown.has(from.node) && { from: from.node, fromPort: '', fromPin: from.pin, fromInner: undefined }),
        ...(to !== undefined && shown.has(to.node) && { to: to.node, toPort: '', toPin: to.pin, toInner: undefined })
    };
}
