/**
 * The graph of a rendering under construction: nodes in creation order with their ids, edges, notices. Each kind of view fills one; stated
 * geometry is added to nodes and edges when they are created. Does not depend on kinds of views.
 */
import type { AstNode } from '../language/generated/tree.js';
import { declaredOf, elementIdOf, fullNameOf, keywordOf, originOf, simpleNameOf, typeTextOf, UNDECLARED } from './describe.js';
import type { EventOrder, GraphEdge, GraphEntry, GraphNode, GraphPort, Lane, LifelineEvent, NodeShape } from './graph.js';
import type { Performance } from './kinds/performers.js';
import { statementOf } from './kinds/statement-text.js';
import type { CompartmentFolding } from './compartment-folding.js';
import type { NotationElement } from './notation-elements.js';
import { migrationMarksOf } from './migration-marks.js';
import type { StatedGeometry } from './stated-geometry.js';

/** How a view is to be rendered. */
export interface RenderOptions {
    /** `minimal` keeps only the ports at which edges end, `full` all ports */
    readonly ports: 'minimal' | 'full';
    /** whether origins include digests of their texts */
    readonly digests: boolean;
    /** notation elements to show in addition to the view's own */
    readonly show: readonly NotationElement[];
    /** number of levels of nested elements below each exposed one; 0 for all */
    readonly depth: number;
    /** which members are lines of a compartment instead of boxes: {@link COMPARTMENT_FOLDINGS} */
    readonly compartments: CompartmentFolding;
    /** whether an interconnection shows inherited features in addition to declared ones; RenderView does not (contract: views 2.5) */
    readonly inherited: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** A node that is still being described. */
export type NodeDraft = Mutable<GraphNode>;

/** The properties of a node that its element does not determine. */
export interface NodeParts {
    readonly shape: NodeShape;
    readonly parent?: NodeDraft;
    /** default: the element's keyword */
    readonly kind?: string;
    readonly name?: string;
    readonly detail?: string;
    readonly text?: string;
    readonly compartment?: string;
    /** whether it is shown in an element that inherits it */
    readonly isInherited?: boolean;
}

/** The properties of an edge; missing ones are empty. */
export type EdgeParts = Partial<Omit<GraphEdge, 'id' | 'element' | 'origin' | 'route' | 'style'>> &
    Pick<GraphEdge, 'from' | 'to' | 'kind' | 'form'>;

export class ViewGraph {
    readonly nodes: NodeDraft[] = [];
    readonly edges: GraphEdge[] = [];
    readonly relationships: GraphEdge[] = [];
    readonly additions: NodeDraft[] = [];
    readonly entries: GraphEntry[] = [];
    readonly lanes: Lane[] = [];
    readonly events: LifelineEvent[] = [];
    readonly orders: EventOrder[] = [];
    readonly notices: string[] = [];
    private readonly noted = new Set<string>();
    private readonly shown = new Map<AstNode, NodeDraft>();
    private edgeCount = 0;

    /** @param performers of the steps of actions, as the model states them; called when an action is drawn */
    constructor(
        readonly options: RenderOptions,
        readonly geometry: StatedGeometry,
        readonly performers: () => ReadonlyMap<AstNode, readonly Performance[]>
    ) {}

    /** A node of an element. Its name is qualified for a root and simple for a nested one. */
    node(element: AstNode, parts: NodeParts): NodeDraft {
        const node = this.add(this.nodeOf(`n${this.nodes.length}`, element, parts));
        if (!this.shown.has(element)) {
            this.shown.set(element, node);
        }
        return node;
    }

    /** A box that only drawings have. */
    addition(element: AstNode, parts: NodeParts): NodeDraft {
        const node = this.nodeOf(`a${this.additions.length}`, element, parts);
        this.additions.push(node);
        return node;
    }

    private nodeOf(id: string, element: AstNode, parts: NodeParts): NodeDraft {
        const { parent } = parts;
        const marks = migrationMarksOf(element);
        return {
            id,
            element: elementIdOf(element),
            kind: parts.kind ?? keywordOf(element),
            shape: parts.shape,
            name: parts.name ?? (parent === undefined ? fullNameOf(element) : simpleNameOf(element)),
            nameSynthesized: marks.nameSynthesized,
            type: typeTextOf(element),
            detail: parts.detail ?? '',
            text: parts.text ?? '',
            standIn: marks.standIn,
            parent: parent?.id ?? '',
            ports: [],
            pins: [],
            origin: originOf(element, this.options.digests),
            geometry: this.geometry.layoutOf(element),
            style: this.geometry.styleOf(element),
            declared: { ...declaredOf(element), statement: statementOf(element), isInherited: parts.isInherited === true },
            compartment: parts.compartment ?? '',
            compartments: [],
            isRepeated: false,
            isFolded: false,
            hidden: '',
            run: '',
            lane: '',
            vertex: -1,
            graph: ''
        };
    }

    /** The elements of the nodes, in the order of the nodes. */
    shownElements(): IterableIterator<AstNode> {
        return this.shown.keys();
    }

    /** The first node of an element. */
    shownAs(element: AstNode): NodeDraft | undefined {
        return this.shown.get(element);
    }

    /** The node of an element directly in another node. */
    shownIn(parent: NodeDraft, element: AstNode): NodeDraft | undefined {
        const id = elementIdOf(element);
        return this.nodes.find(n => n.parent === parent.id && n.element === id);
    }

    /** A node without a declaring element: the start or end that the language defines. */
    anonymous(kind: string, shape: NodeShape, parent: NodeDraft, name = ''): NodeDraft {
        return this.add({
            id: `n${this.nodes.length}`,
            element: '',
            kind,
            shape,
            name,
            nameSynthesized: name !== '',
            type: '',
            detail: '',
            text: '',
            standIn: false,
            parent: parent.id,
            ports: [],
            pins: [],
            declared: UNDECLARED,
            compartment: '',
            compartments: [],
            isRepeated: false,
            isFolded: false,
            hidden: '',
            run: '',
            lane: '',
            vertex: -1,
            graph: ''
        });
    }

    private add(node: NodeDraft): NodeDraft {
        this.nodes.push(node);
        return node;
    }

    /** Adds an edge for a declaration, or without a declaration for an order that the body does not state. */
    edge(declaration: AstNode | undefined, parts: EdgeParts): GraphEdge {
        const made = this.makeEdge(declaration, parts);
        this.edges.push(made);
        return made;
    }

    /** Adds a relationship that is not an edge of the wire. */
    relationship(declaration: AstNode | undefined, parts: EdgeParts): GraphEdge {
        const made = this.makeEdge(declaration, parts);
        this.relationships.push(made);
        return made;
    }

    private makeEdge(declaration: AstNode | undefined, parts: EdgeParts): GraphEdge {
        return {
            id: `e${this.edgeCount++}`,
            element: declaration === undefined ? '' : elementIdOf(declaration),
            fromPort: '',
            toPort: '',
            within: '',
            elaboration: '',
            fromPin: '',
            toPin: '',
            label: '',
            name: '',
            nameSynthesized: declaration !== undefined && migrationMarksOf(declaration).nameSynthesized,
            type: '',
            payload: '',
            fromEnd: '',
            toEnd: '',
            trigger: '',
            guard: '',
            effect: '',
            isElse: false,
            route: declaration === undefined ? [] : this.geometry.routeOf(declaration),
            transition: -1,
            graph: '',
            ...parts,
            ...(declaration !== undefined && {
                origin: originOf(declaration, this.options.digests),
                style: this.geometry.styleOf(declaration)
            })
        };
    }

    entry(declaration: AstNode | undefined, owner: NodeDraft, target: NodeDraft, label = ''): void {
        this.entries.push({
            id: `e${this.edgeCount++}`,
            element: declaration === undefined ? '' : elementIdOf(declaration),
            owner: owner.id,
            target: target.id,
            label,
            ...(declaration !== undefined && { origin: originOf(declaration, this.options.digests) })
        });
    }

    lane(performer: AstNode, name: string, type: string, owner: NodeDraft): Lane {
        const lane: Lane = {
            id: `l${this.lanes.length}`,
            element: elementIdOf(performer),
            kind: keywordOf(performer),
            name,
            type,
            owner: owner.id,
            origin: originOf(performer, this.options.digests)
        };
        this.lanes.push(lane);
        return lane;
    }

    event(element: AstNode, parts: Pick<LifelineEvent, 'name' | 'node' | 'edge' | 'side' | 'after'>): LifelineEvent {
        const event: LifelineEvent = {
            id: `h${this.events.length}`,
            element: elementIdOf(element),
            ...parts,
            origin: originOf(element, this.options.digests)
        };
        this.events.push(event);
        return event;
    }

    /**
     * Keeps a stated position only at the first node of an element that is not inherited, or else at the first node; a stated route only at
     * the first edge.
     */
    placeOnce(): void {
        const keepers = new Map<string, NodeDraft>();
        for (const node of this.nodes.filter(n => n.geometry !== undefined)) {
            const known = keepers.get(node.element);
            if (known === undefined || (known.declared.isInherited && !node.declared.isInherited)) {
                keepers.set(node.element, node);
            }
        }
        for (const node of this.nodes) {
            if (node.declared.isInherited && keepers.get(node.element) !== node) {
                node.geometry = undefined;
            }
        }
        const routed = new Set<string>();
        for (const [i, edge] of this.edges.entries()) {
            const way = `${edge.element} ${edge.from} ${edge.to}`;
            if (edge.route.length > 0 && routed.has(edge.element) && !routed.has(way)) {
                this.edges[i] = { ...edge, route: [] };
            }
            routed.add(edge.element).add(way);
        }
    }

    /** Adds a notice about something that is not represented, each text once. */
    notice(text: string): void {
        if (!this.noted.has(text)) {
            this.noted.add(text);
            this.notices.push(text);
        }
    }

    /** Removes the ports of each node at which no edge ends, unless all are requested. */
    keepUsedPorts(): void {
        if (this.options.ports === 'full' || this.options.show.includes('port-symbols')) {
            return;
        }
        const used = new Set(this.edges.flatMap(e => [e.fromPort, e.toPort]));
        for (const node of this.nodes) {
            node.ports = node.ports.filter((p: GraphPort) => used.has(p.id));
        }
    }
}
