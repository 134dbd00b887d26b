/**
 * Unrolls an action that neither waits nor sends, move by move: the places of tokens are concrete, and the values of features are terms.
 * Paths to the same places are merged to one state. The terms therefore grow with the number of moves and not with the number of paths.
 * (Contract: verification-and-engines 14.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import {
    type ActionEdge,
    type ActionGraph,
    type ActionNode,
    isGathered,
    labelOf,
    Token,
    Tokens,
    tokensFor
} from '../../behaviour/index.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effect, Effects, Failure } from './effects.js';
import { type Branches, type Choice, type Fault, MOST_STATES, type Reached } from './unrolled.js';
import { merged, type Values } from './values.js';

/** The place of a token. */
export interface Spot {
    readonly node: ActionNode;
    readonly edge: ActionEdge | undefined;
}

/** A combination of places of tokens, with the condition under which it is reached and the values of features in it. */
export interface State extends Reached {
    readonly spots: readonly Spot[];
    reach: Term;
    values: Values;
    readonly moves: Move[];
}

/** A move of one token from a state. */
export interface Move {
    readonly spot: Spot;
    /** condition under which it is made in the state without failing, including its choice */
    readonly when: Term;
    /** conditions under which it fails instead */
    readonly failures: readonly Failure[];
    /** for a decision: its alternatives and the taken one */
    readonly branches?: Branches;
    /** the taken successions; empty if the token ends */
    readonly edges: readonly ActionEdge[];
    readonly to: State | undefined;
}

/** A way in which a token leaves its node. */
interface Way {
    readonly when: Term;
    /** the taken successions; empty if the token ends */
    readonly edges: readonly ActionEdge[];
    readonly branches?: Branches;
}

export class Unrolling {
    /** states after each number of moves */
    readonly layers: (readonly State[])[] = [];
    readonly faults: Fault[] = [];
    /** conditions under which a loop would continue beyond its limit */
    readonly cuts: Term[] = [];
    readonly choices: Choice[] = [];
    /** conditions under which the action has not ended at the end of the unrolling */
    readonly open: Term[] = [];
    /** whether the unrolling stopped because of too many states */
    isCut = false;

    /** @param prefix prefix of the names of choices */
    constructor(
        private readonly graph: ActionGraph,
        private readonly frame: Frame,
        private readonly effects: Effects,
        private readonly prefix: string
    ) {}

    /** Unrolls the action. @param depth greatest number of moves @throws Untranslatable */
    unroll(initial: Values, depth: number, checkCancelled: () => void): void {
        const spots = this.graph.initial.map(node => ({ node, edge: undefined }));
        this.layers.push([{ spots, reach: terms.TRUE, values: initial, moves: [] }]);
        let count = 1;
        for (let i = 0; ; i++) {
            const live = this.layers[i].filter(s => s.spots.length > 0);
            if (live.length === 0) {
                return;
            }
            const choice = { term: terms.variable(`${this.prefix}${i}`, 'Int') };
            const next = new Map<string, State>();
            for (const state of i === depth ? [] : live) {
                checkCancelled();
                this.isCut ||= count + next.size > MOST_STATES;
                if (!this.isCut) {
                    this.moves(state, i, choice.term, next);
                }
            }
            this.choices.push(choice);
            if (i === depth || this.isCut) {
                this.open.push(...live.map(s => s.reach));
                return;
            }
            this.layers.push([...next.values()]);
            count += next.size;
        }
    }

    private moves(state: State, depth: number, choice: Term, next: Map<string, State>): void {
        const tokens = tokensAt(state.spots);
        const able = tokens.all.filter(t => !t.node.gathers || isGathered(t, tokens));
        if (able.length === 0) {
            this.faults.push({ kind: 'deadlock', depth, when: state.reach, text: '' });
            return;
        }
        const seen = new Set<string>();
        const ready = able.filter(t => {
            const key = spotText(t);
            return !seen.has(key) && seen.add(key);
        });
        const found = ready.map(token => {
            const effect = this.performed(token.node, state.values);
            return { token, effect, ways: this.ways(token.node, effect) };
        });
        const total = found.reduce((sum, { ways }) => sum + ways.open.length, 0);
        const chosen = (from: number, count: number): Term => {
            const parts = [
                from === 0 ? terms.TRUE : terms.compare('>=', choice, terms.integer(from)),
                from + count === total ? terms.TRUE : terms.compare('<', choice, terms.integer(from + count))
            ];
            return terms.and(...parts);
        };
        let number = 0;
        for (const { token, effect, ways } of found) {
            const isTaken = chosen(number, ways.open.length);
            this.cuts.push(...effect.cuts.map(c => terms.and(state.reach, isTaken, c)));
            const failures = [...effect.failures, ...ways.failures].map(f => ({ ...f, when: terms.and(isTaken, f.when) }));
            for (const { when, node } of failures) {
                const text = `${labelOf(token.node)} fails (${effectText(node)})`;
                this.faults.push({ kind: 'failure', depth: depth + 1, when: terms.and(state.reach, when), text });
            }
            const goesOn = terms.and(...[...effect.failures, ...ways.failures].map(f => terms.not(f.when)), ...effect.cuts.map(terms.not));
            for (const way of ways.open) {
                const when = terms.and(chosen(number++, 1), goesOn, way.when);
                const reach = terms.and(state.reach, when);
                const to = reach === terms.FALSE ? undefined : arrival(next, spotsAfter(token, tokens, way), reach, effect.values);
                state.moves.push({ spot: token, when, failures, edges: way.edges, ...(way.branches && { branches: way.branches }), to });
            }
        }
    }

    /** Returns the effect of a token at its node. */
    private performed(node: ActionNode, values: Values): Effect {
        switch (node.kind) {
            case 'start':
            case 'done':
            case 'terminate':
                return { values, failures: [], cuts: [] };
            case 'fork':
            case 'join':
            case 'merge':
            case 'decide':
                return this.effects.behind(node.node!, this.frame, values);
            case 'action':
            case 'perform':
                return this.effects.ofAction(node.node!, this.frame, values);
            default:
                return this.effects.ofStatement(node.node!, this.frame, values);
        }
    }

    /** Returns the ways in which a token leaves a node after performing it. */
    private ways({ kind, outgoing, node }: ActionNode, { values }: Effect): { open: readonly Way[]; failures: readonly Failure[] } {
        const { variants } = this.effects;
        const read = variants.reader(values);
        const guards = new Map<ActionEdge, { term: Term; isDefined: Term }>();
        const guardOf = (edge: ActionEdge): { term: Term; isDefined: Term } => {
            let found = guards.get(edge);
            if (found === undefined) {
                const { term, sides } =
                    edge.guard === undefined ? { term: terms.TRUE, sides: [] } : variants.condition(edge.guard, this.frame);
                found = { term: read(term), isDefined: terms.and(...sides.map(read)) };
                guards.set(edge, found);
            }
            return found;
        };
        if (kind === 'done' || kind === 'terminate' || outgoing.length === 0) {
            return { open: [{ when: terms.TRUE, edges: [] }], failures: [] };
        }
        if (kind === 'fork') {
            return { open: [{ when: terms.TRUE, edges: outgoing }], failures: [] };
        }
        return kind === 'decide' ? decided(outgoing, guardOf, node!) : followed(outgoing, guardOf, node!);
    }
}

type GuardOf = (edge: ActionEdge) => { readonly term: Term; readonly isDefined: Term };

/** Returns the branches of a decision: any branch whose condition holds, otherwise the one without a condition. */
function decided(outgoing: readonly ActionEdge[], guardOf: GuardOf, node: AstNode): { open: readonly Way[]; failures: readonly Failure[] } {
    const isWeighted = outgoing.some(e => e.weight !== undefined);
    const branches = outgoing.filter(e => (isWeighted ? !e.isElse : e.guard !== undefined));
    const others = outgoing.filter(e => (isWeighted ? e.isElse : e.guard === undefined));
    const failures: Failure[] = [];
    const open: Term[] = [];
    for (const edge of branches) {
        const { term, isDefined } = guardOf(edge);
        // Conditions after the first one that holds need not be evaluable: such a branch is just not taken.
        const undefinedFirst = terms.and(...open.map(terms.not), terms.not(isDefined));
        if (undefinedFirst !== terms.FALSE) {
            failures.push({ when: undefinedFirst, node: edge.guard ?? node });
        }
        open.push(terms.and(isDefined, term));
    }
    const ways: Way[] = branches.map((edge, taken) => ({ when: open[taken], edges: [edge], branches: { open, taken } }));
    const none = terms.and(...open.map(terms.not));
    const plain = others.filter(e => !e.isElse);
    const fallback = others.find(e => e.isElse) ?? others.at(0);
    if (fallback === undefined) {
        failures.push({ when: none, node });
    } else if (plain.length < 2) {
        ways.push({ when: none, edges: [fallback] });
    } else {
        const all = plain.map(() => terms.TRUE);
        ways.push(...plain.map((edge, taken): Way => ({ when: none, edges: [edge], branches: { open: all, taken } })));
    }
    return { open: ways.filter(w => w.when !== terms.FALSE), failures: failures.filter(f => f.when !== terms.FALSE) };
}

/** Returns the successions after a node other than a decision: the one whose condition holds. If none holds, the token ends. */
function followed(
    outgoing: readonly ActionEdge[],
    guardOf: GuardOf,
    node: AstNode
): { open: readonly Way[]; failures: readonly Failure[] } {
    const branches = outgoing.filter(e => !e.isElse);
    const otherwise = outgoing.filter(e => e.isElse).slice(0, 1);
    const guards = branches.map(guardOf);
    const several = guards.flatMap(({ term }, i) => guards.slice(i + 1).map(other => terms.and(term, other.term)));
    const none = terms.and(...guards.map(g => terms.not(g.term)));
    const failures = [terms.not(terms.and(...guards.map(g => g.isDefined))), ...several].map(when => ({ when, node }));
    const ways: Way[] = [...branches.map((edge, i) => ({ when: guards[i].term, edges: [edge] })), { when: none, edges: otherwise }];
    return { open: ways.filter(w => w.when !== terms.FALSE), failures: failures.filter(f => f.when !== terms.FALSE) };
}

const effectText = (node: AstNode): string => node.$type;

/** Creates tokens at places, numbered in their order. */
export function tokensAt(spots: readonly Spot[]): Tokens {
    const tokens = new Tokens();
    spots.forEach(({ node, edge }, i) => tokens.add(new Token(i + 1, node, edge)));
    return tokens;
}

const spotText = ({ node, edge }: Spot): string => `${node.id}<${edge?.id ?? ''}`;

/** Returns the places of tokens after a move; tokens that existed before come first. */
export function spotsAfter(token: Token, tokens: Tokens, { edges }: Pick<Way, 'edges'>): readonly Spot[] {
    const { node } = token;
    if (node.kind === 'terminate') {
        return [];
    }
    const together: readonly Token[] = node.gathers ? tokensFor(token, tokens) : [token];
    const there = (edge: ActionEdge): Spot => ({ node: edge.target, edge });
    if (together.length === 1 && node.kind !== 'fork') {
        // The token keeps its identity.
        return tokens.all.flatMap((t): readonly Spot[] => (t === token ? edges.map(there) : [t]));
    }
    return [...tokens.all.filter(t => !together.includes(t)), ...edges.map(there)];
}

/** Returns the state for a combination of places after a number of moves. */
function arrival(next: Map<string, State>, spots: readonly Spot[], reach: Term, values: Values): State {
    const inOrder = [...spots].sort((a, b) => a.node.id - b.node.id || (a.edge?.id ?? -1) - (b.edge?.id ?? -1));
    const key = inOrder.map(spotText).join(' ');
    const known = next.get(key);
    if (known === undefined) {
        const made: State = { spots: inOrder, reach, values, moves: [] };
        next.set(key, made);
        return made;
    }
    known.values = merged(reach, values, known.values);
    known.reach = terms.or(known.reach, reach);
    return known;
}
