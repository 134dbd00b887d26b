// Answers that are given again: only to the same bytes, only while the model is held, within a bound.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerCache } from '../../src/service/workers/answers.js';
import { start, type TestService } from './double/start.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const request = (body: string, index = 1, format: 'json' | 'proto' = 'json') => ({ method: { index }, format, body: bytes(body) });
const answer = (text: string) => ({ code: 0 as const, body: bytes(text), message: '', largeAnswer: 0 });
const textOf = (found: ReturnType<AnswerCache['find']>): string | undefined => found && Buffer.from(found.body).toString();

describe('the cache of answers', () => {
    it('tells requests apart by procedure, format and every byte', () => {
        const cache = new AnswerCache(100_000);
        const requests = [request('a'), request('b'), request('a', 2), request('a', 1, 'proto'), request('\u00ff'), request('')];
        requests.forEach((asked, index) => cache.keep(asked, answer(`answer ${index}`)));
        expect(requests.map(asked => textOf(cache.find(asked)))).toEqual(requests.map((_, index) => `answer ${index}`));
    });

    it('stays within its bound and lets the least recently used go', () => {
        const cache = new AnswerCache(10_000);
        for (let index = 0; index < 300; index++) {
            cache.keep(request(`${index}`), answer('x'.repeat(100)));
            expect(cache.find(request('0'))).toBeDefined();
            expect(cache.bytes).toBeLessThanOrEqual(10_000);
        }
        expect([cache.find(request('1')), textOf(cache.find(request('299')))]).toEqual([undefined, 'x'.repeat(100)]);
    });

    it('takes no large request and no large answer', () => {
        const cache = new AnswerCache(10_000_000);
        cache.keep(request('x'.repeat(5000)), answer('a'));
        cache.keep(request('x'), answer('a'.repeat(100_000)));
        expect(cache.bytes).toBe(0);
    });

    it('keeps the bytes alone, not the buffer they were cut from', () => {
        const cache = new AnswerCache(10_000);
        cache.keep(request('x'), { ...answer(''), body: Buffer.alloc(1_000_000).subarray(0, 10) });
        expect(cache.find(request('x'))!.body.buffer.byteLength).toBe(10);
    });
});

describe('the service', () => {
    let service: TestService;
    beforeAll(async () => {
        service = await start(['-cache-size', '1'], {}, 1);
    });
    afterAll(() => service.shutdown());

    const parse = async (content: string): Promise<string> =>
        (await service.post('ParseSources', { documents: [{ name: 'a', content }] })).json.modelHash as string;
    const asked = async (modelHash: string, symbolId: string): Promise<string> =>
        ((await service.post('GetSymbol', { modelHash, symbolId })).json.symbol as { metadata: { asked: string } }).metadata.asked;

    it('computes an answer that is asked for again and again no more than twice', async () => {
        const model = await parse('def A\ndef B');
        // one that was long in the making is kept at once, another when it is requested again
        await asked(model, 'A');
        const second = await asked(model, 'A');
        expect(await asked(model, 'B')).not.toBe(second);
        expect(await asked(model, 'A')).toBe(second);
    });

    it('gives none when the model has gone', async () => {
        const model = await parse('def A');
        await asked(model, 'A');
        await parse('def C');
        expect((await service.post('GetSymbol', { modelHash: model, symbolId: 'A' })).json).toEqual({
            code: 'not_found',
            message: `model not found: ${model}`
        });
    });
});
