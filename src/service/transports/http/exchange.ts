// One HTTP request and its answer, over HTTP/1.1 or HTTP/2, so that the protocols need not know which. Bodies are bounded in size, and
// through bodies.ts in memory and in time.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import type { Writable } from 'node:stream';
import { Code, Refusal } from '../../wire/status.js';
import { MAX_MESSAGE } from '../../wire/limits.js';
import { tooLarge } from '../compression.js';
import { PREFIX } from '../protocols.js';
import { BodyBudget, BYTES_IN_FLIGHT, HeldBytes, StallWatch, Watched } from './bodies.js';

export type Headers = Readonly<Record<string, string | number>>;

export const NO_HEADERS: Headers = {};

export interface Exchange {
    readonly method: string;
    /** without scheme, authority and query */
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly version: 1 | 2;
    /** Reads the whole body, once. Nothing is called back when the client goes away first. */
    readBody(done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void;
    /** Counts that many more bytes as in flight until the exchange ends; false when there is no room for them. */
    hold(bytes: number): boolean;
    /** Answers, once. An answer to a client that has gone is dropped. */
    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void;
    /** Called when the client goes away before it was answered. */
    onGone(gone: () => void): void;
}

/** How long the rest of a body that nobody reads is thrown away, so that the client gets to see the answer, in milliseconds. */
const DISCARD = 3000;
/** Larger answers are written in pieces of this size, and given up when the client takes none for a minute. */
const PIECE = 256 * 1024;

/** What the exchanges of one service share. */
export interface ExchangeLimits {
    readonly budget: BodyBudget;
    readonly stalls: StallWatch;
}

/**
 * Limits of a service's own.
 * @param processes how many share what the machine has
 */
export const exchangeLimits = (processes = 1): ExchangeLimits => ({
    budget: new BodyBudget(BYTES_IN_FLIGHT / processes),
    stalls: new StallWatch()
});

export const tooMuchInFlight = (): Refusal => new Refusal(Code.resourceExhausted, 'too many large requests at a time');

interface Source {
    on(event: 'data', listener: (chunk: Buffer) => void): unknown;
    on(event: 'end' | 'close', listener: () => void): unknown;
    removeAllListeners(event: string): unknown;
    resume(): unknown;
    destroy(): unknown;
}

/** Reads a body whole, within the limits. */
class BodyReader extends Watched {
    private readonly chunks: Buffer[] = [];
    private over = false;

    constructor(
        private readonly source: Source,
        private readonly stalls: StallWatch,
        private readonly bytes: HeldBytes,
        private readonly done: (body: Buffer) => void,
        private readonly failed: (refusal: Refusal) => void
    ) {
        super();
        stalls.add(this);
        source.on('data', chunk => this.take(chunk));
        source.on('end', () => this.end());
    }

    /** The source has closed: nothing more is to be expected. */
    finish(): void {
        this.over = true;
        this.stalls.remove(this);
    }

    destroy(): void {
        this.source.destroy();
    }

    private take(chunk: Buffer): void {
        if (this.over) {
            return;
        }
        this.moved += chunk.length;
        if (this.moved > MAX_MESSAGE + PREFIX) {
            this.refuse(tooLarge());
        } else if (!this.bytes.hold(chunk.length)) {
            this.refuse(tooMuchInFlight());
        } else {
            this.chunks.push(chunk);
        }
    }

    private end(): void {
        if (!this.over) {
            this.finish();
            const { chunks } = this;
            this.done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks.splice(0), this.moved));
        }
    }

    private refuse(refusal: Refusal): void {
        this.finish();
        this.chunks.length = 0;
        discard(this.source);
        this.failed(refusal);
    }
}

/** Starts to read a body; undefined when it is refused by its own account of its length. */
function collect(
    source: Source,
    { stalls }: ExchangeLimits,
    bytes: HeldBytes,
    length: string | undefined,
    done: (body: Buffer) => void,
    failed: (refusal: Refusal) => void
): BodyReader | undefined {
    if (length !== undefined && Number(length) > MAX_MESSAGE + PREFIX) {
        discard(source);
        failed(tooLarge());
        return undefined;
    }
    return new BodyReader(source, stalls, bytes, done, failed);
}

/** Takes what still comes of a body for a moment, then ends it. */
function discard(source: Source, end: () => void = () => source.destroy()): void {
    source.removeAllListeners('data');
    source.on('data', () => undefined);
    source.resume();
    const timer = setTimeout(end, DISCARD).unref();
    source.on('end', () => clearTimeout(timer));
    source.on('close', () => clearTimeout(timer));
}

/** Writes an answer and ends it; a large one in pieces, so that it is seen whether the client takes them. */
function send(target: Writable, body: Uint8Array, { stalls }: ExchangeLimits): void {
    if (body.length <= PIECE) {
        target.end(body);
    } else {
        new AnswerWriter(target, stalls, body).next();
    }
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

    next(): void {
        const { target, body, moved } = this;
        if (moved >= body.length) {
            target.end();
        } else if (!target.destroyed) {
            target.write(body.subarray(moved, moved + PIECE), error => {
                this.moved = Math.min(body.length, moved + PIECE);
                if (!error) {
                    this.next();
                }
            });
        }
    }
}

const ignored = (): void => undefined;

/** An HTTP/2 stream. */
export class Http2Exchange implements Exchange {
    readonly version = 2;
    readonly method: string;
    readonly path: string;
    private readonly bytes: HeldBytes;
    private reader: BodyReader | undefined;
    private gone: (() => void) | undefined;

    constructor(
        private readonly stream: ServerHttp2Stream,
        readonly headers: IncomingHttpHeaders,
        private readonly limits: ExchangeLimits
    ) {
        this.method = String(headers[':method']);
        this.path = pathOf(String(headers[':path'] ?? ''));
        this.bytes = limits.budget.open();
        stream.on('error', ignored);
        stream.on('close', () => {
            this.reader?.finish();
            this.bytes.release();
            if (!stream.headersSent) {
                this.gone?.();
            }
        });
    }

    readBody(done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void {
        this.reader = collect(this.stream, this.limits, this.bytes, this.headers['content-length'], done, failed);
    }

    hold(bytes: number): boolean {
        return this.bytes.hold(bytes);
    }

    onGone(gone: () => void): void {
        this.gone = gone;
    }

    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void {
        const { stream } = this;
        if (stream.destroyed || stream.closed || stream.headersSent) {
            return;
        }
        const empty = body === undefined || body.length === 0;
        // 200 is what Node puts there
        const sent = status === 200 ? headers : { ...headers, ':status': status };
        if (empty && !trailers) {
            stream.respond(sent, { endStream: true });
        } else {
            if (trailers) {
                stream.on('wantTrailers', () => stream.sendTrailers(trailers));
            }
            stream.respond(sent, { waitForTrailers: trailers !== undefined });
            if (empty) {
                stream.end();
            } else {
                send(stream, body, this.limits);
            }
        }
        // an answer may come before the request's body was taken
        if (!stream.readableEnded && !stream.endAfterHeaders) {
            discard(stream, () => stream.close(constants.NGHTTP2_NO_ERROR));
        }
    }
}

/** An HTTP/1.1 request. */
export class Http1Exchange implements Exchange {
    readonly version = 1;
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    private readonly bytes: HeldBytes;
    private reader: BodyReader | undefined;
    private gone: (() => void) | undefined;

    constructor(
        private readonly request: IncomingMessage,
        private readonly response: ServerResponse,
        private readonly limits: ExchangeLimits
    ) {
        this.method = request.method ?? '';
        this.path = pathOf(request.url ?? '');
        this.headers = request.headers;
        this.bytes = limits.budget.open();
        request.on('error', ignored);
        request.on('close', () => this.reader?.finish());
        response.on('error', ignored);
        response.on('close', () => {
            this.bytes.release();
            if (!response.writableEnded) {
                this.gone?.();
            }
        });
    }

    readBody(done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void {
        this.reader = collect(this.request, this.limits, this.bytes, this.headers['content-length'], done, failed);
    }

    hold(bytes: number): boolean {
        return this.bytes.hold(bytes);
    }

    onGone(gone: () => void): void {
        this.gone = gone;
    }

    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void {
        const { request, response } = this;
        if (response.destroyed || response.headersSent) {
            return;
        }
        if (!request.complete && hasBody(request)) {
            // the connection serves no further request: what would be read as one is the rest of this body
            response.setHeader('Connection', 'close');
            discard(request);
        }
        if (trailers) {
            response.writeHead(status, { ...headers, Trailer: Object.keys(trailers).join(', ') });
            response.addTrailers(trailers);
        } else {
            response.writeHead(status, { ...headers, 'Content-Length': body?.length ?? 0 });
        }
        if (body === undefined || this.method === 'HEAD') {
            response.end();
        } else {
            send(response, body, this.limits);
        }
    }
}

/** Whether a request announces a body: until its first byte is read, one without looks as unfinished as one with. */
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
