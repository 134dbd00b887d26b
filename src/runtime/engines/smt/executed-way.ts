/**
 * One way of a behaviour: one of the runs that its executor can make from a state of the unrolling. Where a condition depends on features
 * whose values are terms, the way decides it (true, false or failed), and effects change the terms. The way records every decision, so that
 * the next way can change the last one. Does not depend on states of an unrolling.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { sendParametersOf } from '../../../language/semantics/sends.js';
import { isStatementType, ownerOf } from '../../../language/semantics/structure.js';
import { visitAll } from '../../../language/syntax/index.js';
import { type Frame, frameWith, LocalFrame } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import {
    bodyLayoutOf,
    instantOf,
    type ObjectFlow,
    parentOf,
    type Plan,
    type Send,
    StateWriter,
    type StepPlace,
    type Surrogate,
    type Transition,
    type Vertex
} from '../../behaviour/index.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isAttribute } from '../../evaluation/model/kinds.js';
import type { Layout, Slot } from '../../evaluation/model/layout.js';
import { elementsOf, EvaluationError, type Value } from '../../values/index.js';
import { Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import type { Effect, Effects } from './effects.js';
import { isPayload } from './setup.js';
import type { SymbolicMessages } from './symbolic-messages.js';
import { hasSends, type StepHost, SymbolicSteps } from './symbolic-steps.js';
import { type Memory, type Outcome, SymbolicWatches, type WatchingWay } from './symbolic-watches.js';
import type { TermNumbers } from './term-numbers.js';
import type { Values } from './values.js';

/** The outcome of a condition. */
type Answer = 'true' | 'false' | 'fails';

/** A decision of one condition. */
interface Decision {
    /** the possible outcomes */
    readonly answers: readonly Answer[];
    /** index of the chosen outcome */
    readonly taken: number;
    /** number of choices that the scheduler made before the decision */
    readonly picksBefore: number;
}

/** The decisions and choices of a way since the start of the behaviour. They allow the executor to repeat the run. */
export interface Course extends Plan {
    readonly decisions: readonly Decision[];
}

export const NO_COURSE: Course = { decisions: [], picks: [], counts: [] };

/** A failure of a way. */
export interface Aside {
    /** condition under which it happens */
    readonly when: Term;
    /** choices that lead to it */
    readonly plan: Plan;
}

/** The values that all ways of an unrolling share. */
export interface WayContext {
    readonly frame: Frame;
    readonly effects: Effects;
    readonly numbers: TermNumbers;
    /** for each transition with `accept when`, whether its condition was true and whether that was used */
    readonly memories: ReadonlyMap<Transition, Memory>;
    readonly messages: SymbolicMessages;
    /** the scopes of transitions and accepts that received a message, by the enclosing scope, then by the payload */
    readonly received: Map<Frame, Map<string, Frame>>;
}

export class ExecutedWay implements Surrogate, WatchingWay {
    /** condition under which the behaviour takes this way, starting from {@link begin} */
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
    /** the object that is sent, while its features change */
    private sent: Value | undefined;
    /** the scopes of states and transitions, by those of the executor */
    private readonly scopes = new Map<Frame, Frame>();

    /**
     * @param course decisions to repeat; each later condition gets its first possible outcome
     * @param values values of features at {@link begin}
     */
    constructor(
        private readonly context: WayContext,
        private readonly course: Course,
        public values: Values
    ) {}

    get effects(): Effects {
        return this.context.effects;
    }

    /** Ends the repetition of earlier moves: from here on conditions are evaluated and effects change values. */
    begin(): void {
        this.isOpen = true;
        this.begun = { picks: [...this.trail.picks], counts: [...this.trail.counts] };
        this.read = this.context.effects.variants.reader(this.values);
    }

    /** Returns all decisions and choices since the start of the behaviour. */
    get whole(): Course {
        return { decisions: [...this.decisions], picks: [...this.trail.picks], counts: [...this.trail.counts] };
    }

    /** Returns the choices of the scheduler since {@link begin}. */
    get plan(): Plan {
        const from = this.begun.picks.length;
        return { picks: this.trail.picks.slice(from), counts: this.trail.counts.slice(from) };
    }

    /** Whether all decisions of the given course have been repeated. No earlier way contains the events after that. */
    private get isNew(): boolean {
        return this.decisions.length >= this.course.decisions.length && this.trail.picks.length >= this.course.picks.length;
    }

    // --- Surrogate ---

    follows(trail: Plan): void {
        this.trail = trail;
    }

    holds(condition: AstNode, frame: Frame): boolean {
        return this.decideIn(condition, this.scopeOf(frame));
    }

    decideIn(condition: AstNode, scope: Frame): boolean {
        return this.decide(() => this.outcomeOf(condition, scope));
    }

    conditionOf({ trigger, node, source }: Transition): Outcome {
        return this.outcomeOf(trigger?.kind === 'when' ? trigger.expression.argument : node, this.scopeOfState(source));
    }

    private scopeOfState(state: Vertex): Frame {
        const around = parentOf(state);
        if (around === undefined) {
            return this.context.frame;
        }
        const outer = this.scopeOfState(around);
        return state.hasFeatures ? this.effects.frameWithin(state.node!, outer) : outer;
    }

    private outcomeOf(condition: AstNode, scope: Frame): Outcome {
        const { term, sides } = this.effects.variants.condition(condition, scope);
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
        // Expressions do not read this symbol, so `read` need not be updated.
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

    enter(frame: Frame, node: AstNode): void {
        const outer = this.scopeOf(frame.outer!);
        this.scopes.set(frame, this.effects.frameWithin(node, outer));
        this.apply(values => this.effects.ofState(node, outer, values));
    }

    perform(usage: AstNode, frame: Frame, send: Send): void {
        const { effects } = this;
        const scope = this.scopeOf(frame);
        if (hasSends(usage)) {
            // Everything is performed in one move.
            Array.from(new SymbolicSteps(this.sending(scope, send), true).of(usage, scope));
            return;
        }
        const isStatement = isStatementType(usage) || assignedFeatureOf(usage) !== undefined;
        this.apply(values => (isStatement ? effects.ofStatement(usage, scope, values) : effects.ofAction(usage, scope, values)));
    }

    begins(node: AstNode, frame: Frame): void {
        const scope = this.scopeOf(frame);
        this.apply(values => this.effects.ofPins(node, scope, values));
    }

    transfer(flow: ObjectFlow, frame: Frame): void {
        const scope = this.scopeOf(frame);
        this.apply(values => this.effects.ofFlow(flow, scope, values));
    }

    steps(usage: ast.Usage, frame: Frame, send: Send, moveTo: (place: StepPlace) => void): Generator<undefined, void, void> {
        const scope = this.scopeOf(frame);
        return new SymbolicSteps(this.sending(scope, send), false, moveTo).of(usage, scope);
    }

    apply(effect: (values: Values) => Effect): void {
        if (!this.isOpen) {
            return;
        }
        const { values, failures, cuts } = effect(this.values);
        if (this.isNew) {
            failures.forEach(f => this.fails(f.when));
            this.cuts.push(...cuts.map(c => terms.and(this.when, c)));
        }
        this.when = terms.and(this.when, ...failures.map(f => terms.not(f.when)), ...cuts.map(terms.not));
        this.values = values;
        this.read = this.effects.variants.reader(values);
    }

    instant(trigger: ast.TriggerExpression, frame: Frame, now: number): number {
        const scope = this.scopeOf(frame);
        if (this.effects.variants.translated(trigger.argument, scope).value.kind !== 'value') {
            throw new Untranslatable('a time that depends on free or changing features is not encoded', trigger);
        }
        return instantOf(trigger, scope, now);
    }

    // --- Messages ---

    payload(): Value | undefined {
        return this.sent;
    }

    /**
     * The executor posts messages itself: their payloads are values, or objects with changing features, and their destinations do not
     * depend on changing features.
     */
    private sending(behaviour: Frame, send: Send): StepHost {
        const { effects } = this;
        return {
            effects,
            apply: effect => this.apply(effect),
            decide: (condition, scope) => this.decideIn(condition, scope),
            send: (node, scope) => {
                const { payload, sender, receiver } = sendParametersOf(node);
                if (payload === undefined) {
                    throw new Untranslatable('a send of what a flow delivers is not encoded', node);
                }
                const symbolic = this.context.messages.payloadOf(payload, scope, node);
                for (const expression of [symbolic === undefined ? payload : undefined, sender, receiver]) {
                    this.refuseReading(expression, scope, behaviour);
                }
                if (symbolic !== undefined) {
                    this.apply(symbolic.effect);
                }
                this.sent = symbolic?.object;
                send(node);
                this.sent = undefined;
            }
        };
    }

    /** @throws Untranslatable for an expression of a send that reads a feature whose value is a term */
    private refuseReading(expression: AstNode | undefined, scope: Frame, behaviour: Frame): void {
        for (let frame: Frame = scope; expression !== undefined; frame = frame.outer!) {
            const at = frame;
            visitAll(expression, node => {
                const target = node.$type === 'FeatureReferenceExpression' ? targetOf(node) : undefined;
                const place = target && frameWith(at, target);
                if (place?.frame === at && (frame !== behaviour || this.effects.variants.at(at, place.index) !== undefined)) {
                    throw new Untranslatable('a send that reads changing features is not encoded', expression);
                }
            });
            if (frame === behaviour) {
                return;
            }
        }
    }

    /** The scope of the unrolling for one of the executor: that of the machine, of a state with features, or of a transition. */
    private scopeOf(frame: Frame): Frame {
        const known = this.scopes.get(frame);
        if (known !== undefined) {
            return known;
        }
        return frame.layout.type.$type === 'TransitionUsage'
            ? this.scopeOfTransition(frame)
            : frame.layout.slots
                  .filter(s => isPayload(s) && frame.isSet(s.index))
                  .reduce((outer, slot) => this.scopeOfAccept(slot, frame, outer), this.context.frame);
    }

    /** The scope of the payload that an accept of an action has received. @param frame frame of the action */
    private scopeOfAccept({ feature, index }: Slot, frame: Frame, outer: Frame): Frame {
        const layout = bodyLayoutOf(ownerOf(feature)!);
        return this.scopeOfReceived(outer, layout, [[layout.indexOf.get(feature)!, frame.read(index)]]);
    }

    /** The scope of a transition with the payload of its message; equal payloads have the same scope. */
    private scopeOfTransition(frame: Frame): Frame {
        const outer = this.scopeOf(frame.outer!);
        const { slots, type } = frame.layout;
        const given = slots.filter(s => s.isModelled && frame.isSet(s.index));
        if (slots.some(s => ownerOf(s.feature) === type && isAttribute(s.feature) && !given.includes(s))) {
            throw new Untranslatable('a feature in the body of a transition is not encoded', type);
        }
        const scope = this.scopeOfReceived(
            outer,
            frame.layout,
            given.map(({ index }) => [index, frame.read(index)])
        );
        this.scopes.set(frame, scope);
        return scope;
    }

    /** The scope in which features have values that were received; the same values have the same scope. */
    private scopeOfReceived(outer: Frame, layout: Layout, given: readonly (readonly [number, Value])[]): Frame {
        const out = new StateWriter(0);
        out.shared(layout.type);
        given.forEach(([, value]) => out.value(value));
        const payload = out.finish();
        const { received } = this.context;
        const scopes = received.get(outer) ?? new Map<string, Frame>();
        received.set(outer, scopes);
        let scope = scopes.get(payload);
        if (scope === undefined) {
            scope = new LocalFrame(outer.run, layout, outer);
            for (const [index, value] of given) {
                this.give(scope, index, value);
            }
            scopes.set(payload, scope);
        }
        return scope;
    }

    /**
     * Gives a feature a received value, and the features of a received object the values that its sender assigned.
     * @throws Untranslatable for an object of the model, because its features may change
     */
    private give(frame: Frame, index: number, value: Value): void {
        this.effects.variants.translation.features.give(frame, index, { kind: 'value', value });
        for (const object of elementsOf(value).filter(e => e instanceof Instance)) {
            if (object.via !== undefined) {
                throw new Untranslatable('a message with an object that a feature holds is not encoded');
            }
            for (const slot of object.layout.slots.filter(s => s.isModelled && object.isSet(s.index))) {
                this.give(object, slot.index, object.read(slot.index));
            }
        }
    }

    /** Adds a failure at this point of the way. @param when its condition, in addition to that of the way */
    fails(when: Term = terms.TRUE): void {
        const all = terms.and(this.when, when);
        if (all !== terms.FALSE) {
            this.failures.push({ when: all, plan: this.plan });
        }
    }
}

const ANSWERS: readonly Answer[] = ['true', 'false', 'fails'];

/**
 * Returns the course of the next way: the last decision or choice with a further alternative takes it, and everything after it is dropped.
 * @param from course to the state from which the ways start
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
