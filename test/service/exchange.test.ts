// A body that stops arriving does not hold its connection for ever. On a stand-in for the socket and with a clock of its own, since
// the service is patient.

import { PassThrough, Writable } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BodyBudget, BodyPieces } from '../../src/service/transports/http/bodies.js';
import { exchangeLimits, Http1Exchange, pathOf } from '../../src/service/transports/http/exchange.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

function exchange(): { body: PassThrough; read: Promise<string> } {
    const body = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: {} });
    const http = new Http1Exchange(body as unknown as IncomingMessage, new PassThrough() as unknown as ServerResponse, exchangeLimits());
    const read = new Promise<string>((resolve, reject) =>
        http.receive({ received: buffer => resolve(buffer.toString()), refused: reject, disconnected: () => undefined })
    );
    return { body, read };
}

it.each([0, 1, 2, 5])('a body that stops after %i pieces ends its connection', async pieces => {
    const { body } = exchange();
    for (let piece = 0; piece < pieces; piece++) {
        body.write('piece');
        await settled();
    }
    vi.advanceTimersByTime(59_000);
    expect(body.destroyed).toBe(false);
    vi.advanceTimersByTime(7000);
    expect(body.destroyed).toBe(true);
});

it('a body that comes slowly is read', async () => {
    const { body, read } = exchange();
    for (const piece of ['a', 'b', 'c']) {
        body.write(piece);
        await settled();
        vi.advanceTimersByTime(50_000);
    }
    body.end();
    await settled();
    expect(await read).toBe('abc');
    vi.advanceTimersByTime(100_000);
});

it('a body that is refused is let go at once, while the rest of it still comes', async () => {
    const body = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: {} });
    const budget = new BodyBudget(3_000_000);
    const other = budget.open();
    other.hold(1);
    const limits = { ...exchangeLimits(), budget };
    const refused = vi.fn();
    const http = new Http1Exchange(body as unknown as IncomingMessage, new PassThrough() as unknown as ServerResponse, limits);
    http.receive({ received: () => undefined, refused, disconnected: () => undefined });
    for (let piece = 0; piece < 3; piece++) {
        body.write(Buffer.alloc(1_400_000));
        await settled();
    }
    expect([refused.mock.calls.length, budget.inFlight, body.destroyed]).toEqual([1, 1, false]);
});

it.each([
    ['/sysml.SysMLService/Evaluate', '/sysml.SysMLService/Evaluate'],
    ['/a?b=c', '/a'],
    ['http://localhost:50051/sysml.SysMLService/Evaluate', '/sysml.SysMLService/Evaluate'],
    ['HTTPS://user@host/a?b', '/a'],
    ['http://host', '/'],
    ['http://host?query', '/'],
    ['*', '*'],
    ['/http://host/a', '/http://host/a']
])('the path of the target %s', (target, path) => {
    expect(pathOf(target)).toBe(path);
});

it.each([
    ['small', 200],
    ['put together while it comes', 260_000],
    ['large', 3_000_000]
])('an answer that is %s is given up when the client takes nothing of it', async (_, size) => {
    const body = Object.assign(new PassThrough({ autoDestroy: false }), { method: 'POST', url: '/', headers: {}, complete: true });
    const response = Object.assign(new Writable({ write: () => undefined }), { writeHead: () => undefined, headersSent: false });
    const http = new Http1Exchange(body as unknown as IncomingMessage, response as unknown as ServerResponse, exchangeLimits());
    http.receive({ received: () => undefined, refused: () => undefined, disconnected: () => undefined });
    body.end('{}');
    await settled();
    vi.advanceTimersByTime(120_000);
    http.respond(200, {}, Buffer.alloc(size));
    vi.advanceTimersByTime(59_000);
    expect(response.destroyed).toBe(false);
    vi.advanceTimersByTime(7000);
    expect(response.destroyed).toBe(true);
});

describe('the pieces of a body', () => {
    const sizes: readonly [string, number[]][] = [
        ['none', []],
        ['one', [10]],
        ['an empty one', [0]],
        ['small ones', [1, 2, 3]],
        ['many', Array<number>(50).fill(65_536)],
        ['a large one', [900_000]],
        ['a large one and small ones', [900_000, 1, 70_000, 2]],
        ['small ones and a large one', [1, 2, 900_000, 5]]
    ];
    it.each(sizes.flatMap(([title, lengths]) => [0, 1, NaN, 'all', 1e9].map(expected => [title, expected, lengths] as const)))(
        '%s, of a body that says it has %s bytes, are the body',
        (_, expected, lengths) => {
            const pieces = lengths.map((length, index) => Buffer.alloc(length, `${index}`));
            const body = Buffer.concat(pieces);
            const collected = new BodyPieces();
            for (let round = 0; round < 2; round++) {
                pieces.forEach(piece => collected.add(piece, expected === 'all' ? body.length : Number(expected)));
                expect(collected.take().equals(body)).toBe(true);
            }
        }
    );
});

describe('bytes in flight', () => {
    it('are bounded together, and given back', () => {
        const budget = new BodyBudget(1_000_000);
        const [one, other] = [budget.open(), budget.open()];
        expect(one.hold(900_000)).toBe(true);
        expect([other.hold(200_000), budget.inFlight]).toEqual([false, 900_000]);
        one.release();
        expect([other.hold(200_000), budget.inFlight]).toEqual([true, 200_000]);
        other.release();
        expect(budget.inFlight).toBe(0);
    });

    it('leave room for small bodies', () => {
        const budget = new BodyBudget(1_000_000);
        budget.open().hold(1_000_000);
        const small = budget.open();
        expect([small.hold(60_000), small.hold(60_000)]).toEqual([true, false]);
    });

    it('leave room for no end of small bodies', () => {
        const budget = new BodyBudget(1_000_000);
        const held = Array.from({ length: 100 }, () => budget.open().hold(60_000)).filter(Boolean);
        expect([held.length, budget.inFlight]).toEqual([33, 1_980_000]);
    });

    it('are as many as one alone has', () => {
        const budget = new BodyBudget(1_000_000);
        const [one, other] = [budget.open(), budget.open()];
        expect([one.hold(3_000_000), one.hold(3_000_000), other.hold(1_000_000)]).toEqual([true, true, false]);
        one.release();
        expect([other.hold(70_000), one.hold(3_000_000)]).toEqual([true, false]);
    });

    it('of an answer stand for those of its request', () => {
        const budget = new BodyBudget(1_000_000);
        const [one, other] = [budget.open(), budget.open()];
        expect([other.hold(300_000), one.hold(600_000), one.replace(650_000), budget.inFlight]).toEqual([true, true, true, 950_000]);
        expect([one.replace(750_000), budget.inFlight]).toEqual([false, 300_000]);
    });
});
