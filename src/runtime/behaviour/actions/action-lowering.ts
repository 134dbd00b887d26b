/**
 * Lowering of an action: builds its graph once from the resolved model and memoizes it on the action (contract behaviour 2).
 * object-flows.ts reads the flows, repetition.ts counts the performances. Does not depend on tokens or values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { isAmong } from '../../../language/closed-lists.js';
import type * as ast from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { redefinedFeaturesOf } from '../../../language/semantics/specialization.js';
import { isUsage, lastSegment, ownedMembersOf, type NameNode } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { isA, memoize, notationKind } from '../../evaluation/model/kinds.js';
import { EvaluationError } from '../../values/index.js';
import { bodyMembersOf, bodyTypesOf, isFinalNode, isStep, isSuccession, statesFlow } from '../simulation/members.js';
import type { ActionEdge, ActionGraph, ActionNode, NodeKind, ObjectFlow } from './action-graph.js';
import { FlowError, objectFlowsOf } from './object-flows.js';
import { countSteps, wantedCount } from './repetition.js';

const GRAPH = Symbol('action graph');

/** The graph of an action definition or usage, built once; faults of the model are noted in it, not thrown. */
export function actionGraphOf(action: AstNode): ActionGraph {
    return memoize(GRAPH, action, a => new GraphBuilder(a).build());
}

const KIND_BY_TYPE: Readonly<Record<string, NodeKind>> = {
    AcceptActionUsage: 'accept',
    SendActionUsage: 'send',
    AssignmentActionUsage: 'assign',
    TerminateActionUsage: 'terminate',
    IfActionUsage: 'if',
    ForLoopActionUsage: 'for'
};
const CONTROL_KINDS = ['fork', 'join', 'merge', 'decide'] as const;

function kindOfStep(step: ast.Usage): NodeKind {
    if (isFinalNode(step)) {
        return 'done';
    }
    if (step.$type === 'WhileLoopActionUsage') {
        return step.loopKind === 'loop' ? 'loop' : 'while';
    }
    const kind = step.kind ?? '';
    return (
        KIND_BY_TYPE[step.$type] ??
        (isAmong(CONTROL_KINDS, kind)
            ? kind
            : kind === 'decision'
              ? 'decide'
              : kind === 'perform'
                ? 'perform'
                : kind === ''
                  ? 'assign'
                  : 'action')
    );
}

/** Tolerance of the sum of constant weights around 1. */
const WEIGHT_TOLERANCE = 1e-6;

/** The number of a literal weight; undefined for other expressions. */
function constantOf(weight: AstNode): number | undefined {
    return weight.$type === 'LiteralReal' || weight.$type === 'LiteralInteger' ? Number(weight.value) : undefined;
}

class GraphBuilder {
    private readonly nodes: ActionNode[] = [];
    private readonly edges: ActionEdge[] = [];
    private readonly byElement = new Map<AstNode, ActionNode>();
    private readonly byName = new Map<string, ActionNode>();
    private readonly markers: ActionNode[] = [];
    private flows: readonly ObjectFlow[] = [];
    private end: ActionNode | undefined;
    private start: ActionNode | undefined;
    private readonly name: string;

    constructor(private readonly action: AstNode) {
        this.name = nameOf(action) ?? '';
    }

    build(): ActionGraph {
        const steps = bodyMembersOf(this.action).filter(isUsage).filter(isStep);
        let error: string | undefined;
        let initial: readonly ActionNode[] = [];
        try {
            this.declareSteps(steps);
            this.flows = objectFlowsOf(this.action, name => this.byName.get(name));
            for (const node of this.flows.flatMap(({ source, target }) => [source, target])) {
                if (node !== undefined) {
                    node.hasPins = true;
                }
            }
            if (statesFlow(this.action)) {
                this.readSuccessions();
                this.orderByFlows();
                initial = this.starts();
            } else {
                initial = this.inDeclarationOrder();
            }
            if (initial.length === 0) {
                throw new FlowError(`no initial node found in action ${this.name}`);
            }
            this.checkNodes();
            countSteps(this.nodes, this.edges);
        } catch (fault) {
            if (!(fault instanceof FlowError)) {
                throw fault;
            }
            error = `invalid action flow: ${fault.message}`;
        }
        return { action: this.action, name: this.name, nodes: this.nodes, edges: this.edges, initial, flows: this.flows, error };
    }

    private add(kind: NodeKind, name: string, node: ast.Usage | undefined): ActionNode {
        const made: ActionNode = {
            id: this.nodes.length,
            kind,
            name,
            node,
            incoming: [],
            outgoing: [],
            count: 1,
            gathers: false,
            hasPins: false
        };
        this.nodes.push(made);
        return made;
    }

    private connect(
        source: ActionNode,
        target: ActionNode,
        decl: AstNode | undefined,
        { guard, isElse = false, flow }: Partial<ActionEdge> = {}
    ): void {
        const edge: ActionEdge = {
            id: this.edges.length,
            source,
            target,
            guard,
            isElse,
            decl,
            weight: decl === undefined ? undefined : weightOf(decl),
            flow,
            give: 1,
            take: 1,
            isBeside: flow === undefined && decl?.$type === 'FlowUsage'
        };
        if (source.outgoing.some(e => isSameOrder(e, edge))) {
            return;
        }
        this.edges.push(edge);
        source.outgoing.push(edge);
        target.incoming.push(edge);
    }

    /** Connects a node to the element that a name denotes: a step, or the target of the flow that the succession gates. */
    private connectTo(source: ActionNode, end: NameNode, decl: AstNode, guard?: AstNode, isElse?: boolean): void {
        const named = resolve(end);
        const flow = named === undefined ? undefined : this.flows.find(f => f.flow === named && f.target !== undefined);
        if (flow === undefined) {
            this.connect(source, this.nodeAt(end), decl, { guard, isElse });
        } else {
            flow.gate = decl;
            this.connect(source, flow.target!, flow.flow, { guard, isElse, flow });
        }
    }

    private declareSteps(steps: readonly ast.Usage[]): void {
        // The initial node precedes all other nodes if it is written first.
        const names = new Set(steps.map(s => nameOf(s)));
        for (const member of bodyMembersOf(this.action)) {
            if (member.$type === 'InitialNode' && !names.has(lastSegment(member.text))) {
                this.addStart(lastSegment(member.text));
            }
        }
        for (const step of steps) {
            if (probabilitiesIn(step).length > 0) {
                throw new FlowError(`a probability is stated on ${notationKind(step)} ${nameOf(step) ?? ''}, which is no succession`);
            }
            const made = this.add(kindOfStep(step), nameOf(step) ?? '', step);
            for (const element of [step, ...allRedefinedSteps(step)]) {
                this.byElement.set(element, made);
            }
            if (made.name !== '' && !this.byName.has(made.name)) {
                this.byName.set(made.name, made);
            }
        }
    }

    /** Adds a separate initial node, where `first` names no step. */
    private addStart(name: string): void {
        if (this.byName.has(name)) {
            throw new FlowError('action has multiple initial nodes');
        }
        this.start = this.add('start', name === 'start' ? '' : name, undefined);
        this.byName.set(name, this.start);
        this.markers.push(this.start);
    }

    private isLibraryVertex(end: NameNode, name: string): boolean {
        const target = resolve(end);
        return target === undefined ? end.text === name : lastSegment(end.text) === name && scopeOf(target).isLibrary;
    }

    /** The node that an end of a succession names. */
    private nodeAt(end: NameNode): ActionNode {
        const target = resolve(end);
        const found =
            (target === undefined ? undefined : this.byElement.get(target)) ??
            this.byName.get(lastSegment(end.text)) ??
            this.byName.get(end.text);
        if (found !== undefined) {
            return found;
        }
        if (this.isLibraryVertex(end, 'done')) {
            return (this.end ??= this.add('done', '', undefined));
        }
        if (this.isLibraryVertex(end, 'start')) {
            if (this.start === undefined) {
                this.addStart('start');
            }
            return this.start!;
        }
        throw new FlowError(`undefined target node "${end.text}"`);
    }

    private readSuccessions(): void {
        for (const owner of bodyTypesOf(this.action)) {
            let preceding: ActionNode | undefined;
            for (const member of ownedMembersOf(owner)) {
                preceding = this.readMember(member, preceding);
            }
        }
    }

    /** Reads the successions of one member. @returns the step that a following `then` leaves */
    private readMember(member: AstNode, preceding: ActionNode | undefined): ActionNode | undefined {
        switch (member.$type) {
            case 'InitialNode': {
                const initial = member;
                const marked = this.nodeAt(initial);
                if (marked.kind === 'start') {
                    return marked;
                }
                if (marked.kind === 'done') {
                    throw new FlowError(`a final node cannot be the initial node: "${initial.text}"`);
                }
                this.markers.push(marked);
                return marked;
            }
            case 'TargetSuccession': {
                const { target } = member;
                this.connectTo(this.source(preceding, target), target, member);
                return preceding;
            }
            case 'TransitionUsage': {
                const { source, guard, isElse, target } = member;
                const from = source === undefined ? this.source(preceding, target) : this.nodeAt(source);
                this.connectTo(from, target, member, guard, isElse);
                return preceding;
            }
        }
        if (isSuccession(member)) {
            const [source, target] = member.ends;
            this.connectTo(this.nodeAt(source), target, member);
            return preceding;
        }
        const step = this.byElement.get(member);
        if (step === undefined) {
            if (member.isThen === true && isA(member, 'StateUsage')) {
                throw new FlowError(`state ${nameOf(member) ?? ''} is no step of an action, which runs no state machine`);
            }
            return preceding;
        }
        if (member.isThen) {
            this.connect(this.source(preceding, member), step, member);
        }
        return step;
    }

    private source(preceding: ActionNode | undefined, target: { readonly text?: string; readonly name?: string }): ActionNode {
        if (preceding === undefined) {
            throw new FlowError(`no step precedes the succession to "${target.text ?? target.name ?? ''}"`);
        }
        return preceding;
    }

    private starts(): readonly ActionNode[] {
        const marked = [...new Set(this.markers)];
        if (marked.length > 1) {
            throw new FlowError('action has multiple initial nodes');
        }
        if (marked.length === 1) {
            return marked;
        }
        // Steps without successions do not run in a body that orders its steps, unless no other node starts it.
        const unreached = this.nodes.filter(n => n.incoming.length === 0 && n.kind !== 'done');
        return unreached;
    }

    /** Adds a succession for each succession flow that no succession gates and whose ends are not ordered yet. */
    private orderByFlows(): void {
        for (const { flow, source, target, gate } of this.flows) {
            if (
                flow.kind === 'succession' &&
                gate === undefined &&
                source !== undefined &&
                target !== undefined &&
                !reaches(source, target)
            ) {
                this.connect(source, target, flow);
            }
        }
    }

    private inDeclarationOrder(): readonly ActionNode[] {
        const performed = this.nodes.filter(n => wantedCount(n) > 0);
        for (let i = 1; i < performed.length; i++) {
            this.connect(performed[i - 1], performed[i], undefined);
        }
        return performed.length > 0 ? performed.slice(0, 1) : this.nodes.slice(0, 1);
    }

    private checkNodes(): void {
        for (const { kind, outgoing, name, node } of this.nodes) {
            if (kind === 'terminate' && statesFlow(node!)) {
                throw new FlowError(`terminate ${name} has a flow of its own`.replace('  ', ' '));
            }
            const weighted = outgoing.filter(e => e.weight !== undefined);
            if (weighted.length > 0 && kind !== 'decide') {
                throw new FlowError(`a probability is stated on a succession that leaves no decision: ${name}`);
            }
            if (weighted.length > 0 && weighted.length < outgoing.length) {
                throw new FlowError(`decision ${name} has branches with and without a probability`);
            }
            const constants = weighted.map(e => constantOf(e.weight!)).filter(w => typeof w === 'number');
            const sum = constants.reduce((a, b) => a + b, 0);
            if (
                constants.some(w => w < 0 || w > 1) ||
                (weighted.length > 0 && constants.length === weighted.length && Math.abs(sum - 1) > WEIGHT_TOLERANCE)
            ) {
                throw new FlowError(`invalid branch weights: decision ${name} has weights that do not add up to 1`);
            }
            if ((kind === 'fork' || kind === 'merge') && outgoing.length === 0) {
                throw new FlowError(`${kind} ${name} has no successor`);
            }
        }
    }
}

/** Whether a node reaches another one over one or more successions. */
function reaches(from: ActionNode, to: ActionNode): boolean {
    const seen = new Set<ActionNode>([from]);
    for (const node of seen) {
        for (const { target } of node.outgoing) {
            if (target === to) {
                return true;
            }
            seen.add(target);
        }
    }
    return false;
}

function allRedefinedSteps(step: AstNode): AstNode[] {
    const found: AstNode[] = [];
    for (const work = [step]; work.length > 0;) {
        for (const redefined of redefinedFeaturesOf(work.pop()!)) {
            if (isUsage(redefined) && !found.includes(redefined)) {
                found.push(redefined);
                work.push(redefined);
            }
        }
    }
    return found;
}

/** The `p` of a `Stochastic::Probability` annotation in the body of a succession. */
function weightOf(decl: AstNode): AstNode | undefined {
    const stated = probabilitiesIn(decl).flatMap(m => m.members.filter(p => nameOf(p) === 'p'));
    if (stated.length > 1) {
        throw new FlowError('a succession with more than one probability');
    }
    const [p] = stated;
    if (probabilitiesIn(decl).length > 0 && p?.value === undefined) {
        throw new FlowError('a probability without p');
    }
    return p?.value?.expression;
}

/** The `Stochastic::Probability` annotations in a body. */
export function probabilitiesIn(node: AstNode): ast.MetadataUsage[] {
    return (node.members ?? []).filter((m): m is ast.MetadataUsage => m.$type === 'MetadataUsage' && isProbability(m));
}

function isProbability(metadata: ast.MetadataUsage): boolean {
    const type = resolve(metadata.typing);
    return type === undefined ? metadata.typing.text.endsWith('Probability') : qualifiedNameOf(type) === 'Stochastic::Probability';
}

/** Whether two successions order the same steps without a condition, as in `then join j; first a then j;`: the second is redundant. */
function isSameOrder(a: ActionEdge, b: ActionEdge): boolean {
    const isPlain = ({ guard, isElse, flow, isBeside, weight }: ActionEdge): boolean =>
        guard === undefined && !isElse && flow === undefined && !isBeside && weight === undefined;
    return a.target === b.target && a.source.kind !== 'fork' && a.source.kind !== 'decide' && isPlain(a) && isPlain(b);
}

/** The graph of an action. @throws EvaluationError for an action that cannot be lowered */
export function checkedGraph(action: AstNode): ActionGraph {
    const graph = actionGraphOf(action);
    if (graph.error !== undefined) {
        throw new EvaluationError(graph.error);
    }
    return graph;
}
