/**
 * Tokens of a flow, and the tokens that a node with several inputs takes (contract behaviour 3.1, 3.2). Does not depend on bodies or
 * values.
 */
import { EvaluationError } from '../../values/index.js';
import { type ActionEdge, type ActionGraph, type ActionNode, labelOf } from './action-graph.js';
import type { Acceptance } from './communication.js';
import type { Cursor, Wait } from '../simulation/simulation.js';
import type { Body } from './statement.js';

export class Token {
    node: ActionNode;
    edge: ActionEdge | undefined;
    /** the body that it is executing */
    body: Body | undefined;
    wait: Wait | undefined;
    /** the position in the body, while the run compares states */
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

/** Limit of the tokens of one performance of an action at a time. */
export const MOST_TOKENS = 10_000;

/** The tokens of a performance in the order of their creation. An operation on one token costs the same however many there are. */
export class Tokens {
    private readonly present: Token[] = [];
    private readonly byNode = new Map<ActionNode, Token[]>();

    get all(): readonly Token[] {
        return this.present;
    }

    /** The tokens at a node. */
    at(node: ActionNode): readonly Token[] {
        return this.byNode.get(node) ?? [];
    }

    has(token: Token): boolean {
        return this.present[placeOf(token, this.present)] === token;
    }

    /** Adds a token with a greater id than all others. @throws EvaluationError for too many tokens */
    add(token: Token): void {
        if (this.present.length >= MOST_TOKENS) {
            throw new EvaluationError(
                `execution exceeded max tokens (${MOST_TOKENS} at a time), possible infinite loop`,
                labelOf(token.node)
            );
        }
        this.present.push(token);
        this.arrive(token);
    }

    /** Removes a token. @returns whether it was present */
    remove(token: Token): boolean {
        const isPresent = this.has(token);
        if (isPresent) {
            this.present.splice(placeOf(token, this.present), 1);
            this.depart(token);
        }
        return isPresent;
    }

    /** Moves a token over a succession. */
    follow(token: Token, edge: ActionEdge): void {
        this.depart(token);
        token.node = edge.target;
        token.edge = edge;
        this.arrive(token);
    }

    clear(): void {
        this.present.length = 0;
        this.byNode.clear();
    }

    private arrive(token: Token): void {
        const there = this.byNode.get(token.node);
        if (there === undefined) {
            this.byNode.set(token.node, [token]);
        } else {
            there.splice(placeOf(token, there), 0, token);
        }
    }

    private depart(token: Token): void {
        const there = this.byNode.get(token.node)!;
        there.splice(placeOf(token, there), 1);
    }
}

/** The index of a token in a list sorted by id, or the index at which it would be inserted. */
function placeOf({ id }: Token, tokens: readonly Token[]): number {
    let [from, to] = [0, tokens.length];
    if (to > 0 && tokens[to - 1].id < id) {
        return to;
    }
    while (from < to) {
        const middle = (from + to) >> 1;
        if (tokens[middle].id < id) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

/** The tokens of a performance by node. */
export type TokensByNode = Pick<Tokens, 'at'>;

const isWaiting = (token: Token): boolean => token.body === undefined;

/** Whether the node of a token has gathered its tokens and this token is the first of them. */
export function isGathered(token: Token, tokens: TokensByNode): boolean {
    const { node } = token;
    const there = tokens.at(node);
    if (there.find(isWaiting) !== token) {
        return false;
    }
    const waiting = there.filter(isWaiting);
    return node.incoming.every(
        edge => waiting.filter(t => t.edge === edge).length >= edge.take || (node.kind !== 'join' && !canDeliver(edge, tokens))
    );
}

/** The tokens that one performance of a node takes, including the given one. */
export function tokensFor(token: Token, tokens: TokensByNode): readonly Token[] {
    const { node } = token;
    const waiting = tokens.at(node).filter(isWaiting);
    const taken = node.incoming.flatMap(edge => waiting.filter(t => t.edge === edge).slice(0, edge.take));
    return taken.includes(token) ? taken : [token, ...taken];
}

/** Whether a token can still arrive over a succession without passing the succession's target. */
function canDeliver(edge: ActionEdge, tokens: TokensByNode): boolean {
    return [...sourcesOf(edge)].some(node => node !== edge.target && tokens.at(node).length > 0);
}

const SOURCES = new WeakMap<ActionEdge, ReadonlySet<ActionNode>>();

/** The nodes from which a token can reach a succession without passing its target. */
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

/** The text of a deadlock: why none of the tokens of an action can move. */
export function deadlockOf(graph: ActionGraph, tokens: readonly Token[]): string {
    const accepts: string[] = [];
    let others = 0;
    for (const token of tokens) {
        const waits = token.acceptance?.describe() ?? token.wait?.describe() ?? [];
        accepts.push(...waits);
        others += waits.length === 0 ? 1 : 0;
    }
    if (accepts.length > 0) {
        return (
            `accept deadlock in action ${graph.name}: nothing can post the awaited message (${accepts.join(', ')})` +
            (others > 0 ? `; ${others} token(s) blocked for another reason` : '')
        );
    }
    const [held] = tokens;
    const missing = held.node.incoming.filter(e => !tokens.some(t => t.edge === e)).map(e => labelOf(e.source));
    return `action deadlock in action ${graph.name}: ${held.node.kind} ${labelOf(held.node)} waits for ${missing.join(', ')}`;
}
