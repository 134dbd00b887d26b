// One call from request bytes to response bytes: decoding, the checks in the contract's order (capabilities, spelling of
// `schedule`, model, arguments), the operation, what missing capabilities withhold, encoding. Runs in a worker thread or embedded;
// knows no transport. A failure of the request ends here as a status code, a fault of the service as `internal`.

import type { Message } from '@bufbuild/protobuf';
import type { ApplyEditsRequest, ConvertRequest } from '../generated/sysml_pb.js';
import { METHOD_CAPABILITIES, neededCapabilities, type Capability } from '../wire/capabilities.js';
import { decodeMessage, encodeMessage, largeAnswerSize, type Format } from '../wire/codec.js';
import type { Method } from '../wire/methods.js';
import { checkSchedule, isExploration } from '../wire/schedule.js';
import { Code, Refusal, capabilityUnavailable, invalidArgument, notFound } from '../wire/status.js';
import { checkAnsweredOnlyArms, checkRequestArms, Withholder, type CapabilitySet } from '../wire/withhold.js';
import type { Model, SourceDocument } from './core.js';
import { documentsOf, inlineRequest } from './documents.js';
import type { CallContext, Registry, Services } from './operation.js';

export interface CallRequest {
    readonly method: Method;
    readonly format: Format;
    readonly body: Uint8Array;
    /** the service holds no model of the hash that the request names */
    readonly modelAbsent: boolean;
    /** milliseconds since the epoch; 0 for none */
    readonly deadline: number;
    /** whether the caller has given up */
    isCancelled(): boolean;
}

/** A model that the call parsed. */
export interface ParsedModel {
    readonly hash: string;
    /** set when files were read, since the request alone would not make the same model again: a ParseSources request in protobuf */
    readonly inline?: Uint8Array;
}

export interface CallOutcome {
    readonly code: Code;
    /** the encoded response; empty with another code than ok */
    readonly body: Uint8Array;
    /** of a refusal */
    readonly message: string;
    /** protobuf size of a JSON answer that is larger than the contract's warning limit, else 0 */
    readonly largeAnswer: number;
    readonly parsed?: ParsedModel;
    readonly populationChanged?: boolean;
    /** hash of a model that the service knows and this workspace has not: send its documents and call again */
    readonly missingModel?: string;
}

/** A parse request as it came, from which the same model can be made again. */
export interface Recipe {
    readonly method: Method;
    readonly format: Format;
    readonly body: Uint8Array;
}

/** An operation whose message types the compiler does not follow: the method's descriptor pairs them. */
interface AnyOperation {
    isFinal?(response: Message): boolean;
    run(services: Services, request: Message, context: CallContext): Message | Promise<Message>;
}

const NOTHING = new Uint8Array(0);

/** Operations over a set of services. */
export class OperationHost {
    private readonly withholder: Withholder;

    /**
     * @param registry the operations
     * @param services what they use; its capabilities say what is advertised
     * @param report told of faults of the service, which clients see as `internal`
     */
    constructor(readonly registry: Registry, readonly services: Services, private readonly report: (error: unknown, method: string) => void) {
        this.withholder = new Withholder(services.capabilities);
    }

    /** Runs one call. A promise is answered only when the operation itself is asynchronous. */
    call(request: CallRequest): CallOutcome | Promise<CallOutcome> {
        try {
            const { context, response } = this.run(request);
            if (response === undefined) {
                return { code: Code.ok, body: NOTHING, message: '', largeAnswer: 0, missingModel: context.missing! };
            }
            return response instanceof Promise
                ? response.then(done => this.answer(request, context, done)).catch((error: unknown) => this.failure(request, error))
                : this.answer(request, context, response);
        } catch (error) {
            return this.failure(request, error);
        }
    }

    /** Whether {@link attempt} makes sense for a procedure. */
    isAttempted(method: Method): boolean {
        return this.operation(method)?.isFinal !== undefined;
    }

    /**
     * Runs one call of a host whose services have small budgets.
     * @returns undefined when it failed, or when full budgets might give another answer: another host has to be asked
     */
    attempt(request: CallRequest): CallOutcome | undefined {
        try {
            const { context, response } = this.run(request);
            return response !== undefined && !(response instanceof Promise) && this.operation(request.method)!.isFinal!(response)
                ? this.answer(request, context, response) : undefined;
        } catch {
            return undefined;
        }
    }

    /** Checks a request and starts its operation; no response means that the model is missing. */
    private run(request: CallRequest): { context: Call; response: Message | Promise<Message> | undefined } {
        const message = decodeChecked(request.method, request.body, request.format, this.services.capabilities, this.registry);
        const context = new Call(request, this.services, message);
        if (context.missing !== undefined) {
            return { context, response: undefined };
        }
        checkAnsweredOnlyArms(request.method.input, message);
        return { context, response: this.operation(request.method)!.run(this.services, message, context) };
    }

    private operation(method: Method): AnyOperation | undefined {
        return this.registry[method.name];
    }

    /** Makes a model again that another workspace parsed. */
    restore(recipe: Recipe): Model {
        const request = decodeMessage(recipe.method.input, recipe.body, recipe.format);
        const { documents, strict } = documentsOf(request);
        return this.services.workspace.parse(documents, { strict }).model;
    }

    private answer(request: CallRequest, context: Call, response: Message): CallOutcome {
        const { output } = request.method;
        this.withholder.apply(output, response);
        const body = encodeMessage(output, response, request.format);
        const largeAnswer = request.format === 'json' ? largeAnswerSize(output, response, body) : 0;
        return {
            code: Code.ok, body, message: '', largeAnswer, ...context.model_ && { parsed: context.model_ },
            ...context.population && { populationChanged: true }
        };
    }

    private failure(request: CallRequest, error: unknown): CallOutcome {
        if (error instanceof Refusal) {
            return { code: error.code, body: NOTHING, message: error.message, largeAnswer: 0 };
        }
        this.report(error, request.method.name);
        return { code: Code.internal, body: NOTHING, message: `internal error: ${(error as Error)?.message ?? String(error)}`, largeAnswer: 0 };
    }
}

/**
 * Decodes a request and makes the checks that come before the model is looked up.
 * @param registered the procedures there are operations for
 * @throws Refusal
 */
export function decodeChecked(
    method: Method, body: Uint8Array, format: Format, capabilities: CapabilitySet, registered: Partial<Record<string, unknown>>
): Message {
    const procedure: Capability | undefined = METHOD_CAPABILITIES[method.name];
    if (procedure && !capabilities.has(procedure)) {
        throw capabilityUnavailable(procedure);
    }
    if (!registered[method.name]) {
        throw new Refusal(Code.unimplemented, procedure ? `capability "${procedure}" is unavailable for ${method.name}` : `operation "${method.name}" is unavailable`);
    }
    const message = decodeMessage(method.input, body, format);
    for (const capability of neededCapabilities(method.name, message)) {
        if (!capabilities.has(capability)) {
            throw capabilityUnavailable(capability);
        }
    }
    checkRequestArms(method.input, message, capabilities);
    const { schedule } = message as { schedule?: string };
    if (schedule) {
        checkSchedule(schedule);
        if ((message as { trace?: boolean }).trace === true && isExploration(schedule)) {
            throw invalidArgument('trace records one run: it cannot be asked for with an explore schedule');
        }
    }
    return message;
}

/** The hash a request names; undefined when it names no model. */
export function modelHashOf(method: Method, message: Message): string | undefined {
    if (method.modelHashField === 0) {
        return undefined;
    }
    if (method.name === 'Convert') {
        const { source } = message as ConvertRequest;
        return source.case === 'modelHash' ? source.value : undefined;
    }
    const hash = (message as ApplyEditsRequest).modelHash;
    if (hash === '' && method.name === 'ApplyEdits') {
        throw invalidArgument('model_hash is empty');
    }
    return hash;
}

/** The refusal of a hash that the service does not hold (any more). */
export function modelNotFound(method: Method, hash: string): Refusal {
    return notFound(method.name === 'ApplyEdits' || method.name === 'Convert'
        ? `model ${hash} is no longer cached: parse it again and repeat the call with the hash of that parse`
        : `model not found: ${hash}`);
}

/** The context of one running call, and what the operation said through it. */
class Call implements CallContext {
    readonly missing: string | undefined;
    model_: ParsedModel | undefined;
    population = false;
    private readonly found: Model | undefined;

    constructor(private readonly request: CallRequest, services: Services, message: Message) {
        const hash = modelHashOf(request.method, message);
        if (hash === undefined) {
            return;
        }
        if (request.modelAbsent) {
            throw modelNotFound(request.method, hash);
        }
        this.found = services.workspace.get(hash);
        this.missing = this.found ? undefined : hash;
    }

    get model(): Model {
        if (!this.found) {
            throw new Error(`${this.request.method.name} names no model`);
        }
        return this.found;
    }

    isCancelled(): boolean {
        return this.request.isCancelled() || this.isLate();
    }

    checkCancelled(): void {
        if (this.isLate()) {
            throw new Refusal(Code.deadlineExceeded, 'the deadline of the call has passed');
        }
        if (this.request.isCancelled()) {
            throw new Refusal(Code.canceled, 'the client has gone');
        }
    }

    parsed(model: Model, documents: readonly SourceDocument[], filesRead: boolean): void {
        this.model_ = filesRead ? { hash: model.hash, inline: inlineRequest(documents, model.strict) } : { hash: model.hash };
    }

    populationChanged(): void {
        this.population = true;
    }

    private isLate(): boolean {
        return this.request.deadline !== 0 && Date.now() >= this.request.deadline;
    }
}
