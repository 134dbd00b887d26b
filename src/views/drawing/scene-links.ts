/**
 * The links of a drawing: the edges and relationships of a rendering with their texts (SysML 8.2.3), the ownership that a tree shows, and
 * the dots of relationships with more than two ends. Does not depend on places.
 */
import type { GraphEdge, GraphNode, InnerEnd, RenderedView } from '../graph.js';
import { wrap } from './font.js';
import { hasManySpecializations, SMALL_SIZE } from './phrases.js';
import type { Box, Link } from './parts.js';

/** Longer labels are broken into lines. */
export const LABEL_WIDTH = 170;

export const EMPTY_LINK = {
    fromPort: '',
    toPort: '',
    kind: 'transition',
    form: 'transition',
    fromEnd: '',
    toEnd: '',
    route: [],
    style: {},
    within: '',
    elaboration: ''
} as const;

export const labelLines = (text: string): string[] => (text === '' ? [] : wrap(text, LABEL_WIDTH, SMALL_SIZE));

/**
 * The links of a rendering.
 * @param at the box that represents each node
 * @param marked nodes that are compartment lines at which links end
 */
export function linksOf(
    { edges, relationships, nodes, kind }: RenderedView,
    at: ReadonlyMap<string, string>,
    marked: ReadonlySet<string>
): Link[] {
    const names = new Map(nodes.map(n => [n.id, n.name || n.kind]));
    const byId = new Map(nodes.map(n => [n.id, n]));
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
        const link: Link = {
            id,
            element,
            from,
            to,
            fromPort: isDirect ? portOf(edge.from, edge.fromInner, edge.fromPort || edge.fromPin) : '',
            toPort: isDirect ? portOf(edge.to, edge.toInner, edge.toPort || edge.toPin) : marked.has(edge.to) ? edge.to : '',
            kind: edge.kind,
            form,
            label: labelLines(labelOf(edge)),
            fromEnd: hasEnds ? edge.fromEnd : '',
            toEnd: hasEnds ? edge.toEnd : '',
            route,
            style,
            within: edge.within,
            elaboration: at.get(edge.elaboration) ?? '',
            description
        };
        return [isDirect && form === 'binding' && isAgainstValue(edge, byId) ? reversed(link) : link];
    });
}

/**
 * Whether a binding of parameters is written with the receiving parameter first. A binding is symmetric and may be laid out in either
 * direction: an `in` parameter of the enclosing action precedes the steps, an `out` parameter follows them.
 */
function isAgainstValue({ from, to, fromPin, toPin }: GraphEdge, nodes: ReadonlyMap<string, GraphNode>): boolean {
    const takes = (node: string, pin: string, other: string): boolean => {
        const direction = nodes.get(node)?.pins.find(p => p.id === pin)?.direction;
        return direction === (isAround(node, other, nodes) ? 'out' : 'in');
    };
    return fromPin !== '' && toPin !== '' && takes(from, fromPin, to) && !takes(to, toPin, from);
}

function isAround(outer: string, inner: string, nodes: ReadonlyMap<string, GraphNode>): boolean {
    for (let at = nodes.get(inner)?.parent ?? ''; at !== ''; at = nodes.get(at)?.parent ?? '') {
        if (at === outer) {
            return true;
        }
    }
    return false;
}

const reversed = (link: Link): Link => ({
    ...link,
    from: link.to,
    to: link.from,
    fromPort: link.toPort,
    toPort: link.fromPort,
    fromEnd: link.toEnd,
    toEnd: link.fromEnd,
    route: [...link.route].reverse()
});

/** The id of a nested port or proxy on the border of a node. */
export const innerId = (node: string, path: string): string => `${node}.i.${path}`;

const portOf = (node: string, inner: InnerEnd | undefined, port: string): string =>
    inner === undefined ? port : innerId(node, inner.name);

/** The label of a line: with a keyword only if the line itself does not show the kind. */
function labelOf(edge: GraphEdge): string {
    const { kind, form, type, payload, label, fromPin, toPin } = edge;
    const name = edge.nameSynthesized ? '' : edge.name;
    if (form === 'binding') {
        return name === '' ? '=' : `${name} =`;
    }
    if (kind === 'transition') {
        return transitionLabel(edge);
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
    if (kind === 'succession') {
        return label === '[else]' ? 'else' : label;
    }
    return label;
}

/** `trigger [guard] / effect` (SysML 8.2.3.18): the label does not include the name of the transition. */
function transitionLabel({ trigger, guard, effect, isElse }: GraphEdge): string {
    const condition = guard !== '' ? `[${guard}]` : isElse ? 'else' : '';
    return [trigger, condition, effect === '' ? '' : `/ ${shortened(effect)}`].filter(t => t !== '').join(' ');
}

const LONG_EFFECT = 120;
const shortened = (effect: string): string => (effect.length <= LONG_EFFECT ? effect : `${effect.slice(0, LONG_EFFECT)}…`);

/**
 * The ownership lines of a tree, from each owner to its members; none to a note that has lines to its annotated elements, because the line
 * from its owner would look like one of these.
 */
export function ownershipIn({ relationships }: RenderedView, boxes: readonly Box[], at: ReadonlyMap<string, string>): Link[] {
    const byId = new Map(boxes.map(b => [b.id, b]));
    const notes = new Set(relationships.filter(r => r.kind === 'annotation' && at.has(r.to)).map(r => r.from));
    return boxes.flatMap(({ id, element, node, parent: around }): Link[] => {
        const parent = node!.parent === '' ? undefined : at.get(node!.parent);
        if (parent === undefined || notes.has(id)) {
            return [];
        }
        const owner = byId.get(parent)!;
        if (around === parent) {
            return [];
        }
        const kind = ownershipOf(node!, owner);
        const description = `${kind} from ${owner.description} to ${node!.name || node!.kind}`;
        return [{ ...EMPTY_LINK, id: `${id}.o`, element, from: parent, to: id, kind, form: 'relationship', label: [], description }];
    });
}

function ownershipOf({ shape, kind, declared }: NonNullable<Box['node']>, owner: Box): Link['kind'] {
    if (owner.shape === 'view' && !declared.isDefinition && kind !== 'view') {
        return 'expose';
    }
    if (shape === 'comment') {
        return 'annotation';
    }
    if (kind === 'subject' || kind === 'actor' || kind === 'stakeholder') {
        return kind;
    }
    if (declared.isDefinition || owner.shape === 'package') {
        return 'membership';
    }
    if (declared.portion !== '') {
        return 'portion';
    }
    return declared.isReference ? 'reference' : 'composition';
}

/**
 * Draws flows between the ports that a connection joins as arrows on its line (SysML 8.2.3.16), with their texts below that of the
 * connection.
 */
export function withCarriedFlows(links: readonly Link[]): Link[] {
    const keyOf = ({ from, to, fromPort, toPort }: Link): string => [`${from} ${fromPort}`, `${to} ${toPort}`].sort().join(' ');
    const isBetweenPorts = ({ fromPort, toPort }: Link): boolean => fromPort !== '' && toPort !== '';
    const isLine = ({ kind, form }: Link): boolean => kind === 'connection' && form !== 'binding';
    const flows = new Map<string, Link[]>();
    const carriers = new Set(links.filter(l => isLine(l) && isBetweenPorts(l)).map(keyOf));
    for (const link of links.filter(l => l.kind === 'flow' && isBetweenPorts(l) && l.route.length === 0 && carriers.has(keyOf(l)))) {
        flows.set(keyOf(link), [...(flows.get(keyOf(link)) ?? []), link]);
    }
    const carried = new Set([...flows.values()].flat());
    return links.flatMap(link => {
        const own = isLine(link) ? flows.get(keyOf(link)) : undefined;
        if (own === undefined) {
            return carried.has(link) ? [] : [link];
        }
        // If several connections join the same ports, the first one carries the flows.
        flows.delete(keyOf(link));
        return [{ ...link, carried: own, label: [...link.label, ...own.flatMap(flow => flow.label)] }];
    });
}

/** A relationship with more than two ends: links to and from a dot replace the links between each pair of ends. */
export interface Meeting {
    readonly dot: Pick<Box, 'id' | 'element' | 'caption' | 'parent' | 'description'>;
    readonly links: readonly Link[];
}

/**
 * Replaces the links between each pair of ends of one declaration by links to a dot (n-ary connections and dependencies). A connection that
 * several nodes inherit gets a dot in each of them.
 */
export function withDots(
    links: readonly Link[],
    boxes: ReadonlyMap<string, Box>
): { readonly links: Link[]; readonly dots: Meeting['dot'][] } {
    const groups = new Map<string, Link[]>();
    for (const link of links.filter(l => l.kind === 'connection' || l.kind === 'dependency')) {
        const key = `${link.kind} ${link.element} ${link.within}`;
        groups.set(key, [...(groups.get(key) ?? []), link]);
    }
    const meetings = new Map<Link, Meeting>();
    for (const group of groups.values()) {
        const meeting = meetingOf(group, boxes);
        if (meeting !== undefined) {
            group.forEach((link, i) => meetings.set(link, i === 0 ? meeting : { dot: meeting.dot, links: [] }));
        }
    }
    return {
        links: links.flatMap(l => meetings.get(l)?.links ?? [l]),
        dots: [...new Set([...meetings.values()].map(m => m.dot))]
    };
}

/** The boxes that contain a box, the innermost first. */
function holdersOf(id: string, boxes: ReadonlyMap<string, Box>): string[] {
    const found: string[] = [];
    for (let at = boxes.get(id)?.parent ?? ''; at !== ''; at = boxes.get(at)?.parent ?? '') {
        found.push(at);
    }
    return found;
}

/** Relationships that the name compartment of a usage writes: `: A :> b :>> c`. */
export const WRITTEN: ReadonlySet<Link['kind']> = new Set(['typing', 'subsetting', 'reference subsetting', 'redefinition']);

/**
 * The links without those that repeat a text and would leave a box: the exposure of a box by a view in that box, which the view names in a
 * compartment; and in a nested drawing the relationships of usages within a definition or usage that {@link WRITTEN} covers.
 */
export function withoutRepeated(links: readonly Link[], boxes: ReadonlyMap<string, Box>, kind: RenderedView['kind']): Link[] {
    const isWithin = (id: string, other: string): boolean => {
        const around = [other, ...holdersOf(other, boxes)];
        return holdersOf(id, boxes).some(holder => !around.includes(holder) && boxes.get(holder)!.shape !== 'package');
    };
    return links.filter(link => {
        const { from, to } = link;
        if (link.kind === 'expose') {
            return !holdersOf(from, boxes).includes(to);
        }
        const isNested = kind === 'mixed' && WRITTEN.has(link.kind) && link.route.length === 0 && isWithin(from, to);
        return !(isNested && isWritten(boxes.get(from)!));
    });
}

/** Whether the title of a box has all its specializations. */
const isWritten = ({ title, node }: Box): boolean => title.length > 0 && node !== undefined && !hasManySpecializations(node);

function meetingOf(group: readonly Link[], boxes: ReadonlyMap<string, Box>): Meeting | undefined {
    const [first] = group;
    if (group.length < 2 || first.element === '') {
        return undefined;
    }
    const isDependency = first.kind === 'dependency';
    const ends = new Map<string, { readonly box: string; readonly port: string; readonly text: string; readonly isSource: boolean }>();
    for (const { from, to, fromPort, toPort, fromEnd, toEnd } of group) {
        for (const [box, port, text, isSource] of [
            [from, fromPort, fromEnd, true],
            [to, toPort, toEnd, false]
        ] as const) {
            const key = `${box} ${port} ${isDependency && isSource ? 'client' : ''}`;
            ends.set(key, ends.get(key) ?? { box, port, text, isSource });
        }
    }
    if (ends.size < 3) {
        return undefined;
    }
    const id = `${first.id}.dot`;
    const links = [...ends.values()].map(({ box, port, text, isSource }, i): Link => {
        const isClient = isDependency && isSource;
        return {
            ...first,
            id: i === 0 ? first.id : `${first.id}.${i}`,
            from: isDependency && !isClient ? id : box,
            to: isDependency && !isClient ? box : id,
            fromPort: isDependency && !isClient ? '' : port,
            toPort: isDependency && !isClient ? port : '',
            fromEnd: isDependency ? '' : text,
            toEnd: '',
            form: isClient ? 'client' : first.form,
            label: [],
            route: [],
            elaboration: '',
            description: `${first.kind} ${first.label.join(' ')}, an end of ${ends.size}`
        };
    });
    const around = holderOf(
        [...ends.values()].map(e => e.box),
        boxes
    );
    const parent = boxes.has(first.within) ? first.within : around;
    return {
        dot: { id, element: first.element, caption: first.label.join(' '), parent, description: `${first.kind} of ${ends.size} ends` },
        links: boxes.has(first.elaboration) ? [...links, elaborationLink(first, id)] : links
    };
}

/** The innermost box that contains all given ones; empty for the whole drawing. */
function holderOf(ids: readonly string[], boxes: ReadonlyMap<string, Box>): string {
    const [around, ...others] = ids.map(id => holdersOf(id, boxes));
    return around.find(id => others.every(holders => holders.includes(id))) ?? '';
}

/**
 * The dotted line from a connection to the box that shows its features (SysML 8.2.3.13). @param from the point where it leaves the
 * connection
 */
const elaborationLink = ({ id, element, elaboration }: Link, from: string): Link => ({
    ...EMPTY_LINK,
    id: `${id}.elaboration`,
    element,
    kind: 'annotation',
    form: 'relationship',
    from,
    to: elaboration,
    label: [],
    description: 'elaboration of the connection'
});

/**
 * Adds a joint to each connection whose features a box shows: divides the connection into two pieces and adds a dotted line from the joint
 * to that box.
 */
export function withElaborations(
    links: readonly Link[],
    boxes: ReadonlyMap<string, Box>
): { readonly links: Link[]; readonly joints: Meeting['dot'][] } {
    const joints: Meeting['dot'][] = [];
    const all = links.flatMap((link): Link[] => {
        const { id, element, from, to, form, description } = link;
        if (!boxes.has(link.elaboration)) {
            return [link];
        }
        const joint = `${id}.joint`;
        joints.push({ id: joint, element, caption: '', parent: holderOf([from, to], boxes), description });
        const first: Link = {
            ...link,
            to: joint,
            toPort: '',
            toEnd: '',
            form: form === 'interface' ? form : 'plain',
            route: [],
            carried: []
        };
        const second: Link = { ...link, id: `${id}.to`, from: joint, fromPort: '', fromEnd: '', label: [], route: [] };
        return [first, second, elaborationLink(link, joint)];
    });
    return { links: all, joints };
}
