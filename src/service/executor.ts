// Between the transports and the computation: a call goes in as bytes, its answer comes out as bytes. Transports know this
// interface and nothing behind it.

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
    /** the encoded response message; empty with another code than ok */
    readonly body: Uint8Array;
    /** of a failure */
    readonly message: string;
    /** protobuf size of a JSON answer above the contract's warning limit, else 0 */
    readonly largeAnswer: number;
}

export interface Executor {
    /**
     * Starts a call.
     * @param done called once, possibly before this function returns
     * @returns cancels the call; its answer is then `canceled`
     */
    call(call: ServiceCall, done: (answer: ServiceAnswer) => void): () => void;
    /** Refuses new calls with `unavailable`, waits that long for those in hand, then ends everything. */
    close(graceMilliseconds: number): Promise<void>;
}

/** The answer of a call that failed outside its operation. */
export function failedAnswer(code: Code, message: string): ServiceAnswer {
    return { code, message, body: new Uint8Array(0), largeAnswer: 0 };
}
