/**
 * The event pool of a machine (contract behaviour 9.2, 9.8, 10.6): completions, events in order of arrival, deferred events, timers;
 * change-watches.ts holds the change conditions. Does not depend on the configuration; dispatcher.ts dispatches.
 */
import { instantOf } from '../actions/communication.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import type { Message } from '../simulation/bus.js';
import type { Simulation } from '../simulation/simulation.js';
import { byShared, type StateWriter } from '../simulation/state-writer.js';
import type { Surrogate } from '../simulation/surrogate.js';
import { type ChangeWatches, EvaluatedWatches } from './change-watches.js';
import { type EventOccurrence, EventQueue, type Timer } from './occurrences.js';
import type { Vertex } from './state-graph.js';

const byTransition = byShared<Timer>(t => t.transition);

const NO_TIMERS: readonly Timer[] = [];

export class EventPool {
    private readonly completions: Vertex[] = [];
    private readonly events = new EventQueue();
    private deferred: EventOccurrence[] = [];
    private timers: Timer[] = [];
    /** The change conditions of the active states. */
    readonly changes: ChangeWatches;
    private lastOrder = 0;
    private shifted = 0;

    constructor(surrogate: Surrogate | undefined) {
        this.changes = surrogate?.changes ?? new EvaluatedWatches();
    }

    /** Texts of the waiting completions, events and deferred events. */
    get waiting(): readonly string[] {
        return [
            ...this.completions.map(c => `completion ${c.label}`),
            ...this.events.names,
            ...this.deferred.map(e => `${e.name} (deferred)`)
        ];
    }

    /**
     * Writes the waiting events.
     * @param write writes the identity of a message in the pool
     */
    writeEvents(out: StateWriter, write: (message: Message) => void): void {
        const { waiting } = this.events;
        waiting.forEach(event => writeEvent(out, event, write));
        for (const deferred of this.deferred) {
            out.add(`deferred before ${waiting.filter(e => e.order > deferred.order).length}`);
            writeEvent(out, deferred, write);
        }
        const armedLater = this.armedBehindHead(out.now);
        if (out.isOrdered && armedLater > 0) {
            out.add(`before ${armedLater}`);
        }
    }

    /** Number of due timers that were armed after the first event had arrived. */
    private armedBehindHead(now: number): number {
        const { head } = this.events;
        return head === undefined ? 0 : this.dueTimers(now).filter(t => t.order > head.order).length;
    }

    /** Writers of the waiting events, where only their order matters; undefined otherwise. */
    eventsInLine(now: number): readonly ((out: StateWriter, write: (message: Message) => void) => void)[] | undefined {
        return this.deferred.length > 0 || this.armedBehindHead(now) > 0
            ? undefined
            : this.events.waiting.map(event => (out, write) => writeEvent(out, event, write));
    }

    /** Writes the machine's own occurrences: completions, timers, watched conditions. */
    writeOwn(out: StateWriter): void {
        this.completions.forEach(state => out.add(`completion ${state.id}`));
        const inOrder = out.isOrdered ? (a: Timer, b: Timer): number => a.order - b.order : byTransition;
        for (const { transition, due } of [...this.timers].sort((a, b) => a.due - b.due || inOrder(a, b))) {
            out.shared(transition);
            out.instant(due);
        }
        this.changes.writeState(out);
    }

    // --- Events and completions ---

    /** The event that arrived first. */
    get head(): EventOccurrence | undefined {
        return this.events.head;
    }

    get firstCompletion(): Vertex | undefined {
        return this.completions[0];
    }

    /** Whether an occurrence can be dispatched. @param now clock time in seconds */
    hasDue(now: number): boolean {
        return this.completions.length > 0 || this.events.hasEvents || this.dueTimers(now).length > 0;
    }

    /** Puts events without payload into the pool. */
    inject(names: readonly string[]): void {
        this.events.inject(names, this.lastOrder);
        this.lastOrder += names.length;
    }

    push(name: string, message: Message | undefined, values?: EventOccurrence['values']): void {
        this.events.push({ kind: 'event', name, message, order: ++this.lastOrder, ...(values !== undefined && { values }) });
    }

    shiftEvent(): void {
        this.events.shift();
        this.shifted++;
    }

    /** Number of events taken from the head so far. */
    get taken(): number {
        return this.shifted;
    }

    queueCompletion(state: Vertex): void {
        this.completions.push(state);
    }

    dropCompletion(state: Vertex): void {
        const index = this.completions.length === 0 ? -1 : this.completions.indexOf(state);
        if (index >= 0) {
            this.completions.splice(index, 1);
        }
    }

    shiftCompletion(): Vertex | undefined {
        return this.completions.length === 0 ? undefined : this.completions.shift();
    }

    // --- Deferral ---

    get hasDeferred(): boolean {
        return this.deferred.length > 0;
    }

    defer(event: EventOccurrence): void {
        this.deferred.push(event);
    }

    /** The position of a message in the pool; -1 for none. */
    placeOf(message: Message): number {
        return [...this.events.waiting, ...this.deferred].findIndex(e => e.message === message);
    }

    /** Returns events that no active state defers any more to the queue, before later arrivals. */
    recall(states: readonly Vertex[]): void {
        const recalled = this.deferred.filter(e => !states.some(s => s.defers.includes(e.name)));
        if (recalled.length > 0) {
            this.deferred = this.deferred.filter(e => !recalled.includes(e));
            this.events.recall(recalled);
        }
    }

    // --- Timers and change conditions ---

    dueTimers(now: number): readonly Timer[] {
        return this.timers.length === 0 ? NO_TIMERS : this.timers.filter(t => t.due <= now);
    }

    /** The earliest instant of a timer in seconds; undefined for none. */
    nextDue(): number | undefined {
        let earliest: number | undefined;
        for (const { due } of this.timers) {
            if (earliest === undefined || due < earliest) {
                earliest = due;
            }
        }
        return earliest;
    }

    takeTimer(timer: Timer): void {
        this.timers = this.timers.filter(t => t !== timer);
    }

    /** Starts the timers and change conditions of a state that was entered. */
    arm(state: Vertex, frame: Frame, { now, surrogate }: Pick<Simulation, 'now' | 'surrogate'>): void {
        for (const transition of state.timed) {
            const trigger = transition.trigger!;
            if (trigger.kind === 'when') {
                this.changes.arm(transition, frame);
            } else if (trigger.kind === 'at' || trigger.kind === 'after') {
                const due = surrogate?.instant(trigger.expression, frame, now) ?? instantOf(trigger.expression, frame, now);
                this.timers.push({ transition, due, order: ++this.lastOrder });
            }
        }
    }

    disarm(state: Vertex): void {
        this.timers = this.timers.filter(t => t.transition.source !== state);
        this.changes.disarm(state);
    }

    /** Drops all timers and change conditions. */
    clear(): void {
        this.timers = [];
        this.changes.clear();
    }
}

function writeEvent(out: StateWriter, { name, message, values }: EventOccurrence, write: (message: Message) => void): void {
    out.add(`event ${name}`);
    if (message !== undefined) {
        write(message);
    }
    values?.forEach((value, parameter) => {
        out.add(parameter);
        out.value(value);
    });
}
