/** A host of operations in this process, called in JSON: the shortest way from a request to its answer. */

import { expect } from 'vitest';
import { Solver, type SolverMissing } from '../../src/runtime/engines/index.js';
import { readEnvironment } from '../../src/service/config/environment.js';
import { OperationHost } from '../../src/service/operations/call.js';
import { createServices } from '../../src/service/operations/services.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';
import { Code, connectSpelling } from '../../src/wire/status.js';

export interface Answered<R> {
    /** the message; empty for a transport error */
    readonly response: R;
    /** of a transport error */
    readonly message: string;
    readonly code: Code;
}

/** How a call is made: its deadline in milliseconds of the clock, none by default; whether its model is absent; whether it is cancelled. */
export interface CallOptions {
    readonly deadline?: number;
    readonly modelAbsent?: boolean;
    readonly isCancelled?: () => boolean;
}

export type Asks = <R = Record<string, unknown>>(name: MethodName, request: object, options?: CallOptions) => Answered<R>;

type Variables = Readonly<Record<string, string | undefined>>;

let packagedSolver: Solver | undefined;

/** The packaged solver that all hosts of this process ask, because loading it takes longer than most questions; another one as it is. */
function shared(solver: Solver | SolverMissing): Solver | SolverMissing {
    const isPackaged = solver instanceof Solver && solver.place.program === undefined;
    return isPackaged ? (packagedSolver ??= solver) : solver;
}

/**
 * A host that throws internal errors.
 * @param variables of the environment
 * @param servedEngines the external engines that the service serves
 */
export async function operationHost(variables: Variables = {}, servedEngines: readonly string[] = []): Promise<OperationHost> {
    const source = await createServices({ environment: readEnvironment(variables), version: '0', cacheSize: 10, servedEngines });
    const { services } = source.load();
    return new OperationHost(source.registry, { ...services, solver: shared(services.solver) }, error => {
        throw error;
    });
}

/** What calls a host of its own. */
export const oneHost = async (variables?: Variables, servedEngines?: readonly string[]): Promise<Asks> =>
    callsOf(await operationHost(variables, servedEngines));

/** What calls a host. */
export function callsOf(host: OperationHost): Asks {
    return <R>(name: MethodName, request: object, options: CallOptions = {}) => {
        const body = Buffer.from(JSON.stringify(request));
        const call = {
            method: methodNamed(name)!,
            format: 'json' as const,
            body,
            deadline: 0,
            modelAbsent: false,
            isCancelled: () => false
        };
        const outcome = host.call({ ...call, ...options });
        if (outcome instanceof Promise) {
            throw new Error(`${name} is answered later`);
        }
        const text = Buffer.from(outcome.body).toString();
        return { response: (text === '' ? {} : JSON.parse(text)) as R, message: outcome.message, code: outcome.code };
    };
}

/** What posts requests, and is answered with messages, or with the code and the message of a refusal, as over Connect in JSON. */
export type Posts = (name: MethodName, request: object) => { readonly json: Record<string, unknown> };

/** A host of its own that has parsed one document, what posts requests to it, and the hash of the model. */
export async function hostWithModel(name: string, content: string): Promise<{ post: Posts; modelHash: string }> {
    const asks = await oneHost();
    const { response } = asks<{ modelHash: string }>('ParseSources', { documents: [{ name, content }] });
    const post: Posts = (method, request) => {
        const { modelHash } = request as { readonly modelHash?: string };
        const modelAbsent = modelHash !== undefined && modelHash !== response.modelHash;
        const { response: json, code, message } = asks(method, request, { modelAbsent });
        return { json: code === Code.ok ? json : { code: connectSpelling(code), message } };
    };
    return { post, modelHash: response.modelHash };
}

/** Parses one document, which must have no errors. @returns the hash of its model */
export function hashOf(asks: Asks, content: string): string {
    const { response } = asks<{ modelHash: string; diagnostics?: readonly { severity: string; message: string }[] }>('ParseSources', {
        documents: [{ name: 'p.sysml', content }]
    });
    expect(response.diagnostics?.filter(d => d.severity === 'error').map(d => d.message) ?? []).toEqual([]);
    return response.modelHash;
}
