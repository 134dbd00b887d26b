/** Actions whose moves each concern one token and what it reads: no step waits for others, sends, ends others or looks at the clock. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { ActionGraph, ActionNode, NodeKind } from '../actions/action-graph.js';
import { mayWrite } from '../simulation/may-write.js';

const OTHERS: ReadonlySet<NodeKind> = new Set(['accept', 'send', 'terminate']);

/** Whether a token that moves leaves the other tokens where they are. */
export function isPlainFlow(action: AstNode, { nodes, flows, error }: ActionGraph): boolean {
    return error === undefined && flows.length === 0 && !mayWrite(action).isOpen && !nodes.some(concernsOthers);
}

/** What it performs of another object is a performance of that one. */
const concernsOthers = ({ kind, node }: ActionNode): boolean => OTHERS.has(kind) || (kind === 'perform' && node?.reference !== undefined);
