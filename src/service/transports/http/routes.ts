// Routes the paths of the main port, and answers everything that needs no body: 404, 405, 415, health, CORS.

import { METHODS, SERVICE_NAME, type Method } from '../../../wire/methods.js';
import type { ServerContext } from '../context.js';
import { Code } from '../../../wire/status.js';
import { ACCEPT_GRPC, ACCEPT_POST, servedAs } from '../protocols.js';
import type { Cors } from './cors.js';
import { NO_HEADERS, type Exchange, type Headers } from './exchange.js';
import { refuseGrpc, serveCall } from './rpc.js';

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

const procedures = new Map<string, Method>(METHODS.map(method => [`/${SERVICE_NAME}/${method.name}`, method]));

/**
 * Answers one exchange.
 * @param streams paths that are served as streams over HTTP/2; the listener handles them before
 */
export function route(context: ServerContext, cors: Cors, streams: ReadonlySet<string>, exchange: Exchange): void {
    const { origin } = exchange.headers;
    const extra = origin === undefined ? NO_HEADERS : cors.headers(origin);
    if (exchange.method === 'OPTIONS' && origin !== undefined && cors.isPreflight(exchange.headers)) {
        exchange.respond(204, cors.preflight(origin));
        return;
    }
    const method = procedures.get(exchange.path);
    if (method) {
        const served = servedAs(exchange.headers['content-type']);
        if (exchange.method !== 'POST') {
            exchange.respond(405, { ...extra, allow: 'POST' });
        } else if (!served) {
            exchange.respond(415, { ...extra, 'accept-post': ACCEPT_POST });
        } else {
            serveCall(context, exchange, method, served, extra);
        }
    } else if (exchange.path === '/health') {
        answerHealth(context.version, exchange, extra);
    } else if (streams.has(exchange.path)) {
        exchange.respond(505, extra);
    } else {
        notFoundPage(exchange, extra);
    }
}

/** Answers one exchange if only gRPC is served (`-transport grpc`). Other requests get 415, as from gRPC servers. */
export function routeGrpc(context: ServerContext, exchange: Exchange): void {
    const served = servedAs(exchange.headers['content-type']);
    if (exchange.method !== 'POST' || served?.protocol !== 'grpc') {
        exchange.respond(415, { 'accept-post': ACCEPT_GRPC });
        return;
    }
    const method = procedures.get(exchange.path);
    if (method) {
        serveCall(context, exchange, method, served, NO_HEADERS);
    } else {
        refuseGrpc(exchange, served, Code.unimplemented, `unknown procedure ${exchange.path}`);
    }
}

/** The page for unknown paths. */
export function notFoundPage(exchange: Exchange, extra: Headers = NO_HEADERS): void {
    exchange.respond(404, { ...extra, ...TEXT }, Buffer.from('404 page not found'));
}

/** The health report. */
export function answerHealth(version: string, exchange: Exchange, extra: Headers = NO_HEADERS): void {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD') {
        exchange.respond(405, { ...extra, allow: 'GET, HEAD' });
        return;
    }
    const report = Buffer.from(`${JSON.stringify({ service: 'sysml-grpc', status: 'ok', version })}\n`);
    exchange.respond(200, { ...extra, 'content-type': 'application/json' }, report);
}
