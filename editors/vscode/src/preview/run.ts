/** A run in the preview: the session at the server, what it showed so far, and its replay. Knows the server's requests, no page. */
import type { RunCommand, RunRecord } from '../../preview/messages.js';
import type { Exploration, Outcome, Snapshot } from '../protocol.js';
import type { AskModel } from '../questions.js';

/** Milliseconds between two pictures of a replay, and how many moves of a witness are made by themselves. */
const FRAME = 700;
const MOST_FRAMES = 200;

const OVER = ['completed', 'terminated', 'failed', 'ended'];

export interface RunListener {
    shown(snapshot: Snapshot, records: readonly RunRecord[], isReplay: boolean): void;
    ended(reason: string): void;
}

export class PreviewRun {
    private snapshot: Snapshot | undefined;
    /** as the run stood after so many commands */
    private history: Snapshot[] = [];
    private records: RunRecord[] = [];
    private outcomes:
        | { readonly element: string; readonly performer: string; readonly events: readonly string[]; readonly list: readonly Outcome[] }
        | undefined;
    /** counts what interrupts a replay */
    private act = 0;
    performer = '';
    /** events that were sent, in order */
    sent: string[] = [];

    constructor(
        private readonly ask: AskModel,
        private readonly listener: RunListener
    ) {}

    get session(): number | undefined {
        return this.snapshot?.session;
    }

    get element(): string | undefined {
        return this.snapshot?.element;
    }

    /** @throws what the server refuses */
    async do(command: RunCommand): Promise<void> {
        this.act++;
        switch (command.command) {
            case 'start':
                return this.start(command.element, command.performer ?? this.performer);
            case 'restart':
                return this.snapshot === undefined ? undefined : this.start(this.snapshot.element, this.performer);
            case 'stop':
                return this.stop('');
            case 'replay':
                return command.moves < 0 ? this.replay() : this.back(command.moves);
            case 'witness':
                return this.witness(command.outcome);
            case 'send':
                await this.move('send', { event: command.event });
                this.sent.push(command.event);
                // what is pressed is dispatched at once, as far as it goes without time passing
                return this.move('continue', {});
            case 'advance':
                return this.move('advance', { seconds: command.seconds });
            case 'step':
            case 'continue':
                return this.move(command.command, {});
        }
    }

    private async start(element: string, performer: string, more: object = {}): Promise<void> {
        await this.stop(undefined);
        this.performer = performer;
        this.sent = [];
        const snapshot = await this.ask<Snapshot>('sysml/debug/start', { element, ...(performer !== '' && { performer }), ...more });
        this.history = [];
        this.take(snapshot, true);
    }

    /** @param reason shown on the page; undefined to show nothing */
    async stop(reason: string | undefined): Promise<void> {
        const { snapshot } = this;
        this.snapshot = undefined;
        if (snapshot !== undefined) {
            await this.ask('sysml/debug/stop', { session: snapshot.session }).catch(() => undefined);
        }
        if (reason !== undefined) {
            this.listener.ended(reason);
        }
    }

    private async move(request: string, params: object): Promise<void> {
        if (this.snapshot !== undefined) {
            const { session } = this.snapshot;
            this.take(await this.ask<Snapshot>(`sysml/debug/${request}`, { session, ...params }), false);
        }
    }

    private async back(moves: number): Promise<void> {
        if (this.snapshot !== undefined && moves >= 0) {
            const { session, history } = this.snapshot;
            this.history = this.history.slice(0, moves);
            this.take(await this.ask<Snapshot>('sysml/debug/back', { session, count: history - moves }), true);
        }
    }

    /** @param isWhole the snapshot has the whole trace, not only its new records */
    private take(snapshot: Snapshot, isWhole: boolean): void {
        this.snapshot = snapshot;
        this.history[snapshot.history] = snapshot;
        const records = snapshot.trace.map(({ kind, time, text }): RunRecord => ({ kind, time, text }));
        this.records = isWhole ? records : [...this.records, ...records];
        this.listener.shown(snapshot, this.records, false);
    }

    /** The server moved the run to an edited model, or ended it. */
    changed(snapshot: Snapshot): void {
        if (snapshot.session !== this.session) {
            return;
        }
        if (snapshot.state === 'ended') {
            this.snapshot = undefined;
            this.listener.ended(snapshot.reason);
        } else {
            this.take(snapshot, true);
        }
    }

    /** Shows the run as it stands once more: the drawing is another one. */
    again(): void {
        if (this.snapshot !== undefined) {
            this.listener.shown(this.snapshot, this.records, true);
        }
    }

    /** Shows how the run came to where it stands, from its beginning. */
    private async replay(): Promise<void> {
        const { act } = this;
        for (const snapshot of this.history.filter(s => s !== undefined)) {
            this.listener.shown(
                snapshot,
                this.records.filter(r => r.time <= snapshot.time),
                snapshot !== this.snapshot
            );
            await pause(FRAME);
            if (act !== this.act) {
                return;
            }
        }
        this.again();
    }

    // --- Explorations -----------------------------------------------------------------------------------------------------

    /** Tries all orders that the model leaves open. */
    async explore(element: string, performer: string, events: readonly string[]): Promise<Exploration> {
        const exploration = await this.ask<Exploration>('sysml/explore', {
            element,
            ...(performer !== '' && { performer }),
            ...(events.length > 0 && { events })
        });
        this.outcomes = { element, performer, events, list: exploration.outcomes };
        return exploration;
    }

    /** The events that a behaviour reacts to, as a run of it tells them. */
    async eventsOf(element: string, performer: string): Promise<readonly string[]> {
        const { session, events } = await this.ask<Snapshot>('sysml/debug/start', { element, ...(performer !== '' && { performer }) });
        await this.ask('sysml/debug/stop', { session });
        return events;
    }

    /** Repeats the run that reached an outcome, move by move. */
    private async witness(outcome: number): Promise<void> {
        const found = this.outcomes?.list[outcome];
        if (found === undefined || this.outcomes === undefined) {
            return;
        }
        const { element, performer, events } = this.outcomes;
        const { act } = this;
        await this.start(element, performer, { plan: found.plan, ...(events.length > 0 && { events }) });
        for (let moves = 0; moves < MOST_FRAMES && this.snapshot !== undefined; moves++) {
            await pause(FRAME);
            const { state, due } = this.snapshot ?? {};
            if (act !== this.act || state === undefined || OVER.includes(state) || (state === 'waiting' && due === null)) {
                return;
            }
            await this.move('step', {});
        }
    }
}

const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));
