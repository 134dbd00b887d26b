/**
 * Writes Mermaid: flowcharts for structure, trees and actions, `stateDiagram-v2` for state machines, sequence diagrams (contract: views
 * 2.9).
 */
import type { EdgeKind, GraphEdge, GraphNode, NodeShape, RenderedView } from '../graph.js';
import { entryFor } from '../../language/closed-lists.js';
import { type Direction, boxLinesOf, emptinessOf, folded, headingOf, numberText, Outline, titleOf } from './outline.js';

/** @param direction of a flowchart or state diagram; default: that of the kind */
export function mermaidOf(rendering: RenderedView, direction?: Direction): string {
    const body = entryFor(BODIES, rendering.kind) ?? flowchart;
    return [
        `%% ${folded(titleOf(rendering))}`,
        ...body(new Outline(rendering), direction),
        ...linkLines(rendering),
        ...remarks(rendering),
        ''
    ].join('\n');
}

const BODIES = { state: stateDiagram, sequence: sequenceDiagram };

const ESCAPES: Readonly<Record<string, string>> = { '#': '#35;', '"': '#quot;', '<': '#lt;', '>': '#gt;' };

/**
 * Escapes text inside a quoted label. Mermaid reads a backslash with an n, in any spelling, as a line break: a zero-width space separates
 * them.
 */
function escaped(text: string): string {
    return folded(text)
        .replace(/[#"<>]/g, c => ESCAPES[c])
        .replace(/\\(?=n)/g, '\\#8203;');
}

/** The lines of a label. */
const label = (lines: readonly string[]): string => lines.map(escaped).join('<br>');

/** Links of nodes, in the diagrams that have them. */
function linkLines({ kind, nodes }: RenderedView): string[] {
    const linked = nodes.filter(n => n.link !== undefined);
    return kind === 'sequence'
        ? linked.map(n => `    link ${n.id}: source @ ${n.link!}`)
        : linked.map(n => `    click ${n.id} href "${n.link!}"`);
}

/** Comments with the notices and the stated geometry. */
function remarks({ notices, nodes, edges, canvas }: RenderedView): string[] {
    const size = (w: number, h: number, has: boolean): string => (has ? ` w=${numberText(w)} h=${numberText(h)}` : '');
    return [
        ...notices.map(n => `%% not represented: ${folded(n)}`),
        ...(canvas === undefined ? [] : [`%% canvas: unit=${canvas.unit}${size(canvas.width, canvas.height, canvas.hasSize)}`]),
        ...nodes.flatMap(({ id, geometry: g }) =>
            g === undefined
                ? []
                : [
                      `%% layout: ${id} x=${numberText(g.x)} y=${numberText(g.y)}${size(g.width, g.height, g.hasSize)}${g.collapsed ? ' collapsed' : ''}`
                  ]
        ),
        ...edges
            .filter(e => e.route.length > 0)
            .map(e => `%% route: ${e.from}->${e.to} ${e.route.map(p => `${numberText(p.x)},${numberText(p.y)}`).join(' ')}`)
    ];
}

// --- Flowcharts ---------------------------------------------------------------------------------------------------------

/** Brackets around the quoted label, by symbol; a rectangle for all others. */
const BRACKETS: Partial<Readonly<Record<NodeShape, readonly [string, string]>>> = {
    start: ['((', '))'],
    done: ['(((', ')))'],
    decision: ['{', '}'],
    merge: ['{', '}'],
    actor: ['([', '])'],
    case: ['([', '])']
};
const ARROWS: Partial<Readonly<Record<EdgeKind, string>>> = {
    connection: '---',
    flow: '-.->',
    succession: '-->',
    transition: '-->',
    actor: '---',
    subject: '---',
    allocation: '-.->',
    dependency: '-.->',
    include: '-.->',
    import: '-.->'
};

function flowchart(outline: Outline, direction: Direction | undefined): string[] {
    const { rendering, roots } = outline;
    const isTree = rendering.kind === 'tree';
    const lines = [`flowchart ${direction ?? (rendering.kind === 'interconnection' ? 'LR' : 'TD')}`];
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [...lines, `    empty["${escaped(why)}"]`];
    }
    const inner = new Set<string>();
    const write = (node: GraphNode, indent: string): void => {
        if (!isTree && outline.isContainer(node)) {
            lines.push(`${indent}subgraph ${node.id} ["${label(boxLinesOf(node))}"]`);
            outline.childrenOf(node).forEach(child => write(child, `${indent}    `));
            // If an edge cannot end at the container itself, it ends at a node for the parameter or for the container's border.
            for (const [id, text] of bordersOf(outline, node)) {
                lines.push(`${indent}    ${id}(["${escaped(text)}"])`);
                inner.add(id);
            }
            lines.push(`${indent}end`);
            return;
        }
        const [open, close] = BRACKETS[node.shape] ?? ['[', ']'];
        lines.push(`${indent}${node.id}${open}"${label(boxLinesOf(node))}"${close}`);
        if (isTree) {
            outline.childrenOf(node).forEach(child => {
                write(child, indent);
                lines.push(`${indent}${node.id} --- ${child.id}`);
            });
        }
    };
    roots.forEach(root => write(root, '    '));
    for (const edge of rendering.edges) {
        const [from, to] = [borderOf(outline, edge, 'from'), borderOf(outline, edge, 'to')];
        const text = edge.label === '' ? '' : `|"${escaped(edge.label)}"|`;
        lines.push(`    ${from} ${ARROWS[edge.kind] ?? '-->'}${text} ${to}`);
    }
    return lines;
}

type Side = 'from' | 'to';

/** The id at which an edge ends in a flowchart. */
function borderOf(outline: Outline, edge: GraphEdge, side: Side): string {
    const [own, other] = [outline.node(edge[side]), outline.node(edge[side === 'from' ? 'to' : 'from'])];
    if (outline.rendering.kind === 'tree') {
        return own.id;
    }
    if (!(outline.contains(own, other) || (own === other && outline.isContainer(own)))) {
        return beginsWithContainer(outline, own) ? `${own.id}_border` : own.id;
    }
    const pin = side === 'from' ? edge.fromPin || edge.fromPort : edge.toPin || edge.toPort;
    return pin === '' ? `${own.id}_border` : pin.replace('.', '_');
}

/**
 * Whether the first node of a container is a container. Mermaid attaches the edges of a container to its first box, and fails if that is in
 * an inner container with a separate layout.
 */
function beginsWithContainer(outline: Outline, node: GraphNode): boolean {
    const [first] = outline.isContainer(node) ? outline.childrenOf(node) : [];
    return first !== undefined && outline.isContainer(first);
}

/** The pins, ports and border of a container at which edges from inside end, with their texts. */
function bordersOf(outline: Outline, node: GraphNode): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const edge of outline.rendering.edges) {
        for (const side of ['from', 'to'] as const) {
            const id = edge[side] === node.id ? borderOf(outline, edge, side) : node.id;
            if (id !== node.id) {
                const pin = [...node.pins, ...node.ports].find(p => p.id.replace('.', '_') === id);
                found.set(id, pin === undefined ? headingOf(node) : headingOf({ ...pin, nameSynthesized: false }));
            }
        }
    }
    return found;
}

// --- State machines -----------------------------------------------------------------------------------------------------

/** Symbols for which Mermaid has a stereotype. */
const STEREOTYPES: Partial<Readonly<Record<NodeShape, string>>> = { choice: 'choice', junction: 'choice', fork: 'fork', join: 'join' };

function stateDiagram(outline: Outline, direction: Direction | undefined): string[] {
    const { rendering, roots } = outline;
    const lines = ['stateDiagram-v2', ...(direction === undefined ? [] : [`    direction ${direction}`])];
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [...lines, `    state "${escaped(why)}" as empty`];
    }
    roots.forEach(root => writeState(outline, root, '    ', lines));
    writeTransitions(outline, '', '    ', lines);
    return lines;
}

function writeState(outline: Outline, node: GraphNode, indent: string, lines: string[]): void {
    const stereotype = STEREOTYPES[node.shape];
    if (stereotype !== undefined) {
        lines.push(`${indent}state ${node.id} <<${stereotype}>>`);
        return;
    }
    // The transitions at the start and end of a body draw these symbols.
    if (isDot(node)) {
        return;
    }
    const children = outline.childrenOf(node);
    lines.push(`${indent}state "${label(boxLinesOf(node))}" as ${node.id}${children.length > 0 ? ' {' : ''}`);
    if (children.length === 0) {
        return;
    }
    const within = `${indent}    `;
    const regions = node.declared.isParallel ? children.map(c => [c]) : regionsOf(children);
    regions.forEach((region, i) => {
        if (i > 0) {
            lines.push(`${within}--`);
        }
        for (const child of region) {
            if (child.shape === 'region') {
                outline.childrenOf(child).forEach(c => writeState(outline, c, within, lines));
                writeTransitions(outline, child.id, within, lines);
            } else {
                writeState(outline, child, within, lines);
            }
        }
        if (i === 0) {
            writeTransitions(outline, node.id, within, lines);
        }
    });
    lines.push(`${indent}}`);
}

/** The regions of a state: each declared region, and one for all states outside of these. */
function regionsOf(children: readonly GraphNode[]): GraphNode[][] {
    const others = children.filter(c => c.shape !== 'region');
    return [...(others.length > 0 ? [others] : []), ...children.filter(c => c.shape === 'region').map(c => [c])];
}

const isDot = (node: GraphNode): boolean => node.shape === 'done' || node.shape === 'start';

/** Writes the transitions whose innermost common container is the given node, and the entries of its body. */
function writeTransitions(outline: Outline, scope: string, indent: string, lines: string[]): void {
    const { edges, entries } = outline.rendering;
    const idOf = (node: GraphNode): string => (isDot(node) ? '[*]' : node.id);
    for (const { owner, target, label: text } of entries) {
        if (owner === scope || (scope !== '' && outline.node(target).parent === scope && owner !== scope && isRegion(outline, scope))) {
            lines.push(`${indent}[*] --> ${idOf(outline.node(target))}${text === '' ? '' : ` : ${lineTextOf(text)}`}`);
        }
    }
    for (const edge of edges) {
        if (outline.scopeOf(edge) === scope) {
            const [from, to] = [edge.from, edge.to].map(id => idOf(outline.node(id)));
            lines.push(`${indent}${from} --> ${to}${edge.label === '' ? '' : ` : ${lineTextOf(edge.label)}`}`);
        }
    }
}

const isRegion = (outline: Outline, id: string): boolean => outline.node(id).shape === 'region';

/** Escapes text after a colon, which ends at the line and may contain neither a semicolon nor `::`. */
export function lineTextOf(text: string): string {
    return escaped(text.replace(/;/g, '\u0000')).replace(/::/g, '#58;#58;').replace(/\0/g, '#59;');
}

// --- Sequences ------------------------------------------------------------------------------------------------------------

function sequenceDiagram(outline: Outline): string[] {
    const { rendering } = outline;
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return ['sequenceDiagram', `    participant empty as ${messageText(why)}`];
    }
    return [
        'sequenceDiagram',
        ...rendering.nodes.map(
            n => `    ${n.shape === 'actor' ? 'actor' : 'participant'} ${n.id} as ${messageText(headingOf(n) || n.kind)}`
        ),
        ...rendering.edges.map(e => `    ${e.from}->>${e.to}: ${messageText(e.label)}`)
    ];
}

const messageText = lineTextOf;
