/**
 * The contents of a drawing before they are placed: boxes with their measured text, links between them, and the nodes that are compartment
 * lines instead (SysML 8.2.3.6). Reads only the view graph.
 */
import type { Style } from '../geometry.js';
import type { EdgeKind, GraphEdge, GraphNode, GraphPort, InnerEnd, Lane, RenderedView } from '../graph.js';
import { textWidth, wrap } from './font.js';
import { FurtherCompartments } from './further-compartments.js';
import type { Box, BoxPort, BoxShape, Mark, Scene, Size } from './parts.js';
import { captionOf, isBody, leading, NAME_SIZE, type Section, sectionsOf, SMALL_SIZE, type TextLine, titleOf } from './phrases.js';
import {
    EMPTY_LINK,
    innerId,
    LABEL_WIDTH,
    labelLines,
    linksOf,
    ownershipIn,
    withCarriedFlows,
    withDots,
    withElaborations,
    withoutRepeated,
    WRITTEN
} from './scene-links.js';

export type { Box, BoxPort, BoxShape, Link, Scene, Size } from './parts.js';
export { leading, LINE_SIZE, NAME_SIZE, type Section, SMALL_SIZE, simpleName, type TextLine } from './phrases.js';

export const PADDING = 10;

/** Sizes of symbols, which hold no text. */
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
    dot: { width: 10, height: 10 },
    joint: { width: 1, height: 1 },
    entry: { width: 26, height: 16 },
    'entry point': { width: 14, height: 14 },
    'exit point': { width: 14, height: 14 },
    'shallow history': { width: 24, height: 24 },
    'deep history': { width: 24, height: 24 },
    actor: { width: 32, height: 52 }
};

export const isSymbol = (shape: BoxShape): boolean => shape in SYMBOLS;

/** The boxes and links of a rendering other than a table. */
export function sceneOf(view: RenderedView): Scene {
    const plan = planOf(view);
    const further = view.shown.includes('compartments') ? new FurtherCompartments(view) : undefined;
    const boxes = view.nodes
        .filter(n => plan.at.get(n.id) === n.id)
        .flatMap(n => [boxOf(view, n, plan, further), ...lanesOf(view, n, plan)]);
    const joined = [...(view.kind === 'tree' ? ownershipIn(view, boxes, plan.at) : []), ...linksOf(view, plan.at, plan.marked)];
    const byId = new Map(boxes.map(b => [b.id, b]));
    const { links: whole, dots } = withDots(withCarriedFlows(withoutRepeated(joined, byId, view.kind)), byId);
    const { links, joints } = withElaborations(whole, byId);
    boxes.push(...dots.map((dot): Box => ({ ...EMPTY_BOX, ...dot, shape: 'dot', size: SYMBOLS.dot! })));
    boxes.push(...joints.map((joint): Box => ({ ...EMPTY_BOX, ...joint, shape: 'joint', size: SYMBOLS.joint! })));
    for (const { id, element, name } of view.events) {
        boxes.push({
            ...EMPTY_BOX,
            id,
            element,
            shape: 'dot',
            parent: '',
            size: SYMBOLS.dot!,
            caption: name,
            description: `event ${name}`
        });
    }
    for (const { id, from, to } of view.orders) {
        links.push({ ...EMPTY_LINK, id, element: '', kind: 'succession', form: 'succession', from, to, label: [], description: 'before' });
    }
    for (const { id, element, owner, target, label } of view.entries) {
        const [parent, to] = [plan.at.get(owner), plan.at.get(target)];
        // A collapsed or omitted owner shows no content.
        if (parent === owner && to !== undefined) {
            boxes.push({
                ...EMPTY_BOX,
                id,
                element,
                shape: 'entry',
                parent,
                size: SYMBOLS.entry!,
                description: 'initial'
            });
            links.push({ ...EMPTY_LINK, id: `${id}.a`, element, from: id, to, label: labelLines(label), description: 'begins' });
        }
    }
    return { boxes, links };
}

const EMPTY_BOX = { node: undefined, title: [], sections: [], caption: '', ports: [], marks: [], style: {} } as const;

// --- Boxes and lines ----------------------------------------------------------------------------------------------------

interface Plan {
    /** the box that represents a node: its own, or the enclosing collapsed box; none for a line without links and for an omitted node */
    readonly at: ReadonlyMap<string, string>;
    /** nodes that are compartment lines, by their parent */
    readonly lines: ReadonlyMap<string, readonly GraphNode[]>;
    /** ids of those at which links end */
    readonly marked: ReadonlySet<string>;
    readonly usedPins: ReadonlySet<string>;
    /** nested ports and proxies on the border of a box */
    readonly inner: ReadonlyMap<string, readonly BoxPort[]>;
    /** boxes that contain other boxes */
    readonly holders: ReadonlySet<string>;
    /** for each node of a tree, the package whose box contains it; may be empty */
    readonly around: ReadonlyMap<string, string>;
    /** the lanes of steps that are boxes; empty if compartments name the performers */
    readonly lanes: ReadonlyMap<string, Lane>;
}

function planOf(view: RenderedView): Plan {
    const { nodes, edges, relationships, lanes, kind, shown } = view;
    const { at, lines, marked } = placesOf(view);
    const boxes = nodes.filter(n => at.get(n.id) === n.id);
    const hasLanes = kind === 'action' && !nodes.some(n => n.geometry !== undefined);
    const laned = boxes.filter(n => hasLanes && n.lane !== '');
    const wide = new Set(kind === 'tree' ? widePackages(nodes, at) : []);
    return {
        at,
        lines,
        marked,
        holders: kind === 'tree' ? wide : new Set(boxes.map(n => n.parent)),
        around: packagesAround(nodes, wide),
        inner: innerPortsOf([...edges, ...relationships], at),
        usedPins: new Set(
            shown.includes('parameter-symbols')
                ? nodes.flatMap(n => n.pins.map(p => p.id))
                : [...edges, ...relationships].flatMap(e => [e.fromPin, e.toPin])
        ),
        lanes: new Map(laned.map(n => [n.id, lanes.find(l => l.id === n.lane)!]))
    };
}

/**
 * Nodes at which links end and which are therefore boxes; and nodes at which only annotations end. The latter may be compartment lines in a
 * tree, if they belong to a definition or usage.
 */
function endsIn({ nodes, edges, relationships, entries, kind }: RenderedView): Readonly<Record<'ended' | 'annotated', Set<string>>> {
    const shapes = new Map(nodes.map(n => [n.id, n.shape]));
    const inBoxes = new Set(
        kind === 'tree' ? nodes.filter(n => /^(definition|usage)$/.test(shapes.get(n.parent) ?? '')).map(n => n.id) : []
    );
    const [ended, annotated] = [new Set<string>(), new Set<string>()];
    for (const edge of [...edges, ...relationships].filter(e => !WRITTEN.has(e.kind))) {
        ended.add(edge.from);
        (edge.kind === 'annotation' && inBoxes.has(edge.to) ? annotated : ended).add(edge.to);
    }
    entries.forEach(e => ended.add(e.owner).add(e.target));
    return { ended, annotated };
}

/** Relationships that a usage with a reference states for its owner (SysML 8.2.3: performer, eventer, exhibitor, assertor, requirer …). */
const REFERRING: ReadonlySet<EdgeKind> = new Set([
    'perform',
    'exhibit',
    'include',
    'event',
    'assert',
    'require',
    'assume',
    'frame',
    'verify'
]);
const STRUCTURAL: ReadonlySet<RenderedView['kind']> = new Set(['tree', 'mixed']);

/**
 * Usages that the line of their relationship shows completely, with the node where the line starts instead: their owner or, for a
 * verification, the case whose objective states it. They contain nothing, and no other line ends at them.
 */
function shorthandsIn({ nodes, edges, relationships, kind }: RenderedView): ReadonlyMap<string, string> {
    if (!STRUCTURAL.has(kind)) {
        return new Map();
    }
    const byId = new Map(nodes.map(n => [n.id, n]));
    const found = new Map<string, string>();
    for (const { id, parent, declared, geometry } of nodes) {
        const owner = byId.get(parent);
        if (declared.isShorthand && owner !== undefined && geometry === undefined) {
            found.set(id, owner.kind === 'objective' && owner.parent !== '' ? owner.parent : parent);
        }
        found.delete(parent);
    }
    const starts = [...edges, ...relationships].filter(e => REFERRING.has(e.kind) && e.route.length === 0).map(e => e.from);
    const others = new Set([...edges, ...relationships].flatMap(e => (REFERRING.has(e.kind) ? [e.to] : [e.from, e.to])));
    const own = new Set(starts);
    return new Map([...found].filter(([id]) => own.has(id) && !others.has(id)));
}

/**
 * Where each node is drawn: as a box, as a line of its parent, or inside an enclosing collapsed node; nowhere if a keyword represents it.
 */
function placesOf(view: RenderedView): Pick<Plan, 'at' | 'lines' | 'marked'> {
    const { nodes, kind } = view;
    const { ended, annotated } = endsIn(view);
    const shorthands = shorthandsIn(view);
    shorthands.forEach(source => ended.add(source));
    const owners = new Set(nodes.filter(n => !shorthands.has(n.id) && (!n.isRepeated || ended.has(n.id))).map(n => n.parent));
    const at = new Map<string, string>();
    const lines = new Map<string, GraphNode[]>();
    const marked = new Set<string>();
    const collapsed = new Map<string, string>();
    const folded = new Map<string, string>();
    // If one body of a step contains steps, all bodies of the step are drawn as boxes.
    const drawnOut = new Set(nodes.filter(n => isBody(n) && owners.has(n.id)).map(n => n.parent));
    for (const node of nodes.filter(n => !shorthands.has(n.id))) {
        const { id, parent } = node;
        const isFree = !ended.has(id) && !(isBody(node) && drawnOut.has(parent));
        const around = collapsed.get(parent);
        if (around !== undefined) {
            at.set(id, around);
            collapsed.set(id, around);
        } else if (isFoldedIntoParent(node)) {
            // The content of a folded node becomes lines, too; links to it end at the box with these lines.
            const line = folded.get(parent) ?? parent;
            lines.set(line, [...(lines.get(line) ?? []), node]);
            folded.set(id, line);
            at.set(id, at.get(line) ?? line);
        } else if (isFree && (node.isRepeated || isShownByKeyword(node, owners))) {
            continue;
        } else if (isFree && !owners.has(id) && isWrittenInCompartment(node)) {
            lines.set(parent, [...(lines.get(parent) ?? []), node]);
            if (annotated.has(id)) {
                at.set(id, parent);
                marked.add(id);
            }
        } else {
            at.set(id, id);
            if (node.geometry?.collapsed === true && kind !== 'tree') {
                collapsed.set(id, id);
            }
        }
    }
    shorthands.forEach((source, id) => at.set(id, at.get(source) ?? source));
    return { at, lines, marked };
}

const isFoldedIntoParent = ({ isFolded, compartment, parent }: GraphNode): boolean =>
    (isFolded || compartment === 'verification methods') && parent !== '';

/** Whether a compartment line of its parent shows a node completely. */
const isWrittenInCompartment = ({ parent, compartment, ports, geometry }: GraphNode): boolean =>
    parent !== '' && compartment !== '' && ports.length === 0 && !geometry;

/** In a tree, a package with more boxes than this is drawn around them, which makes a page instead of a wide strip. */
const MANY_MEMBERS = 12;

function widePackages(nodes: readonly GraphNode[], at: ReadonlyMap<string, string>): string[] {
    if (nodes.some(n => n.geometry !== undefined)) {
        return [];
    }
    const count = new Map<string, number>();
    nodes.filter(n => at.get(n.id) === n.id).forEach(n => count.set(n.parent, (count.get(n.parent) ?? 0) + 1));
    return nodes.filter(n => n.shape === 'package' && (count.get(n.id) ?? 0) > MANY_MEMBERS).map(n => n.id);
}

/** For each node the innermost of the given packages that contains it at any depth. Owners come before their members. */
function packagesAround(nodes: readonly GraphNode[], packages: ReadonlySet<string>): Map<string, string> {
    const around = new Map<string, string>();
    for (const { id, parent } of nodes) {
        around.set(id, packages.has(parent) ? parent : (around.get(parent) ?? ''));
    }
    return around;
}

/** The features inside boxes at which edges end, each once for each box. */
function innerPortsOf(edges: readonly GraphEdge[], at: ReadonlyMap<string, string>): Map<string, BoxPort[]> {
    const found = new Map<string, BoxPort[]>();
    for (const edge of edges) {
        for (const [node, inner, port, pin] of [
            [edge.from, edge.fromInner, edge.fromPort, edge.fromPin],
            [edge.to, edge.toInner, edge.toPort, edge.toPin]
        ] as const) {
            const known = found.get(node) ?? [];
            if (inner !== undefined && at.get(node) === node && !known.some(p => p.id === innerId(node, inner.name))) {
                found.set(node, [...known, innerPort(innerId(node, inner.name), inner, port, pin)]);
            }
        }
    }
    return found;
}

/** The label of a port in a port, or of a parameter in a parameter, is the rest of its path; other labels are the whole path. */
function innerPort(id: string, inner: InnerEnd, port: string, pin: string): BoxPort {
    const within = port || pin;
    const symbol = pin !== '' ? 'parameter' : inner.isPort ? 'port' : 'proxy';
    return { ...inner, id, symbol, within, name: within === '' ? inner.name : inner.name.split('.').slice(1).join('.') };
}

/** An annotation without values is written as a keyword of the annotated element. */
const isShownByKeyword = ({ kind, parent, id, compartment }: GraphNode, owners: ReadonlySet<string>): boolean =>
    kind === 'metadata' && compartment === 'metadata' && parent !== '' && !owners.has(id);

// --- Boxes --------------------------------------------------------------------------------------------------------------

function boxOf(view: RenderedView, node: GraphNode, plan: Plan, further: FurtherCompartments | undefined): Box {
    const { id, element, parent, style = {}, name, type, kind } = node;
    const shape = isBody(node) ? 'body' : plan.holders.has(id) ? shapeOfHolder(node) : node.shape;
    const description = [kind, name, type && `: ${type}`, node.detail && `(${node.detail})`].filter(t => t !== '').join(' ');
    const around = view.kind === 'tree' ? plan.around.get(id)! : (plan.lanes.get(id)?.id ?? parent);
    const base = { id, element, shape, node, parent: around, style, description };
    const pins = node.pins.filter(p => plan.usedPins.has(p.id));
    const symbol = SYMBOLS[shape];
    if (symbol !== undefined) {
        return { ...base, title: [], sections: [], size: symbol, caption: captionOf(node), ports: [], marks: [] };
    }
    const title = titleOf(node);
    const needed = sectionsOf(node, {
        lines: plan.lines.get(id) ?? [],
        parameters: node.pins.filter(p => !plan.usedPins.has(p.id)),
        lane: plan.lanes.has(id) ? undefined : view.lanes.find(l => l.id === node.lane)
    });
    const written = plan.lines.get(id)?.filter(l => plan.marked.has(l.id)) ?? [];
    const sections = withMarks([...needed, ...(further?.of(node, plan.holders.has(id)) ?? [])], written);
    const ports = [
        ...node.ports.map((p): BoxPort => ({ ...p, symbol: 'port', within: '' })),
        ...pins.map((p): BoxPort => ({ ...p, symbol: 'parameter', within: '' })),
        ...(plan.inner.get(id) ?? [])
    ];
    const text = sizeOf(shape, title, sections, style);
    // Half of each port lies inside the border.
    const size = ports.length === 0 ? text : { width: text.width + 14, height: text.height + 10 };
    return { ...base, title, sections, size, caption: '', ports, marks: marksOf(title, sections, written, scaleOf(style)) };
}

/** Marks the lines of some nodes, which are drawn grey. */
function withMarks(sections: readonly Section[], nodes: readonly GraphNode[]): readonly Section[] {
    const marked = new Set(nodes.map(n => n.element));
    return marked.size === 0
        ? sections
        : sections.map(s => ({ ...s, lines: s.lines.map(l => (marked.has(l.element ?? '') ? { ...l, isMarked: true } : l)) }));
}

/** The positions of the lines of some nodes in their box. */
function marksOf(title: readonly TextLine[], sections: readonly Section[], nodes: readonly GraphNode[], scale: number): Mark[] {
    if (nodes.length === 0) {
        return [];
    }
    const found = new Map<string, number>();
    let top = titleHeight(title);
    for (const section of sections) {
        let y = top + SECTION_TOP + (section.name === '' ? 0 : leading(SMALL_SIZE));
        for (const { element = '', size } of section.lines) {
            found.set(element, found.get(element) ?? y + leading(size) / 2);
            y += leading(size);
        }
        top += sectionHeight(section);
    }
    return nodes.map(({ id, element }) => ({ id, y: found.get(element)! * scale }));
}

/** A case with boxes in it is a rectangle, because an oval has no room for them. */
function shapeOfHolder(node: GraphNode): BoxShape {
    return node.shape !== 'case' ? node.shape : node.declared.isDefinition ? 'definition' : 'usage';
}

/** The lanes of the flow in a node (SysML 8.2.3.17), each as wide as its heading needs. */
function lanesOf({ lanes }: RenderedView, { id }: GraphNode, plan: Plan): Box[] {
    const used = new Set([...plan.lanes.values()]);
    const headed = lanes
        .filter(l => l.owner === id && used.has(l))
        .map(lane => ({ lane, name: lane.type === '' ? lane.name : `${lane.name} : ${lane.type}` }))
        .map(({ lane, name }) => ({ lane, name, lines: wrap(name, LABEL_WIDTH, NAME_SIZE) }));
    // All heads have the same height, so that their rules align.
    const most = Math.max(0, ...headed.map(({ lines }) => lines.length));
    return headed.map(({ lane, name, lines }) => {
        const filled = [...lines, ...Array<string>(most - lines.length).fill('')];
        const title: TextLine[] = [
            { text: `«${lane.kind}»`, size: SMALL_SIZE },
            ...filled.map(text => ({ text, size: NAME_SIZE, bold: true }))
        ];
        const sections = [{ name: 'perform actions', lines: [] }];
        const size = sizeOf('lane', title, sections, {});
        const description = `performer ${name}`;
        return { ...EMPTY_BOX, id: lane.id, element: lane.element, shape: 'lane', parent: id, title, sections, size, description };
    });
}

/** The scale of a stated font size. */
export const scaleOf = ({ fontSize }: Style): number => (fontSize === undefined ? 1 : fontSize / NAME_SIZE);

/** Space above the text of a compartment. */
export const SECTION_TOP = 3;

export function sectionHeight({ name, lines }: Section): number {
    return (name === '' ? 0 : leading(SMALL_SIZE)) + lines.reduce((sum, l) => sum + leading(l.size), 0) + 8;
}

/** The height of the text in a box that contains other boxes. */
export function headHeight({ title, sections }: Pick<Box, 'title' | 'sections'>): number {
    return titleHeight(title) + sections.reduce((sum, s) => sum + sectionHeight(s), 0);
}

/** The size of the label of a line. */
export function labelSize(lines: readonly string[]): Size {
    return { width: Math.ceil(Math.max(...lines.map(l => textWidth(l, SMALL_SIZE)))) + 6, height: lines.length * leading(SMALL_SIZE) };
}

const LONG_TYPE = 24;

/** The text beside a port: its name, and its type if the type is short. */
export function portText({ name, type }: GraphPort): string {
    return type === '' || type.length > LONG_TYPE ? name : `${name} : ${type}`;
}

export function titleHeight(title: readonly TextLine[]): number {
    return title.reduce((sum, l) => sum + leading(l.size), 0) + 12;
}

/** The size of a box with the given text. */
export function sizeOf(shape: BoxShape, title: readonly TextLine[], sections: readonly Section[], style: Style): Size {
    const scale = scaleOf(style);
    const bold = style.bold === true;
    const widths = [...title, ...sections.flatMap(s => [{ text: s.name, size: SMALL_SIZE, bold: false }, ...s.lines])].map(l =>
        textWidth(l.text, l.size, l.bold === true || bold)
    );
    const width = Math.max(...widths, 40) * scale + 2 * PADDING;
    const height = (titleHeight(title) + sections.reduce((sum, s) => sum + sectionHeight(s), 0)) * scale;
    const [widen, heighten, flank] = FORMS[shape] ?? [1, 1, 0];
    const tab = shape === 'package' ? TAB : 0;
    return { width: Math.ceil(width * widen + flank), height: Math.ceil(height * heighten) + tab };
}

/** Height of the tab of a package with its name inside. */
const TAB = 8;

/** Room that a shape needs beyond its text: factors of width and height, and an addition to the width. */
const FORMS: Partial<Readonly<Record<BoxShape, readonly [number, number, number]>>> = {
    case: [1.42, 1.5, 0],
    accept: [1, 1, 34],
    timer: [1, 1, 44],
    send: [1, 1, 34],
    comment: [1, 1, 14]
};
