// Cache of answers that depend on the request and the immutable model only, as an operation declares (`repeatable`). Bounded in bytes; the
// least recently used answer is dropped first. Works on encoded messages.

import type { Format } from '../../wire/codec.js';
import type { ServiceAnswer } from '../executor.js';
import { owned } from './store.js';

/** Larger requests and answers, in bytes, are not cached. */
const LARGEST_REQUEST = 1024;
const LARGEST_ANSWER = 16 * 1024;
/** number of recent requests that are remembered */
const REMEMBERED_QUESTIONS = 4096;
/** approximate bytes of an entry besides its contents, measured: six objects and the place in the map */
const ENTRY = 400;

/** One encoded request. Its body contains the hash of its model. */
export interface EncodedRequest {
    readonly method: { readonly index: number };
    readonly format: Format;
    readonly body: Uint8Array;
}

interface Entry {
    readonly answer: ServiceAnswer;
    readonly cost: number;
}

export class AnswerCache {
    private readonly entries = new Map<string, Entry>();
    private used = 0;
    /** hashes of recent requests */
    private readonly recent = new Set<number>();

    /** @param capacity approximate maximum of bytes */
    constructor(private readonly capacity: number) {}

    /** Approximate number of cached bytes. */
    get bytes(): number {
        return this.used;
    }

    /** The cached answer to the same bytes; counts as a use. The caller has checked that the model is still held. */
    find(request: EncodedRequest): ServiceAnswer | undefined {
        const key = keyOf(request);
        const entry = key === undefined ? undefined : this.entries.get(key);
        if (key !== undefined && entry) {
            this.entries.delete(key);
            this.entries.set(key, entry);
        }
        return entry?.answer;
    }

    /** Whether the same request was, very probably, made before. Remembers the request. */
    wasRequested({ method, body }: EncodedRequest): boolean {
        let hash = method.index | 0;
        for (let index = 0; index < body.length; index++) {
            hash = (Math.imul(hash, 31) + body[index]) | 0;
        }
        if (this.recent.has(hash)) {
            return true;
        }
        if (this.recent.size >= REMEMBERED_QUESTIONS) {
            this.recent.clear();
        }
        this.recent.add(hash);
        return false;
    }

    /** Caches a successful answer if it is small. */
    keep(request: EncodedRequest, { code, body, message, largeAnswer }: ServiceAnswer): void {
        const key = keyOf(request);
        if (key === undefined || body.length > LARGEST_ANSWER || this.entries.has(key)) {
            return;
        }
        const answer = { code, message, largeAnswer, body: owned(body) };
        const cost = key.length + body.length + ENTRY;
        this.entries.set(key, { answer, cost });
        this.used += cost;
        for (const [oldest, entry] of this.entries) {
            if (this.used <= this.capacity) {
                break;
            }
            this.entries.delete(oldest);
            this.used -= entry.cost;
        }
    }
}

function keyOf({ method, format, body }: EncodedRequest): string | undefined {
    return body.length > LARGEST_REQUEST
        ? undefined
        : `${method.index} ${format} ${Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')}`;
}
