// One call from request bytes to response bytes: decoding, the checks in the contract's order (capabilities, spelling of
// `schedule`, model, arguments), the operation, what missing capabilities withhold, encoding. Runs in a worker thread or embedded;
// knows no transport. A failure of the request ends here as a status code, a fault of the service as `internal`.

import { isMessage, type Message } from '@bufbuild/protobuf';
import { ConvertRequestSchema } from '../../wire/generated/sysml_pb.js';
import { METHOD_CAPABILITIES, neededCapabilities, type Capability } from '../../wire/capabilities.js';
import { decodeMessage, encodeMessage, largeAnswerSize, type Format } from '../../wire/codec.js';
import type { Method } from '../../wire/methods.js';
import { formatNamed } from '../../exchange/formats.js';
import { checkSchedule, isExploration } from '../../wire/schedule.js';
import { Code, Refusal, capabilityUnavailable, invalidArgument, notFound } from '../../wire/status.js';
import { checkAnsweredOnlyArms, checkRequestArms, CapabilityFilter, type CapabilitySet } from '../../wire/capability-filter.js';
import type { Model, SourceDocument } from './core.js';
import { Division, PartCounter, PieceMaker, type Share } from './division.js';
import { documentsOf, inlineRequest } from './documents.js';
import type { CallContext, Registry, Services } from './operation.js';
import type { FileReader } from './source-files.js';
import { checkEngine } from './standing.js';
import { messageOf } from '../../language/failures.js';

export interface CallRequest {
    readonly method: Method;
    readonly format: Format;
    readonly body: Uint8Array;
    /** the service holds no model of the hash that the request names */
    readonly modelAbsent: boolean;
    /** milliseconds since the epoch; 0 for none */
    readonly deadline: number;
    /** whether the caller has cancelled */
    isCancelled(): boolean;
    /**
     * Has other workers make parts of a divided call; absent where there are none.
     * @param memory of the counter by which parts are taken
     * @returns what waits for them, once no part is left, and answers what they made
     */
    share?(memory: SharedArrayBuffer): () => Promise<readonly Share[]>;
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
    run(services: Services, request: Message, context: CallContext): Message | Promise<Message> | Division;
}

const NOTHING = new Uint8Array(0);
/** A divided call that takes longer is shared with other workers, in milliseconds. */
const SHARED_AFTER = 20;

/** Operations over a set of services. */
export class OperationHost {
    private readonly capabilityFilter: CapabilityFilter;

    /**
     * @param registry the operations
     * @param services what they use; its capabilities say what is advertised
     * @param report called with faults of the service, which clients see as `internal`
     */
    constructor(
        readonly registry: Registry,
        readonly services: Services,
        private readonly report: (error: unknown, method: string) => void
    ) {
        this.capabilityFilter = new CapabilityFilter(services.capabilities);
    }

    /** Runs one call. A promise is answered only when the operation itself is asynchronous. */
    call(request: CallRequest): CallOutcome | Promise<CallOutcome> {
        try {
            const { context, response } = this.run(request);
            if (response === undefined) {
                return { code: Code.ok, body: NOTHING, message: '', largeAnswer: 0, missingModel: context.missing! };
            }
            if (response instanceof Division) {
                return this.together(request, context, response);
            }
            return response instanceof Promise
                ? response.then(done => this.answer(request, context, done)).catch((error: unknown) => this.failure(request, error))
                : this.answer(request, context, response);
        } catch (error) {
            return this.failure(request, error);
        }
    }

    /**
     * Makes parts of a call that another worker answers.
     * @param memory of the counter by which parts are taken
     */
    assist(request: CallRequest, memory: SharedArrayBuffer): Share {
        try {
            const { response } = this.run(request);
            return response instanceof Division
                ? this.pieceMaker(request, response).share(new PartCounter(memory, response.parts.count))
                : { pieces: [] };
        } catch (error) {
            return { pieces: [], ...(!(error instanceof Refusal) && { fault: messageOf(error) }) };
        }
    }

    private pieceMaker({ method: { output } }: CallRequest, { parts }: Division): PieceMaker {
        return new PieceMaker(output, parts, lists => this.capabilityFilter.apply(output, lists));
    }

    /** Makes the parts of a divided call, beside other workers when it takes long, and puts the answer together. */
    private together(request: CallRequest, context: Call, division: Division): CallOutcome | Promise<CallOutcome> {
        const { count } = division.parts;
        const counter = PartCounter.of(count);
        const maker = this.pieceMaker(request, division);
        const started = performance.now();
        maker.makeAll(counter, () => request.share !== undefined && performance.now() - started > SHARED_AFTER);
        if (counter.isExhausted || request.share === undefined) {
            return this.assembled(request, division, maker);
        }
        const gather = request.share(counter.memory);
        const gathered = (shares: readonly Share[]): CallOutcome => {
            for (const { pieces, abandoned, fault } of shares) {
                if (fault !== undefined) {
                    throw new Error(fault);
                }
                maker.pieces.push(...pieces);
                if (abandoned) {
                    maker.make(abandoned);
                }
            }
            context.checkCancelled();
            return this.assembled(request, division, maker);
        };
        let failure: unknown;
        try {
            maker.makeAll(counter);
        } catch (error) {
            failure = error;
        }
        // the others are waited for whatever happened here: what they make belongs to this call
        return gather()
            .then(shares => {
                if (failure !== undefined) {
                    throw failure as Error; // rethrown unchanged
                }
                return gathered(shares);
            })
            .catch((error: unknown) => this.failure(request, error));
    }

    private assembled(request: CallRequest, { parts }: Division, maker: PieceMaker): CallOutcome {
        const { output } = request.method;
        maker.conclude();
        this.capabilityFilter.apply(output, parts.head);
        if (request.format === 'proto') {
            return { code: Code.ok, body: maker.binary(), message: '', largeAnswer: 0 };
        }
        const message = maker.message();
        const body = encodeMessage(output, message, 'json');
        return { code: Code.ok, body, message: '', largeAnswer: largeAnswerSize(output, message, body) };
    }

    /** Whether {@link attempt} makes sense for a procedure. */
    isAttempted(method: Method): boolean {
        return this.operation(method)?.isFinal !== undefined;
    }

    /**
     * Runs one call of a host whose services have small budgets.
     * @returns undefined when it failed, or when full budgets might give another answer: a worker must make the call
     */
    attempt(request: CallRequest): CallOutcome | undefined {
        try {
            const { context, response } = this.run(request);
            return response !== undefined &&
                !(response instanceof Promise) &&
                !(response instanceof Division) &&
                this.operation(request.method)!.isFinal!(response)
                ? this.answer(request, context, response)
                : undefined;
        } catch {
            return undefined;
        }
    }

    /** Checks a request and starts its operation; no response means that the model is missing. */
    private run(request: CallRequest): { context: Call; response: Message | Promise<Message> | Division | undefined } {
        const message = decodeChecked(request.method, request.body, request.format, this.services.capabilities, this.registry);
        if ('engine' in message && typeof message.engine === 'string') {
            checkEngine(message.engine, this.services, request.method.name);
        }
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
        const { documents, strict } = documentsOf(
            request,
            this.services.files.reader(() => undefined)
        );
        return this.services.workspace.parse(documents, { strict }).model;
    }

    private answer(request: CallRequest, context: Call, response: Message): CallOutcome {
        const { output } = request.method;
        this.capabilityFilter.apply(output, response);
        const body = encodeMessage(output, response, request.format);
        const largeAnswer = request.format === 'json' ? largeAnswerSize(output, response, body) : 0;
        return {
            code: Code.ok,
            body,
            message: '',
            largeAnswer,
            ...(context.model_ && { parsed: context.model_ }),
            ...(context.population && { populationChanged: true })
        };
    }

    private failure(request: CallRequest, error: unknown): CallOutcome {
        if (error instanceof Refusal) {
            return { code: error.code, body: NOTHING, message: error.message, largeAnswer: 0 };
        }
        this.report(error, request.method.name);
        return {
            code: Code.internal,
            body: NOTHING,
            message: `internal error: ${messageOf(error)}`,
            largeAnswer: 0
        };
    }
}

/**
 * Decodes a request and makes the checks that come before the model is looked up.
 * @param registered the procedures there are operations for
 * @throws Refusal
 */
export function decodeChecked(
    method: Method,
    body: Uint8Array,
    format: Format,
    capabilities: CapabilitySet,
    registered: Partial<Record<string, unknown>>
): Message {
    const procedure: Capability | undefined = METHOD_CAPABILITIES[method.name];
    if (procedure && !capabilities.has(procedure)) {
        throw capabilityUnavailable(procedure);
    }
    if (!registered[method.name]) {
        throw new Refusal(Code.unimplemented, `operation "${method.name}" is unavailable`);
    }
    const message = decodeMessage(method.input, body, format);
    for (const capability of neededCapabilities(method.name, message)) {
        if (!capabilities.has(capability)) {
            throw capabilityUnavailable(capability);
        }
    }
    checkRequestArms(method.input, message, capabilities);
    const { schedule, trace } = message as Message & { schedule?: string; trace?: boolean };
    if (schedule) {
        checkSchedule(schedule);
        if (trace === true && isExploration(schedule)) {
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
    if (isMessage(message, ConvertRequestSchema)) {
        // A refusal that is the same for every model needs no model.
        const { source, fromFormat } = message;
        return source.case === 'modelHash' && formatNamed(fromFormat) !== 'xmi' ? source.value : undefined;
    }
    const { modelHash: hash } = message as Message & { modelHash: string }; // every other request of a model has this field
    if (hash === '' && method.name === 'ApplyEdits') {
        throw invalidArgument('model_hash is empty');
    }
    return hash;
}

/** The refusal of a hash that the service does not hold (any more). */
export function modelNotFound(method: Method, hash: string): Refusal {
    return notFound(
        method.name === 'ApplyEdits' || method.name === 'Convert'
            ? `model ${hash} is no longer cached: parse it again and repeat the call with the hash of that parse`
            : `model not found: ${hash}`
    );
}

/** The context of one running call, and what the operation said through it. */
class Call implements CallContext {
    readonly missing: string | undefined;
    model_: ParsedModel | undefined;
    population = false;
    readonly files: FileReader;
    private readonly found: Model | undefined;

    constructor(
        private readonly request: CallRequest,
        services: Services,
        message: Message
    ) {
        this.files = services.files.reader(() => this.checkCancelled());
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

    get deadline(): number {
        return this.request.deadline;
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
