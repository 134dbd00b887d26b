/** Writes D2: containers in braces, sequences as D2 sequence diagrams. */
import type { GraphEdge, GraphNode, NodeShape, RenderedView } from '../graph.js';
import { type Direction, boxLinesOf, emptinessOf, folded, headingOf, Outline, titleOf } from './outline.js';

const DIRECTIONS: Readonly<Record<Direction, string>> = { TB: 'down', BT: 'up', LR: 'right', RL: 'left' };
const SHAPES: Partial<Readonly<Record<NodeShape, string>>> = {
    package: 'package',
    comment: 'page',
    start: 'circle',
    done: 'circle',
    junction: 'circle',
    terminate: 'circle',
    'entry point': 'circle',
    'exit point': 'circle',
    'shallow history': 'circle',
    'deep history': 'circle',
    decision: 'diamond',
    merge: 'diamond',
    choice: 'diamond',
    actor: 'person',
    case: 'oval',
    accept: 'step',
    send: 'step'
};
const ARROWS: Partial<Readonly<Record<GraphEdge['kind'], string>>> = { connection: '--', actor: '--', subject: '--' };
const DASHED: ReadonlySet<GraphEdge['kind']> = new Set(['dependency', 'import', 'expose', 'succession', 'annotation']);

export function d2Of(rendering: RenderedView, direction?: Direction): string {
    const outline = new Outline(rendering);
    const { kind, notices } = rendering;
    const lines = [
        `# ${folded(titleOf(rendering))}`,
        kind === 'sequence'
            ? 'shape: sequence_diagram'
            : `direction: ${DIRECTIONS[direction ?? (kind === 'interconnection' ? 'LR' : 'TB')]}`,
        ...bodyLines(outline),
        ...notices.map(n => `# not represented: ${folded(n)}`),
        ''
    ];
    return lines.join('\n');
}

const quote = (lines: readonly string[]): string => `"${lines.map(l => folded(l).replace(/[\\"$]/g, '\\$&')).join('\\n')}"`;

function bodyLines(outline: Outline): string[] {
    const { rendering, roots } = outline;
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [`empty: ${quote([why])}`];
    }
    const isTree = rendering.kind === 'tree';
    const lines: string[] = [];
    const write = (node: GraphNode, indent: string): void => {
        const shape = SHAPES[node.shape];
        const text = rendering.kind === 'sequence' ? [headingOf(node) || node.kind] : boxLinesOf(node);
        const children = isTree ? [] : outline.childrenOf(node);
        const attributes = [...(shape === undefined || children.length > 0 ? [] : [`shape: ${shape}`]), ...styleOf(node), ...linkOf(node)];
        const isOpen = attributes.length > 0 || children.length > 0;
        lines.push(`${indent}${node.id}: ${quote(text)}${isOpen ? ' {' : ''}`, ...attributes.map(a => `${indent}  ${a}`));
        children.forEach(child => write(child, `${indent}  `));
        if (isOpen) {
            lines.push(`${indent}}`);
        }
        if (isTree) {
            outline.childrenOf(node).forEach(child => {
                write(child, indent);
                lines.push(`${indent}${node.id} -- ${child.id}`);
            });
        }
    };
    roots.forEach(root => write(root, ''));
    const path = (id: string): string =>
        isTree
            ? id
            : outline
                  .around(outline.node(id))
                  .map(n => n.id)
                  .join('.');
    rendering.entries.forEach(({ owner, target, label }, i) => {
        const start = `${path(owner)}.start${i}`;
        lines.push(`${start}: "" { shape: circle; width: 16; height: 16; style.fill: black }`);
        lines.push(`${start} -> ${path(target)}${label === '' ? '' : `: ${quote([label])}`}`);
    });
    for (const { from, to, kind, label } of rendering.edges) {
        const text = label === '' ? '' : `: ${quote([label])}`;
        const dashes = DASHED.has(kind) && rendering.kind !== 'sequence' ? `${text === '' ? ':' : ''} { style.stroke-dash: 4 }` : '';
        lines.push(`${path(from)} ${ARROWS[kind] ?? '->'} ${path(to)}${text}${dashes}`);
    }
    return lines;
}

const linkOf = ({ link }: GraphNode): string[] => (link === undefined ? [] : [`link: ${quote([link])}`]);

/** Rounded corners of usages. */
function styleOf({ shape }: GraphNode): string[] {
    return shape === 'usage' || shape === 'state' || shape === 'action' ? ['style.border-radius: 8'] : [];
}
