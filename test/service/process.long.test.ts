// The service as a process: flags, exit statuses, standard streams, stdio transport, signals.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client as GrpcClient, credentials } from '@grpc/grpc-js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EvaluateRequestSchema, EvaluateResponseSchema } from '../../src/wire/generated/sysml_pb.js';
import { bundled } from '../support/bundled.js';
import { spawnReal, startReal } from './real.js';

const DOUBLE = join(import.meta.dirname, 'double/main.ts');

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => children.splice(0).forEach(child => child.kill('SIGKILL')));

interface Run {
    child: ChildProcessWithoutNullStreams;
    ended: Promise<number | null>;
    out: () => string;
    err: () => string;
}

let program = '';
beforeAll(async () => {
    program = join(await bundled('test-service'), 'sysml-workbench.mjs');
}, 60_000);

/** `serve` as it is installed */
const serve = (args: readonly string[], variables?: Record<string, string>): Run => run([program, 'serve', ...args], variables);
/** the service on the stand-in core */
const double = (args: readonly string[]): Run => run(['--import', 'tsx', DOUBLE, ...args]);

function run(args: readonly string[], variables: Record<string, string> = {}): Run {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...variables } });
    children.push(child);
    const text = { out: '', err: '' };
    child.stdout.on('data', chunk => (text.out += chunk));
    child.stderr.on('data', chunk => (text.err += chunk));
    return { child, ended: new Promise(resolve => child.on('close', resolve)), out: () => text.out, err: () => text.err };
}

async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
        await new Promise(resolve => setTimeout(resolve, 20));
    }
}

describe('command lines that are not usable', () => {
    it.each([
        [['-transport', 'carrier-pigeon'], /connect, grpc, stdio/],
        [['--cors-allowed-origins=http://a,*'], /\*/],
        [['-tls-cert', 'x'], /-tls-key/],
        [['-transport', 'stdio', '-report-address'], /stdio/],
        [['-transport=stdio', '--exit-with-parent'], /stdio/],
        [['-port', 'x'], /-port/],
        [['-processes', 'two'], /-processes "two" is not a whole number/],
        [['-processes', '0'], /-processes 0 is not between 1 and 256/],
        [['-processes=257'], /-processes 257 is not between 1 and 256/],
        [['-processes', '2', '-transport', 'stdio'], /-processes .* stdio/],
        [['-nothing'], /-nothing/],
        [['stray'], /stray/]
    ])('%j end with status 2', async (args, message) => {
        const { ended, err, out } = serve(args);
        expect(await ended).toBe(2);
        expect(err()).toMatch(message);
        expect(out()).toBe('');
    });
});

describe('configurations that cannot serve', () => {
    it.each([
        [['-cache-size', '0'], {}, /cache-size/],
        [['-port', '65536'], {}, /-port 65536/],
        [['-serve-external-engines', 'none-such'], {}, /none-such/],
        [['-tls-cert', '/no/cert', '-tls-key', '/no/key'], {}, /certificate/],
        [[], { SERVICE_MAX_STEPS: 'many' }, /SERVICE_MAX_STEPS.*many.*10000000/],
        [[], { SERVICE_MAX_CALC_DEPTH: '25001' }, /SERVICE_MAX_CALC_DEPTH/],
        [[], { SERVICE_TEST_WITHHOLD_CAPABILITIES: 'nonsense' }, /nonsense/],
        [[], { SERVICE_TEST_WITHOUT: 'letterbox' }, /letterbox.* is none of fast-path, kept-answers, mailbox/]
    ])('%j %j end with status 1', async (args, variables, message) => {
        const { ended, err } = serve(['-port', '0', '-health-port', '0', ...args], variables);
        expect(await ended).toBe(1);
        expect(err()).toMatch(message);
    });

    it('a port in use ends with status 1', async () => {
        const server = createServer();
        await new Promise<void>(resolve => server.listen(0, resolve));
        const { ended, err } = serve(['-health-port', '0', '-port', String((server.address() as { port: number }).port)]);
        expect(await ended).toBe(1);
        expect(err()).toMatch(/EADDRINUSE/);
        server.close();
    });
});

describe('the process', () => {
    it('prints version and help', async () => {
        const version = serve(['-version']);
        const help = serve(['--help']);
        expect([await version.ended, await help.ended]).toEqual([0, 0]);
        expect(version.out()).toMatch(/^sysml-grpc \S+\ncommit: .*\nbuilt: .*\n$/);
        expect(help.out()).toMatch(/-cors-allowed-origins/);
    });

    it('reports its address alone on standard output and ends with its parent', async () => {
        const { child, ended, out, err } = serve(['-port', '0', '-health-port', '0', '-report-address', '-exit-with-parent']);
        await until(() => out().includes('\n'));
        expect(out()).toMatch(/^127\.0\.0\.1:\d+\n$/);
        expect((await fetch(`http://${out().trim()}/health`)).status).toBe(200);
        child.stdin.write('discarded');
        child.stdin.end();
        expect(await ended).toBe(0);
        expect(out()).toMatch(/^127\.0\.0\.1:\d+\n$/);
        expect(err()).toMatch(
            /level=INFO msg=start version=dev .*transport=connect[\s\S]*msg=listening addr=(\[::\]|0\.0\.0\.0):\d+ .*security=cleartext\/h2c/
        );
    });

    it('ends with status 0 at SIGTERM and logs a health port that is taken', async () => {
        const server = createServer();
        await new Promise<void>(resolve => server.listen(0, resolve));
        const { port } = server.address() as { port: number };
        const { child, ended, out, err } = serve(['-port', '0', '-health-port', String(port), '-report-address']);
        await until(() => out().includes('\n'));
        child.kill('SIGTERM');
        expect(await ended).toBe(0);
        expect(err()).toMatch(/health listener cannot be bound/);
        server.close();
    });

    it('warns of the second health listener, but not with -transport grpc', async () => {
        for (const [transport, warned] of [
            ['connect', true],
            ['grpc', false]
        ] as const) {
            const free = await freePort();
            const { child, ended, out, err } = serve([
                '-port',
                '0',
                '-health-port',
                String(free),
                '-transport',
                transport,
                '-report-address'
            ]);
            await until(() => out().includes('\n'));
            const health = await (await fetch(`http://127.0.0.1:${free}/health`)).json();
            expect(health).toEqual({ service: 'sysml-grpc', status: 'ok', version: 'dev' });
            child.kill('SIGTERM');
            expect(await ended).toBe(0);
            expect(err().includes(`health_port=${free}`)).toBe(warned);
        }
    });
});

async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, resolve));
    const { port } = server.address() as { port: number };
    await new Promise(resolve => server.close(resolve));
    return port;
}

describe('a bundle', () => {
    it('serves with its workers', async () => {
        const service = await startReal();
        expect((await service.post('GetServerInfo', {})).json).toMatchObject({
            capabilities: expect.arrayContaining(['parse_sources']) as string[]
        });
        await service.stop();
    });

    it('serves gRPC alone', async () => {
        const service = await startReal(['-transport', 'grpc']);
        const client = new GrpcClient(service.address, credentials.createInsecure());
        const bytes = (buffer: Buffer): Buffer => buffer;
        const info = await new Promise<Buffer>((resolve, reject) =>
            client.makeUnaryRequest('/sysml.SysMLService/GetServerInfo', bytes, bytes, Buffer.alloc(0), (error, answer) =>
                error ? reject(error) : resolve(answer!)
            )
        );
        client.close();
        await service.stop();
        expect(info.toString('latin1')).toContain('parse_sources');
    });
});

interface Frame {
    headers: Record<string, string>;
    body: Buffer;
}

/** A client of the framing over a child's standard streams. */
class StdioClient {
    private pending = Buffer.alloc(0);
    readonly frames: Frame[] = [];

    constructor(readonly child: ChildProcessWithoutNullStreams) {
        child.stdout.on('data', (chunk: Buffer) => {
            this.pending = Buffer.concat([this.pending, chunk]);
            for (let end = this.pending.indexOf('\r\n\r\n'); end >= 0; end = this.pending.indexOf('\r\n\r\n')) {
                const headers = Object.fromEntries(
                    this.pending
                        .subarray(0, end)
                        .toString()
                        .split('\r\n')
                        .map(line => line.split(': ') as [string, string])
                );
                const length = Number(headers['Content-Length']);
                if (this.pending.length < end + 4 + length) {
                    return;
                }
                this.frames.push({ headers, body: this.pending.subarray(end + 4, end + 4 + length) });
                this.pending = this.pending.subarray(end + 4 + length);
            }
        });
    }

    send(body: Uint8Array | string, headers: Record<string, string> = {}): void {
        const lines = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...headers }).map(
            ([name, value]) => `${name}: ${value}\r\n`
        );
        this.child.stdin.write(Buffer.concat([Buffer.from(`${lines.join('')}\r\n`), Buffer.from(body as string)]));
    }

    rpc(id: unknown, method: string, params?: unknown): void {
        this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    }

    async answers(count: number): Promise<Frame[]> {
        await until(() => this.frames.length >= count);
        return this.frames.splice(0, count);
    }
}

const json = (frame: Frame): Record<string, unknown> => JSON.parse(frame.body.toString()) as Record<string, unknown>;

describe('-transport stdio', () => {
    it('answers JSON and protobuf frames and ends with its input', async () => {
        const { child, ended } = double(['-transport', 'stdio', '-log-level', 'error']);
        const client = new StdioClient(child);
        client.rpc(1, 'ParseSources', { documents: [{ name: 'a', content: 'def Ä' }] });
        const [parsed] = await client.answers(1);
        expect(parsed.headers['Content-Type']).toBe('application/json');
        const { modelHash } = json(parsed).result as { modelHash: string };
        expect(json(parsed)).toMatchObject({ jsonrpc: '2.0', id: 1, result: { roots: [{ childIds: ['Ä'] }] } });

        client.send(toBinary(EvaluateRequestSchema, create(EvaluateRequestSchema, { modelHash, expression: '20+22' })), {
            'Content-Type': 'application/proto; x=y',
            'Sysml-Method': 'Evaluate',
            'Sysml-Id': 'seven'
        });
        const [evaluated] = await client.answers(1);
        expect(evaluated.headers).toMatchObject({ 'Content-Type': 'application/proto', 'Sysml-Id': 'seven', 'Sysml-Status-Code': '0' });
        expect(fromBinary(EvaluateResponseSchema, evaluated.body).result?.kind.value).toBe(42n);

        client.rpc('slow', 'Evaluate', { modelHash, expression: 'spin 700' });
        client.rpc('quick', 'GetServerInfo');
        expect((await client.answers(2)).map(frame => json(frame).id)).toEqual(['quick', 'slow']);

        client.rpc(2, 'Nothing', {});
        client.rpc(3, 'GetDiagnostics', { modelHash: 'health_check' });
        client.send('{');
        client.send('{"jsonrpc":"1.0","id":4,"method":"GetServerInfo"}');
        client.send('', { 'Content-Type': 'application/proto', 'Sysml-Method': 'Migrate', 'Sysml-Id': 'p' });
        const [unknown, absent, broken, version, refused] = await client.answers(5);
        expect(json(unknown)).toMatchObject({ id: 2, error: { code: 12 } });
        expect(json(absent)).toEqual({ jsonrpc: '2.0', id: 3, error: { code: 5, message: 'model not found: health_check' } });
        expect(json(broken)).toMatchObject({ id: null, error: { code: 3 } });
        expect(json(version)).toMatchObject({ id: 4, error: { code: 3 } });
        expect([refused.headers, refused.body.length]).toMatchObject([
            { 'Sysml-Id': 'p', 'Sysml-Status-Code': '12', 'Sysml-Status-Message': 'capability "migrate" is unavailable' },
            0
        ]);

        client.rpc(9, 'Evaluate', { modelHash, expression: 'spin 300' });
        child.stdin.end();
        expect(json((await client.answers(1))[0])).toMatchObject({ id: 9, result: { result: { boolValue: true } } });
        expect(await ended).toBe(0);
    });

    it.each([
        ['a missing', {}],
        ['an unreadable', { 'Content-Length': 'ten' }],
        ['too large a', { 'Content-Length': '134217729' }]
    ])('ends the session at %s Content-Length', async (_, headers) => {
        const { child, ended, out } = double(['-transport', 'stdio', '-log-level', 'error']);
        const lines = Object.entries({ 'X-Other': '1', ...headers })
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('');
        child.stdin.write(`${lines}\r\n{}`);
        expect(await ended).toBe(0);
        expect(out()).toBe('');
    });

    it('ends at SIGTERM though nobody takes its answers', async () => {
        // as it is installed: from sources the process ends by itself
        const { child, ended, errors } = await spawnReal(['-transport', 'stdio', '-report-address=false', '-log-level', 'info']);
        child.stdin!.on('error', () => undefined);
        const body = '{"jsonrpc":"2.0","id":1,"method":"GetServerInfo"}';
        child.stdin!.write(`Content-Length: ${body.length}\r\n\r\n${body}`.repeat(30_000));
        await until(() => errors().includes('library loaded'));
        await new Promise(resolve => setTimeout(resolve, 1000));
        child.kill('SIGTERM');
        const status = await new Promise(resolve => child.once('exit', resolve));
        child.stdout!.resume();
        expect([status, await ended]).toEqual([0, 0]);
    });
});
