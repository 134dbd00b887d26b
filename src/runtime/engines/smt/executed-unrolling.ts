/**
 * Unrolls a machine, or an action that waits or sends, move by move. The executor makes every possible run, with terms as the values of
 * features. A place comprises everything in a state except these values: active states or tokens, waiting and received messages and running
 * timers, as the search over every schedule writes them. Runs
 * that reach the same place after the same number of moves are one state of the unrolling, with conditional terms as values. Does not
 * depend on solvers. (Contract: verification-and-engines 14, behaviour 3, 7, 9, 10.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { RunModel } from '../../evaluation/run.js';
import { EvaluationError } from '../../values/index.js';
import {
    type BehaviourOptions,
    checkedGraph,
    checkedStateGraph,
    type Plan,
    SearchedRun,
    type SearchStatus,
    type Transition
} from '../../behaviour/index.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effects } from './effects.js';
import { refuseWeights } from './encoded-actions.js';
import { type Aside, type Course, ExecutedWay, nextCourse, NO_COURSE, type WayContext } from './executed-way.js';
import { SymbolicMessages } from './symbolic-messages.js';
import { isMachine } from '../../evaluation/model/kinds.js';
import type { Memory } from './symbolic-watches.js';
import { TermNumbers } from './term-numbers.js';
import { type Choice, type Fault, MOST_STATES, type Reached, type Unrolled } from './unrolled.js';
import { merged, type Values } from './values.js';

/** A state of the unrolling. `course` describes one of the ways that reach it, by which it can be reached again. */
interface State extends Reached {
    readonly course: Course;
    reach: Term;
    values: Values;
    readonly moves: Move[];
}

/** A move. It has no target if it fails. */
interface Move {
    readonly when: Term;
    readonly plan: Plan;
    readonly to: State | undefined;
}

/** A way that was taken from a state. */
interface Gone {
    readonly way: ExecutedWay;
    readonly course: Course;
    /** the text that identifies the reached place, if the behaviour is open */
    readonly place: string;
    readonly status: SearchStatus;
}

/** The behaviour to unroll. */
export interface ExecutedBehaviour {
    readonly model: RunModel;
    readonly node: AstNode;
    /** empty without a performer */
    readonly performer: string;
    readonly options: BehaviourOptions;
}

export class ExecutedUnrolling implements Unrolled {
    readonly layers: (readonly State[])[] = [];
    readonly ends: Reached[] = [];
    readonly faults: Fault[] = [];
    readonly cuts: Term[] = [];
    readonly choices: Choice[] = [];
    readonly open: Term[] = [];
    isCut = false;
    private readonly context: WayContext;
    private readonly name: string;
    private root!: State;

    /** @param prefix prefix of the names of choices @throws Untranslatable */
    constructor(
        private readonly behaviour: ExecutedBehaviour,
        frame: Frame,
        effects: Effects,
        private readonly prefix: string
    ) {
        const { node } = behaviour;
        const memories = new Map<Transition, Memory>();
        if (isMachine(node)) {
            const graph = checkedStateGraph(node);
            this.name = graph.name;
            for (const transition of graph.transitions.filter(t => t.trigger?.kind === 'when')) {
                const symbol = (what: string): Term => terms.variable(`${prefix}${what}${transition.id}`, 'Bool');
                memories.set(transition, { wasTrue: symbol('was'), isSpent: symbol('spent') });
            }
        } else {
            const graph = checkedGraph(node);
            this.name = graph.name;
            refuseWeights(graph, frame, effects);
        }
        this.context = {
            frame,
            effects,
            numbers: new TermNumbers(),
            memories,
            messages: new SymbolicMessages(effects),
            received: new Map()
        };
    }

    /** Unrolls the behaviour. @param depth greatest number of moves @throws Untranslatable */
    unroll(initial: Values, depth: number, checkCancelled: () => void): void {
        const values = new Map(initial);
        this.context.memories.forEach(({ wasTrue, isSpent }) => values.set(wasTrue, terms.FALSE).set(isSpent, terms.FALSE));
        this.root = { course: NO_COURSE, reach: terms.TRUE, values, moves: [] };
        const first = new Map<string, State>();
        const start = this.choice('start');
        this.follow(this.root, this.waysFrom(this.root, -1, true), { choice: start, depth: 0, next: first });
        this.layers.push([...first.values()]);
        let count = first.size;
        for (let i = 0; ; i++) {
            const choice = this.choice(String(i));
            const next = new Map<string, State>();
            for (const state of this.layers[i]) {
                checkCancelled();
                this.isCut ||= count + next.size > MOST_STATES;
                const isLast = i === depth || this.isCut;
                const ways = this.waysFrom(state, i, !isLast);
                if (isLast) {
                    this.rest(state, ways.gone, i);
                } else {
                    this.follow(state, ways, { choice, depth: i + 1, next });
                }
            }
            if (next.size === 0) {
                return;
            }
            this.layers.push([...next.values()]);
            count += next.size;
        }
    }

    private choice(name: string): Term {
        const term = terms.variable(`${this.prefix}${name}`, 'Int');
        this.choices.push({ term });
        return term;
    }

    plan(count: number, model: Map<Term, Term>, isFailing: boolean): Plan {
        const isTrue = (term: Term): boolean => terms.substituted(term, model) === terms.TRUE;
        const plans: Plan[] = [];
        let state: State | undefined = this.root;
        for (let i = 0; i <= count && state !== undefined; i++) {
            const taken: Move | undefined = state.moves.find(m => m.to !== undefined && isTrue(m.when));
            plans.push(taken?.plan ?? NO_COURSE);
            state = taken?.to;
        }
        const failing = isFailing ? state?.moves.find(m => m.to === undefined && isTrue(m.when)) : undefined;
        plans.push(failing?.plan ?? NO_COURSE);
        return { picks: plans.flatMap(p => p.picks), counts: plans.flatMap(p => p.counts) };
    }

    /**
     * Takes all ways of the behaviour from a state.
     * @param made number of moves before the state; -1 before the start of the behaviour
     * @param isMoving whether each way makes one move or none
     */
    private waysFrom(
        state: State,
        made: number,
        isMoving: boolean
    ): { readonly gone: readonly Gone[]; readonly failures: readonly Aside[] } {
        const gone: Gone[] = [];
        const failures: Aside[] = [];
        for (let course: Course | undefined = state.course; course !== undefined;) {
            const way = new ExecutedWay(this.context, course, state.values);
            try {
                gone.push({ way, ...this.goneOn(way, course, made, isMoving), course: way.whole });
            } catch (error) {
                if (!(error instanceof EvaluationError)) {
                    throw error;
                }
                way.fails();
            }
            this.cuts.push(...way.cuts.map(cut => terms.and(state.reach, cut)));
            failures.push(...way.failures);
            course = nextCourse(way.whole, state.course);
        }
        return { gone: gone.filter(({ way }) => way.when !== terms.FALSE), failures };
    }

    /** Takes one way. @throws EvaluationError if it fails */
    private goneOn(way: ExecutedWay, course: Course, made: number, isMoving: boolean): Pick<Gone, 'place' | 'status'> {
        const { model, node, performer, options } = this.behaviour;
        if (made < 0) {
            way.begin();
        }
        const run = new SearchedRun(model, { node, performer, surrogate: way }, options, course);
        for (let i = 0; i < made; i++) {
            run.status();
            run.move();
        }
        if (made >= 0) {
            way.begin();
            const status = run.status();
            if (status !== 'open') {
                return { place: '', status };
            }
            if (isMoving) {
                run.move();
            }
        }
        const { effects } = this.context;
        return { place: isMoving ? `${effects.pins.delivered(way.values)} ${run.state()}` : '', status: 'open' };
    }

    /** Adds the moves of a state. @param depth number of moves up to their targets */
    private follow(
        state: State,
        { gone, failures }: { readonly gone: readonly Gone[]; readonly failures: readonly Aside[] },
        { choice, depth, next }: { readonly choice: Term; readonly depth: number; readonly next: Map<string, State> }
    ): void {
        for (const { when, plan } of failures) {
            this.faults.push({ kind: 'failure', depth, when: terms.and(state.reach, when), text: `${this.name} fails` });
            state.moves.push({ when, plan, to: undefined });
        }
        const moving = gone.filter(g => g.status === 'open');
        moving.forEach(({ way, place, course }, i) => {
            const isTaken = moving.length === 1 ? terms.TRUE : terms.equal(choice, terms.integer(i));
            const when = terms.and(isTaken, way.when);
            const reach = terms.and(state.reach, when);
            if (reach !== terms.FALSE) {
                state.moves.push({ when, plan: way.plan, to: arrival(next, place, { course, reach, values: way.values }) });
            }
        });
        gone.filter(g => g.status !== 'open').forEach(g => this.end(state, g, depth - 1));
    }

    /** Adds, for a state at the greatest depth, the conditions under which the behaviour has ended and under which it would continue. */
    private rest(state: State, gone: readonly Gone[], depth: number): void {
        for (const one of gone) {
            if (one.status === 'open') {
                this.open.push(terms.and(state.reach, one.way.when));
            } else {
                this.end(state, one, depth);
            }
        }
    }

    /** Adds the end of a behaviour. @param depth number of moves before it */
    private end({ reach }: State, { way, status }: Gone, depth: number): void {
        const when = terms.and(reach, way.when);
        if (status === 'deadlock') {
            this.faults.push({ kind: 'deadlock', depth, when, text: '' });
        } else {
            this.ends.push({ reach: when, values: way.values });
        }
    }
}

/** Returns the state for a place after a number of moves: a new one, or the known one after a merge. */
function arrival(next: Map<string, State>, place: string, { course, reach, values }: Pick<State, 'course' | 'reach' | 'values'>): State {
    const known = next.get(place);
    if (known === undefined) {
        const made: State = { course, reach, values, moves: [] };
        next.set(place, made);
        return made;
    }
    known.values = merged(reach, values, known.values);
    known.reach = terms.or(known.reach, reach);
    return known;
}
