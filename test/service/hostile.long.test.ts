// Hostile input: every case ends in an error or a closed connection, the service lives, and other clients are served.

import { spawn, type ChildProcess } from 'node:child_process';
import { connect as http2Connect, constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

const MIB = 1024 * 1024;
const IDLE_CONNECTIONS = 10_000;

let child: ChildProcess;
let port: number;
let url: string;

beforeAll(async () => {
    child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'double/main.ts'), '-log-level', 'error'], {
        stdio: ['ignore', 'pipe', 'inherit']
    });
    const address = await new Promise<string>((resolve, reject) =>
        child.stdout!.once('data', chunk => resolve(String(chunk).trim())).once('end', reject)
    );
    port = Number(address.split(':')[1]);
    url = `http://${address}`;
});
afterAll(async () => {
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
});

const post = (method: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/sysml.SysMLService/${method}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });

/** The process that was started is alive and serves. */
afterEach(async () => {
    expect(child.exitCode).toBeNull();
    const parsed = (await (await post('ParseSources', JSON.stringify({ documents: [{ name: 'a', content: 'def A' }] }))).json()) as {
        modelHash: string;
    };
    const answer = await post('Evaluate', JSON.stringify({ modelHash: parsed.modelHash, expression: '1+1' }));
    expect(await answer.json()).toEqual({ result: { intValue: '2' } });
});

const refusedWith = async (response: Promise<Response>, code: string): Promise<void> => {
    expect(((await (await response).json()) as { code: string }).code).toBe(code);
};

function raw(text: string | Uint8Array): Promise<{ answer: string; socket: Socket }> {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    let answer = '';
    return new Promise(resolve =>
        socket
            .on('data', chunk => (answer += chunk.toString('latin1')))
            .on('error', () => undefined)
            .on('close', () => resolve({ answer, socket }))
    );
}

it('a body above 128 MiB by its own account', async () => {
    const { answer } = await raw(
        `POST /sysml.SysMLService/Evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${300 * MIB}\r\n\r\n{`
    );
    expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*resource_exhausted/);
});

it('a body above 128 MiB without saying so', async () => {
    const session = http2Connect(url);
    session.on('error', () => undefined);
    const stream = session.request({ ':method': 'POST', ':path': '/sysml.SysMLService/Evaluate', 'content-type': 'application/json' });
    let answer = '';
    let status = 0;
    stream
        .on('response', headers => (status = Number(headers[':status'])))
        .on('data', chunk => (answer += chunk))
        .on('error', () => undefined);
    const closed = new Promise(resolve => stream.on('close', resolve));
    const chunk = Buffer.alloc(MIB, ' ');
    for (let sent = 0; sent < 200 && !stream.destroyed && status === 0; sent++) {
        if (!stream.write(chunk)) {
            await Promise.race([new Promise(resolve => stream.once('drain', resolve)), closed]);
        }
    }
    await closed;
    session.destroy();
    expect([status, answer]).toEqual([429, expect.stringContaining('resource_exhausted')]);
});

it('a large body within the limit is read', async () => {
    await refusedWith(post('Evaluate', Buffer.alloc(40 * MIB, ' ')), 'invalid_argument');
});

it.each([
    ['Connect', 'application/json', 'content-encoding'],
    ['gRPC-Web', 'application/grpc-web+json', 'grpc-encoding']
])('a gzip bomb over %s', async (_, type, header) => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB, ' '), { level: 9 });
    const body = type.includes('grpc')
        ? Buffer.concat([Buffer.from([1]), Buffer.from(new Uint8Array(new Uint32Array([bomb.length]).buffer).reverse()), bomb])
        : bomb;
    const response = await post('Evaluate', body, { 'Content-Type': type, [header]: 'gzip' });
    expect(await response.text()).toMatch(type.includes('grpc') ? /grpc-status: 8/ : /resource_exhausted/);
});

it('gzip that is none', () => refusedWith(post('Evaluate', 'no gzip', { 'Content-Encoding': 'gzip' }), 'invalid_argument'));

it.each([
    ['arrays', '['.repeat(200_000)],
    ['closed arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)]
])('deep JSON of %s', async (_, body) => {
    await refusedWith(post('Evaluate', body), 'invalid_argument');
});

it('deep JSON in a recursive message', async () => {
    const deep = `{"query":{"where":${'{"composite":{"constraint":['.repeat(50_000)}${']}}'.repeat(50_000)}}}`;
    const values = `{"bindings":[{"values":[${'{"object":{"element":'.repeat(30_000)}{}${'}}'.repeat(30_000)}]}]}`;
    for (const [method, body] of [
        ['Query', deep],
        ['RunDocumentQuery', values]
    ]) {
        const response = await post(method, body);
        expect(['invalid_argument', 'unimplemented', 'not_found']).toContain(((await response.json()) as { code: string }).code);
    }
});

it('deep protobuf in a recursive message', async () => {
    let message: Buffer = Buffer.alloc(0);
    const nest = (field: number, inner: Buffer): Buffer => {
        const length: number[] = [];
        let rest = inner.length;
        do {
            length.push(rest > 127 ? (rest & 127) | 128 : rest);
            rest >>= 7;
        } while (rest > 0);
        return Buffer.concat([Buffer.from([(field << 3) | 2, ...length]), inner]);
    };
    for (let depth = 0; depth < 20_000; depth++) {
        message = nest(3, nest(10, message));
    }
    const response = await post('RunDocumentQuery', nest(3, nest(2, message)), { 'Content-Type': 'application/proto' });
    expect(['invalid_argument', 'not_found']).toContain(((await response.json()) as { code: string }).code);
});

it.each([
    ['JSON', 'application/json', Buffer.from('{"expression":"\xff\xfe"}', 'latin1')],
    ['protobuf', 'application/proto', Buffer.from([0x12, 2, 0xff, 0xfe])]
])('invalid UTF-8 in %s', async (_, type, body) => {
    const response = await post('Evaluate', body, { 'Content-Type': type });
    expect(['invalid_argument', 'not_found']).toContain(((await response.json()) as { code: string }).code);
});

it.each([
    ['a truncated message', [0x0a, 5, 0x61]],
    ['a field number of zero', [0x02, 0]],
    ['an endless varint', Array<number>(20).fill(0xff)],
    ['a length beyond memory', [0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f]]
])('protobuf with %s', async (_, bytes) => {
    await refusedWith(post('Evaluate', Buffer.from(bytes), { 'Content-Type': 'application/proto' }), 'invalid_argument');
});

/** One gRPC call of these bytes: its status, or `closed` when the connection ended instead. */
function grpcCall(body: Buffer, headers: Record<string, string> = {}): Promise<string> {
    const session = http2Connect(url);
    session.on('error', () => undefined);
    const stream = session.request({
        ':method': 'POST',
        ':path': '/sysml.SysMLService/Evaluate',
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers
    });
    let status: unknown = 'closed';
    const read = (received: Record<string, unknown>): void => void (status = received['grpc-status'] ?? status);
    stream
        .on('response', read)
        .on('trailers', read)
        .on('error', () => undefined)
        .resume();
    stream.end(body);
    return new Promise(resolve =>
        stream.on('close', () => {
            session.destroy();
            resolve(String(status));
        })
    );
}

it.each([
    ['half a prefix', Buffer.from([0, 0, 0]), '3'],
    ['half a message', Buffer.from([0, 0, 0, 0, 9, 0x0a]), '3'],
    ['no message', Buffer.alloc(0), '12'],
    ['a message of 4 GiB by its own account', Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0x0a]), '8'],
    ['unknown flags', Buffer.from([0x7f, 0, 0, 0, 0]), '3'],
    ['a second message', Buffer.alloc(10), '12'],
    ['compression that was not announced', Buffer.from([1, 0, 0, 0, 1, 0]), '3']
])('a gRPC frame with %s', async (_, body, status) => {
    expect(await grpcCall(body)).toBe(status);
});

it('gzip that ends too early, in a gRPC frame', async () => {
    const half = gzipSync(Buffer.alloc(10_000, 'a')).subarray(0, 20);
    expect(await grpcCall(Buffer.concat([Buffer.from([1, 0, 0, 0, half.length]), half]), { 'grpc-encoding': 'gzip' })).toBe('3');
});

it('connections that break within an HTTP/2 frame', async () => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    const headers = Buffer.from([0, 0, 200, 1, 4, 0, 0, 0, 1, 0x82]);
    for (const frame of [settings.subarray(0, 5), headers, Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1])]) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined).resume();
        socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings, frame]));
        await new Promise(resolve => socket.once('data', resolve));
        socket.destroy();
    }
});

it('a header flood over HTTP/1.1', async () => {
    const { answer } = await raw(`POST / HTTP/1.1\r\nHost: a\r\n${'X-Flood: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5000)}\r\n`);
    expect(answer === '' || answer.startsWith('HTTP/1.1 431')).toBe(true);
});

it('a header flood over HTTP/2', async () => {
    const session = http2Connect(url);
    session.on('error', () => undefined);
    const stream = session.request({
        ':method': 'POST',
        ':path': '/',
        ...Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-flood-${index}`, 'a'.repeat(40)]))
    });
    stream
        .on('error', () => undefined)
        .on('response', () => undefined)
        .resume();
    await new Promise(resolve => stream.on('close', resolve));
    session.destroy();
});

it('a flood of streams that are reset at once', async () => {
    const session = http2Connect(url);
    session.on('error', () => undefined);
    for (let round = 0; round < 20 && !session.destroyed; round++) {
        for (let index = 0; index < 200 && !session.destroyed; index++) {
            const stream = session.request({
                ':method': 'POST',
                ':path': '/sysml.SysMLService/Evaluate',
                'content-type': 'application/grpc'
            });
            stream.on('error', () => undefined);
            stream.close(constants.NGHTTP2_CANCEL);
        }
        await new Promise(resolve => setTimeout(resolve, 5));
    }
    session.destroy();
});

it('a reflection client that asks on and on and takes no answer', async () => {
    const session = http2Connect(url, { settings: { initialWindowSize: 0 } });
    session.on('error', () => undefined);
    const stream = session.request({
        ':method': 'POST',
        ':path': '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
        'content-type': 'application/grpc'
    });
    stream.on('error', () => undefined).pause();
    const name = Buffer.from('sysml.SysMLService');
    const question = Buffer.concat([Buffer.from([0, 0, 0, 0, name.length + 2, 0x22, name.length]), name]);
    stream.write(Buffer.concat(Array.from({ length: 20_000 }, () => question)));
    // it is answered as far as it takes answers, and others are served meanwhile
    await new Promise(resolve => stream.on('response', resolve));
    expect((await post('GetServerInfo', '{}')).status).toBe(200);
    session.destroy();
});

it.each([
    ['neither protocol', '\x16\x03\x01\x02\x00nonsense\r\n\r\n'],
    ['a broken preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense that is no frame at all'],
    ['half a request line and the end', 'POST /sys']
])('%s', async (_, text) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.end(Buffer.from(text, 'latin1'));
    socket.resume();
    await new Promise(resolve => socket.on('close', resolve));
});

it('a client that sends its headers byte by byte is cut off', async () => {
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise<void>(resolve => socket.on('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    socket.write('POST /sysml.SysMLService/Evaluate HTTP/1.1\r\nHost: a\r\n');
    const timer = setInterval(() => socket.writable && socket.write('X'), 500);
    await closed;
    clearInterval(timer);
});

it('a refused body that goes on coming is taken, so that its client reads the answer', async () => {
    const socket = connect(port, '127.0.0.1');
    const ended = vi.fn();
    let answer = '';
    socket
        .on('data', chunk => (answer += chunk.toString('latin1')))
        .on('error', ended)
        .on('end', ended);
    socket.write(
        `POST /sysml.SysMLService/Evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${300 * MIB}\r\n\r\n`
    );
    for (let sent = 0; sent < 10; sent++) {
        socket.write(' '.repeat(1000));
        await new Promise(resolve => setTimeout(resolve, 500));
    }
    expect([answer, ended.mock.calls]).toEqual([expect.stringMatching(/^HTTP\/1\.1 429 /), []]);
    socket.destroy();
});

it('a client that leaves within its body', async () => {
    await Promise.all(
        Array.from({ length: 50 }, async () => {
            const socket = connect(port, '127.0.0.1').on('error', () => undefined);
            socket.write(
                'POST /sysml.SysMLService/Evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":'
            );
            await new Promise(resolve => setTimeout(resolve, 20));
            socket.destroy();
        })
    );
});

it('clients that do not read their answers', async () => {
    const { modelHash } = (await (await post('ParseSources', JSON.stringify({ documents: [{ name: 'a', content: 'def A' }] }))).json()) as {
        modelHash: string;
    };
    const body = JSON.stringify({ modelHash, expression: 'text 4000000' });
    const sockets = Array.from({ length: 20 }, () => {
        const socket = connect(port, '127.0.0.1');
        socket.pause();
        socket.on('error', () => undefined);
        socket.write(
            `POST /sysml.SysMLService/Evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        );
        return socket;
    });
    await new Promise(resolve => setTimeout(resolve, 500));
    expect((await fetch(`${url}/health`)).status).toBe(200);
    sockets.forEach(socket => socket.destroy());
});

it(`${IDLE_CONNECTIONS} idle connections`, async () => {
    const sockets: Socket[] = [];
    let failed = 0;
    for (let opened = 0; opened < IDLE_CONNECTIONS; opened += 500) {
        await Promise.all(
            Array.from(
                { length: 500 },
                () =>
                    new Promise<void>(resolve => {
                        const socket = connect(port, '127.0.0.1');
                        sockets.push(socket);
                        socket.once('connect', resolve).on('error', () => {
                            failed++;
                            resolve();
                        });
                    })
            )
        );
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(failed).toBeLessThan(IDLE_CONNECTIONS);
    sockets.forEach(socket => socket.destroy());
});
