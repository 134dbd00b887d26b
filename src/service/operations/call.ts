// Executes one call, from request bytes to response bytes: decodes, checks in the order of the contract (capabilities, `schedule`, model,
// arguments), runs the operation, removes what missing capabilities withhold, encodes. Runs in a worker thread or embedded. A failure of
// the request becomes a status code, a fault of the service becomes `internal`.

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
import { checkDependentFields } from './dependent-fields.js';
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
    /** whether the service holds no model with the requested hash */
    readonly modelAbsent: boolean;
    /** milliseconds since the epoch; 0 for none */
    readonly deadline: number;
    /** whether the caller has cancelled */
    isCancelled(): boolean;
    /**
     * Lets other workers compute parts of a divided call; absent if there are none.
     * @param memory memory of the counter that assigns parts
     * @returns a function that, when no part is left, waits for their results
     */
    share?(memory: SharedArrayBuffer): () => Promise<readonly Share[]>;
}

/** A model that the call parsed. */
export interface ParsedModel {
    readonly hash: string;
    /**
     * a ParseSources request in protobuf with the texts of the documents; set if files were read, since the request alone would not
     * reproduce the model
     */
    readonly inline?: Uint8Array;
}

export interface CallOutcome {
    readonly code: Code;
    /** the encoded response; empty unless the code is ok */
    readonly body: Uint8Array;
    /** message of a refusal */
    readonly message: string;
    /** protobuf size of a JSON answer above the contract's warning limit, else 0 */
    readonly largeAnswer: number;
    readonly parsed?: ParsedModel;
    readonly populationChanged?: boolean;
    /** hash of a model that the service has and this workspace lacks: send its documents and repeat the call */
    readonly missingModel?: string;
}

/** The parse request that reproduces a model. */
export interface Recipe {
    readonly method: Method;
    readonly format: Format;
    readonly body: Uint8Array;
}

/** An operation with untyped messages; the descriptor of its method pairs them. */
interface AnyOperation {
    isFinal?(response: Message): boolean;
    run(services: Services, request: Message, context: CallContext): Message | Promise<Message> | Division;
}

const NOTHING = new Uint8Array(0);
/** milliseconds after which a divided call is shared with other workers */
const SHARED_AFTER = 20;

/** Runs operations with one set of services. */
export class OperationHost {
    private readonly capabilityFilter: CapabilityFilter;

    /**
     * @param registry the operations
     * @param services their services, with the advertised capabilities
     * @param report receives faults of the service, which clients see as `internal`
     */
    constructor(
        readonly registry: Registry,
        readonly services: Services,
        private readonly report: (error: unknown, method: string) => void
    ) {
        this.capabilityFilter = new CapabilityFilter(services.capabilities);
    }

    /** Runs one call. It returns a promise only if the operation is asynchronous or the call is shared. */
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
     * Computes parts of a call whose answer another worker assembles.
     * @param memory memory of the counter that assigns parts
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

    /** Computes the parts of a divided call, with other workers if it takes long, and assembles the answer. */
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
        // wait for the others even after a failure: their work belongs to this call
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

    /** Whether {@link attempt} is useful for a procedure. */
    isAttempted(method: Method): boolean {
        return this.operation(method)?.isFinal !== undefined;
    }

    /**
     * Runs one call under the small budgets of this host.
     * @returns undefined if it failed, or if full budgets might change the answer: then a worker must run the call
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

    /** Checks a request and starts its operation. The response is undefined if the model is missing. */
    private run(request: CallRequest): { context: Call; response: Message | Promise<Message> | Division | undefined } {
        const message = decodeChecked(request.method, request.body, request.format, this.services.capabilities, this.registry);
        if ('engine' in message && typeof message.engine === 'string') {
            checkEngine(message.engine, this.services, request.method.name);
        }
        const context = new Call(request, this.services, message);
        if (context.missing !== undefined) {
            return { context, response: undefined };
        }
        checkDependentFields(request.method, message);
        checkAnsweredOnlyArms(request.method.input, message);
        return { context, response: this.operation(request.method)!.run(this.services, message, context) };
    }

    private operation(method: Method): AnyOperation | undefined {
        return this.registry[method.name];
    }

    /**
     * Parses again a model of another workspace. Its findings were answered there, and most requests read none: the analysis, five times
     * the cost of the parse, waits until they are requested.
     */
    restore(recipe: Recipe): Model {
        const request = decodeMessage(recipe.method.input, recipe.body, recipe.format);
        const { documents, strict } = documentsOf(
            request,
            this.services.files.reader(() => undefined)
        );
        return this.services.workspace.parse(documents, { strict, analysis: 'on demand' }).model;
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
 * Decodes a request and makes the checks that precede the lookup of the model.
 * @param registered the procedures with operations
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
            throw invalidArgument('trace records one run: it cannot be requested with an explore schedule');
        }
    }
    return message;
}

/** The model hash in a request; undefined if it names no model. */
export function modelHashOf(method: Method, message: Message): string | undefined {
    if (method.modelHashField === 0) {
        return undefined;
    }
    if (isMessage(message, ConvertRequestSchema)) {
        // A refusal that does not depend on the model needs no lookup.
        const { source, fromFormat } = message;
        return source.case === 'modelHash' && formatNamed(fromFormat) !== 'xmi' ? source.value : undefined;
    }
    const { modelHash: hash } = message as Message & { modelHash: string }; // every other request about a model has this field
    if (hash === '' && method.name === 'ApplyEdits') {
        throw invalidArgument('model_hash is empty');
    }
    return hash;
}

/** The refusal of a hash that the service does not hold. */
export function modelNotFound(method: Method, hash: string): Refusal {
    return notFound(
        method.name === 'ApplyEdits' || method.name === 'Convert'
            ? `model ${hash} is no longer cached: parse it again and repeat the call with the hash of that parse`
            : `model not found: ${hash}`
    );
}

/** The context of one running call, with the effects that its operation reported. */
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
