/**
 * Interconnections (contract: views 2.5, 2.6): exposed structure with its nested structure, ports on borders, and the connectors and flows
 * between them.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolveEachSegment } from '../../language/semantics/names.js';
import { isDefinition, isUsage, type NameNode, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isA, layoutOf } from '../../runtime/evaluation/index.js';
import { endsOf, fullNameOf, keywordOf, multiplicityText, payloadOf, simpleNameOf, typeTextOf } from '../describe.js';
import type { AdditionEnd, EdgeForm, InnerEnd } from '../graph.js';
import type { EdgeParts, NodeDraft, ViewGraph } from '../view-graph.js';
import { compartmentOf, featuresBesideEnds } from './compartments.js';
import { JoinedUsages } from './joined-usages.js';
import { headText } from './statement-text.js';
import { innerEndAt, isConjugated, isPort, isStructural, TURNED, isStructuralConnector, portSlotsOf, portsOf } from './structure.js';
import { MAX_DEPTH, MOST_INHERITED, TOO_DEEP } from './bounds.js';

export function renderInterconnection(graph: ViewGraph, exposed: readonly AstNode[]): void {
    const diagram = new Interconnection(graph);
    diagram.draw(exposed);
    graph.keepUsedPorts();
}

/** A point at which an end attaches. */
interface Attachment {
    readonly node: NodeDraft;
    readonly port: string;
    /** the feature of the end, if it is nested deeper than the drawing shows */
    readonly inner?: InnerEnd;
    /** the end in a drawing, if that differs */
    readonly addition?: AdditionEnd;
}

/**
 * A connector and the node in which it is drawn: the node of the declaring or inheriting element; none for a connector that is exposed
 * itself.
 */
interface Placed {
    readonly connector: Connector;
    readonly within: NodeDraft | undefined;
}
type Connector = ast.ConnectorUsage | ast.FlowUsage;

/** Draws structure into a graph; also used for the structural part of a mixed diagram. */
export class Interconnection {
    private readonly nodes = new Map<AstNode, NodeDraft>();
    private readonly elements = new Map<NodeDraft, AstNode>();
    private readonly parents = new Map<NodeDraft, NodeDraft>();
    /** the nodes in a node, by the features of its element that they represent */
    private readonly nested = new Map<NodeDraft, Map<AstNode, NodeDraft>>();
    private readonly connectors = new Map<Connector, Placed[]>();
    /** the ports of the nodes, declared and inherited */
    private readonly onBorders = new Set<AstNode>();
    private readonly joined: JoinedUsages;
    private inherited = 0;

    constructor(private readonly graph: ViewGraph) {
        this.joined = new JoinedUsages(graph);
    }

    draw(exposed: readonly AstNode[]): void {
        const all = new Set(exposed);
        for (const element of exposed) {
            if (isStructuralConnector(element)) {
                this.addConnector(element);
            } else if (!isStructural(element)) {
                this.joined.expose(element);
                this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)} has no place in an interconnection rendering`);
            }
        }
        for (const element of inOthersLast(exposed.filter(isStructural))) {
            if (!this.nodes.has(element) && !isNestedIn(element, all) && !this.isOnBorder(element)) {
                this.drawNode(element, undefined, 0);
            }
        }
        this.connectAll();
        this.graph.placeOnce();
    }

    /** Whether a feature is on the border of its owner: a port of a drawn node or, in drawings, a parameter of an exposed constraint. */
    private isOnBorder(element: AstNode): boolean {
        return this.onBorders.has(element) || (this.graph.options.inherited && this.joined.showPin(element));
    }

    /** Makes edges for the collected connectors, once all nodes exist. */
    connectAll(): void {
        this.connectors.forEach(places => places.forEach(place => this.connect(place)));
    }

    /** @param within the node of the element that declares or inherits it, if that is drawn */
    addConnector(connector: Connector, within?: NodeDraft): void {
        const places = this.connectors.get(connector) ?? [];
        if (within === undefined ? places.length === 0 : places.every(p => p.within !== within)) {
            const inside = places.filter(p => p.within !== undefined);
            this.connectors.set(connector, [...inside, { connector, within }]);
        }
    }

    /** Registers a node so that connectors can end at it. */
    register(element: AstNode, node: NodeDraft, parent: NodeDraft | undefined): void {
        node.ports = portsOf(node, element, this.graph.options.digests);
        portSlotsOf(element).forEach(({ chain }) => chain.forEach(port => this.onBorders.add(port)));
        this.elements.set(node, element);
        if (parent !== undefined) {
            this.parents.set(node, parent);
        }
        if (!this.nodes.has(element)) {
            this.nodes.set(element, node);
        }
    }

    private drawNode(element: AstNode, parent: NodeDraft | undefined, depth: number, isInherited = false): NodeDraft {
        const compartment = parent === undefined ? '' : compartmentOf(element);
        const isValue = compartment === 'attributes' || compartment === 'enums';
        const node = this.graph.node(element, {
            shape: isDefinition(element) ? 'definition' : 'usage',
            parent,
            isInherited,
            // Only values are compartment lines: parts in an interconnection are boxes.
            compartment: isValue ? compartment : ''
        });
        this.register(element, node, parent);
        const members = [
            ...ownedMembersOf(element).filter(m => m.$containerProperty === 'members'),
            ...(this.graph.options.inherited && showsInherited(element, node, isValue) ? this.inheritedOf(element, node) : [])
        ];
        if (depth >= MAX_DEPTH && members.some(isStructural)) {
            node.detail = TOO_DEEP;
            return node;
        }
        const slots = layoutOf(element);
        const nested = new Map<AstNode, NodeDraft>();
        this.nested.set(node, nested);
        for (const member of members) {
            if (isStructuralConnector(member)) {
                this.addConnector(member, node);
            } else if (isStructural(member) && !isPort(member)) {
                const inner = this.drawNode(member, node, depth + 1, isInherited || ownerOf(member) !== element);
                const chain = slots.slots[slots.indexOf.get(member) ?? -1]?.chain ?? [member];
                chain.forEach(feature => nested.set(feature, inner));
            }
        }
        return node;
    }

    /** The features that an element inherits and does not redefine, except those of the library and those that would contain themselves. */
    private inheritedOf(element: AstNode, node: NodeDraft): AstNode[] {
        const around = new Set<AstNode>();
        for (let n: NodeDraft | undefined = node; n !== undefined; n = this.parents.get(n)) {
            around.add(this.elements.get(n)!);
        }
        const found = layoutOf(element)
            .slots.map(slot => slot.feature)
            .filter(f => f.$containerProperty === 'members' && ownerOf(f) !== element && !scopeOf(f).isLibrary && !around.has(f))
            .filter(f => (isStructuralConnector(f) ? !leadsInto(f, around) : isStructural(f) && !isPort(f)));
        if (this.inherited + found.length > MOST_INHERITED) {
            this.graph.notice(`more than ${MOST_INHERITED} inherited features: what further nodes inherit is not shown`);
            return [];
        }
        this.inherited += found.length;
        return found;
    }

    // --- Edges --------------------------------------------------------------------------------------------------------

    private connect(place: Placed): void {
        const { connector } = place;
        const ends = endsOf(connector);
        if (ends.length < 2) {
            this.graph.notice(`${this.titleOf(connector)} joins fewer than two features`);
            return;
        }
        const onWire = ends.map(end => this.attach(place, end));
        const missing = onWire.findIndex(a => a === undefined);
        if (missing >= 0) {
            this.graph.notice(`${this.titleOf(connector)} attaches to ${ends[missing].text}, which is not exposed`);
        }
        const attached = onWire.map((a, i) => a ?? this.atExposed(ends[i]));
        if (attached.includes(undefined)) {
            return;
        }
        const elaboration = this.elaborated(place);
        for (let i = 0; i < ends.length; i++) {
            for (let j = i + 1; j < ends.length; j++) {
                this.addEdge(place, elaboration, [attached[i]!, attached[j]!], [ends[i], ends[j]]);
            }
        }
    }

    /**
     * The id of the box of a connection that has features other than its ends, with these as lines (SysML 8.2.3.13); empty for other
     * connections.
     */
    private elaborated({ connector, within }: Placed): string {
        const features = featuresBesideEnds(connector);
        if (connector.$type === 'FlowUsage' || features.length === 0) {
            return '';
        }
        const owner = ownerOf(connector);
        const parent = within ?? (owner && this.nodes.get(owner));
        const box = this.graph.addition(connector, { shape: 'usage', parent });
        features.forEach(f => this.graph.addition(f, { shape: 'usage', parent: box, compartment: compartmentOf(f) }));
        return box.id;
    }

    private addEdge(
        { connector, within }: Placed,
        elaboration: string,
        [from, to]: readonly [Attachment, Attachment],
        [first, second]: readonly [NameNode, NameNode]
    ): void {
        const payload = payloadOf(connector);
        const name = simpleNameOf(connector);
        const type = typeTextOf(connector);
        const isOfWire = [from, to].every(({ node, addition }) => addition?.node !== node.id);
        const parts: EdgeParts = {
            from: from.node.id,
            to: to.node.id,
            fromPort: from.port,
            toPort: to.port,
            within: within?.id ?? '',
            elaboration,
            label: [name, type, payload === '' ? '' : `of ${payload}`, keywordOf(connector)].find(t => t !== '')!,
            name,
            type,
            payload,
            kind: connector.$type === 'FlowUsage' ? 'flow' : 'connection',
            form: formOf(connector),
            fromEnd: endText(first),
            toEnd: endText(second),
            ...(from.inner !== undefined && { fromInner: from.inner }),
            ...(to.inner !== undefined && { toInner: to.inner }),
            ...(from.addition !== undefined && { fromAddition: from.addition }),
            ...(to.addition !== undefined && { toAddition: to.addition })
        };
        if (isOfWire) {
            this.graph.edge(connector, parts);
        } else {
            this.graph.relationship(connector, parts);
        }
    }

    private titleOf(connector: AstNode): string {
        const name = fullNameOf(connector);
        return name === '' ? headText(connector) : `${keywordOf(connector)} ${name}`;
    }

    /** The point at which an end attaches: the drawn feature that it names, or else the nearest drawn owner of that feature. */
    private attach({ connector, within }: Placed, end: NameNode): Attachment | undefined {
        let place: Attachment | undefined;
        const path = resolveEachSegment(end);
        let reached = 0;
        for (const [i, feature] of path.entries()) {
            if (feature === undefined || (place !== undefined && place.port !== '')) {
                break;
            }
            if (place === undefined) {
                place = this.inScope(within, feature) ?? this.startAt(connector, feature);
                reached = i;
                continue;
            }
            const next = this.step(place.node, feature);
            if (next === undefined) {
                break;
            }
            place = next;
            reached = i;
        }
        const inner = path.slice(reached + 1);
        // A feature that flows through a port attaches at the port.
        const last = inner.at(-1);
        const isWithinPort = place?.port !== '' && !(last !== undefined && isUsage(last) && isPort(last));
        if (place === undefined) {
            const owner = this.ownerOfPath(connector, within, path);
            return owner && this.atJoined(owner, path);
        }
        if (inner.length === 0 || inner.includes(undefined) || isWithinPort) {
            return place;
        }
        const behind = this.innerEnd(
            place,
            path[reached]!,
            inner.filter(f => f !== undefined)
        );
        return this.atJoined({ ...place, inner: behind }, inner);
    }

    /** The end at an exposed constraint, requirement or step whose owner is not drawn; drawings only. */
    private atExposed(end: NameNode): Attachment | undefined {
        const addition = this.joined.endAtExposed(resolveEachSegment(end));
        return addition && { node: addition.box, port: '', addition };
    }

    /** Adds the constraint, requirement or step at which the end is attached in a drawing. @param path features from the node on */
    private atJoined(place: Attachment, path: readonly (AstNode | undefined)[]): Attachment {
        const { node, port } = place;
        const element = this.elements.get(node);
        const addition = port === '' && element !== undefined ? this.joined.endAt(node, element, path) : undefined;
        return addition === undefined ? place : { ...place, addition };
    }

    /** The end behind the border of a node; if it is in a port of the node, the path begins with that port. */
    private innerEnd({ node, port }: Attachment, reached: AstNode, path: readonly AstNode[]): InnerEnd {
        const feature = path.at(-1)!;
        const names = (port === '' ? path : [reached, ...path]).map(simpleNameOf);
        const isPortThere = isUsage(feature) && isPort(feature) && (port !== '' || path.length === 1);
        const end = innerEndAt(feature, names.join('.'), isPortThere, this.graph.options.digests);
        const around = [node.ports.find(p => p.id === port)?.isConjugated === true, ...path.slice(0, -1).map(isConjugated)];
        return around.filter(c => c).length % 2 === 1 ? { ...end, flow: TURNED[end.flow] } : end;
    }

    /** The declared, inherited or redefined feature in the nearest enclosing node of a connector that has it. */
    private inScope(within: NodeDraft | undefined, feature: AstNode): Attachment | undefined {
        for (let node = within; node !== undefined; node = this.parents.get(node)) {
            const found = this.elements.get(node) === feature ? { node, port: '' } : this.step(node, feature);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    /** The drawn feature, or the port of a drawn node that encloses the connector. */
    private startAt(connector: AstNode, feature: AstNode): Attachment | undefined {
        if (isPort(feature)) {
            for (let owner = ownerOf(connector); owner !== undefined; owner = ownerOf(owner)) {
                const found = this.atPort(this.nodes.get(owner), feature);
                if (found !== undefined) {
                    return found;
                }
            }
        }
        const node = this.nodes.get(feature) ?? this.drawnOtherwise(feature);
        return node === undefined ? this.atPort(this.nodes.get(ownerOf(feature)!), feature) : { node, port: '' };
    }

    /** A node that another kind of diagram drew: a behaviour in a mixed diagram. */
    private drawnOtherwise(feature: AstNode): NodeDraft | undefined {
        return isPort(feature) ? undefined : this.graph.shownAs(feature);
    }

    /** Follows a feature from a drawn node to a node in it or a port of it. */
    private step(node: NodeDraft, feature: AstNode): Attachment | undefined {
        if (!this.elements.has(node)) {
            const step = this.graph.shownIn(node, feature);
            return step && { node: step, port: '' };
        }
        const nested = this.nested.get(node)?.get(feature) ?? this.nodes.get(feature);
        return nested !== undefined && this.parents.get(nested) === node ? { node: nested, port: '' } : this.atPort(node, feature);
    }

    /** The port of a node; undefined if another kind of diagram drew the node, because its ports are not registered here. */
    private atPort(node: NodeDraft | undefined, feature: AstNode): Attachment | undefined {
        const element = node && this.elements.get(node);
        if (node === undefined || element === undefined) {
            return undefined;
        }
        const index = portSlotsOf(element).findIndex(s => s.chain.some(f => f === feature));
        return index < 0 ? undefined : { node, port: node.ports[index].id };
    }

    /**
     * The nearest drawn owner of the feature at the end of a path; for an inherited feature, the drawn node that encloses the connector and
     * inherits the feature.
     */
    private ownerOfPath(connector: AstNode, within: NodeDraft | undefined, path: readonly (AstNode | undefined)[]): Attachment | undefined {
        const [first] = path.filter(e => e !== undefined && isUsage(e));
        if (first === undefined) {
            return undefined;
        }
        const declaring = ownerOf(first);
        for (let node = within; node !== undefined && declaring !== undefined; node = this.parents.get(node)) {
            if (conformsTo(this.elements.get(node)!, declaring)) {
                return { node, port: '' };
            }
        }
        for (let owner = ownerOf(connector); owner !== undefined && declaring !== undefined; owner = ownerOf(owner)) {
            const node = this.nodes.get(owner);
            if (node !== undefined && conformsTo(owner, declaring)) {
                return { node, port: '' };
            }
        }
        for (let owner = declaring; owner !== undefined; owner = ownerOf(owner)) {
            const node = this.nodes.get(owner);
            if (node !== undefined) {
                return { node, port: '' };
            }
        }
        return undefined;
    }
}

/**
 * Whether a node shows inherited features. A port does not, because it is a symbol, and a nested value or reference does not, because its
 * type is sufficient.
 */
const showsInherited = (element: AstNode, { parent, declared }: NodeDraft, isValue: boolean): boolean =>
    !isPort(element) && (parent === '' || !(isValue || declared.isReference));

/** The exposed elements in order, but features of types of other exposed elements last: then the nodes of these others exist. */
function inOthersLast(exposed: readonly AstNode[]): readonly AstNode[] {
    const features = new Set<AstNode>(exposed.flatMap(e => layoutOf(e).slots.flatMap(({ chain }) => chain)));
    return [...exposed.filter(e => !features.has(e)), ...exposed.filter(e => features.has(e))];
}

/** Whether an element is drawn within another exposed one. */
function isNestedIn(element: AstNode, exposed: ReadonlySet<AstNode>): boolean {
    let inner = element;
    for (let owner = ownerOf(element); owner !== undefined && isStructural(owner); owner = ownerOf(owner)) {
        if (inner.$containerProperty !== 'members') {
            return false;
        }
        if (exposed.has(owner)) {
            return true;
        }
        inner = owner;
    }
    return false;
}

/** Whether the path of a connector's end begins with one of some features. */
function leadsInto(connector: Connector, features: ReadonlySet<AstNode>): boolean {
    return endsOf(connector).some(end => {
        const [first] = resolveEachSegment(end);
        return first !== undefined && features.has(first);
    });
}

function endText(end: NameNode): string {
    const { name } = end;
    return [name ?? '', multiplicityText(end)].filter(t => t !== '').join(' ');
}

/** How a connector or flow is drawn. */
export function formOf(connector: AstNode): EdgeForm {
    if (connector.$type === 'FlowUsage') {
        const { kind = '' } = connector;
        return kind === 'message' ? 'message' : kind.startsWith('succession') ? 'succession flow' : 'flow';
    }
    if (isA(connector, 'BindingConnector')) {
        return 'binding';
    }
    return isA(connector, 'AllocationUsage') ? 'allocation' : isA(connector, 'InterfaceUsage') ? 'interface' : 'plain';
}
