/**
 * What transitions of a machine without concurrent regions leave and enter (contract behaviour 9.5): there, the innermost active state says
 * all of what is active. Knows no values.
 */
import {
    commonAncestor,
    commonRegions,
    contains,
    parentOf,
    type Region,
    regionTowards,
    ROUTING,
    targetsBehind,
    type Vertex
} from '../../behaviour/index.js';

/** Whether a state is active. @param at the innermost active state; undefined where the machine has ended */
export function isActiveAt(at: Vertex | undefined, state: Vertex): boolean {
    return at !== undefined && (state === at || contains(state, at));
}

/** The innermost state that a transition leaves active; before a choice, where every branch leaves more. */
export function ownerOfLeft(source: Vertex, target: Vertex, at: Vertex | undefined): Vertex {
    const leftTowards = (end: Vertex): Region =>
        regionTowards(contains(end, source) && isActiveAt(at, end) ? end : commonAncestor(source, end), source);
    return ROUTING.has(target.kind) ? commonRegions(targetsBehind(target).map(t => [leftTowards(t)]))[0].owner : leftTowards(target).owner;
}

/** The states that are entered to reach a state, from the outermost inwards. */
export function statesTowards(target: Vertex, at: Vertex | undefined): readonly Vertex[] {
    const found: Vertex[] = [];
    for (let state = target; !isActiveAt(at, state); state = parentOf(state)!) {
        found.unshift(state);
    }
    return found;
}

/** The state that completes where another one has been entered, or has been left empty: that around an end. */
export function completingAt(at: Vertex): Vertex {
    return at.kind === 'final' ? parentOf(at)! : at;
}
