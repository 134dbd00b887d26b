/** The ways that tokens may take from a node: what is performed on some of them only. Knows no tokens. */
import type { AstNode } from '../../../language/generated/tree.js';
import type { ActionNode } from './action-graph.js';

const known = new WeakMap<ActionNode, readonly AstNode[]>();

/** The steps that are performed, or not, according to how it goes on from a node: those up to where all ways meet again. */
export function stepsAfter(node: ActionNode): readonly AstNode[] {
    let steps = known.get(node);
    if (steps === undefined) {
        const ways = upToMeeting(node);
        // Inputs of what stands where the ways meet may have been delivered on one of them.
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

/** The nodes behind one, without passing another. */
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
