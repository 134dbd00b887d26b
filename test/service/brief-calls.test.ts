// Brief calls beside many long ones: each waits for one long call at most. Held by the order of the answers, not by their times.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/service/config/environment.js';
import { silentLog } from '../../src/service/log.js';
import { WorkerPool } from '../../src/service/workers/pool.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';
import { spread } from '../support/thorough.js';
import { workerModules } from './double/start.js';

const WORKERS = 2;
/** Making one takes longer than the first slice of time. */
const LARGE = `spin 100\n${'def A\n'.repeat(12_000)}`;

describe('a brief call', () => {
    let pool: WorkerPool;
    let modelHash: string;

    const call = (name: MethodName, request: object): Promise<unknown> =>
        new Promise(resolve =>
            pool.call(
                { method: methodNamed(name)!, format: 'json', body: Buffer.from(JSON.stringify(request)), deadline: 0 },
                ({ code, body, message }) => resolve(code === 0 ? JSON.parse(Buffer.from(body).toString()) : message)
            )
        );
    const parse = (name: string, content: string) => call('ParseSources', { documents: [{ name, content }] });

    beforeAll(async () => {
        pool = new WorkerPool({
            environment: readEnvironment({}),
            version: 'test',
            cacheSize: 50,
            servedEngines: [],
            log: silentLog,
            workers: WORKERS,
            onUnusable: message => {
                throw new Error(message);
            },
            ...(await workerModules())
        });
        ({ modelHash } = (await parse('small', 'def A')) as { modelHash: string });
    });
    afterAll(() => pool.close(0));

    const BRIEF: readonly (readonly [what: string, brief: () => Promise<unknown>, expected: unknown])[] = [
        ['Evaluate', () => call('Evaluate', { modelHash, expression: '1+2' }), { result: { intValue: '3' } }],
        [
            'GetSymbol',
            () => call('GetSymbol', { modelHash, symbolId: 'A' }),
            expect.objectContaining({ symbol: expect.anything() as object })
        ],
        ['a small parse', () => parse('other', 'def B'), expect.objectContaining({ modelHash: expect.any(String) as string })]
    ];
    it.each(spread(BRIEF, 2))('waits for one of many large parses at most: %s', async (_, brief, expected) => {
        let parsed = 0;
        const large = Array.from({ length: 5 }, (_, i) => parse(`large${i}`, `${LARGE}def A${i}`).then(() => parsed++));
        const answer = await brief();
        expect(parsed).toBeLessThanOrEqual(1);
        expect(answer).toEqual(expected);
        await Promise.all(large);
    });
});
