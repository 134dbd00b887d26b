/**
 * A simulation: the clock, the messages in flight and the behaviours of one run. Behaviours move while they can; the clock advances only
 * when none can (contract behaviour 7). Depends on behaviours only through the interface Agent.
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
    /** events dispatched by one machine */
    readonly events: number;
    /** steps of do behaviours of one machine */
    readonly doSteps: number;
    /** trace records kept */
    readonly heldEvents: number;
}

/** The budgets of a run unless the environment sets others (contract: wire, SERVICE_MAX_…). */
export const DEFAULT_BEHAVIOUR_LIMITS: BehaviourLimits = {
    actionSteps: 1_000_000,
    events: 1_000_000,
    doSteps: 5_000_000,
    heldEvents: 100_000
};

/** A concurrent behaviour: an action or a machine, performed by an object or by none. */
export interface Agent {
    /** for example `action watch` or `state machine blink of object #1` */
    readonly label: string;
    readonly object: Instance | undefined;
    readonly node: AstNode;
    readonly hasEnded: boolean;
    /** Whether it can move now. */
    canAct(): boolean;
    /** Makes one step. */
    act(): void;
    /** The earliest instant that it waits for, in seconds; undefined for none. */
    nextDue(): number | undefined;
    /** Whether a message waits to be dispatched by the behaviour, before its own accepts may take it. */
    holdsBack?(message: Message): boolean;
    /** Called with an operation that was called on its object and the arguments; undefined for a behaviour without call triggers. */
    readonly called?: (operation: string, values: ReadonlyMap<string, Value>) => void;
    /** the trace of its records */
    trace?: Trace;
    /** the feature that declares it, as a path from the created object (`action outlets[1].charge`), for failures */
    place?: string;
    /** Called with the messages that it sent and accepted, for traces. */
    onSend?(name: string, messages: readonly Message[]): void;
    onAccept?(message: Message): void;
    /** Evaluates the conditions that it waits for, so that the order log notes their reads. */
    evaluateConditions?(): void;
    /** Ends the behaviour. */
    terminate(): void;
    /** the parts of its state outside its frames */
    readonly parts?: readonly AgentPart[];
    /** its frames by names that are unique within the behaviour */
    readonly frames?: readonly (readonly [string, Frame])[];
    /** For a behaviour that holds messages back: the position of a message among them; -1 for none. */
    placeOf?(message: Message): number;
}

/** A part of a behaviour's state outside its frames; parts change independently. */
export interface AgentPart {
    readonly name: string;
    readonly holdsMessages?: boolean;
    /** whether other behaviours read and change it by sending */
    readonly isReached?: boolean;
    /** @param message writes a message that it holds */
    readonly write: (out: StateWriter, message: (message: Message) => void) => void;
    /** for a queue: a step of its behaviour depends only on the head, other behaviours append at the end */
    readonly line?: {
        /** number of items taken from the head so far */
        readonly taken: () => number;
        /** writers of the waiting items; undefined if not only their order matters */
        readonly items: (message: (out: StateWriter, message: Message) => void) => readonly ((out: StateWriter) => void)[] | undefined;
    };
}

/** The wait of a body. */
export interface Wait {
    readonly kind: 'message' | 'time' | 'change' | 'flow';
    /** whether the wait is over */
    ready(): boolean;
    /** whether only the arrival of a message can end it */
    readonly isEndedByArrivals?: boolean;
    /** Called when the wait is over and its performance continues immediately. */
    foundReady?(): void;
    /** for waits for the clock, the instant in seconds at which it is over */
    due(): number | undefined;
    /** whether it would take a message */
    takes?(message: Message): boolean;
    /** Evaluates the condition, so that the order log notes its reads. */
    look?(): void;
    /** texts of the waiting accepts, for the report of a deadlock */
    describe(): readonly string[];
}

/** A token flow, as views of a run read it. */
export interface TokenFlow {
    readonly graph: { readonly action: AstNode };
    readonly tokens: readonly FlowToken[];
    /** the behaviour that performs it */
    readonly agent: Agent;
    readonly frame: Frame;
    /** the wait of the token that performs it as a step of another flow */
    readonly wait: Wait;
}

export interface FlowToken {
    readonly id: number;
    /** the step at which it is */
    readonly node: { readonly id: number; readonly kind: string; readonly name: string; readonly node: AstNode | undefined };
    /** the succession that it took last */
    readonly edge: { readonly id: number } | undefined;
    readonly body: object | undefined;
    readonly wait: Wait | undefined;
    readonly acceptance: { describe(): readonly string[] } | undefined;
}

/** The position of a body that executes in steps: the enclosing statements of the current one, outermost first, with their own state. */
export type Cursor = (AstNode | Frame | readonly Value[] | Partial<Stateful> | string)[];

/**
 * Called before each statement of a body; throws to stop the run there.
 * @param performed the enclosing performed actions, innermost last
 */
export type StatementWatch = (statement: AstNode, frame: Frame, performed: readonly AstNode[]) => void;

export class Simulation {
    private instant = 0;
    private scheduled: { readonly at: number; readonly run: () => void }[] = [];
    /** derived features that depend on the clock time */
    private readonly clockReaders = new Set<Place>();
    readonly bus: MessageBus;
    readonly agents: Agent[] = [];
    actionSteps = 0;
    /** number of steps ended by other steps so far; each may enable other tokens to move */
    endedSteps = 0;
    /** step of the clock in seconds; 0 for a continuous clock */
    clockStep = 0;
    private attached: ActionListener | undefined;
    private watching: Moments | undefined;
    private statementWatch: StatementWatch | undefined;
    /** replaces decisions on values that are unknown */
    surrogate: Surrogate | undefined;
    /** whether an accept was reached that takes from several mailboxes */
    mixesMailboxes = false;
    /** the position of the executing body, while states are compared */
    cursor: Cursor | undefined;
    /** the running token flows, if a client shows them */
    flows: Set<TokenFlow> | undefined;

    /** @param tick called regularly; throws to end the run */
    constructor(
        readonly run: SimulatedRun,
        private current: Scheduler,
        readonly limits: BehaviourLimits,
        readonly tick: () => void = () => undefined
    ) {
        this.bus = new MessageBus(run);
        run.followsChanges = true;
        run.simulated(this.agents);
        this.logOrders();
        const clock = run.model.libraryElement('Occurrences::Occurrence::localClock');
        if (clock !== undefined && isUsage(clock)) {
            run.occurrenceFeatures.set('localClock', clockValue(run, clock, this));
        }
    }

    get scheduler(): Scheduler {
        return this.current;
    }

    /** Schedules the moves from now on by another policy, with its randomness. */
    follow(scheduler: Scheduler): void {
        this.current = scheduler;
        this.run.drawFrom(scheduler.random);
        this.logOrders();
    }

    private logOrders(): void {
        if (this.current.marks) {
            this.current.log = this.run.order;
        }
    }

    /** Removes a behaviour, so that it does not continue. */
    remove(agent: Agent): void {
        const at = this.agents.indexOf(agent);
        if (at >= 0) {
            this.agents.splice(at, 1);
        }
    }

    /** The order log, while it is logging. */
    get order(): OrderLog | undefined {
        return this.run.order.ifActive;
    }

    /** The clock time in seconds. */
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

    /**
     * Schedules a function for an instant, before the behaviours react to it; functions of one instant run in the order of their
     * scheduling.
     */
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

    /** The listener; none during a preview. */
    get listener(): ActionListener | undefined {
        return this.run.journal === undefined ? this.attached : undefined;
    }

    set listener(listener: ActionListener) {
        this.attached = listener;
    }

    /** The moments of the run; none during a preview. */
    get moments(): Moments | undefined {
        return this.watching !== undefined && this.run.journal === undefined ? this.watching : undefined;
    }

    set moments(moments: Moments) {
        this.watching = moments;
    }

    /** The watch over the statements of bodies; none during a preview. */
    get watch(): StatementWatch | undefined {
        return this.statementWatch !== undefined && this.run.journal === undefined ? this.statementWatch : undefined;
    }

    set watch(watch: StatementWatch | undefined) {
        this.statementWatch = watch;
    }

    /** Writes a feature and the features bound to it. @throws EvaluationError for a value that a bound feature does not take */
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

    /** Runs a function and undoes its writes, objects, messages, draws and costs. */
    preview<T>(work: () => T): T {
        return this.scheduler.preview(() => this.run.preview(work));
    }

    /** Checks the budget of token moves. @throws EvaluationError execution exceeded max steps */
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
     * Moves behaviours until none can move any more.
     * @param until ends it early
     * @param horizon clock time in seconds beyond which the clock does not advance
     */
    runToCompletion(until: () => boolean = () => false, horizon = Infinity): void {
        for (;;) {
            this.runScheduled();
            this.runInstant(until);
            if (this.order !== undefined) {
                this.agents.forEach(a => a.evaluateConditions?.());
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

    /** The first step of the clock that is not before an instant. */
    steppedTo(instant: number): number {
        const { clockStep } = this;
        // The tolerance absorbs rounding errors of multiples of the step.
        return clockStep === 0 ? instant : Math.max(instant, Math.ceil(instant / clockStep - 1e-9) * clockStep);
    }

    /** Moves behaviours until none can move at the present instant. */
    settleNow(): void {
        this.runInstant(() => false);
        if (this.order !== undefined) {
            this.agents.forEach(a => a.evaluateConditions?.());
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

    /** The messages in flight that a behaviour may still take. */
    awaitedMessages(): readonly Message[] {
        const { undelivered } = this.bus;
        return hasAccepts(this.run.model) ? undelivered : undelivered.filter(m => this.agents.some(a => a.holdsBack?.(m) === true));
    }

    /** The instants of scheduled functions, in seconds. */
    get scheduledInstants(): readonly number[] {
        return this.scheduled.map(s => s.at);
    }

    // --- One move at a time ---

    /**
     * Makes one move of one behaviour at the present instant, as {@link runToCompletion} would.
     * @param last the behaviour that moved before; it continues as long as it can, unless the scheduler explores
     * @returns the behaviour that moved; undefined when none can move at this instant
     */
    moveOnce(last?: Agent): Agent | undefined {
        const taken = this.choose(last);
        if (taken !== undefined) {
            this.act(taken);
        }
        return taken;
    }

    /** The behaviour that moves next; undefined when none can move at this instant. */
    choose(last?: Agent): Agent | undefined {
        this.runScheduled();
        const due = this.able;
        if (due.length === 0) {
            return undefined;
        }
        return last !== undefined && !this.scheduler.explores && due.includes(last) ? last : this.firstOf(due);
    }

    /** The behaviours that can move now. All evaluate their conditions in the same state. */
    private get able(): readonly Agent[] {
        return this.agents.filter(a => !a.hasEnded && a.canAct());
    }

    /** Whether there is a single behaviour, no message in flight, and no ended life. */
    get isAlone(): boolean {
        return this.agents.length === 1 && this.scheduled.length === 0 && this.bus.isEmpty && !this.run.hasEndedLives;
    }

    /** Whether something can move at the present instant. */
    get canMove(): boolean {
        return this.scheduled.some(s => s.at <= this.instant) || this.able.length > 0;
    }

    /** The next instant at which something is due, in seconds; undefined for none. */
    get due(): number | undefined {
        return this.nextDue();
    }

    /** Advances the clock without moving behaviours. @param instant clock time in seconds */
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

    /** Opens an unnoted choice: the acting behaviour continues as long as it can, although others could move in between. */
    private markInterleaving(acting: Agent): void {
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

    /** Makes one step of a behaviour that can move. */
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

    /** Moves behaviours until none can move at the present instant. */
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
                this.markInterleaving(taken);
            }
        }
    }
}

/** An instant in texts, with at least one decimal. */
export function instantText(instant: number): string {
    return Number.isInteger(instant) ? instant.toFixed(1) : String(instant);
}

/** Adds the feature that declares a behaviour to its failure. @param place of {@link Agent} */
export function placed(error: unknown, { place }: Pick<Agent, 'place'>): unknown {
    return place !== undefined && error instanceof EvaluationError ? error.within(place) : error;
}
