/**
 * What a drawing consists of, before it has places: boxes with their text measured, links between them, which nodes are lines of a
 * compartment instead (SysML 8.2.3.6). Reads the view graph only.
 */
import { entryFor } from '../../language/closed-lists.js';
import type { EdgeKind, EdgeForm, GraphNode, GraphPort, Lane, NodeShape, Point, RenderedView, Style } from '../graph.js';
import { textWidth, wrap } from './font.js';

export interface TextLine {
    readonly text: string;
    readonly size: number;
    readonly bold?: boolean;
    readonly italic?: boolean;
    /** element id of a line that stands for one */
    readonly element?: string;
}

export interface Section {
    readonly name: string;
    readonly lines: readonly TextLine[];
}

export interface Size {
    readonly width: number;
    readonly height: number;
}

/** Symbols of nodes; a lane holds the steps of one performer and is no node. */
export type BoxShape = NodeShape | 'lane';

export interface Box {
    readonly id: string;
    readonly element: string;
    readonly shape: BoxShape;
    /** undefined for the filled circle of a region, for a lane */
    readonly node: GraphNode | undefined;
    /** id of the box around it: a lane for its steps, the action for its lanes */
    readonly parent: string;
    /** lines in the middle of the box: keyword, name and type */
    readonly title: readonly TextLine[];
    readonly sections: readonly Section[];
    /** what the text takes; of a symbol its size */
    readonly size: Size;
    /** text below a symbol */
    readonly caption: string;
    readonly ports: readonly GraphPort[];
    readonly style: Style;
    /** what a reader that does not see is told */
    readonly description: string;
}

export interface Link {
    readonly id: string;
    readonly element: string;
    /** ids of boxes */
    readonly from: string;
    readonly to: string;
    readonly fromPort: string;
    readonly toPort: string;
    readonly kind: EdgeKind;
    readonly form: EdgeForm;
    readonly label: readonly string[];
    readonly fromEnd: string;
    readonly toEnd: string;
    readonly route: readonly Point[];
    readonly style: Style;
    readonly description: string;
}

export interface Scene {
    readonly boxes: readonly Box[];
    readonly links: readonly Link[];
}

export const NAME_SIZE = 13;
export const LINE_SIZE = 12;
export const SMALL_SIZE = 11;
export const PADDING = 10;
const LINE_WIDTH = 320;
const LABEL_WIDTH = 170;
export const leading = (size: number): number => Math.round(size * 1.3);

/** Sizes of what is a symbol and holds no text. */
const SYMBOLS: Partial<Readonly<Record<BoxShape, Size>>> = {
    start: { width: 16, height: 16 },
    done: { width: 20, height: 20 },
    terminate: { width: 20, height: 20 },
    fork: { width: 70, height: 6 },
    join: { width: 70, height: 6 },
    decision: { width: 30, height: 30 },
    merge: { width: 30, height: 30 },
    choice: { width: 30, height: 30 },
    junction: { width: 12, height: 12 },
    'entry point': { width: 14, height: 14 },
    'exit point': { width: 14, height: 14 },
    'shallow history': { width: 24, height: 24 },
    'deep history': { width: 24, height: 24 },
    actor: { width: 32, height: 52 }
};

export const isSymbol = (shape: BoxShape): boolean => shape in SYMBOLS;

/** Last name of a qualified name, as the notation writes it. */
export function simpleName(name: string): string {
    return /(?:'(?:\\.|[^\\'])*'|[^:'])*$/.exec(name)![0];
}

/** The boxes and links of a rendering that is no table. */
export function sceneOf(view: RenderedView): Scene {
    const plan = planOf(view);
    const boxes = view.nodes.filter(n => plan.at.get(n.id) === n.id).flatMap(n => [boxOf(view, n, plan), ...lanesOf(view, n, plan)]);
    const links = [...(view.kind === 'tree' ? ownershipIn(boxes, plan) : []), ...linksOf(view, plan)];
    for (const { id, element, owner, target, label } of view.entries) {
        const [parent, to] = [plan.at.get(owner), plan.at.get(target)];
        // A collapsed or left out owner has no inside.
        if (parent === owner && to !== undefined) {
            boxes.push({
                ...EMPTY_BOX,
                id,
                element,
                shape: 'start',
                parent,
                size: SYMBOLS.start!,
                description: 'initial'
            });
            links.push({ ...EMPTY_LINK, id: `${id}.a`, element, from: id, to, label: labelLines(label), description: 'begins' });
        }
    }
    return { boxes, links };
}

const EMPTY_BOX = { node: undefined, title: [], sections: [], caption: '', ports: [], style: {} } as const;
const EMPTY_LINK = {
    fromPort: '',
    toPort: '',
    kind: 'transition',
    form: 'transition',
    fromEnd: '',
    toEnd: '',
    route: [],
    style: {}
} as const;

// --- What is a box ------------------------------------------------------------------------------------------------------

interface Plan {
    /** the box that stands for a node: its own id, that of a collapsed node around it; none for a line or what is left out */
    readonly at: ReadonlyMap<string, string>;
    /** nodes that are lines of their parent */
    readonly lines: ReadonlyMap<string, readonly GraphNode[]>;
    readonly usedPins: ReadonlySet<string>;
    /** boxes that others are in */
    readonly holders: ReadonlySet<string>;
    /** the lanes of steps that are boxes; empty for what is told by a compartment */
    readonly lanes: ReadonlyMap<string, Lane>;
}

/** Relationships that the line of a feature tells: `: A :> b :>> c`. */
const WRITTEN: ReadonlySet<EdgeKind> = new Set(['typing', 'subsetting', 'redefinition']);

function planOf({ nodes, edges, relationships, entries, lanes, kind }: RenderedView): Plan {
    const ended = new Set<string>();
    [...edges, ...relationships].filter(e => !WRITTEN.has(e.kind)).forEach(e => ended.add(e.from).add(e.to));
    entries.forEach(e => ended.add(e.owner).add(e.target));
    const owners = new Set(nodes.filter(n => !n.isRepeated || ended.has(n.id)).map(n => n.parent));
    const at = new Map<string, string>();
    const lines = new Map<string, GraphNode[]>();
    const collapsed = new Map<string, string>();
    for (const node of nodes) {
        const { id, parent } = node;
        const isFree = !ended.has(id);
        const around = collapsed.get(parent);
        if (around !== undefined) {
            at.set(id, around);
            collapsed.set(id, around);
        } else if (isFree && node.isRepeated) {
            continue;
        } else if (isFree && parent !== '' && node.compartment !== '' && !owners.has(id) && node.ports.length === 0 && !node.geometry) {
            lines.set(parent, [...(lines.get(parent) ?? []), node]);
        } else {
            at.set(id, id);
            if (node.geometry?.collapsed === true && kind !== 'tree') {
                collapsed.set(id, id);
            }
        }
    }
    const hasLanes = kind === 'action' && !nodes.some(n => n.geometry !== undefined);
    const laned = nodes.filter(n => hasLanes && n.lane !== '' && at.get(n.id) === n.id);
    return {
        at,
        lines,
        holders: new Set(kind === 'tree' ? [] : nodes.filter(n => at.get(n.id) === n.id).map(n => n.parent)),
        usedPins: new Set(edges.flatMap(e => [e.fromPin, e.toPin])),
        lanes: new Map(laned.map(n => [n.id, lanes.find(l => l.id === n.lane)!]))
    };
}

// --- Boxes --------------------------------------------------------------------------------------------------------------

function boxOf(view: RenderedView, node: GraphNode, plan: Plan): Box {
    const { id, element, parent, style = {}, name, type, kind } = node;
    const shape = plan.holders.has(id) ? shapeOfHolder(node) : node.shape;
    const shownName = node.nameSynthesized ? '' : simpleName(name);
    const description = [kind, name, type && `: ${type}`, node.detail && `(${node.detail})`].filter(t => t !== '').join(' ');
    const around = view.kind === 'tree' ? '' : (plan.lanes.get(id)?.id ?? parent);
    const base = { id, element, shape, node, parent: around, style, description };
    const pins = node.pins.filter(p => plan.usedPins.has(p.id));
    const symbol = SYMBOLS[shape];
    if (symbol !== undefined) {
        const caption = shape === 'start' || (shape === 'done' && shownName === 'done') ? '' : captionOf(node, shownName);
        return { ...base, title: [], sections: [], size: symbol, caption, ports: [] };
    }
    const title = titleOf(node, shownName);
    const sections = sectionsOf(node, plan, plan.lanes.has(id) ? undefined : view.lanes.find(l => l.id === node.lane));
    const ports = [...node.ports, ...pins];
    const text = sizeOf(shape, title, sections, style);
    // Half of a port lies within the border.
    const size = ports.length === 0 ? text : { width: text.width + 14, height: text.height + 10 };
    return { ...base, title, sections, size, caption: '', ports };
}

/** An oval has no room for boxes. */
function shapeOfHolder({ shape, declared }: GraphNode): NodeShape {
    return shape !== 'case' ? shape : declared.isDefinition ? 'definition' : 'usage';
}

/** The lanes of the flow in a node (SysML 8.2.3.17), as wide as what they are headed by. */
function lanesOf({ lanes }: RenderedView, { id }: GraphNode, plan: Plan): Box[] {
    const used = new Set([...plan.lanes.values()]);
    const headed = lanes
        .filter(l => l.owner === id && used.has(l))
        .map(lane => ({ lane, name: lane.type === '' ? lane.name : `${lane.name} : ${lane.type}` }))
        .map(({ lane, name }) => ({ lane, name, lines: wrap(name, LABEL_WIDTH, NAME_SIZE) }));
    // All heads are as high, and their rules in one line.
    const most = Math.max(0, ...headed.map(({ lines }) => lines.length));
    return headed.map(({ lane, name, lines }) => {
        const filled = [...lines, ...Array<string>(most - lines.length).fill('')];
        const title: TextLine[] = [
            { text: '«performer»', size: SMALL_SIZE },
            ...filled.map(text => ({ text, size: NAME_SIZE, bold: true }))
        ];
        const sections = [{ name: 'perform actions', lines: [] }];
        const size = sizeOf('lane', title, sections, {});
        const description = `performer ${name}`;
        return { ...EMPTY_BOX, id: lane.id, element: lane.element, shape: 'lane', parent: id, title, sections, size, description };
    });
}

function captionOf({ type, shape }: GraphNode, name: string): string {
    return shape === 'actor' && type !== '' ? `${name} : ${type}` : name;
}

function titleOf({ kind, shape, type, declared, standIn, isRepeated }: GraphNode, name: string): TextLine[] {
    const phrase = shape === 'comment' ? '' : `«${[...prefixesOf(declared).filter(p => !kind.split(' ').includes(p)), kind].join(' ')}»`;
    const words = [...declared.keywords.map(k => `«${k}»`), phrase].filter(w => w !== '');
    const shortName = declared.shortName === '' ? '' : `<${declared.shortName}> `;
    const typed = [
        `${shortName}${name}`,
        type === '' ? '' : `: ${type}`,
        declared.multiplicity,
        declared.specializations.length > 60 ? '' : declared.specializations
    ]
        .filter(t => t !== '')
        .join(' ');
    const lines: TextLine[] = words.map(text => ({ text, size: SMALL_SIZE }));
    wrap(typed, LINE_WIDTH, NAME_SIZE)
        .filter(t => t !== '')
        .forEach(text => lines.push({ text, size: NAME_SIZE, bold: true, italic: declared.isAbstract }));
    const remarks = [standIn ? 'stand-in' : '', isRepeated ? 'shown above' : ''];
    remarks.filter(r => r !== '').forEach(text => lines.push({ text: `(${text})`, size: SMALL_SIZE, italic: true }));
    return lines;
}

function prefixesOf({ isAbstract, isVariation, isVariant, isIndividual, isParallel, direction, portion }: GraphNode['declared']): string[] {
    const prefixes: readonly (readonly [boolean, string])[] = [
        [direction !== '', direction],
        [isAbstract && !isVariation, 'abstract'],
        [isVariation, 'variation'],
        [isVariant, 'variant'],
        [isIndividual, 'individual'],
        [portion !== '', portion],
        [isParallel, 'parallel']
    ];
    return prefixes.filter(([holds]) => holds).map(([, word]) => word);
}

/** @param lane of the node, where it is no box */
function sectionsOf(node: GraphNode, plan: Plan, lane: Lane | undefined): Section[] {
    const sections = new Map<string, TextLine[]>();
    const add = (name: string, text: string, element = ''): void => {
        if (text === '') {
            return;
        }
        const lines = wrap(text, LINE_WIDTH, LINE_SIZE).map((line): TextLine => ({ text: line, size: LINE_SIZE, element }));
        sections.set(name, [...(sections.get(name) ?? []), ...lines]);
    };
    add('', node.declared.joins);
    add('', node.text);
    if (lane !== undefined) {
        add('performed by', lane.name, lane.element);
    }
    node.compartments.forEach(c => c.lines.forEach(l => add(c.name, l.text, l.element)));
    plan.lines.get(node.id)?.forEach(n => add(n.compartment, lineText(n), n.element));
    node.pins
        .filter(p => !plan.usedPins.has(p.id))
        .forEach(p =>
            add('parameters', [p.direction, p.name, p.type && `: ${p.type}`, p.multiplicity].filter(t => t !== '').join(' '), p.element)
        );
    return [...sections].map(([name, lines]) => ({ name, lines }));
}

/** The word in front of what a named relationship joins. */
const JOINING: Readonly<Record<string, string>> = {
    connection: 'connect',
    interface: 'connect',
    allocation: 'allocate',
    flow: 'from',
    message: 'from'
};

/** A feature as a line of a compartment. */
function lineText({ kind, name, nameSynthesized, type, text, declared }: GraphNode): string {
    const { direction, multiplicity, specializations, joins, value } = declared;
    const joining = joins === '' || (name === '' && type === '') ? '' : (entryFor(JOINING, kind) ?? '');
    return [
        ...prefixesOf({ ...declared, direction }),
        nameSynthesized ? '' : simpleName(name),
        type === '' ? '' : `: ${type}`,
        multiplicity,
        specializations,
        joining,
        joins,
        value,
        text === '' ? '' : `{ ${text} }`
    ]
        .filter(t => t !== '')
        .join(' ');
}

/** The factor of a stated font size. */
export const scaleOf = ({ fontSize }: Style): number => (fontSize === undefined ? 1 : fontSize / NAME_SIZE);

export function sectionHeight({ name, lines }: Section): number {
    return (name === '' ? 0 : leading(SMALL_SIZE)) + lines.reduce((sum, l) => sum + leading(l.size), 0) + 8;
}

/** What the text of a box takes that holds others. */
export function headHeight({ title, sections }: Pick<Box, 'title' | 'sections'>): number {
    return titleHeight(title) + sections.reduce((sum, s) => sum + sectionHeight(s), 0);
}

/** What the text of a line takes. */
export function labelSize(lines: readonly string[]): Size {
    return { width: Math.ceil(Math.max(...lines.map(l => textWidth(l, SMALL_SIZE)))) + 6, height: lines.length * leading(SMALL_SIZE) };
}

const LONG_TYPE = 24;

/** What stands beside a port: its name, and its type where it has one. */
export function portText({ name, type }: GraphPort): string {
    return type === '' || type.length > LONG_TYPE ? name : `${name} : ${type}`;
}

export function titleHeight(title: readonly TextLine[]): number {
    return title.reduce((sum, l) => sum + leading(l.size), 0) + 12;
}

/** What a box of some text takes. */
export function sizeOf(shape: BoxShape, title: readonly TextLine[], sections: readonly Section[], style: Style): Size {
    const scale = scaleOf(style);
    const bold = style.bold === true;
    const widths = [...title, ...sections.flatMap(s => [{ text: s.name, size: SMALL_SIZE, bold: false }, ...s.lines])].map(l =>
        textWidth(l.text, l.size, l.bold === true || bold)
    );
    const width = Math.max(...widths, 40) * scale + 2 * PADDING;
    const height = (titleHeight(title) + sections.reduce((sum, s) => sum + sectionHeight(s), 0)) * scale;
    const [widen, heighten, flank] = FORMS[shape] ?? [1, 1, 0];
    return { width: Math.ceil(width * widen + flank), height: Math.ceil(height * heighten) };
}

/** Room that a form takes beside its text: factors of width and height, and what its sides take. */
const FORMS: Partial<Readonly<Record<BoxShape, readonly [number, number, number]>>> = {
    case: [1.42, 1.5, 0],
    accept: [1, 1, 34],
    timer: [1, 1, 34],
    send: [1, 1, 34],
    comment: [1, 1, 14]
};

// --- Links --------------------------------------------------------------------------------------------------------------

const labelLines = (text: string): string[] => (text === '' ? [] : wrap(text, LABEL_WIDTH, SMALL_SIZE));

function linksOf({ edges, relationships, nodes, kind }: RenderedView, { at }: Plan): Link[] {
    const names = new Map(nodes.map(n => [n.id, n.name || n.kind]));
    return [...edges, ...relationships].flatMap(edge => {
        const [from, to] = [at.get(edge.from), at.get(edge.to)];
        if (from === undefined || to === undefined || (from === to && edge.from !== edge.to)) {
            return [];
        }
        const isDirect = from === edge.from && to === edge.to;
        const { id, element, route, style = {}, form } = edge;
        const description = [edge.kind, edge.label, `from ${names.get(edge.from)} to ${names.get(edge.to)}`]
            .filter(t => t !== '')
            .join(' ');
        const hasEnds = edge.kind === 'connection' && kind !== 'sequence';
        return [
            {
                id,
                element,
                from,
                to,
                fromPort: isDirect ? edge.fromPort || edge.fromPin : '',
                toPort: isDirect ? edge.toPort || edge.toPin : '',
                kind: edge.kind,
                form,
                label: labelLines(labelOf(edge)),
                fromEnd: hasEnds ? edge.fromEnd : '',
                toEnd: hasEnds ? edge.toEnd : '',
                route,
                style,
                description
            }
        ];
    });
}

/** What stands at the line: a keyword only where the line does not tell it. */
function labelOf({ kind, form, name, type, payload, label, fromPin, toPin }: RenderedView['edges'][number]): string {
    if (form === 'binding') {
        return name === '' ? '=' : `${name} =`;
    }
    const typed = [name, type === '' ? '' : `: ${type}`].filter(t => t !== '').join(' ');
    if (kind === 'connection') {
        return form === 'interface' || form === 'allocation'
            ? [`«${form === 'allocation' ? 'allocate' : form}»`, typed].join('\n').trim()
            : typed;
    }
    if (kind === 'flow') {
        const transferred = payload === '' ? typed : name === '' ? payload : `${name} of ${payload}`;
        return transferred === '' && fromPin === '' && toPin === '' && form !== 'message' && / to /.test(label) ? label : transferred;
    }
    return label;
}

/** The lines of a tree from an owner to what it owns. */
function ownershipIn(boxes: readonly Box[], { at }: Plan): Link[] {
    const byId = new Map(boxes.map(b => [b.id, b]));
    return boxes.flatMap(({ id, element, node }): Link[] => {
        const parent = node!.parent === '' ? undefined : at.get(node!.parent);
        if (parent === undefined) {
            return [];
        }
        const { isDefinition, isReference } = node!.declared;
        const owner = byId.get(parent)!;
        const isMember = isDefinition || owner.shape === 'package' || owner.shape === 'view' || node!.shape === 'comment';
        const kind = isMember ? 'membership' : isReference ? 'reference' : 'composition';
        const description = `${kind} from ${owner.description} to ${node!.name || node!.kind}`;
        return [{ ...EMPTY_LINK, id: `${id}.o`, element, from: parent, to: id, kind, form: 'relationship', label: [], description }];
    });
}
