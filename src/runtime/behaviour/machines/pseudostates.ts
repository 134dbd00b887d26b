/** Rules for the pseudostates of a lowered machine (contract behaviour 10.3, 10.4). Depends on the graph, not on the notation. */
import { contains, parentOf, regionTowards, ROUTING, type Vertex } from './state-graph.js';

/**
 * The first fault of the pseudostates, as a text: a route without end, a cycle, a branch into a fork or join, an invalid fork or join.
 * Undefined for none.
 */
export function faultOfPseudostates(vertices: readonly Vertex[]): string | undefined {
    for (const vertex of vertices) {
        const { kind, name, outgoing, incoming } = vertex;
        const isSplit = kind === 'fork' || kind === 'join';
        if (!isSplit && !ROUTING.has(kind)) {
            continue;
        }
        if (outgoing.length === 0) {
            return `${kind} ${name} has no outgoing transition`;
        }
        if (!isSplit && isOnCycle(vertex)) {
            return `cycle of pseudostates: at ${name}`;
        }
        const into = isSplit ? undefined : outgoing.find(t => t.target.kind === 'fork' || t.target.kind === 'join')?.target;
        if (into !== undefined) {
            return `${kind} ${name} leads to ${into.kind} ${into.name}, which no branch may enter`;
        }
        if (kind === 'fork') {
            if (outgoing.some(t => t.guard !== undefined || t.trigger !== undefined)) {
                return `fork ${name} has a transition with a guard or a trigger`;
            }
            if (outgoing.length > 1 && !areConcurrent(outgoing.map(t => t.target))) {
                return `fork ${name} must lead to different regions of one parallel state`;
            }
        }
        if (kind === 'join' && (incoming.length < 2 || !areConcurrent(incoming.map(t => t.source)))) {
            return `join ${name} needs two or more transitions, from different regions of one parallel state`;
        }
    }
    return undefined;
}

/** Whether a route leaves a routing pseudostate and returns to it over routing pseudostates alone. */
function isOnCycle(vertex: Vertex): boolean {
    const seen = new Set<Vertex>();
    const open = vertex.outgoing.map(t => t.target);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (at === vertex) {
            return true;
        }
        if (ROUTING.has(at.kind) && !seen.has(at)) {
            seen.add(at);
            open.push(...at.outgoing.map(t => t.target));
        }
    }
    return false;
}

/** Whether vertices lie in different regions of one state. */
function areConcurrent(vertices: readonly Vertex[]): boolean {
    for (let owner = parentOf(vertices[0]); owner !== undefined; owner = parentOf(owner)) {
        if (owner.regions.length > 1 && vertices.every(v => contains(owner, v))) {
            return new Set(vertices.map(v => regionTowards(owner, v))).size === vertices.length;
        }
    }
    return false;
}
