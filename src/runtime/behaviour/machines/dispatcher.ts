/**
 * Takes occurrences from a machine's pool one after the other and runs each to completion (contract behaviour 9.2, 9.3, 10.6). Other
 * behaviours cannot take a message that waits in the pool. selection.ts selects transitions, firing.ts fires them.
 */
import { EvaluationError, type Value } from '../../values/index.js';
import { orderText } from '../schedules/schedule.js';
import { type Message, messageOf } from '../simulation/bus.js';
import { instantText } from '../simulation/simulation.js';
import { acceptRecord } from '../simulation/trace.js';
import type { Firing, FiringHost } from './firing.js';
import { type Candidate, type EventOccurrence, type Occurrence, type Timer, timerName } from './occurrences.js';
import type { EventPool } from './pool.js';
import { circleOf } from './completion-cycles.js';
import type { Vertex } from './state-graph.js';

/** The failure of a machine that dispatches events without end. */
function tooManyEvents(limit: number, why = ''): EvaluationError {
    return new EvaluationError(
        `state machine exceeded max events (${limit} events; raise SERVICE_MAX_EVENTS to allow more), possible infinite loop${why}`
    );
}

export class Dispatcher {
    /** messages of the pool that are not dispatched yet */
    private readonly pending = new Set<Message>();
    private dispatched = 0;

    constructor(
        private readonly host: FiringHost,
        private readonly pool: EventPool,
        private readonly firing: Firing
    ) {}

    /** Whether a message waits in the pool, so that do behaviours may not take it. */
    holdsBack(message: Message): boolean {
        return this.pending.has(message);
    }

    /** Puts a message into the pool. */
    admit(message: Message): void {
        this.pending.add(message);
        this.pool.push(message.name, message);
    }

    /** Puts an external event with its payload into the pool. */
    occur(name: string, payload: Value | undefined): void {
        if (payload === undefined) {
            this.pool.push(name, undefined);
            return;
        }
        const message = this.injected(payload);
        this.host.simulation.bus.place(message);
        this.admit(message);
    }

    private injected(payload: Value): Message {
        const message = messageOf(payload, this.host.node);
        return { ...message, destination: this.host, routed: false, sender: undefined, addressee: undefined, isInjected: true };
    }

    /** The transitions that an external event with its payload would fire now. */
    candidatesFor(name: string, payload: Value | undefined): readonly Candidate[] {
        const message = payload === undefined ? undefined : this.injected(payload);
        return this.host.selection.candidatesFor({ kind: 'event', name: message?.name ?? name, message, order: 0 });
    }

    /** The name of the next occurrence, for texts. */
    headName(): string {
        const { firstCompletion, head } = this.pool;
        if (firstCompletion !== undefined) {
            return `completion ${firstCompletion.label}`;
        }
        const timer = this.pool.dueTimers(this.host.simulation.now).at(0);
        return timer !== undefined && (head === undefined || timer.order < head.order) ? timerName(timer) : `accept ${head!.name}`;
    }

    private count(): void {
        if (++this.dispatched > this.host.simulation.limits.events) {
            throw tooManyEvents(this.host.simulation.limits.events);
        }
        if ((this.dispatched & 255) === 0) {
            this.host.simulation.tick();
        }
    }

    /** @throws EvaluationError immediately if the machine would otherwise repeat a cycle of states up to the limit of events */
    private checkRests(state: Vertex): void {
        const circle = circleOf(state);
        if (circle !== undefined) {
            const cycle = [...circle, state].map(v => v.label).join(' -> ');
            throw tooManyEvents(this.host.simulation.limits.events, `: no transition of ${cycle} has a trigger or a guard`);
        }
    }

    /** Dispatches the change conditions that have become true. */
    pollChanges(): void {
        const { order } = this.host.simulation;
        const risen = this.pool.changes.takeRisen(order === undefined ? undefined : holds => order.awaits([this.host.node], holds));
        if (risen.size > 0) {
            this.count();
            this.dispatch({ kind: 'change', risen });
        }
    }

    /** Takes one occurrence from the pool and runs it to completion. */
    dispatchNext(): void {
        const { order } = this.host.simulation;
        order?.statement();
        if (order !== undefined) {
            order.takesFrom(this.pool);
            order.governs([this.host.node]);
        }
        const completion = this.pool.shiftCompletion();
        if (completion !== undefined) {
            this.count();
            if (this.host.configuration.isActive(completion)) {
                this.checkRests(completion);
                const occurrence: Occurrence = { kind: 'completion', state: completion };
                this.fire(this.host.selection.candidateOf(completion, occurrence), occurrence);
            }
            return;
        }
        const due = this.pool.dueTimers(this.host.simulation.now);
        const { head } = this.pool;
        const taken = due.length === 0 ? head : this.firstOf(due, head);
        if (taken === undefined) {
            return;
        }
        this.count();
        if ('transition' in taken) {
            this.pool.takeTimer(taken);
            this.dispatch({ kind: 'time', ...taken });
        } else {
            this.pool.shiftEvent();
            this.dispatchEvent(taken);
        }
    }

    /** Picks among due timers and the first event: their order at one instant is open. */
    private firstOf(due: readonly Timer[], head: EventOccurrence | undefined): Timer | EventOccurrence {
        const together: (Timer | EventOccurrence)[] = [...due, ...(head === undefined ? [] : [head])].sort((a, b) => a.order - b.order);
        const names = (): string[] => together.map(o => ('transition' in o ? timerName(o) : `accept ${o.name}`));
        return together[
            this.host.simulation.scheduler.pick(
                together.length,
                () => orderText(`events at t=${instantText(this.host.simulation.now)}`, '', this.host.node, names, { verb: 'dispatched' }),
                log => log.branching([this.host.node])
            )
        ];
    }

    private dispatch(occurrence: Occurrence): void {
        this.fire(this.host.selection.candidatesFor(occurrence), occurrence);
    }

    /**
     * Dispatches an event. A do behaviour that waits for it gets it too, unless a transition leaves its state; it takes precedence over
     * deferral.
     */
    private dispatchEvent(occurrence: EventOccurrence): void {
        const { bus } = this.host.simulation;
        const { message } = occurrence;
        if (message !== undefined) {
            this.pending.delete(message);
            this.host.simulation.order?.follows(message);
            if (!bus.isInFlight(message)) {
                return;
            }
        }
        const { dos } = this.host.configuration;
        const candidates = this.host.selection.candidatesFor(occurrence);
        const offered: Message | undefined = !dos.hasAny
            ? undefined
            : (message ?? {
                  types: [],
                  features: [],
                  name: occurrence.name,
                  payload: null,
                  destination: this.host,
                  routed: false,
                  sender: undefined,
                  addressee: undefined
              });
        const isAwaited = (): boolean => offered !== undefined && dos.await(offered);
        if (this.host.graph.hasDeferral && !isAwaited() && this.host.selection.isDeferred(occurrence, candidates)) {
            if (message !== undefined) {
                this.pending.add(message);
            }
            this.pool.defer(occurrence);
            return;
        }
        if (candidates.length > 0) {
            if (this.host.isTraced) {
                this.host.record(acceptRecord(occurrence.name, occurrence.message));
            }
            this.fire(candidates, occurrence);
        }
        if (message === undefined) {
            if (!this.host.hasEnded && isAwaited()) {
                bus.place(offered!);
            }
        } else if ((candidates.length > 0 || message.isInjected === true) && (this.host.hasEnded || !isAwaited())) {
            bus.take(message);
        }
    }

    private fire(candidates: readonly Candidate[], occurrence: Occurrence): void {
        if (candidates.length === 0) {
            return;
        }
        this.firing.fireAll(candidates, occurrence);
        if (this.pool.hasDeferred) {
            this.pool.recall(this.host.configuration.activeStates());
        }
    }
}
