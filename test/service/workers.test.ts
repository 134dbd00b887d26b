// What the workers promise: a long call stalls no other, a dying worker fails one call and loses nothing, models and the objects held
// for them can be made again anywhere, the cache lets go.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { cases, spread } from '../support/thorough.js';
import { start, type Answer, type TestService } from './double/start.js';

const running: TestService[] = [];

/** A service as it is started without flags, for tests that leave it as they found it. */
let common: Promise<TestService> | undefined;
const shared = (): Promise<TestService> => (common ??= start());

/** One that keeps three models. */
let keepsFew: Promise<TestService> | undefined;
const small = (): Promise<TestService> => (keepsFew ??= start(['-cache-size', '3']));

async function started(flags: readonly string[] = [], variables: Record<string, string> = {}, workers = 2): Promise<TestService> {
    const service = await start(flags, variables, workers);
    running.push(service);
    return service;
}

afterEach(async () => {
    delete process.env.TEST_LIBRARY_GATE;
    await Promise.all(running.splice(0).map(service => service.shutdown()));
});

const folder = mkdtempSync(join(tmpdir(), 'workers-'));
afterAll(async () => {
    await Promise.all([common, keepsFew].map(async service => (await service)?.shutdown()));
    rmSync(folder, { recursive: true, force: true });
});

async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
        await new Promise(resolve => setTimeout(resolve, 20));
    }
}

const parse = async (service: TestService, content: string, name = 'a'): Promise<string> =>
    (await service.post('ParseSources', { documents: [{ name, content }] })).json.modelHash as string;

const held = async (service: TestService, modelHash: string): Promise<string[]> =>
    (((await service.post('RunDocumentQuery', { modelHash, queryId: 'q' })).json.columns as { name: string }[] | undefined) ?? []).map(
        column => column.name
    );

describe('long calls', () => {
    it.each(
        spread<[number, string]>(
            [
                [1, 'another worker'],
                [4, 'the workers kept']
            ],
            2
        )
    )('stall nothing with %i workers: %s', async workers => {
        const service = await started([], {}, workers);
        const modelHash = await parse(service, 'def A');
        const controller = new AbortController();
        let done = 0;
        const long = Array.from({ length: Math.max(1, workers - 1) }, () =>
            fetch(`${service.url}/sysml.SysMLService/Evaluate`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ modelHash, expression: 'spin 600000' }),
                signal: controller.signal
            })
                .catch(() => undefined)
                .finally(() => done++)
        );
        await new Promise(resolve => setTimeout(resolve, 50));
        expect((await fetch(`${service.url}/health`)).status).toBe(200);
        expect((await service.post('GetDiagnostics', { modelHash: 'health_check' })).json.code).toBe('not_found');
        expect((await service.post('Evaluate', { modelHash, expression: '1+2' })).json).toEqual({ result: { intValue: '3' } });
        expect(done).toBe(0);
        controller.abort();
        await Promise.all(long);
        await until(() => service.lines.filter(line => line.includes('canceled: the client has gone')).length >= long.length);
    });

    it('are ended when they do not listen', async () => {
        const service = await shared();
        const modelHash = await parse(service, 'def A');
        const told = service.lines.length;
        const deaf = await service.post('Evaluate', { modelHash, expression: 'spin 3600000 deaf' }, { 'Connect-Timeout-Ms': '50' });
        expect(deaf.json.code).toBe('deadline_exceeded');
        await until(() => service.lines.slice(told).some(line => line.includes('a worker died')));
        expect((await service.post('Evaluate', { modelHash, expression: '4' })).json).toEqual({ result: { intValue: '4' } });
    });
});

describe('a dying worker', () => {
    it('fails its call alone', async () => {
        const service = await shared();
        const modelHash = await parse(service, 'def A');
        const [crash, ...others]: Answer[] = await Promise.all([
            service.post('Evaluate', { modelHash, expression: 'crash' }),
            ...Array.from({ length: 10 }, (_, index) => service.post('Evaluate', { modelHash, expression: `${index}+1` }))
        ]);
        expect([crash.status, crash.json.code]).toEqual([500, 'internal']);
        expect(others.map(answer => answer.json)).toEqual(others.map((_, index) => ({ result: { intValue: String(index + 1) } })));
    });

    it('loses no model and no held object', async () => {
        const service = await shared();
        const modelHash = await parse(service, 'def A');
        for (const symbolId of ['first', 'second']) {
            await service.post('Instantiate', { modelHash, symbolId });
        }
        for (let crash = 0; crash < cases(2, 3); crash++) {
            await service.post('Evaluate', { modelHash, expression: 'crash' });
            expect(await held(service, modelHash)).toEqual(['first', 'second']);
        }
        expect((await service.post('GetSymbol', { modelHash, symbolId: 'A' })).json).toMatchObject({ symbol: { id: 'A' } });
    });

    it('answers a fault of an operation as internal and goes on', async () => {
        const service = await shared();
        const modelHash = await parse(service, 'def A');
        const told = service.lines.length;
        expect((await service.post('Evaluate', { modelHash, expression: 'throw' })).json).toEqual({
            code: 'internal',
            message: 'internal error: thrown on purpose'
        });
        const lines = service.lines.slice(told);
        expect(lines.some(line => line.includes('fault in an operation') && line.includes('thrown on purpose'))).toBe(true);
        expect(lines.some(line => line.includes('a worker died'))).toBe(false);
    });
});

describe('held objects', () => {
    it('are the same for every worker, also when created at once', async () => {
        const service = await shared();
        const modelHash = await parse(service, 'def Held');
        await Promise.all(Array.from({ length: 12 }, (_, index) => service.post('Instantiate', { modelHash, symbolId: `o${index}` })));
        const expected = await held(service, modelHash);
        expect([...expected].sort()).toEqual(Array.from({ length: 12 }, (_, index) => `o${index}`).sort());
        const busy = service.post('Evaluate', { modelHash, expression: 'spin 400' });
        const seen = await Promise.all(Array.from({ length: 6 }, () => held(service, modelHash)));
        expect(seen).toEqual(Array(6).fill(expected));
        await busy;
    });

    it('go with the model', async () => {
        const service = await small();
        const modelHash = await parse(service, 'def A');
        await service.post('Instantiate', { modelHash, symbolId: 'o' });
        expect(await held(service, modelHash)).toEqual(['o']);
        for (const name of ['B', 'C', 'D']) {
            await parse(service, `def ${name}`);
        }
        expect((await service.post('GetDiagnostics', { modelHash })).json.code).toBe('not_found');
        expect(await parse(service, 'def A')).toBe(modelHash);
        expect(await held(service, modelHash)).toEqual([]);
    });
});

describe('the cache', () => {
    it('keeps the most recently used models', async () => {
        const service = await small();
        const hashes: string[] = [];
        for (const name of ['A', 'B', 'C']) {
            hashes.push(await parse(service, `def ${name}`));
        }
        await service.post('GetDiagnostics', { modelHash: hashes[0] });
        hashes.push(await parse(service, 'def D'));
        const found = await Promise.all(hashes.map(async modelHash => (await service.post('GetDiagnostics', { modelHash })).status));
        expect(found).toEqual([200, 404, 200, 200]);
    });

    it('makes a model of files again from what was read', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'service-files-'));
        const filePath = join(folder, 'a.sysml');
        writeFileSync(filePath, 'def OnDisk');
        const service = await shared();
        const { modelHash } = (await service.post('ParseSources', { documents: [{ filePath }] })).json;
        rmSync(folder, { recursive: true });
        await service.post('Evaluate', { modelHash, expression: 'crash' });
        expect((await service.post('GetSymbol', { modelHash, symbolId: 'OnDisk' })).json).toMatchObject({ symbol: { id: 'OnDisk' } });
    });
});

describe('start', () => {
    it('answers what needs no library while it is loading', async () => {
        const gate = join(folder, 'library');
        process.env.TEST_LIBRARY_GATE = gate;
        const service = await started();
        const parsed = parse(service, 'def A');
        const probe = await service.post('GetDiagnostics', { modelHash: 'health_check' });
        expect(probe.json).toEqual({ code: 'not_found', message: 'model not found: health_check' });
        expect((await service.post('GetServerInfo', {})).json).toMatchObject({
            version: 'test',
            capabilities: expect.arrayContaining(['parse_sources']) as string[]
        });
        expect(service.lines.some(line => line.includes('library loaded'))).toBe(false);
        writeFileSync(gate, '');
        expect(await parsed).toMatch(/^[0-9a-f]{64}$/);
    });

    it('loads the library at the first call when so told', async () => {
        const service = await started([], { SERVICE_INDEX_POOL: '0' });
        await service.post('GetServerInfo', {});
        await new Promise(resolve => setTimeout(resolve, 100));
        expect(service.lines.some(line => line.includes('library loaded'))).toBe(false);
        expect(await parse(service, 'def A')).toMatch(/^[0-9a-f]{64}$/);
    });

    it('lets calls in hand finish at shutdown', async () => {
        const service = await start();
        const modelHash = await parse(service, 'def A');
        const begun = join(folder, 'begun');
        const call = service.post('Evaluate', { modelHash, expression: `spin 200 at ${begun}` });
        await until(() => existsSync(begun));
        await service.shutdown();
        expect((await call).json).toEqual({ result: { boolValue: true } });
        await expect(fetch(`${service.url}/health`)).rejects.toThrow();
    });
});

describe('withheld capabilities', () => {
    it('are not advertised, refused in requests, left out of answers', async () => {
        const service = await started([], {
            SERVICE_TEST_WITHHOLD_CAPABILITIES: 'big_int_values,diagnostic_codes,type_facts,evaluate_subject,inline_language,document_query'
        });
        const info = await service.post('GetServerInfo', {});
        expect(info.json.capabilities).toEqual(expect.not.arrayContaining(['big_int_values', 'document_query']));
        const capabilities = info.json.capabilities as string[];
        expect([...capabilities].sort()).toEqual(capabilities);
        const parsed = await service.post('ParseSources', { documents: [{ name: 'a', content: 'def A\nerror' }] });
        const { modelHash } = parsed.json;
        expect(parsed.json.diagnostics).toEqual([expect.not.objectContaining({ code: 'syntax' })]);
        expect((await service.post('GetSymbol', { modelHash, symbolId: 'A' })).json.symbol).not.toHaveProperty('typeInfo');
        expect((await service.post('Evaluate', { modelHash, expression: '9223372036854775807+1' })).json).toEqual({
            result: { null: 'unsupported: Integer 9223372036854775808' }
        });
        for (const [method, body, name] of [
            ['Evaluate', { modelHash, expression: '1', subjectSymbolId: 'A' }, 'evaluate_subject'],
            ['Evaluate', { modelHash: 'unknown', expression: '1', subjectSymbolId: 'A' }, 'evaluate_subject'],
            ['ParseFile', { content: '', language: 'kerml' }, 'inline_language'],
            ['RunDocumentQuery', { modelHash }, 'document_query']
        ] as const) {
            const refused = await service.post(method, body);
            expect([refused.status, refused.json]).toEqual([
                501,
                { code: 'unimplemented', message: `capability "${name}" is unavailable` }
            ]);
        }
    });
});
