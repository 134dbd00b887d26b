// One HTTP request and its answer over HTTP/1.1 or HTTP/2, with the same interface for both. Bodies are limited in size, memory and time
// (bodies.ts).

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Writable } from 'node:stream';
import type { Refusal } from '../../../wire/status.js';
import { MAX_MESSAGE } from '../../../wire/limits.js';
import { tooLarge, tooMuchInFlight } from '../compression.js';
import { PREFIX } from '../protocols.js';
import { BodyBudget, BodyPieces, BYTES_IN_FLIGHT, type HeldBytes, StallWatch, Watched } from './bodies.js';

export type Headers = Readonly<Record<string, string | number>>;

export const NO_HEADERS: Headers = {};

export interface Exchange {
    readonly method: string;
    /** without scheme, authority and query */
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly version: 1 | 2;
    /** Reads the whole body, once. The receiver gets every event from now on. */
    receive(receiver: RequestReceiver): void;
    /** Reserves more bytes in flight until the exchange ends; false if there is no room. */
    hold(bytes: number): boolean;
    /** Reserves the bytes of an answer instead of those of the request; false if there is no room. */
    holdAnswer(bytes: number): boolean;
    /** Sends the answer, once. An answer to a disconnected client is dropped. */
    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void;
}

/** Receives the body of a request. */
export interface RequestReceiver {
    /** the body is complete */
    received(body: Buffer): void;
    /** the body is refused: the receiver must answer immediately */
    refused(refusal: Refusal): void;
    /** the client disconnected before it was answered; no event follows */
    disconnected(): void;
}

/**
 * The rest of an unread body is discarded, so that the client can receive the answer. Discarding ends after a pause (in milliseconds),
 * after a maximum time, or after the maximum size of a message.
 */
const DISCARD_IDLE = 3000;
const DISCARD_IN_ALL = 60_000;
/** Larger answers are written in pieces of this size. A piece that the client does not take within a minute aborts the answer. */
const PIECE = 256 * 1024;

/** Limits that the exchanges of one service share. */
export interface ExchangeLimits {
    readonly budget: BodyBudget;
    readonly stalls: StallWatch;
}

/**
 * The limits of one service.
 * @param processes number of processes that share the machine
 */
export const exchangeLimits = (processes = 1): ExchangeLimits => ({
    budget: new BodyBudget(BYTES_IN_FLIGHT / processes),
    stalls: new StallWatch()
});

interface Source {
    on(event: 'data', listener: (chunk: Buffer) => void): unknown;
    on(event: 'end' | 'close', listener: () => void): unknown;
    removeAllListeners(event: string): unknown;
    resume(): unknown;
    destroy(): unknown;
}

/** The common part of HTTP/1.1 and HTTP/2: reads a whole body within the limits. */
abstract class BodyExchange extends Watched implements Exchange {
    abstract readonly method: string;
    abstract readonly path: string;
    abstract readonly version: 1 | 2;
    private readonly bytes: HeldBytes;
    private readonly pieces = new BodyPieces();
    /** declared length in bytes; 0 if unknown */
    private expected = 0;
    private receiver: RequestReceiver | undefined;
    private isReading = false;

    constructor(
        readonly headers: IncomingHttpHeaders,
        protected readonly limits: ExchangeLimits
    ) {
        super();
        this.bytes = limits.budget.open();
    }

    abstract respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void;
    protected abstract readonly source: Source;
    /** Connects the events of the source to {@link take} and {@link end}. */
    protected abstract listen(): void;

    receive(receiver: RequestReceiver): void {
        this.receiver = receiver;
        this.expected = Number(this.headers['content-length'] ?? 0);
        if (this.expected > MAX_MESSAGE + PREFIX) {
            receiver.refused(tooLarge());
        } else {
            this.isReading = true;
            this.limits.stalls.add(this);
            this.listen();
        }
    }

    hold(bytes: number): boolean {
        return this.bytes.hold(bytes);
    }

    holdAnswer(bytes: number): boolean {
        return this.bytes.replace(bytes);
    }

    destroy(): void {
        this.source.destroy();
    }

    /** Receives a piece of the body. */
    take(chunk: Buffer): void {
        if (this.isReading) {
            this.moved += chunk.length;
            if (this.moved > MAX_MESSAGE + PREFIX) {
                this.refuse(tooLarge());
            } else if (!this.bytes.hold(chunk.length)) {
                this.refuse(tooMuchInFlight());
            } else {
                this.pieces.add(chunk, this.expected);
            }
        }
    }

    /** Receives the end of the body. */
    end(): void {
        if (this.isReading) {
            const body = this.pieces.take();
            this.finishReading();
            this.receiver?.received(body);
        }
    }

    private refuse(refusal: Refusal): void {
        this.finishReading();
        // the exchange continues only to discard the rest of the body
        this.bytes.release();
        this.receiver?.refused(refusal);
    }

    /** Stops reading the body. */
    protected finishReading(): void {
        this.isReading = false;
        this.pieces.clear();
        this.limits.stalls.remove(this);
    }

    /**
     * Writes an answer and ends it. A large answer is written in pieces, so that a client that does not take them is noticed.
     * @param isEndedApart whether the end is written separately from the answer
     */
    protected send(target: Writable, body: Uint8Array, isEndedApart: boolean): void {
        const { stalls } = this.limits;
        if (body.length <= PIECE) {
            this.looks = 0;
            stalls.remove(this);
            stalls.add(this);
            if (isEndedApart) {
                target.write(body, error => {
                    if (!error) {
                        target.end();
                    }
                });
            } else {
                target.end(body);
            }
        } else {
            new AnswerWriter(target, stalls, body).write();
        }
    }

    /** Ends the exchange. */
    close(isAnswered: boolean): void {
        const { receiver } = this;
        this.finishReading();
        this.bytes.release();
        this.receiver = undefined;
        if (!isAnswered) {
            receiver?.disconnected();
        }
    }
}

/** Discards the rest of a body while it arrives, within limits, then calls `end`. */
function discard(source: Source, end: () => void): void {
    source.removeAllListeners('data');
    const timer = setTimeout(end, DISCARD_IDLE).unref();
    const last = performance.now() + DISCARD_IN_ALL;
    let left = MAX_MESSAGE;
    source.on('data', chunk => {
        left -= chunk.length;
        if (left > 0 && performance.now() < last) {
            timer.refresh();
        }
    });
    source.resume();
    source.on('end', () => clearTimeout(timer));
    source.on('close', () => clearTimeout(timer));
}

class AnswerWriter extends Watched {
    constructor(
        private readonly target: Writable,
        stalls: StallWatch,
        private readonly body: Uint8Array
    ) {
        super();
        stalls.add(this);
        target.on('close', () => stalls.remove(this));
    }

    destroy(): void {
        this.target.destroy();
    }

    write(): void {
        const { target, body, moved } = this;
        if (moved >= body.length) {
            target.end();
        } else if (!target.destroyed) {
            target.write(body.subarray(moved, moved + PIECE), error => {
                this.moved = Math.min(body.length, moved + PIECE);
                if (!error) {
                    this.write();
                }
            });
        }
    }
}

const ignored = (): void => undefined;

/** The property of a stream that holds its exchange. */
const EXCHANGE = Symbol('exchange');

interface ServedStream extends ServerHttp2Stream {
    [EXCHANGE]?: Http2Exchange | undefined;
}

// All streams share these listeners: closures for each stream would cost more than their work.

function onData(this: ServedStream, chunk: Buffer): void {
    this[EXCHANGE]?.take(chunk);
}

function onEnd(this: ServedStream): void {
    this[EXCHANGE]?.end();
}

function onWantTrailers(this: ServedStream): void {
    this.sendTrailers(this[EXCHANGE]?.trailers ?? NO_HEADERS);
}

/** Node's tables keep closed streams alive until old memory is collected, so a closed stream must not refer to its exchange. */
function onClose(this: ServedStream): void {
    this[EXCHANGE]?.close(this.headersSent);
    this[EXCHANGE] = undefined;
}

const WITH_TRAILERS = { waitForTrailers: true };
const WITHOUT_TRAILERS = {};
const WITHOUT_BODY = { endStream: true };

/** An HTTP/2 stream. */
export class Http2Exchange extends BodyExchange {
    readonly version = 2;
    readonly method: string;
    readonly path: string;
    protected readonly source: ServedStream;
    /** trailers after the body */
    trailers: Headers | undefined;

    constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, limits: ExchangeLimits) {
        super(headers, limits);
        this.source = stream;
        this.method = String(headers[':method']);
        this.path = pathOf(String(headers[':path'] ?? ''));
        this.source[EXCHANGE] = this;
        stream.on('error', ignored);
        stream.on('close', onClose);
    }

    protected listen(): void {
        this.source.on('data', onData);
        this.source.on('end', onEnd);
    }

    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void {
        const { source: stream } = this;
        if (stream.destroyed || stream.closed || stream.headersSent) {
            return;
        }
        const empty = body === undefined || body.length === 0 || this.method === 'HEAD';
        // 200 is Node's default
        const sent = status === 200 ? headers : { ...headers, ':status': status };
        if (empty && !trailers) {
            stream.respond(sent, WITHOUT_BODY);
        } else {
            if (trailers) {
                this.trailers = trailers;
                stream.on('wantTrailers', onWantTrailers);
            }
            stream.respond(sent, trailers ? WITH_TRAILERS : WITHOUT_TRAILERS);
            if (empty) {
                stream.end();
            } else {
                // If the end of a stream is sent with its last bytes, the stream is destroyed before Node learns that these are written.
                // Node then creates an error, which costs a fifth of a call.
                this.send(stream, body, trailers === undefined);
            }
        }
        // the answer may precede the end of the request's body
        if (!stream.readableEnded && !stream.endAfterHeaders) {
            discard(stream, () => stream.close(constants.NGHTTP2_NO_ERROR));
        }
    }
}

/** An HTTP/1.1 request. */
export class Http1Exchange extends BodyExchange {
    readonly version = 1;
    readonly method: string;
    readonly path: string;
    protected readonly source: IncomingMessage;

    constructor(
        request: IncomingMessage,
        private readonly response: ServerResponse,
        limits: ExchangeLimits
    ) {
        super(request.headers, limits);
        this.source = request;
        this.method = request.method ?? '';
        this.path = pathOf(request.url ?? '');
        request.on('error', ignored);
        request.on('close', () => this.finishReading());
        response.on('error', ignored);
        response.on('close', () => this.close(response.writableEnded));
    }

    /** Closes the connection, since destroying a request that was read has no effect on it. */
    override destroy(): void {
        super.destroy();
        this.response.destroy();
    }

    protected listen(): void {
        this.source.on('data', (chunk: Buffer) => this.take(chunk));
        this.source.on('end', () => this.end());
    }

    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void {
        const { source: request, response } = this;
        if (response.destroyed || response.headersSent) {
            return;
        }
        const isEarly = !request.complete && hasBody(request);
        if (isEarly) {
            // no further request on this connection: its next bytes are the rest of this body
            response.setHeader('Connection', 'close');
        }
        if (trailers) {
            response.writeHead(status, { ...headers, Trailer: Object.keys(trailers).join(', ') });
            response.addTrailers(trailers);
        } else {
            response.writeHead(status, { ...headers, 'Content-Length': body?.length ?? 0 });
        }
        const isEmpty = body === undefined || this.method === 'HEAD';
        if (isEarly) {
            // end after the client has sent its body: closing earlier could lose the answer
            response.write(isEmpty ? '' : body);
            response.flushHeaders();
            request.on('end', () => response.end());
            discard(request, () => response.end());
        } else if (isEmpty) {
            response.end();
        } else {
            this.send(response, body, false);
        }
    }
}

/** Whether a request announces a body. Before the first byte is read, `complete` does not distinguish requests with and without body. */
function hasBody({ headers }: IncomingMessage): boolean {
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The path of a request target in origin or absolute form (RFC 9112, 3.2), without its query. */
export function pathOf(target: string): string {
    if (target.startsWith('/') && !target.includes('?')) {
        return target;
    }
    const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0].length ?? 0;
    const query = target.indexOf('?', origin);
    return (query < 0 ? target.slice(origin) : target.slice(origin, query)) || '/';
}
