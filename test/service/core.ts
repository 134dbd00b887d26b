/** One core of the service in this process, without workers: it answers requests at once, in JSON. */
import { readEnvironment } from '../../src/service/config/environment.js';
import { OperationHost } from '../../src/service/operations/call.js';
import { createServices } from '../../src/service/operations/services.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';
import { Code, connectSpelling } from '../../src/wire/status.js';
import { testLibrary } from '../support/library.js';

export type Question = readonly [method: MethodName, request: Record<string, unknown>];

/** The text of the answer; that of a refusal is its code and message. */
export type Ask = (method: MethodName, request: object) => string;

/** A core that has parsed nothing yet. */
export interface Core {
    readonly ask: Ask;
    /** Takes over the model that another core has made of a request. */
    restore(method: MethodName, request: object): void;
}

/** What asks a core that has parsed nothing yet. */
export const coreOf = (cacheSize: number): Ask => newCore(cacheSize).ask;

/** @param cacheSize how many models the core keeps */
export function newCore(cacheSize: number): Core {
    const source = createServices({
        environment: readEnvironment({}),
        version: 'test',
        cacheSize,
        servedEngines: [],
        librarySnapshot: testLibrary().snapshot
    });
    if (source instanceof Promise) {
        throw new Error("the project's own services are made at once");
    }
    const host = new OperationHost(source.registry, source.load().services, error => {
        throw error;
    });
    const bodyOf = (request: object): Uint8Array => Buffer.from(JSON.stringify(request));
    const ask: Ask = (name, request) => {
        const outcome = host.call({
            method: methodNamed(name)!,
            format: 'json',
            body: bodyOf(request),
            deadline: 0,
            modelAbsent: false,
            isCancelled: () => false
        });
        if (outcome instanceof Promise) {
            throw new Error(`${name} is asynchronous`);
        }
        return outcome.code === Code.ok
            ? Buffer.from(outcome.body).toString()
            : JSON.stringify({ code: connectSpelling(outcome.code), message: outcome.message });
    };
    return { ask, restore: (name, request) => void host.restore({ method: methodNamed(name)!, format: 'json', body: bodyOf(request) }) };
}

/** An answer without the numbers of objects, which count the calls. */
export const comparable = (text: string): string =>
    text.replace(/"(instanceId|id)":\s*"[^"]*#?\d+"/g, '"$1":""').replace(/\binst\w*[-_#]\d+/g, 'object');
