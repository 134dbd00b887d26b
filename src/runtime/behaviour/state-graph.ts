/**
 * The graph of a state machine: vertices, regions and transitions as the executor runs them and as ExportGraphs writes them (contract
 * behaviour 9.1, 10). Built once from the resolved model and memoized. Knows no events and no values.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import { isUsage, lastSegment, ownedMembersOf, segmentsOf, type NameNode } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { assignedFeatureOf } from '../model/assignments.js';
import { isA, memoize } from '../model/kinds.js';
import { allRedefined } from '../model/layout.js';
import { EvaluationError } from '../values/index.js';
import { type AcceptedType, acceptedTypeOf } from './bus.js';
import { triggerOf } from './communication.js';
import { bodyMembersOf, bodyTypesOf, isStatementType, isSuccession } from './members.js';

export type VertexKind =
    | 'machine' | 'state' | 'final' | 'initial' | 'choice' | 'junction' | 'fork' | 'join' | 'entry' | 'exit' | 'shallow history' | 'deep history' | 'terminate';

export interface Vertex {
    readonly id: number;
    readonly kind: VertexKind;
    readonly name: string;
    readonly node: ast.Usage | ast.Definition | undefined;
    readonly region: Region | undefined;
    readonly regions: Region[];
    entry: readonly ast.Usage[];
    do: readonly ast.Usage[];
    exit: readonly ast.Usage[];
    readonly outgoing: Transition[];
    readonly incoming: Transition[];
    /** names of the events that it defers */
    readonly defers: string[];
    /** name in answers: with its region where two regions have states of one name */
    label: string;
    /** whether it has features that need a frame */
    readonly hasFeatures: boolean;
}

export interface Region {
    readonly id: number;
    readonly name: string;
    readonly owner: Vertex;
    readonly vertices: Vertex[];
    /** where the body's entry transitions leave; it is no state */
    readonly start: Vertex;
    /** the one state of a region of a parallel state */
    root: Vertex | undefined;
    final: Vertex | undefined;
    readonly node: AstNode;
}

export type Trigger =
    | { readonly kind: 'accept'; readonly accept: ast.AcceptActionUsage; readonly type: AcceptedType }
    | { readonly kind: 'call'; readonly accept: ast.AcceptActionUsage; readonly operation: string; readonly parameters: readonly string[] }
    | { readonly kind: 'after' | 'at' | 'when'; readonly accept: ast.AcceptActionUsage; readonly expression: ast.TriggerExpression };

export interface Transition {
    readonly id: number;
    readonly name: string;
    readonly source: Vertex;
    readonly target: Vertex;
    readonly trigger: Trigger | undefined;
    readonly guard: AstNode | undefined;
    readonly isElse: boolean;
    readonly effect: ast.Usage | undefined;
    readonly node: AstNode;
    /** a payload that guard and effect read by name */
    readonly bindsPayload: boolean;
}

export interface StateGraph {
    readonly machine: Vertex;
    readonly name: string;
    readonly vertices: readonly Vertex[];
    readonly regions: readonly Region[];
    readonly transitions: readonly Transition[];
    readonly error: string | undefined;
    /** whether some state defers events */
    readonly hasDeferral: boolean;
}

const GRAPH = Symbol('state graph');

export function stateGraphOf(machine: AstNode): StateGraph {
    return memoize(GRAPH, machine, m => new StateGraphBuilder(m as ast.Usage).build());
}

/** Refuses a machine that cannot be lowered. @throws EvaluationError */
export function checkedStateGraph(machine: AstNode): StateGraph {
    const graph = stateGraphOf(machine);
    if (graph.error !== undefined) {
        throw new EvaluationError(graph.error);
    }
    return graph;
}

const PSEUDOSTATES: Readonly<Record<string, VertexKind>> = {
    choice: 'choice', junction: 'junction', history: 'shallow history', shallowhistory: 'shallow history', deephistory: 'deep history', fork: 'fork', join: 'join',
    initial: 'initial', final: 'final', entrypoint: 'entry', exitpoint: 'exit', decision: 'choice',
};
/** Metadata of the library that makes a state a pseudostate. */
const PSEUDOSTATE_METADATA: Readonly<Record<string, VertexKind>> = {
    choice: 'choice', junction: 'junction', shallowHistory: 'shallow history', deepHistory: 'deep history', history: 'shallow history',
};

/** Transient vertices: passed, never active. */
export const TRANSIENT: ReadonlySet<VertexKind> = new Set(['choice', 'junction', 'fork', 'join', 'entry', 'exit', 'shallow history', 'deep history']);

class StateError extends Error {}

interface Pending { readonly member: AstNode; readonly source: NameNode | Vertex | undefined; readonly target: NameNode | Vertex; readonly scope: Vertex; readonly region: Region }

class StateGraphBuilder {
    private readonly vertices: Vertex[] = [];
    private readonly regions: Region[] = [];
    private readonly transitions: Transition[] = [];
    private readonly byElement = new Map<AstNode, Vertex>();
    private readonly pending: Pending[] = [];

    constructor(private readonly machineNode: ast.Usage | ast.Definition) {}

    build(): StateGraph {
        const machine = this.add('machine', nameOf(this.machineNode) ?? '', this.machineNode, undefined);
        let error: string | undefined;
        try {
            this.readBody(machine, this.machineNode);
            for (const pending of this.pending) {
                this.addTransition(pending);
            }
            this.labelVertices();
            const startless = machine.regions.filter(r => startOf(r) === undefined);
            if (machine.regions.length === 0 || startless.length > 0) {
                throw new StateError(`no initial state found in state machine ${machine.name}`);
            }
            this.checkPseudostates();
        } catch (fault) {
            if (!(fault instanceof StateError)) {
                throw fault;
            }
            error = fault.message;
        }
        return { machine, name: machine.name, vertices: this.vertices, regions: this.regions, transitions: this.transitions, error, hasDeferral: this.vertices.some(v => v.defers.length > 0) };
    }

    private add(kind: VertexKind, name: string, node: Vertex['node'], region: Region | undefined): Vertex {
        const vertex: Vertex = {
            id: this.vertices.length, kind, name, node, region, regions: [], entry: [], do: [], exit: [], outgoing: [], incoming: [], defers: [], label: name,
            hasFeatures: node !== undefined && bodyTypesOf(node).some(t => ownedMembersOf(t).some(declaresFeature)),
        };
        this.vertices.push(vertex);
        region?.vertices.push(vertex);
        return vertex;
    }

    private addRegion(owner: Vertex, name: string, node: AstNode): Region {
        const start: Vertex = {
            id: -1, kind: 'initial', name: '', node: undefined, region: undefined, regions: [], entry: [], do: [], exit: [], outgoing: [], incoming: [],
            defers: [], label: '', hasFeatures: false,
        };
        const region: Region = { id: this.regions.length, name, owner, vertices: [], start, root: undefined, final: undefined, node };
        this.regions.push(region);
        owner.regions.push(region);
        return region;
    }

    /** Reads the body of a state or machine: its behaviours, regions, vertices; transitions are kept until all vertices are known. */
    private readBody(vertex: Vertex, node: AstNode): void {
        const types = bodyTypesOf(node);
        const isParallel = types.some(t => (t as ast.Usage).isParallel);
        this.readBehaviours(vertex, types);
        const members = bodyMembersOf(node);
        const substates = members.filter(m => this.kindOfVertex(m) !== undefined);
        const regionNodes = members.filter(m => (m as ast.Usage).kind === 'region');
        let body: Region | undefined;
        if (!isParallel && substates.length > 0) {
            body = this.addRegion(vertex, vertex.name, node);
        }
        for (const regionNode of regionNodes) {
            const region = this.addRegion(vertex, nameOf(regionNode) ?? '', regionNode);
            this.readVertices(region, regionNode, vertex);
        }
        if (isParallel) {
            for (const substate of substates) {
                const kind = this.kindOfVertex(substate)!;
                if (kind === 'state') {
                    const region = this.addRegion(vertex, nameOf(substate) ?? '', substate);
                    region.root = this.readVertex(substate, kind, region);
                }
            }
            const [first] = vertex.regions;
            if (first !== undefined) {
                for (const substate of substates.filter(s => this.kindOfVertex(s) !== 'state')) {
                    this.readVertex(substate, this.kindOfVertex(substate)!, first);
                }
                this.readTransitions(types, first, vertex);
            }
        } else if (body !== undefined) {
            this.readVertices(body, node, vertex);
        } else {
            // Without substates, what a body says of transitions is about the regions it has, or leaves the state itself.
            const region = vertex.regions.length > 0 ? vertex.regions[0] : vertex.region;
            if (region !== undefined) {
                this.readTransitions(types, region, vertex);
            }
        }
    }

    private readVertices(region: Region, node: AstNode, scope: Vertex): void {
        for (const member of bodyMembersOf(node)) {
            const kind = this.kindOfVertex(member);
            if (kind !== undefined) {
                this.readVertex(member, kind, region);
            }
        }
        this.readTransitions(bodyTypesOf(node), region, scope);
    }

    private readVertex(node: AstNode, kind: VertexKind, region: Region): Vertex {
        const vertex = this.add(kind, nameOf(node) ?? '', node as ast.Usage, region);
        for (const element of [node, ...allRedefined(node)]) {
            this.byElement.set(element, vertex);
        }
        if (kind === 'final') {
            region.final ??= vertex;
        }
        if (kind === 'state') {
            this.readBody(vertex, node);
        }
        return vertex;
    }

    private kindOfVertex(member: AstNode): VertexKind | undefined {
        if (!isUsage(member) || ['entry', 'do', 'exit'].includes(member.membership ?? '')) {
            return undefined;
        }
        const { kind = '' } = member;
        if (kind === 'region' || kind === 'defer' || kind === 'exhibit') {
            return undefined;
        }
        const pseudostate = PSEUDOSTATES[kind];
        if (pseudostate !== undefined) {
            return pseudostate;
        }
        if (member.$type === 'TerminateActionUsage') {
            return 'terminate';
        }
        if (member.$type !== 'Usage' || !isA(member, 'StateUsage')) {
            return undefined;
        }
        for (const { text } of member.prefixes) {
            const found = PSEUDOSTATE_METADATA[lastSegment(text)] as VertexKind | undefined;
            if (found !== undefined) {
                return found;
            }
        }
        return 'state';
    }

    /** The behaviours of the most specific type that writes any of a kind stand in place of inherited ones. */
    private readBehaviours(vertex: Vertex, types: readonly AstNode[]): void {
        for (const type of types) {
            for (const kind of ['entry', 'do', 'exit'] as const) {
                const own = ownedMembersOf(type).filter((m): m is ast.Usage => isUsage(m) && m.membership === kind);
                if (own.length > 0) {
                    vertex[kind] = own.filter(performs);
                }
            }
            for (const member of ownedMembersOf(type)) {
                if ((member as ast.Usage).kind === 'defer') {
                    vertex.defers.push(...(member as ast.Usage).relationships.map(r => lastSegment(r.text)));
                }
            }
        }
    }

    /** Reads transitions and successions of a body, in the order of the text. */
    private readTransitions(types: readonly AstNode[], region: Region, scope: Vertex): void {
        for (const type of types) {
            const firstPending = this.pending.length;
            let preceding: Vertex | undefined;
            for (const member of ownedMembersOf(type)) {
                const usage = member as ast.Usage;
                if (usage.membership === 'entry') {
                    if (region.owner !== scope) {
                        continue;
                    }
                    preceding = region.start;
                    this.byElement.set(member, region.start);
                    continue;
                }
                const vertex = this.byElement.get(member);
                if (vertex !== undefined) {
                    if (usage.isThen && preceding !== undefined) {
                        this.pending.push({ member, source: preceding, target: vertex, scope, region });
                    }
                    preceding = vertex;
                } else if (member.$type === 'TargetSuccession') {
                    this.pending.push({ member, source: preceding, target: (member as ast.TargetSuccession).target, scope, region });
                } else if (member.$type === 'TransitionUsage') {
                    const { source, target } = member as ast.TransitionUsage;
                    // Written first in a state's body it leaves that state (extension notation).
                    const isEntryTransition = preceding === region.start && (member as ast.TransitionUsage).trigger === undefined;
                    const before = preceding === region.start && !isEntryTransition ? undefined : preceding;
                    const from = source ?? before ?? (scope.kind === 'machine' ? preceding : scope);
                    this.pending.push({ member, source: from, target, scope, region: from === scope ? scope.region! : region });
                } else if (member.$type === 'InitialNode') {
                    this.pending.push({ member, source: region.start, target: member as ast.InitialNode, scope, region });
                } else if (isSuccession(member)) {
                    this.pending.push({ member, source: member.ends[0], target: member.ends[1], scope, region });
                } else if (isUsage(member) && member.membership === undefined && !declaresFeature(member)) {
                    preceding = undefined;
                }
            }
            // Entry transitions that a type writes itself replace those that it inherits.
            const own = this.pending.slice(firstPending).some(p => this.leavesStart(p));
            if (own) {
                for (let i = firstPending - 1; i >= 0; i--) {
                    if (this.pending[i].region === region && this.leavesStart(this.pending[i])) {
                        this.pending.splice(i, 1);
                    }
                }
            }
        }
    }

    private leavesStart({ source, region }: Pending): boolean {
        return source === region.start || (source !== undefined && 'text' in source && this.vertexAt(source, region, true) === region.start);
    }

    /** The vertex that an end names: by element, else by name from the body outwards. */
    private vertexAt(end: NameNode, region: Region, isSource: boolean): Vertex | undefined {
        const target = resolve(end);
        const known = target === undefined ? undefined : this.byElement.get(target);
        if (known !== undefined) {
            return known;
        }
        const name = lastSegment(end.text);
        if (target === undefined || scopeOf(target).isLibrary) {
            const declared = segmentsOf(end.text).length > 1 ? undefined : this.named(name, region);
            if (declared !== undefined) {
                return declared;
            }
            if (name === 'done' && !isSource) {
                return (region.final ??= this.add('final', 'done', undefined, region));
            }
            if (name === 'start' && isSource) {
                return region.start;
            }
        }
        // A state that a redefinition or an inheriting usage stands in for.
        return this.named(name, region) ?? this.vertices.find(v => v.name === name && v.kind !== 'machine');
    }

    private named(name: string, region: Region): Vertex | undefined {
        for (let r: Region | undefined = region; r !== undefined; r = r.owner.region) {
            const found = r.vertices.find(v => v.name === name && v.node !== undefined) ?? r.owner.regions.flatMap(o => o.vertices).find(v => v.name === name && v.node !== undefined);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    private addTransition({ member, source, target, region }: Pending): void {
        const from = source === undefined || !('text' in source) ? source : this.vertexAt(source, region, true);
        const to = 'text' in target ? this.vertexAt(target, region, false) : target;
        if (from === undefined) {
            throw new StateError(`a transition to "${'text' in target ? target.text : target.name}" leaves no state`);
        }
        if (to === undefined) {
            throw new StateError(`undefined target state "${(target as NameNode).text}"`);
        }
        const { trigger, guard, isElse, effect } = member as Partial<ast.TransitionUsage>;
        const transition: Transition = {
            id: this.transitions.length, name: member.$type === 'TransitionUsage' ? (member as ast.TransitionUsage).name ?? '' : '', source: from, target: to,
            trigger: trigger === undefined ? undefined : readTrigger(trigger), guard, isElse: isElse ?? false,
            effect: effect !== undefined && performs(effect) ? effect : undefined, node: member,
            bindsPayload: trigger?.payload?.name !== undefined || trigger?.payload?.$type === 'CallTrigger',
        };
        this.transitions.push(transition);
        from.outgoing.push(transition);
        to.incoming.push(transition);
    }

    /** States of one name in different regions are told apart by the region. */
    private labelVertices(): void {
        const byName = new Map<string, Vertex[]>();
        for (const vertex of this.vertices) {
            if (vertex.kind !== 'machine' && vertex.node !== undefined) {
                byName.set(vertex.name, [...byName.get(vertex.name) ?? [], vertex]);
            }
        }
        for (const [name, same] of byName) {
            if (same.length > 1) {
                for (const vertex of same) {
                    const owner = vertex.region?.name ?? '';
                    vertex.label = owner === '' || vertex.region?.owner.kind === 'machine' && vertex.region.owner.regions.length === 1 ? name : `${owner}.${name}`;
                }
            }
        }
    }

    private checkPseudostates(): void {
        for (const { kind, name, outgoing } of this.vertices) {
            if (['choice', 'junction', 'fork', 'join', 'entry', 'exit'].includes(kind) && outgoing.length === 0) {
                throw new StateError(`${kind} ${name} has no outgoing transition`);
            }
        }
    }
}

/** Whether a member gives a state features that its behaviours read. */
function declaresFeature(member: AstNode): boolean {
    return isUsage(member) && member.membership === undefined && !isA(member, 'ActionUsage') && !isA(member, 'Connector') && !isA(member, 'Succession')
        && !isA(member, 'TransitionUsage') && member.kind !== 'defer' && member.kind !== 'region' && assignedFeatureOf(member) === undefined;
}

/** Whether a behaviour of a state or transition does anything. */
function performs(usage: ast.Usage): boolean {
    return isStatementType(usage) || (usage.members?.length ?? 0) > 0 || usage.reference !== undefined || usage.relationships.length > 0;
}

function readTrigger(accept: ast.AcceptActionUsage): Trigger {
    const { payload } = accept;
    if (payload?.$type === 'CallTrigger') {
        const call = payload as ast.CallTrigger;
        return { kind: 'call', accept, operation: call.operation, parameters: call.members.map(m => nameOf(m) ?? '') };
    }
    const expression = triggerOf(accept);
    return expression === undefined ? { kind: 'accept', accept, type: acceptedTypeOf(accept) }
        : { kind: expression.kind as 'after' | 'at' | 'when', accept, expression };
}

/** Where a region begins: the vertex that an `initial` declares, the body's entry transitions, or the one state of a parallel region. */
export function startOf(region: Region): Vertex | undefined {
    if (region.root !== undefined) {
        return region.root;
    }
    return region.start.outgoing.length > 0 ? region.start : region.vertices.find(v => v.kind === 'initial');
}

/** The state that contains a vertex. */
export function parentOf(vertex: Vertex): Vertex | undefined {
    return vertex.region?.owner;
}

/** Whether a vertex is a proper ancestor of another. */
export function contains(outer: Vertex, inner: Vertex): boolean {
    for (let v = parentOf(inner); v !== undefined; v = parentOf(v)) {
        if (v === outer) {
            return true;
        }
    }
    return false;
}

/** The innermost proper common ancestor. */
export function commonAncestor(a: Vertex, b: Vertex): Vertex {
    let found = parentOf(a);
    while (found !== undefined && !contains(found, b)) {
        found = parentOf(found);
    }
    return found!;
}

/** The region of an ancestor that leads to a vertex. */
export function regionTowards(ancestor: Vertex, vertex: Vertex): Region {
    let v = vertex;
    while (v.region!.owner !== ancestor) {
        v = v.region!.owner;
    }
    return v.region!;
}
