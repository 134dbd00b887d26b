/**
 * A simulation: the clock, the messages in flight and the behaviours of one run, each moved when it can act; time passes only when none
 * can (contract behaviour 7). Knows behaviours through one interface.
 */
import type { AstNode } from 'langium';
import { EvaluationError, type Value } from '../../values/index.js';
import type { Frame } from '../../expressions/frame.js';
import { boundPlaces, mayBeBound } from '../../instances/bindings.js';
import { conform } from '../../instances/conform.js';
import type { Instance } from '../../instances/instance.js';
import type { Run } from '../../run.js';
import { MessageBus, type Message } from './bus.js';
import { clockValue } from './frames.js';
import { orderText, type Scheduler } from '../schedules/schedule.js';

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

export const DEFAULT_BEHAVIOUR_LIMITS: BehaviourLimits = { actionSteps: 1_000_000, events: 1_000_000, doSteps: 5_000_000, heldEvents: 100_000 };

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
    /** Told of an operation that was called on its object, with the arguments; undefined for what reacts to none. */
    readonly called?: (operation: string, values: ReadonlyMap<string, Value>) => void;
    /** Told of what it sent, for traces. */
    onSend?(name: string, messages: readonly Message[]): void;
    /** Ends where it stands. */
    terminate(): void;
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
    /** the accepts that wait, for the report of a deadlock */
    describe(): readonly string[];
}

/** Told of what an action does, where a trace of it is wanted. */
export interface ActionListener {
    /** A token comes to a node. @param within the steps around the flow, the innermost last */
    step(stepNumber: number, token: number, node: string, within: readonly AstNode[]): void;
    wrote(feature: string, value: Value): void;
    sent(text: string): void;
}

export class Simulation {
    now = 0;
    readonly bus: MessageBus;
    readonly agents: Agent[] = [];
    /** objects whose life has ended */
    readonly endedObjects = new Set<object>();
    actionSteps = 0;
    private told: ActionListener | undefined;

    /** @param tick called now and then; may throw to end the run */
    constructor(readonly run: Run, readonly scheduler: Scheduler, readonly limits: BehaviourLimits, readonly tick: () => void = () => undefined) {
        this.bus = new MessageBus(run);
        const clock = run.model.libraryElement('Occurrences::Occurrence::localClock');
        if (clock !== undefined) {
            run.occurrenceFeatures.set('localClock', clockValue(run, clock, this));
        }
        if (scheduler.modelGenerator !== undefined) {
            run.random = scheduler.modelGenerator;
        }
    }

    /** Nobody is told of what a preview does. */
    get listener(): ActionListener | undefined {
        return this.run.journal === undefined ? this.told : undefined;
    }

    set listener(listener: ActionListener) {
        this.told = listener;
    }

    /** Writes a feature, and those that bindings make equal to it. @throws what the others do not take */
    write(frame: Frame, index: number, value: Value): void {
        frame.write(index, value);
        if (this.told !== undefined) {
            this.listener?.wrote(frame.layout.slots[index].names[0] ?? '', value);
        }
        if (mayBeBound(frame)) {
            for (const other of boundPlaces(frame, index)) {
                other.frame.write(other.index, conform(value, other.frame.layout.slots[other.index], other.frame));
            }
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
                `execution exceeded max steps (${this.limits.actionSteps} steps; raise SERVICE_MAX_ACTION_STEPS to allow more), possible infinite loop`);
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
     */
    settle(until: () => boolean = () => false): void {
        for (;;) {
            this.runInstant(until);
            if (until()) {
                return;
            }
            const due = this.nextDue();
            if (due === undefined) {
                return;
            }
            this.tick();
            this.now = Math.max(this.now, due);
        }
    }

    /** Moves behaviours as far as they come at the present instant. */
    settleNow(): void {
        this.runInstant(() => false);
    }

    private nextDue(): number | undefined {
        let earliest: number | undefined;
        for (const agent of this.agents) {
            const due = agent.hasEnded ? undefined : agent.nextDue();
            if (due !== undefined && (earliest === undefined || due < earliest)) {
                earliest = due;
            }
        }
        return earliest;
    }

    /** Everything that can happen at the present instant. */
    private runInstant(until: () => boolean): void {
        if (this.agents.length === 1) {
            const [agent] = this.agents;
            while (this.agents.length === 1 && !agent.hasEnded && agent.canAct() && !until()) {
                agent.act();
            }
            if (this.agents.length === 1) {
                return;
            }
        }
        for (;;) {
            const due = this.agents.filter(a => !a.hasEnded && a.canAct());
            if (due.length === 0 || until()) {
                return;
            }
            const names = (): string[] => due.map(a => a.label);
            const taken = due[this.scheduler.pickDue(due.length, () => orderText(`at t=${instantText(this.now)}`, 'due ', i => due[i].node, names, { verb: 'ran' }))];
            while (!taken.hasEnded && taken.canAct() && !until()) {
                taken.act();
                if (this.scheduler.explores) {
                    break;
                }
            }
        }
    }
}

/** An instant as texts write it, with at least one decimal. */
export function instantText(instant: number): string {
    return Number.isInteger(instant) ? instant.toFixed(1) : String(instant);
}
