/**
 * Answers, with a solver over the unrolled action, whether an action can go wrong for any values of its free inputs and under any schedule
 * (contract: newest-operations 2.2 rules 10 and 12). A claimed error counts only if a run of the evaluator confirms it.
 */
import { elementById, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { messageOf } from '../../evaluation/limits.js';
import { isMachine } from '../../evaluation/model/kinds.js';
import type { Run, RunModel } from '../../evaluation/run.js';
import { EvaluationError, Rational, type Value, valueText } from '../../values/index.js';
import { type BehaviourKind, type BehaviourOptions, checkedGraph, kindFault, SearchedRun, startRun } from '../../behaviour/index.js';
import type { CheckFault } from '../check/check-behavior.js';
import { evaluateProperty, type Property, propertyOf, scopeFault } from '../check/properties.js';
import { type Witness, witnessOf } from '../check/witness.js';
import { ask, type Assignment, assignedText, type QueryAnswer, type SolverLimits, type Unknown } from '../solver/query.js';
import { ROUNDED } from '../solver/questions.js';
import type { Solver } from '../solver/solver.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import { DEFAULT_UNROLLING } from './bounds.js';
import { Effects } from './effects.js';
import { isPlain, refuseUnencoded } from './encoded-actions.js';
import { ExecutedUnrolling } from './executed-unrolling.js';
import { unrolledAction } from './path.js';
import { type Initial, propertyTerm, setUp, type Setup } from './setup.js';
import type { Unrolled } from './unrolled.js';
import { Unrolling } from './unrolling.js';

export interface SolverCheckRequest {
    /** qualified name of an action or a state machine */
    readonly behaviour: string;
    readonly kind: BehaviourKind;
    /** empty without a performer */
    readonly performer: string;
    readonly inputs?: (run: Run) => ReadonlyMap<string, Value>;
    readonly properties: readonly string[];
    /** features whose final values are compared; empty for no comparison */
    readonly diverge: readonly string[];
    /** features of the action that are free, in addition to its inputs without a value */
    readonly freed: readonly string[];
    /** constraints that are assumed at the start of the action */
    readonly assumed: readonly string[];
    readonly bounds: { readonly depth?: number; readonly unroll?: number };
}

/** A run that demonstrates a claim, with the initial values of its features. */
export interface SolverWitness extends Witness {
    readonly inputs: readonly string[];
}

export interface SolverCheck {
    readonly verdict: 'holds' | 'fails' | 'undecided';
    readonly claim: 'holds' | 'violated' | 'sensitive' | 'none';
    readonly strength: 'proved' | 'bounded' | 'witnessed' | 'not covered';
    readonly name: string;
    readonly kind: BehaviourKind;
    /** the error found, such as `at step 2: …` */
    readonly text: string;
    /** for example `n : Integer free` or `y = 0` */
    readonly inputs: readonly string[];
    readonly free: readonly string[];
    readonly assumptions: readonly string[];
    readonly witness?: SolverWitness;
    /** the second run, if two runs end with different values */
    readonly contrast?: SolverWitness;
    readonly bounds: readonly { readonly name: 'depth' | 'unroll' | 'solver'; readonly limit: number; readonly isReached: boolean }[];
    /** why there is no claim, or why the claim is only bounded */
    readonly reason: string;
    readonly queries: number;
}

/** Time limits: for one query, and the end of the whole question in milliseconds since the epoch. */
export interface SolverCheckLimits extends SolverLimits {
    readonly ends?: number;
}

/** A possible error that the solver looks for. */
interface Suspicion {
    readonly depth: number;
    readonly when: Term;
    readonly kind: 'property' | 'failure' | 'deadlock';
    readonly property?: Property;
    readonly text: string;
}

/** An error that the solver found, with its values. */
interface Found {
    readonly suspicion: Suspicion;
    readonly model: Map<Term, Term>;
    readonly assignments: readonly Assignment<Unknown>[];
}

/**
 * Puts the question to a solver. Returns a fault if the model lacks something; the answer is undecided if something cannot be encoded.
 * Throws only the exceptions of the check for cancellation.
 */
export function checkBySolver(
    solver: Solver,
    limits: SolverCheckLimits,
    model: RunModel,
    request: SolverCheckRequest,
    options: BehaviourOptions = {}
): SolverCheck | CheckFault {
    const node = elementById(model, request.behaviour);
    if (node === undefined) {
        return { error: `behavior not found: ${request.behaviour}`, unknown: { name: request.behaviour, kind: 'name' } };
    }
    const name = qualifiedNameOf(node) ?? request.behaviour;
    const wrong = kindFault(node, request.behaviour, request.kind);
    if (wrong !== undefined) {
        return { error: wrong };
    }
    const properties: Property[] = [];
    const assumptions: Property[] = [];
    for (const [names, list] of [
        [request.properties, properties],
        [request.assumed, assumptions]
    ] as const) {
        for (const id of names) {
            const property = propertyOf(model, id);
            if ('error' in property) {
                return property;
            }
            list.push(property);
        }
    }
    try {
        const setup = setUp(startRun(model, options), { node, performer: request.performer, inputs: request.inputs, freed: request.freed });
        const fault = [...properties, ...assumptions].map(p => scopeFault(p, node, setup.performer)).find(f => f !== undefined);
        if (fault !== undefined) {
            return { error: fault };
        }
        return new Question({ solver, limits, model, request, options }, setup, { node, name, properties, assumptions }).answer();
    } catch (error) {
        if (error instanceof Untranslatable) {
            return { error: error.message };
        }
        if (error instanceof EvaluationError) {
            return { error: messageOf(error), ...(error.unknown && { unknown: error.unknown }) };
        }
        throw error;
    }
}

interface Subject {
    readonly node: NonNullable<ReturnType<typeof elementById>>;
    readonly name: string;
    readonly properties: readonly Property[];
    readonly assumptions: readonly Property[];
}

/** The arguments of {@link checkBySolver}. */
interface Call {
    readonly solver: Solver;
    readonly limits: SolverCheckLimits;
    readonly model: RunModel;
    readonly request: SolverCheckRequest;
    readonly options: BehaviourOptions;
}

class Question {
    private queries = 0;
    private isLate = false;
    private readonly bounds: { readonly depth: number; readonly unroll: number };
    private readonly given: readonly Term[];
    private readonly effects: Effects;

    constructor(
        private readonly call: Call,
        private readonly setup: Setup,
        private readonly subject: Subject
    ) {
        this.bounds = { ...DEFAULT_UNROLLING, ...call.request.bounds };
        this.effects = new Effects(setup.variants, this.bounds.unroll);
        const read = setup.variants.reader(setup.values);
        const assumed = subject.assumptions.map(property => propertyTerm(setup, property));
        this.given = [...setup.defined, ...assumed.flatMap(({ term, sides }) => [...sides.map(read), read(term)])];
    }

    answer(): SolverCheck {
        const first = this.unrolled('c');
        const suspicions = this.suspicions(first);
        const found = this.shortest(first, suspicions);
        if (found !== undefined) {
            return found;
        }
        const divergence = this.call.request.diverge.length === 0 ? undefined : this.divergence(first);
        if (divergence !== undefined) {
            return divergence;
        }
        const unclear = this.asked([first], this.undefinedIn(first));
        if (unclear.status !== 'unsat') {
            const reason = unclear.status === 'sat' ? 'a property cannot be evaluated at some values' : unclear.reason;
            return this.undecided(reason);
        }
        if (this.setup.translation.arithmetic.isRounded) {
            return this.undecided(ROUNDED);
        }
        const [deeper, longer] = [first.open, first.cuts].map(when => this.asked([first], terms.or(...when)).status !== 'unsat');
        const hit = [deeper && 'depth', longer && 'unroll'].filter(b => b !== false);
        return {
            ...this.common(),
            verdict: hit.length === 0 ? 'holds' : 'undecided',
            claim: 'holds',
            strength: hit.length === 0 ? 'proved' : 'bounded',
            text: 'holds',
            bounds: this.boundsOf(hit),
            reason:
                hit.length === 0
                    ? ''
                    : first.isCut
                      ? 'the unrolling ended: too many places of tokens'
                      : `the unrolling ended at its bounds: ${hit.join(', ')}`
        };
    }

    private unrolled(prefix: string): Unrolled {
        const { node, frame, values } = this.setup;
        const { model, options, request, limits } = this.call;
        const { depth } = this.bounds;
        const graph = isMachine(node) ? undefined : checkedGraph(node);
        if (graph !== undefined) {
            refuseUnencoded(graph);
        }
        if (graph !== undefined && isPlain(graph)) {
            const unrolling = new Unrolling(graph, frame, this.effects, prefix);
            unrolling.unroll(values, depth, limits.checkCancelled);
            return unrolledAction(unrolling);
        }
        const behaviour = { model, node, performer: request.performer, options };
        const unrolling = new ExecutedUnrolling(behaviour, frame, this.effects, prefix);
        unrolling.unroll(values, depth, limits.checkCancelled);
        return unrolling;
    }

    /** Returns the possible errors after each number of moves. */
    private suspicions({ layers, faults }: Unrolled): readonly Suspicion[] {
        const { variants } = this.setup;
        const found: Suspicion[] = faults.map(f => ({ ...f, text: f.kind === 'deadlock' ? 'deadlock' : f.text }));
        for (const property of this.subject.properties) {
            const { term, sides } = propertyTerm(this.setup, property);
            layers.forEach((states, depth) => {
                for (const { reach, values } of states) {
                    const read = variants.reader(values);
                    const when = terms.and(reach, ...sides.map(read), terms.not(read(term)));
                    found.push({ kind: 'property', depth, when, property, text: `${property.name} is false` });
                }
            });
        }
        return found.filter(s => s.when !== terms.FALSE);
    }

    /** Returns the term under which some property cannot be evaluated. */
    private undefinedIn({ layers }: Unrolled): Term {
        const sides = this.subject.properties.flatMap(p => propertyTerm(this.setup, p).sides);
        const all = layers.flat().map(({ reach, values }) => {
            const read = this.setup.variants.reader(values);
            return terms.and(reach, terms.not(terms.and(...sides.map(read))));
        });
        return sides.length === 0 ? terms.FALSE : terms.or(...all);
    }

    private asked(unrollings: readonly Unrolled[], when: Term): QueryAnswer<Unknown> {
        const { variables } = this.setup.translation.features;
        const choices = unrollings.flatMap(u => u.choices).map(({ term }) => ({ ...NUMBERED, name: term.operator, term }));
        const bindings = this.setup.translation.features.bindings();
        if (when === terms.FALSE) {
            return { status: 'unsat' };
        }
        const left = (this.call.limits.ends ?? Infinity) - Date.now();
        if (left <= 0) {
            this.isLate = true;
            return { status: 'unknown', reason: 'the time of the check is over', isTimeout: true };
        }
        this.queries++;
        const used = new Set(terms.termsWithin(when, ...this.given, ...bindings));
        const asked: Unknown[] = [...variables, ...choices.filter(c => used.has(c.term))];
        const limits = { ...this.call.limits, timeout: Math.ceil(Math.min(this.call.limits.timeout, left)) };
        const answer = ask(this.call.solver, limits, asked, [...this.given, ...bindings, when]);
        this.isLate ||= answer.status === 'unknown' && answer.isTimeout;
        return answer;
    }

    /**
     * Finds an error after the least number of moves and confirms it with a run. The depth is doubled step by step, because errors after
     * fewer moves are easier to find.
     */
    private shortest(unrolling: Unrolled, suspicions: readonly Suspicion[]): SolverCheck | undefined {
        const deepest = Math.max(0, ...suspicions.map(s => s.depth));
        for (let [after, depth] = [-1, 2]; after < deepest; [after, depth] = [depth, 2 * depth]) {
            const found = this.shortestAmong(
                unrolling,
                suspicions.filter(s => s.depth > after && s.depth <= depth)
            );
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    private shortestAmong(unrolling: Unrolled, suspicions: readonly Suspicion[]): SolverCheck | undefined {
        let best: Found | undefined;
        for (let open = suspicions; open.length > 0;) {
            const answer = this.asked([unrolling], terms.or(...open.map(s => s.when)));
            if (answer.status === 'unknown' && best === undefined) {
                return this.undecided(answer.reason);
            }
            if (answer.status !== 'sat') {
                break;
            }
            const model = modelOf(unrolling, answer.assignments);
            const suspicion = open.filter(s => isTrue(s.when, model)).sort((a, b) => a.depth - b.depth)[0];
            if (suspicion === undefined) {
                return this.undecided('a run with the values that the solver found does not confirm the claim');
            }
            best = { suspicion, model, assignments: answer.assignments };
            open = open.filter(s => s.depth < suspicion.depth);
        }
        return best === undefined ? undefined : this.shown(unrolling, best);
    }

    private shown(unrolling: Unrolled, { suspicion, model, assignments }: Found): SolverCheck {
        const { kind, property, depth } = suspicion;
        const moves = kind === 'failure' ? depth - 1 : depth;
        const plan = unrolling.plan(moves, model, kind === 'failure');
        const inputs = this.inputsOf(assignments);
        const behaviour = { node: this.subject.node, performer: this.call.request.performer, inputs: () => inputs };
        const again = (isTraced: boolean): SearchedRun => new SearchedRun(this.call.model, behaviour, this.call.options, plan, isTraced);
        let seen = '';
        const run = again(false);
        const began = this.subject.assumptions.filter(p => evaluateProperty(p, run) !== 'holds');
        try {
            for (let i = 0; i < depth && run.status() === 'open'; i++) {
                run.move();
            }
            const standing = run.status();
            if (property !== undefined) {
                const outcome = evaluateProperty(property, run);
                if (typeof outcome === 'object') {
                    return this.undecided(`property ${property.name} could not be evaluated in a state: ${outcome.error}`);
                }
                seen = outcome === 'false' ? property.name : '';
            } else if (kind === 'deadlock' && standing === 'deadlock') {
                seen = run.deadlock();
            }
        } catch (error) {
            if (!(error instanceof EvaluationError)) {
                throw error;
            }
            seen = kind === 'failure' ? error.message : '';
        }
        if (seen === '' || began.length > 0) {
            const why = began.length > 0 ? `${began[0].name} does not hold as it begins` : `${suspicion.text} after ${depth} moves`;
            return this.undecided(`replay disagrees with the witness: ${why}`);
        }
        const ending = kind === 'property' ? `property: ${seen}` : kind === 'failure' ? `fails: ${seen}` : `deadlock: ${seen}`;
        const text = kind === 'property' ? `${seen} is false` : `${kind}: ${seen}`;
        const witness = { ...witnessOf(again(true), depth, ending), inputs: this.initialTexts(model, assignments) };
        return {
            ...this.common(),
            verdict: 'fails',
            claim: 'violated',
            strength: 'witnessed',
            text: `at step ${depth}: ${text}`,
            inputs: witness.inputs,
            witness,
            bounds: this.boundsOf([]),
            reason: ''
        };
    }

    /** Finds a feature that ends with different values under two schedules for equal inputs. */
    private divergence(first: Unrolled): SolverCheck | undefined {
        const second = this.unrolled('d');
        for (const feature of this.call.request.diverge) {
            const variant = this.variantNamed(feature);
            const ends = (unrolling: Unrolled): { over: Term; value: Term } => {
                const over = unrolling.ends.filter(s => s.values.has(variant));
                const [last, ...others] = over;
                const value =
                    last === undefined
                        ? variant
                        : others.reduce((v, s) => terms.conditional(s.reach, s.values.get(variant)!, v), last.values.get(variant)!);
                return { over: terms.or(...over.map(s => s.reach)), value };
            };
            const [a, b] = [ends(first), ends(second)];
            if (a.over === terms.FALSE) {
                continue;
            }
            const answer = this.asked([first, second], terms.and(a.over, b.over, terms.not(terms.equal(a.value, b.value))));
            if (answer.status === 'unknown') {
                return this.undecided(answer.reason);
            }
            if (answer.status === 'sat') {
                return this.contrasted(feature, [first, second], answer.assignments);
            }
        }
        return undefined;
    }

    private variantNamed(feature: string): Term {
        const at = this.setup.initials.find(b => b.name === feature);
        if (at === undefined) {
            throw new Untranslatable(
                `no such feature to check divergence of: ${feature}: the action holds no such feature and performs no such node`
            );
        }
        return at.symbol;
    }

    private contrasted(feature: string, unrollings: readonly Unrolled[], assignments: readonly Assignment<Unknown>[]): SolverCheck {
        const inputs = this.inputsOf(assignments);
        const behaviour = { node: this.subject.node, performer: this.call.request.performer, inputs: () => inputs };
        const shown = unrollings.map(unrolling => {
            const model = modelOf(unrolling, assignments);
            const plan = unrolling.plan(Infinity, model, false);
            const run = new SearchedRun(this.call.model, behaviour, this.call.options, plan);
            let moves = 0;
            for (; run.status() === 'open'; moves++) {
                run.move();
            }
            const value = run.values().get(feature);
            const again = new SearchedRun(this.call.model, behaviour, this.call.options, plan, true);
            const witness = { ...witnessOf(again, moves, ''), inputs: this.initialTexts(model, assignments) };
            return { value: value === undefined ? 'no value' : valueText(value), witness };
        });
        const [a, b] = shown;
        if (a.value === b.value) {
            return this.undecided(`replay disagrees with the witness: ${feature} ends as ${a.value} both times`);
        }
        return {
            ...this.common(),
            verdict: 'fails',
            claim: 'sensitive',
            strength: 'witnessed',
            text: `${feature} ends as ${a.value} or ${b.value}`,
            inputs: a.witness.inputs,
            witness: a.witness,
            contrast: b.witness,
            bounds: this.boundsOf([]),
            reason: ''
        };
    }

    /** Returns the inputs of a run from the values that the solver found. */
    private inputsOf(assignments: readonly Assignment<Unknown>[]): ReadonlyMap<string, Value> {
        const given = new Map(this.call.request.inputs?.(this.setup.frame.run) ?? []);
        for (const { name, free } of this.setup.initials) {
            const found = assignments.find(a => a.variable === free);
            if (free !== undefined && found !== undefined) {
                given.set(name, found.value);
            }
        }
        return given;
    }

    /** Returns the initial values of the features of a run as texts. */
    private initialTexts(model: Map<Term, Term>, assignments: readonly Assignment<Unknown>[]): readonly string[] {
        return this.setup.initials.flatMap(start => {
            const { name, free, initial } = start;
            const found = free && assignments.find(a => a.variable === free);
            const text =
                found === undefined
                    ? valueOf({ ...start, initial: initial && terms.substituted(initial, model) })
                    : assignedText(found, valueText);
            return text === undefined ? [] : [`${name} = ${text}`];
        });
    }

    private common(): Pick<SolverCheck, 'name' | 'kind' | 'inputs' | 'free' | 'assumptions' | 'queries'> {
        const free = this.setup.initials.filter(b => b.free !== undefined);
        return {
            name: this.subject.name,
            kind: isMachine(this.setup.node) ? 'machine' : 'action',
            inputs: this.setup.initials.flatMap(initialText),
            free: free.map(b => b.name),
            assumptions: this.subject.assumptions.map(a => a.name),
            queries: this.queries
        };
    }

    private boundsOf(hit: readonly string[]): SolverCheck['bounds'] {
        const { depth, unroll } = this.bounds;
        return [
            { name: 'depth', limit: depth, isReached: hit.includes('depth') },
            { name: 'unroll', limit: unroll, isReached: hit.includes('unroll') },
            { name: 'solver', limit: this.call.limits.timeout, isReached: this.isLate }
        ];
    }

    private undecided(reason: string): SolverCheck {
        return {
            ...this.common(),
            verdict: 'undecided',
            claim: 'none',
            strength: 'not covered',
            text: 'undecided',
            bounds: this.boundsOf([]),
            reason
        };
    }
}

const NUMBERED = { meaning: { kind: 'number' }, domain: terms.TRUE } as const;

const isTrue = (term: Term, model: Map<Term, Term>): boolean => terms.substituted(term, model) === terms.TRUE;

/** Returns the solver's values for evaluating terms. An irrelevant choice gets the first alternative. */
function modelOf({ choices }: Unrolled, assignments: readonly Assignment<Unknown>[]): Map<Term, Term> {
    const model = new Map<Term, Term>(choices.map(({ term }) => [term, terms.integer(0)]));
    assignments.forEach(({ variable, constant }) => model.set(variable.term, constant));
    return model;
}

function initialText(start: Initial): readonly string[] {
    const { name, free, type } = start;
    const text = free === undefined ? valueOf(start) : undefined;
    return free !== undefined ? [`${name}${type === '' ? '' : ` : ${type}`} free`] : text === undefined ? [] : [`${name} = ${text}`];
}

/**
 * Returns the initial value of a feature as text; undefined without a value, and for a value with a unit or a choice that depends on free
 * features.
 */
function valueOf({ value, initial, isPlain }: Initial): string | undefined {
    if (value !== undefined) {
        return valueText(value);
    }
    const constant = isPlain ? initial?.constant : undefined;
    return constant === undefined ? undefined : valueText(constant instanceof Rational && constant.den === 1 ? constant.num : constant);
}
