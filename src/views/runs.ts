/**
 * Separates RenderView's answer for an action from a drawing's (contract: views 2.5). RenderView has one node for the statements of a body
 * without an order, and edges for the order in which they run. A drawing has a symbol for each statement and shows only declared
 * successions.
 */
import type { GraphEdge, GraphNode, RenderedView } from './graph.js';

/** The rendering with one node for the consecutive statements of a body, as in the lowered flow. */
export function withRunsJoined(view: RenderedView): RenderedView {
    const runs = new Map<string, GraphNode[]>();
    for (const node of view.nodes.filter(n => n.run !== '')) {
        runs.set(node.run, [...(runs.get(node.run) ?? []), node]);
    }
    if (runs.size === 0) {
        return view;
    }
    const joined = new Map(view.nodes.map(n => [n.id, n.run === '' ? n.id : n.run]));
    const nodes = view.nodes.flatMap((node): GraphNode[] => {
        const run = runs.get(node.id);
        if (run === undefined) {
            return node.run === '' ? [node] : [];
        }
        return [{ ...node, kind: 'statements', shape: 'action', text: run.map(n => n.text).join('\n') }];
    });
    const edges = view.edges
        .filter(e => !isUnstated(e) || joined.get(e.from) !== joined.get(e.to))
        .map(e => ({ ...e, from: joined.get(e.from)!, to: joined.get(e.to)! }));
    return { ...view, nodes, edges };
}

/** The rendering without the order that only the lowered flow has, not the model. */
export function withStatedOrder(view: RenderedView): RenderedView {
    return view.edges.some(isUnstated) ? { ...view, edges: view.edges.filter(e => !isUnstated(e)) } : view;
}

/** An order of steps that no succession declares. */
const isUnstated = ({ kind, origin }: GraphEdge): boolean => kind === 'succession' && origin === undefined;
