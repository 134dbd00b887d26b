/**
 * Interconnections (contract: views 2.5, 2.6): exposed structure with what is nested in it, ports on borders,
 * connectors and flows between them.
 */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { resolveEachSegment } from '../../language/semantics/names.js';
import { isDefinition, isUsage, type NameNode, ownedMembersOf, ownerOf } from '../../language/semantics/structure.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { isA } from '../../runtime/evaluation/index.js';
import { elementIdOf, endsOf, fullNameOf, keywordOf, multiplicityText, oneLine, simpleNameOf, typeTextOf } from '../describe.js';
import type { EdgeForm, InnerEnd } from '../graph.js';
import { textOf } from '../../language/semantics/text.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { compartmentOf } from './compartments.js';
import { headText } from './statement-text.js';
import { isPort, isStructural, isStructuralConnector, pinOf, portSlotsOf, portsOf } from './structure.js';
import { MAX_DEPTH, TOO_DEEP } from './bounds.js';

export function renderInterconnection(graph: ViewGraph, exposed: readonly AstNode[]): void {
    const diagram = new Interconnection(graph);
    diagram.draw(exposed);
    graph.keepUsedPorts();
}

/** A place where an end attaches. */
interface Attachment {
    readonly node: NodeDraft;
    readonly port: string;
    /** where the end leads deeper than what is drawn */
    readonly inner?: InnerEnd;
}

/** Draws structure into a graph; also used for the structural part of a mixed diagram. */
export class Interconnection {
    private readonly nodes = new Map<AstNode, NodeDraft>();
    private readonly elements = new Map<NodeDraft, AstNode>();
    private readonly parents = new Map<NodeDraft, NodeDraft>();
    private readonly connectors = new Set<ast.ConnectorUsage | ast.FlowUsage>();

    constructor(private readonly graph: ViewGraph) {}

    draw(exposed: readonly AstNode[]): void {
        const all = new Set(exposed);
        for (const element of exposed) {
            if (isStructuralConnector(element)) {
                this.connectors.add(element);
            } else if (!isStructural(element)) {
                this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)} has no place in an interconnection rendering`);
            } else if (!this.nodes.has(element) && !isNestedIn(element, all)) {
                this.drawNode(element, undefined, 0);
            }
        }
        this.connectAll();
    }

    /** Edges for the connectors that were found, to what is drawn by now. */
    connectAll(): void {
        this.connectors.forEach(c => this.connect(c));
    }

    addConnector(connector: ast.ConnectorUsage | ast.FlowUsage): void {
        this.connectors.add(connector);
    }

    /** Makes a node one at which connectors can end. */
    register(element: AstNode, node: NodeDraft, parent: NodeDraft | undefined): void {
        node.ports = portsOf(node, element, this.graph.options.digests);
        this.elements.set(node, element);
        if (parent !== undefined) {
            this.parents.set(node, parent);
        }
        if (!this.nodes.has(element)) {
            this.nodes.set(element, node);
        }
    }

    private drawNode(element: AstNode, parent: NodeDraft | undefined, depth: number): void {
        const compartment = parent === undefined ? '' : compartmentOf(element);
        const node = this.graph.node(element, {
            shape: isDefinition(element) ? 'definition' : 'usage',
            parent,
            // Only values are lines of a compartment: parts in an interconnection are boxes.
            compartment: compartment === 'attributes' || compartment === 'enums' ? compartment : ''
        });
        this.register(element, node, parent);
        const nested = ownedMembersOf(element).filter(m => m.$containerProperty === 'members');
        if (depth >= MAX_DEPTH && nested.some(isStructural)) {
            node.detail = TOO_DEEP;
            return;
        }
        for (const member of nested) {
            if (isStructuralConnector(member)) {
                this.connectors.add(member);
            } else if (isStructural(member) && !isPort(member)) {
                this.drawNode(member, node, depth + 1);
            }
        }
    }

    // --- Edges --------------------------------------------------------------------------------------------------------

    private connect(connector: ast.ConnectorUsage | ast.FlowUsage): void {
        const ends = endsOf(connector);
        if (ends.length < 2) {
            this.graph.notice(`${this.titleOf(connector)} joins fewer than two features`);
            return;
        }
        const attached = ends.map(end => this.attach(connector, end));
        const missing = attached.findIndex(a => a === undefined);
        if (missing >= 0) {
            this.graph.notice(`${this.titleOf(connector)} attaches to ${ends[missing].text}, which is not exposed`);
            return;
        }
        for (let i = 0; i < ends.length; i++) {
            for (let j = i + 1; j < ends.length; j++) {
                this.addEdge(connector, [attached[i]!, attached[j]!], [ends[i], ends[j]]);
            }
        }
    }

    private addEdge(
        connector: ast.ConnectorUsage | ast.FlowUsage,
        [from, to]: readonly [Attachment, Attachment],
        [first, second]: readonly [NameNode, NameNode]
    ): void {
        const payload = payloadOf(connector);
        const name = simpleNameOf(connector);
        const type = typeTextOf(connector);
        this.graph.edge(connector, {
            from: from.node.id,
            to: to.node.id,
            fromPort: from.port,
            toPort: to.port,
            label: [name, type, payload === '' ? '' : `of ${payload}`, keywordOf(connector)].find(t => t !== '')!,
            name,
            type,
            payload,
            kind: connector.$type === 'FlowUsage' ? 'flow' : 'connection',
            form: formOf(connector),
            fromEnd: endText(first),
            toEnd: endText(second),
            ...(from.inner !== undefined && { fromInner: from.inner }),
            ...(to.inner !== undefined && { toInner: to.inner })
        });
    }

    private titleOf(connector: AstNode): string {
        const name = fullNameOf(connector);
        return name === '' ? headText(connector) : `${keywordOf(connector)} ${name}`;
    }

    /** Where an end attaches: to the drawn feature that it names, else to the nearest drawn owner of it. */
    private attach(connector: AstNode, end: NameNode): Attachment | undefined {
        let place: Attachment | undefined;
        const path = resolveEachSegment(end);
        let reached = 0;
        for (const [i, feature] of path.entries()) {
            if (feature === undefined || (place !== undefined && place.port !== '')) {
                break;
            }
            if (place === undefined) {
                place = this.startAt(connector, feature);
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
        // What flows through a port has its place at the port.
        const last = inner.at(-1);
        const isWithinPort = place?.port !== '' && !(last !== undefined && isUsage(last) && isPort(last));
        return place === undefined || inner.length === 0 || inner.includes(undefined) || isWithinPort
            ? (place ?? this.ownerOfPath(connector, path))
            : {
                  ...place,
                  inner: this.innerEnd(
                      place,
                      path[reached]!,
                      inner.filter(f => f !== undefined)
                  )
              };
    }

    /** What an end is at behind the border of a node: from a port of it the path begins with that port. */
    private innerEnd({ port }: Attachment, reached: AstNode, path: readonly AstNode[]): InnerEnd {
        const feature = path.at(-1)!;
        const names = (port === '' ? path : [reached, ...path]).map(simpleNameOf);
        const isPortThere = isUsage(feature) && isPort(feature) && (port !== '' || path.length === 1);
        const facts = isUsage(feature) ? pinOf('', feature, [feature], this.graph.options.digests) : undefined;
        return {
            element: elementIdOf(feature),
            type: '',
            direction: '',
            flow: isPortThere ? (facts?.flow ?? '') : '',
            isConjugated: isPortThere && facts?.isConjugated === true,
            multiplicity: '',
            name: names.join('.'),
            isPort: isPortThere
        };
    }

    /** The drawn feature, or the port of a drawn node around the connector. */
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

    /** What another kind of diagram drew: a behaviour in a mixed one. */
    private drawnOtherwise(feature: AstNode): NodeDraft | undefined {
        return isPort(feature) ? undefined : this.graph.shownAs(feature);
    }

    /** From a drawn node along a feature: to a node in it, or to a port of it. */
    private step(node: NodeDraft, feature: AstNode): Attachment | undefined {
        const nested = this.nodes.get(feature);
        return nested !== undefined && this.parents.get(nested) === node ? { node: nested, port: '' } : this.atPort(node, feature);
    }

    private atPort(node: NodeDraft | undefined, feature: AstNode): Attachment | undefined {
        if (node === undefined) {
            return undefined;
        }
        const index = portSlotsOf(this.elements.get(node)!).findIndex(s => s.chain.some(f => f === feature));
        return index < 0 ? undefined : { node, port: node.ports[index].id };
    }

    /** The nearest drawn owner of what a path leads to: of an inherited feature the drawn node around the connector that inherits it. */
    private ownerOfPath(connector: AstNode, path: readonly (AstNode | undefined)[]): Attachment | undefined {
        const [first] = path.filter(e => e !== undefined && isUsage(e));
        if (first === undefined) {
            return undefined;
        }
        const declaring = ownerOf(first);
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

function endText(end: NameNode): string {
    const { name } = end;
    return [name ?? '', multiplicityText(end)].filter(t => t !== '').join(' ');
}

/** What a flow transfers, as written. */
export function payloadOf(connector: AstNode): string {
    const { payload } = connector;
    return payload === undefined ? '' : oneLine(textOf(payload));
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
