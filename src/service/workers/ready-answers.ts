/**
 * Answers that need no worker: those that were given before, small questions about models in demand, what the service serves, and refusals
 * of calls about models that nobody has. Knows no jobs and no threads.
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

/** Answers kept to be given again, in bytes. */
const KEPT_ANSWERS = 16 * 1024 * 1024;
/** An answer that took at most this, in milliseconds, is kept from the second request on only: kept answers cost the collector time. */
const CHEAP = 1;
/** Requests larger than this are not decoded in the main thread. */
const SMALL_BODY = 64 * 1024;

export class ReadyAnswers {
    private readonly kept = new AnswerCache(KEPT_ANSWERS);
    private readonly fastPath: FastPath;
    /** the answer of GetServerInfo, which is always the same */
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

    /** The answer of a call that is known, or computed at once. @param model of the call, where it is kept */
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
        // cheap answers are kept from the second request on
        if (answer && isRepeatable && this.kept.wasAsked(call)) {
            this.kept.keep(call, answer);
        }
        return answer;
    }

    /**
     * Keeps a worker's answer to a call that always has the same answer: at once when it took long, else from the second request on.
     * @param took milliseconds, about
     */
    keep(call: ServiceCall, answer: ServiceAnswer, took: number): void {
        if (this.isRepeatable(call) && (took > CHEAP || this.kept.wasAsked(call))) {
            this.kept.keep(call, answer);
        }
    }

    private isRepeatable({ method }: ServiceCall): boolean {
        return this.repeatable.has(method.name) && !this.options.environment.without.has('kept-answers');
    }

    /**
     * The answer of a call that needs no worker once the served operations are known: one about the service itself, or a refusal.
     * @param isModelAbsent whether it names a model by a hash under which none is kept
     * @param isKept whether one is kept under the hash that the decoded request names
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
