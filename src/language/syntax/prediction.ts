/**
 * Look-ahead over a grammar's transition network: determines which alternative accepts the next tokens.
 *
 * The algorithm is SLL over an augmented transition network: it follows all alternatives in parallel. It knows the callers inside the
 * decision; beyond them any caller is possible. The parser compiler uses it at build time to unfold decisions into tables; the parsers use
 * it at run time for the few decisions that no bounded unfolding decides. It depends on numbers only, not on grammars, texts or nodes.
 */
import type { Table } from './cells.js';

/** The network. State s has the transitions `edges[offsets[s]] .. edges[offsets[s + 1]]`, three numbers each: kind, a, b. */
export interface Network {
    readonly offsets: ArrayLike<number>;
    readonly edges: ArrayLike<number>;
    /** For the end state of a rule, the states after its calls; empty for other states. */
    readonly returns: readonly (readonly number[])[];
    /** 1 for the end state of a rule. */
    readonly stops: ArrayLike<number>;
    /** Start states of the alternatives of each decision. */
    readonly decisions: readonly (readonly number[])[];
    /** 1 for decisions that read nothing if no alternative matches. */
    readonly optional: ArrayLike<number>;
}

/** The decisions of a language, made by the parser compiler. */
export interface LookaheadTables {
    readonly network: () => Network;
    /** Token kinds by number: keyword text or terminal name. */
    readonly tokens: readonly string[];
    /** By `rule:production:number`. */
    readonly decisions: ReadonlyMap<string, { readonly id: number; readonly table: Table }>;
}

/** Limits of look-ahead at run time: nested calls, tokens, and stored states. */
const MAX_STACK = 64,
    MAX_TOKENS = 10_000,
    MAX_STATES = 4000;

/** Transition kinds: to state a; over token a to state b; into the rule that starts at a, then to state b. */
export const EPSILON = 0,
    TOKEN = 1,
    RULE = 2;

interface Config {
    readonly state: number;
    readonly alt: number;
    readonly stack: Stack | undefined;
}

interface Stack {
    readonly id: number;
    readonly state: number;
    readonly rest: Stack | undefined;
    readonly depth: number;
}

/** A state of the look-ahead automaton of one decision. */
export interface Lookahead {
    readonly key: string;
    readonly configs: readonly Config[];
    /** The decided alternative, or -1 if more text is needed. */
    readonly prediction: number;
    /** True if no text can distinguish the alternatives, so that the first was taken. */
    readonly ambiguous: boolean;
    /** Memo of `Predictor.next`. */
    readonly next: Map<number, Lookahead | undefined>;
}

/** Predicts on one network; caches the automata that it builds. */
export class Predictor {
    private stacks = new Map<number, Stack>();
    private starts: (Lookahead | undefined)[] = [];
    private states: Map<string, Lookahead>[] = [];
    private stateCount = 0;

    /** A number greater than all states. */
    private readonly width: number;

    constructor(private readonly network: Network) {
        this.width = network.stops.length + 1;
    }

    /**
     * Predicts a decision for a sequence of token kinds (by index from 0, with the end token repeated forever). Returns the alternative, or
     * -1 if no alternative accepts it.
     */
    predict(decision: number, kindAt: (index: number) => number): number {
        if (this.stateCount > MAX_STATES) {
            this.forget();
        }
        let state = this.start(decision);
        for (let i = 0; ; i++) {
            const kind = kindAt(i);
            const next = this.next(decision, state, kind);
            if (next === undefined) {
                return i === 0 ? -1 : this.fallback(decision, state);
            }
            if (next.prediction >= 0) {
                return next.prediction;
            }
            if (kind <= 1 || i > MAX_TOKENS || (next.configs[0].stack !== undefined && next.configs[0].stack.depth > MAX_STACK)) {
                return this.fallback(decision, next);
            }
            state = next;
        }
    }

    /** The alternative to take if none continues: the first that matched so far, or the one that leaves out an optional part. */
    fallback(decision: number, state: Lookahead): number {
        const alternatives = state.configs.map(config => config.alt);
        return this.network.optional[decision] === 1 ? Math.max(...alternatives) : Math.min(...alternatives);
    }

    private forget(): void {
        this.stacks = new Map();
        this.starts = [];
        this.states = [];
        this.stateCount = 0;
    }

    /** The automaton's start state of a decision. */
    start(decision: number): Lookahead {
        let start = this.starts[decision];
        if (start === undefined) {
            const set = new ConfigSet(this.width);
            this.network.decisions[decision].forEach((state, alt) => this.close({ state, alt, stack: undefined }, set));
            start = this.intern(decision, set, -1, false);
            this.starts[decision] = start;
        }
        return start;
    }

    /** The state after a token, or undefined if no alternative accepts it. */
    next(decision: number, from: Lookahead, token: number): Lookahead | undefined {
        if (from.next.has(token)) {
            return from.next.get(token);
        }
        const target = this.step(decision, from, token);
        from.next.set(token, target);
        return target;
    }

    /** The tokens that a state accepts. */
    tokens(from: Lookahead): Set<number> {
        const found = new Set<number>();
        const { offsets, edges } = this.network;
        for (const { state } of from.configs) {
            for (let e = offsets[state]; e < offsets[state + 1]; e += 3) {
                if (edges[e] === TOKEN) {
                    found.add(edges[e + 1]);
                }
            }
        }
        return found;
    }

    private step(decision: number, from: Lookahead, token: number): Lookahead | undefined {
        const { offsets, edges } = this.network;
        const reach = new ConfigSet(this.width);
        for (const config of from.configs) {
            for (let e = offsets[config.state]; e < offsets[config.state + 1]; e += 3) {
                if (edges[e] === TOKEN && edges[e + 1] === token) {
                    this.close({ state: edges[e + 2], alt: config.alt, stack: config.stack }, reach);
                }
            }
        }
        if (reach.configs.length === 0) {
            return undefined;
        }
        const first = reach.configs[0].alt;
        if (reach.configs.every(config => config.alt === first)) {
            return this.intern(decision, reach, first, false);
        }
        if (this.isConflict(reach.configs)) {
            return this.intern(decision, reach, Math.min(...reach.configs.map(config => config.alt)), true);
        }
        return this.intern(decision, reach, -1, false);
    }

    /** Whether no text can make the decision: several alternatives reach every place in the network. */
    private isConflict(configs: readonly Config[]): boolean {
        const alternatives = new Map<number, number>();
        const shared = new Set<number>();
        for (const config of configs) {
            const place = (config.stack?.id ?? 0) * this.width + config.state;
            const other = alternatives.get(place);
            if (other === undefined) {
                alternatives.set(place, config.alt);
            } else if (other !== config.alt) {
                shared.add(place);
            }
        }
        return shared.size > 0 && shared.size === alternatives.size;
    }

    private intern(decision: number, set: ConfigSet, prediction: number, ambiguous: boolean): Lookahead {
        const states = (this.states[decision] ??= new Map<string, Lookahead>());
        const key = set.key();
        let state = states.get(key);
        if (state === undefined) {
            state = { key, configs: set.configs, prediction, ambiguous, next: new Map() };
            states.set(key, state);
            this.stateCount++;
        }
        return state;
    }

    private push(state: number, rest: Stack | undefined): Stack {
        const key = (rest?.id ?? 0) * this.width + state;
        let stack = this.stacks.get(key);
        if (stack === undefined) {
            stack = { id: this.stacks.size + 1, state, rest, depth: (rest?.depth ?? 0) + 1 };
            this.stacks.set(key, stack);
        }
        return stack;
    }

    /** Follows the transitions that need no token. */
    private close(origin: Config, set: ConfigSet): void {
        const { offsets, edges, stops, returns } = this.network;
        const work = [origin];
        const seen = set.closed;
        while (work.length > 0) {
            const config = work.pop()!;
            const key = set.keyOf(config);
            if (seen.has(key)) {
                continue;
            }
            seen.add(key);
            if (stops[config.state] === 1) {
                if (config.stack === undefined) {
                    returns[config.state].forEach(state => work.push({ state, alt: config.alt, stack: undefined }));
                } else {
                    work.push({ state: config.stack.state, alt: config.alt, stack: config.stack.rest });
                }
                continue;
            }
            // A state without transitions is the end of the text.
            let takesToken = offsets[config.state] === offsets[config.state + 1];
            for (let e = offsets[config.state]; e < offsets[config.state + 1]; e += 3) {
                if (edges[e] === EPSILON) {
                    work.push({ state: edges[e + 1], alt: config.alt, stack: config.stack });
                } else if (edges[e] === RULE) {
                    work.push({ state: edges[e + 1], alt: config.alt, stack: this.push(edges[e + 2], config.stack) });
                } else {
                    takesToken = true;
                }
            }
            if (takesToken) {
                set.add(config);
            }
        }
    }
}

/** Maximum number of alternatives of a decision. */
const MAX_ALTERNATIVES = 64;

class ConfigSet {
    readonly configs: Config[] = [];
    /** Configurations whose transitions without tokens were followed. */
    readonly closed = new Set<number>();
    private readonly keys: number[] = [];

    constructor(private readonly width: number) {}

    keyOf(config: Config): number {
        return ((config.stack?.id ?? 0) * this.width + config.state) * MAX_ALTERNATIVES + config.alt;
    }

    /** Adds a configuration. There are no duplicates, because each configuration is closed only once. */
    add(config: Config): void {
        this.keys.push(this.keyOf(config));
        this.configs.push(config);
    }

    key(): string {
        return Float64Array.from(this.keys).sort().join();
    }
}
