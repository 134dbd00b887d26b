/**
 * The state of a stopped run as a client reads it: threads, frames and scopes. A thread is a concurrent part of the run (an active state, a
 * token), a frame is a performance.
 */
import { nameOf } from '../language/semantics/naming.js';
import { AdapterError } from './launch.js';
import type { ClientPlaces } from './places.js';
import type { Variable } from './protocol.js';
import { type DebugSession, stateInWords } from './session.js';
import { Variables } from './variables.js';

export interface Thread {
    readonly id: number;
    readonly name: string;
}

export class Inspection {
    readonly variables = new Variables();
    private readonly threads = new Map<string, number>();

    constructor(private readonly places: ClientPlaces) {}

    /** Forgets the threads of the previous run. */
    begin(): void {
        this.variables.clear();
        this.threads.clear();
    }

    /** The threads; at least one, because an editor considers a run without threads to be running. */
    threadsOf({ stacks, recorded }: DebugSession): readonly Thread[] {
        const all = stacks.map(({ key, label }) => ({ id: this.threadOf(key), name: label }));
        return all.length > 0 ? all : [{ id: this.threadOf('run'), name: recorded.element }];
    }

    private threadOf(key: string): number {
        const known = this.threads.get(key) ?? this.threads.size + 1;
        this.threads.set(key, known);
        return known;
    }

    stackTrace(
        { stacks }: DebugSession,
        { threadId, startFrame = 0, levels = 0 }: { readonly threadId: number; readonly startFrame?: number; readonly levels?: number }
    ): object {
        const performances = stacks.find(s => this.threadOf(s.key) === threadId)?.performances ?? [];
        const shown = performances.slice(startFrame, levels > 0 ? startFrame + levels : undefined);
        return {
            totalFrames: performances.length,
            stackFrames: shown.map(p => ({ id: this.variables.frame(p), name: p.label, ...this.places.placeOf(p.element) }))
        };
    }

    /** The scopes of a frame: values of the performance, its performer, and the run. @throws AdapterError for a frame of an earlier stop */
    scopes({ recorded, shown }: DebugSession, frameId: number): readonly object[] {
        const performance = this.variables.frameOf(frameId);
        if (performance === undefined) {
            throw new AdapterError('the run has moved since then: request the stack again');
        }
        const { variables } = this;
        const performer = recorded.run.performedBy;
        const name = nameOf(performance.behaviour);
        const scope = (title: string, contents: () => readonly Variable[]): object => ({
            name: title,
            variablesReference: variables.reference(contents),
            expensive: false
        });
        const text = (key: string, value: string): Variable => ({ name: key, value, variablesReference: 0 });
        return [
            scope(name === undefined ? 'Values' : `Values of ${name}`, () => variables.named(performance.values)),
            ...(performer === undefined ? [] : [scope('Performer', () => [variables.variable('this', performer)])]),
            scope('Run', () => [
                text('state', stateInWords(shown)),
                text('time', `${shown.time} s`),
                ...(shown.due === undefined ? [] : [text('next instant', `${shown.due} s`)]),
                text('events', shown.events.join(', ')),
                text('queue', shown.queue.join(', ')),
                ...(shown.finalState === '' ? [] : [text('final state', shown.finalState)])
            ])
        ];
    }
}
