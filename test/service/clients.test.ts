// Real clients of the three RPC protocols and of reflection, in cleartext and under TLS, against the main port and `-transport grpc`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as http2Connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { fromBinary, create, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createClient, type Client, type Transport } from '@connectrpc/connect';
import { compressionGzip, createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { createConnectTransport as createWebConnect, createGrpcWebTransport as createWebGrpc } from '@connectrpc/connect-web';
import * as grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
    ServerReflectionRequestSchema,
    ServerReflectionResponseSchema
} from '../../src/wire/generated/grpc/reflection/v1/reflection_pb.js';
import { SysMLService } from '../../src/wire/generated/sysml_pb.js';
import { spread } from '../support/thorough.js';
import { selfSigned } from './double/certificate.js';
import { start, type TestService } from './double/start.js';

const folder = mkdtempSync(join(tmpdir(), 'service-tls-'));
const { cert, key } = selfSigned();
const tlsFlags = ['-tls-cert', join(folder, 'cert.pem'), '-tls-key', join(folder, 'key.pem')];
const origin = 'http://studio.example:8080';

let plain: TestService;
let secure: TestService;
let alone: TestService;

beforeAll(async () => {
    writeFileSync(join(folder, 'cert.pem'), cert);
    writeFileSync(join(folder, 'key.pem'), key);
    [plain, secure, alone] = await Promise.all([
        start(['-cors-allowed-origins', `${origin}, http://other`]),
        start(tlsFlags),
        start(['-transport', 'grpc'])
    ]);
});
afterAll(async () => {
    await Promise.all([plain.shutdown(), secure.shutdown(), alone.shutdown()]);
    rmSync(folder, { recursive: true });
});

const nodeOptions = { rejectUnauthorized: true, ca: cert };

const transports: [name: string, make: () => Transport][] = [
    ['gRPC', () => createGrpcTransport({ baseUrl: plain.url })],
    ['gRPC, gzip', () => createGrpcTransport({ baseUrl: plain.url, compressMinBytes: 0, sendCompression: compressionGzip })],
    ['gRPC in JSON', () => createGrpcTransport({ baseUrl: plain.url, useBinaryFormat: false })],
    ['gRPC over TLS', () => createGrpcTransport({ baseUrl: secure.url, nodeOptions })],
    ['gRPC alone', () => createGrpcTransport({ baseUrl: alone.url })],
    ['gRPC-Web over HTTP/1.1', () => createGrpcWebTransport({ baseUrl: plain.url, httpVersion: '1.1' })],
    ['gRPC-Web over HTTP/2', () => createGrpcWebTransport({ baseUrl: plain.url, httpVersion: '2' })],
    ['gRPC-Web in JSON', () => createGrpcWebTransport({ baseUrl: plain.url, httpVersion: '1.1', useBinaryFormat: false })],
    ['Connect over HTTP/1.1', () => createConnectTransport({ baseUrl: plain.url, httpVersion: '1.1' })],
    ['Connect over HTTP/2', () => createConnectTransport({ baseUrl: plain.url, httpVersion: '2' })],
    [
        'Connect in protobuf, gzip',
        () =>
            createConnectTransport({
                baseUrl: plain.url,
                httpVersion: '1.1',
                useBinaryFormat: true,
                compressMinBytes: 0,
                sendCompression: compressionGzip
            })
    ],
    ['Connect over TLS and HTTP/1.1', () => createConnectTransport({ baseUrl: secure.url, httpVersion: '1.1', nodeOptions })],
    ['Connect over TLS and HTTP/2', () => createConnectTransport({ baseUrl: secure.url, httpVersion: '2', nodeOptions })],
    ['Connect of browsers', () => createWebConnect({ baseUrl: plain.url })],
    ['gRPC-Web of browsers', () => createWebGrpc({ baseUrl: plain.url })]
];

async function failure(call: Promise<unknown>): Promise<[Code, string]> {
    try {
        await call;
    } catch (error) {
        return [(error as ConnectError).code, (error as ConnectError).rawMessage];
    }
    throw new Error('the call did not fail');
}

describe.each(spread(transports, 3))('%s', (_, make) => {
    let client: Client<typeof SysMLService>;
    beforeAll(() => {
        client = createClient(SysMLService, make());
    });

    it('answers small and large calls', async () => {
        const { modelHash, diagnostics } = await client.parseSources({
            documents: [{ name: 'ä.sysml', source: { case: 'content', value: `def A\nerror ${'x'.repeat(200_000)}` } }]
        });
        expect(diagnostics[0].message).toHaveLength(200_006);
        expect((await client.evaluate({ modelHash, expression: '9223372036854775807' })).result?.kind).toEqual({
            case: 'intValue',
            value: 9223372036854775807n
        });
        expect((await client.evaluate({ modelHash, expression: 'text 100000' })).result?.kind.value).toHaveLength(100_000);
        expect((await client.getSymbol({ modelHash, symbolId: 'A' })).symbol?.kind).toBe('partDef');
    });

    it('fails with the code and message of the contract', async () => {
        expect(await failure(client.getDiagnostics({ modelHash: 'health_check' }))).toEqual([
            Code.NotFound,
            'model not found: health_check'
        ]);
        expect(
            await failure(
                client.parseSources({ documents: [{ name: 'é%', source: { case: 'content', value: '' }, language: 'ümläut%\n' }] })
            )
        ).toEqual([Code.InvalidArgument, expect.stringContaining('"ümläut%')]);
        expect(await failure(client.migrate({}))).toEqual([Code.Unimplemented, 'capability "migrate" is unavailable']);
    });

    it('ends at the deadline and when the caller gives up', async () => {
        const { modelHash } = await client.parseFile({ source: { case: 'content', value: 'def A' } });
        expect((await failure(client.evaluate({ modelHash, expression: 'spin 20000' }, { timeoutMs: 60 })))[0]).toBe(Code.DeadlineExceeded);
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 30);
        expect((await failure(client.evaluate({ modelHash, expression: 'spin 20000' }, { signal: controller.signal })))[0]).toBe(
            Code.Canceled
        );
        expect((await client.evaluate({ modelHash, expression: '1+1' })).result?.kind.value).toBe(2n);
    });
});

interface Dynamic {
    [method: string]: (request: object, callback: (error: grpc.ServiceError | null, answer: Record<string, unknown>) => void) => void;
}

describe.each([
    ['the main port', () => plain, false],
    ['TLS', () => secure, true],
    ['-transport grpc', () => alone, false]
] as const)('grpc-js and proto-loader on %s', (_, service, tls) => {
    let client: Dynamic;
    beforeAll(() => {
        const definition = loadSync(join(import.meta.dirname, '../../proto/sysml.proto'), { longs: String, keepCase: true });
        const { sysml } = grpc.loadPackageDefinition(definition) as unknown as {
            sysml: { SysMLService: new (address: string, credentials: grpc.ChannelCredentials) => Dynamic };
        };
        client = new sysml.SysMLService(
            `localhost:${service().port}`.replace('localhost', tls ? 'localhost' : '127.0.0.1'),
            tls ? grpc.credentials.createSsl(Buffer.from(cert)) : grpc.credentials.createInsecure()
        );
    });
    const call = (method: string, request: object): Promise<Record<string, unknown>> =>
        new Promise((resolve, reject) => client[method](request, (error, answer) => (error ? reject(error) : resolve(answer))));

    it('answers and fails', async () => {
        const { model_hash } = await call('ParseSources', { documents: [{ name: 'a', content: 'def A' }] });
        expect(await call('Evaluate', { model_hash, expression: '2+40' })).toMatchObject({ result: { int_value: '42' } });
        await expect(call('GetDiagnostics', { model_hash: 'health_check' })).rejects.toMatchObject({
            code: 5,
            details: 'model not found: health_check'
        });
        await expect(call('Evaluate', { model_hash, expression: 'throw' })).rejects.toMatchObject({ code: 13 });
    });

    it.each(['v1', 'v1alpha'])('reflects in %s', async version => {
        const service_ = `grpc.reflection.${version}.ServerReflection`;
        const client = new grpc.Client(
            `${tls ? 'localhost' : '127.0.0.1'}:${service().port}`,
            tls ? grpc.credentials.createSsl(Buffer.from(cert)) : grpc.credentials.createInsecure()
        );
        const stream = client.makeBidiStreamRequest(
            `/${service_}/ServerReflectionInfo`,
            (request: Uint8Array) => Buffer.from(request),
            (bytes: Buffer) => fromBinary(ServerReflectionResponseSchema, bytes)
        );
        const answers: ReturnType<typeof fromBinary<typeof ServerReflectionResponseSchema>>[] = [];
        const ended = new Promise<void>((resolve, reject) =>
            stream
                .on('data', answer => answers.push(answer as (typeof answers)[0]))
                .on('end', resolve)
                .on('error', reject)
        );
        for (const messageRequest of [
            { case: 'listServices', value: '' },
            { case: 'fileContainingSymbol', value: 'sysml.SysMLService' },
            { case: 'fileByFilename', value: 'sysml.proto' },
            { case: 'fileContainingSymbol', value: 'sysml.SysMLService.Evaluate' },
            { case: 'fileContainingSymbol', value: 'sysml.NoSuch' }
        ] as const) {
            stream.write(toBinary(ServerReflectionRequestSchema, create(ServerReflectionRequestSchema, { messageRequest })));
        }
        stream.end();
        await ended;
        client.close();
        const [list, bySymbol, byName, byMethod, missing] = answers.map(answer => answer.messageResponse);
        expect(list.case === 'listServicesResponse' && list.value.service.map(({ name }) => name)).toContain('sysml.SysMLService');
        for (const answer of [bySymbol, byName, byMethod]) {
            expect(
                answer.case === 'fileDescriptorResponse' &&
                    fromBinary(FileDescriptorProtoSchema, answer.value.fileDescriptorProto[0]).package
            ).toBe('sysml');
        }
        expect(missing.case === 'errorResponse' && missing.value.errorCode).toBe(5);
    });
});

describe('-transport grpc', () => {
    it('serves no other client', async () => {
        await expect(fetch(`${alone.url}/health`)).rejects.toThrow();
    });
});

describe('TLS', () => {
    it.each([
        ['h2', 'TLSv1.2'],
        ['http/1.1', 'TLSv1.3'],
        ['h2', 'TLSv1.3']
    ] as const)('negotiates %s over %s', async (protocol, version) => {
        const socket = tlsConnect({
            port: secure.port,
            host: '127.0.0.1',
            ca: cert,
            ALPNProtocols: [protocol],
            minVersion: version,
            maxVersion: version,
            servername: 'localhost'
        });
        await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
        expect([socket.alpnProtocol, socket.getProtocol()]).toEqual([protocol, version]);
        socket.destroy();
    });

    it('refuses TLS 1.1', async () => {
        const socket = tlsConnect({
            port: secure.port,
            host: '127.0.0.1',
            ca: cert,
            minVersion: 'TLSv1.1',
            maxVersion: 'TLSv1.1',
            ciphers: 'DEFAULT@SECLEVEL=0'
        });
        await expect(new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))).rejects.toThrow();
    });
});

describe('CORS', () => {
    const preflight = (from: string): Promise<Response> =>
        fetch(`${plain.url}/sysml.SysMLService/Evaluate`, {
            method: 'OPTIONS',
            headers: { Origin: from, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' }
        });

    it('permits listed origins only', async () => {
        const allowed = await preflight(origin);
        expect([allowed.status, allowed.headers.get('access-control-allow-origin'), allowed.headers.get('vary')]).toEqual([
            204,
            origin,
            'Origin'
        ]);
        expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, POST');
        expect(allowed.headers.get('access-control-allow-headers')).toMatch(/Content-Type.*Connect-Protocol-Version.*X-Grpc-Web/);
        const refused = await preflight('http://studio.example');
        expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    });

    it.each([
        ['/sysml.SysMLService/GetServerInfo', '{}', 200],
        ['/sysml.SysMLService/GetDiagnostics', '{}', 404],
        ['/nothing', '', 404]
    ])('exposes the trailer headers on %s', async (path, body, status) => {
        const answer = await fetch(plain.url + path, {
            method: 'POST',
            body,
            headers: { Origin: origin, 'Content-Type': 'application/json' }
        });
        expect([answer.status, answer.headers.get('access-control-expose-headers')]).toEqual([
            status,
            'Grpc-Status, Grpc-Message, Grpc-Status-Details-Bin'
        ]);
    });

    it('says nothing without an origin', async () => {
        expect((await fetch(`${plain.url}/health`)).headers.get('access-control-allow-origin')).toBeNull();
    });
});

describe('raw gRPC', () => {
    it.each([
        ['no message', Buffer.alloc(0), '12'],
        ['a truncated prefix', Buffer.from([0, 0]), '3'],
        ['a truncated message', Buffer.from([0, 0, 0, 0, 9, 1]), '3'],
        ['two messages', Buffer.alloc(10), '12'],
        ['an unknown flag', Buffer.from([2, 0, 0, 0, 0]), '3'],
        ['compressed without a name', Buffer.from([1, 0, 0, 0, 0]), '3'],
        ['no protobuf', Buffer.from([0, 0, 0, 0, 1, 0xff]), '3'],
        ['an empty message', Buffer.from([0, 0, 0, 0, 0]), '5']
    ])('answers %s', async (_, body, status) => {
        const session = http2Connect(plain.url);
        const stream = session.request({
            ':method': 'POST',
            ':path': '/sysml.SysMLService/GetDiagnostics',
            'content-type': 'application/grpc'
        });
        stream.end(body);
        const seen: Record<string, unknown> = {};
        stream
            .on('response', headers => void Object.assign(seen, headers))
            .on('trailers', trailers => void Object.assign(seen, trailers))
            .resume();
        await new Promise(resolve => stream.on('close', resolve));
        session.close();
        expect([seen[':status'], seen['content-type'], seen['grpc-status']]).toEqual([200, 'application/grpc', status]);
    });
});
