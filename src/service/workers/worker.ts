// Entry of a worker thread: keeps models and computes calls one after another. Exchanges the messages of messages.ts with the main thread.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { collectGarbage, CollectionAtRest, LARGE_MESSAGE } from '../garbage.js';
import { OperationHost, type CallOutcome, type CallRequest } from '../operations/call.js';
import type { Share } from '../operations/division.js';
import { advertised } from '../operations/registry.js';
import type { Model } from '../operations/core.js';
import type { ServicesFactory } from '../operations/services.js';
import { Code } from '../../wire/status.js';
import { methodNamed, METHODS } from '../../wire/methods.js';
import { MailboxReceiver, type SlotRequest } from './mailbox.js';
import type { AnswerMessage, CallMessage, FromWorker, ToWorker, WorkerSettings } from './messages.js';
import type { Repeatable } from './store.js';
import { messageOf } from '../../language/failures.js';

/** time that a worker waits on the mailbox after a call, in milliseconds */
const LINGER = 20;
/** time that answers wait for the answers of calls that were handed over together, in milliseconds */
const TOGETHER = 1;

const settings = workerData as WorkerSettings;
const port = parentPort!;
const mailbox = new MailboxReceiver(settings.mailbox);
const usesMailbox = !settings.environment.without.has('mailbox');
const encoder = new TextEncoder();
const NOTHING = new Uint8Array(0);

const say = (message: FromWorker): void => port.postMessage(message);
const recipeOf = ({
    method,
    format,
    body
}: Repeatable): { method: (typeof METHODS)[number]; format: Repeatable['format']; body: Uint8Array } => ({
    method: METHODS[method],
    format,
    body
});

// two imports, since a bundler must see the name of the project's module
const { createServices } =
    settings.servicesModule === undefined
        ? await import('../operations/services.js')
        : ((await import(settings.servicesModule)) as { createServices: ServicesFactory });
const source = await createServices(settings);
const { registry } = source;

/** The state of a model's held objects: the generation, and the number of calls of the journal that were made. */
const populations = new WeakMap<Model, { generation: number; applied: number }>();

let host: OperationHost | undefined;

function loadLibrary(): void {
    if (host) {
        return;
    }
    const started = performance.now();
    try {
        const { services, librarySnapshot, libraryOrigin, warnings = [] } = source.load(reason => say({ type: 'solver ended', reason }));
        host = new OperationHost(registry, services, (error, method) =>
            say({ type: 'fault', method, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
        );
        say({ type: 'ready', milliseconds: performance.now() - started, warnings, librarySnapshot, libraryOrigin });
    } catch (error) {
        say({ type: 'failed', message: messageOf(error) });
    }
}

const WARMING = 'package P { part def A { attribute a : ScalarValues::Integer = 1; } part p : A; attribute b = p.a + 2; }';

/**
 * Parses a small model and evaluates an expression in it while the worker is idle, so that code is compiled and the library is read before
 * the first call of a client. This model is the first to be dropped from the worker's cache.
 */
function warmUp(): void {
    const call = (name: 'ParseSources' | 'Evaluate', request: object): CallOutcome | Promise<CallOutcome> | undefined =>
        host?.call({
            method: methodNamed(name)!,
            format: 'json',
            body: encoder.encode(JSON.stringify(request)),
            modelAbsent: false,
            deadline: 0,
            isCancelled: () => false
        });
    const parsed = call('ParseSources', { documents: [{ name: 'p.sysml', content: WARMING }] });
    if (parsed && 'parsed' in parsed) {
        void call('Evaluate', { modelHash: parsed.parsed!.hash, expression: 'P::b + 1' });
    }
}

async function handle(message: ToWorker): Promise<void> {
    loadLibrary();
    if (message.type === 'drop') {
        message.hashes.forEach(hash => host?.services.workspace.drop(hash));
        collection.release();
        return;
    }
    if (message.type !== 'calls' || !host) {
        warmUp();
        collection.work();
        return;
    }
    await computeAll(host, message.calls);
}

const collection = new CollectionAtRest();

/** Computes calls one after another, except those that are taken back before they begin. Quick answers are announced together. */
async function computeAll(host: OperationHost, calls: readonly CallMessage[]): Promise<void> {
    collection.work();
    let announced = performance.now();
    for (const [place, call] of calls.entries()) {
        if (!mailbox.begin(call.id, place)) {
            continue;
        }
        if (call.parts) {
            const share = await shareOf(host, call, call.parts);
            port.postMessage({ type: 'assisted', id: call.id, share } satisfies FromWorker, buffersOf(share));
        } else {
            finish(call, await outcomeOf(host, call));
        }
        mailbox.finish(call.id, place);
        if (performance.now() - announced > TOGETHER) {
            announceAnswers();
            announced = performance.now();
        }
    }
    announceAnswers();
}

/** Computes parts of a call that another worker answers. */
async function shareOf(host: OperationHost, call: CallMessage, parts: SharedArrayBuffer): Promise<Share> {
    try {
        // a model that cannot be parsed here is not an error: the other worker computes all parts
        return (await prepare(host, call)) ? { pieces: [] } : host.assist(requestOf(call), parts);
    } catch {
        return { pieces: [] };
    }
}

/** The buffers of encoded parts, which are transferred instead of copied. */
function buffersOf({ pieces }: Share): ArrayBuffer[] {
    return pieces.flatMap(({ lists }) => lists.map(({ buffer }) => buffer as ArrayBuffer));
}

/** Resolvers for the pieces of the current call that other workers compute. */
const gathering = new Map<number, (shares: readonly Share[]) => void>();

function share(id: number, memory: SharedArrayBuffer): () => Promise<readonly Share[]> {
    say({ type: 'share', id, memory });
    return () =>
        new Promise(resolve => {
            gathering.set(id, resolve);
            say({ type: 'gather', id });
        });
}

async function outcomeOf(host: OperationHost, call: CallMessage): Promise<CallOutcome> {
    try {
        return (call.recipe || call.population ? await prepare(host, call) : undefined) ?? (await compute(host, call));
    } catch (error) {
        return { code: Code.internal, body: NOTHING, message: `internal error: ${messageOf(error)}`, largeAnswer: 0 };
    }
}

/** Restores the model and the held objects that a call needs. @returns an outcome if that is not possible here */
async function prepare(host: OperationHost, call: CallMessage): Promise<CallOutcome | undefined> {
    const restored = call.recipe && host.restore(recipeOf(call.recipe));
    if (!call.population) {
        return undefined;
    }
    const model = restored ?? host.services.workspace.get(call.population.modelHash);
    if (!model) {
        return lacking(call.population.modelHash);
    }
    const { modelHash, generation, from, journal } = call.population;
    let state = populations.get(model);
    if (state?.generation !== generation || state.applied < from || state.applied > from + journal.length) {
        if (from > 0) {
            return lacking(modelHash);
        }
        host.services.held.drop(model);
        state = { generation, applied: 0 };
        populations.set(model, state);
    }
    for (; state.applied < from + journal.length; state.applied++) {
        const repeated = await compute(host, {
            ...journal[state.applied - from],
            id: call.id,
            deadline: 0,
            modelAbsent: false
        });
        if (repeated.code !== Code.ok) {
            // the call succeeded before, so it was cancelled now, and its objects are missing
            return repeated;
        }
    }
    return undefined;
}

/** The outcome if this worker lacks a model: the main thread must send the model and its held objects again. */
function lacking(missingModel: string): CallOutcome {
    return { code: Code.ok, body: NOTHING, message: '', largeAnswer: 0, missingModel };
}

function compute(host: OperationHost, call: CallMessage): CallOutcome | Promise<CallOutcome> {
    return host.call({ ...requestOf(call), share: memory => share(call.id, memory) });
}

function requestOf({ id, method, format, body, modelAbsent, deadline }: CallMessage): CallRequest {
    return { method: METHODS[method], format, body, modelAbsent, deadline, isCancelled: () => mailbox.isCancelled(id) };
}

/** whether a large message went through since garbage was last collected */
let leavesGarbage = false;
/** whether the mailbox has answers that the main thread was not notified of */
let hasAnswers = false;

/** Sends an answer: through the mailbox if it has room, else through the port. */
function finish(call: CallMessage, outcome: CallOutcome): void {
    leavesGarbage ||= call.body.length > LARGE_MESSAGE || outcome.body.length > LARGE_MESSAGE;
    const { parsed, populationChanged, missingModel, largeAnswer } = outcome;
    if (populationChanged && call.population) {
        const model = host!.services.workspace.get(call.population.modelHash)!;
        populations.set(model, {
            generation: call.population.generation,
            applied: call.population.from + call.population.journal.length + 1
        });
    }
    const isPlain = !parsed && !populationChanged && missingModel === undefined && largeAnswer === 0;
    const body = outcome.code === Code.ok ? outcome.body : encoder.encode(outcome.message);
    if (isPlain && usesMailbox && mailbox.answer({ id: call.id, code: outcome.code, body })) {
        hasAnswers = true;
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
    port.postMessage({ type: 'answer', ...answer } satisfies FromWorker, transferable(outcome.body));
    // end the wait of the main thread for this answer
    mailbox.notify();
}

/** Notifies the main thread of the answers in the mailbox. */
function announceAnswers(): void {
    if (hasAnswers) {
        hasAnswers = false;
        if (!mailbox.notify()) {
            say({ type: 'answers' });
        }
    }
}

/** The buffer of a large answer, which is transferred instead of copied. */
function transferable(body: Uint8Array): ArrayBuffer[] {
    return body.length > 65_536 && body.byteOffset === 0 && body.buffer.byteLength <= body.length * 1.5 ? [body.buffer as ArrayBuffer] : [];
}

const callOf = ({ id, method, flags, body, deadline }: SlotRequest): CallMessage => ({
    id,
    method,
    format: flags & 1 ? 'json' : 'proto',
    body,
    deadline,
    modelAbsent: (flags & 2) !== 0
});

/** Handles calls from the mailbox and the port until none has arrived for {@link LINGER}. */
async function linger(): Promise<void> {
    for (;;) {
        mailbox.park();
        const received = receiveMessageOnPort(port);
        const next = mailbox.wait(received ? 0 : LINGER);
        if (received) {
            await handle(received.message as ToWorker);
        }
        if (typeof next === 'object') {
            await handle({ type: 'calls', calls: next.map(callOf) });
        } else if (next === 'late' && !received) {
            if (leavesGarbage) {
                leavesGarbage = false;
                // later, since this call chain still refers to the message
                setTimeout(collectGarbage, 50).unref();
            }
            return;
        }
    }
}

/** Serializes the handling of messages, whether the event loop or {@link linger} takes them from the port. */
let work = Promise.resolve();
port.on('message', (message: ToWorker) => {
    if (message.type === 'gathered') {
        gathering.get(message.id)?.(message.shares);
        gathering.delete(message.id);
        return;
    }
    work = work.then(() => handle(message)).then(usesMailbox ? linger : undefined);
});

say({
    type: 'hello',
    methods: Object.keys(registry),
    provides: [...advertised(registry, settings.servedEngines)],
    population: Object.fromEntries(
        Object.entries(registry).flatMap(([method, { population }]) => (population ? [[method, population]] : []))
    ),
    repeatable: Object.entries(registry).flatMap(([method, { repeatable }]) => (repeatable ? [method] : []))
});
