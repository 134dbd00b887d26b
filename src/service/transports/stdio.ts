// `-transport stdio`: one client over standard input and output, frames with Content-Length. JSON frames contain JSON-RPC 2.0 envelopes,
// protobuf frames name method and id in their headers. Calls run concurrently; answers are sent in the order of completion.

import type { Readable, Writable } from 'node:stream';
import { methodNamed, SERVICE_NAME } from '../../wire/methods.js';
import { Code, connectSpelling } from '../../wire/status.js';
import { failedAnswer, type ServiceAnswer } from '../executor.js';
import { withExactIntegers, type Format } from '../../wire/codec.js';
import { MAX_MESSAGE } from '../../wire/limits.js';
import type { ServerContext } from './context.js';
import { messageOf } from '../../language/failures.js';
import { isStackOverflow } from '../../language/overflow.js';

/** The members of a JSON frame. */
interface Envelope {
    readonly jsonrpc?: unknown;
    readonly id?: unknown;
    readonly method?: unknown;
    readonly params?: unknown;
}

/** maximum size of the header lines of one frame */
const MAX_HEADERS = 64 * 1024;

/** Serves until the input ends or a frame cannot be delimited. Resolves after all running calls were answered. */
export function serveStdio(context: ServerContext, input: Readable, output: Writable): Promise<void> {
    return new Session(context, input, output).run();
}

class Session {
    private readonly chunks: Buffer[] = [];
    private buffered = 0;
    private headers: Map<string, string> | undefined;
    private length = 0;
    private inHand = 0;
    private ended = false;
    /** whether the client does not read its answers */
    private isBlocked = false;
    private finish: () => void = () => undefined;

    constructor(
        private readonly context: ServerContext,
        private readonly input: Readable,
        private readonly output: Writable
    ) {}

    run(): Promise<void> {
        this.output.on('error', () => this.end());
        this.input.on('data', (chunk: Buffer) => {
            this.chunks.push(chunk);
            this.buffered += chunk.length;
            this.consume();
        });
        this.input.on('end', () => this.end());
        this.input.on('error', () => this.end());
        return new Promise(resolve => {
            this.finish = resolve;
        });
    }

    private end(): void {
        this.ended = true;
        this.input.pause();
        if (this.inHand === 0) {
            this.finish();
        }
    }

    private consume(): void {
        while (!this.ended) {
            if (!this.headers && !this.readHeaders()) {
                return;
            }
            if (this.buffered < this.length) {
                return;
            }
            const body = this.take(this.length);
            const headers = this.headers!;
            this.headers = undefined;
            this.serve(headers, body);
        }
    }

    /** The next bytes, in separate memory. */
    private take(length: number): Buffer {
        const all = this.joined();
        this.chunks.splice(0, this.chunks.length, all.subarray(length));
        this.buffered -= length;
        return Buffer.from(all.subarray(0, length));
    }

    private joined(): Buffer {
        if (this.chunks.length !== 1) {
            this.chunks.splice(0, this.chunks.length, Buffer.concat(this.chunks, this.buffered));
        }
        return this.chunks[0];
    }

    private readHeaders(): boolean {
        const all = this.joined();
        const end = all.indexOf('\r\n\r\n');
        if (end < 0) {
            if (this.buffered > MAX_HEADERS) {
                this.fail('the headers of a frame are too long');
            }
            return false;
        }
        const text = this.take(end + 4).toString();
        const headers = new Map(
            text
                .split('\r\n')
                .filter(line => line.includes(':'))
                .map(line => {
                    const colon = line.indexOf(':');
                    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
                })
        );
        const length = headers.get('content-length') ?? '';
        if (!/^\d{1,10}$/.test(length) || Number(length) > MAX_MESSAGE) {
            this.fail(`Content-Length "${length}" is not a number up to ${MAX_MESSAGE}`);
            return false;
        }
        this.headers = headers;
        this.length = Number(length);
        return true;
    }

    private fail(reason: string): void {
        this.context.log.error('the session ends', { error: reason });
        this.end();
    }

    private serve(headers: Map<string, string>, body: Buffer): void {
        const contentType = (headers.get('content-type') ?? 'application/json').split(';')[0].trim().toLowerCase();
        if (contentType === 'application/proto') {
            const id = headers.get('sysml-id') ?? '';
            this.call(headers.get('sysml-method') ?? '', 'proto', body, answer => this.answerProto(id, answer));
        } else if (contentType === 'application/json') {
            this.serveEnvelope(body);
        } else {
            this.answerJson(
                'null',
                failedAnswer(Code.invalidArgument, `Content-Type "${contentType}" is neither application/json nor application/proto`)
            );
        }
    }

    private serveEnvelope(body: Buffer): void {
        let id = 'null';
        try {
            const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
            const exact = withExactIntegers(text);
            const envelope = JSON.parse(exact) as Envelope;
            // a long integer is a string in `exact`; it may have been a number
            const isNumber = exact !== text && typeof (JSON.parse(text) as Envelope | null)?.id === 'number';
            id = isNumber ? String(envelope.id) : JSON.stringify(envelope?.id ?? null);
            if (envelope?.jsonrpc !== '2.0') {
                throw new Error('jsonrpc is not "2.0"');
            }
            const params = Buffer.from(JSON.stringify(envelope.params ?? {}));
            this.call(typeof envelope.method === 'string' ? envelope.method : '', 'json', params, answer => this.answerJson(id, answer));
        } catch (error) {
            const reason = isStackOverflow(error) ? 'nested too deeply' : messageOf(error);
            this.answerJson(id, failedAnswer(Code.invalidArgument, `the frame is no JSON-RPC 2.0 request: ${reason}`));
        }
    }

    private call(name: string, format: Format, body: Buffer, answered: (answer: ServiceAnswer) => void): void {
        const method = methodNamed(name);
        if (!method) {
            answered(failedAnswer(Code.unimplemented, `unknown method "${name}"`));
            return;
        }
        const started = performance.now();
        this.inHand++;
        this.context.executor.call({ method, format, body, deadline: 0 }, answer => {
            const attributes = {
                procedure: `/${SERVICE_NAME}/${name}`,
                protocol: 'stdio',
                duration_ms: Math.round(performance.now() - started)
            };
            if (answer.code !== Code.ok) {
                this.context.log.error('call failed', { ...attributes, error: `${connectSpelling(answer.code)}: ${answer.message}` });
            } else {
                this.context.log.debug('call answered', attributes);
            }
            answered(answer);
            this.inHand--;
            if (this.ended && this.inHand === 0) {
                this.finish();
            }
        });
    }

    /** @param id in JSON */
    private answerJson(id: string, { code, message, body }: ServiceAnswer): void {
        const start = `{"jsonrpc":"2.0","id":${id},`;
        const rest =
            code === Code.ok
                ? [Buffer.from('"result":'), body, Buffer.from('}')]
                : [Buffer.from(`"error":${JSON.stringify({ code, message })}}`)];
        this.write({ 'Content-Type': 'application/json' }, Buffer.concat([Buffer.from(start), ...rest]));
    }

    private answerProto(id: string, { code, message, body }: ServiceAnswer): void {
        this.write(
            {
                'Content-Type': 'application/proto',
                'Sysml-Id': id,
                'Sysml-Status-Code': String(code),
                ...(code !== Code.ok && { 'Sysml-Status-Message': message.replace(/[\r\n]+/g, ' ') })
            },
            body
        );
    }

    private write(headers: Record<string, string>, body: Uint8Array): void {
        const lines = Object.entries({ 'Content-Length': body.length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
        // stop reading from a client that does not read its answers
        if (!this.output.write(Buffer.concat([Buffer.from(`${lines.join('')}\r\n`), body])) && !this.isBlocked) {
            this.isBlocked = true;
            this.input.pause();
            this.output.once('drain', () => {
                this.isBlocked = false;
                if (!this.ended) {
                    this.input.resume();
                }
            });
        }
    }
}
