// Hostile input to the service as it is installed, with the real core: every request is answered, the service lives and ends when told.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { connect as http2Connect } from 'node:http2';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Registry } from '../../src/service/operations/operation.js';
import { advertised } from '../../src/service/operations/registry.js';
import { OPERATIONS } from '../../src/service/operations/table.js';
import { METHOD_CAPABILITIES } from '../../src/wire/capabilities.js';
import { METHODS } from '../../src/wire/methods.js';
import { spawnReal, startReal, type RealService } from './real.js';

const EVALUATE = '/sysml.SysMLService/Evaluate';
const SMALL = { documents: [{ name: 'a.sysml', content: 'package P { part def A { attribute x = 1; } part a : A; }' }] };

let service: RealService;
/** a service that reads files below a folder alone, and counts neither steps nor elements */
let confined: RealService;
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const root = join(folder, 'root');

beforeAll(async () => {
    mkdirSync(root);
    const boundless = Object.fromEntries(['STEPS', 'ACTION_STEPS', 'ELEMENTS'].map(what => [`SERVICE_MAX_${what}`, '1000000000000']));
    [service, confined] = await Promise.all([startReal(), startReal(['-source-root', root], boundless)]);
}, 120_000);
afterAll(async () => {
    await Promise.all([service.stop(), confined.stop()]);
    rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
    const { modelHash } = (await service.post('ParseSources', SMALL)).json;
    expect((await service.post('Evaluate', { modelHash, expression: 'P::a.x + 1' })).json).toEqual({ result: { intValue: '2' } });
});

/** The status of one request, written out, over HTTP/1.1; 0 when the connection ended without an answer. */
function status1(lines: readonly string[], body = '{}', target = EVALUATE, port = service.port): Promise<number> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.write(
        `POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.map(line => `${line}\r\n`).join('')}Content-Length: ${body.length}\r\n\r\n${body}`
    );
    return new Promise(resolve =>
        socket
            .on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
            .on('error', () => undefined)
            .on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
    );
}

/** The status of one request over HTTP/2; 0 when the stream ended without an answer. */
function status2(headers: Record<string, string>, body = '{}'): Promise<number> {
    const session = http2Connect(service.url);
    session.on('error', () => undefined);
    return new Promise(resolve => {
        let status = 0;
        const finish = (): void => {
            session.destroy();
            resolve(status);
        };
        try {
            const stream = session.request({ ':method': 'POST', ':path': EVALUATE, ...headers });
            stream
                .on('response', answer => (status = Number(answer[':status'])))
                .on('error', () => undefined)
                .on('close', finish)
                .resume();
            stream.end(body);
        } catch {
            // what node does not send is no request
            status = 400;
            finish();
        }
    });
}

const PROTOTYPE_NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'isPrototypeOf', '__defineGetter__'];

describe('headers', () => {
    it.each(PROTOTYPE_NAMES)('the content type %s is not served', async name => {
        expect([await status1([`Content-Type: ${name}`]), await status2({ 'content-type': name })]).toEqual([415, 415]);
    });

    it('a path of a name that every object has is not found', async () => {
        for (const name of PROTOTYPE_NAMES) {
            expect([await status1([], '{}', `/${name}`), await status1([], '{}', `/sysml.SysMLService/${name}`)]).toEqual([404, 404]);
        }
    });

    const LONG = [
        ['Content-Type', 'a', ' ', 'b'],
        ['Content-Type', 'a', '; ', 'b'],
        ['Content-Type', 'application/json', ' ', ';x'],
        ['Content-Type', '', '"', ''],
        ['Accept-Encoding', 'gzip', ' ', 'b'],
        ['Accept-Encoding', 'gzip;', ' ', 'q'],
        ['Accept-Encoding', '', ',', ''],
        ['Grpc-Timeout', '', '1', 'x'],
        ['Origin', '', 'a', '']
    ];
    it.each(LONG)('a hundred long headers %s: %s%s…%s are answered', async (name, start, filling, end) => {
        const long = `${name}: ${start}${filling.repeat(Math.floor(30_000 / filling.length))}${end}`;
        const statuses = await Promise.all(Array.from({ length: 100 }, () => status1([long])));
        expect(statuses.filter(status => status < 200)).toEqual([]);
    });

    it('whatever the headers are, a request is answered', async () => {
        const known = fc.constantFrom(
            'content-type',
            'connect-protocol-version',
            'connect-timeout-ms',
            'grpc-timeout',
            'grpc-encoding',
            'content-encoding',
            'accept-encoding',
            'grpc-accept-encoding',
            'origin',
            'access-control-request-method',
            'user-agent',
            'x-other'
        );
        const text = fc.oneof(
            fc.constantFrom(
                ...PROTOTYPE_NAMES,
                'application/json',
                'application/grpc',
                'application/grpc-web',
                'application/proto',
                'application/grpc+json',
                'gzip',
                'identity',
                '1',
                '1S',
                '-1',
                ''
            ),
            fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/),
            fc.tuple(fc.stringMatching(/^[!-~]$/), fc.nat(8000)).map(([c, n]) => c.repeat(n))
        );
        await fc.assert(
            fc.asyncProperty(fc.dictionary(known, text, { maxKeys: 5 }), fc.constantFrom('{}', '', '\0\0\0\0\0'), async (headers, body) => {
                const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
                expect(await status1(lines, body)).toBeGreaterThanOrEqual(200);
                expect(await status2({ ...headers }, body)).toBeGreaterThanOrEqual(200);
            }),
            { numRuns: 60 }
        );
    });

    it.each([1_000, 30_000, 2_000_000])('what a refusal quotes of a request is cut: %i characters', async length => {
        const asked = Buffer.from('é'.repeat(length));
        const size = [
            (asked.length & 127) | 128,
            ((asked.length >> 7) & 127) | 128,
            ((asked.length >> 14) & 127) | 128,
            asked.length >> 21
        ];
        const message = Buffer.concat([Buffer.from([10, ...size]), asked]);
        const prefix = Buffer.alloc(5);
        prefix.writeUInt32BE(message.length, 1);
        const session = http2Connect(service.url);
        const stream = session.request({
            ':method': 'POST',
            ':path': '/sysml.SysMLService/GetDiagnostics',
            'content-type': 'application/grpc',
            te: 'trailers'
        });
        const told = new Promise<Record<string, unknown>>((resolve, reject) =>
            stream.on('response', resolve).on('trailers', resolve).on('error', reject).on('close', reject).resume()
        );
        stream.end(Buffer.concat([prefix, message]));
        const { 'grpc-status': status, 'grpc-message': text } = await told;
        session.destroy();
        expect(status).toBe('5');
        expect(decodeURIComponent(String(text))).toMatch(
            length > 4000 ? /^model not found: é+ … \d+ characters … é+$/ : /^model not found: é+$/
        );
        expect(String(text).length).toBeLessThanOrEqual(8000);
        const { json } = await service.post('GetDiagnostics', { modelHash: 'x'.repeat(length) });
        expect((json.message as string).length).toBeLessThan(17_000);
    });

    it('HEAD is answered as GET, without a body', async () => {
        const get = await fetch(`${service.url}/health`);
        const head = await fetch(`${service.url}/health`, { method: 'HEAD' });
        expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
            get.status,
            String((await get.text()).length),
            ''
        ]);
    });

    it('the target may be in absolute form', async () => {
        const json = ['Content-Type: application/json'];
        const target = `http://a:1${EVALUATE}?x=y`;
        expect(await status1(json, '{"modelHash":"x"}', target)).toBe(404);
        expect(await status1(json, '{"modelHash"', target)).toBe(400);
    });
});

describe('paths of files', () => {
    const file = (name: string, text = 'part def A;'): string => {
        const path = join(folder, name);
        writeFileSync(path, text);
        return path;
    };
    const parse = async (filePath: string, on = service): Promise<unknown[]> => {
        const answers = [await on.post('ParseFile', { filePath }), await on.post('ParseSources', { documents: [{ filePath }] })];
        expect(answers[0].json.code).toEqual(answers[1].json.code);
        return [answers[0].status, answers[0].json.message ?? 'parsed'];
    };
    const notFound = [404, expect.stringMatching(/^file not found: /)];

    it('a regular file is read, through links too', async () => {
        const path = file('a.sysml');
        symlinkSync(path, join(folder, 'link.sysml'));
        expect(await parse(path)).toEqual([200, 'parsed']);
        expect(await parse(join(folder, 'link.sysml'))).toEqual([200, 'parsed']);
    });

    it('a pipe is none, however often it is asked for', async () => {
        const path = join(folder, 'pipe');
        execFileSync('mkfifo', [path]);
        const answers = await Promise.all(Array.from({ length: 20 }, () => parse(path)));
        expect(answers).toEqual(Array(20).fill([404, expect.stringMatching(/^file not found: .*a pipe/)]));
    });

    it.each([
        ['/dev/zero', /a device/],
        ['/dev/tty', /a device|ENXIO|ENOENT/],
        [folder, /a folder/],
        [`${folder}/`, /a folder/],
        [join(folder, 'missing.sysml'), /ENOENT/],
        ['with\0nul', /NUL/],
        ['', /ENOENT|a folder/]
    ])('%j is none', async (path, reason) => {
        const [status, message] = await parse(path);
        expect([status, message]).toEqual(notFound);
        expect(message).toMatch(reason);
    });

    it('a socket and a circle of links are none', async () => {
        const path = join(folder, 'socket');
        const server = await new Promise<Server>(resolve => {
            const listening = createServer().listen(path, () => resolve(listening));
        });
        symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
        expect(await parse(path)).toEqual(notFound);
        expect(await parse(join(folder, 'circle'))).toEqual(notFound);
        server.close();
    });

    it('a file above the message limit is refused', async () => {
        const path = file('large.sysml');
        truncateSync(path, 129 * 1024 * 1024);
        expect(await parse(path)).toEqual([400, expect.stringMatching(/larger than 134217728 bytes: .*large\.sysml/)]);
    });

    it('-source-root confines them, links followed', async () => {
        mkdirSync(join(root, 'sub'));
        writeFileSync(join(root, 'sub', 'in.sysml'), 'part def In;');
        const outside = file('outside.sysml');
        symlinkSync(outside, join(root, 'out-link.sysml'));
        symlinkSync(folder, join(root, 'out-folder'));
        symlinkSync(join(root, 'sub'), join(folder, 'into'));
        const refused = [404, expect.stringMatching(/^file not found: .*below the source root/)];
        for (const [path, expected] of [
            [join(root, 'sub/in.sysml'), [200, 'parsed']],
            ['sub/in.sysml', [200, 'parsed']],
            ['sub/../sub/in.sysml', [200, 'parsed']],
            [join(folder, 'into/in.sysml'), [200, 'parsed']],
            [outside, refused],
            ['../outside.sysml', refused],
            ['sub/../../outside.sysml', refused],
            ['out-link.sysml', refused],
            ['out-folder/outside.sysml', refused],
            ['/etc/hostname', refused],
            ['missing.sysml', refused],
            [join(folder, 'missing.sysml'), refused],
            ['', [404, expect.stringMatching(/^file not found: /)]]
        ] as const) {
            expect([path, await parse(path, confined)]).toEqual([path, expected]);
        }
    });
});

describe('endless computations', () => {
    it('leave room: other models are served while thirty run', async () => {
        const endless = [
            'calc def Endless { in n : ScalarValues::Integer; attribute i : ScalarValues::Integer := 0;',
            'while i >= 0 { assign i := i + 1; } return : ScalarValues::Integer = i; }',
            'action def Loop { attribute i : ScalarValues::Integer := 0; while true { assign i := i + 1; } }'
        ].join('\n');
        const { modelHash } = (await confined.post('ParseSources', { documents: [{ name: 'endless.sysml', content: endless }] })).json;
        const stop = new AbortController();
        let ended = 0;
        const long = Array.from({ length: 30 }, (_, index) =>
            fetch(`${confined.url}/sysml.SysMLService/${index % 2 ? 'Evaluate' : 'ExecuteAction'}`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify(index % 2 ? { modelHash, expression: `Endless(${index})` } : { modelHash, actionSymbolId: 'Loop' }),
                signal: stop.signal
            })
                .then(async answer => expect(await answer.json()).toBe('no answer'))
                .catch((error: Error) => (error.name === 'AbortError' ? undefined : Promise.reject(error)))
                .finally(() => ended++)
        );
        for (let round = 0; round < 2; round++) {
            const content = `package P${round} { part def A { attribute x = ${round}; } part a : A; }`;
            const parsed = (await confined.post('ParseSources', { documents: [{ name: 'p.sysml', content }] })).json;
            const hash = { modelHash: parsed.modelHash };
            expect((await confined.post('GetDiagnostics', hash)).status).toBe(200);
            expect((await confined.post('Instantiate', { ...hash, symbolId: `P${round}::a` })).json).toMatchObject({
                instance: { id: '1' }
            });
            expect((await confined.post('Evaluate', { ...hash, expression: `P${round}::a.x` })).json).toEqual({
                result: { intValue: String(round) }
            });
        }
        expect(ended).toBe(0);
        stop.abort();
        await Promise.all(long);
    });
});

it('a budget of elements that no array can have ends no process', async () => {
    const { modelHash } = (await confined.post('ParseSources', SMALL)).json;
    const { json } = await confined.post('Evaluate', { modelHash, expression: 'SequenceFunctions::size(1..200000000)' });
    expect(json.error).toBe('evaluation failed: collection element limit exceeded (50000000 elements; no more can be held)');
});

describe('what is advertised', () => {
    it('is served: no procedure answers that its own capability is missing', async () => {
        const capabilities = (await service.post('GetServerInfo', {})).json.capabilities as string[];
        for (const { name } of METHODS) {
            const capability = METHOD_CAPABILITIES[name];
            const { json } = await service.post(name, {});
            const served = capability === undefined || capabilities.includes(capability);
            expect([name, json.code === 'unimplemented']).toEqual([name, !served]);
        }
    });

    it.each(METHODS.flatMap(({ name }) => (METHOD_CAPABILITIES[name] === undefined ? [] : [[name, METHOD_CAPABILITIES[name]] as const])))(
        'a capability is not when one of its procedures, %s, is not there',
        (method, capability) => {
            const without = Object.fromEntries(Object.entries(OPERATIONS).filter(([name]) => name !== method)) as Registry;
            expect(advertised(without, []).has(capability)).toBe(false);
        }
    );
});

describe('the process', () => {
    /** Starts a service that ends with its parent, waits for what it tells, and ends it by a signal while its standard input is open. */
    async function expectTold(variables: Record<string, string>, told: RegExp[], signal: 'SIGTERM' | 'SIGINT'): Promise<string> {
        const started = await startReal(['-exit-with-parent'], variables);
        for (const message of told) {
            await vi.waitFor(() => expect(started.errors()).toMatch(message), { timeout: 60_000 });
        }
        started.child.kill(signal);
        expect(await started.ended).toBe(0);
        return started.errors();
    }

    it('starts without a solver, tools and engines that are not there, and tells of each; it ends at SIGTERM', () =>
        expectTold(
            { SERVICE_SMT: '/no/solver', SERVICE_TOOLS: '/no/tools', SERVICE_ENGINES: process.execPath },
            [/SERVICE_SMT.*\/no\/solver/, /SERVICE_TOOLS.*\/no\/tools/, /SERVICE_ENGINES.*ENOTDIR/],
            'SIGTERM'
        ));

    it('tells of each manifest that cannot be used, and of the name of a solver that is not there; it ends at SIGINT', async () => {
        const manifests = join(folder, 'manifests');
        mkdirSync(manifests, { mode: 0o755 });
        for (const [name, text] of [
            ['a.json', '{"toolName": "t", "executable": "node", "variables": ["x"]}'],
            ['b.json', '{"toolName": "t", "executable": "node", "variables": ["x"]}'],
            ['c.json', '{'],
            ['d.json', '[]'],
            ['e.json', '{"name": "no kind"}'],
            ['ignored.txt', '{']
        ]) {
            writeFileSync(join(manifests, name), text, { mode: 0o600 });
        }
        execFileSync('mkfifo', ['-m', '600', join(manifests, 'f.json')]);
        symlinkSync('/dev/null', join(manifests, 'g.json'));
        writeFileSync(join(manifests, 'h.json'), ' '.repeat(1024 * 1024 + 1), { mode: 0o600 });
        const variables = { SERVICE_TOOLS: manifests, SERVICE_SMT: 'no-such-solver' };
        const errors = await expectTold(variables, [/h\.json/, /SERVICE_SMT.*no-such-solver/], 'SIGINT');
        const told = errors.match(/(?<=SERVICE_TOOLS: \S+)[a-h]\.json/g);
        expect(told).toEqual(['b.json', 'c.json', 'd.json', 'e.json', 'f.json', 'g.json', 'h.json']);
    });

    const PLACES = ['/no/library', process.execPath, join(folder, 'empty'), join(folder, 'pipes'), join(folder, 'pipes', 'pipe.kpar')];
    it.each(PLACES)('SERVICE_LIBRARY_PATH %s ends it with status 1', async path => {
        mkdirSync(join(folder, 'empty'), { recursive: true });
        mkdirSync(join(folder, 'pipes'), { recursive: true });
        for (const pipe of ['pipe.sysml', 'pipe.kpar'].map(name => join(folder, 'pipes', name))) {
            if (!existsSync(pipe)) {
                execFileSync('mkfifo', [pipe]);
            }
        }
        const { child, ended, errors } = await spawnReal([], { SERVICE_LIBRARY_PATH: path });
        let out = '';
        child.stdout!.on('data', chunk => (out += chunk));
        expect(await ended).toBe(1);
        expect([out, errors()]).toEqual(['', expect.stringContaining(path)]);
    });

    it('-source-root that is no folder ends it with status 1', async () => {
        const { ended, errors } = await spawnReal(['-source-root', '/no/folder']);
        expect([await ended, errors()]).toEqual([1, expect.stringContaining('/no/folder')]);
    });
});
