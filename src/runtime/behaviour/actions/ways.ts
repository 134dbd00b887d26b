/** The branches behind a node, up to where they meet again: steps that are performed on some branches only. Knows no tokens. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { ActionNode } from './action-graph.js';

const known = new WeakMap<ActionNode, readonly AstNode[]>();

/** The steps of which a choice at a node decides whether they are performed: those up to the node at which all branches meet. */
export function stepsAfter(node: ActionNode): readonly AstNode[] {
    let steps = known.get(node);
    if (steps === undefined) {
        const ways = upToMeeting(node);
        // with the node at which the branches meet: one of them may have delivered an input of it
        steps = [...ways].map(n => n.node).filter(n => n !== undefined);
        known.set(node, steps);
    }
    return steps;
}

function upToMeeting(node: ActionNode): ReadonlySet<ActionNode> {
    const all = reachedFrom(node, undefined);
    let least = all;
    for (const meeting of all) {
        if (meeting === node) {
            continue;
        }
        const ways = reachedFrom(node, meeting);
        if (ways.size < least.size && [...ways].every(n => n.outgoing.length > 0 && n.kind !== 'fork' && n.kind !== 'terminate')) {
            least = ways;
        }
    }
    return least;
}

/** The nodes that successions reach from a node without passing another one. */
function reachedFrom(node: ActionNode, without: ActionNode | undefined): Set<ActionNode> {
    const found = new Set<ActionNode>();
    const work = node.outgoing.map(e => e.target);
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
        if (next !== without && !found.has(next)) {
            found.add(next);
            work.push(...next.outgoing.map(e => e.target));
        }
    }
    return found;
}
