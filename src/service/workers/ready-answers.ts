/**
 * Answers that need no worker: cached ones, small requests about models in demand, information about the service, and refusals of calls
 * about unknown models. Does not depend on jobs or threads.
 */
import { failedAnswer, type ServiceAnswer, type ServiceCall } from '../executor.js';
import { decodeChecked, modelHashOf, modelNotFound } from '../operations/call.js';
import { withoutWithheld } from '../operations/registry.js';
import { answerServerInfo } from '../operations/server-info.js';
import type { CapabilitySet } from '../../wire/capability-filter.js';
import { encodeMessage, type Format } from '../../wire/codec.js';
import type { Method } from '../../wire/methods.js';
import { Code, Refusal } from '../../wire/status.js';
import { messageOf } from '../../language/failures.js';
import { AnswerCache } from './answers.js';
import { FastPath, type FastPathOptions } from './fast-path.js';
import type { StoredModel } from './store.js';
import type { Hello } from './worker-handle.js';

/** maximum size of the cache of answers in bytes */
const KEPT_ANSWERS = 16 * 1024 * 1024;
/**
 * answers that took at most this, in milliseconds, are cached only from the second request on, because cached answers cost garbage
 * collection time
 */
const CHEAP = 1;
/** larger requests are not decoded in the main thread */
const SMALL_BODY = 64 * 1024;

export class ReadyAnswers {
    private readonly kept = new AnswerCache(KEPT_ANSWERS);
    private readonly fastPath: FastPath;
    /** the constant answer of GetServerInfo */
    private readonly serverInfo: Partial<Record<Format, ServiceAnswer>> = {};
    private served: { readonly methods: Record<string, boolean>; readonly capabilities: CapabilitySet } | undefined;
    private repeatable: ReadonlySet<string> = new Set();

    constructor(private readonly options: FastPathOptions) {
        this.fastPath = new FastPath(options);
    }

    /** The first worker has reported the served operations. */
    greeted({ methods, provides, repeatable }: Pick<Hello, 'methods' | 'provides' | 'repeatable'>): void {
        this.served = {
            methods: Object.fromEntries([...methods].map(name => [name, true])),
            capabilities: withoutWithheld(provides, this.options.environment.withheldCapabilities)
        };
        this.repeatable = repeatable;
    }

    /** A worker has loaded the library. */
    set library(snapshot: FastPath['library']) {
        this.fastPath.library = snapshot;
    }

    /** The cached or immediately computed answer of a call. @param model of the call, if it is stored */
    find(call: ServiceCall, model: StoredModel | undefined): ServiceAnswer | undefined {
        if (model === undefined) {
            return call.body.length === 0 && call.method.name === 'GetServerInfo' ? this.serverInfo[call.format] : undefined;
        }
        const { without } = this.options.environment;
        const isRepeatable = this.isRepeatable(call);
        const known = isRepeatable ? this.kept.find(call) : undefined;
        if (known) {
            return known;
        }
        const answer = without.has('fast-path') ? undefined : this.fastPath.answer(call, model);
        // cheap answers are cached from the second request on
        if (answer && isRepeatable && this.kept.wasRequested(call)) {
            this.kept.keep(call, answer);
        }
        return answer;
    }

    /**
     * Caches a worker's answer to a repeatable call: immediately if it took long, else from the second request on.
     * @param took approximate duration in milliseconds
     */
    keep(call: ServiceCall, answer: ServiceAnswer, took: number): void {
        if (this.isRepeatable(call) && (took > CHEAP || this.kept.wasRequested(call))) {
            this.kept.keep(call, answer);
        }
    }

    /** Resolves when nothing is loading for these answers. */
    close(): Promise<void> {
        return this.fastPath.close();
    }

    private isRepeatable({ method }: ServiceCall): boolean {
        return this.repeatable.has(method.name) && !this.options.environment.without.has('kept-answers');
    }

    /**
     * The answer of a call that needs no worker once the served operations are known: information about the service, or a refusal.
     * @param isModelAbsent whether the call names the hash of a model that is not stored
     * @param isKept whether a model with the hash in the decoded request is stored
     */
    without(call: ServiceCall, isModelAbsent: boolean, isKept: (hash: string) => boolean): ServiceAnswer | undefined {
        const { method, format, body } = call;
        const isAboutService = method.name === 'GetServerInfo';
        if (!isAboutService && !(isModelAbsent && body.length <= SMALL_BODY)) {
            return undefined;
        }
        const { methods, capabilities } = this.served!;
        try {
            const message = decodeChecked(method, body, format, capabilities, methods);
            if (isAboutService) {
                return (this.serverInfo[format] ??= this.encodeServerInfo(capabilities, method, format));
            }
            const hash = modelHashOf(method, message);
            if (hash !== undefined && !isKept(hash)) {
                throw modelNotFound(method, hash);
            }
            return undefined;
        } catch (error) {
            return error instanceof Refusal
                ? failedAnswer(error.code, error.message)
                : failedAnswer(Code.internal, `internal error: ${messageOf(error)}`);
        }
    }

    private encodeServerInfo(capabilities: CapabilitySet, { output }: Method, format: Format): ServiceAnswer {
        const info = answerServerInfo(this.options.version, capabilities);
        return { code: Code.ok, message: '', largeAnswer: 0, body: encodeMessage(output, info, format) };
    }
}
