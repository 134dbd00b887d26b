/** Occurrences that a machine reacts to, their queue, and their names in texts. Does not depend on the configuration. */
import type { Value } from '../../values/index.js';
import type { Message } from '../simulation/bus.js';
import type { Risen } from './change-watches.js';
import type { Transition, Vertex } from './state-graph.js';

/** An occurrence that a machine reacts to. */
export type Occurrence =
    | { readonly kind: 'completion'; readonly state: Vertex }
    | {
          readonly kind: 'event';
          readonly name: string;
          readonly message: Message | undefined;
          readonly order: number;
          /** arguments of a called operation, by name */
          readonly values?: ReadonlyMap<string, Value>;
      }
    | { readonly kind: 'time'; readonly transition: Transition; readonly due: number; readonly order: number }
    | { readonly kind: 'change'; readonly risen: Risen };

export type EventOccurrence = Extract<Occurrence, { kind: 'event' }>;

/** Events in the order of their arrival. */
export class EventQueue {
    private list: EventOccurrence[] = [];
    private first = 0;
    /** events without payload that arrived together; created when they are next */
    private injected: readonly string[] = [];
    private nextInjected = 0;
    private orderBefore = 0;

    get hasEvents(): boolean {
        return this.first < this.list.length || this.nextInjected < this.injected.length;
    }

    get head(): EventOccurrence | undefined {
        const listed = this.first < this.list.length ? this.list[this.first] : undefined;
        if (this.nextInjected >= this.injected.length) {
            return listed;
        }
        const order = this.orderBefore + this.nextInjected + 1;
        if (listed !== undefined && listed.order <= order) {
            return listed;
        }
        const made: EventOccurrence = { kind: 'event', name: this.injected[this.nextInjected++], message: undefined, order };
        if (listed === undefined) {
            this.list.push(made);
        } else {
            this.list.splice(this.first, 0, made);
        }
        return made;
    }

    /** Names of the events, in the order of their arrival. */
    get names(): readonly string[] {
        return this.waiting.map(e => e.name);
    }

    /** The events, in the order of their arrival. */
    get waiting(): readonly EventOccurrence[] {
        const injected = this.injected.slice(this.nextInjected).map((name, i): EventOccurrence => ({
            kind: 'event',
            name,
            message: undefined,
            order: this.orderBefore + this.nextInjected + i + 1
        }));
        return [...this.list.slice(this.first), ...injected].sort((a, b) => a.order - b.order);
    }

    push(event: EventOccurrence): void {
        this.list.push(event);
    }

    /** @param order the number of the last arrival before them */
    inject(names: readonly string[], order: number): void {
        this.injected = names;
        this.nextInjected = 0;
        this.orderBefore = order;
    }

    shift(): void {
        this.first++;
        if (this.first === this.list.length) {
            this.list.length = 0;
            this.first = 0;
        } else if (this.first > 1024 && this.first * 2 > this.list.length) {
            this.list = this.list.slice(this.first);
            this.first = 0;
        }
    }

    /** Puts events back in the order of their arrival. */
    recall(events: readonly EventOccurrence[]): void {
        this.list = [...events, ...this.list.slice(this.first)].sort((a, b) => a.order - b.order);
        this.first = 0;
    }
}

export interface Timer {
    readonly transition: Transition;
    readonly due: number;
    readonly order: number;
}

/** A transition selected for an occurrence, and the enabled transitions that it was selected from. */
export interface Candidate {
    readonly transition: Transition;
    readonly open: readonly Transition[];
    readonly source: Vertex;
    readonly occurrence: Occurrence;
}

/** An occurrence in texts: `accept Go`, `time`, `change`, `completion`. */
export function occurrenceName(occurrence: Occurrence): string {
    switch (occurrence.kind) {
        case 'event':
            return `accept ${occurrence.name}`;
        case 'time':
            return 'time';
        case 'change':
            return 'change';
        case 'completion':
            return 'completion';
    }
}

export function timerName({ transition }: Timer): string {
    return `time ${transition.source.label} ${branchName(transition)}`;
}

/** The name of a transition in texts: its position among the transitions of its source, and its target. */
export function branchName(transition: Transition): string {
    const { source, target } = transition;
    return `${source.outgoing.indexOf(transition) + 1}->${target.label || target.name}`;
}
