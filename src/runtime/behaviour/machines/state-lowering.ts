/**
 * Lowering of a state machine: builds its graph once from the resolved model and memoizes it (contract behaviour 9.1, 10). Does not depend
 * on events or values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { annotatedPseudostateOf, deferredSignalsOf, keepersOf } from '../../../language/semantics/annotated-states.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage, lastSegment, ownedMembersOf } from '../../../language/semantics/structure.js';
import { textOf } from '../../../language/semantics/text.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { isA, memoize } from '../../evaluation/model/kinds.js';
import { allRedefined } from '../../evaluation/model/inheritance.js';
import { EvaluationError } from '../../values/index.js';
import { bodyMembersOf, bodyTypesOf } from '../simulation/members.js';
import { faultOfPseudostates } from './pseudostates.js';
import { type Region, startOf, type StateGraph, type Vertex, type VertexKind } from './state-graph.js';
import { performs } from './state-members.js';
import { StateError, TransitionReader } from './transition-reading.js';
import { VertexPlaces } from './vertex-places.js';

const GRAPH = Symbol('state graph');

/** The graph of a state definition or usage, built once; faults of the model are noted in it, not thrown. */
export function stateGraphOf(machine: AstNode): StateGraph {
    return memoize(GRAPH, machine, m => new StateGraphBuilder(m).build());
}

/** The graph of a machine. @throws EvaluationError for a machine that cannot be lowered */
export function checkedStateGraph(machine: AstNode): StateGraph {
    const graph = stateGraphOf(machine);
    if (graph.error !== undefined) {
        throw new EvaluationError(graph.error);
    }
    return graph;
}

const PSEUDOSTATES: Readonly<Record<string, VertexKind>> = {
    choice: 'choice',
    junction: 'junction',
    history: 'shallow history',
    shallowhistory: 'shallow history',
    deephistory: 'deep history',
    fork: 'fork',
    join: 'join',
    initial: 'initial',
    final: 'final',
    entrypoint: 'entry',
    exitpoint: 'exit',
    decision: 'choice'
};
/** Kinds of vertices that exist once for all regions of a state. */
const OF_ALL_REGIONS: ReadonlySet<VertexKind> = new Set(['fork', 'join', 'shallow history', 'deep history']);

class StateGraphBuilder {
    private readonly places = new VertexPlaces();
    private readonly reader = new TransitionReader(this.places);
    /** the types of the states whose bodies are being read */
    private readonly typesBeingRead = new Set<AstNode>();

    constructor(private readonly machineNode: AstNode) {}

    build(): StateGraph {
        const { vertices, regions } = this.places;
        const { transitions } = this.reader;
        const machine = this.places.add('machine', nameOf(this.machineNode) ?? '', this.machineNode, undefined);
        const error = this.readMachine(machine);
        for (const vertex of [...vertices, ...regions.map(r => r.start)]) {
            vertex.timed.push(
                ...vertex.outgoing.filter(t => t.trigger !== undefined && t.trigger.kind !== 'accept' && t.trigger.kind !== 'call')
            );
            vertex.leavesOnCompletion = vertex.outgoing.some(t => t.trigger === undefined);
        }
        for (const transition of transitions) {
            const { source, target, effects } = transition;
            transition.performs =
                effects.length > 0 ||
                [source.exit, source.do, target.entry, target.do].some(b => b.length > 0) ||
                target.leavesOnCompletion;
        }
        return {
            machine,
            name: machine.name,
            vertices,
            regions,
            transitions,
            error,
            hasDeferral: vertices.some(v => v.defers.length > 0),
            hasCalls: transitions.some(t => t.trigger?.kind === 'call'),
            acceptsAtParts: transitions.some(t => t.trigger?.accept.receiver?.$type === 'FeatureChainExpression'),
            joins: vertices.filter(v => v.kind === 'join')
        };
    }

    /** Reads the machine. @returns why it cannot run, if it cannot */
    private readMachine(machine: Vertex): string | undefined {
        try {
            this.readBody(machine, this.machineNode);
            this.reader.finish();
            this.places.label();
        } catch (fault) {
            if (fault instanceof StateError) {
                return fault.message;
            }
            throw fault;
        }
        return machine.regions.length === 0 || machine.regions.some(r => startOf(r) === undefined)
            ? `no initial state found in state machine ${machine.name}`
            : faultOfPseudostates(this.places.vertices);
    }

    /** Reads the body of a state or machine: its behaviours, regions and vertices. Transitions are kept until all vertices are known. */
    private readBody(vertex: Vertex, node: AstNode): void {
        const types = bodyTypesOf(node);
        const around = types.filter(type => !this.typesBeingRead.has(type));
        around.forEach(type => this.typesBeingRead.add(type));
        this.readMembers(vertex, node, types);
        around.forEach(type => this.typesBeingRead.delete(type));
    }

    private readMembers(vertex: Vertex, node: AstNode, types: readonly AstNode[]): void {
        const isParallel = types.some(t => t.isParallel);
        refuseOtherCompletion(vertex.name, types);
        this.readBehaviours(vertex, types);
        const members = bodyMembersOf(node);
        const substates = members.filter(m => this.kindOfVertex(m) !== undefined);
        const regionNodes = members.filter(m => m.kind === 'region');
        // The body `entry; then done;` needs no state.
        const startsAtEnd = members.some(m => m.$type === 'TargetSuccession') && members.some(m => m.membership === 'entry');
        for (const regionNode of regionNodes) {
            this.readVertices(this.places.addRegion(vertex, nameOf(regionNode) ?? '', regionNode), regionNode, vertex);
        }
        if (isParallel) {
            this.readParallel(vertex, types, substates);
        } else if (regionNodes.length > 0) {
            this.readShared(vertex, types, substates);
        } else if (substates.length > 0 || startsAtEnd) {
            this.readVertices(this.places.addRegion(vertex, vertex.name, node), node, vertex);
        } else if (vertex.region !== undefined) {
            // In a body without substates, transitions leave the state itself.
            this.reader.read(types, vertex.region, vertex);
        }
    }

    /** Reads each substate of a parallel state as a region; pseudostates belong to the first one. */
    private readParallel(vertex: Vertex, types: readonly AstNode[], substates: readonly AstNode[]): void {
        const states = substates.filter(s => this.kindOfVertex(s) === 'state');
        for (const substate of states) {
            const region = this.places.addRegion(vertex, nameOf(substate) ?? '', substate);
            region.root = this.readVertex(substate, 'state', region);
        }
        const first = vertex.regions.at(0);
        if (first !== undefined) {
            for (const pseudostate of substates.filter(s => !states.includes(s))) {
                this.readVertex(pseudostate, this.kindOfVertex(pseudostate)!, first);
            }
            this.reader.read(types, first, vertex);
        }
    }

    /**
     * Reads vertices that a state with regions declares outside of them: each region gets its own copy, except forks, joins and histories,
     * which exist once.
     */
    private readShared(vertex: Vertex, types: readonly AstNode[], shared: readonly AstNode[]): void {
        vertex.regions.forEach((region, i) => {
            for (const member of shared) {
                const kind = this.kindOfVertex(member)!;
                if (i === 0 || !OF_ALL_REGIONS.has(kind)) {
                    this.readVertex(member, kind, region);
                }
            }
        });
        for (const region of vertex.regions) {
            this.reader.read(types, region, vertex, region);
        }
    }

    private readVertices(region: Region, node: AstNode, scope: Vertex): void {
        for (const member of bodyMembersOf(node)) {
            const kind = this.kindOfVertex(member);
            if (kind !== undefined) {
                this.readVertex(member, kind, region);
            }
        }
        this.reader.read(bodyTypesOf(node), region, scope);
    }

    private readVertex(node: AstNode, kind: VertexKind, region: Region): Vertex {
        const vertex = this.places.add(kind, nameOf(node) ?? '', node, region);
        for (const element of [node, ...allRedefined(node)]) {
            this.places.place(element, vertex, region);
        }
        if (kind === 'final') {
            region.final ??= vertex;
        }
        if (kind === 'state') {
            vertex.containsItself = this.isNestedInItself(node);
            if (!vertex.containsItself) {
                this.readBody(vertex, node);
            }
        }
        return vertex;
    }

    /** Whether a state is a substate of itself (`state def S { state s : S; }`) in the body of a type that is being read. */
    private isNestedInItself(node: AstNode): boolean {
        if (!bodyTypesOf(node).some(type => this.typesBeingRead.has(type))) {
            return false;
        }
        const found = new Set<AstNode>();
        const work = [node];
        for (let state = work.pop(); state !== undefined; state = work.pop()) {
            for (const substate of this.substatesOf(state)) {
                if (!found.has(substate)) {
                    found.add(substate);
                    work.push(substate);
                }
            }
        }
        return found.has(node);
    }

    /** The states of a body, those of its regions included. */
    private substatesOf(node: AstNode): readonly AstNode[] {
        return bodyMembersOf(node).flatMap(m => (m.kind === 'region' ? this.substatesOf(m) : this.kindOfVertex(m) === 'state' ? [m] : []));
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
        return annotatedPseudostateOf(member) ?? 'state';
    }

    /** Reads entry, do and exit behaviours; those of the most specific type that declares a kind replace inherited ones. */
    private readBehaviours(vertex: Vertex, types: readonly AstNode[]): void {
        for (const type of types) {
            for (const kind of ['entry', 'do', 'exit'] as const) {
                const own = ownedMembersOf(type).filter((m): m is ast.Usage => isUsage(m) && m.membership === kind);
                if (own.length > 0) {
                    vertex[kind] = own.filter(performs);
                }
            }
            for (const member of ownedMembersOf(type)) {
                if (member.kind === 'defer') {
                    vertex.defers.push(...(member.relationships ?? []).map(r => lastSegment(r.text)));
                }
            }
            // a signal that a keeper of the state itself receives is not deferred
            for (const signals of deferredSignalsOf(type).filter(s => keepersOf(type, s).length === 0)) {
                vertex.defers.push(...signals.map(s => nameOf(s) ?? ''));
            }
        }
    }
}

/** The library's defaults for run-to-completion; executors support no others. */
const COMPLETION_DEFAULTS: Readonly<Record<string, readonly string[]>> = {
    isRunToCompletion: ['true', 'this.isRunToCompletion'],
    runToCompletionScope: ['self', 'this', 'this.runToCompletionScope']
};

/** Refuses a body that redefines how a state runs to completion (contract behaviour 9.1). */
function refuseOtherCompletion(name: string, types: readonly AstNode[]): void {
    for (const member of types.flatMap(ownedMembersOf)) {
        if (!isUsage(member) || member.value === undefined) {
            continue;
        }
        const redefined = allRedefined(member).find(f => scopeOf(f).isLibrary && nameOf(f)! in COMPLETION_DEFAULTS);
        if (redefined !== undefined && !COMPLETION_DEFAULTS[nameOf(redefined)!].includes(textOf(member.value.expression))) {
            throw new StateError(`${nameOf(redefined)} of ${name} is redefined: states run to completion within themselves only`);
        }
    }
}
