// Workers with the real core, in the process that clients install: what must hold between calls of one model that several threads compute.
// `workers.test.ts` asks the same of a stand-in that can be made to die.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReal, type RealService } from './real.js';

const SHOP = `package Shop {
    private import ISQ::*; private import SI::*; private import ScalarValues::*; private import NumericalFunctions::*;
    part def Wheel { attribute mass :> ISQ::mass default = 2 [kg]; }
    part def Car { part wheels : Wheel[4]; attribute total = sum(wheels.mass); assert constraint light { total <= 8 [kg] } }
    part car : Car;
    part heavy : Car { :>> wheels { :>> mass = 3 [kg]; } }
    calc def Deep { in n : Integer; return : Integer = if n <= 0 ? 0 else 1 + Deep(n - 1); }
    calc def Endless { in n : Integer; attribute i : Integer := 0; while i >= 0 { assign i := i + 1; } return : Integer = i; }
    action def Count { in n : Integer; out attribute i : Integer := 0; while i < n { assign i := i + 1; } }
    state def Light { entry; then off; state off; state on; transition first off accept after 1 [s] then on; }
}`;

const ENDLESS = { SERVICE_MAX_STEPS: '1000000000000', SERVICE_JOBS: '3' };

let service: RealService;
let modelHash: string;

beforeAll(async () => {
    service = await startReal([], ENDLESS);
    modelHash = await parse(SHOP);
});
afterAll(() => service.stop());

async function parse(content: string, at = service): Promise<string> {
    const { json } = await at.post('ParseSources', { documents: [{ name: 'm.sysml', content }] });
    expect(json.diagnostics ?? []).toEqual([]);
    return String(json.modelHash);
}

const evaluate = (expression: string, more: object = {}, headers: Record<string, string> = {}) =>
    service.post('Evaluate', { modelHash, expression, ...more }, headers);

describe('objects that several workers hold', () => {
    it('are one and the same, also when they are made at once', async () => {
        const made = await Promise.all(
            Array.from({ length: 12 }, (_, i) => service.post('Instantiate', { modelHash, symbolId: i % 2 ? 'Shop::heavy' : 'Shop::car' }))
        );
        const of = (parity: number) => made.filter((_, i) => i % 2 === parity).map(({ json }) => JSON.stringify(json));
        expect(new Set(of(0)).size).toBe(1);
        expect(new Set(of(1)).size).toBe(1);
        // whoever is asked judges the same objects
        const judged = await Promise.all(
            Array.from({ length: 12 }, (_, i) =>
                service.post('ValidateInstance', { modelHash, symbolId: i % 2 ? 'Shop::heavy' : 'Shop::car' })
            )
        );
        const holds = judged.map(({ json }) => (json.summary as { holds?: boolean }).holds === true);
        expect(holds).toEqual(judged.map((_, i) => i % 2 === 0));
    });
});

describe('a call that is given up', () => {
    it('frees its worker, whether it was cancelled or its time was over', async () => {
        const stop = new AbortController();
        const cancelled = Array.from({ length: 6 }, (_, n) =>
            fetch(`${service.url}/sysml.SysMLService/Evaluate`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ modelHash, expression: `Shop::Endless(${n})` }),
                signal: stop.signal
            }).catch((error: Error) => error.name)
        );
        const late = await Promise.all(
            Array.from({ length: 3 }, (_, n) => evaluate(`Shop::Endless(${n + 10})`, {}, { 'Connect-Timeout-Ms': '200' }))
        );
        expect(late.map(({ json }) => json.code)).toEqual(Array(3).fill('deadline_exceeded'));
        stop.abort();
        expect(await Promise.all(cancelled)).toEqual(Array(6).fill('AbortError'));
        // as many long calls as there are workers, all at once
        const answers = await Promise.all(
            Array.from({ length: 6 }, (_, n) =>
                service.post('ExecuteAction', {
                    modelHash,
                    actionSymbolId: 'Shop::Count',
                    inputs: { n: { intValue: String(2000 + n) } }
                })
            )
        );
        expect(answers.map(({ json }) => (json.outputs as { i: { intValue: string } }).i.intValue)).toEqual(
            Array.from({ length: 6 }, (_, n) => String(2000 + n))
        );
    });

    it('leaves no mark on the model that it ran on', async () => {
        const deep = await evaluate('Shop::Deep(10000000)');
        expect(deep.status).toBe(200);
        expect(deep.json.error).toMatch(/depth|deep/);
        const answers = await Promise.all(
            Array.from({ length: 8 }, (_, n) => evaluate(`Shop::Deep(${n * 10}) + Shop::car.total / 1 [SI::kg]`))
        );
        expect(answers.map(({ json }) => JSON.stringify(json))).toEqual(
            Array.from({ length: 8 }, (_, n) => expect.stringContaining(String(n * 10 + 8)) as string)
        );
    });
});

describe('models', () => {
    it('of files are made again from what was read, for every worker', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'real-files-'));
        const filePath = join(folder, 'a.sysml');
        writeFileSync(filePath, 'package OnDisk { attribute x = 7; part p; }');
        const { json } = await service.post('ParseSources', { documents: [{ filePath }] });
        writeFileSync(filePath, 'package OnDisk { attribute x = 8; }');
        const changed = (await service.post('ParseSources', { documents: [{ filePath }] })).json;
        rmSync(folder, { recursive: true });
        const values = await Promise.all(
            Array.from({ length: 12 }, async (_, i) => {
                const asked = i % 2 ? changed : json;
                const { result } = (await service.post('Evaluate', { modelHash: asked.modelHash, expression: 'OnDisk::x' })).json;
                return (result as { intValue: string }).intValue;
            })
        );
        expect(values).toEqual(Array.from({ length: 12 }, (_, i) => (i % 2 ? '8' : '7')));
    });

    it('beyond the cache are forgotten by everyone, the oldest first', async () => {
        const small = await startReal(['-cache-size', '2'], { SERVICE_JOBS: '2' });
        const hashes: string[] = [];
        for (const n of [1, 2, 3]) {
            hashes.push(await parse(`package P { attribute x = ${n}; }`, small));
        }
        for (let round = 0; round < 3; round++) {
            const found = await Promise.all(
                hashes.map(async hash => (await small.post('Evaluate', { modelHash: hash, expression: 'P::x' })).status)
            );
            expect(found).toEqual([404, 200, 200]);
        }
        await small.stop();
    });
});

describe('rows of a sweep', () => {
    it('are those of single calls, however many workers make them', async () => {
        const ranges = [{ parameter: 'n', start: { intValue: '0' }, end: { intValue: '60' }, step: { intValue: '1' } }];
        const swept = await service.post('RunSweep', { modelHash, symbolId: 'Shop::Deep', ranges });
        const rows = swept.json.rows as { outputs: { value: unknown }[] }[];
        const single = await Promise.all(
            Array.from({ length: 61 }, (_, n) =>
                service.post('EvaluateCalc', { modelHash, symbolId: 'Shop::Deep', arguments: [{ intValue: String(n) }] })
            )
        );
        expect(rows.map(({ outputs }) => outputs[0].value)).toEqual(single.map(({ json }) => json.result));
    });
});
