/** A host of operations in this process, asked in JSON: the shortest way from a request to its answer. */

import { readEnvironment } from '../../src/service/config/environment.js';
import { OperationHost } from '../../src/service/operations/call.js';
import { createServices } from '../../src/service/operations/services.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';

export interface Answered<R> {
    readonly response: R;
    /** of a transport error */
    readonly message: string;
    readonly code: number;
}

export type Asks = <R = Record<string, unknown>>(name: MethodName, request: object) => Answered<R>;

/** @returns what asks the host */
export async function oneHost(variables: Readonly<Record<string, string>> = {}): Promise<Asks> {
    const source = await createServices({ environment: readEnvironment(variables), version: '0', cacheSize: 10, servedEngines: [] });
    const host = new OperationHost(source.registry, source.load().services, error => {
        throw error;
    });
    return <R>(name: MethodName, request: object) => {
        const body = Buffer.from(JSON.stringify(request));
        const call = {
            method: methodNamed(name)!,
            format: 'json' as const,
            body,
            deadline: 0,
            modelAbsent: false,
            isCancelled: () => false
        };
        const outcome = host.call(call) as { body: Uint8Array; message: string; code: number };
        const text = Buffer.from(outcome.body).toString();
        return { response: (text === '' ? {} : JSON.parse(text)) as R, message: outcome.message, code: outcome.code };
    };
}
