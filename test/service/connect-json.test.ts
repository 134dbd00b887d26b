// The Connect protocol in JSON over HTTP/1.1, as any HTTP client sees it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start, type TestService } from './double/start.js';

let service: TestService;
let modelHash: string;

beforeAll(async () => {
    service = await start();
    const parsed = await service.post('ParseSources', { documents: [{ name: 'a', content: 'def A\ndef B' }] });
    modelHash = parsed.json.modelHash as string;
});
afterAll(() => service.shutdown());

describe('answers before a body is read', () => {
    it.each([
        [
            'an unknown method',
            '/sysml.SysMLService/Nothing',
            'POST',
            'application/json',
            404,
            'text/plain; charset=utf-8',
            '404 page not found'
        ],
        ['an unknown path', '/nothing', 'GET', undefined, 404, 'text/plain; charset=utf-8', '404 page not found'],
        ['GET', '/sysml.SysMLService/Evaluate', 'GET', undefined, 405, null, ''],
        ['no content type', '/sysml.SysMLService/Evaluate', 'POST', undefined, 415, null, ''],
        ['gRPC-Web text', '/sysml.SysMLService/Evaluate', 'POST', 'application/grpc-web-text', 415, null, ''],
        ['Connect streaming', '/sysml.SysMLService/Evaluate', 'POST', 'application/connect+json', 415, null, ''],
        ['another charset', '/sysml.SysMLService/Evaluate', 'POST', 'application/json; charset=latin1', 415, null, '']
    ] as const)('%s', async (_, path, method, contentType, status, type, body) => {
        const response = await fetch(service.url + path, {
            method,
            headers: contentType ? { 'Content-Type': contentType } : {},
            ...(method === 'POST' && { body: new TextEncoder().encode('{}') })
        });
        expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([status, type, body]);
        if (status === 405) {
            expect(response.headers.get('allow')).toBe('POST');
        }
        if (status === 415) {
            expect(response.headers.get('accept-post')!.split(', ')).toEqual([
                'application/grpc',
                'application/grpc+json',
                'application/grpc+proto',
                'application/grpc-web',
                'application/grpc-web+json',
                'application/grpc-web+proto',
                'application/json',
                'application/json; charset=utf-8',
                'application/proto'
            ]);
        }
    });
});

describe('JSON rules', () => {
    it('reports health on the main port', async () => {
        const response = await fetch(`${service.url}/health`);
        expect(response.headers.get('content-type')).toBe('application/json');
        expect(await response.text()).toBe('{"service":"sysml-grpc","status":"ok","version":"test"}\n');
        expect((await fetch(`${service.url}/health`, { method: 'HEAD' })).status).toBe(200);
        expect((await fetch(`${service.url}/health`, { method: 'POST', body: '' })).status).toBe(405);
    });

    it('writes int64 as a string, oneof members at their default, and omits defaults', async () => {
        const zero = await service.post('Evaluate', { modelHash, expression: '0' });
        expect(zero.headers.get('content-type')).toBe('application/json');
        expect(zero.text).toBe('{"result":{"intValue":"0"}}');
        expect((await service.post('Evaluate', { modelHash, expression: 'text 0' })).text).toBe('{"result":{"stringValue":""}}');
        expect((await service.post('GetDiagnostics', { modelHash })).text).toBe('{}');
    });

    it('accepts snake_case and charset, drops unknown fields, reads null as absent', async () => {
        const answer = await service.post(
            'Evaluate',
            { model_hash: modelHash, expression: '1+1', subjectSymbolId: null, nothing: [{}] },
            { 'Content-Type': 'application/json; charset=utf-8' }
        );
        expect(answer.json).toEqual({ result: { intValue: '2' } });
    });

    it.each([
        ['no JSON', '{'],
        ['an empty body', ''],
        ['a scalar', '1'],
        ['a wrong type', '{"modelHash":{}}'],
        ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
        ['an enum that is a list', '{"query":{"where":{"primitive":{"operator":[]}}}}']
    ])('refuses %s', async (what, body) => {
        const method = what.startsWith('an enum') ? 'RunDocumentQuery' : 'Evaluate';
        const answer = await service.post(method, what.startsWith('an enum') ? '{"bindings":{"a":1}}' : body);
        expect([answer.status, answer.json.code, answer.headers.get('content-type')]).toEqual([
            400,
            'invalid_argument',
            'application/json'
        ]);
        expect(answer.json.message).toBeTypeOf('string');
    });

    it.each([
        ['unknown model', 'Evaluate', { modelHash: 'abc' }, 404, { code: 'not_found', message: 'model not found: abc' }],
        [
            'readiness probe',
            'GetDiagnostics',
            { modelHash: 'health_check' },
            404,
            { code: 'not_found', message: 'model not found: health_check' }
        ],
        [
            'no documents',
            'ParseSources',
            {},
            400,
            { code: 'invalid_argument', message: 'documents is empty: a model has at least one document' }
        ],
        ['missing capability', 'Migrate', {}, 501, { code: 'unimplemented', message: 'capability "migrate" is unavailable' }]
    ])('answers %s as a Connect error', async (_, method, body, status, error) => {
        const answer = await service.post(method, body);
        expect([answer.status, answer.json]).toEqual([status, error]);
    });
});

describe('parsing', () => {
    it('parses, finds symbols and diagnostics', async () => {
        const parsed = await service.post('ParseSources', {
            documents: [
                { name: 'x', content: 'def C\nerror here' },
                { name: 'y', content: 'def D', language: 'kerml' }
            ]
        });
        expect(parsed.json).toMatchObject({
            modelHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
            roots: [
                { kind: 'RootNamespace', childIds: ['C'] },
                { kind: 'RootNamespace', childIds: ['D'] }
            ],
            diagnostics: [
                {
                    severity: 'error',
                    message: 'error here',
                    code: 'syntax',
                    span: { file: 'x', startLine: 2, startCol: 1, endLine: 2, endCol: 11 }
                }
            ]
        });
        const hash = parsed.json.modelHash;
        expect((await service.post('GetDiagnostics', { modelHash: hash })).json).toEqual({ diagnostics: parsed.json.diagnostics });
        expect((await service.post('GetSymbol', { modelHash: hash, symbolId: 'C' })).json).toMatchObject({
            symbol: { id: 'C', kind: 'partDef' }
        });
        expect((await service.post('GetSymbol', { modelHash: hash, symbolId: 'E' })).json).toEqual({ error: 'symbol not found: E' });
    });

    it.each([
        [
            'two documents of one name',
            {
                documents: [
                    { name: 'a', content: '' },
                    { name: 'a', content: '' }
                ]
            },
            400,
            'invalid_argument',
            /two documents named "a"/
        ],
        ['a document without source', { documents: [{ name: 'a' }] }, 400, 'invalid_argument', /neither/],
        ['content without name', { documents: [{ content: '' }] }, 400, 'invalid_argument', /no name/],
        ['another language', { documents: [{ name: 'a', content: '', language: 'uml' }] }, 400, 'invalid_argument', /"uml".*sysml.*kerml/],
        ['a missing file', { documents: [{ filePath: '/no/such/file.sysml' }] }, 404, 'not_found', /^file not found:/]
    ])('refuses %s', async (_, body, status, code, message) => {
        const answer = await service.post('ParseSources', body);
        expect([answer.status, answer.json.code]).toEqual([status, code]);
        expect(answer.json.message).toMatch(message);
    });

    it('names inline content of ParseFile and answers affected with a base', async () => {
        const file = await service.post('ParseFile', { content: 'error' });
        expect(file.json).toMatchObject({ root: { kind: 'RootNamespace' }, diagnostics: [{ span: { file: '<content>' } }] });
        const again = await service.post('ParseSources', { documents: [{ name: 'a', content: 'def Z' }], baseModelHash: modelHash });
        expect(again.json.affected).toEqual(['a']);
    });

    it('has another hash in strict mode', async () => {
        const strict = await service.post('ParseSources', { documents: [{ name: 'a', content: 'def A\ndef B' }], strictConformance: true });
        expect(strict.json.modelHash).not.toBe(modelHash);
    });
});

describe('headers', () => {
    it('takes a Connect-Protocol-Version of 1 only', async () => {
        expect((await service.post('GetServerInfo', {}, { 'Connect-Protocol-Version': '1' })).status).toBe(200);
        expect((await service.post('GetServerInfo', {}, { 'Connect-Protocol-Version': '2' })).json.code).toBe('invalid_argument');
    });

    it('compresses large answers and reads compressed requests', async () => {
        const answer = await service.post('Evaluate', { modelHash, expression: 'text 5000' }, { 'Accept-Encoding': 'gzip' });
        expect(answer.headers.get('content-encoding')).toBe('gzip');
        const { gzipSync } = await import('node:zlib');
        const zipped = gzipSync(JSON.stringify({ modelHash, expression: '2+3' }));
        expect((await service.post('Evaluate', zipped, { 'Content-Encoding': 'gzip' })).json).toEqual({ result: { intValue: '5' } });
        const brotli = await service.post('Evaluate', '{}', { 'Content-Encoding': 'br' });
        expect([brotli.status, brotli.json.code]).toEqual([501, 'unimplemented']);
        expect(brotli.json.message).toMatch(/gzip/);
    });

    it('ends at the deadline', async () => {
        const answer = await service.post('Evaluate', { modelHash, expression: 'spin 5000' }, { 'Connect-Timeout-Ms': '50' });
        expect([answer.status, answer.json.code]).toEqual([504, 'deadline_exceeded']);
        expect((await service.post('GetServerInfo', {}, { 'Connect-Timeout-Ms': '12345678901' })).json.code).toBe('invalid_argument');
    });
});

it('warns of large JSON answers', async () => {
    expect((await service.post('Evaluate', { modelHash, expression: 'text 300000' })).status).toBe(200);
    expect(
        service.lines.some(
            line =>
                line.includes('level=WARN') &&
                line.includes('procedure=/sysml.SysMLService/Evaluate') &&
                /protobuf_size_bytes=30\d\d\d\d/.test(line)
        )
    ).toBe(true);
});
