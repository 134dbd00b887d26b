// The reflection procedures as gRPC streams over HTTP/2: one answer a request message, until the client ends.

import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { Code } from '../../wire/status.js';
import { FLAG_COMPRESSED, frame, percentEncode, PREFIX } from '../protocols.js';
import { reflect } from '../reflection.js';

/** Reflection requests are names; anything larger is no such request. */
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
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status[0]), 'grpc-message': percentEncode(status[1]) }));
    const finish = (code: Code, message: string): void => {
        status = [code, message];
        stream.removeAllListeners('data');
        stream.resume();
        stream.end();
    };
    let pending: Buffer = Buffer.alloc(0);
    stream.on('data', (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        while (pending.length >= PREFIX) {
            const length = pending.readUInt32BE(1);
            if (pending[0] === FLAG_COMPRESSED) {
                return finish(Code.unimplemented, 'compressed requests are not read here');
            }
            if (length > MAX_REQUEST) {
                return finish(Code.resourceExhausted, `message is larger than ${MAX_REQUEST} bytes`);
            }
            if (pending.length < PREFIX + length) {
                return;
            }
            try {
                stream.write(frame(0, reflect(pending.subarray(PREFIX, PREFIX + length))));
            } catch {
                return finish(Code.invalidArgument, 'the message is no reflection request');
            }
            pending = pending.subarray(PREFIX + length);
        }
    });
    stream.on('end', () => stream.end());
}
