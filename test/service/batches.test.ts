// Calls that come together: what one worker is handed at a time, and that each is answered once and rightly whatever happens to the calls
// beside it. The workers are real, their core is the stand-in, which can be made to stall and to die.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../src/service/config/environment.js';
import type { ServiceAnswer } from '../../src/service/executor.js';
import { silentLog } from '../../src/service/log.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';
import {
    createMailbox,
    MailboxReceiver,
    MailboxSender,
    MOST_CALLS,
    SLOT_BYTES,
    type SlotAnswer,
    type SlotRequest
} from '../../src/service/workers/mailbox.js';
import { WorkerPool } from '../../src/service/workers/pool.js';
import { WorkerHandle } from '../../src/service/workers/worker-handle.js';
import { cases } from '../support/thorough.js';
import { workerModules } from './double/start.js';

const bytes = (length: number, value = 7): Uint8Array => new Uint8Array(length).fill(value);

describe('the mailbox', () => {
    const ends = () => {
        const memory = createMailbox();
        return { main: new MailboxSender(memory), worker: new MailboxReceiver(memory) };
    };
    const hex = (messages: readonly (SlotRequest | SlotAnswer)[]) =>
        messages.map(message => ({ ...message, body: Buffer.from(message.body).toString('hex') }));
    const request = (id: number, length = 3) => ({ id, method: id % 5, flags: id % 4, deadline: id * 1.5, body: bytes(length, id) });

    it.each([
        ['one request', [3]],
        ['many', Array.from({ length: MOST_CALLS }, (_, i) => i)],
        ['empty ones among others', [0, 5, 0]],
        ['what just fits', [SLOT_BYTES - 1, 1]]
    ])('carries %s there and the answers back', (_, lengths) => {
        const { main, worker } = ends();
        const requests = lengths.map((length, i) => request(i + 1, length));
        for (let round = 0; round < 2; round++) {
            worker.park();
            main.announce(
                requests.map(({ id }) => id),
                true
            );
            expect(main.post(requests)).toBe(true);
            expect(hex(worker.wait(0) as SlotRequest[])).toEqual(hex(requests));
            for (const [place, { id, body }] of requests.entries()) {
                expect(worker.begin(id, place)).toBe(true);
                expect(main.takeBack(id, place)).toBe(false);
                expect(main.isBegun(id, place)).toBe(true);
                expect(worker.answer({ id, code: 0, body })).toBe(true);
                worker.finish(id, place);
                expect(main.isBegun(id, place)).toBe(false);
                if (place === 0) {
                    expect(hex(main.answers())).toEqual(hex([{ id, code: 0, body }]));
                }
            }
            expect(hex(main.answers())).toEqual(hex(requests.slice(1).map(({ id, body }) => ({ id, code: 0, body }))));
            expect(main.answers()).toEqual([]);
        }
    });

    it('refuses what does not fit, and a worker that is elsewhere', () => {
        const { main, worker } = ends();
        expect(main.post([request(1)])).toBe(false);
        worker.park();
        expect(main.post([request(1, SLOT_BYTES), request(2, 1)])).toBe(false);
        main.announce([1, 2], true);
        expect(worker.answer({ id: 1, code: 0, body: bytes(SLOT_BYTES) })).toBe(true);
        expect(worker.answer({ id: 2, code: 0, body: bytes(1) })).toBe(false);
        expect(main.answers().map(({ id }) => id)).toEqual([1]);
    });

    it('has a call that was taken back never begun, nor one of the next hand at its place', () => {
        const { main, worker } = ends();
        main.announce([1, 2], true);
        expect(main.takeBack(2, 1)).toBe(true);
        expect(worker.begin(1, 0)).toBe(true);
        // the main thread has seen the answer already
        main.announce([3, 4], true);
        worker.finish(1, 0);
        expect(worker.begin(2, 1)).toBe(false);
        expect([worker.begin(3, 0), worker.begin(4, 1)]).toEqual([true, true]);
    });

    it('lets nobody take back what brings a model', () => {
        const { main, worker } = ends();
        main.announce([5], false);
        expect(main.takeBack(5, 0)).toBe(false);
        expect(main.isBegun(5, 0)).toBe(true);
        expect(worker.begin(5, 0)).toBe(true);
    });

    it('tells a main thread that waits, and only then', () => {
        const { main, worker } = ends();
        expect(worker.notify()).toBe(false);
        main.expect();
        expect(worker.notify()).toBe(true);
        expect(main.awaitAnswer(1)).toBe(true);
        main.expect();
        expect(main.awaitAnswer(1)).toBe(false);
        expect(worker.notify()).toBe(false);
    });
});

interface Answered {
    readonly json: { result?: { intValue?: string; stringValue?: string; boolValue?: boolean } };
    readonly code: number;
    readonly message: string;
}

describe('calls that come together', () => {
    let pool: WorkerPool;
    let modelHash: string;
    const lines: string[] = [];
    const handed = vi.spyOn(WorkerHandle.prototype, 'send');
    const sizes = () => handed.mock.calls.map(([calls]) => calls.length);

    const call = (name: MethodName, request: object, deadline = 0) => {
        let cancel: (() => void) | undefined;
        let times = 0;
        const answer = new Promise<Answered>((resolve, reject) => {
            const body = Buffer.from(JSON.stringify(request));
            cancel = pool.call({ method: methodNamed(name)!, format: 'json', body, deadline }, ({ code, body, message }: ServiceAnswer) => {
                if (++times > 1) {
                    reject(new Error('answered twice'));
                }
                const json = code === 0 ? (JSON.parse(Buffer.from(body).toString()) as Answered['json']) : {};
                resolve({ json, code, message });
            });
        });
        return { answer, cancel: () => cancel!() };
    };
    const evaluate = (expression: string, deadline = 0) => call('Evaluate', { modelHash, expression }, deadline);
    const sums = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => evaluate(`${from + i}+1`));
    const results = async (calls: readonly { answer: Promise<Answered> }[]) =>
        (await Promise.all(calls.map(({ answer }) => answer))).map(({ json }) => json.result?.intValue);
    const expected = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => String(from + i + 1));
    /** Has the pool know that such calls are brief: one after another, none with another. */
    const learn = async () => {
        for (let i = 0; i < 5; i++) {
            await evaluate(`${i}+0`).answer;
        }
    };

    beforeAll(async () => {
        pool = new WorkerPool({
            environment: readEnvironment({}),
            version: 'test',
            cacheSize: 20,
            servedEngines: [],
            log: { ...silentLog, error: message => lines.push(message) },
            workers: 2,
            onUnusable: message => lines.push(message),
            ...(await workerModules())
        });
        await call('ParseSources', { documents: [{ name: 'a', content: 'def A' }] }).answer.then(({ json }) => {
            modelHash = (json as { modelHash: string }).modelHash;
        });
        // until the second worker has the model too
        while (new Set(handed.mock.contexts).size < 2) {
            await Promise.all([evaluate('spin 40').answer, evaluate('spin 40').answer]);
        }
    });
    afterEach(() => {
        handed.mockClear();
        lines.length = 0;
    });
    afterAll(async () => {
        await pool.close(0);
        handed.mockRestore();
    });

    it('are handed to a worker together when they are brief', async () => {
        // what is brief is measured, and a busy machine makes it take long now and then
        for (let tries = 0; tries < 20 && Math.max(0, ...sizes()) <= 1; tries++) {
            await learn();
            expect(await results(sums(100, 180))).toEqual(expected(100, 180));
        }
        expect(Math.max(...sizes())).toBeGreaterThan(1);
        expect(Math.max(...sizes())).toBeLessThanOrEqual(MOST_CALLS);
    });

    it('do not wait for one among them that never ends', async () => {
        await learn();
        const before = sums(200, 210);
        const endless = evaluate('spin 600000');
        const behind = sums(210, 225);
        expect(await results([...before, ...behind])).toEqual(expected(200, 225));
        endless.cancel();
        expect((await endless.answer).code).toBe(1);
    });

    it('do not die with one among them', async () => {
        await learn();
        const before = sums(300, 308);
        const crash = evaluate('crash');
        const behind = sums(308, 320);
        expect(await results([...before, ...behind])).toEqual(expected(300, 320));
        expect(await crash.answer).toMatchObject({ code: 13, message: expect.stringContaining('died') as string });
        expect(lines.filter(line => line === 'a worker died')).toHaveLength(1);
    });

    it('are given up one by one, begun or not', async () => {
        await learn();
        const calls = sums(400, 430);
        calls.forEach(({ cancel }, i) => i % 3 === 0 && cancel());
        await new Promise(resolve => setImmediate(resolve));
        calls.forEach(({ cancel }, i) => i % 3 === 1 && cancel());
        const answers = await Promise.all(calls.map(({ answer }) => answer));
        answers.forEach(({ code, json }, i) => {
            if (i % 3 === 2 || code === 0) {
                expect(json.result?.intValue).toBe(String(401 + i));
            } else {
                expect(code).toBe(1);
            }
        });
        expect(answers.filter((_, i) => i % 3 === 0).every(({ code }) => code === 1)).toBe(true);
        expect(await results(sums(430, 440))).toEqual(expected(430, 440));
    });

    it('may have answers that do not fit together', async () => {
        await learn();
        const calls = Array.from({ length: 20 }, (_, i) => evaluate(`text ${i * 1500}`));
        const answers = await Promise.all(calls.map(({ answer }) => answer));
        expect(answers.map(({ json }) => json.result?.stringValue?.length ?? 0)).toEqual(calls.map((_, i) => i * 1500));
    });

    it('do not wait for long ones of their kind: the worker that is kept for new calls tries them', async () => {
        const endless = Array.from({ length: 4 }, (_, i) => evaluate(`spin ${600_000 + i}`));
        const begun = (length: number) =>
            handed.mock.calls.flatMap(([calls]) => calls).filter(({ body }) => Buffer.from(body).includes(`spin ${600_000 + length}`))
                .length;
        // each was stopped for another one: that such calls are long is known
        while (endless.some((_, i) => begun(i) < 2)) {
            await new Promise(resolve => setTimeout(resolve, 10));
        }
        endless.slice(1).forEach(({ cancel }) => cancel());
        const interrupted = vi.spyOn(WorkerHandle.prototype, 'interrupt');
        for (let i = 0; i < 10; i++) {
            expect(await results(sums(i, i + 1))).toEqual(expected(i, i + 1));
        }
        expect(interrupted).not.toHaveBeenCalled();
        interrupted.mockRestore();
        endless[0].cancel();
        expect((await endless[0].answer).code).toBe(1);
    });

    it('are answered once each, whatever comes beside them', async () => {
        let seed = 20_261_123;
        const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
        for (let round = 0; round < cases(5, 12); round++) {
            await learn();
            const checks: Promise<void>[] = [];
            for (let i = 0; i < 60; i++) {
                const kind = random(100);
                if (kind < 70) {
                    checks.push(results(sums(i, i + 1)).then(found => expect(found).toEqual(expected(i, i + 1))));
                } else if (kind < 80) {
                    const given = evaluate(`${i}+2`);
                    (random(2) ? queueMicrotask : setImmediate)(given.cancel);
                    checks.push(given.answer.then(({ code }) => expect([0, 1]).toContain(code)));
                } else if (kind < 86) {
                    checks.push(evaluate('throw').answer.then(({ message }) => expect(message).toContain('thrown on purpose')));
                } else if (kind < 91) {
                    checks.push(evaluate(`text 40000`).answer.then(({ json }) => expect(json.result?.stringValue).toHaveLength(40_000)));
                } else if (kind < 95) {
                    checks.push(evaluate(`spin ${random(30)}`).answer.then(({ json }) => expect(json.result?.boolValue).toBe(true)));
                } else if (kind < 97) {
                    checks.push(evaluate('spin 5000', Date.now() + 30).answer.then(({ code }) => expect(code).toBe(4)));
                } else if (kind < 98) {
                    checks.push(evaluate('crash').answer.then(({ code }) => expect(code).toBe(13)));
                } else {
                    checks.push(
                        call('Instantiate', { modelHash, symbolId: `o${i}` }).answer.then(({ code }) => expect([0, 13]).toContain(code))
                    );
                }
            }
            await Promise.all(checks);
        }
    });
});
