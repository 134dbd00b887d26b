/**
 * One way of a machine: one of the runs that its executor can make from a state of the unrolling. Where a condition depends on features
 * whose values are terms, the way decides it (true, false or failed); what is performed changes the terms. The way keeps every decision, so
 * that the next way can decide the last of them otherwise. Knows no states of an unrolling.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { isStatementType } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { instantOf, type Plan, type Surrogate, type Transition } from '../../behaviour/index.js';
import { EvaluationError } from '../../values/index.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effects } from './effects.js';
import { type Memory, type Outcome, SymbolicWatches, type WatchingWay } from './symbolic-watches.js';
import type { TermNumbers } from './term-numbers.js';
import type { Values } from './values.js';

/** The outcome of a condition. */
type Answer = 'true' | 'false' | 'fails';

/** A decision of one condition. */
interface Decision {
    /** the outcomes that are possible */
    readonly answers: readonly Answer[];
    /** the index of the decided one */
    readonly taken: number;
    /** the number of choices that the scheduler made before it */
    readonly picksBefore: number;
}

/** The decisions and the choices of a way, from the start of the machine: with them the executor makes the same run again. */
export interface Course extends Plan {
    readonly decisions: readonly Decision[];
}

export const NO_COURSE: Course = { decisions: [], picks: [], counts: [] };

/** A failure of a way. */
export interface Aside {
    /** the condition under which it happens */
    readonly when: Term;
    /** the choices that lead to it */
    readonly plan: Plan;
}

/** The values that all ways of an unrolling share. */
export interface WayContext {
    readonly frame: Frame;
    readonly effects: Effects;
    readonly numbers: TermNumbers;
    /** of each transition with `accept when`, whether its condition was true and used */
    readonly memories: ReadonlyMap<Transition, Memory>;
}

export class MachineWay implements Surrogate, WatchingWay {
    /** the condition under which the machine takes this way, from {@link begin} on */
    when: Term = terms.TRUE;
    readonly failures: Aside[] = [];
    readonly cuts: Term[] = [];
    private readonly decisions: Decision[] = [];
    private trail: Plan = NO_COURSE;
    isOpen = false;
    readonly changes = new SymbolicWatches(this);
    private read: (term: Term) => Term = term => term;
    private readonly known = new Map<number, Answer>();
    private begun: Plan = NO_COURSE;

    /**
     * @param course the decisions to repeat; each later condition has its first possible outcome
     * @param values the values of features at {@link begin}
     */
    constructor(
        private readonly context: WayContext,
        private readonly course: Course,
        public values: Values
    ) {}

    /** Ends the repetition of earlier moves: from here on conditions are evaluated and effects change values. */
    begin(): void {
        this.isOpen = true;
        this.begun = { picks: [...this.trail.picks], counts: [...this.trail.counts] };
        this.read = this.context.effects.variants.reader(this.values);
    }

    /** All decisions and choices since the start of the machine. */
    get whole(): Course {
        return { decisions: [...this.decisions], picks: [...this.trail.picks], counts: [...this.trail.counts] };
    }

    /** The choices of the scheduler since {@link begin}. */
    get plan(): Plan {
        const from = this.begun.picks.length;
        return { picks: this.trail.picks.slice(from), counts: this.trail.counts.slice(from) };
    }

    /** Whether all decisions of the given course are repeated: what follows is part of no earlier way. */
    private get isNew(): boolean {
        return this.decisions.length >= this.course.decisions.length && this.trail.picks.length >= this.course.picks.length;
    }

    // --- Surrogate ---

    follows(trail: Plan): void {
        this.trail = trail;
    }

    holds(condition: AstNode): boolean {
        return this.decide(() => this.outcomeOf(condition));
    }

    conditionOf({ trigger, node }: Transition): Outcome {
        return this.outcomeOf(trigger?.kind === 'when' ? trigger.expression.argument : node);
    }

    private outcomeOf(condition: AstNode): Outcome {
        const { effects, frame } = this.context;
        const { term, sides } = effects.variants.condition(condition, frame);
        return { holds: this.read(term), isDefined: terms.and(...sides.map(this.read)) };
    }

    decide(outcome: () => Outcome): boolean {
        const { answer, when } = this.isOpen ? this.decided(outcome()) : { answer: this.repeated(), when: terms.TRUE };
        this.when = terms.and(this.when, when);
        if (answer === 'fails') {
            throw new EvaluationError('a condition cannot be evaluated');
        }
        return answer === 'true';
    }

    get memories(): WayContext['memories'] {
        return this.context.memories;
    }

    valueOf(symbol: Term): Term {
        return this.values.get(symbol)!;
    }

    set(symbol: Term, value: Term): void {
        // No expression reads it.
        this.values = new Map(this.values).set(symbol, value);
    }

    private repeated(): Answer {
        const decision = this.course.decisions[this.decisions.length];
        this.decisions.push(decision);
        return decision.answers[decision.taken];
    }

    private decided({ holds, isDefined }: Outcome): { readonly answer: Answer; readonly when: Term } {
        const under: Readonly<Record<Answer, Term>> = {
            true: terms.and(isDefined, holds),
            false: terms.and(isDefined, terms.not(holds)),
            fails: terms.not(isDefined)
        };
        const key = this.context.numbers.of(under.true);
        const known = under.true.constant === undefined ? this.known.get(key) : undefined;
        const answers = known === undefined ? ANSWERS.filter(a => under[a] !== terms.FALSE) : [known];
        const given = this.course.decisions.at(this.decisions.length);
        const decision: Decision = { answers, taken: given?.taken ?? 0, picksBefore: this.trail.picks.length };
        this.decisions.push(decision);
        const answer = answers[decision.taken];
        this.known.set(key, answer);
        return { answer, when: known === undefined ? under[answer] : terms.TRUE };
    }

    perform(usage: ast.Usage): void {
        if (!this.isOpen) {
            return;
        }
        const { effects, frame } = this.context;
        const { values, failures, cuts } =
            isStatementType(usage) || assignedFeatureOf(usage) !== undefined
                ? effects.ofStatement(usage, frame, this.values)
                : effects.ofAction(usage, frame, this.values);
        if (this.isNew) {
            failures.forEach(f => this.fails(f.when));
            this.cuts.push(...cuts.map(c => terms.and(this.when, c)));
        }
        this.when = terms.and(this.when, ...failures.map(f => terms.not(f.when)), ...cuts.map(terms.not));
        this.values = values;
        this.read = effects.variants.reader(values);
    }

    instant(trigger: ast.TriggerExpression, now: number): number {
        const { effects, frame } = this.context;
        if (effects.variants.translated(trigger.argument, frame).value.kind !== 'value') {
            throw new Untranslatable('a time that follows from features that are free or change is not encoded', trigger);
        }
        return instantOf(trigger, frame, now);
    }

    /** Adds a failure at this place of the way. @param when its condition, in addition to that of the way */
    fails(when: Term = terms.TRUE): void {
        const all = terms.and(this.when, when);
        if (all !== terms.FALSE) {
            this.failures.push({ when: all, plan: this.plan });
        }
    }
}

const ANSWERS: readonly Answer[] = ['true', 'false', 'fails'];

/**
 * The course of the next way: the last decision or choice that has another alternative takes it, and what follows is dropped.
 * @param from the course to the state from which the ways start
 * @returns undefined after the last way
 */
export function nextCourse({ decisions, picks, counts }: Course, from: Course): Course | undefined {
    let [decided, picked] = [decisions.length, picks.length];
    while (decided > from.decisions.length || picked > from.picks.length) {
        const last = decided > from.decisions.length ? decisions[decided - 1] : undefined;
        if (last !== undefined && last.picksBefore >= picked) {
            if (last.taken + 1 < last.answers.length) {
                const turned = { ...last, taken: last.taken + 1 };
                return {
                    decisions: [...decisions.slice(0, decided - 1), turned],
                    picks: picks.slice(0, picked),
                    counts: counts.slice(0, picked)
                };
            }
            decided--;
        } else {
            const pick = picks[picked - 1];
            if (pick + 1 < counts[picked - 1]) {
                return {
                    decisions: decisions.slice(0, decided),
                    picks: [...picks.slice(0, picked - 1), pick + 1],
                    counts: counts.slice(0, picked)
                };
            }
            picked--;
        }
    }
    return undefined;
}
