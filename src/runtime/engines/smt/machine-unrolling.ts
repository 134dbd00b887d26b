/**
 * A machine of nested states, choices and junctions, without concurrent regions, unrolled move by move: the innermost active state, what
 * has completed and which timers wait are as they are, what features hold are terms. A move is one step of the machine: what is due is
 * dispatched, then conditions are looked at that have become true (contract behaviour 9.2 to 9.6, 10.6). Knows no solver.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { isStatementType } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import {
    instantOf,
    parentOf,
    type Plan,
    type Region,
    type StateGraph,
    startOf,
    type Transition,
    type Vertex
} from '../../behaviour/index.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effect, Effects } from './effects.js';
import { isBranching, TransitionOpenness } from './machine-openness.js';
import { completingAt, isActiveAt, ownerOfLeft, statesTowards } from './machine-paths.js';
import { refuseUnencodedMachine } from './machine-refusals.js';
import { arrival, type Fired, type Move, possible, type State, type Watch, type Way, withCondition } from './machine-ways.js';
import { type Branches, type Choice, type Fault, MOST_STATES, type Reached, type Unrolled } from './unrolled.js';
import type { Values } from './values.js';

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
        if (way.isCompleted) {
            const { taken, stays } = this.fired({ ...way, isCompleted: false }, completingAt(way.at!), t =>
                t.trigger === undefined ? terms.TRUE : terms.FALSE
            );
            return [...taken, ...stays];
        }
        const due = way.timers.filter(t => t.left <= 0);
        const all = due.map(() => terms.TRUE);
        return due.flatMap((timer, index) => {
            const begun: Way = {
                ...way,
                timers: way.timers.filter(t => t !== timer),
                picks: due.length < 2 ? way.picks : [...way.picks, { open: all, taken: index }]
            };
            const isOffered = (t: Transition): Term => (t === timer.transition ? terms.TRUE : terms.FALSE);
            const { taken, stays } = this.fired(begun, timer.transition.source, isOffered);
            return [...taken, ...stays];
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
            if (isActiveAt(way.at, transition.source)) {
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

    /** Dispatches the conditions that have become true: the innermost state with a way out that is open takes it. */
    private polled(way: Way): readonly Way[] {
        if (way.at === undefined || this.watches.length === 0) {
            return [way];
        }
        const { risen, way: looked } = this.looked(way);
        const done: Way[] = [];
        let left: readonly Way[] = [looked];
        for (let state: Vertex | undefined = way.at; state !== undefined; state = parentOf(state)) {
            if (state.outgoing.some(t => (risen.get(t) ?? terms.FALSE) !== terms.FALSE)) {
                const source = state;
                const all = left.map(w => this.fired(w, source, t => risen.get(t) ?? terms.FALSE));
                done.push(...all.flatMap(f => f.taken));
                left = all.flatMap(f => f.stays);
            }
        }
        return [...done, ...left];
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

    /** What comes of an occurrence by the transitions out of a state; where none of them is open it stays as it is. */
    private fired(way: Way, at: Vertex, isOffered: (transition: Transition) => Term): Fired {
        const { open, otherwise, none, failures } = this.selected(at, way, isOffered);
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
            return this.taken({ ...picked, picks }, transition);
        });
        const rest = withCondition(begun, none);
        if (otherwise === undefined || rest.when === terms.FALSE) {
            return { taken, stays: possible([rest]) };
        }
        const { holds, isDefined } = this.openness.of(otherwise, this.effects.variants.reader(rest.values));
        this.fails(rest, terms.not(isDefined));
        const passed = withCondition(rest, terms.and(isDefined, holds));
        const stays = withCondition(rest, terms.and(isDefined, terms.not(holds)));
        return {
            taken: passed.when === terms.FALSE ? taken : [...taken, ...this.taken(passed, otherwise)],
            stays: possible([stays])
        };
    }

    /** From one state to the next. */
    private taken(way: Way, transition: Transition): readonly Way[] {
        const { source } = transition;
        return this.openness.routes(transition, way.values).flatMap(({ when, picks, segments, end }) => {
            const routed = withCondition({ ...way, picks: [...way.picks, ...picks] }, when);
            const effects = segments.flatMap(s => s.effects);
            return routed.when === terms.FALSE
                ? []
                : this.arriving(this.performed(this.leaving(routed, source, end), effects), end, source);
        });
    }

    /** Leaves what a transition leaves, from the innermost state outwards. */
    private leaving(way: Way, source: Vertex, target: Vertex): Way {
        const owner = ownerOfLeft(source, target, way.at);
        let left = way;
        while (left.at !== owner) {
            left = this.exited(left, left.at!);
        }
        return left;
    }

    /** Leaves one state: its timers, its exit behaviours; a condition that was used stays so until it was false. */
    private exited(way: Way, vertex: Vertex): Way {
        const values = new Map(way.values);
        for (const { transition, wasTrue, isSpent } of this.watches) {
            if (transition.source === vertex) {
                values.set(isSpent, terms.and(values.get(isSpent)!, values.get(wasTrue)!));
            }
        }
        const timers = way.timers.filter(t => t.transition.source !== vertex);
        return this.performed({ ...way, at: parentOf(vertex), timers, isCompleted: false, values }, vertex.exit);
    }

    /**
     * From an effect to a state. A choice, and a junction behind one, takes a branch by what holds then (contract behaviour 10.1).
     * @param source what the transition leaves; undefined for an entry transition
     */
    private arriving(way: Way, vertex: Vertex, source: Vertex | undefined): readonly Way[] {
        if (!isBranching(vertex)) {
            // A state around the source is not entered again; what was left in it counts as completed.
            return isActiveAt(way.at, vertex) ? this.completing(way, vertex) : this.entering(way, vertex);
        }
        const { branches, holds, isDefined } = this.openness.branchesOf(vertex, this.effects.variants.reader(way.values));
        this.fails(way, terms.not(terms.and(isDefined, holds)));
        const begun = withCondition(way, isDefined);
        return branches.flatMap(({ transition, when, pick }) => {
            const picked = withCondition({ ...begun, picks: [...begun.picks, ...pick] }, when);
            if (picked.when === terms.FALSE) {
                return [];
            }
            const left = this.leaving(picked, source ?? vertex, transition.target);
            return this.arriving(this.performed(left, transition.effects), transition.target, source);
        });
    }

    private started(values: Values): readonly Way[] {
        const { machine } = this.graph;
        const begun: Way = { when: terms.TRUE, picks: [], at: machine, isCompleted: false, timers: [], values };
        return this.beginning(this.performed(begun, machine.entry), machine.regions[0]);
    }

    /** The default entry of a region: entry transitions are tried in written order; the first that holds is taken. */
    private beginning(way: Way, region: Region): readonly Way[] {
        const start = startOf(region)!;
        if (start !== region.start) {
            return this.entering(way, start);
        }
        let left = way;
        const read = this.effects.variants.reader(left.values);
        const ways: Way[] = [];
        for (const entry of start.outgoing) {
            const { holds, isDefined } = this.openness.guardOf(entry, read);
            this.fails(left, terms.not(isDefined));
            const taken = withCondition(left, terms.and(isDefined, holds));
            ways.push(...(taken.when === terms.FALSE ? [] : this.arriving(taken, entry.target, undefined)));
            left = withCondition(left, terms.and(isDefined, terms.not(holds)));
        }
        this.fails(left, terms.TRUE);
        return ways;
    }

    /** Enters a state and those around it that are not active, from the outermost inwards, then what it begins with. */
    private entering(way: Way, target: Vertex): readonly Way[] {
        const inside = statesTowards(target, way.at).reduce((outer, vertex) => this.entered(outer, vertex), way);
        if (inside.at === undefined) {
            return [inside];
        }
        return target.regions.length > 0 ? this.beginning(inside, target.regions[0]) : this.completing(inside, completingAt(target));
    }

    /** Enters one state: its entry behaviours, then its timers and conditions. The end of the machine ends it. */
    private entered(way: Way, vertex: Vertex): Way {
        if (vertex.kind === 'final' && parentOf(vertex) === this.graph.machine) {
            return { ...way, at: undefined, isCompleted: false, timers: [] };
        }
        const inside = this.performed(way, vertex.entry);
        const values = new Map(inside.values);
        this.watches.filter(w => w.transition.source === vertex).forEach(w => values.set(w.wasTrue, values.get(w.isSpent)!));
        const timers = vertex.timed.filter(t => t.trigger?.kind === 'after').map(t => ({ transition: t, left: this.secondsOf(t) }));
        return { ...inside, at: vertex, values, timers: [...inside.timers, ...timers] };
    }

    /** The completion of a state, where a way out is open then. */
    private completing(way: Way, vertex: Vertex): readonly Way[] {
        if (!vertex.leavesOnCompletion) {
            return [way];
        }
        const read = this.effects.variants.reader(way.values);
        let closed: Term = terms.TRUE;
        const failures: Term[] = [];
        for (const transition of vertex.outgoing.filter(t => t.trigger === undefined)) {
            const { holds, isDefined } = this.openness.guardOf(transition, read);
            failures.push(terms.and(closed, terms.not(isDefined)));
            closed = terms.and(closed, terms.not(holds));
        }
        this.fails(way, terms.or(...failures));
        const defined = withCondition(way, terms.and(...failures.map(terms.not)));
        return possible([withCondition({ ...defined, isCompleted: true }, terms.not(closed)), withCondition(defined, closed)]);
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

const argumentOf = ({ trigger, node }: Transition): AstNode => (trigger?.kind === 'when' ? trigger.expression.argument : node);
