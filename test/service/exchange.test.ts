// A body that stops arriving does not hold its connection for ever. On a stand-in for the socket and with a clock of its own, since
// the service is patient.

import { PassThrough } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BodyBudget } from '../../src/service/transports/http/bodies.js';
import { exchangeLimits, Http1Exchange, pathOf } from '../../src/service/transports/http/exchange.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

function exchange(): { body: PassThrough; read: Promise<string> } {
    const body = Object.assign(new PassThrough(), { method: 'POST', url: '/', headers: {} });
    const http = new Http1Exchange(body as unknown as IncomingMessage, new PassThrough() as unknown as ServerResponse, exchangeLimits());
    const read = new Promise<string>((resolve, reject) =>
        http.receive({ received: buffer => resolve(buffer.toString()), refused: reject, gone: () => undefined })
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
    const limits = { ...exchangeLimits(), budget };
    const refused = vi.fn();
    const http = new Http1Exchange(body as unknown as IncomingMessage, new PassThrough() as unknown as ServerResponse, limits);
    http.receive({ received: () => undefined, refused, gone: () => undefined });
    for (let piece = 0; piece < 3; piece++) {
        body.write(Buffer.alloc(1_400_000));
        await settled();
    }
    expect([refused.mock.calls.length, budget.inFlight, body.destroyed]).toEqual([1, 0, false]);
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
});
