/**
 * Cycles of states that a machine would never leave within one instant: each state completes as soon as it is entered, its completion
 * transitions have no guard, and none leaves the cycle. Does not depend on events or values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { visitAll } from '../../../language/syntax/index.js';
import type { Vertex } from './state-graph.js';

const circles = new WeakMap<Vertex, readonly Vertex[] | null>();

/** The cycle that a machine never leaves once it is in a state, beginning with that state; undefined for none. */
export function circleOf(state: Vertex): readonly Vertex[] | undefined {
    let circle = circles.get(state);
    if (circle === undefined) {
        circles.set(state, (circle = findCircle(state) ?? null));
    }
    return circle ?? undefined;
}

function findCircle(start: Vertex): readonly Vertex[] | undefined {
    const reached = new Set([start]);
    for (const vertex of reached) {
        const leaving = isMomentary(vertex) ? vertex.outgoing.filter(t => t.trigger === undefined) : [];
        if (leaving.length === 0 || leaving.some(t => t.guard !== undefined || t.isElse || t.effects.some(mayEnd))) {
            return undefined;
        }
        leaving.forEach(t => reached.add(t.target));
    }
    return [...reached].some(v => v.outgoing.some(t => t.trigger === undefined && t.target === start)) ? [...reached] : undefined;
}

function isMomentary({ kind, regions, do: doing, entry, exit }: Vertex): boolean {
    return kind === 'state' && regions.length === 0 && doing.length === 0 && ![...entry, ...exit].some(mayEnd);
}

/** Whether a behaviour may end the machine: it contains a terminate, or refers to a declaration elsewhere. */
function mayEnd(behaviour: AstNode): boolean {
    let isFound = false;
    visitAll(behaviour, node => {
        isFound ||=
            node.$type === 'TerminateActionUsage' || node.reference !== undefined || node.typing !== undefined || node.kind === 'perform';
    });
    return isFound;
}
