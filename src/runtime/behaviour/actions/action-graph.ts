/**
 * The graph of an action: nodes and successions as the executor runs them and as ExportGraphs writes them (contract behaviour 2). How it is
 * made is action-lowering.ts'.
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
    /** the step; undefined for a start or end that the library declares */
    readonly node: ast.Usage | undefined;
    readonly incoming: ActionEdge[];
    readonly outgoing: ActionEdge[];
    /** how often it is performed in one performance of the action, where that is fixed; else once */
    count: number;
    /** whether a performance needs more than one token, so that they have to be gathered */
    gathers: boolean;
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
    /** taken beside the one other that leaves its source: a succession flow */
    readonly isBeside: boolean;
    /** what is transferred when it is taken: the flow that a succession with a condition leads to */
    readonly flow: ObjectFlow | undefined;
    /** tokens that one performance of the source puts on it, and that one of the target takes from it */
    give: number;
    take: number;
}

/** A flow between the steps of a body; a path of one name is a feature of the action itself. */
export interface ObjectFlow {
    readonly flow: ast.FlowUsage;
    readonly source: ActionNode | undefined;
    readonly sourcePin: readonly string[];
    readonly target: ActionNode | undefined;
    readonly targetPin: readonly string[];
    /** the succession that leads to the flow: it transfers when that one is taken */
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
