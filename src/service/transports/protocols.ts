// The three RPC protocols as data: content types, and their common encodings (time-outs, framing, percent-encoding). Does not depend on
// sockets or operations.

import type { Format } from '../../wire/codec.js';
import { shortened } from '../../wire/status.js';

export type Protocol = 'connect' | 'grpc' | 'grpcweb';

export interface Served {
    readonly protocol: Protocol;
    readonly format: Format;
    /** content type of the answer */
    readonly answer: string;
}

const served = (protocol: Protocol, format: Format, answer: string): Served => ({ protocol, format, answer });

/** The content types of procedures. */
const CONTENT_TYPES: ReadonlyMap<string, Served> = new Map(
    Object.entries({
        'application/grpc': served('grpc', 'proto', 'application/grpc'),
        'application/grpc+json': served('grpc', 'json', 'application/grpc+json'),
        'application/grpc+proto': served('grpc', 'proto', 'application/grpc+proto'),
        'application/grpc-web': served('grpcweb', 'proto', 'application/grpc-web'),
        'application/grpc-web+json': served('grpcweb', 'json', 'application/grpc-web+json'),
        'application/grpc-web+proto': served('grpcweb', 'proto', 'application/grpc-web+proto'),
        'application/json': served('connect', 'json', 'application/json'),
        'application/json; charset=utf-8': served('connect', 'json', 'application/json'),
        'application/proto': served('connect', 'proto', 'application/proto')
    })
);

/** Value of `Accept-Post`. */
export const ACCEPT_POST = [...CONTENT_TYPES.keys()].sort().join(', ');

/** Value of `Accept-Post` if only gRPC is served. */
export const ACCEPT_GRPC = [...CONTENT_TYPES]
    .flatMap(([type, { protocol }]) => (protocol === 'grpc' ? [type] : []))
    .sort()
    .join(', ');

/** Protocol and format of a content type; undefined for 415. */
export function servedAs(contentType: string | undefined): Served | undefined {
    return contentType === undefined ? undefined : (CONTENT_TYPES.get(contentType) ?? CONTENT_TYPES.get(normalized(contentType)));
}

/** Normalizes a content type: lower case, no quotes, one blank after each semicolon. */
function normalized(contentType: string): string {
    return contentType
        .toLowerCase()
        .replaceAll('"', '')
        .split(';')
        .map(part => part.trim())
        .join('; ');
}

/** Milliseconds by unit letter. */
const GRPC_UNITS: ReadonlyMap<string, number> = new Map(Object.entries({ H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }));

/** Milliseconds of a `grpc-timeout`; undefined if it is invalid. */
export function grpcTimeout(text: string): number | undefined {
    const match = /^(\d{1,8})([HMSmun])$/.exec(text);
    return match ? Number(match[1]) * GRPC_UNITS.get(match[2])! : undefined;
}

/** Milliseconds of a `Connect-Timeout-Ms`; undefined if it is invalid. */
export function connectTimeout(text: string): number | undefined {
    return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** Bytes of the prefix in the length-prefixed framing. */
export const PREFIX = 5;
export const FLAG_COMPRESSED = 1;
export const FLAG_TRAILERS = 0x80;

/** A message with its prefix. */
export function frame(flags: number, message: Uint8Array): Buffer {
    const framed = Buffer.allocUnsafe(PREFIX + message.length);
    framed[0] = flags;
    framed.writeUInt32BE(message.length, 1);
    framed.set(message, PREFIX);
    return framed;
}

/** Maximum characters of a `grpc-message`, and maximum bytes of its encoded header: clients refuse longer ones. */
const LONGEST_MESSAGE = 4_000;
const LONGEST_HEADER = 8_000;

/** Encodes `grpc-message`: UTF-8, percent-encoded unless printable ASCII, of bounded length. */
export function grpcMessage(text: string): string {
    const encoded = percentEncode(shortened(text, LONGEST_MESSAGE));
    // an encoded character takes at most nine bytes
    return encoded.length <= LONGEST_HEADER ? encoded : percentEncode(shortened(text, Math.floor(LONGEST_HEADER / 10)));
}

function percentEncode(text: string): string {
    if (/^[\x20-\x24\x26-\x7e]*$/.test(text)) {
        return text;
    }
    let encoded = '';
    for (const byte of Buffer.from(text)) {
        encoded +=
            byte >= 0x20 && byte <= 0x7e && byte !== 0x25
                ? String.fromCharCode(byte)
                : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return encoded;
}

/** Whether a header such as `Accept-Encoding` accepts gzip with a weight other than zero. */
export function acceptsGzip(header: string | undefined): boolean {
    return (
        header !== undefined &&
        header.split(',').some(entry => {
            const [coding, ...parameters] = entry.split(';').map(part => part.trim().toLowerCase());
            return coding === 'gzip' && !parameters.some(parameter => parameter.startsWith('q=') && Number(parameter.slice(2)) === 0);
        })
    );
}
