// The calls that a worker is handed: restores what each needs, computes them one after another, and returns the answers through the mailbox
// or the port.

import { messageOf } from '../../language/failures.js';
import { METHODS } from '../../wire/methods.js';
import { Code } from '../../wire/status.js';
import { LARGE_MESSAGE } from '../garbage.js';
import type { OperationHost, CallOutcome, CallRequest, Recipe } from '../operations/call.js';
import type { Model } from '../operations/core.js';
import type { Share } from '../operations/division.js';
import type { MailboxReceiver, SlotRequest } from './mailbox.js';
import type { AnswerMessage, CallMessage, FromWorker } from './messages.js';
import type { Repeatable } from './store.js';

/** time that answers wait for the answers of calls that were handed over together, in milliseconds */
const TOGETHER = 1;
/** larger answers, in bytes, are transferred instead of copied */
const COPIED = 65_536;

const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);

/** Sends a message to the main thread. @param transferred buffers that this thread no longer needs */
export type Send = (message: FromWorker, transferred?: readonly ArrayBuffer[]) => void;

export class HandedCalls {
    /** The state of a model's held objects: the generation, and the number of calls of the journal that were made. */
    private readonly populations = new WeakMap<Model, { generation: number; applied: number }>();
    /** resolvers for the pieces of the current call that other workers compute */
    private readonly gathering = new Map<number, (shares: readonly Share[]) => void>();
    private hasLargeMessages = false;
    /** whether the mailbox has answers that the main thread was not notified of */
    private hasAnswers = false;

    /** @param usesMailbox whether answers may go through the mailbox */
    constructor(
        private readonly host: OperationHost,
        private readonly mailbox: MailboxReceiver,
        private readonly usesMailbox: boolean,
        private readonly send: Send
    ) {}

    /** Computes calls one after another, except those that are taken back before they begin. Quick answers are announced together. */
    async compute(calls: readonly CallMessage[]): Promise<void> {
        let announced = performance.now();
        for (const [place, call] of calls.entries()) {
            if (!this.mailbox.begin(call.id, place)) {
                continue;
            }
            if (call.parts) {
                const share = await this.shareOf(call, call.parts);
                this.send({ type: 'assisted', id: call.id, share }, buffersOf(share));
            } else {
                this.finish(call, await this.outcomeOf(call));
            }
            this.mailbox.finish(call.id, place);
            if (performance.now() - announced > TOGETHER) {
                this.announceAnswers();
                announced = performance.now();
            }
        }
        this.announceAnswers();
    }

    /** Hands over the parts of the current call that other workers have computed. */
    gathered(id: number, shares: readonly Share[]): void {
        this.gathering.get(id)?.(shares);
        this.gathering.delete(id);
    }

    /** Whether a large message went through since this was last asked. */
    takeLargeMessages(): boolean {
        const had = this.hasLargeMessages;
        this.hasLargeMessages = false;
        return had;
    }

    /** Computes parts of a call that another worker answers. */
    private async shareOf(call: CallMessage, parts: SharedArrayBuffer): Promise<Share> {
        try {
            // a model that cannot be parsed here is not an error: the other worker computes all parts
            return (await this.prepare(call)) ? { pieces: [] } : this.host.assist(this.requestOf(call), parts);
        } catch {
            return { pieces: [] };
        }
    }

    private share(id: number, memory: SharedArrayBuffer): () => Promise<readonly Share[]> {
        this.send({ type: 'share', id, memory });
        return () =>
            new Promise(resolve => {
                this.gathering.set(id, resolve);
                this.send({ type: 'gather', id });
            });
    }

    private async outcomeOf(call: CallMessage): Promise<CallOutcome> {
        try {
            // most calls need nothing restored, and do not wait for it
            const unable = call.recipe || call.population ? await this.prepare(call) : undefined;
            return unable ?? (await this.run(call));
        } catch (error) {
            return { code: Code.internal, body: NOTHING, message: `internal error: ${messageOf(error)}`, largeAnswer: 0 };
        }
    }

    /** Restores the model and the held objects that a call needs. @returns an outcome if that is not possible here */
    private async prepare(call: CallMessage): Promise<CallOutcome | undefined> {
        const restored = call.recipe && this.host.restore(recipeOf(call.recipe));
        if (!call.population) {
            return undefined;
        }
        const { modelHash, generation, from, journal } = call.population;
        const model = restored ?? this.host.services.workspace.get(modelHash);
        if (!model) {
            return lacking(modelHash);
        }
        let state = this.populations.get(model);
        if (state?.generation !== generation || state.applied < from || state.applied > from + journal.length) {
            if (from > 0) {
                return lacking(modelHash);
            }
            this.host.services.held.drop(model);
            state = { generation, applied: 0 };
            this.populations.set(model, state);
        }
        for (; state.applied < from + journal.length; state.applied++) {
            const repeated = await this.run({ ...journal[state.applied - from], id: call.id, deadline: 0, modelAbsent: false });
            if (repeated.code !== Code.ok) {
                // the call succeeded before, so it was cancelled now, and its objects are missing
                return repeated;
            }
        }
        return undefined;
    }

    private run(call: CallMessage): CallOutcome | Promise<CallOutcome> {
        return this.host.call({ ...this.requestOf(call), share: memory => this.share(call.id, memory) });
    }

    private requestOf({ id, method, format, body, modelAbsent, deadline }: CallMessage): CallRequest {
        return { method: METHODS[method], format, body, modelAbsent, deadline, isCancelled: () => this.mailbox.isCancelled(id) };
    }

    /** Sends an answer: through the mailbox if it has room, else through the port. */
    private finish(call: CallMessage, outcome: CallOutcome): void {
        this.hasLargeMessages ||= call.body.length > LARGE_MESSAGE || outcome.body.length > LARGE_MESSAGE;
        const { parsed, populationChanged, missingModel, largeAnswer } = outcome;
        if (populationChanged && call.population) {
            const { modelHash, generation, from, journal } = call.population;
            const model = this.host.services.workspace.get(modelHash)!;
            this.populations.set(model, { generation, applied: from + journal.length + 1 });
        }
        const isPlain = !parsed && !populationChanged && missingModel === undefined && largeAnswer === 0;
        const body = outcome.code === Code.ok ? outcome.body : encoder.encode(outcome.message);
        if (isPlain && this.usesMailbox && this.mailbox.answer({ id: call.id, code: outcome.code, body })) {
            this.hasAnswers = true;
            return;
        }
        const answer: AnswerMessage = {
            id: call.id,
            code: outcome.code,
            body: outcome.body,
            message: outcome.message,
            largeAnswer,
            ...(parsed && { parsedHash: parsed.hash, inline: parsed.inline }),
            ...(populationChanged && { populationChanged }),
            ...(missingModel !== undefined && { missingModel })
        };
        this.send({ type: 'answer', ...answer }, transferable(outcome.body));
        // end the wait of the main thread for this answer
        this.mailbox.notify();
    }

    /** Notifies the main thread of the answers in the mailbox. */
    private announceAnswers(): void {
        if (this.hasAnswers) {
            this.hasAnswers = false;
            if (!this.mailbox.notify()) {
                this.send({ type: 'answers' });
            }
        }
    }
}

/** The call of a request in the mailbox. */
export const callOf = ({ id, method, flags, body, deadline }: SlotRequest): CallMessage => ({
    id,
    method,
    format: flags & 1 ? 'json' : 'proto',
    body,
    deadline,
    modelAbsent: (flags & 2) !== 0
});

const recipeOf = ({ method, format, body }: Repeatable): Recipe => ({ method: METHODS[method], format, body });

/** The outcome if this worker lacks a model: the main thread must send the model and its held objects again. */
function lacking(missingModel: string): CallOutcome {
    return { code: Code.ok, body: NOTHING, message: '', largeAnswer: 0, missingModel };
}

/** The buffers of encoded parts, which are transferred instead of copied. */
function buffersOf({ pieces }: Share): ArrayBuffer[] {
    return pieces.flatMap(({ lists }) => lists.map(({ buffer }) => buffer as ArrayBuffer));
}

/** The buffer of a large answer, unless much else is in it. */
function transferable(body: Uint8Array): ArrayBuffer[] {
    const { buffer, byteOffset, length } = body;
    return length > COPIED && byteOffset === 0 && buffer.byteLength <= length * 1.5 ? [buffer as ArrayBuffer] : [];
}
