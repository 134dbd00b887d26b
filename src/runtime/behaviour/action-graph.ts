/**
 * The graph of an action: nodes and successions as the executor runs them and as ExportGraphs writes them (contract behaviour 2). Built
 * once from the resolved model and memoized on the action. Knows no tokens and no values.
 */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { resolve } from '../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { redefinedFeaturesOf } from '../../language/semantics/specialization.js';
import { isUsage, lastSegment, ownedMembersOf, type NameNode } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { memoize } from '../model/kinds.js';
import { EvaluationError } from '../values/index.js';
import { bodyMembersOf, bodyTypesOf, isFinalNode, isStep, isSuccession, statesFlow } from './members.js';

export type NodeKind =
    | 'start' | 'done' | 'action' | 'perform' | 'fork' | 'join' | 'merge' | 'decide' | 'accept' | 'send' | 'assign' | 'if' | 'while' | 'loop' | 'for' | 'terminate';

export interface ActionNode {
    readonly id: number;
    readonly kind: NodeKind;
    /** empty for an anonymous step */
    readonly name: string;
    /** the step; undefined for a start or end that the library declares */
    readonly node: ast.Usage | undefined;
    readonly incoming: ActionEdge[];
    readonly outgoing: ActionEdge[];
}

export interface ActionEdge {
    readonly id: number;
    readonly source: ActionNode;
    readonly target: ActionNode;
    readonly guard: AstNode | undefined;
    readonly isElse: boolean;
    /** weight of a `Stochastic::Probability` annotation */
    readonly weight: AstNode | undefined;
    /** where it is written; undefined for an order that the body does not state */
    readonly decl: AstNode | undefined;
}

/** A flow between the steps of a body; a path of one name is a feature of the action itself. */
export interface ObjectFlow {
    readonly flow: ast.FlowUsage;
    readonly source: ActionNode | undefined;
    readonly sourcePin: readonly string[];
    readonly target: ActionNode | undefined;
    readonly targetPin: readonly string[];
}

export interface ActionGraph {
    readonly action: AstNode;
    readonly name: string;
    readonly nodes: readonly ActionNode[];
    readonly edges: readonly ActionEdge[];
    readonly initial: readonly ActionNode[];
    readonly flows: readonly ObjectFlow[];
    /** why the action cannot run: `invalid action flow: …` */
    readonly error: string | undefined;
}

const GRAPH = Symbol('action graph');

export function actionGraphOf(action: AstNode): ActionGraph {
    return memoize(GRAPH, action, a => new GraphBuilder(a).build());
}

const KIND_BY_TYPE: Readonly<Record<string, NodeKind>> = {
    AcceptActionUsage: 'accept', SendActionUsage: 'send', AssignmentActionUsage: 'assign', TerminateActionUsage: 'terminate', IfActionUsage: 'if',
    ForLoopActionUsage: 'for',
};
const CONTROL_KINDS: ReadonlySet<string> = new Set(['fork', 'join', 'merge', 'decide']);

function kindOfStep(step: ast.Usage): NodeKind {
    if (isFinalNode(step)) {
        return 'done';
    }
    if (step.$type === 'WhileLoopActionUsage') {
        return (step as ast.WhileLoopActionUsage).loopKind === 'loop' ? 'loop' : 'while';
    }
    const kind = step.kind ?? '';
    return KIND_BY_TYPE[step.$type] ?? (CONTROL_KINDS.has(kind) ? kind as NodeKind : kind === 'decision' ? 'decide' : kind === 'perform' ? 'perform' : kind === '' ? 'assign' : 'action');
}

/** How far constant weights may miss 1. */
const WEIGHT_TOLERANCE = 1e-6;

/** The number that a literal weight is. */
function constantOf(weight: AstNode): number | undefined {
    return weight.$type === 'LiteralReal' || weight.$type === 'LiteralInteger' ? Number((weight as ast.LiteralReal).value) : undefined;
}

/** A refusal to lower, as the text behind `invalid action flow: `. */
class FlowError extends Error {}

class GraphBuilder {
    private readonly nodes: ActionNode[] = [];
    private readonly edges: ActionEdge[] = [];
    private readonly byElement = new Map<AstNode, ActionNode>();
    private readonly byName = new Map<string, ActionNode>();
    private readonly markers: ActionNode[] = [];
    private end: ActionNode | undefined;
    private start: ActionNode | undefined;
    private readonly name: string;

    constructor(private readonly action: AstNode) {
        this.name = nameOf(action) ?? '';
    }

    build(): ActionGraph {
        const steps = bodyMembersOf(this.action).filter(isStep) as ast.Usage[];
        let error: string | undefined;
        let initial: readonly ActionNode[] = [];
        let flows: readonly ObjectFlow[] = [];
        try {
            this.declareSteps(steps);
            if (statesFlow(this.action)) {
                this.readSuccessions();
                initial = this.starts();
            } else {
                this.inDeclarationOrder();
                initial = this.nodes.slice(0, 1);
            }
            if (initial.length === 0) {
                throw new FlowError(`no initial node found in action ${this.name}`);
            }
            this.checkNodes();
            flows = this.objectFlows();
        } catch (fault) {
            if (!(fault instanceof FlowError)) {
                throw fault;
            }
            error = `invalid action flow: ${fault.message}`;
        }
        return { action: this.action, name: this.name, nodes: this.nodes, edges: this.edges, initial, flows, error };
    }

    private add(kind: NodeKind, name: string, node: ast.Usage | undefined): ActionNode {
        const made: ActionNode = { id: this.nodes.length, kind, name, node, incoming: [], outgoing: [] };
        this.nodes.push(made);
        return made;
    }

    private connect(source: ActionNode, target: ActionNode, decl: AstNode | undefined, guard?: AstNode, isElse = false): void {
        const edge: ActionEdge = {
            id: this.edges.length, source, target, guard, isElse, decl, weight: decl === undefined ? undefined : weightOf(decl),
        };
        this.edges.push(edge);
        source.outgoing.push(edge);
        target.incoming.push(edge);
    }

    private declareSteps(steps: readonly ast.Usage[]): void {
        // The initial node comes first in the order of nodes where it is the first thing written.
        const names = new Set(steps.map(s => nameOf(s)));
        for (const member of bodyMembersOf(this.action)) {
            if (member.$type === 'InitialNode' && !names.has(lastSegment((member as ast.InitialNode).text))) {
                this.addStart(lastSegment((member as ast.InitialNode).text));
            }
        }
        for (const step of steps) {
            const made = this.add(kindOfStep(step), nameOf(step) ?? '', step);
            for (const element of [step, ...allRedefinedSteps(step)]) {
                this.byElement.set(element, made);
            }
            if (made.name !== '' && !this.byName.has(made.name)) {
                this.byName.set(made.name, made);
            }
        }
    }

    /** An initial node of its own: what `first` names is no step. */
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
        const found = (target === undefined ? undefined : this.byElement.get(target)) ?? this.byName.get(lastSegment(end.text)) ?? this.byName.get(end.text);
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

    /** Reads what one member says of the order; answers the step that a following `then` leaves. */
    private readMember(member: AstNode, preceding: ActionNode | undefined): ActionNode | undefined {
        switch (member.$type) {
            case 'InitialNode': {
                const initial = member as ast.InitialNode;
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
                const { target } = member as ast.TargetSuccession;
                this.connect(this.source(preceding, target), this.nodeAt(target), member);
                return preceding;
            }
            case 'TransitionUsage': {
                const { source, guard, isElse, target } = member as ast.TransitionUsage;
                const from = source === undefined ? this.source(preceding, target) : this.nodeAt(source);
                this.connect(from, this.nodeAt(target), member, guard, isElse);
                return preceding;
            }
        }
        if (isSuccession(member)) {
            const [source, target] = member.ends;
            this.connect(this.nodeAt(source), this.nodeAt(target), member);
            return preceding;
        }
        const step = this.byElement.get(member);
        if (step === undefined) {
            return preceding;
        }
        if ((member as ast.Declaration).isThen) {
            this.connect(this.source(preceding, member as ast.Usage), step, member);
        }
        return step;
    }

    private source(preceding: ActionNode | undefined, target: { readonly text?: string; readonly name?: string }): ActionNode {
        if (preceding === undefined) {
            throw new FlowError(`nothing stands before the succession to "${target.text ?? target.name ?? ''}"`);
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
        // Steps that no succession touches have no place in a stated flow unless nothing else begins it.
        const unreached = this.nodes.filter(n => n.incoming.length === 0 && n.kind !== 'done');
        return unreached;
    }

    private inDeclarationOrder(): void {
        for (let i = 1; i < this.nodes.length; i++) {
            this.connect(this.nodes[i - 1], this.nodes[i], undefined);
        }
    }

    private checkNodes(): void {
        for (const { kind, outgoing, name } of this.nodes) {
            const weighted = outgoing.filter(e => e.weight !== undefined);
            if (weighted.length > 0 && kind !== 'decide') {
                throw new FlowError(`a probability stands on a succession that leaves no decision: ${name}`);
            }
            if (weighted.length > 0 && weighted.length < outgoing.length) {
                throw new FlowError(`decision ${name} has branches with and without a probability`);
            }
            const constants = weighted.map(e => constantOf(e.weight!)).filter(w => typeof w === 'number');
            const sum = constants.reduce((a, b) => a + b, 0);
            if (constants.some(w => w < 0 || w > 1) || (weighted.length > 0 && constants.length === weighted.length && Math.abs(sum - 1) > WEIGHT_TOLERANCE)) {
                throw new FlowError(`invalid branch weights: decision ${name} has weights that do not add up to 1`);
            }
            if ((kind === 'fork' || kind === 'merge') && outgoing.length === 0) {
                throw new FlowError(`${kind} ${name} has no successor`);
            }
        }
    }

    private objectFlows(): ObjectFlow[] {
        const flows: ObjectFlow[] = [];
        for (const member of bodyMembersOf(this.action)) {
            const { kind, ends } = member as ast.FlowUsage;
            if (member.$type !== 'FlowUsage' || kind === 'message' || ends.length !== 2) {
                continue;
            }
            const [source, target] = ends.map(end => this.flowEnd(end));
            if (source.node === undefined && target.node === undefined) {
                continue;
            }
            flows.push({ flow: member as ast.FlowUsage, source: source.node, sourcePin: source.pin, target: target.node, targetPin: target.pin });
        }
        return flows;
    }

    private flowEnd(end: ast.ConnectorEnd): { node: ActionNode | undefined; pin: readonly string[] } {
        const [first, ...rest] = end.text.split('.');
        const node = this.byName.get(lastSegment(first));
        return node === undefined ? { node: undefined, pin: [first, ...rest] } : { node, pin: rest };
    }
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
    for (const member of (decl as Partial<ast.Usage>).members ?? []) {
        if (member.$type === 'MetadataUsage' && isProbability(member as ast.MetadataUsage)) {
            const p = (member as ast.MetadataUsage).members.find(m => nameOf(m) === 'p') as ast.Usage | undefined;
            if (p?.value === undefined) {
                throw new FlowError('a probability without p');
            }
            return p.value.expression;
        }
    }
    return undefined;
}

function isProbability(metadata: ast.MetadataUsage): boolean {
    const type = resolve(metadata.typing);
    return type === undefined ? metadata.typing.text.endsWith('Probability') : qualifiedNameOf(type) === 'Stochastic::Probability';
}

/** The name of a node in choice texts and errors. */
export function labelOf(node: ActionNode): string {
    return node.name !== '' ? node.name : node.kind;
}

/** Refuses an action that cannot be lowered. @throws EvaluationError */
export function checkedGraph(action: AstNode): ActionGraph {
    const graph = actionGraphOf(action);
    if (graph.error !== undefined) {
        throw new EvaluationError(graph.error);
    }
    return graph;
}
