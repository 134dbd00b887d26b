/**
 * Decides at build time how each decision of a grammar is taken: by one token, by a table over several tokens, or (rarely) by prediction at
 * run time. The rule: the first alternative that the coming text allows (see prediction.ts); a repetition or option that nothing else in
 * its rule competes with is greedy after two tokens. Knows the rules' small form; nothing of code.
 */
import { EPSILON, Predictor, RULE, TOKEN, type Lookahead, type Network } from '../../src/language/syntax/prediction.js';
import type { Element, Rule, SequenceElement } from './ir.js';
import { END } from './tokens.js';

/** Tokens that may come first, and whether nothing may come at all. */
export interface First {
    readonly tokens: ReadonlySet<number>;
    readonly nullable: boolean;
}

/**
 * How a decision is taken. `oneToken`: by the sets of `firsts`; for a repetition only the first set matters (enter or not).
 * Otherwise `table` gives for each state and token a target: 0 no alternative, 1 + alternative, STATE + state, or SLOW.
 */
export interface Decision {
    readonly id: number;
    readonly rule: string;
    readonly oneToken: boolean;
    readonly firsts: readonly First[];
    readonly table: readonly LookaheadRow[];
    /** Tokens (of the whole row) that only prediction at run time decides. */
    readonly slow: boolean;
    readonly ambiguities: readonly string[];
}

export interface LookaheadRow {
    readonly otherwise: number;
    readonly targets: ReadonlyMap<number, number>;
}

export const STATE = 64,
    SLOW = 255;
const MAX_STATES = 48,
    MAX_CONFIGS = 6000,
    GREEDY_DEPTH = 2,
    FREE_DEPTH = 2;

export class Grammar {
    readonly firsts = new Map<string, First>();
    /** What may follow a rule, in any place. */
    readonly follows = new Map<string, Set<number>>();
    readonly decisions = new Map<Element, Decision>();
    /** What may follow an element within its rule. */
    readonly rests = new Map<Element, First>();
    readonly network: Network;

    constructor(
        readonly rules: ReadonlyMap<string, Rule>,
        readonly tokenNames: readonly string[],
        private readonly entries: readonly string[]
    ) {
        this.computeFirsts();
        this.refuseLeftRecursion();
        for (const rule of rules.values()) {
            this.computeRests(rule.body, { tokens: new Set(), nullable: true });
        }
        this.computeFollows();
        const builder = new NetworkBuilder(rules, entries);
        this.network = builder.network;
        const predictor = new Predictor(this.network);
        for (const rule of rules.values()) {
            this.visit(rule.body, element => this.decide(element, rule, builder, predictor));
        }
    }

    /** What may come first in an element. */
    first(element: Element): First {
        switch (element.is) {
            case 'token':
                return { tokens: new Set([element.kind]), nullable: false };
            case 'action':
                return { tokens: new Set(), nullable: true };
            case 'call':
                return this.firsts.get(element.rule)!;
            case 'alternatives': {
                const parts = element.elements.map(part => this.first(part));
                return { tokens: new Set(parts.flatMap(part => [...part.tokens])), nullable: parts.some(part => part.nullable) };
            }
            case 'repeat': {
                const inner = this.first(element.element);
                return element.cardinality === '+' ? inner : { tokens: inner.tokens, nullable: true };
            }
            case 'sequence':
                return element.elements.reduceRight<First>((rest, part) => this.then(this.first(part), rest), NOTHING);
        }
    }

    /**
     * The decisions by the names that Langium's parser gives them: rule, kind of production and its number within the rule. The numbers
     * follow the order in which Langium builds its productions.
     */
    langiumKeys(): Map<string, Decision> {
        const keys = new Map<string, Decision>();
        for (const rule of this.rules.values()) {
            const first = rule.form === 'infix' ? 0 : 1;
            const next = { option: first, many: first, or: first };
            const build = (element: Element): void => {
                if (element.is === 'sequence') {
                    element.elements.forEach(build);
                } else if (element.is === 'alternatives') {
                    element.elements.forEach(build);
                    keys.set(`${rule.name}:Alternation:${next.or++}`, this.decisions.get(element)!);
                } else if (element.is === 'repeat') {
                    build(element.element);
                    const production = { '?': 'Option', '*': 'Repetition', '+': 'RepetitionMandatory' }[element.cardinality];
                    keys.set(
                        `${rule.name}:${production}:${element.cardinality === '?' ? next.option++ : next.many++}`,
                        this.decisions.get(element)!
                    );
                }
            };
            build(rule.body);
        }
        return keys;
    }

    /** Calls a function for an element and all elements in it. */
    visit(element: Element, each: (element: Element, parent?: SequenceElement) => void): void {
        each(element);
        if (element.is === 'sequence' || element.is === 'alternatives') {
            element.elements.forEach(part => this.visit(part, each));
        } else if (element.is === 'repeat') {
            this.visit(element.element, each);
        }
    }

    /** A rule that calls itself before it reads anything would never end. */
    private refuseLeftRecursion(): void {
        const firstCalls = (element: Element): string[] => {
            switch (element.is) {
                case 'call':
                    return [element.rule];
                case 'alternatives':
                    return element.elements.flatMap(firstCalls);
                case 'repeat':
                    return firstCalls(element.element);
                case 'sequence': {
                    const end = element.elements.findIndex(part => !this.first(part).nullable);
                    return element.elements.slice(0, end < 0 ? undefined : end + 1).flatMap(firstCalls);
                }
                default:
                    return [];
            }
        };
        for (const rule of this.rules.keys()) {
            const reached = new Set<string>();
            const work = firstCalls(this.rules.get(rule)!.body);
            for (let next = work.pop(); next !== undefined; next = work.pop()) {
                if (next === rule) {
                    throw new Error(`Rule ${rule}: left recursion; write it as a loop with an action.`);
                }
                if (!reached.has(next)) {
                    reached.add(next);
                    work.push(...firstCalls(this.rules.get(next)!.body));
                }
            }
        }
    }

    private then(first: First, rest: First): First {
        return first.nullable ? { tokens: new Set([...first.tokens, ...rest.tokens]), nullable: rest.nullable } : first;
    }

    private computeFirsts(): void {
        for (const name of this.rules.keys()) {
            this.firsts.set(name, { tokens: new Set(), nullable: false });
        }
        for (let changed = true; changed;) {
            changed = false;
            for (const rule of this.rules.values()) {
                const before = this.firsts.get(rule.name)!;
                const after = this.first(rule.body);
                if (after.tokens.size !== before.tokens.size || after.nullable !== before.nullable) {
                    this.firsts.set(rule.name, after);
                    changed = true;
                }
            }
        }
    }

    private computeRests(element: Element, rest: First): void {
        this.rests.set(element, rest);
        if (element.is === 'sequence') {
            element.elements.reduceRight((after, part) => {
                this.computeRests(part, after);
                return this.then(this.first(part), after);
            }, rest);
        } else if (element.is === 'alternatives') {
            element.elements.forEach(part => this.computeRests(part, rest));
        } else if (element.is === 'repeat') {
            const again =
                element.cardinality === '?'
                    ? rest
                    : { tokens: new Set([...this.first(element.element).tokens, ...rest.tokens]), nullable: rest.nullable };
            this.computeRests(element.element, again);
        }
    }

    private computeFollows(): void {
        for (const rule of this.rules.values()) {
            this.follows.set(rule.name, new Set(rule.entry || this.entries.includes(rule.name) ? [END] : []));
        }
        for (let changed = true; changed;) {
            changed = false;
            for (const rule of this.rules.values()) {
                this.visit(rule.body, element => {
                    if (element.is === 'call') {
                        const follow = this.follows.get(element.rule)!;
                        const size = follow.size;
                        this.followOf(element, rule.name).forEach(token => follow.add(token));
                        changed ||= follow.size !== size;
                    }
                });
            }
        }
    }

    /** What may follow an element of a rule, in any place where the rule is called. */
    followOf(element: Element, rule: string): Set<number> {
        const rest = this.rests.get(element)!;
        return new Set(rest.nullable ? [...rest.tokens, ...this.follows.get(rule)!] : rest.tokens);
    }

    private decide(element: Element, rule: Rule, builder: NetworkBuilder, predictor: Predictor): void {
        if (element.is !== 'alternatives' && element.is !== 'repeat') {
            return;
        }
        const id = builder.decisionOf.get(element)!;
        const firsts =
            element.is === 'alternatives'
                ? element.elements.map(part => this.first(part))
                : [this.first(element.element), { tokens: this.followOf(element, rule.name), nullable: false }];
        const seen = new Set<number>();
        const total = firsts.reduce((sum, first) => sum + first.tokens.size, 0);
        firsts.forEach(first => first.tokens.forEach(token => seen.add(token)));
        const oneToken = seen.size === total && (element.is === 'repeat' || firsts.every(first => !first.nullable));
        const rest = this.rests.get(element)!.tokens;
        const greedy = element.is === 'repeat' && [...firsts[0].tokens].every(token => !rest.has(token));
        // Where nothing in the rule competes, what has begun is gone on with, right or wrong: the error is then where it goes wrong.
        builder.optional[id] = element.is === 'repeat' && !greedy ? 1 : 0;
        const automaton = oneToken ? { table: [], slow: false, ambiguities: [] } : this.unfold(id, predictor, greedy, builder.operandEnds);
        this.decisions.set(element, { id, rule: rule.name, oneToken, firsts, ...automaton });
    }

    /**
     * Unfolds the automaton of a decision into a table, as far as it stays small: not into operator expressions within what is looked at,
     * which have no end in sight.
     */
    private unfold(
        id: number,
        predictor: Predictor,
        greedy: boolean,
        operandEnds: ReadonlySet<number>
    ): Pick<Decision, 'table' | 'slow' | 'ambiguities'> {
        const rows: { otherwise: number; targets: Map<number, number> }[] = [];
        const numbers = new Map<string, number>();
        const paths = new Map<string, string>();
        const work: Lookahead[] = [];
        const ambiguities: string[] = [];
        let slow = false;
        const numberOf = (state: Lookahead, path: string, depth: number): number => {
            let number = numbers.get(state.key);
            if (number === undefined) {
                if (
                    numbers.size >= MAX_STATES ||
                    state.configs.length > MAX_CONFIGS ||
                    (depth >= FREE_DEPTH && nesting(state) > outermost)
                ) {
                    slow = true;
                    return -1;
                }
                number = numbers.size;
                numbers.set(state.key, number);
                paths.set(state.key, path);
                work.push(state);
            }
            return number;
        };
        const depths = new Map<string, number>();
        const target = (state: Lookahead | undefined, from: Lookahead, path: string): number => {
            const depth = (depths.get(from.key) ?? 0) + 1;
            if (state === undefined) {
                return numbers.get(from.key) === 0 ? 0 : 1 + predictor.fallback(id, from);
            }
            if (greedy && depth >= GREEDY_DEPTH && state.prediction < 0) {
                return 1;
            }
            if (!depths.has(state.key)) {
                depths.set(state.key, depth);
            }
            if (state.ambiguous && ambiguities.length < 3 && !greedy) {
                ambiguities.push(path);
            }
            if (state.prediction >= 0) {
                return 1 + state.prediction;
            }
            const number = numberOf(state, path, depth);
            return number < 0 ? SLOW : STATE + number;
        };
        const nesting = (state: Lookahead): number =>
            Math.max(
                0,
                ...state.configs.map(config => {
                    let count = 0;
                    for (let stack = config.stack; stack !== undefined; stack = stack.rest) {
                        count += operandEnds.has(stack.state) ? 1 : 0;
                    }
                    return count;
                })
            );
        const outermost = nesting(predictor.start(id));
        numberOf(predictor.start(id), '', 0);
        for (let state = work.shift(); state !== undefined; state = work.shift()) {
            const path = paths.get(state.key)!;
            const otherwise = target(predictor.next(id, state, 0), state, `${path} …`);
            const targets = new Map<number, number>();
            for (const token of predictor.tokens(state)) {
                const value = target(predictor.next(id, state, token), state, `${path} ${this.tokenNames[token]}`);
                if (value !== otherwise) {
                    targets.set(token, value);
                }
            }
            rows.push({ otherwise, targets });
        }
        return { table: rows, slow, ambiguities };
    }
}

const NOTHING: First = { tokens: new Set(), nullable: true };

/** Builds the transition network of all rules. */
class NetworkBuilder {
    readonly decisionOf = new Map<Element, number>();
    /** States behind the operands of operator expressions. */
    readonly operandEnds = new Set<number>();
    readonly network: Network;
    private readonly edges: number[][] = [];
    private readonly stops: number[] = [];
    private readonly decisions: number[][] = [];
    /** Filled in by the decisions. */
    readonly optional: number[] = [];
    private readonly starts = new Map<string, number>();
    private readonly returns = new Map<string, number[]>();
    private isInfix = false;

    constructor(rules: ReadonlyMap<string, Rule>, entries: readonly string[]) {
        const beforeEnd = this.state();
        this.edge(beforeEnd, TOKEN, END, this.state());
        for (const rule of rules.values()) {
            this.starts.set(rule.name, this.state());
            this.returns.set(rule.name, rule.entry || entries.includes(rule.name) ? [beforeEnd] : []);
        }
        const ends = new Map<number, string>();
        for (const rule of rules.values()) {
            this.isInfix = rule.form === 'infix';
            const stop = this.build(rule.body, this.starts.get(rule.name)!);
            const end = this.state();
            this.edge(stop, EPSILON, end, 0);
            this.stops[end] = 1;
            ends.set(end, rule.name);
        }
        const offsets = [0];
        this.edges.forEach(list => offsets.push(offsets[offsets.length - 1] + list.length));
        this.network = {
            offsets,
            edges: this.edges.flat(),
            stops: this.stops,
            decisions: this.decisions,
            optional: this.optional,
            returns: this.stops.map((_, state) => this.returns.get(ends.get(state) ?? '') ?? [])
        };
    }

    private state(): number {
        this.stops.push(0);
        return this.edges.push([]) - 1;
    }

    private edge(from: number, kind: number, a: number, b: number): void {
        this.edges[from].push(kind, a, b);
    }

    /** Builds an element from a state on; returns its end state. */
    private build(element: Element, from: number): number {
        switch (element.is) {
            case 'action':
                return from;
            case 'sequence':
                return element.elements.reduce((state, part) => this.build(part, state), from);
            case 'token': {
                const to = this.state();
                this.edge(from, TOKEN, element.kind, to);
                return to;
            }
            case 'call': {
                const to = this.state();
                this.edge(from, RULE, this.starts.get(element.rule)!, to);
                this.returns.get(element.rule)!.push(to);
                if (this.isInfix) {
                    this.operandEnds.add(to);
                }
                return to;
            }
            case 'alternatives': {
                const end = this.state();
                const starts = element.elements.map(part => {
                    const start = this.state();
                    this.edge(from, EPSILON, start, 0);
                    this.edge(this.build(part, start), EPSILON, end, 0);
                    return start;
                });
                this.decisionOf.set(element, this.decisions.push(starts) - 1);
                return end;
            }
            case 'repeat':
                return this.buildRepeat(element.element, element, from);
        }
    }

    private buildRepeat(body: Element, element: Element & { is: 'repeat' }, from: number): number {
        const end = this.state();
        const start = this.state();
        const bodyEnd = this.build(body, start);
        this.decisionOf.set(element, this.decisions.push([start, end]) - 1);
        if (element.cardinality === '?') {
            this.edge(from, EPSILON, start, 0);
            this.edge(from, EPSILON, end, 0);
            this.edge(bodyEnd, EPSILON, end, 0);
            return end;
        }
        // A loop state decides before every round; '+' enters its first round without asking.
        const loop = this.state();
        this.edge(from, EPSILON, element.cardinality === '*' ? loop : start, 0);
        this.edge(bodyEnd, EPSILON, loop, 0);
        this.edge(loop, EPSILON, start, 0);
        this.edge(loop, EPSILON, end, 0);
        return end;
    }
}
