/** State machines (contract: views 2.5): regions, states and pseudostates of the lowered graph, and its transitions. */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import { generalsOf } from '../../language/semantics/specialization.js';
import { isDefinition, isUsage, ownedMembersOf, ownerOf, isStatementType } from '../../language/semantics/structure.js';
import { textOf } from '../../language/semantics/text.js';
import { scopeOf } from '../../language/semantics/world.js';
import { isA } from '../../runtime/evaluation/index.js';
import {
    bodyTypesOf,
    stateGraphOf,
    type Region,
    type StateGraph,
    type Transition,
    type Vertex,
    type VertexKind
} from '../../runtime/behaviour/index.js';
import { elementIdOf, fullNameOf, keywordOf, oneLine, originOf, typeTextOf } from '../describe.js';
import type { Compartment, NodeShape } from '../graph.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { quoted } from '../../runtime/values/index.js';
import { behaviourText } from './statement-text.js';
import { valueCompartments } from './values.js';

/** Symbols of the kinds of vertices. */
const SHAPES: Readonly<Record<VertexKind, NodeShape>> = {
    machine: 'state',
    state: 'state',
    final: 'done',
    initial: 'start',
    choice: 'choice',
    junction: 'junction',
    fork: 'fork',
    join: 'join',
    entry: 'entry point',
    exit: 'exit point',
    'shallow history': 'shallow history',
    'deep history': 'deep history',
    terminate: 'terminate'
};

/** Whether an element is a state machine, definition or usage. */
export function isMachine(element: AstNode): boolean {
    return isA(element, 'StateDefinition') || isA(element, 'StateUsage');
}

export function renderState(graph: ViewGraph, exposed: readonly AstNode[]): void {
    const machines = exposed.filter(isMachine);
    const drawn = new Set<AstNode>();
    for (const element of exposed) {
        if (!isMachine(element)) {
            if (!isWithin(element, machines)) {
                graph.notice(`${keywordOf(element)} ${fullNameOf(element)} is no state machine${insteadOf(element, 'state', isMachine)}`);
            }
        } else if (!drawn.has(element) && !isWithin(element, machines)) {
            new MachineDiagram(graph, stateGraphOf(element), drawn).draw();
        }
    }
}

/** Suggests the behaviours of an element as views, because the reader probably meant one of them: its own first, then inherited ones. */
export function insteadOf(element: AstNode, kind: 'state' | 'action', isBehaviour: (member: AstNode) => boolean): string {
    const types = isUsage(element) || isDefinition(element) ? [element, ...generalsOf(element)] : [element];
    const found = types
        .filter(t => t === element || !scopeOf(t).isLibrary)
        .flatMap(t => ownedMembersOf(t))
        .filter(isBehaviour)
        .map(fullNameOf);
    return found.length === 0 ? '' : `; it has ${found.map(name => `${name} (#${kind}:${name})`).join(', ')}`;
}

/** Whether one of some elements contains an element, at any depth. */
export function isWithin(element: AstNode, others: readonly AstNode[]): boolean {
    for (let owner = ownerOf(element); owner !== undefined; owner = ownerOf(owner)) {
        if (others.includes(owner)) {
            return true;
        }
    }
    return false;
}

export class MachineDiagram {
    private readonly nodes = new Map<Vertex, NodeDraft>();
    private readonly name: string;

    /** @param drawn called with the elements that the diagram shows */
    constructor(
        private readonly graph: ViewGraph,
        private readonly machine: StateGraph,
        private readonly drawn: Set<AstNode>
    ) {
        this.name = elementIdOf(machine.machine.node!);
    }

    /** @param parent the node in which the machine is drawn */
    draw(parent?: NodeDraft): NodeDraft {
        const { machine, error, transitions, regions } = this.machine;
        const element = machine.node!;
        if (error !== undefined) {
            this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)} does not lower: ${error}`);
        }
        const root = this.graph.node(element, { shape: 'state', parent });
        this.tell(root, machine);
        this.drawn.add(element);
        if (machine.regions.length === 0) {
            root.detail = [root.detail, 'declares no states'].filter(t => t !== '').join(', ');
        }
        this.drawRegions(machine, root);
        transitions.forEach(t => this.connect(t));
        regions.forEach(r => this.enter(r));
        return root;
    }

    /** Draws the content of a state: its single body, or regions side by side. */
    private drawRegions(owner: Vertex, node: NodeDraft): void {
        for (const region of owner.regions) {
            // Only a region that the model declares is drawn as a region; a substate of a parallel state is the only state of its implicit
            // region.
            const isDeclared = region.root === undefined && region.node !== owner.node;
            const within = isDeclared ? this.drawRegion(region, node) : node;
            const states = region.vertices.filter(v => SHAPES[v.kind] === 'state');
            const others = region.vertices.filter(v => SHAPES[v.kind] !== 'state');
            [...states, ...others].forEach(v => this.drawVertex(v, within));
        }
    }

    private drawRegion(region: Region, parent: NodeDraft): NodeDraft {
        this.drawn.add(region.node);
        const node = this.graph.node(region.node, { shape: 'region', parent, kind: 'region' });
        node.graph = this.name;
        return node;
    }

    private drawVertex(vertex: Vertex, parent: NodeDraft): void {
        const { kind, node: element } = vertex;
        const shape = SHAPES[kind];
        const keyword = kind === 'final' ? 'state' : kind;
        const node =
            element === undefined
                ? this.graph.anonymous(keyword, shape, parent, vertex.name)
                : this.graph.node(element, { shape, parent, kind: keyword });
        if (element !== undefined) {
            this.drawn.add(element);
        }
        this.tell(node, vertex);
        this.drawRegions(vertex, node);
    }

    private tell(node: NodeDraft, vertex: Vertex): void {
        this.nodes.set(vertex, node);
        node.graph = this.name;
        node.vertex = vertex.id;
        const behaviours = BEHAVIOURS.map(kind => ({ kind, stated: behavioursOf(vertex, kind) })).filter(b => b.stated.length > 0);
        node.detail = remarksOf(
            vertex,
            behaviours.map(b => b.kind)
        );
        const { digests } = this.graph.options;
        const values = vertex.node === undefined ? [] : valueCompartments(vertex.node, ['parameters', 'attributes'], digests);
        const actions = behaviours.map(({ kind, stated }): Compartment => ({
            name: kind,
            lines: stated.map(b => ({
                text: behaviourText(b),
                element: elementIdOf(b),
                origin: originOf(b, digests)
            }))
        }));
        node.compartments = [...values, ...actions];
        if (vertex.defers.length > 0) {
            node.compartments = [...node.compartments, { name: 'defer', lines: vertex.defers.map(text => ({ text, element: '' })) }];
        }
    }

    // --- Edges --------------------------------------------------------------------------------------------------------

    private connect(transition: Transition): void {
        const { source, target, node, name, guard } = transition;
        const effect = effectOf(transition);
        const from = this.nodes.get(source);
        const to = this.nodes.get(target);
        if (from === undefined || to === undefined) {
            // The transition leaves the start of a body, which is not a vertex: it is drawn as an entry.
            return;
        }
        this.graph.edge(node, {
            from: from.id,
            to: to.id,
            kind: 'transition',
            // A transition declared as a succession is drawn as one (SysML 8.2.3.18).
            form: node.$type === 'ConnectorUsage' && node.kind === 'succession' ? 'succession' : 'transition',
            label: labelOf(transition),
            name: name === '' ? '' : quoted(name),
            trigger: triggerText(transition),
            guard: guard === undefined ? '' : oneLine(textOf(guard)),
            effect: effect === undefined ? '' : behaviourText(effect),
            isElse: transition.isElse,
            transition: transition.id,
            graph: this.name
        });
    }

    /** Adds the arrows from the filled circle of a body. */
    private enter(region: Region): void {
        const owner = this.nodes.get(region.owner)!;
        for (const { target, guard, node } of region.start.outgoing) {
            const to = this.nodes.get(target);
            if (to !== undefined) {
                this.graph.entry(node, owner, to, guard === undefined ? '' : `[${oneLine(textOf(guard))}]`);
            }
        }
    }
}

const BEHAVIOURS = ['entry', 'do', 'exit'] as const;

/** The behaviours of a kind that a state has: those declared in its most specific type that declares any. */
function behavioursOf(vertex: Vertex, kind: (typeof BEHAVIOURS)[number]): readonly ast.Usage[] {
    for (const type of vertex.node === undefined || vertex.kind === 'final' ? [] : [...bodyTypesOf(vertex.node)].reverse()) {
        const written = ownedMembersOf(type).filter((m): m is ast.Usage => isUsage(m) && m.membership === kind);
        if (written.length > 0) {
            return written.filter(isStated);
        }
    }
    return [];
}

/** Whether a usage states a behaviour: `entry;` alone only marks where a body starts. */
function isStated(usage: ast.Usage): boolean {
    const { kind, name, reference, relationships, members } = usage;
    const isEmpty =
        kind === undefined && name === undefined && reference === undefined && relationships.length === 0 && members.length === 0;
    return !isEmpty || isStatementType(usage);
}

/** Remarks on a vertex, in the contract's order. */
function remarksOf(vertex: Vertex, behaviours: readonly string[]): string {
    const isInitial = vertex.incoming.some(t => t.source.id < 0 || t.source.kind === 'initial');
    return [
        ...(isInitial ? ['initial'] : []),
        ...(vertex.kind === 'final' ? ['final'] : []),
        ...behaviours,
        ...(vertex.defers.length > 0 ? ['defers'] : [])
    ].join(', ');
}

/** The declared effect of a transition, even if it performs nothing. */
function effectOf({ node }: Transition): ast.Usage | undefined {
    const { effect } = node;
    return effect !== undefined && isStated(effect) ? effect : undefined;
}

/** `<name>: <trigger> via <port> [<guard>] / <effects>`, each part left out when empty. */
function labelOf(transition: Transition): string {
    const { name, guard, isElse } = transition;
    const effect = effectOf(transition);
    return [
        name === '' ? '' : `${quoted(name)}:`,
        triggerText(transition),
        guard === undefined ? (isElse ? '[else]' : '') : `[${oneLine(textOf(guard))}]`,
        effect === undefined ? '' : `/ ${effectName(effect)}`
    ]
        .filter(t => t !== '')
        .join(' ');
}

/** The trigger as written, with the port at which it is received. */
function triggerText({ trigger }: Transition): string {
    if (trigger === undefined) {
        return '';
    }
    const { payload, receiver } = trigger.accept;
    const via = receiver === undefined ? '' : ` via ${oneLine(textOf(receiver))}`;
    return `${payload === undefined ? '' : oneLine(textOf(payload))}${via}`;
}

/** The name of an effect: its own, or else that of the action that it performs. */
function effectName(effect: ast.Usage): string {
    const name = nameOf(effect);
    if (name !== undefined) {
        return quoted(name);
    }
    return effect.reference?.text ?? (typeTextOf(effect) || 'effect');
}
