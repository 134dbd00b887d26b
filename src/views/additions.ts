/** Boxes that a drawing has beyond the nodes of the wire: imported packages, what elaborates a line. Reads and answers renderings. */
import type { GraphNode, RenderedView } from './graph.js';

/** The rendering with its additions among the nodes; without those in a node that is not shown. */
export function withAdditions(view: RenderedView): RenderedView {
    if (view.additions.length === 0) {
        return view;
    }
    const shown = new Set(view.nodes.map(n => n.id));
    const nodes: GraphNode[] = [...view.nodes];
    // A parent precedes its children.
    for (const addition of view.additions) {
        if (addition.parent === '' || shown.has(addition.parent)) {
            shown.add(addition.id);
            nodes.push(addition);
        }
    }
    return { ...view, nodes, additions: [] };
}
