/**
 * Runs that a client steps through. After an edit of the model a session replays its commands on the new model. It continues if the run has
 * the same active states and tokens as before; otherwise it ends.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { PolicyFault, StimulusError, type SteppedSnapshot, type TraceRecord } from '../../runtime/behaviour/index.js';
import { type Command, RecordedRun, type RunSettings } from '../../debugger/index.js';
import { EvaluationError } from '../../runtime/values/index.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import type { Model } from '../../language/workspace/workspace.js';
import { elementIdOf, elementOfId } from '../../views/index.js';
import { documentOf } from '../../language/semantics/text.js';
import { type EditorModels, uriOf } from '../models.js';
import { type EventForm, eventForms } from './event-forms.js';
import { namedValues } from './json.js';
import { type ElementParams, type CustomRequest, elementOfParams, invalid, leftOut, limits, type Session, soundModel } from './request.js';
import { messageOf } from '../../language/failures.js';

interface StartParams extends ElementParams, RunSettings {
    /** ids of elements at which `continue` stops */
    readonly breakpoints?: readonly string[];
}

interface SessionParams {
    readonly session?: number;
}

class DebugSession {
    private readonly recorded: RecordedRun;
    private revision = 0;
    private ended = '';
    /** text about the model's errors that the run ignores */
    private leftOut: string;
    breakpoints: readonly string[];
    private shown: SteppedSnapshot;

    constructor(
        readonly id: number,
        model: Model,
        readonly element: string,
        params: StartParams,
        /** of a document of the model */
        private readonly uri: string
    ) {
        this.breakpoints = params.breakpoints ?? [];
        this.leftOut = leftOut(model);
        this.recorded = new RecordedRun(model, element, params, limits);
        this.shown = this.recorded.run.snapshot();
    }

    do(command: Command): object {
        if (this.ended === '') {
            this.recorded.do(command);
        }
        return this.tell();
    }

    /** Undoes the last commands. */
    back(count: number): object {
        if (this.ended === '') {
            this.recorded.back(count);
        }
        return this.tell();
    }

    /** Replays the session on another snapshot. @returns whether to notify the client */
    revise(models: EditorModels): boolean {
        const model = models.modelOf(this.uri);
        if (this.ended !== '' || model === this.recorded.model) {
            return false;
        }
        const before = placesOf(this.shown);
        this.leftOut = leftOut(model);
        try {
            this.recorded.repeatOn(model);
            this.shown = this.recorded.run.snapshot();
        } catch (error) {
            this.ended = `the model was edited: ${messageOf(error)}`;
            return true;
        }
        if (placesOf(this.shown) !== before) {
            this.ended = 'the model was edited: the same steps now reach another state';
        }
        return true;
    }

    end(reason: string): object {
        this.ended = reason;
        return this.tell(false);
    }

    tell(reads = true): object {
        if (reads && this.ended === '') {
            this.shown = this.recorded.run.snapshot();
        }
        this.revision++;
        return this.json();
    }

    /** The snapshot with the ids of renderings. */
    private json(): object {
        const { shown, ended } = this;
        const { behaviourIds: graph } = this;
        return {
            session: this.id,
            revision: this.revision,
            element: this.element,
            state: ended === '' ? shown.state : 'ended',
            reason: ended === '' ? shown.reason : ended,
            time: shown.time,
            due: shown.due ?? null,
            active: shown.active.map(a => ({ graph: graph(a.behaviour), vertex: a.vertex, label: a.label, element: idOf(a.element) })),
            tokens: shown.tokens.map(t => ({
                token: t.token,
                graph: graph(t.behaviour),
                vertex: t.vertex,
                label: t.label,
                element: idOf(t.element),
                edge: t.edge,
                awaits: t.awaits
            })),
            taken: shown.taken.map(t => ({ graph: graph(t.behaviour), transition: t.transition })),
            queue: shown.queue,
            events: shown.events,
            eventForms: this.forms(),
            values: namedValues(shown.values),
            visited: shown.visited,
            finalState: shown.finalState,
            trace: shown.trace.map(recordJson),
            notes: [...(this.leftOut === '' ? [] : [this.leftOut]), ...shown.notes.map(n => n.message)],
            breakpoints: this.breakpoints,
            history: this.recorded.history
        };
    }

    /** The forms of the events, from the snapshot's model. */
    private forms(): readonly EventForm[] {
        const behaviour = elementOfId(this.recorded.model, this.element);
        return behaviour === undefined ? [] : eventForms(this.recorded.model, behaviour, this.shown.events);
    }

    private readonly behaviourIds = (behaviour: AstNode): string => elementIdOf(behaviour);
}

const idOf = (element: AstNode | undefined): string => (element === undefined ? '' : elementIdOf(element));

function recordJson({ kind, time, text, machine, state, from, to, event, alternatives, taken }: TraceRecord): object {
    return { kind, time, text, machine, state, from, to, event, alternatives, taken };
}

/** The state, time, active states and tokens of a run as a text, for comparison. */
function placesOf({ state, time, active, tokens }: SteppedSnapshot): string {
    return JSON.stringify([state, time, active.map(a => a.label), tokens.map(t => [t.token, t.label])]);
}

/** The sessions of a client. */
export class DebugSessions {
    private readonly sessions = new Map<number, DebugSession>();
    private last = 0;

    start(session: Session, params: StartParams): object {
        const model = soundModel(session, params);
        const node = elementOfParams(session, params);
        const element = qualifiedNameOf(node);
        if (element === undefined) {
            throw invalid(`${params.element} has no name: only a named behaviour can be run`);
        }
        const made = refusing(() => new DebugSession(++this.last, model, element, params, uriOf(documentOf(node))));
        this.sessions.set(made.id, made);
        return made.tell(false);
    }

    private of({ session: id }: SessionParams): DebugSession {
        const found = this.sessions.get(id ?? 0);
        if (found === undefined) {
            throw invalid(`there is no session ${id}: sysml/debug/start begins one`);
        }
        return found;
    }

    do(params: SessionParams, command: (session: DebugSession) => Command): object {
        const session = this.of(params);
        return refusing(() => session.do(command(session)));
    }

    back(params: SessionParams & { readonly count?: number }): object {
        return this.of(params).back(params.count ?? 1);
    }

    breakpoints(params: SessionParams & { readonly breakpoints?: readonly string[] }): object {
        const session = this.of(params);
        session.breakpoints = params.breakpoints ?? [];
        return session.tell();
    }

    stop(params: SessionParams): object {
        const session = this.of(params);
        this.sessions.delete(session.id);
        return session.end('stopped');
    }

    /** Replays the sessions on another snapshot, and notifies the client of each session that this changed. */
    revise(models: EditorModels, notify: Session['notify']): void {
        for (const session of this.sessions.values()) {
            if (session.revise(models)) {
                notify('sysml/debugChanged', session.tell(false));
            }
        }
    }

    get areAny(): boolean {
        return this.sessions.size > 0;
    }

    requests(): readonly CustomRequest[] {
        const command = <P extends SessionParams>(method: string, make: (params: P, session: DebugSession) => Command): CustomRequest => ({
            method: `sysml/debug/${method}`,
            capability: 'sysmlDebug',
            answer: (_: Session, params: P) => this.do(params, session => make(params, session))
        });
        return [
            { method: 'sysml/debug/start', capability: 'sysmlDebug', answer: (s: Session, p: StartParams) => this.start(s, p) },
            command('step', () => ({ kind: 'step' })),
            command<SessionParams & { seconds?: number }>('continue', ({ seconds }, { breakpoints }) => ({
                kind: 'continue',
                ...(seconds !== undefined && { seconds }),
                breakpoints
            })),
            command<SessionParams & { seconds?: number }>('advance', ({ seconds }) => ({ kind: 'advance', seconds: positive(seconds) })),
            command<SessionParams & { event?: string }>('send', ({ event }) => {
                if (event === undefined) {
                    throw invalid("event is missing: a name, or 'Goto(height = 30)' with what it carries");
                }
                return { kind: 'send', event };
            }),
            { method: 'sysml/debug/back', capability: 'sysmlDebug', answer: (_: Session, p: SessionParams) => this.back(p) },
            { method: 'sysml/debug/breakpoints', capability: 'sysmlDebug', answer: (_: Session, p: SessionParams) => this.breakpoints(p) },
            { method: 'sysml/debug/stop', capability: 'sysmlDebug', answer: (_: Session, p: SessionParams) => this.stop(p) }
        ];
    }
}

function positive(seconds: number | undefined): number {
    if (seconds === undefined || !(seconds > 0)) {
        throw invalid('seconds is missing: a number above 0');
    }
    return seconds;
}

/** Runs work. If it rejects its input, the request is refused. */
function refusing<T>(work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof StimulusError || error instanceof EvaluationError || error instanceof PolicyFault) {
            throw invalid(error.message);
        }
        throw error;
    }
}
