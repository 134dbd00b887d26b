// One HTTP request and its answer, over HTTP/1.1 or HTTP/2, so that the protocols need not know which. Bodies are bounded, in size
// each and in memory together.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { Code, Refusal } from '../../wire/status.js';
import { MAX_MESSAGE, tooLarge } from '../compression.js';
import { PREFIX } from '../protocols.js';

export type Headers = Record<string, string | number>;

export interface Exchange {
    readonly method: string;
    /** without a query */
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly version: 1 | 2;
    /** Reads the whole body, once. Nothing is called back when the client goes away first. */
    readBody(done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void;
    /** Answers, once. An answer to a client that has gone is dropped. */
    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void;
    /** Called when the client goes away before it was answered. */
    onGone(gone: () => void): void;
}

/** Bodies being received, all together: 1 GiB. */
const ALL_BODIES = 1024 ** 3;
/** A body of which nothing arrives for this long is given up, in milliseconds. */
const BODY_STALL = 60_000;
/** How long the rest of a body that was refused is read and thrown away, so that the client gets to see the answer. */
const DISCARD = 3000;
/** An answer that the client does not take within this time is dropped, in milliseconds. */
const ANSWER_STALL = 600_000;
const LARGE_ANSWER = 1024 * 1024;

let receiving = 0;

interface Source {
    on(event: 'data', listener: (chunk: Buffer) => void): unknown;
    on(event: 'end' | 'close', listener: () => void): unknown;
    removeAllListeners(event: string): unknown;
    resume(): unknown;
    destroy(): unknown;
}

function collect(source: Source, length: string | undefined, done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void {
    if (length !== undefined && Number(length) > MAX_MESSAGE + PREFIX) {
        discard(source);
        failed(tooLarge());
        return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    let over = false;
    const stall = setTimeout(() => source.destroy(), BODY_STALL).unref();
    const finish = (): void => {
        over = true;
        receiving -= size;
        clearTimeout(stall);
    };
    const refuse = (refusal: Refusal): void => {
        finish();
        chunks.length = 0;
        discard(source);
        failed(refusal);
    };
    source.on('data', chunk => {
        if (over) {
            return;
        }
        size += chunk.length;
        receiving += chunk.length;
        if (size > MAX_MESSAGE + PREFIX) {
            refuse(tooLarge());
        } else if (receiving > ALL_BODIES) {
            refuse(new Refusal(Code.resourceExhausted, 'too many large requests at a time'));
        } else {
            chunks.push(chunk);
            stall.refresh();
        }
    });
    source.on('end', () => {
        if (!over) {
            finish();
            done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
        }
    });
    source.on('close', () => over || finish());
}

function discard(source: Source): void {
    source.removeAllListeners('data');
    source.on('data', () => undefined);
    source.resume();
    setTimeout(() => source.destroy(), DISCARD).unref();
}

/** An HTTP/2 stream. */
export class Http2Exchange implements Exchange {
    readonly version = 2;
    readonly method: string;
    readonly path: string;

    constructor(private readonly stream: ServerHttp2Stream, readonly headers: IncomingHttpHeaders) {
        this.method = headers[':method'] as string;
        this.path = withoutQuery((headers[':path'] as string | undefined) ?? '');
        stream.on('error', () => undefined);
    }

    readBody(done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void {
        collect(this.stream, this.headers['content-length'], done, failed);
    }

    onGone(gone: () => void): void {
        this.stream.on('close', () => {
            if (!this.stream.headersSent) {
                gone();
            }
        });
    }

    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void {
        const { stream } = this;
        if (stream.destroyed || stream.closed || stream.headersSent) {
            return;
        }
        const empty = body === undefined || body.length === 0;
        if (empty && !trailers) {
            stream.respond({ ':status': status, ...headers }, { endStream: true });
        } else if (trailers) {
            stream.respond({ ':status': status, ...headers }, { waitForTrailers: true });
            stream.on('wantTrailers', () => stream.sendTrailers(trailers));
            stream.end(body);
        } else {
            stream.respond({ ':status': status, ...headers });
            stream.end(body);
        }
        if (!empty && body.length > LARGE_ANSWER) {
            dropWhenStalled(stream);
        }
        // an answer may come before the request's body was taken: let the rest of it go
        stream.resume();
    }
}

/** An HTTP/1.1 request. */
export class Http1Exchange implements Exchange {
    readonly version = 1;
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;

    constructor(private readonly request: IncomingMessage, private readonly response: ServerResponse) {
        this.method = request.method ?? '';
        this.path = withoutQuery(request.url ?? '');
        this.headers = request.headers;
        request.on('error', () => undefined);
        response.on('error', () => undefined);
    }

    readBody(done: (body: Buffer) => void, failed: (refusal: Refusal) => void): void {
        collect(this.request, this.headers['content-length'], done, failed);
    }

    onGone(gone: () => void): void {
        this.response.on('close', () => {
            if (!this.response.writableEnded) {
                gone();
            }
        });
    }

    respond(status: number, headers: Headers, body?: Uint8Array, trailers?: Headers): void {
        const { response } = this;
        if (response.destroyed || response.headersSent) {
            return;
        }
        if (trailers) {
            response.writeHead(status, { ...headers, Trailer: Object.keys(trailers).join(', ') });
            response.write(body ?? '');
            response.addTrailers(trailers);
            response.end();
        } else {
            response.writeHead(status, { ...headers, 'Content-Length': body?.length ?? 0 });
            response.end(this.method === 'HEAD' ? undefined : body);
        }
        if (body !== undefined && body.length > LARGE_ANSWER) {
            dropWhenStalled(response);
        }
    }
}

function dropWhenStalled(answer: { on(event: 'close', listener: () => void): unknown; destroy(): unknown }): void {
    const timer = setTimeout(() => answer.destroy(), ANSWER_STALL);
    answer.on('close', () => clearTimeout(timer));
}

function withoutQuery(path: string): string {
    const query = path.indexOf('?');
    return query < 0 ? path : path.slice(0, query);
}
