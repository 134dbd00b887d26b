/** Lowering of a state machine: its graph, built once from the resolved model and memoized (contract behaviour 9.1, 10). Knows no events and no values. */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { annotatedPseudostateOf, deferredSignalsOf, keepersOf } from '../../language/semantics/annotated-states.js';
import { resolve } from '../../language/semantics/names.js';
import { nameOf } from '../../language/semantics/naming.js';
import { isUsage, lastSegment, ownedMembersOf, segmentsOf, type NameNode, isStatementType } from '../../language/semantics/structure.js';
import { textOf } from '../../language/semantics/text.js';
import { scopeOf } from '../../language/semantics/world.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isA, memoize } from '../../evaluation/model/kinds.js';
import { allRedefined, isOutput, layoutOf } from '../../evaluation/model/layout.js';
import { EvaluationError } from '../../evaluation/values/index.js';
import { probabilitiesIn } from '../actions/action-lowering.js';
import { acceptedTypeOf } from '../simulation/bus.js';
import { triggerOf } from '../actions/communication.js';
import { bodyMembersOf, bodyTypesOf, isStep, isSuccession } from '../simulation/members.js';
import { faultOfPseudostates } from './pseudostates.js';
import {
    contains,
    type Region,
    regionTowards,
    startOf,
    type StateGraph,
    type Transition,
    type Trigger,
    type Vertex,
    type VertexKind
} from './state-graph.js';

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
/** Vertices of which a state that has several regions has one. */
const OF_ALL_REGIONS: ReadonlySet<VertexKind> = new Set(['fork', 'join', 'shallow history', 'deep history']);

class StateError extends Error {}

interface Pending {
    readonly member: AstNode;
    readonly source: NameNode | Vertex | undefined;
    readonly target: NameNode | Vertex;
    readonly scope: Vertex;
    readonly region: Region;
    /** the region that it is read for, of what is written beside several */
    readonly readFor: Region | undefined;
}

class StateGraphBuilder {
    private readonly vertices: Vertex[] = [];
    private readonly regions: Region[] = [];
    private readonly transitions: Transition[] = [];
    /** what an element stands for: a state definition that types several states gives each its own */
    private readonly byElement = new Map<AstNode, { readonly vertex: Vertex; readonly region: Region }[]>();
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
            const fault = faultOfPseudostates(this.vertices);
            if (fault !== undefined) {
                throw new StateError(fault);
            }
        } catch (fault) {
            if (!(fault instanceof StateError)) {
                throw fault;
            }
            error = fault.message;
        }
        for (const vertex of [...this.vertices, ...this.regions.map(r => r.start)]) {
            vertex.timed.push(
                ...vertex.outgoing.filter(t => t.trigger !== undefined && t.trigger.kind !== 'accept' && t.trigger.kind !== 'call')
            );
            vertex.leavesOnCompletion = vertex.outgoing.some(t => t.trigger === undefined);
        }
        for (const transition of this.transitions) {
            const { source, target, effects } = transition;
            transition.performs =
                effects.length > 0 ||
                [source.exit, source.do, target.entry, target.do].some(b => b.length > 0) ||
                target.leavesOnCompletion;
        }
        return {
            machine,
            name: machine.name,
            vertices: this.vertices,
            regions: this.regions,
            transitions: this.transitions,
            error,
            hasDeferral: this.vertices.some(v => v.defers.length > 0),
            hasCalls: this.transitions.some(t => t.trigger?.kind === 'call'),
            acceptsAtParts: this.transitions.some(t => t.trigger?.accept.receiver?.$type === 'FeatureChainExpression'),
            joins: this.vertices.filter(v => v.kind === 'join')
        };
    }

    private add(kind: VertexKind, name: string, node: Vertex['node'], region: Region | undefined): Vertex {
        const vertex: Vertex = {
            id: this.vertices.length,
            kind,
            name,
            node,
            region,
            regions: [],
            entry: [],
            do: [],
            exit: [],
            outgoing: [],
            incoming: [],
            defers: [],
            label: name,
            hasFeatures: node !== undefined && bodyTypesOf(node).some(t => ownedMembersOf(t).some(declaresFeature)),
            timed: [],
            leavesOnCompletion: false
        };
        this.vertices.push(vertex);
        region?.vertices.push(vertex);
        return vertex;
    }

    private addRegion(owner: Vertex, name: string, node: AstNode): Region {
        const start: Vertex = {
            id: -1,
            kind: 'initial',
            name: '',
            node: undefined,
            region: undefined,
            regions: [],
            entry: [],
            do: [],
            exit: [],
            outgoing: [],
            incoming: [],
            defers: [],
            label: '',
            hasFeatures: false,
            timed: [],
            leavesOnCompletion: false
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
        refuseOtherCompletion(vertex.name, types);
        this.readBehaviours(vertex, types);
        const members = bodyMembersOf(node);
        const substates = members.filter(m => this.kindOfVertex(m) !== undefined);
        const regionNodes = members.filter(m => (m as ast.Usage).kind === 'region');
        // `entry; then done;` needs no state.
        const startsAtEnd = members.some(m => m.$type === 'TargetSuccession') && members.some(m => (m as ast.Usage).membership === 'entry');
        for (const regionNode of regionNodes) {
            this.readVertices(this.addRegion(vertex, nameOf(regionNode) ?? '', regionNode), regionNode, vertex);
        }
        if (isParallel) {
            this.readParallel(vertex, types, substates);
        } else if (regionNodes.length > 0) {
            this.readShared(vertex, types, substates);
        } else if (substates.length > 0 || startsAtEnd) {
            this.readVertices(this.addRegion(vertex, vertex.name, node), node, vertex);
        } else if (vertex.region !== undefined) {
            // Without substates, what a body says of transitions leaves the state itself.
            this.readTransitions(types, vertex.region, vertex);
        }
    }

    /** A region for each substate of a parallel state; its pseudostates stand in the first one. */
    private readParallel(vertex: Vertex, types: readonly AstNode[], substates: readonly AstNode[]): void {
        const states = substates.filter(s => this.kindOfVertex(s) === 'state');
        for (const substate of states) {
            const region = this.addRegion(vertex, nameOf(substate) ?? '', substate);
            region.root = this.readVertex(substate, 'state', region);
        }
        const [first] = vertex.regions as readonly (Region | undefined)[];
        if (first !== undefined) {
            for (const pseudostate of substates.filter(s => !states.includes(s))) {
                this.readVertex(pseudostate, this.kindOfVertex(pseudostate)!, first);
            }
            this.readTransitions(types, first, vertex);
        }
    }

    /** Vertices beside regions are shared by them: each region has them as its own, a fork, join or history is of them all. */
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
            this.readTransitions(types, region, vertex, region);
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
            this.place(element, vertex, region);
        }
        if (kind === 'final') {
            region.final ??= vertex;
        }
        if (kind === 'state') {
            this.readBody(vertex, node);
        }
        return vertex;
    }

    private place(element: AstNode, vertex: Vertex, region: Region): void {
        const places = this.byElement.get(element) ?? [];
        places.push({ vertex, region });
        this.byElement.set(element, places);
    }

    /** What an element stands for, seen from a region: nearest first, from the region outwards. */
    private standsFor(element: AstNode, from: Region): Vertex | undefined {
        const places = this.byElement.get(element);
        if (places === undefined || places.length < 2) {
            return places?.[0].vertex;
        }
        for (let region: Region | undefined = from; region !== undefined; region = region.owner.region) {
            const { owner } = region;
            const found =
                places.find(p => p.region === region) ??
                places.find(p => p.region.owner === owner) ??
                places.find(p => contains(owner, p.region.owner));
            if (found !== undefined) {
                return found.vertex;
            }
        }
        return places[0].vertex;
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
            // What a keeper of the state's own receives needs no deferral beside it.
            for (const signals of deferredSignalsOf(type).filter(s => keepersOf(type, s).length === 0)) {
                vertex.defers.push(...signals.map(s => nameOf(s) ?? ''));
            }
        }
    }

    /** Reads transitions and successions of a body, in the order of the text. */
    private readTransitions(types: readonly AstNode[], region: Region, scope: Vertex, readFor?: Region): void {
        const redefining = redefinitionsAmong(types);
        for (const type of types) {
            const firstPending = this.pending.length;
            let preceding: Vertex | undefined;
            for (const declared of ownedMembersOf(type)) {
                if (declared.$type === 'TransitionUsage' && [...redefining.values()].includes(declared)) {
                    continue;
                }
                const member = redefining.get(declared) ?? declared;
                const usage = member as ast.Usage;
                if (usage.membership === 'entry') {
                    if (region.owner !== scope) {
                        continue;
                    }
                    preceding = region.start;
                    this.place(member, region.start, region);
                    continue;
                }
                const vertex = this.standsFor(member, region);
                if (vertex !== undefined) {
                    if (usage.isThen && preceding !== undefined) {
                        this.pending.push({ member, source: preceding, target: vertex, scope, region, readFor });
                    }
                    preceding = vertex;
                } else if (member.$type === 'TargetSuccession') {
                    this.pending.push({
                        member,
                        source: preceding,
                        target: (member as ast.TargetSuccession).target,
                        scope,
                        region,
                        readFor
                    });
                } else if (member.$type === 'TransitionUsage') {
                    const { target } = member as ast.TransitionUsage;
                    const source = (member as ast.TransitionUsage).source ?? (declared as ast.TransitionUsage).source;
                    // Written first in a state's body it leaves that state (extension notation).
                    const isEntryTransition = preceding === region.start && (member as ast.TransitionUsage).trigger === undefined;
                    const before = preceding === region.start && !isEntryTransition ? undefined : preceding;
                    const from = source ?? before ?? (scope.kind === 'machine' ? preceding : scope);
                    this.pending.push({ member, source: from, target, scope, region: from === scope ? scope.region! : region, readFor });
                } else if (member.$type === 'InitialNode') {
                    this.pending.push({ member, source: region.start, target: member as ast.InitialNode, scope, region, readFor });
                } else if (isSuccession(member)) {
                    this.pending.push({ member, source: member.ends[0], target: member.ends[1], scope, region, readFor });
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
        return (
            source === region.start || (source !== undefined && 'text' in source && this.vertexAt(source, region, true) === region.start)
        );
    }

    /** The vertex that an end names: by element, else by name from the body outwards. */
    private vertexAt(end: NameNode, region: Region, isSource: boolean): Vertex | undefined {
        const target = resolve(end);
        const known = this.alongPath(end, region) ?? (target === undefined ? undefined : this.standsFor(target, region));
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

    /** The vertex at the end of a path of names, `a.b`, where what it leads through is told apart by its names only. */
    private alongPath(end: NameNode, region: Region): Vertex | undefined {
        const [first, ...rest] = end.text.includes('.') ? segmentsOf(end.text).map(s => s.name) : [];
        let at = first === undefined ? undefined : this.named(first, region);
        for (const name of rest) {
            at = at?.regions.flatMap(r => r.vertices).find(v => v.name === name && v.node !== undefined);
        }
        return at;
    }

    private named(name: string, region: Region): Vertex | undefined {
        for (let r: Region | undefined = region; r !== undefined; r = r.owner.region) {
            const found =
                r.vertices.find(v => v.name === name && v.node !== undefined) ??
                r.owner.regions.flatMap(o => o.vertices).find(v => v.name === name && v.node !== undefined);
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    private addTransition({ member, source, target, region, readFor }: Pending): void {
        const from = source === undefined || !('text' in source) ? source : this.vertexAt(source, region, true);
        const to = 'text' in target ? this.vertexAt(target, region, false) : target;
        if (from !== undefined && readFor !== undefined && isReadElsewhere(from, readFor)) {
            return;
        }
        if (from === undefined) {
            throw new StateError(`a transition to "${'text' in target ? target.text : target.name}" leaves no state`);
        }
        if (to === undefined) {
            throw new StateError(`undefined target state "${(target as NameNode).text}"`);
        }
        if (probabilitiesIn(member).length > 0) {
            throw new StateError(
                `a probability stands on the transition from ${from.label || 'the start'} to ${to.label}, which leaves no decision of an action`
            );
        }
        const { trigger, guard, isElse, effect, members = [] } = member as Partial<ast.TransitionUsage>;
        const performed = effect !== undefined && performs(effect) ? effect : undefined;
        const body = member.$type === 'TransitionUsage' ? members : [];
        const isLeaf = (v: Vertex): boolean => (v.kind === 'state' || v.kind === 'final' || v.kind === 'initial') && v.regions.length === 0;
        const alone: Transition[] = [];
        const transition: Transition = {
            id: this.transitions.length,
            name: member.$type === 'TransitionUsage' ? ((member as ast.TransitionUsage).name ?? '') : '',
            source: from,
            target: to,
            trigger: trigger === undefined ? undefined : readTrigger(trigger),
            guard,
            isElse: isElse ?? false,
            effect: performed,
            effects: [...(performed === undefined ? [] : [performed]), ...(body.filter(isStep) as ast.Usage[])],
            node: member,
            hasFeatures: trigger?.payload?.name !== undefined || trigger?.payload?.$type === 'CallTrigger' || body.some(declaresFeature),
            alone,
            performs: false,
            isPlain: from.region !== undefined && from.region === to.region && isLeaf(from) && isLeaf(to)
        };
        alone.push(transition);
        this.transitions.push(transition);
        from.outgoing.push(transition);
        to.incoming.push(transition);
    }

    /** States of one name in different regions are told apart by the region. */
    private labelVertices(): void {
        const byName = new Map<string, Vertex[]>();
        for (const vertex of this.vertices) {
            if (vertex.kind !== 'machine' && vertex.node !== undefined) {
                byName.set(vertex.name, [...(byName.get(vertex.name) ?? []), vertex]);
            }
        }
        for (const [name, same] of byName) {
            if (same.length > 1) {
                for (const vertex of same) {
                    const owner = vertex.region?.name ?? '';
                    vertex.label =
                        owner === '' || (vertex.region?.owner.kind === 'machine' && vertex.region.owner.regions.length === 1)
                            ? name
                            : `${owner}.${name}`;
                }
            }
        }
    }
}

/** What is written beside several regions is read for each of them: a transition counts where its source is, one of all regions in the first. */
function isReadElsewhere(source: Vertex, region: Region): boolean {
    const { owner } = region;
    const own = contains(owner, source) ? regionTowards(owner, source) : owner.regions.find(r => r.start === source);
    return own !== region && (own !== undefined || region !== owner.regions[0]);
}

/** The transitions that stand in the place of others, by those. */
function redefinitionsAmong(types: readonly AstNode[]): ReadonlyMap<AstNode, AstNode> {
    const found = new Map<AstNode, AstNode>();
    for (const member of types.flatMap(ownedMembersOf)) {
        for (const redefined of member.$type === 'TransitionUsage' ? allRedefined(member) : []) {
            found.set(redefined, member);
        }
    }
    return found;
}

/** What the library says of running to completion; executors do nothing else. */
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

/** Whether a member gives a state features that its behaviours read. */
function declaresFeature(member: AstNode): boolean {
    return (
        isUsage(member) &&
        (hasOutputs(member) ||
            (member.membership === undefined &&
                !isA(member, 'ActionUsage') &&
                !isA(member, 'Connector') &&
                !isA(member, 'Succession') &&
                !isA(member, 'TransitionUsage') &&
                member.kind !== 'defer' &&
                member.kind !== 'region' &&
                assignedFeatureOf(member) === undefined))
    );
}

/** Whether a named behaviour of a state answers something that others read as a pin of it. */
function hasOutputs(behaviour: ast.Usage): boolean {
    return (
        ['entry', 'do', 'exit'].includes(behaviour.membership ?? '') &&
        behaviour.name !== undefined &&
        !isStatementType(behaviour) &&
        layoutOf(behaviour).slots.some(s => s.isModelled && isOutput(s.feature))
    );
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
    return expression === undefined
        ? { kind: 'accept', accept, type: acceptedTypeOf(accept) }
        : { kind: expression.kind as 'after' | 'at' | 'when', accept, expression };
}
