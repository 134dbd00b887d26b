/**
 * Sequences (contract: views 2.5; SysML 8.2.3.9): a lifeline for each exposed part or occurrence that sends or receives messages, in order
 * of first use, and the messages in time order. An event at the end of a message has no lifeline: it is on the lifeline of its owner.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolve, resolveEachSegment } from '../../language/semantics/names.js';
import { redefinedFeaturesOf, supertypesOf } from '../../language/semantics/specialization.js';
import { isDefinition, isUsage, lastSegment, type NameNode, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isA } from '../../runtime/evaluation/index.js';
import { endsOf, elementIdOf, fullNameOf, keywordOf, payloadOf, simpleNameOf, typeTextOf } from '../describe.js';
import type { GraphEdge, InnerEnd, LifelineEvent } from '../graph.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { formOf } from './interconnection.js';
import { innerEndAt, isPort, isStructural } from './structure.js';
import { timeOrder } from './time-order.js';

export function renderSequence(graph: ViewGraph, exposed: readonly AstNode[]): void {
    new Sequence(graph, exposed).draw();
}

/** Names of the events at the ends of a transfer (library Flows). */
const EVENTS: readonly string[] = ['sourceEvent', 'targetEvent'];

/** The end of a message. */
interface End {
    /** path of features to the lifeline, the lifeline last */
    readonly path: readonly AstNode[];
    /** the port of the lifeline through which the message goes */
    readonly port: AstNode | undefined;
    /** the event on the lifeline that the end names */
    readonly event: AstNode | undefined;
}

interface Message {
    readonly flow: ast.FlowUsage;
    readonly ends: readonly [End, End];
}

class Sequence {
    private readonly lifelines = new Map<string, NodeDraft>();
    private readonly used = new Set<AstNode>();
    private readonly happened = new Map<AstNode, LifelineEvent>();
    private readonly events = new Map<AstNode, [End | undefined, End | undefined]>();

    private readonly shown: Set<AstNode>;
    private readonly types = new Map<AstNode, readonly AstNode[]>();
    /** For a feature of a general type, the member that redefines it. */
    private readonly redefinitions = new Map<AstNode, AstNode>();

    constructor(
        private readonly graph: ViewGraph,
        private readonly exposed: readonly AstNode[]
    ) {
        this.shown = new Set(exposed);
    }

    draw(): void {
        const { exposed } = this;
        const found = new Set<ast.FlowUsage>();
        const bodies = new Set<AstNode>();
        exposed.forEach(e => collect(e, found, bodies));
        if (found.size === 0) {
            this.inherit(found, bodies);
        }
        this.readEvents(bodies);
        const messages = [...found].map(flow => this.read(flow)).filter(m => m !== undefined);
        for (const lifeline of messages.flatMap(m => m.ends.map(e => e.path.at(-1)!))) {
            collect(lifeline, new Set(), bodies);
        }
        const lifelines = new Map(messages.flatMap(m => m.ends.map(e => [e.path.at(-1)!, e.path] as const)));
        const free = [...lifelines.keys()].flatMap(lifeline => ownedMembersOf(lifeline).filter(isEvent));
        this.addInOrder(inTimeOrder(messages, free, bodies), lifelines);
        this.addOrders(bodies);
        for (const element of exposed) {
            if (!this.takesPart(element, found)) {
                this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)} takes part in no message`);
            }
        }
    }

    /** Adds the messages of its types to an element that declares none, between the lifelines that redefine those of the types. */
    private inherit(messages: Set<ast.FlowUsage>, bodies: Set<AstNode>): void {
        for (const element of this.exposed.filter(e => isUsage(e) || isDefinition(e))) {
            const general = [...supertypesOf(element)].filter(t => t !== element && !scopeOf(t).isLibrary);
            general.forEach(t => collect(t, messages, bodies));
            this.types.set(element, general);
            general.forEach(t => this.shown.add(t));
            for (const member of ownedMembersOf(element).filter(m => isUsage(m))) {
                redefinedFeaturesOf(member).forEach(redefined => this.redefinitions.set(redefined, member));
            }
        }
        for (const message of messages) {
            if (this.redefinitions.has(message)) {
                messages.delete(message);
            }
        }
    }

    /** Whether an exposed element appears: as a lifeline or message, or because of an inner or outer element. */
    private takesPart(element: AstNode, messages: ReadonlySet<AstNode>): boolean {
        return (
            this.used.has(element) ||
            messages.has(element) ||
            [...messages, ...this.used].some(shown => [element, ...(this.types.get(element) ?? [])].some(e => isOwnedBy(shown, e))) ||
            [...this.used].some(lifeline => isOwnedBy(element, lifeline))
        );
    }

    /** Reads the events that represent the ends of a message: `event m.sourceEvent;` in the body of a lifeline. */
    private readEvents(bodies: ReadonlySet<AstNode>): void {
        for (const event of bodies) {
            const { reference } = event;
            if (event.kind !== 'event' || reference === undefined) {
                continue;
            }
            const path = resolveEachSegment(reference);
            const message = path.find(e => e?.$type === 'FlowUsage');
            const side = EVENTS.indexOf(lastSegment(reference.text));
            const lifeline = pathTo(event);
            if (message !== undefined && side >= 0 && lifeline.length > 0) {
                const ends = this.events.get(message) ?? [undefined, undefined];
                ends[side] = { path: lifeline, port: undefined, event };
                this.events.set(message, ends);
            }
        }
    }

    private read(flow: ast.FlowUsage): Message | undefined {
        const names = endsOf(flow);
        const name = fullNameOf(flow) || `of ${payloadOf(flow)}`;
        const ends = names.length === 2 ? names.map(n => endAt(n)) : (this.events.get(flow) ?? []);
        const [from, to] = ends.map(end => end && { ...end, path: end.path.map(f => this.redefinitions.get(f) ?? f) });
        if (names.length !== 2 && (from === undefined || to === undefined)) {
            this.graph.notice(`${keywordOf(flow)} ${name} joins fewer than two features`);
            return undefined;
        }
        if (from === undefined || to === undefined || !isShown(from.path, this.shown) || !isShown(to.path, this.shown)) {
            const missing = from === undefined || !isShown(from.path, this.shown) ? 0 : 1;
            this.graph.notice(`${keywordOf(flow)} ${name} attaches to ${names[missing]?.text ?? 'a lifeline'}, which is not exposed`);
            return undefined;
        }
        return { flow, ends: [from, to] };
    }

    private add({ flow, ends }: Message): void {
        const [from, to] = ends.map(end => this.lifeline(end.path));
        const [fromEnd, toEnd] = ends.map(end => (end.event === undefined ? '' : simpleNameOf(end.event)));
        const name = simpleNameOf(flow);
        const payload = payloadOf(flow);
        const after = this.graph.edges.length;
        const edge = this.graph.edge(flow, {
            from: from.id,
            to: to.id,
            kind: 'flow',
            form: formOf(flow),
            label: [name, payload, typeTextOf(flow), keywordOf(flow)].find(t => t !== '')!,
            name,
            type: typeTextOf(flow),
            payload,
            fromEnd,
            toEnd,
            ...this.ports(ends)
        });
        const sides = [from.id, to.id].map((node, i) => ({ node, edge: edge.id, side: i === 0 ? 'from' : 'to', after }) as const);
        ends.forEach(({ event }, i) => event !== undefined && isEvent(event) && this.happen(event, sides[i]));
    }

    /** The ports through which a message goes, drawn at the heads of their lifelines (SysML 8.2.3.9). */
    private ports([from, to]: Message['ends']): Pick<GraphEdge, 'fromInner' | 'toInner'> {
        const at = ({ port }: End): InnerEnd | undefined =>
            port === undefined ? undefined : innerEndAt(port, simpleNameOf(port), true, this.graph.options.digests);
        return { fromInner: at(from), toInner: at(to) };
    }

    /** Adds messages with the events at their ends, and events without a message. */
    private addInOrder(order: readonly (Message | AstNode)[], lifelines: ReadonlyMap<AstNode, readonly AstNode[]>): void {
        let after = 0;
        for (const item of order) {
            if ('flow' in item) {
                this.add(item);
                after++;
            } else {
                const node = this.lifeline(lifelines.get(ownerOf(item)!)!);
                this.happen(item, { node: node.id, edge: '', side: 'from', after });
            }
        }
    }

    private happen(event: AstNode, parts: Pick<LifelineEvent, 'node' | 'edge' | 'side' | 'after'>): void {
        const name = simpleNameOf(event);
        if (name !== '' && !this.happened.has(event)) {
            this.happened.set(event, this.graph.event(event, { ...parts, name }));
        }
    }

    /** Adds the orders that successions declare among events of different lifelines. */
    private addOrders(bodies: ReadonlySet<AstNode>): void {
        for (const [before, after] of [...bodies].flatMap(successionsIn)) {
            const [from, to] = [this.happened.get(before), this.happened.get(after)];
            if (from !== undefined && to !== undefined && from.node !== to.node) {
                this.graph.orders.push({ id: `o${this.graph.orders.length}`, from: from.id, to: to.id });
            }
        }
    }

    private lifeline(path: readonly AstNode[]): NodeDraft {
        const key = path.map(elementIdOf).join(' ');
        let node = this.lifelines.get(key);
        if (node === undefined) {
            const element = path.at(-1)!;
            const name = this.shown.has(element) ? fullNameOf(element) : path.map(simpleNameOf).join('.');
            node = this.graph.node(element, { shape: isA(element, 'PartUsage') && isActor(element) ? 'actor' : 'lifeline', name });
            this.lifelines.set(key, node);
            this.used.add(element);
        }
        return node;
    }
}

const isActor = (element: AstNode): boolean => element.kind === 'actor';

/** Collects the messages and flows with ends in an element and in its members at any depth, and the bodies that may order events. */
function collect(element: AstNode, messages: Set<ast.FlowUsage>, bodies: Set<AstNode>): void {
    if (element.$type === 'FlowUsage') {
        messages.add(element);
        return;
    }
    if ((!isUsage(element) && !isDefinition(element) && element.$type !== 'Package') || bodies.has(element)) {
        return;
    }
    bodies.add(element);
    ownedMembersOf(element).forEach(m => m.$containerProperty === 'members' && collect(m, messages, bodies));
}

/** Whether the feature at an end is exposed, or declared in an exposed element. */
function isShown(path: readonly AstNode[], shown: ReadonlySet<AstNode>): boolean {
    return path.some(feature => {
        for (let owner: AstNode | undefined = feature; owner !== undefined; owner = ownerOf(owner)) {
            if (shown.has(owner)) {
                return true;
            }
        }
        return false;
    });
}

function isOwnedBy(element: AstNode, owner: AstNode): boolean {
    for (let o = ownerOf(element); o !== undefined; o = ownerOf(o)) {
        if (o === owner) {
            return true;
        }
    }
    return false;
}

/** The lifeline of a message's end: the structure in its path, without events, ports and features that flow. */
function endAt(end: NameNode): End | undefined {
    const path = resolveEachSegment(end).filter(e => e !== undefined && isUsage(e));
    const isOn = (feature: AstNode): boolean => isStructural(feature) && !isPort(feature) && !isPassed(feature);
    const length = path.findLastIndex(f => isOn(f)) + 1;
    const event = path.at(-1);
    if (event === undefined) {
        return undefined;
    }
    if (length > 0) {
        const port = path.slice(length).find(isPort);
        return { path: path.slice(0, length), port, event: length < path.length ? event : undefined };
    }
    const owner = ownerOf(event);
    return owner !== undefined && isStructural(owner) ? { path: [owner], port: isPort(event) ? event : undefined, event } : undefined;
}

/** The features from the outermost lifeline to the one that owns an event. */
function pathTo(event: AstNode): AstNode[] {
    const path: AstNode[] = [];
    for (let owner = ownerOf(event); owner !== undefined && isUsage(owner) && isStructural(owner); owner = ownerOf(owner)) {
        path.unshift(owner);
    }
    return path;
}

/** Whether a feature is transferred by a message: directed features and plain values. */
function isPassed(feature: AstNode): boolean {
    return feature.direction !== undefined || isA(feature, 'AttributeUsage');
}

// --- Time -------------------------------------------------------------------------------------------------------------------

/** Whether an element is an event of a lifeline, and does not represent the end of a message. */
function isEvent(element: AstNode): boolean {
    return isUsage(element) && isA(element, 'EventOccurrenceUsage') && element.reference === undefined;
}

/** Messages, and events without a message, in time order: by successions, otherwise in the order of declaration. */
function inTimeOrder(messages: readonly Message[], events: readonly AstNode[], bodies: ReadonlySet<AstNode>): (Message | AstNode)[] {
    const at = new Map<AstNode, AstNode>();
    for (const { flow, ends } of messages) {
        at.set(flow, flow);
        // An event has the time of the message that it begins or ends; if there are several messages, of the first.
        ends.forEach(e => e.event !== undefined && !at.has(e.event) && at.set(e.event, flow));
    }
    const successions = [...bodies]
        .flatMap(successionsIn)
        .map(([before, after]): [AstNode, AstNode] => [at.get(before) ?? before, at.get(after) ?? after]);
    const free = events.filter(e => !at.has(e));
    const order = timeOrder<AstNode>([...messages.map(m => m.flow), ...free], successions);
    const byFlow = new Map<AstNode, Message>(messages.map(m => [m.flow, m]));
    return order.map(item => byFlow.get(item) ?? item);
}

/** The order of members that a body declares, as pairs of an earlier and a later one. */
function successionsIn(body: AstNode): (readonly [AstNode, AstNode])[] {
    const found: (readonly [AstNode, AstNode])[] = [];
    let preceding: AstNode | undefined;
    const add = (earlier: AstNode | undefined, later: AstNode | undefined): void => {
        if (earlier !== undefined && later !== undefined) {
            found.push([earlier, later]);
        }
    };
    for (const member of ownedMembersOf(body)) {
        if (member.$type === 'TargetSuccession') {
            add(preceding, resolve(member.target));
        } else if (member.$type === 'InitialNode') {
            preceding = resolve(member);
        } else if (isUsage(member) && isA(member, 'Succession') && member.$type === 'ConnectorUsage') {
            const [earlier, later] = member.ends.map(e => resolve(e));
            add(earlier, later);
        } else if (isUsage(member) && isA(member, 'Feature')) {
            const happening = referredOf(member);
            if (member.isThen) {
                add(preceding, happening);
            }
            preceding = happening;
        }
    }
    return found;
}

/** The element that an event refers to, as in `event m.source;`: the message or its end; or else the event itself. */
function referredOf(event: ast.Usage): AstNode {
    const path = event.kind === 'event' && event.reference !== undefined ? resolveEachSegment(event.reference) : [];
    return path.find(e => e?.$type === 'FlowUsage') ?? (event.reference === undefined ? undefined : resolve(event.reference)) ?? event;
}
