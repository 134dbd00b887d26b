/** Writes Graphviz DOT: containers as clusters. Keeps stated positions, for `neato -n`. */
import type { GraphEdge, GraphNode, NodeShape, RenderedView } from '../graph.js';
import { type Direction, boxLinesOf, emptinessOf, folded, numberText, Outline, titleOf } from './outline.js';

const SHAPES: Partial<Readonly<Record<NodeShape, string>>> = {
    definition: 'shape=box',
    package: 'shape=tab',
    comment: 'shape=note',
    start: 'shape=circle, style=filled, fillcolor=black, width=0.2, fixedsize=true, label=""',
    done: 'shape=doublecircle, style=filled, fillcolor=black, width=0.15, fixedsize=true, label=""',
    junction: 'shape=circle, style=filled, fillcolor=black, width=0.12, fixedsize=true, label=""',
    fork: 'shape=box, style=filled, fillcolor=black, width=1, height=0.06, fixedsize=true, label=""',
    join: 'shape=box, style=filled, fillcolor=black, width=1, height=0.06, fixedsize=true, label=""',
    decision: 'shape=diamond',
    merge: 'shape=diamond',
    choice: 'shape=diamond',
    terminate: 'shape=circle, label="X"',
    'shallow history': 'shape=circle, label="H"',
    'deep history': 'shape=circle, label="H*"',
    accept: 'shape=cds',
    send: 'shape=cds',
    case: 'shape=ellipse'
};
const STYLES: Partial<Readonly<Record<GraphEdge['kind'], string>>> = {
    connection: 'dir=none',
    actor: 'dir=none',
    subject: 'dir=none',
    flow: 'style=dashed',
    dependency: 'style=dashed',
    include: 'style=dashed',
    import: 'style=dashed',
    allocation: 'style=dashed',
    specialization: 'arrowhead=empty',
    typing: 'arrowhead=empty, style=dashed',
    subsetting: 'arrowhead=empty',
    redefinition: 'arrowhead=empty',
    composition: 'dir=back, arrowtail=diamond',
    reference: 'dir=back, arrowtail=odiamond'
};

/** A font whose widths Graphviz knows even without installed fonts. */
const FONT = 'fontname="Helvetica"';

export function dotOf(rendering: RenderedView, direction?: Direction): string {
    const outline = new Outline(rendering);
    const lines = [
        `// ${folded(titleOf(rendering))}`,
        'digraph view {',
        `    rankdir=${direction ?? (rendering.kind === 'interconnection' ? 'LR' : 'TB')};`,
        '    compound=true;',
        `    graph [${FONT}];`,
        `    node [shape=box, style=rounded, ${FONT}];`,
        `    edge [${FONT}];`,
        ...bodyLines(outline),
        ...rendering.notices.map(n => `    // not represented: ${folded(n)}`),
        '}',
        ''
    ];
    return lines.join('\n');
}

const quote = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const label = (node: GraphNode): string =>
    `"${boxLinesOf(node)
        .map(l => folded(l).replace(/[\\"]/g, '\\$&'))
        .join('\\n')}"`;

function bodyLines(outline: Outline): string[] {
    const { rendering, roots } = outline;
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [`    empty [label=${quote(why)}];`];
    }
    const lines: string[] = [];
    const isTree = rendering.kind === 'tree';
    const write = (node: GraphNode, indent: string): void => {
        if (!isTree && outline.isContainer(node)) {
            lines.push(`${indent}subgraph cluster_${node.id} {`, `${indent}    label=${label(node)};`);
            if (node.link !== undefined) {
                lines.push(`${indent}    ${linkOf(node)};`);
            }
            // Edges of the container run to this invisible point and are clipped at its border.
            lines.push(`${indent}    ${node.id} [shape=point, style=invis, label=""];`);
            outline.childrenOf(node).forEach(child => write(child, `${indent}    `));
            rendering.entries.forEach(({ target }, i) => {
                if (outline.node(target).parent === node.id) {
                    lines.push(`${indent}    start_${i} [${SHAPES.start}];`);
                }
            });
            lines.push(`${indent}}`);
            return;
        }
        lines.push(
            `${indent}${node.id} [${[`label=${label(node)}`, SHAPES[node.shape], placeOf(node), linkOf(node)].filter(t => t !== undefined).join(', ')}];`
        );
        if (isTree) {
            outline.childrenOf(node).forEach(child => {
                write(child, indent);
                lines.push(`${indent}${node.id} -> ${child.id} [dir=none];`);
            });
        }
    };
    roots.forEach(root => write(root, '    '));
    rendering.entries.forEach(({ target, label: text }, i) => {
        lines.push(`    start_${i} -> ${target} [${attributes(outline, { from: '', to: target, label: text })}];`);
    });
    rendering.edges.forEach(e => lines.push(`    ${e.from} -> ${e.to} [${attributes(outline, e)}];`));
    return lines;
}

/** The link of a node; pictures show the name of its element as a tooltip. */
const linkOf = ({ link, element }: GraphNode): string | undefined =>
    link === undefined ? undefined : `URL=${quote(link)}, tooltip=${quote(element)}`;

/** @param edge an empty `from` is the start of a body */
function attributes(outline: Outline, edge: Pick<GraphEdge, 'from' | 'to' | 'label'> & { readonly kind?: GraphEdge['kind'] }): string {
    const isCluster = (id: string): boolean => id !== '' && outline.rendering.kind !== 'tree' && outline.isContainer(outline.node(id));
    const [from, to] = [edge.from, edge.to].map(id => (isCluster(id) ? outline.node(id) : undefined));
    return [
        edge.label === '' ? undefined : `label=${quote(folded(edge.label))}`,
        edge.kind === undefined ? undefined : STYLES[edge.kind],
        // An edge to a node inside the container does not end at the border of the container.
        from !== undefined && !outline.contains(from, outline.node(edge.to)) ? `ltail=cluster_${from.id}` : undefined,
        to !== undefined && (edge.from === '' || !outline.contains(to, outline.node(edge.from))) ? `lhead=cluster_${to.id}` : undefined
    ]
        .filter(t => t !== undefined)
        .join(', ');
}

/** A stated position: the middle of the node in points, with y upwards; its size in inches. */
function placeOf({ geometry }: GraphNode): string | undefined {
    if (geometry === undefined) {
        return undefined;
    }
    const { x, y, width, height, hasSize } = geometry;
    const place = `pos="${numberText(x + width / 2)},${numberText(-(y + height / 2))}!"`;
    return hasSize ? `${place}, width=${numberText(width / 72)}, height=${numberText(height / 72)}` : place;
}
