/**
 * The texts in the box of a node (SysML 8.2.3): its name compartment and the lines of its other compartments. Reads the node and its
 * position in the graph.
 */
import { entryFor } from '../../language/closed-lists.js';
import type { GraphNode, GraphPort, Lane } from '../graph.js';
import { verdictWords } from '../overlays.js';
import { wrap } from './font.js';

export interface TextLine {
    readonly text: string;
    readonly size: number;
    readonly bold?: boolean;
    readonly italic?: boolean;
    /** id of the element that the line represents */
    readonly element?: string;
    /** whether a link ends at it: then it is drawn grey (SysML 8.2.3.2) */
    readonly isMarked?: boolean;
}

export interface Section {
    readonly name: string;
    readonly lines: readonly TextLine[];
}

export const NAME_SIZE = 13;
export const LINE_SIZE = 12;
export const SMALL_SIZE = 11;
export const LINE_WIDTH = 320;
export const leading = (size: number): number => Math.round(size * 1.3);
/** Maximum number of lines of a documentation. */
const MOST_LINES = 14;

/** The last segment of a qualified name, as the notation writes it. */
export function simpleName(name: string): string {
    return /(?:'(?:\\.|[^\\'])*'|[^:'])*$/.exec(name)![0];
}

/** Keywords of name compartments that differ from the kind of the node. */
const KEYWORDS: Readonly<Record<string, string>> = {
    accept: 'accept action',
    send: 'send action',
    satisfy: 'satisfy requirement',
    perform: 'perform action',
    while: 'loop',
    for: 'loop',
    render: 'rendering'
};

/** Compartments for the bodies of a step; a body that contains steps is a box with this title. */
const BODIES: ReadonlySet<string> = new Set(['then body', 'else body', 'loop body']);

export const isBody = ({ compartment, shape }: GraphNode): boolean => shape === 'action' && BODIES.has(compartment);

/** The name compartment: keywords, name and type. */
export function titleOf(node: GraphNode): TextLine[] {
    const { kind, shape, type, declared, standIn, isRepeated, nameSynthesized } = node;
    const name = nameSynthesized ? '' : simpleName(node.name);
    if (isBody(node)) {
        const lines = kind === 'if' ? ['«if»', name] : [name];
        return [
            { text: node.compartment, size: SMALL_SIZE, italic: true },
            ...lines.filter(text => text !== '').map(text => ({ text, size: SMALL_SIZE }))
        ];
    }
    // A declaration may begin with only a user-defined keyword; its kind then contains that keyword.
    const keywords = declared.keywords.filter(k => !kind.split(' ').includes(`#${k}`));
    const words = [...keywords.map(k => `«${k}»`), phraseOf(node, name).replace(/#/g, '')].filter(w => w !== '');
    const shortName = declared.shortName === '' ? '' : `<${declared.shortName}> `;
    const typed = [
        `${inheritanceOf(node)}${shortName}${name}`,
        type === '' ? '' : shape === 'comment' && name === '' ? type : `: ${type}`,
        declared.multiplicity,
        hasManySpecializations(node) ? '' : declared.specializations
    ]
        .filter(t => t !== '')
        .join(' ');
    const lines: TextLine[] = words.map(text => ({ text, size: SMALL_SIZE }));
    wrap(typed, LINE_WIDTH, NAME_SIZE)
        .filter(t => t !== '')
        .forEach(text => lines.push({ text, size: NAME_SIZE, bold: true, italic: declared.isAbstract }));
    if (declared.isParallel) {
        lines.push({ text: '«parallel»', size: SMALL_SIZE });
    }
    const remarks = [standIn ? 'stand-in' : '', isRepeated ? 'shown above' : '', node.hidden];
    remarks.filter(r => r !== '').forEach(text => lines.push({ text: `(${text})`, size: SMALL_SIZE, italic: true }));
    if (node.verdict !== undefined) {
        lines.push({ text: verdictWords(node.verdict), size: SMALL_SIZE, bold: true });
    }
    return lines;
}

/** Whether the specializations of a node, as written, are too long for its name compartment. */
export const hasManySpecializations = ({ declared }: Pick<GraphNode, 'declared'>): boolean => declared.specializations.length > 60;

/** The mark before an inherited feature. */
export const inheritanceOf = ({ declared }: Pick<GraphNode, 'declared'>): string => (declared.isInherited ? '^' : '');

/** The keywords between guillemets; none for a package, which its tab identifies, and for a comment without a name. */
function phraseOf({ kind, shape, declared }: GraphNode, name: string): string {
    if (kind === '' || kind === 'package' || (kind === 'comment' && name === '')) {
        return '';
    }
    const keyword = shape === 'region' ? kind : (entryFor(KEYWORDS, kind) ?? kind);
    return `«${[...prefixesOf(declared).filter(p => !keyword.split(' ').includes(p)), keyword].join(' ')}»`;
}

/** The words before the kind, in the order of the notation (SysML 8.2.2.6.2, 8.2.2.9.2). */
function prefixesOf(declared: GraphNode['declared']): string[] {
    const { isAbstract, isVariation, isVariant, isNegated, isDerived, isConstant, isMarkedReference, isIndividual, direction, portion } =
        declared;
    const prefixes: readonly (readonly [boolean, string])[] = [
        [isNegated, 'not'],
        [isVariant, 'variant'],
        [direction !== '', direction],
        [isDerived, 'derived'],
        [isAbstract && !isVariation, 'abstract'],
        [isVariation, 'variation'],
        [isConstant, 'constant'],
        [isMarkedReference, 'ref'],
        [isIndividual, 'individual'],
        [portion !== '', portion]
    ];
    return prefixes.filter(([holds]) => holds).map(([, word]) => word);
}

/** Kinds whose documentation is part of their meaning: requirements, cases, viewpoints. */
const DOCUMENTED = /\b(requirement|concern|viewpoint|case|objective|analysis|verification)\b/;
const CONDITIONED: ReadonlySet<string> = new Set(['if', 'while', 'loop', 'for']);

/** Content of a node's compartments in addition to the node's own data. */
export interface Held {
    /** nodes that are drawn as lines */
    readonly lines: readonly GraphNode[];
    /** parameters at which no link ends */
    readonly parameters: readonly GraphPort[];
    /** of the node, if it is not drawn as a box */
    readonly lane: Lane | undefined;
}

/** The compartments below the name. */
export function sectionsOf(node: GraphNode, { lines, parameters, lane }: Held): Section[] {
    const { declared, kind, text, compartments } = node;
    const sections = new Map<string, TextLine[]>();
    const add = (name: string, written: string, element = ''): void => {
        if (written === '') {
            return;
        }
        const wrapped = wrap(written, LINE_WIDTH, LINE_SIZE).map((line): TextLine => ({ text: line, size: LINE_SIZE, element }));
        sections.set(name, [...(sections.get(name) ?? []), ...wrapped]);
    };
    const payload = declared.payload === '' ? '' : `of ${declared.payload}`;
    add('', [payload, payload !== '' && declared.joins !== '' ? 'from' : '', declared.joins].filter(t => t !== '').join(' '));
    if (!CONDITIONED.has(kind)) {
        add('', isProse(kind) ? paragraphsOf(text) : withoutKeyword(kind, text !== '' ? text : declared.statement));
    }
    if (DOCUMENTED.test(kind)) {
        add('doc', shortened(paragraphsOf(declared.documentation)));
    }
    if (lane !== undefined) {
        add('performed by', lane.name, lane.element);
    }
    compartments.forEach(c => c.lines.forEach(l => add(c.name, l.text, l.element)));
    for (const line of lines.filter(l => l.kind !== 'metadata' || l.compartment !== 'verification methods')) {
        const isValue = kind === 'metadata' || line.compartment === 'verification methods';
        add(kind === 'metadata' ? '' : line.compartment, isValue ? valueText(line) : lineText(line), line.element);
    }
    parameters.forEach(p =>
        add(
            'parameters',
            [p.direction, p.name, p.type && `: ${p.type}`, p.multiplicity, p.value].filter(t => t !== '').join(' '),
            p.element
        )
    );
    return inOrder([...sections].map(([name, written]) => ({ name, lines: written })));
}

/** Compartments after the body of a loop: the condition that is tested after it. */
const LAST: ReadonlySet<string> = new Set(['until condition']);
const inOrder = (sections: readonly Section[]): Section[] => [
    ...sections.filter(s => !LAST.has(s.name)),
    ...sections.filter(s => LAST.has(s.name))
];

const isProse = (kind: string): boolean => kind === 'comment' || kind === 'doc';

/** A text with each paragraph on one line, because boxes are not as wide as files; items of lists and indented lines keep their lines. */
const paragraphsOf = (text: string): string => text.replace(/(?<=\S)[^\S\n]*\n(?!\s|[-*•+]\s|\d+[.)]\s|$)/g, ' ');

const shortened = (text: string): string => {
    const lines = wrap(text, LINE_WIDTH, LINE_SIZE);
    return lines.length <= MOST_LINES ? text : `${lines.slice(0, MOST_LINES).join('\n')}\n…`;
};

/** A statement without the keyword at its beginning, which the title shows. */
function withoutKeyword(kind: string, text: string): string {
    return kind === 'accept' || kind === 'send' || kind === 'assign' || kind === 'terminate'
        ? text.replace(new RegExp(`^${kind}\\b\\s*`), '')
        : text;
}

/** The value of an annotation, such as `level = 3`. */
const valueText = ({ name, declared }: GraphNode): string =>
    `${simpleName(name) || declared.specializations.replace(/^:>>\s*/, '')} ${declared.value}`.trim();

/** The keyword before the ends of a named connector. */
const JOINING: Readonly<Record<string, string>> = {
    connection: 'connect',
    interface: 'connect',
    allocation: 'allocate',
    flow: 'from',
    message: 'from'
};

/** A feature as a line of a compartment. */
function lineText(node: GraphNode): string {
    const { kind, name, nameSynthesized, type, text, declared } = node;
    if (isBody(node)) {
        return text;
    }
    const { multiplicity, specializations, joins, payload, value, statement } = declared;
    const isNamed = name !== '' || type !== '';
    const joining = joins === '' || !(isNamed || payload !== '') ? '' : (entryFor(JOINING, kind) ?? '');
    const written = [
        ...prefixesOf(declared),
        ...declared.keywords.map(keyword => `#${keyword}`),
        nameSynthesized ? '' : simpleName(name),
        type === '' ? '' : `: ${type}`,
        multiplicity,
        isNamed || statement === '' ? specializations : '',
        payload === '' ? '' : `of ${payload}`,
        joining,
        joins,
        value,
        joins === '' ? statement : '',
        text === '' ? '' : `{ ${text} }`,
        node.verdict === undefined ? '' : ` ${verdictWords(node.verdict)}`
    ];
    return `${inheritanceOf(node)}${written.filter(t => t !== '').join(' ')}`;
}

/** The text below a symbol. */
export function captionOf({ name, nameSynthesized, type, shape, declared, kind }: GraphNode): string {
    const shown = nameSynthesized ? '' : simpleName(name);
    if (shape === 'start' || (shape === 'done' && shown === 'done')) {
        return '';
    }
    if (shape === 'terminate') {
        return [shown, withoutKeyword(kind, declared.statement)].filter(t => t !== '').join(' ');
    }
    return shape === 'actor' && type !== '' ? `${shown} : ${type}` : shown;
}
