// The browser origins that may call, and their CORS headers. This is not authentication: other clients are not restricted.

import type { IncomingHttpHeaders } from 'node:http';
import type { Headers } from './exchange.js';

const EXPOSED = 'Grpc-Status, Grpc-Message, Grpc-Status-Details-Bin';
const ALLOWED_HEADERS = 'Content-Type, Connect-Protocol-Version, Connect-Timeout-Ms, Grpc-Timeout, X-Grpc-Web, X-User-Agent';
const MAX_AGE = 7200;

export class Cors {
    private readonly origins: ReadonlySet<string>;

    /** @param origins exact origins; if empty, no origin is allowed */
    constructor(origins: readonly string[]) {
        this.origins = new Set(origins);
    }

    /** Headers of an answer to the origin. */
    headers(origin: string): Headers {
        return this.origins.has(origin)
            ? { 'access-control-allow-origin': origin, vary: 'Origin', 'access-control-expose-headers': EXPOSED }
            : {};
    }

    /** Whether a request is a preflight from an allowed origin. */
    isPreflight(headers: IncomingHttpHeaders): boolean {
        return headers['access-control-request-method'] !== undefined && this.origins.has(headers.origin ?? '');
    }

    /** Headers of the answer to a preflight from an allowed origin. */
    preflight(origin: string): Headers {
        return {
            'access-control-allow-origin': origin,
            vary: 'Origin',
            'access-control-allow-methods': 'GET, POST',
            'access-control-allow-headers': ALLOWED_HEADERS,
            'access-control-max-age': MAX_AGE
        };
    }
}
