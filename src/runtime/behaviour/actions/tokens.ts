/**
 * Tokens of a flow, and which of them a node with several inputs waits for (contract behaviour 3.1, 3.2). Knows no bodies and no values.
 */
import type { ActionEdge, ActionNode } from './action-graph.js';
import type { Acceptance } from './communication.js';
import type { Cursor, Wait } from '../simulation/simulation.js';
import type { Steps } from './statement.js';

export class Token {
    node: ActionNode;
    edge: ActionEdge | undefined;
    /** the body that it is in the middle of */
    body: Steps | undefined;
    wait: Wait | undefined;
    /** where the body stands, while somebody tells states apart */
    cursor: Cursor | undefined;
    /** the accept that it has reached */
    acceptance: Acceptance | undefined;

    constructor(
        readonly id: number,
        node: ActionNode,
        edge: ActionEdge | undefined
    ) {
        this.node = node;
        this.edge = edge;
    }
}

/** Whether a node that gathers tokens has what it waits for, and this token is the one that goes on for all. */
export function isGathered(token: Token, tokens: readonly Token[]): boolean {
    const { node } = token;
    const waiting = tokens.filter(t => t.node === node && t.body === undefined);
    if (waiting[0] !== token) {
        return false;
    }
    return node.incoming.every(
        edge => waiting.filter(t => t.edge === edge).length >= edge.take || (node.kind !== 'join' && !canDeliver(edge, tokens))
    );
}

/** The tokens that one performance of a node takes, the given one among them. */
export function tokensFor(token: Token, tokens: readonly Token[]): readonly Token[] {
    const { node } = token;
    const taken = node.incoming.flatMap(edge =>
        tokens.filter(t => t.node === node && t.edge === edge && t.body === undefined).slice(0, edge.take)
    );
    return taken.includes(token) ? taken : [token, ...taken];
}

/** Whether some token can still come over a succession without passing the node that it leads to. */
function canDeliver(edge: ActionEdge, tokens: readonly Token[]): boolean {
    const sources = sourcesOf(edge);
    return tokens.some(t => t.node !== edge.target && sources.has(t.node));
}

const SOURCES = new WeakMap<ActionEdge, ReadonlySet<ActionNode>>();

/** The nodes from which a token can come over a succession without passing its target. */
function sourcesOf(edge: ActionEdge): ReadonlySet<ActionNode> {
    let sources = SOURCES.get(edge);
    if (sources === undefined) {
        SOURCES.set(edge, (sources = computeSources(edge)));
    }
    return sources;
}

function computeSources(edge: ActionEdge): ReadonlySet<ActionNode> {
    const found = new Set<ActionNode>();
    const work = edge.source === edge.target ? [] : [edge.source];
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
        if (found.has(node)) {
            continue;
        }
        found.add(node);
        for (const { source } of node.incoming) {
            if (source !== edge.target) {
                work.push(source);
            }
        }
    }
    return found;
}
