/** The branches after a node, up to the node at which they meet: steps that only some branches perform. Does not depend on tokens. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { ActionNode } from './action-graph.js';

const known = new WeakMap<ActionNode, readonly AstNode[]>();

/** The steps whose performance depends on the choice at a node: those up to the node at which all branches meet. */
export function stepsAfter(node: ActionNode): readonly AstNode[] {
    let steps = known.get(node);
    if (steps === undefined) {
        const branches = upToMeeting(node);
        // includes the node at which the branches meet: one of them may have delivered its input
        steps = [...branches].map(n => n.node).filter(n => n !== undefined);
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
        const branches = reachedFrom(node, meeting);
        if (branches.size < least.size && [...branches].every(n => n.outgoing.length > 0 && n.kind !== 'fork' && n.kind !== 'terminate')) {
            least = branches;
        }
    }
    return least;
}

/** The nodes that successions reach from a node without passing another node. */
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
