/** Writes text for a terminal: an indented tree with edges and notices, or a table with aligned columns (contract: views 2.9). */
import { type GraphEdge, type GraphNode, isTabular, type RenderedView, type RenderingKind } from '../graph.js';
import { verdictWords } from '../overlays.js';
import { emptinessOf, folded, headingOf, Outline, titleOf } from './outline.js';

export function textOf(rendering: RenderedView): string {
    const { notices } = rendering;
    const lines = [titleOf(rendering), ...(isTabular(rendering.kind) ? tableLines(rendering) : graphLines(new Outline(rendering)))];
    if (notices.length > 0) {
        lines.push('not represented:', ...notices.map(n => `  ${folded(n)}`));
    }
    return `${lines.join('\n')}\n`;
}

/** The names of edges by kind of rendering. */
const SECTIONS: Partial<Readonly<Record<RenderingKind, string>>> = {
    interconnection: 'connections',
    state: 'transitions',
    action: 'flow',
    sequence: 'messages'
};

function graphLines(outline: Outline): string[] {
    const { rendering, roots } = outline;
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [`  ${why}`];
    }
    const lines: string[] = [];
    const write = (node: GraphNode, indent: string): void => {
        lines.push(`${indent}${nodeText(node)}`);
        const inner = `${indent}  `;
        lines.push(
            ...node.ports.map(
                p => `${inner}${[p.direction, 'port', headingOf({ ...p, nameSynthesized: false })].filter(t => t !== '').join(' ')}`
            )
        );
        lines.push(...node.compartments.flatMap(c => c.lines.map(line => `${inner}${c.name} ${folded(line.text)}`)));
        outline.childrenOf(node).forEach(child => write(child, inner));
    };
    roots.forEach(root => write(root, '  '));
    const edges = [
        ...rendering.entries.map(
            e => `  ${nameOf(outline, e.owner)} starts at ${nameOf(outline, e.target)}${e.label === '' ? '' : ` ${e.label}`}`
        ),
        ...rendering.edges.map(e => `  ${edgeText(outline, e)}`)
    ];
    return edges.length === 0 ? lines : [...lines, `${SECTIONS[rendering.kind] ?? 'edges'}:`, ...edges];
}

function nodeText(node: GraphNode): string {
    const { kind, detail, text, declared, verdict } = node;
    const remark = detail === '' ? '' : ` (${detail})`;
    return `${[kind, headingOf({ ...node, nameSynthesized: false }), declared.joins].filter(t => t !== '').join(' ')}${remark}${text === '' ? '' : ` { ${folded(text)} }`}${verdict === undefined ? '' : `  ${verdictWords(verdict)}`}`;
}

const SYMBOLS: Readonly<Record<string, string>> = { connection: '--', flow: '~>' };

function edgeText(outline: Outline, edge: GraphEdge): string {
    const [from, to] = [endText(outline, edge.from, edge.fromPort), endText(outline, edge.to, edge.toPort)];
    return `${from} ${SYMBOLS[edge.kind] ?? '->'} ${to}${edge.label === '' ? '' : ` : ${folded(edge.label)}`}`;
}

function endText(outline: Outline, id: string, port: string): string {
    const name = port === '' ? undefined : outline.node(id).ports.find(p => p.id === port)?.name;
    return name === undefined ? nameOf(outline, id) : `${nameOf(outline, id)}.${name}`;
}

/** The name of a node; for an anonymous one its keyword and id. */
function nameOf(outline: Outline, id: string): string {
    const { name, kind } = outline.node(id);
    return name === '' ? `${kind} ${id}` : name;
}

function tableLines({ columns, rows }: RenderedView): string[] {
    const cells = [columns, ...rows.map(r => r.cells)].map(row => row.map(folded));
    const widths = columns.map((_, i) => Math.max(...cells.map(row => row[i].length)));
    return cells.map(row =>
        row
            .map((cell, i) => cell.padEnd(widths[i]))
            .join('  ')
            .trimEnd()
    );
}
