/**
 * Steps with a fixed number of performances other than one (contract behaviour 2.2): the tokens that their successions carry. A count
 * applies only if the ends of every succession at the step determine which performances follow which; otherwise the step is performed once.
 * Does not depend on tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { multiplicitiesBesideThen } from '../../../language/semantics/multiplicity.js';
import { countOf, endCountsOf, isUnrepeatable, performancesOf } from '../../../language/semantics/step-counts.js';
import type { ActionEdge, ActionNode } from './action-graph.js';

/** Sets the counts of nodes, the tokens that each succession gives and takes, and the nodes that gather tokens. */
export function countSteps(nodes: readonly ActionNode[], edges: readonly ActionEdge[]): void {
    for (const node of nodes) {
        node.count = wantedCount(node);
    }
    // Resetting one step to a single performance may make the counts of its neighbours indeterminate.
    for (let isFixed = nodes.every(n => n.count === 1); !isFixed;) {
        const contradicting = nodes.filter(n => n.count !== 1 && [...n.incoming, ...n.outgoing].some(e => tokensOver(e) === undefined));
        contradicting.forEach(n => (n.count = 1));
        isFixed = contradicting.length === 0;
    }
    for (const edge of edges) {
        const tokens = tokensOver(edge);
        edge.give = tokens?.to ?? 1;
        edge.take = tokens?.from ?? 1;
    }
    for (const node of nodes) {
        const { kind, incoming } = node;
        node.gathers = kind !== 'merge' && kind !== 'done' && (incoming.length > 1 || incoming.some(e => e.take > 1));
    }
}

/** The number of performances by the multiplicity of a step. */
export function wantedCount({ node, kind }: ActionNode): number {
    const count = node === undefined || kind === 'done' || isUnrepeatable(node) ? 1 : (performancesOf(node) ?? 1);
    return Number.isSafeInteger(count) ? count : 1;
}

/** The tokens of a succession by the counts of its ends; undefined where the multiplicities do not determine them. */
function tokensOver({
    source,
    target,
    decl,
    guard,
    isElse,
    weight
}: ActionEdge): { readonly from: number; readonly to: number } | undefined {
    if (source.count === 1 && target.count === 1) {
        return { from: 1, to: 1 };
    }
    if (guard !== undefined || isElse || weight !== undefined) {
        return undefined;
    }
    if (source.kind === 'start' || target.kind === 'done') {
        return { from: 1, to: target.kind === 'done' ? 1 : target.count };
    }
    if (decl === undefined) {
        // Steps in declaration order: all performances of one end before any of the next begins.
        return { from: source.count, to: target.count };
    }
    const counts = endCountsOf(source.count, target.count, statedCounts(decl));
    return typeof counts === 'string' ? undefined : counts;
}

/** The multiplicities that a succession declares at its ends. */
function statedCounts(decl: AstNode): { from?: number; to?: number } {
    const count = (range: ast.MultiplicityRange | undefined): number | undefined => (range === undefined ? undefined : countOf(range));
    switch (decl.$type) {
        case 'TargetSuccession': {
            const { source, target } = multiplicitiesBesideThen(decl);
            return { from: count(source), to: count(target) };
        }
        case 'ConnectorUsage': {
            const [source, target] = decl.ends;
            return { from: count(source.multiplicity), to: count(target.multiplicity) };
        }
        case 'FlowUsage':
            return {};
        // The multiplicity of a `then` before a declaration is that of the source end.
        default:
            return { from: count(decl.thenMultiplicity) };
    }
}
