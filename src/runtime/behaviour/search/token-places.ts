/**
 * Encodes the places of a flow's tokens as numbers. Computes which tokens can move and which move together, by the rules of running flows
 * (tokens.ts). Only for flows whose steps wait for their own moves alone. Does not depend on values.
 */
import type { ActionEdge, ActionNode } from '../actions/action-graph.js';
import { isGathered, Token, tokensFor } from '../actions/tokens.js';
import { writeBody } from '../simulation/cursors.js';
import type { Independence } from './independence.js';
import { NotApart, type Reading } from './components.js';

/** The place of a token. */
interface PlaceOfToken {
    readonly node: ActionNode;
    /** the succession that it took last, where it waits for other tokens */
    readonly edge: ActionEdge | undefined;
    /** the body that it is executing */
    readonly body: Token['body'];
    /** whether it can continue that body */
    readonly isAble: boolean;
    /** equal for tokens with the same possible moves */
    readonly mover: number;
}

export class TokenPlaces {
    private readonly places: PlaceOfToken[] = [];
    private readonly numbers = new Map<ActionNode | ActionEdge | string, number>();
    private readonly movers = new Map<ActionNode | string, number>();
    /** reused tokens by position, for the rules of tokens.ts */
    private readonly tokens: Token[] = [];
    private readonly there = new Map<ActionNode, Token[]>();
    private count = 0;

    /** The number of a token's place. @throws NotApart if it waits for moves of other tokens */
    numberOf({ node, edge, body, wait, cursor, acceptance }: Token, reading: Reading): number {
        if (acceptance !== undefined || (wait !== undefined && (wait.kind !== 'flow' || wait.describe().length > 0))) {
            throw new NotApart();
        }
        const inBody = body && `${node.id} ${reading.textBeside(out => writeBody(out, wait, cursor))}`;
        const key = inBody ?? (node.gathers && edge !== undefined ? edge : node);
        let number = this.numbers.get(key);
        if (number === undefined) {
            number = this.places.length;
            this.numbers.set(key, number);
            const mover = this.movers.get(inBody ?? node) ?? this.movers.size;
            this.movers.set(inBody ?? node, mover);
            const isAble = body !== undefined && (wait === undefined || wait.ready());
            this.places.push({ node, edge: node.gathers ? edge : undefined, body, isAble, mover });
        }
        return number;
    }

    /** The number of the possible moves at a place: equal for places with the same moves. */
    moverAt(place: number): number {
        return this.places[place].mover;
    }

    /**
     * The tokens that can move.
     * @param places places of all tokens in order of creation, from an index on
     * @returns their positions
     */
    able(places: ArrayLike<number>, from: number, count: number): number[] {
        const able: number[] = [];
        let areTokensSet = false;
        for (let i = 0; i < count; i++) {
            const { node, body, isAble } = this.places[places[from + i]];
            if (body !== undefined || !node.gathers) {
                if (body === undefined || isAble) {
                    able.push(i);
                }
                continue;
            }
            if (!areTokensSet) {
                this.set(places, from, count);
                areTokensSet = true;
            }
            if (isGathered(this.tokens[i], this)) {
                able.push(i);
            }
        }
        return able;
    }

    /**
     * Whether a token's next move commutes with all possible later moves of the other tokens.
     * @param row the number of tokens, then their places
     */
    canGoFirst(position: number, row: readonly number[], independence: Independence): boolean {
        const [count] = row;
        const { node } = this.places[row[1 + position]];
        if (node.gathers || !independence.isUnseen(node)) {
            return false;
        }
        for (let i = 0; i < count; i++) {
            if (i !== position && !independence.isIndependent(node, this.places[row[1 + i]].node)) {
                return false;
            }
        }
        return true;
    }

    /** The positions of the tokens that move together with a token; empty if it moves alone. */
    movedAlong(position: number, places: ArrayLike<number>, from: number, count: number): readonly number[] {
        const { node, body } = this.places[places[from + position]];
        if (body !== undefined || !node.gathers) {
            return [];
        }
        this.set(places, from, count);
        const taken = tokensFor(this.tokens[position], this);
        return taken.length < 2 ? [] : taken.map(t => t.id);
    }

    at(node: ActionNode): readonly Token[] {
        return this.there.get(node) ?? [];
    }

    private set(places: ArrayLike<number>, from: number, count: number): void {
        for (let i = 0; i < this.count; i++) {
            this.there.get(this.tokens[i].node)!.length = 0;
        }
        this.count = count;
        for (let i = 0; i < count; i++) {
            const { node, edge, body } = this.places[places[from + i]];
            const token = (this.tokens[i] ??= new Token(i, node, edge));
            token.node = node;
            token.edge = edge;
            token.body = body;
            const there = this.there.get(node);
            if (there === undefined) {
                this.there.set(node, [token]);
            } else {
                there.push(token);
            }
        }
    }
}
