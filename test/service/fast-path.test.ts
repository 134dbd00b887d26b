// Small questions that the main thread answers itself: the same answers as a worker's, never a failure, never a long wait.

import { beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/service/config/environment.js';
import { silentLog } from '../../src/service/log.js';
import { OperationHost, type CallOutcome } from '../../src/service/operations/call.js';
import { createServices } from '../../src/service/operations/services.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';
import { FastPath, type Clock } from '../../src/service/workers/fast-path.js';
import { spread } from '../support/thorough.js';
import type { StoredModel } from '../../src/service/workers/store.js';

const environment = readEnvironment({});
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const call = (name: MethodName, request: unknown, deadline = 0) => ({
    method: methodNamed(name)!,
    format: 'json' as const,
    body: bytes(request),
    deadline
});
const CONTENT = `package P {
    attribute a = 3;
    attribute b = 4;
    calc def Sum { in n; return : ScalarValues::Integer = if n == 0 ? 0 else n + Sum(n - 1); }
    calc def Spin { in n; attribute i := 0; while i < n { assign i := i + 1; } return : ScalarValues::Integer = i; }
    part def Vehicle { attribute mass = 10 * a; }
}`;

let worker: OperationHost;
let library: SharedArrayBuffer;
let model: StoredModel;

async function hostOf(): Promise<OperationHost> {
    const source = await createServices({ environment, version: '0', cacheSize: 10, servedEngines: [] });
    const { services, librarySnapshot } = source.load();
    library = librarySnapshot!;
    return new OperationHost(source.registry, services, () => undefined);
}

const computed = (request: ReturnType<typeof call>): CallOutcome =>
    worker.call({ ...request, modelAbsent: false, isCancelled: () => false }) as CallOutcome;

/** A clock on which each reading takes a while: what an answer costs is how often it asks for the time, on every machine the same. */
function countingClock(milliseconds: number): Clock & { step: number } {
    let time = 0;
    const clock = { step: milliseconds, now: () => (time += clock.step), used: () => time };
    return clock;
}

/** A fast path with the library, whose operations are loaded. */
async function opened(clock: Clock = countingClock(0.01)): Promise<FastPath> {
    const fastPath = new FastPath({ environment, version: '0', servedEngines: [], log: silentLog, clock });
    fastPath.library = library;
    const ask = (): unknown => fastPath.answer(call('Evaluate', { modelHash: model.hash, expression: 'P::a' }), model);
    for (let requests = 1; requests <= 5; requests++) {
        expect(ask()).toBeUndefined();
    }
    // the fifth request begins to load: closing waits for it
    await fastPath.close();
    expect(ask()).toBeDefined();
    return fastPath;
}

beforeAll(async () => {
    worker = await hostOf();
    const request = { documents: [{ name: 'p.sysml', content: CONTENT }] };
    const { parsed } = computed(call('ParseSources', request));
    model = {
        hash: parsed!.hash,
        recipe: { method: methodNamed('ParseSources')!.index, format: 'json', body: bytes(request) },
        journal: [],
        generation: 1,
        writers: undefined
    };
}, 60_000);

describe('the fast path', () => {
    const QUESTIONS: readonly (readonly [MethodName, Record<string, string>])[] = [
        ['Evaluate', { expression: 'P::a * P::b + 1' }],
        ['Evaluate', { expression: 'P::Sum(5)' }],
        ['Evaluate', { expression: 'mass', subjectSymbolId: 'P::Vehicle' }],
        ['Evaluate', { expression: '(1, 2, 3)->collect { in i; i * i }' }],
        ['Evaluate', { expression: '36 [SI::km] / 2 [SI::h]' }],
        ['GetSymbol', { symbolId: 'P::Vehicle' }],
        ['GetSymbol', { symbolId: 'ISQ::mass' }]
    ];

    let common: Promise<FastPath> | undefined;
    it.each(QUESTIONS)('answers as a worker does: %s %o', async (name, request) => {
        const fastPath = await (common ??= opened());
        const asked = call(name, { modelHash: model.hash, ...request });
        const answer = fastPath.answer(asked, model);
        expect(Buffer.from(answer!.body).toString()).toBe(Buffer.from(computed(asked).body).toString());
    });

    it('answers nothing before a model is in demand, and nothing without the library', () => {
        const fastPath = new FastPath({ environment, version: '0', servedEngines: [], log: silentLog });
        const asked = call('Evaluate', { modelHash: model.hash, expression: '1' });
        expect(Array.from({ length: 50 }, () => fastPath.answer(asked, model))).toEqual(Array<undefined>(50).fill(undefined));
    });

    const LEFT: readonly (readonly [what: string, request: { readonly expression: string }])[] = [
        ['a failure', { expression: 'P::a + "x"' }],
        ['a syntax error', { expression: '1 +' }],
        ['a deep recursion', { expression: 'P::Sum(200)' }],
        ['a long loop', { expression: 'P::Spin(100000000)' }],
        ['a large collection', { expression: '(1..100000)->collect { in i; i }' }],
        ['large numbers', { expression: '(1..1900)->collect { in i; (7 ** 300000) * (11 ** 200000) }' }]
    ];
    it.each(spread(LEFT, 2, 1))('leaves %s to a worker, soon', async (_, request) => {
        const fastPath = await opened(countingClock(0.2));
        expect(fastPath.answer(call('Evaluate', { modelHash: model.hash, ...request }), model)).toBeUndefined();
        expect(fastPath.answer(call('Evaluate', { modelHash: model.hash, expression: 'P::a' }), model)).toBeDefined();
    });

    it('leaves a symbol that is not found to a worker', async () => {
        const fastPath = await opened();
        expect(fastPath.answer(call('GetSymbol', { modelHash: model.hash, symbolId: 'P::Nothing' }), model)).toBeUndefined();
    });

    it('leaves other procedures and large models to the workers', async () => {
        const fastPath = await opened();
        const large = { ...model, recipe: { ...model.recipe, body: new Uint8Array(1024 * 1024) } };
        expect(fastPath.answer(call('Instantiate', { modelHash: model.hash, symbolId: 'P::Vehicle' }), model)).toBeUndefined();
        expect(fastPath.answer(call('Evaluate', { modelHash: model.hash, expression: 'P::a' }), large)).toBeUndefined();
    });

    it('leaves a model that costs too much time to the workers, also when cheap questions come between', async () => {
        const clock = countingClock(0.01);
        const fastPath = await opened(clock);
        const ask = (expression: string): unknown => fastPath.answer(call('Evaluate', { modelHash: model.hash, expression }), model);
        clock.step = 20;
        for (let index = 0; index < 12; index++) {
            ask(`P::a + ${index}`);
        }
        clock.step = 0.01;
        expect(ask('P::a')).toBeUndefined();
        for (let index = 0; index < 50; index++) {
            ask('P::a');
        }
        expect(ask('P::a')).toBeUndefined();
    });

    it('leaves a model that cannot be made here to the workers', async () => {
        const fastPath = await opened();
        const broken = {
            ...model,
            hash: '0'.repeat(64),
            recipe: { ...model.recipe, body: bytes({ documents: [{ name: '', content: '' }] }) }
        };
        const asked = call('Evaluate', { modelHash: broken.hash, expression: '1' });
        expect(Array.from({ length: 20 }, () => fastPath.answer(asked, broken))).toEqual(Array<undefined>(20).fill(undefined));
    });
});
