/**
 * Actions whose moves each involve only one token and the features that it reads: no step waits, sends, terminates others or reads the
 * clock.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { ActionGraph, ActionNode, NodeKind } from '../actions/action-graph.js';
import { mayWrite } from '../simulation/may-write.js';

const OTHERS: ReadonlySet<NodeKind> = new Set(['accept', 'send', 'terminate']);

/** Whether a moving token does not affect the other tokens. */
export function isPlainFlow(action: AstNode, { nodes, flows, error }: ActionGraph): boolean {
    return error === undefined && flows.length === 0 && !mayWrite(action).isOpen && !nodes.some(concernsOthers);
}

/** A step that performs an action of another object is a performance of that object. */
const concernsOthers = ({ kind, node }: ActionNode): boolean => OTHERS.has(kind) || (kind === 'perform' && node?.reference !== undefined);
