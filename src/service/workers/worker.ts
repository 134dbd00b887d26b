// Entry of a worker thread: keeps models and computes calls (handed-calls.ts). Exchanges the messages of messages.ts with the main thread.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { collectGarbage, CollectionAtRest } from '../garbage.js';
import { OperationHost, type CallOutcome } from '../operations/call.js';
import { advertised } from '../operations/registry.js';
import type { ServicesFactory } from '../operations/services.js';
import { methodNamed } from '../../wire/methods.js';
import { callOf, HandedCalls } from './handed-calls.js';
import { MailboxReceiver } from './mailbox.js';
import type { FromWorker, ToWorker, WorkerSettings } from './messages.js';
import { messageOf } from '../../language/failures.js';

/** time that a worker waits on the mailbox after a call, in milliseconds */
const LINGER = 20;

const settings = workerData as WorkerSettings;
const port = parentPort!;
const mailbox = new MailboxReceiver(settings.mailbox);
const usesMailbox = !settings.environment.without.has('mailbox');
const encoder = new TextEncoder();

const say = (message: FromWorker): void => port.postMessage(message);

// two imports, since a bundler must see the name of the project's module
const { createServices } =
    settings.servicesModule === undefined
        ? await import('../operations/services.js')
        : ((await import(settings.servicesModule)) as { createServices: ServicesFactory });
const source = await createServices(settings);
const { registry } = source;

let host: OperationHost | undefined;
let handed: HandedCalls | undefined;

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
        handed = new HandedCalls(host, mailbox, usesMailbox, (message, transferred = []) => port.postMessage(message, transferred));
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
    collection.work();
    if (message.type !== 'calls' || !handed) {
        warmUp();
        return;
    }
    await handed.compute(message.calls);
}

const collection = new CollectionAtRest();

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
            if (handed?.takeLargeMessages()) {
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
        handed?.gathered(message.id, message.shares);
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
