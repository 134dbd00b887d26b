/**
 * Steps that are performed a fixed number of times other than once (contract behaviour 2.2): how many tokens go over the successions around
 * them. A count is honoured only where the ends of every succession at the step tell which performances follow which; else the step is
 * performed once. Knows no tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { countOf, endCountsOf, isUnrepeatable, performancesOf } from '../../../language/semantics/step-counts.js';
import type { ActionEdge, ActionNode } from './action-graph.js';

/** Fixes the counts of nodes, the tokens that each succession carries, and which nodes have to gather theirs. */
export function countSteps(nodes: readonly ActionNode[], edges: readonly ActionEdge[]): void {
    for (const node of nodes) {
        node.count = wantedCount(node);
    }
    // A step that goes back to one performance may leave the steps around it without a reason for theirs.
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

/** The count that a step's own multiplicity asks for. */
export function wantedCount({ node, kind }: ActionNode): number {
    const count = node === undefined || kind === 'done' || isUnrepeatable(node) ? 1 : (performancesOf(node) ?? 1);
    return Number.isSafeInteger(count) ? count : 1;
}

/** The tokens of a succession by the counts of its ends; undefined where they do not tell. */
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
        // Steps in the order of their declaration: all performances of one before all of the next.
        return { from: source.count, to: target.count };
    }
    const counts = endCountsOf(source.count, target.count, statedCounts(decl));
    return typeof counts === 'string' ? undefined : counts;
}

/** The multiplicities that a succession writes at its ends. */
function statedCounts(decl: AstNode): { from?: number; to?: number } {
    const count = (range: ast.MultiplicityRange | undefined): number | undefined => (range === undefined ? undefined : countOf(range));
    switch (decl.$type) {
        case 'TargetSuccession':
            return { to: count(decl.target.multiplicity ?? decl.thenMultiplicity) };
        case 'ConnectorUsage': {
            const [source, target] = decl.ends;
            return { from: count(source.multiplicity), to: count(target.multiplicity) };
        }
        case 'FlowUsage':
            return {};
        // In front of a declaration it is that of the end behind.
        default:
            return { from: count(decl.thenMultiplicity) };
    }
}
