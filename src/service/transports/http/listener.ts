// The main port: HTTP/1.1 and HTTP/2 on one socket, in cleartext told apart by their first bytes, under TLS by ALPN.

import { createServer as createHttp1, type Server as Http1Server } from 'node:http';
import { createServer as createHttp2, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTls, type TLSSocket } from 'node:tls';
import { Http1Exchange, Http2Exchange, type Exchange } from './exchange.js';

export interface ListenerOptions {
    readonly port: number;
    /** all interfaces when absent */
    readonly host?: string;
    /** PEM texts; cleartext when absent */
    readonly tls?: { readonly cert: string; readonly key: string };
    /** how long a client may take to send the headers of a request, in milliseconds */
    readonly headersTimeout?: number;
    /** answers a request */
    handle(exchange: Exchange): void;
    /** paths served as streams, over HTTP/2 only */
    readonly streams?: ReadonlyMap<string, (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void>;
}

export interface Listener {
    readonly address: AddressInfo;
    /** Accepts nothing new; connections end when their calls have been answered. */
    stop(): void;
    /** Ends every connection. */
    end(): void;
}

/** What every HTTP/2 connection starts with. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const HEADERS_TIMEOUT = 10_000;
/** Window of a stream and of a connection: large enough that an upload is not held up by round trips. */
const WINDOW = 1024 * 1024;

/** Starts listening; fails with the error of the socket when it cannot. */
export async function listen(options: ListenerOptions): Promise<Listener> {
    const headersTimeout = options.headersTimeout ?? HEADERS_TIMEOUT;
    const http1 = http1Server(options, headersTimeout);
    const sessions = new Set<ServerHttp2Session>();
    const http2 = http2Server(options, sessions);
    const sockets = new Set<Socket>();
    const track = (socket: Socket): void => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
    };
    const server: Server = options.tls
        ? createTls({ ...options.tls, ALPNProtocols: ['h2', 'http/1.1'], minVersion: 'TLSv1.2', handshakeTimeout: headersTimeout })
        : createTcp({ noDelay: true });
    server.on('connection', track);
    if (options.tls) {
        server.on('secureConnection', (socket: TLSSocket) => {
            socket.setNoDelay(true);
            socket.on('error', () => socket.destroy());
            (socket.alpnProtocol === 'h2' ? http2 : http1).emit('connection', socket);
        });
        server.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy());
    } else {
        server.on('connection', (socket: Socket) => sniff(socket, headersTimeout, isHttp2 => (isHttp2 ? http2 : http1).emit('connection', socket)));
    }
    await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, options.host, resolve);
    });
    server.on('error', () => undefined);
    // the server behind never listens itself; without this it does not watch its connections for late headers
    http1.emit('listening');
    return {
        address: server.address() as AddressInfo,
        stop() {
            server.close();
            http1.close();
            http1.closeIdleConnections();
            sessions.forEach(session => session.close());
        },
        end() {
            sessions.forEach(session => session.destroy());
            sockets.forEach(socket => socket.destroy());
        }
    };
}

/** Reads as many bytes as it takes to know whether the client speaks HTTP/2, and puts them back. */
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

function http1Server(options: ListenerOptions, headersTimeout: number): Http1Server {
    const server = createHttp1({
        headersTimeout, requestTimeout: 0, keepAliveTimeout: 75_000, connectionsCheckingInterval: Math.min(2000, headersTimeout),
        maxHeaderSize: 32 * 1024
    });
    server.on('request', (request, response) => options.handle(new Http1Exchange(request, response)));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large'
            : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
        if (socket.writable) {
            socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
        }
        socket.on('finish', () => socket.destroy());
    });
    return server;
}

function http2Server(options: ListenerOptions, sessions: Set<ServerHttp2Session>): ReturnType<typeof createHttp2> {
    const server = createHttp2({
        settings: { initialWindowSize: WINDOW, maxConcurrentStreams: 1000, maxHeaderListSize: 64 * 1024 }, maxSessionMemory: 256
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
        const streamed = path === undefined ? undefined : options.streams?.get(path);
        if (streamed && headers[':method'] === 'POST') {
            stream.on('error', () => undefined);
            streamed(stream, headers);
        } else {
            options.handle(new Http2Exchange(stream, headers));
        }
    });
    return server;
}
