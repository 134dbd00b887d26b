// Serves a procedure over the three RPC protocols: extracts the message from its framing, executes the call, frames the answer. The
// protocols differ in the place of status, message and compression; each has one function for reading and one for answering.

import type { ServerContext } from '../context.js';
import {
    acceptsGzip,
    connectTimeout,
    FLAG_COMPRESSED,
    FLAG_TRAILERS,
    frame,
    grpcTimeout,
    grpcMessage,
    PREFIX,
    type Served
} from '../protocols.js';
import { compress, decompress, MIN_COMPRESSED, tooLarge, unknownCompression } from '../compression.js';
import { failedAnswer, type ServiceAnswer } from '../../executor.js';
import { MAX_MESSAGE } from '../../../wire/limits.js';
import { SERVICE_NAME, type Method } from '../../../wire/methods.js';
import { Code, connectSpelling, httpStatus, invalidArgument, Refusal } from '../../../wire/status.js';
import { NO_HEADERS, type Exchange, type Headers, type RequestReceiver } from './exchange.js';

const TOO_MANY_ANSWERS = 'too many large answers at a time';
const TRAILERS_OK: Headers = { 'grpc-status': '0' };

/** Serves one call. @param extra headers of every answer (CORS) */
export function serveCall(context: ServerContext, exchange: Exchange, method: Method, served: Served, extra: Headers): void {
    new RpcCall(context, exchange, method, served, extra).start();
}

class RpcCall implements RequestReceiver {
    private readonly started = performance.now();
    private cancel: (() => void) | undefined;
    private isGone = false;
    private isComputed = false;
    /** milliseconds since the epoch; 0 for none */
    private deadline = 0;
    private isCompressed = false;

    constructor(
        private readonly context: ServerContext,
        private readonly exchange: Exchange,
        private readonly method: Method,
        private readonly served: Served,
        private readonly extra: Headers
    ) {}

    start(): void {
        try {
            this.checkVersion();
            this.deadline = this.readDeadline();
            this.isCompressed = this.requestCompression();
        } catch (error) {
            this.refused(error as Refusal);
            return;
        }
        this.exchange.receive(this);
    }

    received(body: Buffer): void {
        if (this.served.protocol === 'connect') {
            this.plain(body, this.isCompressed);
        } else {
            this.unframe(body);
        }
    }

    refused(refusal: Refusal): void {
        this.answer(failedAnswer(refusal.code, refusal.message));
    }

    disconnected(): void {
        this.isGone = true;
        this.cancel?.();
    }

    private checkVersion(): void {
        const version = this.exchange.headers['connect-protocol-version'];
        if (this.served.protocol === 'connect' && version !== undefined && version !== '1') {
            throw invalidArgument(`Connect-Protocol-Version is "${String(version)}": it must be 1`);
        }
    }

    private readDeadline(): number {
        const connect = this.served.protocol === 'connect';
        const name = connect ? 'connect-timeout-ms' : 'grpc-timeout';
        const header = this.exchange.headers[name];
        if (header === undefined) {
            return 0;
        }
        const timeout = (connect ? connectTimeout : grpcTimeout)(String(header));
        if (timeout === undefined) {
            throw invalidArgument(`${name} "${String(header)}" is no time-out`);
        }
        return Date.now() + timeout;
    }

    private requestCompression(): boolean {
        const name = this.exchange.headers[this.served.protocol === 'connect' ? 'content-encoding' : 'grpc-encoding'];
        if (name === undefined || name === '' || name === 'identity') {
            return false;
        }
        if (name !== 'gzip') {
            throw unknownCompression(String(name));
        }
        return true;
    }

    private plain(body: Buffer, compressed: boolean): void {
        if (!compressed || body.length === 0) {
            if (body.length > MAX_MESSAGE) {
                this.refused(tooLarge());
                return;
            }
            this.compute(body);
            return;
        }
        decompress(
            body,
            bytes => this.exchange.hold(bytes),
            (refusal, message) => {
                if (refusal) {
                    this.refused(refusal);
                } else {
                    this.compute(message);
                }
            }
        );
    }

    /** Extracts the only message from the length-prefixed framing. */
    private unframe(body: Buffer): void {
        if (body.length === 0) {
            this.refused(new Refusal(Code.unimplemented, 'the request has no message'));
            return;
        }
        const length = body.length >= PREFIX ? body.readUInt32BE(1) : -1;
        if (length < 0 || body.length < PREFIX + length) {
            this.refused(length > MAX_MESSAGE ? tooLarge() : invalidArgument('the request ends within a message'));
        } else if (body.length > PREFIX + length) {
            this.refused(new Refusal(Code.unimplemented, 'the request has more than one message'));
        } else if (body[0] > FLAG_COMPRESSED) {
            this.refused(invalidArgument(`the message has unknown flags (${body[0]})`));
        } else if (body[0] === FLAG_COMPRESSED && !this.isCompressed) {
            this.refused(invalidArgument('the message is compressed and the request names no compression'));
        } else {
            this.plain(body.subarray(PREFIX), body[0] === FLAG_COMPRESSED);
        }
    }

    private compute(body: Buffer): void {
        if (!this.isGone) {
            const {
                method,
                deadline,
                served: { format }
            } = this;
            const cancel = this.context.executor.call({ method, format, body, deadline }, answer => this.computed(answer));
            // release the function, because it refers to the request
            this.cancel = this.isComputed ? undefined : cancel;
        }
    }

    private computed(answer: ServiceAnswer): void {
        this.isComputed = true;
        this.cancel = undefined;
        this.answer(this.exchange.holdAnswer(answer.body.length) ? answer : failedAnswer(Code.resourceExhausted, TOO_MANY_ANSWERS));
    }

    private answer(answer: ServiceAnswer): void {
        this.report(answer);
        if (answer.code !== Code.ok) {
            this.respondFailure(answer);
            return;
        }
        const accepted = this.exchange.headers[this.served.protocol === 'connect' ? 'accept-encoding' : 'grpc-accept-encoding'];
        if (answer.body.length >= MIN_COMPRESSED && acceptsGzip([accepted].flat().join(','))) {
            compress(answer.body, compressed => this.respond(compressed, compressed !== answer.body));
        } else {
            this.respond(answer.body, false);
        }
    }

    private respond(body: Uint8Array, compressed: boolean): void {
        const { protocol, answer } = this.served;
        // the common case: writing a single header object is faster
        let headers: Headers = this.extra === NO_HEADERS ? { 'content-type': answer } : { ...this.extra, 'content-type': answer };
        if (compressed) {
            headers = { ...headers, [protocol === 'connect' ? 'content-encoding' : 'grpc-encoding']: 'gzip' };
        }
        switch (protocol) {
            case 'connect':
                this.exchange.respond(200, headers, body);
                break;
            case 'grpc':
                this.exchange.respond(200, headers, frame(compressed ? FLAG_COMPRESSED : 0, body), TRAILERS_OK);
                break;
            case 'grpcweb':
                this.exchange.respond(200, headers, Buffer.concat([frame(compressed ? FLAG_COMPRESSED : 0, body), trailerFrame(0, '')]));
                break;
            default:
                refuseUnknown(this.exchange, protocol);
        }
    }

    private respondFailure({ code, message }: ServiceAnswer): void {
        switch (this.served.protocol) {
            case 'connect':
                this.exchange.respond(
                    httpStatus(code),
                    { ...this.extra, 'content-type': 'application/json' },
                    Buffer.from(JSON.stringify({ code: connectSpelling(code), ...(message && { message }) }))
                );
                break;
            case 'grpc':
                refuseGrpc(this.exchange, this.served, code, message, this.extra);
                break;
            case 'grpcweb':
                this.exchange.respond(200, { ...this.extra, 'content-type': this.served.answer }, trailerFrame(code, message));
                break;
            default:
                refuseUnknown(this.exchange, this.served.protocol);
        }
    }

    private report({ code, message, largeAnswer }: ServiceAnswer): void {
        const { log } = this.context;
        if (code !== Code.ok) {
            log.error('call failed', { ...this.attributes(), error: `${connectSpelling(code)}: ${message}` });
            return;
        }
        if (largeAnswer > 0) {
            log.warn('large JSON answer', { procedure: this.procedure, protobuf_size_bytes: largeAnswer });
        }
        if (log.enabled('debug')) {
            log.debug('call answered', this.attributes());
        }
    }

    private attributes(): Record<string, string | number> {
        const duration = Math.round((performance.now() - this.started) * 1000) / 1000;
        return { procedure: this.procedure, protocol: this.served.protocol, duration_ms: duration };
    }

    private get procedure(): string {
        return `/${SERVICE_NAME}/${this.method.name}`;
    }
}

/** Refuses an unknown protocol, so that no client waits without an answer. */
function refuseUnknown(exchange: Exchange, protocol: never): void {
    exchange.respond(415, { 'content-type': 'text/plain' }, Buffer.from(`protocol ${String(protocol)} is not served`));
}

/** Refuses a gRPC call before its body is read; the status is in the headers. */
export function refuseGrpc(exchange: Exchange, served: Served, code: Code, message: string, extra: Headers = NO_HEADERS): void {
    exchange.respond(200, {
        ...extra,
        'content-type': served.answer,
        'grpc-status': String(code),
        'grpc-message': grpcMessage(message)
    });
}

/** The last frame of a gRPC-Web answer: the trailers as header lines. */
function trailerFrame(code: Code, message: string): Buffer {
    return frame(FLAG_TRAILERS, Buffer.from(`grpc-status: ${code}\r\n${message ? `grpc-message: ${grpcMessage(message)}\r\n` : ''}`));
}
