/**
 * A simulation: the clock, the messages in flight and the behaviours of one run, each moved when it can act; time passes only when none
 * can (contract behaviour 7). Knows behaviours through one interface.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { EvaluationError, type Value } from '../../values/index.js';
import type { Frame, Place } from '../../evaluation/expressions/frame.js';
import { boundPlaces, mayBeBound } from '../../evaluation/instances/bindings.js';
import { conform } from '../../evaluation/instances/conform.js';
import type { Instance } from '../../evaluation/instances/instance.js';
import { MessageBus, type Message } from './bus.js';
import { hasAccepts } from './accepts.js';
import { clockValue } from './clock-value.js';
import { boundOutput } from './places.js';
import type { Moments } from './moments.js';
import type { OrderLog } from './order-log.js';
import type { Stateful, StateWriter } from './state-writer.js';
import type { SimulatedRun } from './simulated-run.js';
import { orderText, type Scheduler } from '../schedules/schedule.js';
import type { Surrogate } from './surrogate.js';
import type { ActionListener, Trace } from './trace.js';
import { isUsage } from '../../../language/semantics/structure.js';

export interface BehaviourLimits {
    /** token moves of one action */
    readonly actionSteps: number;
    /** events that one machine dispatches */
    readonly events: number;
    /** steps of do behaviours of one machine */
    readonly doSteps: number;
    /** trace records kept */
    readonly heldEvents: number;
}

export const DEFAULT_BEHAVIOUR_LIMITS: BehaviourLimits = {
    actionSteps: 1_000_000,
    events: 1_000_000,
    doSteps: 5_000_000,
    heldEvents: 100_000
};

/** A behaviour that goes on by itself: an action or a machine, of an object or of none. */
export interface Agent {
    /** as in `action watch`, `state machine blink of object #1` */
    readonly label: string;
    readonly object: Instance | undefined;
    readonly node: AstNode;
    readonly hasEnded: boolean;
    /** Whether something can happen now. */
    canAct(): boolean;
    /** Makes one step. */
    act(): void;
    /** The earliest instant that it waits for. */
    nextDue(): number | undefined;
    /** Whether a message is still to be dispatched by the behaviour itself, before what it does meanwhile may take it. */
    holdsBack?(message: Message): boolean;
    /** Is notified of an operation that was called on its object, with the arguments; undefined for what reacts to none. */
    readonly called?: (operation: string, values: ReadonlyMap<string, Value>) => void;
    /** where what it does is recorded */
    trace?: Trace;
    /** the feature that it came with, as a path from the object that was made (`action outlets[1].charge`): a failure names it */
    place?: string;
    /** Is notified of what it sent and accepted, for traces. */
    onSend?(name: string, messages: readonly Message[]): void;
    onAccept?(message: Message): void;
    /** Looks at the conditions that it waits for, so that it is followed what they read. */
    lookAround?(): void;
    /** Ends where it stands. */
    terminate(): void;
    /** where it stands: what it keeps beside its frames */
    readonly parts?: readonly AgentPart[];
    /** the frames that it keeps, by names that no other of it has */
    readonly frames?: readonly (readonly [string, Frame])[];
    /** Of what holds messages back: the place of one among these. */
    placeOf?(message: Message): number;
}

/** Something that a behaviour keeps beside its frames: it changes apart from the others. */
export interface AgentPart {
    readonly name: string;
    readonly holdsMessages?: boolean;
    /** whether what others send depends on it, and changes it */
    readonly isReached?: boolean;
    /** @param message writes one that it holds */
    readonly write: (out: StateWriter, message: (message: Message) => void) => void;
    /** of a queue: a step of its behaviour depends on its head alone, others put things at its end */
    readonly line?: {
        /** how many were taken from its head so far */
        readonly taken: () => number;
        /** what writes each that waits; undefined where more counts than their order */
        readonly items: (message: (out: StateWriter, message: Message) => void) => readonly ((out: StateWriter) => void)[] | undefined;
    };
}

/** One thing that a waiting body waits for. */
export interface Wait {
    readonly kind: 'message' | 'time' | 'change' | 'flow';
    /** whether it is there now */
    ready(): boolean;
    /** instant at which it will be, for waits of the clock */
    due(): number | undefined;
    /** whether it would take a message */
    takes?(message: Message): boolean;
    /** Evaluates what is waited for, so that it is followed what that reads. */
    look?(): void;
    /** the accepts that wait, for the report of a deadlock */
    describe(): readonly string[];
}

/** A performance whose steps are ordered by tokens, as those see it who show a run. */
export interface TokenFlow {
    readonly graph: { readonly action: AstNode };
    readonly tokens: readonly FlowToken[];
    /** the behaviour that performs it */
    readonly agent: Agent;
    readonly frame: Frame;
    /** what the token waits for that performs it as a step of another flow */
    readonly wait: Wait;
}

export interface FlowToken {
    readonly id: number;
    /** the step at which it is */
    readonly node: { readonly id: number; readonly kind: string; readonly name: string; readonly node: AstNode | undefined };
    /** the succession over which it came */
    readonly edge: { readonly id: number } | undefined;
    readonly body: object | undefined;
    readonly wait: Wait | undefined;
    readonly acceptance: { describe(): readonly string[] } | undefined;
}

/**
 * Where a body stands that is executed in steps: the statements around the present one from the outside in, with what they keep in
 * mind.
 */
export type Cursor = (AstNode | Frame | readonly Value[] | Partial<Stateful> | string)[];

export class Simulation {
    private instant = 0;
    private scheduled: { readonly at: number; readonly run: () => void }[] = [];
    /** derived features that were computed from the clock's reading */
    private readonly clockReaders = new Set<Place>();
    readonly bus: MessageBus;
    readonly agents: Agent[] = [];
    actionSteps = 0;
    /** seconds by which the clock steps; 0 for a continuous one */
    clockStep = 0;
    private attached: ActionListener | undefined;
    private watching: Moments | undefined;
    /** decides what values decide, where those are not known */
    surrogate: Surrogate | undefined;
    /** where the body that is being executed stands, while somebody tells states apart */
    cursor: Cursor | undefined;
    /** the flows of tokens that go on, where somebody shows them */
    flows: Set<TokenFlow> | undefined;

    /** @param tick called now and then; may throw to end the run */
    constructor(
        readonly run: SimulatedRun,
        readonly scheduler: Scheduler,
        readonly limits: BehaviourLimits,
        readonly tick: () => void = () => undefined
    ) {
        this.bus = new MessageBus(run);
        run.followsChanges = true;
        run.simulated(this.agents);
        if (scheduler.marks) {
            scheduler.log = run.order;
        }
        const clock = run.model.libraryElement('Occurrences::Occurrence::localClock');
        if (clock !== undefined && isUsage(clock)) {
            run.occurrenceFeatures.set('localClock', clockValue(run, clock, this));
        }
    }

    /** Follows what depends on the order of the run, once something was open. */
    get order(): OrderLog | undefined {
        return this.run.order.ifActive;
    }

    /** The clock's reading, in seconds. */
    get now(): number {
        return this.instant;
    }

    readBy(reader: Place): void {
        this.clockReaders.add(reader);
    }

    private advanceTo(instant: number): void {
        this.instant = Math.max(this.instant, instant);
        this.run.order.timePasses();
        const readers = [...this.clockReaders];
        this.clockReaders.clear();
        for (const { frame, index } of readers) {
            frame.forgetDerived(index);
        }
    }

    /** Has something happen at an instant, before the behaviours react to it; what is scheduled first happens first. */
    schedule(at: number, run: () => void): void {
        this.scheduled.push({ at, run });
    }

    private runScheduled(): void {
        const due = this.scheduled.filter(s => s.at <= this.instant);
        if (due.length > 0) {
            this.scheduled = this.scheduled.filter(s => s.at > this.instant);
            due.forEach(s => s.run());
        }
    }

    /** A preview notifies nobody. */
    get listener(): ActionListener | undefined {
        return this.run.journal === undefined ? this.attached : undefined;
    }

    set listener(listener: ActionListener) {
        this.attached = listener;
    }

    /** Likewise: the moments of the run. */
    get moments(): Moments | undefined {
        return this.watching !== undefined && this.run.journal === undefined ? this.watching : undefined;
    }

    set moments(moments: Moments) {
        this.watching = moments;
    }

    /** Writes a feature, and those that bindings make equal to it. @throws what the others do not take */
    write(frame: Frame, index: number, value: Value): void {
        frame.write(index, value);
        if (this.attached !== undefined) {
            this.listener?.wrote(frame.layout.slots[index].names[0] ?? '', value, frame);
        }
        if (mayBeBound(frame)) {
            for (const other of boundPlaces(frame, index)) {
                other.frame.write(other.index, conform(value, other.frame.layout.slots[other.index], other.frame));
            }
        }
        const output = boundOutput(frame, index);
        if (output !== undefined) {
            this.write(output.frame, output.index, conform(value, output.frame.layout.slots[output.index], output.frame));
        }
    }

    /** Does something and undoes what it wrote, made, sent, drew and cost. */
    preview<T>(work: () => T): T {
        return this.scheduler.preview(() => this.run.preview(work));
    }

    /** Refuses moves that the budget has no room for. @throws execution exceeded max steps */
    checkActionSteps(further: number): void {
        if (this.actionSteps + further > this.limits.actionSteps) {
            throw new EvaluationError(
                `execution exceeded max steps (${this.limits.actionSteps} steps; raise SERVICE_MAX_ACTION_STEPS to allow more), possible infinite loop`
            );
        }
    }

    countActionStep(): void {
        this.checkActionSteps(1);
        this.actionSteps++;
        if ((this.actionSteps & 255) === 0) {
            this.tick();
        }
    }

    /**
     * Moves behaviours until nothing can happen any more.
     * @param until ends it early
     * @param horizon the instant, in seconds, that the clock does not pass
     */
    runToCompletion(until: () => boolean = () => false, horizon = Infinity): void {
        for (;;) {
            this.runScheduled();
            this.runInstant(until);
            if (this.order !== undefined) {
                this.agents.forEach(a => a.lookAround?.());
            }
            if (until()) {
                return;
            }
            const due = this.nextDue();
            if (due === undefined) {
                return;
            }
            this.tick();
            const next = this.steppedTo(due);
            if (next > horizon) {
                this.advanceTo(horizon);
                return;
            }
            this.advanceTo(next);
        }
    }

    /** The first instant of the clock that is not before another one. */
    steppedTo(instant: number): number {
        const { clockStep } = this;
        // A multiple that was missed by a rounding error is met.
        return clockStep === 0 ? instant : Math.max(instant, Math.ceil(instant / clockStep - 1e-9) * clockStep);
    }

    /** Moves behaviours as far as they come at the present instant. */
    settleNow(): void {
        this.runInstant(() => false);
        if (this.order !== undefined) {
            this.agents.forEach(a => a.lookAround?.());
        }
    }

    private nextDue(): number | undefined {
        let earliest: number | undefined;
        for (const { at } of this.scheduled) {
            earliest = earliest === undefined ? at : Math.min(earliest, at);
        }
        for (const agent of this.agents) {
            const due = agent.hasEnded ? undefined : agent.nextDue();
            if (due !== undefined && (earliest === undefined || due < earliest)) {
                earliest = due;
            }
        }
        return earliest;
    }

    /** The messages in flight that something may still take. */
    awaitedMessages(): readonly Message[] {
        const { undelivered } = this.bus;
        return hasAccepts(this.run.model) ? undelivered : undelivered.filter(m => this.agents.some(a => a.holdsBack?.(m) === true));
    }

    /** The instants at which something is scheduled to happen. */
    get scheduledInstants(): readonly number[] {
        return this.scheduled.map(s => s.at);
    }

    // --- One move at a time ---

    /**
     * Makes one move of one behaviour at the present instant, as {@link runToCompletion} would.
     * @param last the behaviour that moved before: it goes on as long as it can, unless orders are explored
     * @returns the behaviour that moved; undefined when nothing can happen at this instant
     */
    moveOnce(last?: Agent): Agent | undefined {
        const taken = this.choose(last);
        if (taken !== undefined) {
            this.act(taken);
        }
        return taken;
    }

    /** The behaviour that moves next; undefined when nothing can happen at this instant. */
    choose(last?: Agent): Agent | undefined {
        this.runScheduled();
        const due = this.able;
        if (due.length === 0) {
            return undefined;
        }
        return last !== undefined && !this.scheduler.explores && due.includes(last) ? last : this.firstOf(due);
    }

    /** The behaviours that can move now. Each looks at its conditions, so that all have seen the same. */
    private get able(): readonly Agent[] {
        return this.agents.filter(a => !a.hasEnded && a.canAct());
    }

    /** Whether there is one behaviour and nothing in flight, and no life has ended. */
    get isAlone(): boolean {
        return this.agents.length === 1 && this.scheduled.length === 0 && this.bus.isEmpty && !this.run.hasEndedLives;
    }

    /** Whether something can happen at the present instant. */
    get canMove(): boolean {
        return this.scheduled.some(s => s.at <= this.instant) || this.able.length > 0;
    }

    /** The next instant at which something will happen by itself, in seconds. */
    get due(): number | undefined {
        return this.nextDue();
    }

    /** Passes time. @param instant in seconds; nothing happens by that */
    passTo(instant: number): void {
        this.advanceTo(instant);
    }

    private firstOf(due: readonly Agent[]): Agent {
        const names = (): string[] => due.map(a => a.label);
        return due[
            this.scheduler.pickDue(
                due.length,
                () => orderText(`at t=${instantText(this.now)}`, 'due ', i => due[i].node, names, { verb: 'ran' }),
                log =>
                    log.unordered(
                        due,
                        due.map(a => a.node)
                    )
            )
        ];
    }

    /** A behaviour goes on as long as it can; that others could come in between is open too, though it is not noted. */
    private marksFurther(acting: Agent): void {
        const { order } = this;
        if (order === undefined || acting.hasEnded || !acting.canAct()) {
            return;
        }
        const due = this.agents.filter(a => a === acting || (!a.hasEnded && a.canAct()));
        if (due.length > 1) {
            order.unordered(
                due,
                due.map(a => a.node)
            );
        }
    }

    /** Has a behaviour that can move make one step. */
    act(agent: Agent): void {
        const { order } = this;
        try {
            if (order === undefined) {
                agent.act();
            } else {
                order.during(agent, () => agent.act());
            }
        } catch (error) {
            throw placed(error, agent);
        }
    }

    /** Everything that can happen at the present instant. */
    private runInstant(until: () => boolean): void {
        if (this.agents.length === 1) {
            const [agent] = this.agents;
            while (this.agents.length === 1 && !agent.hasEnded && agent.canAct() && !until()) {
                this.act(agent);
            }
            if (this.agents.length === 1) {
                return;
            }
        }
        for (;;) {
            const due = this.able;
            if (due.length === 0 || until()) {
                return;
            }
            const taken = this.firstOf(due);
            while (!taken.hasEnded && taken.canAct() && !until()) {
                this.act(taken);
                if (this.scheduler.explores) {
                    break;
                }
                this.marksFurther(taken);
            }
        }
    }
}

/** An instant as texts write it, with at least one decimal. */
export function instantText(instant: number): string {
    return Number.isInteger(instant) ? instant.toFixed(1) : String(instant);
}

/** A failure of a behaviour that came with an object names the feature. */
export function placed(error: unknown, { place }: Agent): unknown {
    return place !== undefined && error instanceof EvaluationError ? error.within(place) : error;
}
