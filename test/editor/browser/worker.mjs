/**
 * A thread that is to a script what a web worker of a browser is: a scope with what browsers have and nothing of Node. The script is
 * `workerData`; messages go to and come from the thread's port.
 */
/* global AbortController, structuredClone, TextDecoder, queueMicrotask */
import { webcrypto } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

const scope = createContext({
    TextEncoder,
    TextDecoder,
    AbortController,
    structuredClone,
    URL,
    performance,
    crypto: webcrypto,
    console,
    setTimeout: (call, time) => void setTimeout(call, time),
    clearTimeout: () => {},
    queueMicrotask,
    addEventListener: () => {},
    postMessage: message => parentPort.postMessage(message)
});
scope.self = scope;
// only pages that are isolated from others may share memory
new Script('delete globalThis.SharedArrayBuffer;').runInContext(scope);
new Script(workerData).runInContext(scope);
parentPort.on('message', data => scope.onmessage({ data }));
