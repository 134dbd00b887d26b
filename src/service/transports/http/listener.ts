// The main port: HTTP/1.1 and HTTP/2 on one socket. In cleartext the first bytes distinguish them, under TLS ALPN does.

import { createServer as createHttp1, type Server as Http1Server } from 'node:http';
import { createServer as createHttp2, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTls, type TLSSocket } from 'node:tls';
import { exchangeLimits, Http1Exchange, Http2Exchange, type Exchange, type ExchangeLimits } from './exchange.js';

export interface ListenerOptions {
    readonly port: number;
    /** all interfaces if absent */
    readonly host?: string;
    /** PEM texts; cleartext if absent */
    readonly tls?: { readonly cert: string; readonly key: string };
    /** maximum time for the headers of a request, in milliseconds */
    readonly headersTimeout?: number;
    /** accepts HTTP/2 only and closes other connections */
    readonly http2Only?: boolean;
    /** limits of bodies; separate ones if absent */
    readonly limits?: ExchangeLimits;
    /** milliseconds of silence after which an HTTP/2 connection gets a PING; it must answer within half of that time */
    readonly silence?: number;
    /** answers a request */
    handle(exchange: Exchange): void;
    /** receives an error of {@link handle}, after which the request is answered with status 500 */
    onFault?(error: unknown): void;
    /** paths that are served as streams, over HTTP/2 only */
    readonly streams?: ReadonlyMap<string, (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void>;
}

export interface Listener {
    readonly address: AddressInfo;
    /** Accepts no new connections; existing ones end when their calls have been answered. */
    stop(): void;
    /** Closes every connection. */
    end(): void;
}

/** The connection preface of HTTP/2. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const HEADERS_TIMEOUT = 10_000;
const SILENCE = 40_000;
/** Flow-control window of a stream and base of that of a connection: large enough that round trips do not delay an upload. */
const WINDOW = 1024 * 1024;

/** Starts listening. @throws the error of the socket */
export async function listen(options: ListenerOptions): Promise<Listener> {
    const headersTimeout = options.headersTimeout ?? HEADERS_TIMEOUT;
    const limits = options.limits ?? exchangeLimits();
    const answer = (exchange: Exchange): void => {
        try {
            options.handle(exchange);
        } catch (error) {
            options.onFault?.(error);
            exchange.respond(500, {});
        }
    };
    const http1 = http1Server(exchangeOf => answer(exchangeOf(limits)), headersTimeout);
    const sessions = new Set<ServerHttp2Session>();
    const http2 = http2Server(options.streams, sessions, exchangeOf => answer(exchangeOf(limits)));
    const watching = watchSilence(sessions, options.silence ?? SILENCE);
    const sockets = new Set<Socket>();
    const track = (socket: Socket): void => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
    };
    const serve = (socket: Socket, isHttp2: boolean): void => {
        if (!isHttp2 && options.http2Only) {
            socket.destroy();
        } else {
            (isHttp2 ? http2 : http1).emit('connection', socket);
        }
    };
    const server: Server = options.tls
        ? createTls({ ...options.tls, ALPNProtocols: ['h2', 'http/1.1'], minVersion: 'TLSv1.2', handshakeTimeout: headersTimeout })
        : createTcp({ noDelay: true });
    server.on('connection', track);
    if (options.tls) {
        server.on('secureConnection', (socket: TLSSocket) => {
            socket.setNoDelay(true);
            socket.on('error', () => socket.destroy());
            serve(socket, socket.alpnProtocol === 'h2');
        });
        server.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy());
    } else {
        server.on('connection', (socket: Socket) => sniff(socket, headersTimeout, isHttp2 => serve(socket, isHttp2)));
    }
    await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, options.host, resolve);
    });
    server.on('error', () => undefined);
    // the inner server never listens itself; this event starts its timer for late headers
    http1.emit('listening');
    return {
        address: server.address() as AddressInfo, // not null, since it listens on a port
        stop() {
            server.close();
            http1.close();
            http1.closeIdleConnections();
            sessions.forEach(session => session.close());
        },
        end() {
            clearInterval(watching);
            sessions.forEach(session => session.destroy());
            sockets.forEach(socket => socket.destroy());
        }
    };
}

/** Reads enough bytes to recognize HTTP/2, and puts them back. */
function sniff(socket: Socket, timeout: number, decided: (isHttp2: boolean) => void): void {
    let read: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(), timeout);
    const onClose = (): void => clearTimeout(timer);
    const onData = (chunk: Buffer): void => {
        read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
        const compared = Math.min(read.length, PREFACE.length);
        const matches = read.compare(PREFACE, 0, compared, 0, compared) === 0;
        if (matches && compared < PREFACE.length) {
            return;
        }
        clearTimeout(timer);
        socket.pause();
        socket.removeListener('data', onData);
        socket.removeListener('close', onClose);
        socket.unshift(read);
        decided(matches);
        if (!matches) {
            socket.resume();
        }
    };
    socket.on('data', onData);
    socket.on('close', onClose);
}

/** Answers an exchange that is created with the given limits. */
type Answer = (exchangeOf: (limits: ExchangeLimits) => Exchange) => void;

function http1Server(answer: Answer, headersTimeout: number): Http1Server {
    const server = createHttp1({
        headersTimeout,
        requestTimeout: 0,
        keepAliveTimeout: 75_000,
        connectionsCheckingInterval: Math.min(2000, headersTimeout),
        maxHeaderSize: 32 * 1024
    });
    server.on('request', (request, response) => answer(limits => new Http1Exchange(request, response, limits)));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        const status =
            error.code === 'HPE_HEADER_OVERFLOW'
                ? '431 Request Header Fields Too Large'
                : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
                  ? '408 Request Timeout'
                  : '400 Bad Request';
        if (socket.writable) {
            socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        }
        socket.on('finish', () => socket.destroy());
    });
    return server;
}

function http2Server(
    streams: ListenerOptions['streams'],
    sessions: Set<ServerHttp2Session>,
    answer: Answer
): ReturnType<typeof createHttp2> {
    const server = createHttp2({
        settings: { initialWindowSize: WINDOW, maxConcurrentStreams: 1000, maxHeaderListSize: 64 * 1024 },
        maxSessionMemory: 256
    });
    server.on('session', session => {
        sessions.add(session);
        session.on('close', () => sessions.delete(session));
        session.on('error', () => undefined);
        session.setLocalWindowSize(4 * WINDOW);
    });
    server.on('sessionError', () => undefined);
    server.on('stream', (stream, headers) => {
        const path = headers[':path'];
        const streamed = path === undefined ? undefined : streams?.get(path);
        if (streamed && headers[':method'] === 'POST') {
            stream.on('error', () => undefined);
            streamed(stream, headers);
        } else {
            answer(limits => new Http2Exchange(stream, headers, limits));
        }
    });
    return server;
}

/** checks without progress before a connection gets a PING */
const SILENT_LOOKS = 4;

/**
 * Closes silent connections that do not answer a PING: their clients are gone, or stopped within a frame. A common timer checks all of
 * them; a timer per connection would be reset at every frame.
 */
function watchSilence(sessions: ReadonlySet<ServerHttp2Session>, silence: number): NodeJS.Timeout {
    const known = new WeakMap<ServerHttp2Session, { moved: number; looks: number }>();
    const look = (session: ServerHttp2Session): void => {
        const { bytesRead, bytesWritten } = session.socket;
        const state = known.get(session);
        if (state?.moved !== bytesRead + bytesWritten) {
            known.set(session, { moved: bytesRead + bytesWritten, looks: 0 });
        } else if (++state.looks === SILENT_LOOKS) {
            // a client that stopped within a frame does not answer
            const timer = setTimeout(() => session.destroy(), silence / 2).unref();
            session.ping(() => clearTimeout(timer));
        }
    };
    return setInterval(() => {
        for (const session of sessions) {
            if (!session.destroyed) {
                look(session);
            }
        }
    }, silence / SILENT_LOOKS).unref();
}
