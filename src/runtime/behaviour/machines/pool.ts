/**
 * The event pool of a machine (contract behaviour 9.2, 9.8, 10.6): completions, events in the order of their arrival, deferred ones,
 * timers; change-watches.ts has the conditions. Knows no configuration; what is dispatched is up to machine.ts.
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

    /** Names of what waits: completions, events, deferred events. */
    get waiting(): readonly string[] {
        return [
            ...this.completions.map(c => `completion ${c.label}`),
            ...this.events.names,
            ...this.deferred.map(e => `${e.name} (deferred)`)
        ];
    }

    /**
     * Writes the events that wait.
     * @param write writes what tells a message of the pool from others
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

    /** Timers that are due and were armed after the first event has come. */
    private armedBehindHead(now: number): number {
        const { head } = this.events;
        return head === undefined ? 0 : this.dueTimers(now).filter(t => t.order > head.order).length;
    }

    /** What writes each event that waits, where only their order counts; undefined where more does. */
    eventsInLine(now: number): readonly ((out: StateWriter, write: (message: Message) => void) => void)[] | undefined {
        return this.deferred.length > 0 || this.armedBehindHead(now) > 0
            ? undefined
            : this.events.waiting.map(event => (out, write) => writeEvent(out, event, write));
    }

    /** Writes what the machine itself makes happen: completions, timers, conditions that are watched. */
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

    /** Whether an occurrence can be dispatched. @param now of the clock */
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

    /** How many events were taken from its head so far. */
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

    /** The place of a message among what waits; -1 for none. */
    placeOf(message: Message): number {
        return [...this.events.waiting, ...this.deferred].findIndex(e => e.message === message);
    }

    /** Events that no active state defers any more return, before later arrivals. */
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

    /** The earliest instant that a timer waits for. */
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

    /** Arms the timers and change conditions of a state that was entered. */
    arm(state: Vertex, frame: Frame, { now, surrogate }: Pick<Simulation, 'now' | 'surrogate'>): void {
        for (const transition of state.timed) {
            const trigger = transition.trigger!;
            if (trigger.kind === 'when') {
                this.changes.arm(transition, frame);
            } else if (trigger.kind === 'at' || trigger.kind === 'after') {
                const due = surrogate?.instant(trigger.expression, now) ?? instantOf(trigger.expression, frame, now);
                this.timers.push({ transition, due, order: ++this.lastOrder });
            }
        }
    }

    disarm(state: Vertex): void {
        this.timers = this.timers.filter(t => t.transition.source !== state);
        this.changes.disarm(state);
    }

    /** Nothing more is waited for. */
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
