/** Writes PlantUML: nested rectangles, state diagrams, sequence diagrams, use case diagrams. */
import type { GraphEdge, GraphNode, NodeShape, RenderedView } from '../graph.js';
import { type Direction, boxLinesOf, emptinessOf, folded, headingOf, Outline, titleOf } from './outline.js';

export function plantumlOf(rendering: RenderedView, direction?: Direction): string {
    const outline = new Outline(rendering);
    const { kind, notices } = rendering;
    const body = kind === 'state' ? states(outline) : kind === 'sequence' ? sequence(outline) : boxes(outline);
    const isFlat = kind === 'sequence' || direction === 'TB' || direction === 'BT';
    const lines = [
        '@startuml',
        `' ${folded(titleOf(rendering))}`,
        ...(!isFlat && (direction !== undefined || kind === 'interconnection') ? ['left to right direction'] : []),
        ...body,
        ...notices.map(n => `' not represented: ${folded(n)}`),
        '@enduml',
        ''
    ];
    return lines.join('\n');
}

/**
 * Characters that PlantUML would interpret: Creole and HTML markup, escapes, preprocessor functions and variables, comments. Each is
 * written as its character code.
 */
const READ = /[\\<"~&]|([-*_/[.=])(?=\1)|[%$](?=\w)|\/(?=')/g;
/** A text in which PlantUML finds no markup: special characters become `<U+XXXX>`, and several lines become one. */
export const plain = (text: string): string =>
    folded(text).replace(READ, c => `<U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`);

/** Quotes lines in double quotes. */
const quote = (lines: readonly string[]): string => `"${lines.map(plain).join('\\n')}"`;
/** Text after a colon; nothing for an empty text. */
const labelled = (text: string): string => (text === '' ? '' : ` : ${plain(text)}`);

const linkOf = ({ link }: GraphNode): string => (link === undefined ? '' : ` [[${link}]]`);

// --- Boxes ----------------------------------------------------------------------------------------------------------------

const KEYWORDS: Partial<Readonly<Record<NodeShape, string>>> = {
    package: 'package',
    actor: 'actor',
    case: 'usecase',
    comment: 'file',
    start: 'circle',
    done: 'circle',
    send: 'rectangle',
    accept: 'rectangle'
};
const ARROWS: Partial<Readonly<Record<GraphEdge['kind'], string>>> = {
    connection: '--',
    actor: '--',
    subject: '--',
    flow: '..>',
    dependency: '..>',
    include: '..>',
    import: '..>',
    allocation: '..>',
    specialization: '--|>',
    typing: '..|>',
    subsetting: '--|>',
    redefinition: '--|>',
    composition: '*--'
};

function boxes(outline: Outline): string[] {
    const { rendering, roots } = outline;
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [`rectangle ${quote([why])} as empty`];
    }
    const lines: string[] = [];
    const isTree = rendering.kind === 'tree';
    const write = (node: GraphNode, indent: string): void => {
        const isContainer = !isTree && outline.isContainer(node);
        const keyword = isContainer && node.shape !== 'package' ? 'rectangle' : (KEYWORDS[node.shape] ?? 'rectangle');
        lines.push(`${indent}${keyword} ${quote(boxLinesOf(node))} as ${node.id}${linkOf(node)}${isContainer ? ' {' : ''}`);
        if (isContainer) {
            outline.childrenOf(node).forEach(child => write(child, `${indent}  `));
            lines.push(`${indent}}`);
        } else if (isTree) {
            outline.childrenOf(node).forEach(child => {
                write(child, indent);
                lines.push(`${indent}${node.id} -- ${child.id}`);
            });
        }
    };
    roots.forEach(root => write(root, ''));
    lines.push(...rendering.edges.map(e => `${e.from} ${ARROWS[e.kind] ?? '-->'} ${e.to}${labelled(e.label)}`));
    return lines;
}

// --- State machines -----------------------------------------------------------------------------------------------------

const STEREOTYPES: Partial<Readonly<Record<NodeShape, string>>> = {
    choice: '<<choice>>',
    junction: '<<choice>>',
    fork: '<<fork>>',
    join: '<<join>>',
    'entry point': '<<entryPoint>>',
    'exit point': '<<exitPoint>>',
    'shallow history': '<<history>>',
    'deep history': '<<history*>>',
    terminate: '<<end>>',
    start: '<<start>>',
    done: '<<end>>'
};

function states(outline: Outline): string[] {
    const { rendering, roots } = outline;
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [`state ${quote([why])} as empty`];
    }
    const lines: string[] = [];
    const write = (node: GraphNode, indent: string): void => {
        const stereotype = STEREOTYPES[node.shape];
        const children = outline.childrenOf(node);
        if (stereotype !== undefined) {
            lines.push(`${indent}state ${node.id} ${stereotype}`);
            return;
        }
        lines.push(`${indent}state ${quote(boxLinesOf(node))} as ${node.id}${linkOf(node)}${children.length > 0 ? ' {' : ''}`);
        if (children.length === 0) {
            return;
        }
        children.forEach((child, i) => {
            if (i > 0 && (child.shape === 'region' || node.declared.isParallel)) {
                lines.push(`${indent}  --`);
            }
            write(child, `${indent}  `);
        });
        lines.push(...entryLines(outline, node, `${indent}  `), `${indent}}`);
    };
    roots.forEach(root => write(root, ''));
    lines.push(...rendering.edges.map(e => `${e.from} --> ${e.to}${labelled(e.label)}`));
    return lines;
}

/** The entries of a body; those of a region are written in the region itself. */
function entryLines(outline: Outline, { id }: GraphNode, indent: string): string[] {
    return outline.rendering.entries
        .filter(e => outline.node(e.target).parent === id)
        .map(e => `${indent}[*] --> ${e.target}${labelled(e.label)}`);
}

// --- Sequences ------------------------------------------------------------------------------------------------------------

function sequence({ rendering }: Outline): string[] {
    const why = emptinessOf(rendering);
    if (why !== undefined) {
        return [`participant ${quote([why])} as empty`];
    }
    return [
        ...rendering.nodes.map(
            n => `${n.shape === 'actor' ? 'actor' : 'participant'} ${quote([headingOf(n) || n.kind])} as ${n.id}${linkOf(n)}`
        ),
        ...rendering.edges.map(e => `${e.from} ->> ${e.to}${labelled(e.label)}`)
    ];
}
