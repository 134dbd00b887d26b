/**
 * The graph of an action: the nodes and successions that the executor runs and ExportGraphs writes (contract behaviour 2).
 * action-lowering.ts builds it.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';

export type NodeKind =
    | 'start'
    | 'done'
    | 'action'
    | 'perform'
    | 'fork'
    | 'join'
    | 'merge'
    | 'decide'
    | 'accept'
    | 'send'
    | 'assign'
    | 'if'
    | 'while'
    | 'loop'
    | 'for'
    | 'terminate';

export interface ActionNode {
    readonly id: number;
    readonly kind: NodeKind;
    /** empty for an anonymous step */
    readonly name: string;
    /** the step; undefined for the library's `start` and `done` */
    readonly node: ast.Usage | undefined;
    readonly incoming: ActionEdge[];
    readonly outgoing: ActionEdge[];
    /** performances of the step in one performance of the action, where the model fixes the number; else 1 */
    count: number;
    /** whether a performance takes more than one token */
    gathers: boolean;
    /** whether flows start or end at its features */
    hasPins: boolean;
}

export interface ActionEdge {
    readonly id: number;
    readonly source: ActionNode;
    readonly target: ActionNode;
    readonly guard: AstNode | undefined;
    readonly isElse: boolean;
    /** weight of a `Stochastic::Probability` annotation */
    readonly weight: AstNode | undefined;
    /** the declaration; undefined for an order that the model implies */
    readonly decl: AstNode | undefined;
    /** a succession flow: taken in addition to the other succession that leaves the source */
    readonly isBeside: boolean;
    /** the flow that the edge transfers, where a succession with a condition targets a flow */
    readonly flow: ObjectFlow | undefined;
    /** tokens that one performance of the source puts on it, and tokens that one performance of the target takes from it */
    give: number;
    take: number;
}

/** A flow between the steps of a body. A path of one name denotes a feature of the action itself. */
export interface ObjectFlow {
    readonly flow: ast.FlowUsage;
    readonly source: ActionNode | undefined;
    readonly sourcePin: readonly string[];
    readonly target: ActionNode | undefined;
    readonly targetPin: readonly string[];
    /** the succession that targets the flow: the flow transfers when this succession is taken */
    gate: AstNode | undefined;
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

/** The accept of a node of kind `accept`. */
export function acceptOf({ kind, node }: ActionNode): ast.AcceptActionUsage {
    if (node?.$type !== 'AcceptActionUsage') {
        throw new Error(`a node of kind ${kind} is lowered from ${node?.$type ?? 'nothing'}, not from an accept`);
    }
    return node;
}

/** The name of a node in choice texts and errors. */
export function labelOf(node: ActionNode): string {
    return node.name !== '' ? node.name : node.kind;
}
