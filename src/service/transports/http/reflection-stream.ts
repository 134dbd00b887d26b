// The reflection procedures as gRPC streams over HTTP/2: one answer per request message until the client ends the stream.

import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { Code } from '../../../wire/status.js';
import { FLAG_COMPRESSED, frame, grpcMessage, PREFIX } from '../protocols.js';
import { reflect } from '../reflection.js';

/** maximum size of a request, which contains only names */
const MAX_REQUEST = 64 * 1024;
const CONTENT_TYPES = ['application/grpc', 'application/grpc+proto'];

/** Serves one stream. */
export function serveReflection(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    const contentType = headers['content-type'] ?? '';
    if (!CONTENT_TYPES.includes(contentType)) {
        stream.respond({ ':status': 415, 'accept-post': CONTENT_TYPES.join(', ') }, { endStream: true });
        return;
    }
    let status: [code: Code, message: string] = [Code.ok, ''];
    stream.respond({ ':status': 200, 'content-type': contentType }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status[0]), 'grpc-message': grpcMessage(status[1]) }));
    let pending: Buffer = Buffer.alloc(0);
    let isBlocked = false;
    let isComplete = false;
    const finish = (code: Code, message: string): void => {
        status = [code, message];
        pending = Buffer.alloc(0);
        stream.removeAllListeners('data');
        stream.resume();
        stream.end();
    };
    /** Answers the requests that have arrived. Answers are larger than requests, so reading pauses while the client does not take them. */
    const answerPending = (): void => {
        while (!isBlocked && pending.length >= PREFIX) {
            const end = PREFIX + pending.readUInt32BE(1);
            if (pending[0] === FLAG_COMPRESSED) {
                return finish(Code.unimplemented, 'compressed requests are not read here');
            }
            if (end > PREFIX + MAX_REQUEST) {
                return finish(Code.resourceExhausted, `message is larger than ${MAX_REQUEST} bytes`);
            }
            if (pending.length < end) {
                break;
            }
            try {
                isBlocked = !stream.write(frame(0, reflect(pending.subarray(PREFIX, end))));
            } catch {
                return finish(Code.invalidArgument, 'the message is no reflection request');
            }
            pending = pending.subarray(end);
        }
        if (isBlocked) {
            stream.pause();
        } else if (isComplete) {
            stream.end();
        }
    };
    stream.on('data', (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        answerPending();
    });
    stream.on('drain', () => {
        isBlocked = false;
        stream.resume();
        answerPending();
    });
    stream.on('end', () => {
        isComplete = true;
        answerPending();
    });
}
