/**
 * A second, plain implementation of what exploration must find, to hold the real one against: terms of steps, forks and decisions, their
 * text in notation, and every order of their token moves by brute force. Shares no code with the executors.
 */
import fc from 'fast-check';

/** What a step does to the one number `w`. */
interface Step {
    readonly kind: 'step';
    readonly factor: number;
    readonly term: number;
}
interface Sequence {
    readonly kind: 'sequence';
    readonly parts: readonly Term[];
}
/** Branches at once, joined. */
interface Fork {
    readonly kind: 'fork';
    readonly branches: readonly Term[];
}
/** Branches of which those with `w > above` are open, and a last one for when none is; merged. */
interface Decision {
    readonly kind: 'decision';
    readonly branches: readonly { readonly above: number; readonly term: Term }[];
    readonly otherwise: Term;
}
export type Term = Step | Sequence | Fork | Decision;

export const terms: fc.Arbitrary<Term> = fc.letrec<{ term: Term; step: Step; sequence: Sequence; fork: Fork; decision: Decision }>(tie => ({
    step: fc.record({ kind: fc.constant('step' as const), factor: fc.integer({ min: 1, max: 3 }), term: fc.integer({ min: 0, max: 2 }) }),
    sequence: fc.record({ kind: fc.constant('sequence' as const), parts: fc.array(tie('term'), { minLength: 2, maxLength: 2 }) }),
    fork: fc.record({ kind: fc.constant('fork' as const), branches: fc.array(tie('term'), { minLength: 2, maxLength: 3 }) }),
    decision: fc.record({
        kind: fc.constant('decision' as const),
        otherwise: tie('term'),
        branches: fc.array(fc.record({ above: fc.integer({ min: 0, max: 4 }), term: tie('term') }), { minLength: 1, maxLength: 2 })
    }),
    term: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { arbitrary: tie('step'), weight: 3 },
        { arbitrary: tie('fork'), weight: 3 },
        tie('sequence'),
        tie('decision')
    )
})).fork;

type NodeKind = 'start' | 'step' | 'fork' | 'join' | 'decide' | 'merge' | 'done';
interface GameNode {
    readonly name: string;
    readonly kind: NodeKind;
    readonly step?: Step;
    readonly out: GameEdge[];
    inputs: number;
}
interface GameEdge {
    readonly target: GameNode;
    readonly index: number;
    readonly above?: number;
    readonly isElse: boolean;
}

/** A graph of tokens, and its text as the body of an action. */
export class Game {
    private readonly nodes: GameNode[] = [];
    private readonly start: GameNode;

    constructor(term: Term) {
        this.start = this.add('start');
        const [first, last] = this.build(term);
        this.connect(this.start, first);
        this.connect(last, this.add('done'));
    }

    private add(kind: NodeKind, step?: Step): GameNode {
        const node: GameNode = {
            name: kind === 'start' || kind === 'done' ? kind : `${kind[0]}${this.nodes.length}`,
            kind,
            out: [],
            inputs: 0,
            ...(step && { step })
        };
        this.nodes.push(node);
        return node;
    }

    private connect(source: GameNode, target: GameNode, above?: number, isElse = false): void {
        source.out.push({ target, index: target.inputs++, isElse, ...(above !== undefined && { above }) });
    }

    /** The nodes where a term begins and ends. */
    private build(term: Term): [GameNode, GameNode] {
        if (term.kind === 'step') {
            const node = this.add('step', term);
            return [node, node];
        }
        if (term.kind === 'sequence') {
            const ends = term.parts.map(p => this.build(p));
            ends.slice(1).forEach(([first], i) => this.connect(ends[i][1], first));
            return [ends[0][0], ends[ends.length - 1][1]];
        }
        const isFork = term.kind === 'fork';
        const [from, to] = [this.add(isFork ? 'fork' : 'decide'), this.add(isFork ? 'join' : 'merge')];
        const branches = isFork
            ? term.branches.map(t => ({ term: t, above: undefined, isElse: false }))
            : [...term.branches.map(b => ({ ...b, isElse: false })), { term: term.otherwise, above: undefined, isElse: true }];
        for (const branch of branches) {
            const [first, last] = this.build(branch.term);
            this.connect(from, first, branch.above, branch.isElse);
            this.connect(last, to);
        }
        return [from, to];
    }

    /** The body of an action, the attribute `w` with it. */
    get text(): string {
        const declared = this.nodes.map(({ kind, name, step }) =>
            kind === 'start' || kind === 'done'
                ? ''
                : kind === 'step'
                  ? `action ${name} assign w := w * ${step!.factor} + ${step!.term};`
                  : `${kind} ${name};`
        );
        const edges = this.nodes.flatMap(n => (n.kind === 'decide' ? [] : n.out.map(e => `first ${n.name} then ${e.target.name};`)));
        const decisions = this.nodes
            .filter(n => n.kind === 'decide')
            .flatMap(n =>
                n.out.map(e =>
                    e.isElse ? `first ${n.name} then ${e.target.name};` : `first ${n.name} if w > ${e.above} then ${e.target.name};`
                )
            );
        return ['attribute w : Integer = 1;', ...declared, ...edges, ...decisions].join(' ');
    }

    /** Every order of moves, as far as there are at most `limit`: what `w` came to, with how many orders come to it. */
    orders(limit: number): Map<number, number> | undefined {
        const found = new Map<number, number>();
        let made = 0;
        const visit = (position: Position): void => {
            const moves = this.moves(position);
            if (made > limit) {
                return;
            }
            if (moves.length === 0) {
                made++;
                found.set(position.w, (found.get(position.w) ?? 0) + 1);
            }
            moves.forEach(move => visit(move.to));
        };
        visit({ tokens: [{ id: 1, node: this.start, input: 0 }], last: 1, w: 1, step: 1 });
        return made > limit ? undefined : found;
    }

    /** Follows the entries of a witness: what `w` comes to. @throws when an entry does not fit */
    follow(witness: readonly string[]): number {
        const entries = [...witness];
        let position: Position = { tokens: [{ id: 1, node: this.start, input: 0 }], last: 1, w: 1, step: 1 };
        for (let moves = this.moves(position); moves.length > 0; moves = this.moves(position)) {
            const takes = moves.filter(m => m.entries.every((e, i) => e === entries[i]));
            if (takes.length !== 1) {
                throw new Error(`${entries.slice(0, 2).join(' / ')} is none of ${moves.map(m => m.entries.join(' / ')).join(' | ')}`);
            }
            entries.splice(0, takes[0].entries.length);
            position = takes[0].to;
        }
        if (entries.length > 0) {
            throw new Error(`left over: ${entries.join(' / ')}`);
        }
        return position.w;
    }

    private moves(position: Position): Move[] {
        const { tokens, step } = position;
        const able = tokens.filter(t => t.node.kind !== 'join' || isFirstOfFullJoin(t, tokens));
        const names = able.map(t => `${t.id}@${t.node.name}`);
        return able.flatMap((token, i) => {
            const lead = able.length < 2 ? [] : [`step ${step}: ${names[i]} first of ${names.join(', ')}`];
            return this.movesOf(token, position).map(({ entries, to }) => ({ entries: [...lead, ...entries], to }));
        });
    }

    private movesOf(token: GameToken, { tokens, last, w, step }: Position): Move[] {
        const { node } = token;
        const others = tokens.filter(t => t !== token);
        const on = (edge: GameEdge, id = token.id): GameToken => ({ id, node: edge.target, input: edge.index });
        const next = (list: readonly GameToken[], lastId = last, value = w): Move => ({
            entries: [],
            to: { tokens: list, last: lastId, w: value, step: step + 1 }
        });
        switch (node.kind) {
            case 'done':
                return [next(others)];
            case 'step':
                return [next(replaced(tokens, token, on(node.out[0])), last, w * node.step!.factor + node.step!.term)];
            case 'fork':
                return [next([...others, ...node.out.map((e, i) => on(e, last + 1 + i))], last + node.out.length)];
            case 'join':
                return [next([...tokens.filter(t => t.node !== node), on(node.out[0], last + 1)], last + 1)];
            case 'decide': {
                const holding = node.out.filter(e => e.above !== undefined && w > e.above);
                const open = holding.length > 0 ? holding : node.out.filter(e => e.isElse);
                return open.map(e => {
                    const move = next(replaced(tokens, token, on(e)));
                    return open.length < 2
                        ? move
                        : { ...move, entries: [`step ${step}: decision ${node.name} -> ${node.out.indexOf(e) + 1}->${e.target.name}`] };
                });
            }
            default:
                return [next(replaced(tokens, token, on(node.out[0])))];
        }
    }
}

interface GameToken {
    readonly id: number;
    readonly node: GameNode;
    readonly input: number;
}
interface Position {
    readonly tokens: readonly GameToken[];
    readonly last: number;
    readonly w: number;
    readonly step: number;
}
interface Move {
    readonly entries: readonly string[];
    readonly to: Position;
}

function replaced(tokens: readonly GameToken[], token: GameToken, by: GameToken): GameToken[] {
    return tokens.map(t => (t === token ? by : t));
}

function isFirstOfFullJoin(token: GameToken, tokens: readonly GameToken[]): boolean {
    const there = tokens.filter(t => t.node === token.node);
    return there[0] === token && new Set(there.map(t => t.input)).size === token.node.inputs;
}
