// The interface between transports and computation: a call and its answer as encoded bytes. Transports depend on nothing behind it.

import type { Format } from '../wire/codec.js';
import type { Method } from '../wire/methods.js';
import type { Code } from '../wire/status.js';

export interface ServiceCall {
    readonly method: Method;
    readonly format: Format;
    /** the encoded request message */
    readonly body: Uint8Array;
    /** milliseconds since the epoch; 0 for none */
    readonly deadline: number;
}

export interface ServiceAnswer {
    readonly code: Code;
    /** the encoded response message; empty unless the code is ok */
    readonly body: Uint8Array;
    /** error message of a failure */
    readonly message: string;
    /** protobuf size of a JSON answer above the contract's warning limit, else 0 */
    readonly largeAnswer: number;
}

export interface Executor {
    /**
     * Starts a call.
     * @param done called once, possibly before this function returns
     * @returns a function that cancels the call; the answer is then `canceled`
     */
    call(call: ServiceCall, done: (answer: ServiceAnswer) => void): () => void;
    /** Refuses new calls with `unavailable`, waits up to the given time for running calls, then terminates the rest. */
    close(graceMilliseconds: number): Promise<void>;
}

/** The answer of a call that failed outside its operation. */
export function failedAnswer(code: Code, message: string): ServiceAnswer {
    return { code, message, body: new Uint8Array(0), largeAnswer: 0 };
}
