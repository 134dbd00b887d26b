/**
 * The graph of a state machine: the vertices, regions and transitions that the executor runs and ExportGraphs writes (contract behaviour
 * 9.1, 10), with queries on them. state-lowering.ts builds it. Does not depend on events or values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import type { AcceptedType } from '../simulation/bus.js';

export type VertexKind =
    | 'machine'
    | 'state'
    | 'final'
    | 'initial'
    | 'choice'
    | 'junction'
    | 'fork'
    | 'join'
    | 'entry'
    | 'exit'
    | 'shallow history'
    | 'deep history'
    | 'terminate';

export interface Vertex {
    readonly id: number;
    readonly kind: VertexKind;
    readonly name: string;
    readonly node: AstNode | undefined;
    readonly region: Region | undefined;
    readonly regions: Region[];
    entry: readonly ast.Usage[];
    do: readonly ast.Usage[];
    exit: readonly ast.Usage[];
    readonly outgoing: Transition[];
    readonly incoming: Transition[];
    /** names of the events that it defers */
    readonly defers: string[];
    /** name in results, qualified by the region where states of several regions have the same name */
    label: string;
    /** whether it has features that need a frame */
    readonly hasFeatures: boolean;
    /** the outgoing transitions triggered by the clock or by a change */
    readonly timed: Transition[];
    /** whether a completion transition leaves it */
    leavesOnCompletion: boolean;
    /** whether it is nested in a state with the same body, which would nest without end: its body is not read, and it cannot be entered */
    containsItself: boolean;
}

export interface Region {
    readonly id: number;
    readonly name: string;
    readonly owner: Vertex;
    readonly vertices: Vertex[];
    /** the source of the body's entry transitions; no state */
    readonly start: Vertex;
    /** the one state of a region of a parallel state */
    root: Vertex | undefined;
    final: Vertex | undefined;
    readonly node: AstNode;
}

export type Trigger =
    | { readonly kind: 'accept'; readonly accept: ast.AcceptActionUsage; readonly type: AcceptedType }
    | { readonly kind: 'call'; readonly accept: ast.AcceptActionUsage; readonly operation: string; readonly parameters: readonly string[] }
    | { readonly kind: 'after' | 'at' | 'when'; readonly accept: ast.AcceptActionUsage; readonly expression: ast.TriggerExpression };

export interface Transition {
    readonly id: number;
    readonly name: string;
    readonly source: Vertex;
    readonly target: Vertex;
    readonly trigger: Trigger | undefined;
    readonly guard: AstNode | undefined;
    readonly isElse: boolean;
    readonly effect: ast.Usage | undefined;
    /** the behaviours that it performs, in order: the effect, then the statements of its body */
    readonly effects: readonly ast.Usage[];
    readonly node: AstNode;
    /** whether it has features that guard and effects refer to: a payload, attributes of its body */
    readonly hasFeatures: boolean;
    /** a list of only this transition */
    readonly alone: readonly Transition[];
    /** whether it connects two leaves of one region, so that no other state is left or entered */
    readonly isPlain: boolean;
    /** for a plain transition: whether it performs a behaviour */
    performs: boolean;
}

export interface StateGraph {
    readonly machine: Vertex;
    readonly name: string;
    readonly vertices: readonly Vertex[];
    readonly regions: readonly Region[];
    readonly transitions: readonly Transition[];
    readonly error: string | undefined;
    /** whether some state defers events */
    readonly hasDeferral: boolean;
    /** whether some trigger is the call of an operation */
    readonly hasCalls: boolean;
    /** whether some trigger names a port of a part */
    readonly acceptsAtParts: boolean;
    readonly joins: readonly Vertex[];
}

/** Routing vertices: a transition into one continues with one of its outgoing transitions. */
export const ROUTING: ReadonlySet<VertexKind> = new Set(['choice', 'junction', 'entry', 'exit']);
/** Transient vertices: passed, never active. */
export const TRANSIENT: ReadonlySet<VertexKind> = new Set([...ROUTING, 'fork', 'join', 'shallow history', 'deep history']);

/**
 * The start of a region: the vertex that an `initial` declares, the source of the body's entry transitions, or the one state of a parallel
 * region.
 */
export function startOf(region: Region): Vertex | undefined {
    if (region.root !== undefined) {
        return region.root;
    }
    return region.start.outgoing.length > 0 ? region.start : region.vertices.find(v => v.kind === 'initial');
}

/** The state that contains a vertex. */
export function parentOf(vertex: Vertex): Vertex | undefined {
    return vertex.region?.owner;
}

/** Whether a vertex is a proper ancestor of another. */
export function contains(outer: Vertex, inner: Vertex): boolean {
    for (let v = parentOf(inner); v !== undefined; v = parentOf(v)) {
        if (v === outer) {
            return true;
        }
    }
    return false;
}

/** The innermost proper common ancestor. */
export function commonAncestor(a: Vertex, b: Vertex): Vertex {
    let found = parentOf(a);
    while (found !== undefined && !contains(found, b)) {
        found = parentOf(found);
    }
    return found!;
}

/** The region of an ancestor that contains a vertex, at any depth. */
export function regionTowards(ancestor: Vertex, vertex: Vertex): Region {
    let v = vertex;
    while (v.region!.owner !== ancestor) {
        v = v.region!.owner;
    }
    return v.region!;
}

/** The vertices that the branches of a routing pseudostate finally reach. */
export function targetsBehind(vertex: Vertex): readonly Vertex[] {
    const found = new Set<Vertex>([vertex]);
    for (const at of found) {
        if (ROUTING.has(at.kind)) {
            at.outgoing.forEach(t => found.add(t.target));
        }
    }
    return [...found].filter(v => !ROUTING.has(v.kind));
}

/**
 * The regions that all of several transitions out of one state leave: the innermost of their first regions, and the others that they share.
 * @param ways the left regions of each transition
 */
export function commonRegions(ways: readonly (readonly Region[])[]): readonly Region[] {
    const innermost = ways.map(([region]) => region).reduce((a, b) => (a === b || contains(a.owner, b.owner) ? b : a));
    return [innermost, ...ways[0].slice(1).filter(r => ways.every(w => w.includes(r)))];
}
