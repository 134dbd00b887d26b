/**
 * A machine of one level of states, choices and junctions, unrolled move by move: the state that is active, what has completed and which
 * timers wait are as they are, what features hold are terms. A move is one step of the machine: what is due is dispatched, then conditions
 * are looked at that have become true (contract behaviour 9.2 to 9.4, 10.6). Knows no solver.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { isStatementType } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { instantOf, type Plan, type StateGraph, startOf, type Transition, type Vertex } from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effect, Effects } from './effects.js';
import { isBranching, TransitionOpenness } from './machine-openness.js';
import { refuseUnencodedMachine } from './machine-refusals.js';
import { type Branches, type Choice, type Fault, MOST_STATES, type Reached, type Unrolled } from './unrolled.js';
import { merged, type Values } from './values.js';

/** A timer of the active state. */
interface Waiting {
    readonly transition: Transition;
    /** seconds until it is due */
    readonly left: number;
}

/** Where a machine is. */
interface Place {
    /** the active state; undefined once it has ended */
    readonly at: Vertex | undefined;
    /** whether a completion of that waits */
    readonly isCompleted: boolean;
    /** in the order in which they were set */
    readonly timers: readonly Waiting[];
}

interface State extends Place, Reached {
    reach: Term;
    values: Values;
    readonly moves: Move[];
}

/** A move; one that fails leads nowhere. */
interface Move {
    readonly when: Term;
    readonly picks: readonly Branches[];
    readonly to: State | undefined;
}

/** One of the ways on which a move has come so far. */
interface Way extends Place {
    readonly when: Term;
    readonly picks: readonly Branches[];
    readonly values: Values;
}

/** A condition that a state waits for, as two features: whether it was true when it was looked at last, and whether that was used up. */
interface Watch {
    readonly transition: Transition;
    readonly wasTrue: Term;
    readonly isSpent: Term;
}

/** What an occurrence enables. */
interface Selected {
    readonly open: readonly { readonly transition: Transition; readonly when: Term }[];
    /** without a condition, where nothing else is open */
    readonly otherwise: Transition | undefined;
    readonly none: Term;
    readonly failures: readonly Term[];
}

export class MachineUnrolling implements Unrolled {
    readonly layers: (readonly State[])[] = [];
    readonly ends: Reached[] = [];
    readonly faults: Fault[] = [];
    readonly cuts: Term[] = [];
    readonly choices: Choice[] = [];
    readonly open: Term[] = [];
    isCut = false;
    private readonly watches: readonly Watch[];
    private readonly openness: TransitionOpenness;
    /** failing ways of the move in hand */
    private failing: Move[] = [];

    /** @param prefix of the names of choices @throws Untranslatable */
    constructor(
        private readonly graph: StateGraph,
        private readonly frame: Frame,
        private readonly effects: Effects,
        private readonly prefix: string
    ) {
        refuseUnencodedMachine(graph);
        this.openness = new TransitionOpenness(effects.variants, frame);
        this.watches = graph.transitions
            .filter(t => t.trigger?.kind === 'when')
            .map((transition, i) => ({
                transition,
                wasTrue: terms.variable(`${prefix}was${i}`, 'Bool'),
                isSpent: terms.variable(`${prefix}spent${i}`, 'Bool')
            }));
    }

    /** Unrolls. @param depth moves, at most @throws Untranslatable */
    unroll(initial: Values, depth: number, checkCancelled: () => void): void {
        const values = new Map(initial);
        this.watches.forEach(w => values.set(w.wasTrue, terms.FALSE).set(w.isSpent, terms.FALSE));
        const first = new Map<string, State>();
        this.started(values).forEach(way => arrival(first, way, way.when));
        this.failing.forEach(({ when }) => this.fault(when, 0));
        this.layers.push([...first.values()]);
        let count = first.size;
        for (let i = 0; ; i++) {
            const choice = { term: terms.variable(`${this.prefix}${i}`, 'Int') };
            const next = new Map<string, State>();
            for (const state of this.layers[i]) {
                checkCancelled();
                this.isCut ||= count + next.size > MOST_STATES;
                this.moves(state, i, choice.term, i === depth || this.isCut ? undefined : next);
            }
            this.choices.push(choice);
            if (next.size === 0) {
                return;
            }
            this.layers.push([...next.values()]);
            count += next.size;
        }
    }

    plan(count: number, model: Map<Term, Term>, isFailing: boolean): Plan {
        const isTrue = (term: Term): boolean => terms.substituted(term, model) === terms.TRUE;
        const picks: number[] = [];
        const counts: number[] = [];
        const take = (branches: readonly Branches[]): void => {
            for (const { open, taken } of branches) {
                const isOpen = open.map(isTrue);
                const of = isOpen.filter(Boolean).length;
                if (of > 1) {
                    picks.push(isOpen.slice(0, taken).filter(Boolean).length);
                    counts.push(of);
                }
            }
        };
        let state = this.layers[0].find(s => isTrue(s.reach));
        for (let i = 0; i < count && state !== undefined; i++) {
            const taken: Move | undefined = state.moves.find(m => m.to !== undefined && isTrue(m.when));
            take(taken?.picks ?? []);
            state = taken?.to;
        }
        if (isFailing) {
            take(state?.moves.find(m => m.to === undefined && isTrue(m.when))?.picks ?? []);
        }
        return { picks, counts };
    }

    private fault(when: Term, depth: number): void {
        if (when !== terms.FALSE) {
            this.faults.push({ kind: 'failure', depth, when, text: `${this.graph.name} fails` });
        }
    }

    /** @param next where moves lead to; undefined where none are made any more */
    private moves(state: State, depth: number, choice: Term, next: Map<string, State> | undefined): void {
        if (state.at === undefined) {
            this.ends.push(state);
            return;
        }
        this.failing = [];
        const begun = { ...state, when: terms.TRUE, picks: [] };
        const cuts = this.cuts.length;
        const { ways, rests } = this.stepped(begun, state);
        if (next === undefined) {
            this.cuts.length = cuts;
            this.open.push(terms.and(state.reach, terms.not(rests)));
            return;
        }
        for (let i = cuts; i < this.cuts.length; i++) {
            this.cuts[i] = terms.and(state.reach, this.cuts[i]);
        }
        for (const move of this.failing) {
            this.fault(terms.and(state.reach, move.when), depth + 1);
            state.moves.push(move);
        }
        ways.forEach((way, i) => {
            const isTaken = ways.length === 1 ? terms.TRUE : terms.equal(choice, terms.integer(i));
            const when = terms.and(isTaken, way.when);
            const reach = terms.and(state.reach, when);
            if (reach !== terms.FALSE) {
                state.moves.push({ when, picks: way.picks, to: arrival(next, way, reach) });
            }
        });
    }

    /** A step of the machine, or what is done when time has passed. @returns under which nothing happens any more, too */
    private stepped(way: Way, state: State): { readonly ways: readonly Way[]; readonly rests: Term } {
        if (way.isCompleted || way.timers.some(t => t.left <= 0)) {
            return { ways: this.dispatched(way).flatMap(w => this.polled(w)), rests: terms.FALSE };
        }
        const looked = this.looked(way);
        const risen = terms.or(...looked.risen.values());
        const ways = risen === terms.FALSE ? [] : this.polled(withCondition({ ...looked.way, values: way.values }, risen));
        const quiet = withCondition(looked.way, terms.not(risen));
        if (quiet.timers.length === 0) {
            this.ends.push({ reach: terms.and(state.reach, quiet.when), values: quiet.values });
            return { ways, rests: quiet.when };
        }
        const least = Math.min(...quiet.timers.map(t => t.left));
        const timers = quiet.timers.map(t => ({ ...t, left: t.left - least }));
        const later = this.dispatched({ ...quiet, timers }).flatMap(w => this.polled(w));
        return { ways: [...ways, ...later], rests: terms.FALSE };
    }

    /** Takes a completion, or one of the timers that are due. */
    private dispatched(way: Way): readonly Way[] {
        const at = way.at!;
        if (way.isCompleted) {
            const selected = this.selected(at, way, t => (t.trigger === undefined ? terms.TRUE : terms.FALSE));
            return this.fired({ ...way, isCompleted: false }, at, selected);
        }
        const due = way.timers.filter(t => t.left <= 0);
        const all = due.map(() => terms.TRUE);
        return due.flatMap((timer, taken) => {
            const begun: Way = {
                ...way,
                timers: way.timers.filter(t => t !== timer),
                picks: due.length < 2 ? way.picks : [...way.picks, { open: all, taken }]
            };
            return this.fired(
                begun,
                at,
                this.selected(at, begun, t => (t === timer.transition ? terms.TRUE : terms.FALSE))
            );
        });
    }

    // --- Conditions that are waited for ---

    /** Looks at the conditions: which have become true. What cannot be evaluated fails. */
    private looked(way: Way): { readonly risen: ReadonlyMap<Transition, Term>; readonly way: Way } {
        const values = new Map(way.values);
        const read = this.effects.variants.reader(way.values);
        const risen = new Map<Transition, Term>();
        let defined: Term = terms.TRUE;
        for (const { transition, wasTrue, isSpent } of this.watches) {
            const { term, sides } = this.effects.variants.condition(argumentOf(transition), this.frame);
            const [holds, isDefined] = [read(term), terms.and(...sides.map(read))];
            const spent = way.values.get(isSpent)!;
            if (transition.source === way.at) {
                defined = terms.and(defined, isDefined);
                risen.set(transition, terms.and(holds, terms.not(way.values.get(wasTrue)!)));
                values.set(wasTrue, holds).set(isSpent, terms.and(spent, holds));
            } else {
                values.set(isSpent, terms.and(spent, terms.or(terms.not(isDefined), holds)));
            }
        }
        this.fails(way, terms.not(defined));
        return { risen, way: { ...withCondition(way, defined), values } };
    }

    /** Dispatches the conditions that have become true. */
    private polled(way: Way): readonly Way[] {
        if (way.at === undefined || this.watches.length === 0) {
            return [way];
        }
        const { risen, way: looked } = this.looked(way);
        if (terms.or(...risen.values()) === terms.FALSE) {
            return [looked];
        }
        return this.fired(
            looked,
            way.at,
            this.selected(way.at, looked, t => risen.get(t) ?? terms.FALSE)
        );
    }

    // --- Firing ---

    /** The transitions out of a state that an occurrence enables. Behind the first that is open, what cannot be evaluated is not. */
    private selected(at: Vertex, way: Way, isOffered: (transition: Transition) => Term): Selected {
        const read = this.effects.variants.reader(way.values);
        const open: { transition: Transition; when: Term }[] = [];
        const failures: Term[] = [];
        for (const transition of at.outgoing.filter(t => !t.isElse && isOffered(t) !== terms.FALSE)) {
            const { holds, isDefined } = this.openness.of(transition, read);
            const offered = isOffered(transition);
            failures.push(terms.and(offered, terms.not(isDefined), ...open.map(o => terms.not(o.when))));
            open.push({ transition, when: terms.and(offered, isDefined, holds) });
        }
        const otherwise = at.outgoing.find(t => t.isElse && isOffered(t) !== terms.FALSE);
        const none = terms.and(...open.map(o => terms.not(o.when)));
        return { open: open.filter(o => o.when !== terms.FALSE), otherwise, none, failures: failures.filter(f => f !== terms.FALSE) };
    }

    private fired(way: Way, at: Vertex, { open, otherwise, none, failures }: Selected): readonly Way[] {
        this.fails(way, terms.or(...failures));
        const begun = withCondition(way, terms.and(...failures.map(terms.not)));
        const choices = open.map(o => o.when);
        const spent = new Map(begun.values);
        for (const { isSpent, transition } of this.watches) {
            const used = open.find(o => o.transition === transition);
            if (used !== undefined) {
                spent.set(isSpent, terms.or(spent.get(isSpent)!, used.when));
            }
        }
        const taken = open.flatMap(({ transition, when }, i) => {
            const picked = withCondition({ ...begun, values: spent }, when);
            const picks = open.length < 2 ? picked.picks : [...picked.picks, { open: choices, taken: i }];
            return this.taken({ ...picked, picks }, at, transition);
        });
        const rest = withCondition(begun, none);
        if (rest.when === terms.FALSE) {
            return taken;
        }
        if (otherwise === undefined) {
            return [...taken, rest];
        }
        const { holds, isDefined } = this.openness.of(otherwise, this.effects.variants.reader(rest.values));
        this.fails(rest, terms.not(isDefined));
        const [passed, stays] = [terms.and(isDefined, holds), terms.and(isDefined, terms.not(holds))].map(when =>
            withCondition(rest, when)
        );
        return [...taken, ...this.taken(passed, at, otherwise), stays].filter(w => w.when !== terms.FALSE);
    }

    /** From one state to the next. */
    private taken(way: Way, source: Vertex, transition: Transition): readonly Way[] {
        const values = new Map(way.values);
        for (const { transition, wasTrue, isSpent } of this.watches) {
            if (transition.source === source) {
                values.set(isSpent, terms.and(values.get(isSpent)!, values.get(wasTrue)!));
            }
        }
        const left = { ...way, values, timers: [], isCompleted: false };
        return this.openness.routes(transition, way.values).flatMap(({ when, picks, segments, end }) => {
            const routed = withCondition({ ...left, picks: [...left.picks, ...picks] }, when);
            const effects = segments.flatMap(s => s.effects);
            return routed.when === terms.FALSE ? [] : this.arriving(this.performed(this.performed(routed, source.exit), effects), end);
        });
    }

    /** From an effect to a state. A choice, and a junction behind one, takes a branch by what holds then (contract behaviour 10.1). */
    private arriving(way: Way, vertex: Vertex): readonly Way[] {
        if (!isBranching(vertex)) {
            return this.entered(way, vertex);
        }
        const { branches, holds, isDefined } = this.openness.branchesOf(vertex, this.effects.variants.reader(way.values));
        this.fails(way, terms.not(terms.and(isDefined, holds)));
        const begun = withCondition(way, isDefined);
        return branches.flatMap(({ transition, when, pick }) => {
            const picked = withCondition({ ...begun, picks: [...begun.picks, ...pick] }, when);
            return picked.when === terms.FALSE ? [] : this.arriving(this.performed(picked, transition.effects), transition.target);
        });
    }

    /** Entry transitions are tried in written order; the first that holds is taken. */
    private started(values: Values): readonly Way[] {
        const [region] = this.graph.machine.regions;
        const begun: Way = { when: terms.TRUE, picks: [], at: undefined, isCompleted: false, timers: [], values };
        let left = this.performed(begun, this.graph.machine.entry);
        const read = this.effects.variants.reader(left.values);
        const ways: Way[] = [];
        for (const entry of startOf(region)!.outgoing) {
            const { holds, isDefined } = this.openness.guardOf(entry, read);
            this.fails(left, terms.not(isDefined));
            const taken = withCondition(left, terms.and(isDefined, holds));
            ways.push(...(taken.when === terms.FALSE ? [] : this.arriving(taken, entry.target)));
            left = withCondition(left, terms.and(isDefined, terms.not(holds)));
        }
        this.fails(left, terms.TRUE);
        return ways;
    }

    /** Enters a state: its entry behaviours, its timers and conditions, its completion where a way out is open then. */
    private entered(way: Way, vertex: Vertex): readonly Way[] {
        if (vertex.kind === 'final') {
            return [{ ...way, at: undefined, isCompleted: false, timers: [] }];
        }
        const inside = this.performed(way, vertex.entry);
        const values = new Map(inside.values);
        this.watches.filter(w => w.transition.source === vertex).forEach(w => values.set(w.wasTrue, values.get(w.isSpent)!));
        const timers = vertex.timed.filter(t => t.trigger?.kind === 'after').map(t => ({ transition: t, left: this.secondsOf(t) }));
        const entered: Way = { ...inside, at: vertex, values, timers };
        if (!vertex.leavesOnCompletion) {
            return [entered];
        }
        const read = this.effects.variants.reader(values);
        let closed: Term = terms.TRUE;
        const failures: Term[] = [];
        for (const transition of vertex.outgoing.filter(t => t.trigger === undefined)) {
            const { holds, isDefined } = this.openness.guardOf(transition, read);
            failures.push(terms.and(closed, terms.not(isDefined)));
            closed = terms.and(closed, terms.not(holds));
        }
        this.fails(entered, terms.or(...failures));
        const defined = withCondition(entered, terms.and(...failures.map(terms.not)));
        const completed = withCondition({ ...defined, isCompleted: true }, terms.not(closed));
        return [completed, withCondition(defined, closed)].filter(w => w.when !== terms.FALSE);
    }

    /** The seconds of a timer. @throws Untranslatable where they follow from what is free, or changes */
    private secondsOf({ trigger, node }: Transition): number {
        if (trigger?.kind !== 'after') {
            return 0;
        }
        const { value } = this.effects.variants.translated(trigger.expression.argument, this.frame);
        if (value.kind !== 'value') {
            throw new Untranslatable('a time that follows from features that are free or change is not encoded', node);
        }
        return instantOf(trigger.expression, this.frame, 0);
    }

    // --- Behaviours ---

    private performed(way: Way, usages: readonly AstNode[]): Way {
        return usages.reduce((before, usage) => this.goingOn(before, this.effectOf(usage, before.values)), way);
    }

    private effectOf(usage: AstNode, values: Values): Effect {
        return isStatementType(usage) || assignedFeatureOf(usage) !== undefined
            ? this.effects.ofStatement(usage, this.frame, values)
            : this.effects.ofAction(usage, this.frame, values);
    }

    private goingOn(way: Way, { values, failures, cuts }: Effect): Way {
        failures.forEach(f => this.fails(way, f.when));
        this.cuts.push(...cuts.map(c => terms.and(way.when, c)));
        return { ...withCondition(way, terms.and(...failures.map(f => terms.not(f.when)), ...cuts.map(terms.not))), values };
    }

    private fails(way: Way, when: Term): void {
        const all = terms.and(way.when, when);
        if (all !== terms.FALSE) {
            this.failing.push({ when: all, picks: way.picks, to: undefined });
        }
    }
}

const withCondition = <W extends Way>(way: W, when: Term): W => ({ ...way, when: terms.and(way.when, when) });

const argumentOf = ({ trigger, node }: Transition): AstNode => (trigger?.kind === 'when' ? trigger.expression.argument : node);

/** The state of a way among those that are reached by as many moves. */
function arrival(next: Map<string, State>, { at, isCompleted, timers, values }: Way, reach: Term): State {
    const waits = timers.map(t => `${t.transition.id}:${t.left}`).join(' ');
    const key = at === undefined ? 'ended' : `${at.id} ${isCompleted} ${waits}`;
    const known = next.get(key);
    if (known === undefined) {
        const made: State = { at, isCompleted, timers, reach, values, moves: [] };
        next.set(key, made);
        return made;
    }
    known.values = merged(reach, values, known.values);
    known.reach = terms.or(known.reach, reach);
    return known;
}
