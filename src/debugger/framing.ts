/** Messages on a byte stream: a header with the length, then JSON. */
import type { Request } from './protocol.js';

export function framed(message: object): string {
    const text = JSON.stringify(message);
    return `Content-Length: ${new TextEncoder().encode(text).length}\r\n\r\n${text}`;
}

const SEPARATOR = '\r\n\r\n';

/** The requests on a stream. @throws Error for a header without a length */
export async function* requestsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Request> {
    let held = new Uint8Array();
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
        const joined = new Uint8Array(held.length + chunk.length);
        joined.set(held);
        joined.set(chunk, held.length);
        held = joined;
        for (;;) {
            // headers are ASCII, so that an offset in the text is an offset in the bytes
            const header = new TextDecoder('latin1').decode(held.subarray(0, 1000));
            const end = header.indexOf(SEPARATOR);
            if (end < 0) {
                break;
            }
            const length = Number(/content-length: *(\d+)/i.exec(header.slice(0, end))?.[1]);
            if (Number.isNaN(length)) {
                throw new Error(`a message without Content-Length: ${header.slice(0, end)}`);
            }
            const begin = end + SEPARATOR.length;
            if (held.length < begin + length) {
                break;
            }
            yield JSON.parse(decoder.decode(held.subarray(begin, begin + length))) as Request;
            held = held.slice(begin + length);
        }
    }
}
