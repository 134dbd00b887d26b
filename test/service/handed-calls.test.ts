// What a worker does with the calls that it is handed, in this thread: which models and held objects it has, what it says of those that it
// lacks, and the way that each answer takes.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../src/service/config/environment.js';
import { LARGE_MESSAGE } from '../../src/service/garbage.js';
import { OperationHost } from '../../src/service/operations/call.js';
import { callOf, HandedCalls } from '../../src/service/workers/handed-calls.js';
import { createMailbox, MailboxReceiver, MailboxSender, SLOT_BYTES } from '../../src/service/workers/mailbox.js';
import type { CallMessage, FromWorker, PopulationMessage } from '../../src/service/workers/messages.js';
import { methodNamed, type MethodName } from '../../src/wire/methods.js';
import { Code } from '../../src/wire/status.js';
import { createServices } from './double/services.js';

afterEach(() => {
    vi.restoreAllMocks();
});

type Said = FromWorker & { readonly transferred: number };

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const textOf = (body: Uint8Array): string => Buffer.from(body).toString();
const requestFor = (method: MethodName, request: object) => ({
    method: methodNamed(method)!.index,
    format: 'json' as const,
    body: json(request)
});
const MODEL = requestFor('ParseSources', { documents: [{ name: 'a', content: 'def A' }] });

let lastId = 0;
const call = (method: MethodName, request: object, more: Partial<CallMessage> = {}): CallMessage => ({
    id: ++lastId,
    ...requestFor(method, request),
    deadline: 0,
    modelAbsent: false,
    ...more
});

/** A worker on the stand-in core, with both ends of its mailbox and what it has said to the main thread. */
async function worker({ usesMailbox = true } = {}) {
    const environment = readEnvironment({});
    const source = await createServices({ environment, version: 'test', cacheSize: 9, servedEngines: [] });
    const host = new OperationHost(source.registry, source.load().services, () => undefined);
    const memory = createMailbox();
    const main = new MailboxSender(memory);
    const said: Said[] = [];
    const handed = new HandedCalls(host, new MailboxReceiver(memory), usesMailbox, (message, buffers = []) => {
        said.push({ ...message, transferred: buffers.length });
        all.heard?.(message);
    });
    const hand = (calls: readonly CallMessage[]): Promise<void> => {
        main.announce(
            calls.map(({ id }) => id),
            true
        );
        return handed.compute(calls);
    };
    const answers = (): string[] => main.answers().map(({ id, code, body }) => `${id} ${code} ${textOf(body)}`);
    /** What came through the port since the last call. */
    const messages = (): Said[] => said.splice(0);
    /** Makes one call. @returns its answer from the port */
    const answerTo = async (asked: CallMessage): Promise<Extract<Said, { type: 'answer' }>> => {
        await hand([asked]);
        const [message, ...others] = messages();
        expect([message, others]).toMatchObject([{ type: 'answer', id: asked.id }, []]);
        return message as Extract<Said, { type: 'answer' }>;
    };
    const all = { handed, main, host, hand, answers, messages, answerTo, heard: undefined as ((message: FromWorker) => void) | undefined };
    return all;
}

const parsed = async ({ answerTo }: Awaited<ReturnType<typeof worker>>): Promise<string> =>
    (await answerTo({ id: ++lastId, ...MODEL, deadline: 0, modelAbsent: false })).parsedHash!;

describe('an answer', () => {
    it.each([
        ['are announced once when they come together', 0, 1],
        ['are announced each when they take more than a millisecond', 2, 2]
    ])('goes through the mailbox: several %s', async (_, milliseconds, times) => {
        const all = await worker();
        const modelHash = await parsed(all);
        const [first, second] = ['1+1', '2+1'].map(expression => call('Evaluate', { modelHash, expression }));
        let now = 0;
        vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
        await all.hand([first, second]);
        expect(all.messages()).toEqual(Array(times).fill({ type: 'answers', transferred: 0 }));
        expect(all.answers()).toEqual([`${first.id} 0 {"result":{"intValue":"2"}}`, `${second.id} 0 {"result":{"intValue":"3"}}`]);
        expect([all.main.isBegun(first.id, 0), all.main.isBegun(second.id, 1)]).toEqual([false, false]);
    });

    it('is not announced to a main thread that waits for it', async () => {
        const all = await worker();
        const modelHash = await parsed(all);
        all.main.expect();
        await all.hand([call('Evaluate', { modelHash, expression: '1' })]);
        expect([all.messages(), all.main.awaitAnswer(0)]).toEqual([[], true]);
        all.main.expect();
        await all.answerTo(call('Instantiate', { modelHash, symbolId: 'A' }));
        expect(all.main.awaitAnswer(0)).toBe(true);
    });

    it('of a refusal is its message', async () => {
        const all = await worker();
        const refused = call('Evaluate', { modelHash: 'none', expression: '1' }, { modelAbsent: true });
        await all.hand([refused]);
        expect(all.answers()).toEqual([`${refused.id} ${Code.notFound} model not found: none`]);
    });

    it.each([
        ['that is short', 'text 100', true, 0, false],
        ['that fills the mailbox', `text ${SLOT_BYTES}`, false, 0, false],
        ['that is long', 'text 100000', false, 1, false],
        ['that is very long', `text ${LARGE_MESSAGE + 1}`, false, 1, true]
    ])('%s', async (_, expression, isInMailbox, transferred, isLarge) => {
        const all = await worker();
        const modelHash = await parsed(all);
        await all.hand([call('Evaluate', { modelHash, expression })]);
        expect(all.messages()).toMatchObject(isInMailbox ? [{ type: 'answers' }] : [{ type: 'answer', code: Code.ok, transferred }]);
        expect([all.answers().length, all.handed.takeLargeMessages(), all.handed.takeLargeMessages()]).toEqual([
            isInMailbox ? 1 : 0,
            isLarge,
            false
        ]);
    });

    it('goes through the port without a mailbox', async () => {
        const all = await worker({ usesMailbox: false });
        const modelHash = await parsed(all);
        const { code, message, body, largeAnswer } = await all.answerTo(call('Evaluate', { modelHash, expression: '1' }));
        expect([code, message, textOf(body), largeAnswer]).toEqual([Code.ok, '', '{"result":{"intValue":"1"}}', 0]);
        expect(all.messages()).toEqual([]);
    });

    it('of a large request lets garbage be collected', async () => {
        const all = await worker();
        await all.hand([call('ParseSources', { documents: [{ name: 'a', content: ' '.repeat(LARGE_MESSAGE) }] })]);
        expect(all.handed.takeLargeMessages()).toBe(true);
    });

    it('of a fault is internal', async () => {
        const all = await worker();
        const modelHash = await parsed(all);
        const broken = call('Evaluate', { modelHash, expression: '1' }, { recipe: { ...MODEL, body: Buffer.from('{') } });
        await all.hand([broken]);
        expect(all.answers()).toEqual([expect.stringMatching(`^${broken.id} ${Code.internal} internal error: .`)]);
    });
});

describe('a call', () => {
    it('that was taken back is not computed', async () => {
        const all = await worker();
        const modelHash = await parsed(all);
        const calls = ['1', '2', '3'].map(expression => call('Evaluate', { modelHash, expression }));
        all.main.announce(
            calls.map(({ id }) => id),
            true
        );
        all.main.takeBack(calls[1].id, 1);
        await all.handed.compute(calls);
        expect(all.answers().map(answer => Number(answer.split(' ')[0]))).toEqual([calls[0].id, calls[2].id]);
    });

    it('is stopped on request', async () => {
        const all = await worker();
        const modelHash = await parsed(all);
        const long = call('Evaluate', { modelHash, expression: 'spin 60000' });
        all.main.cancel(long.id);
        await all.hand([long]);
        expect(all.answers()).toEqual([expect.stringMatching(`^${long.id} ${Code.canceled} `)]);
    });

    it.each([
        [0, 'proto', false],
        [1, 'json', false],
        [2, 'proto', true],
        [3, 'json', true]
    ] as const)('of the mailbox with flags %i is in %s, its model absent: %s', (flags, format, modelAbsent) => {
        const request = { id: 4, method: 2, deadline: 7, body: Buffer.from('x') };
        expect(callOf({ ...request, flags })).toEqual({ ...request, format, modelAbsent });
    });

    it('brings a model that the worker lacks', async () => {
        const modelHash = await parsed(await worker());
        const all = await worker();
        expect(await all.answerTo(call('Evaluate', { modelHash, expression: '1' }))).toMatchObject({
            code: Code.ok,
            missingModel: modelHash
        });
        const brought = call('Evaluate', { modelHash, expression: '1' }, { recipe: MODEL });
        await all.hand([brought]);
        expect(all.answers()).toEqual([`${brought.id} 0 {"result":{"intValue":"1"}}`]);
    });
});

describe('held objects', () => {
    const journalOf = (modelHash: string, ...symbols: readonly string[]) =>
        symbols.map(symbolId => requestFor('Instantiate', { modelHash, symbolId }));

    /** A worker with a model, how to make a call about its objects, and how to read them. */
    async function holder() {
        const all = await worker();
        const modelHash = await parsed(all);
        const about = (generation: number, from: number, ...symbols: readonly string[]): { population: PopulationMessage } => ({
            population: { modelHash, generation, from, journal: journalOf(modelHash, ...symbols) }
        });
        const make = (symbolId: string, population: { population: PopulationMessage }) =>
            all.answerTo(call('Instantiate', { modelHash, symbolId }, population));
        const held = async (population: { population: PopulationMessage }): Promise<string[] | string> => {
            const asked = call('RunDocumentQuery', { modelHash, queryId: 'q' }, population);
            await all.hand([asked]);
            const [message] = all.messages();
            const body = message.type === 'answer' ? message.body : all.main.answers()[0].body;
            return message.type === 'answer' && message.missingModel !== undefined
                ? 'missing'
                : ((JSON.parse(textOf(body)) as { columns?: { name: string }[] }).columns ?? []).map(({ name }) => name);
        };
        return { ...all, modelHash, about, make, held };
    }

    it('are made by the calls of the journal that this worker has not made', async () => {
        const { about, make, held } = await holder();
        expect(await make('a', about(1, 0))).toMatchObject({ code: Code.ok, populationChanged: true });
        expect(await held(about(1, 1))).toEqual(['a']);
        expect(await held(about(1, 1, 'b', 'c'))).toEqual(['a', 'b', 'c']);
        // the main thread may know less than the worker does
        expect(await held(about(1, 0, 'a', 'b', 'c'))).toEqual(['a', 'b', 'c']);
        expect(await held(about(1, 2, 'c', 'd'))).toEqual(['a', 'b', 'c', 'd']);
        expect(await make('e', about(1, 4))).toMatchObject({ populationChanged: true });
        expect(await held(about(1, 5))).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    it.each([
        ['of another generation', [2, 0], []],
        ['of another generation, with calls', [2, 0, 'x'], ['x']],
        ['of another generation that this worker did not begin', [2, 1], 'missing'],
        ['with calls that this worker has not made and does not get', [1, 3], 'missing'],
        ['with fewer calls than this worker has made', [1, 0, 'y'], ['y']],
        ['with fewer calls than it has made, the first ones left out', [1, 1], 'missing']
    ] as const)('%s', async (_, [generation, from, ...symbols], expected) => {
        const { about, make, held } = await holder();
        await make('a', about(1, 0));
        await make('b', about(1, 1));
        expect(await held(about(generation, from, ...symbols))).toEqual(expected);
    });

    it('need their model', async () => {
        const { about, modelHash, host, held, answerTo } = await holder();
        host.services.workspace.drop(modelHash);
        expect(await held(about(1, 0))).toBe('missing');
        const brought = call('Instantiate', { modelHash, symbolId: 'b' }, { recipe: MODEL, ...about(1, 0, 'a') });
        expect(await answerTo(brought)).toMatchObject({ code: Code.ok, populationChanged: true });
        expect(await held(about(1, 2))).toEqual(['a', 'b']);
    });

    it('are missing when a call of the journal is refused', async () => {
        const { hand, answers, modelHash } = await holder();
        const journal = [requestFor('Evaluate', { modelHash, expression: 'throw' })];
        const asked = call('RunDocumentQuery', { modelHash, queryId: 'q' }, { population: { modelHash, generation: 1, from: 0, journal } });
        await hand([asked]);
        expect(answers()).toEqual([expect.stringMatching(`^${asked.id} ${Code.internal} .*on purpose`)]);
    });
});

describe('a divided call', () => {
    const sweep = (modelHash: string, more: Partial<CallMessage> = {}): CallMessage => call('RunSweep', { modelHash, symbolId: 'A' }, more);
    /** Memory of a counter of which the first parts are taken. */
    const counter = (taken: number): SharedArrayBuffer => {
        const memory = new SharedArrayBuffer(8);
        new BigInt64Array(memory)[0] = BigInt(taken);
        return memory;
    };

    it('is shared after a while, and its owner waits for the others', async () => {
        const all = await worker();
        const modelHash = await parsed(all);
        const asked = sweep(modelHash);
        // others take all parts that are left
        all.heard = message => {
            if (message.type === 'share') {
                new BigInt64Array(message.memory)[0] = 100n;
            }
        };
        const done = all.hand([asked]);
        await Promise.resolve();
        expect(all.messages()).toMatchObject([
            { type: 'share', id: asked.id },
            { type: 'gather', id: asked.id }
        ]);
        all.handed.gathered(asked.id + 1, []);
        all.handed.gathered(asked.id, [{ pieces: [], fault: 'none of these parts' }]);
        await done;
        expect(all.answers()).toEqual([`${asked.id} ${Code.internal} internal error: none of these parts`]);
    });

    it('is assisted with the parts that are left', async () => {
        const all = await worker();
        const assisted = sweep(await parsed(all), { parts: counter(99) });
        await all.hand([assisted]);
        expect(all.messages()).toMatchObject([{ type: 'assisted', id: assisted.id, share: { pieces: [{ from: 99 }] }, transferred: 1 }]);
        expect(all.main.isBegun(assisted.id, 0)).toBe(false);
    });

    it.each([
        ['that brings its model', { recipe: MODEL }, 1],
        ['whose model cannot be made', { recipe: { ...MODEL, body: Buffer.from('{') } }, 0],
        ['whose held objects are missing', { recipe: MODEL, population: { modelHash: '', generation: 1, from: 1, journal: [] } }, 0]
    ])('%s has parts or none', async (_, more, pieces) => {
        const modelHash = await parsed(await worker());
        const all = await worker();
        await all.hand([sweep(modelHash, { ...more, parts: counter(99) })]);
        const [{ share }] = all.messages() as [Extract<Said, { type: 'assisted' }>];
        expect(share.pieces.length).toBe(pieces);
    });
});
