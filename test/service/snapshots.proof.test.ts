// An older model answers from its own documents, whichever thread answers and whatever was parsed since.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generator } from '../support/random.js';
import { cases, isThorough } from '../support/thorough.js';
import { checkSnapshots, MODEL } from './snapshots.js';
import { start, type TestService } from './double/start.js';
import { startReal } from './real.js';

let service: TestService;
beforeAll(async () => {
    service = await start([], {}, 2, 'real');
});
afterAll(() => service.shutdown());

describe('an older snapshot', () => {
    it('answers from its own documents, through a document that the newer one shares', async () => {
        const hashOf = async (value: number): Promise<string> => {
            const documents = [
                { name: 'a.sysml', content: 'package A { attribute own = 1; }' },
                { name: 'b.sysml', content: `package B { attribute x = ${value}; }` }
            ];
            return (await service.post('ParseSources', { documents })).json.modelHash as string;
        };
        const first = await hashOf(11);
        const second = await hashOf(33);
        const ask = async (modelHash: string): Promise<unknown> =>
            (await service.post('Evaluate', { modelHash, expression: 'B::x', contextSymbolId: 'A' })).json.result;
        // often enough for every thread to have answered
        const answers = await Promise.all(Array.from({ length: 12 }, () => Promise.all([ask(first), ask(second)])));
        expect(answers).toEqual(Array.from({ length: 12 }, () => [{ intValue: '11' }, { intValue: '33' }]));
    });

    it('has values, objects and runs to compare', async () => {
        const { modelHash } = (await service.post('ParseSources', { documents: MODEL })).json;
        expect((await service.post('Evaluate', { modelHash, expression: 'A::sum' })).json).toEqual({ result: { intValue: '16' } });
        const run = await service.post('ExecuteState', { modelHash, stateMachineSymbolId: 'A::Machine::modes', events: ['go'] });
        expect(run.json.statesVisited).toEqual(['idle', 'slow']);
        expect((await service.post('Instantiate', { modelHash, symbolId: 'A::machine' })).text).toContain('"34"');
    });

    it.each(
        isThorough
            ? [
                  [1, 1],
                  [2, 2],
                  [3, 4]
              ]
            : [[5, 2]]
    )(
        'keeps its answers along random edits, by seed %i with %i workers',
        async (seed, workers) => {
            const own = isThorough ? await start([], {}, workers, 'real') : service;
            try {
                await checkSnapshots(own, cases(1, 3, 60), generator(seed));
            } finally {
                await (isThorough ? own.shutdown() : undefined);
            }
        },
        1_800_000
    );

    it.runIf(isThorough)(
        'keeps its answers along random edits, with four processes behind one port',
        async () => {
            const service = await startReal(['-processes', '4']);
            try {
                await checkSnapshots(service, cases(0, 8, 40), generator(4));
            } finally {
                await service.stop();
            }
        },
        1_800_000
    );
});
