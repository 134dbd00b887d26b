/**
 * One of the ways that a machine can go on, as its executor goes it: conditions over what is not known are decided one way or the other,
 * and what is performed changes terms. Every decision is noted, so that the next way can be found. Knows no states of an unrolling.
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

/** How a condition turns out. */
type Answer = 'true' | 'false' | 'fails';

/** A condition that was decided. */
interface Decision {
    readonly answers: readonly Answer[];
    /** which of them is taken */
    readonly taken: number;
    /** choices of the scheduler that were made before it */
    readonly picksBefore: number;
}

/** What was decided on a way, by the values and by the scheduler: the way can be gone again by it. */
export interface Course extends Plan {
    readonly decisions: readonly Decision[];
}

export const NO_COURSE: Course = { decisions: [], picks: [], counts: [] };

/** Something that fails on a way, or goes on behind a bound of it. */
export interface Aside {
    readonly when: Term;
    readonly plan: Plan;
}

/** What is the same for all ways of an unrolling. */
export interface WayContext {
    readonly frame: Frame;
    readonly effects: Effects;
    readonly numbers: TermNumbers;
    /** of the conditions that states wait for */
    readonly memories: ReadonlyMap<Transition, Memory>;
}

export class MachineWay implements Surrogate, WatchingWay {
    /** under which it is gone, from where it begins to be open */
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
     * @param course what is decided so far; behind it the first answer is taken
     * @param values what features hold where the way begins to be open
     */
    constructor(
        private readonly context: WayContext,
        private readonly course: Course,
        public values: Values
    ) {}

    /** From now on conditions are read and effects change values. */
    begin(): void {
        this.isOpen = true;
        this.begun = { picks: [...this.trail.picks], counts: [...this.trail.counts] };
        this.read = this.context.effects.variants.reader(this.values);
    }

    /** What was decided, from the beginning of the run. */
    get whole(): Course {
        return { decisions: [...this.decisions], picks: [...this.trail.picks], counts: [...this.trail.counts] };
    }

    /** The choices of the scheduler since the way is open. */
    get plan(): Plan {
        const from = this.begun.picks.length;
        return { picks: this.trail.picks.slice(from), counts: this.trail.counts.slice(from) };
    }

    /** Whether everything is decided that was given: what is met from now on no other way has met. */
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

    /** Notes that the way fails where it stands. @param when besides what the way is gone under */
    fails(when: Term = terms.TRUE): void {
        const all = terms.and(this.when, when);
        if (all !== terms.FALSE) {
            this.failures.push({ when: all, plan: this.plan });
        }
    }
}

const ANSWERS: readonly Answer[] = ['true', 'false', 'fails'];

/** The course of the next way from where one has begun: its last decision with another answer turns out differently; undefined for none. */
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
