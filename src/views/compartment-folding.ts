/** Writes members as lines in compartments of their owners instead of as boxes (contract: newest operations 1.3, `compartments`). */
import { hideNodes } from './fold.js';
import type { GraphNode, RenderedView } from './graph.js';

/** Which members become lines: in a tree with stated positions, those without a position; as many as possible; ports. */
export const COMPARTMENT_FOLDINGS = ['', 'positioned', 'most', 'ports'] as const;
export type CompartmentFolding = (typeof COMPARTMENT_FOLDINGS)[number];

/** A line: the node in whose compartment it stands, and its name there. */
interface Line {
    readonly parent: string;
    readonly name: string;
    readonly isPort: boolean;
}

/**
 * Makes members lines of their owners. A port in such a port is a line of the same owner, by its path (`main.deep`); other content of a
 * line is left out, and a notice counts it. Links to left out nodes end at the line.
 */
export function withFoldedMembers(view: RenderedView, folding: CompartmentFolding): RenderedView {
    const isChosen = chosenBy(folding, view);
    const kept = keptNodes(view);
    const lines = new Map<string, Line>();
    const hidden = new Map<string, string>();
    for (const node of view.nodes) {
        const { id, parent, name } = node;
        const isPort = node.kind === 'port';
        const outer = lines.get(parent);
        const hider = outer === undefined ? hidden.get(parent) : parent;
        if (outer?.isPort === true && isPort && name !== '') {
            lines.set(id, { ...outer, name: `${outer.name}.${name}` });
        } else if (hider !== undefined) {
            hidden.set(id, hider);
        } else if (parent !== '' && !kept.has(id) && isChosen(node)) {
            lines.set(id, { parent, name, isPort });
        }
    }
    if (lines.size === 0) {
        return view;
    }
    const shown = hideNodes(view, hidden);
    const nodeOf = (node: GraphNode): GraphNode => {
        const line = lines.get(node.id);
        return line === undefined ? node : { ...node, parent: line.parent, name: line.name, isFolded: true };
    };
    const notices =
        hidden.size === 0 ? view.notices : [...view.notices, `content of members that are lines of their owners: ${hidden.size} nodes`];
    return { ...shown, nodes: shown.nodes.map(nodeOf), notices };
}

function chosenBy(folding: CompartmentFolding, view: RenderedView): (node: GraphNode) => boolean {
    if (folding === 'ports') {
        return node => node.kind === 'port';
    }
    if (folding === 'most') {
        return node => node.compartment !== '' && !node.declared.isDefinition;
    }
    const positions = view.kind === 'tree' && view.nodes.some(isPlaced);
    return node => positions && node.compartment !== '';
}

const isPlaced = (node: GraphNode): boolean => node.geometry !== undefined;

/** Nodes with a position, definitions and packages, and the nodes that enclose them. */
function keptNodes({ nodes }: RenderedView): ReadonlySet<string> {
    const kept = new Set<string>();
    const parents = new Map(nodes.map(n => [n.id, n.parent]));
    for (const node of nodes.filter(n => isPlaced(n) || n.declared.isDefinition || n.shape === 'package')) {
        for (let id = node.id; id !== '' && !kept.has(id); id = parents.get(id) ?? '') {
            kept.add(id);
        }
    }
    return kept;
}
