/**
 * The parts common to all written forms: the nodes of a rendering as a tree, the texts of nodes and titles. Does not depend on any form.
 */
import type { GraphEdge, GraphNode, RenderedView } from '../graph.js';
import { verdictWords } from '../overlays.js';

/** The direction in which a diagram grows. */
export type Direction = 'TB' | 'LR' | 'RL' | 'BT';
export const DIRECTIONS: readonly Direction[] = ['TB', 'LR', 'RL', 'BT'];

/** The containment of a rendering's nodes, by id. */
export class Outline {
    readonly roots: readonly GraphNode[];
    private readonly byId: ReadonlyMap<string, GraphNode>;
    private readonly children = new Map<string, GraphNode[]>();

    constructor(readonly rendering: RenderedView) {
        this.byId = new Map(rendering.nodes.map(n => [n.id, n]));
        this.roots = rendering.nodes.filter(n => n.parent === '');
        for (const node of rendering.nodes) {
            if (node.parent !== '') {
                const siblings = this.children.get(node.parent);
                if (siblings === undefined) {
                    this.children.set(node.parent, [node]);
                } else {
                    siblings.push(node);
                }
            }
        }
    }

    node(id: string): GraphNode {
        return this.byId.get(id)!;
    }

    childrenOf(node: GraphNode): readonly GraphNode[] {
        return this.children.get(node.id) ?? [];
    }

    isContainer(node: GraphNode): boolean {
        return this.children.has(node.id);
    }

    /** The path of nodes from the outermost one to the given one. */
    around(node: GraphNode): readonly GraphNode[] {
        const path = [node];
        while (path[0].parent !== '') {
            path.unshift(this.node(path[0].parent));
        }
        return path;
    }

    /** Whether one node contains another, at any depth. */
    contains(outer: GraphNode, inner: GraphNode): boolean {
        return outer !== inner && this.around(inner).includes(outer);
    }

    /** Id of the innermost node that contains both ends of an edge; empty if there is none. */
    scopeOf({ from, to }: Pick<GraphEdge, 'from' | 'to'>): string {
        const [a, b] = [from, to].map(id => this.around(this.node(id)).slice(0, -1));
        let scope = '';
        for (let i = 0; i < Math.min(a.length, b.length) && a[i] === b[i]; i++) {
            scope = a[i].id;
        }
        return scope;
    }
}

/** The first line of a written form: `<view> — <kind> rendering (<stated>)`. */
export function titleOf({ view, element, kind, stated }: RenderedView): string {
    return `${view === '' ? element : view} — ${kind} rendering${stated === '' ? '' : ` (${stated})`}`;
}

/** The reason why a rendering shows nothing; undefined if it shows something. */
export function emptinessOf({ nodes, rows, view, element }: RenderedView): string | undefined {
    if (nodes.length > 0 || rows.length > 0) {
        return undefined;
    }
    return view === '' ? `nothing to show of ${element}` : `${view} exposes nothing to show`;
}

/** `<name> : <type>`, or one of them if the other is missing, with a caret before an inherited feature; omits a synthesized name. */
export function headingOf({
    name,
    nameSynthesized,
    type,
    declared
}: Pick<GraphNode, 'name' | 'nameSynthesized' | 'type'> & Partial<Pick<GraphNode, 'declared'>>): string {
    const shown = `${declared?.isInherited === true ? '^' : ''}${nameSynthesized ? '' : name}`;
    return type === '' ? shown : `${shown}${shown === '' ? '' : ' '}: ${type}`;
}

/** The lines of a box: heading, keyword in guillemets, and its text. */
export function boxLinesOf(node: GraphNode): string[] {
    const behaviours = node.compartments.flatMap(c => c.lines.map(line => `${c.name} / ${line.text}`));
    const verdict = node.verdict === undefined ? '' : verdictWords(node.verdict);
    return [headingOf(node), `«${node.kind}»`, node.declared.joins, ...node.text.split('\n'), ...behaviours, verdict].filter(
        line => line !== ''
    );
}

/** The shortest decimal of a number: `40`, `12.5`. */
export const numberText = (value: number): string => String(value);

/** Text on one line. */
export const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
